"""What the place is made of: a sign that follows the theme, and a row with words and buttons."""

from collections.abc import Callable

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from ui import icons, language
from ui.reader.model import Choosing
from ui.reader.values import Model
from ui.reader.words import model_words, pull_words, suggestion_words
from ui.theme import Theme

_SIGN = 18
_FITS = {"tight": ("warning", "warning"), "too_large": ("x-circle", "error")}


class Sign(QWidget):
    """An icon in one of the theme's colours."""

    def __init__(self, theme: Theme, name: str = "", tone: str = "secondary") -> None:
        super().__init__()
        self._theme, self._name, self._tone = theme, name, tone
        self.setFixedSize(_SIGN, _SIGN)

    def show_sign(self, name: str, tone: str) -> None:
        """Another icon; no name is none."""
        self._name, self._tone = name, tone
        self.update()

    def paintEvent(self, _event: object) -> None:
        if not self._name:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        place = QRect(1, 1, _SIGN - 2, _SIGN - 2)
        icons.paint(painter, place, self._name, getattr(self._theme.tokens, self._tone))
        painter.end()


class Row(QFrame):
    """A sign, a name above small words, and buttons at the right."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setObjectName("row")
        self.sign = Sign(theme)
        self.name = label(name)
        self.details = label("", "small")
        self.result = label("", "small")
        self.result.hide()
        words = QVBoxLayout()
        words.setSpacing(2)
        for each in (self.name, self.details, self.result):
            words.addWidget(each)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 8, 0, 8)
        self._row.setSpacing(8)
        self._row.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        self._row.addLayout(words, 1)

    def button(self, words: str, spoken: str, does: Callable[[], object]) -> QPushButton:
        """A further button; ``spoken`` is what it is called where its row is not seen."""
        made = QPushButton(words)
        made.setAccessibleName(spoken)
        made.setProperty("tone", "small")
        made.clicked.connect(does)
        self._row.addWidget(made, 0, Qt.AlignmentFlag.AlignVCenter)
        return made


class ReaderRow(Row):
    """Somebody who can read: chosen or not, with the button that has them read."""

    def __init__(self, theme: Theme, choosing: Choosing, ident: str, name: str) -> None:
        super().__init__(theme, name)
        self._choosing, self._ident, self._name = choosing, ident, name
        self.use = self.button("", "", self._use)
        self.show_chosen()

    def show_chosen(self) -> None:
        """Whether it is in use; its button stays, so that the keyboard stays on it."""
        chosen = self._choosing.is_chosen(self._ident)
        words = self.tr("In use") if chosen else self.tr("Use")
        spoken = self.tr("%1 is in use") if chosen else self.tr("Use %1")
        self.use.setText(words)
        self.use.setAccessibleName(spoken.replace("%1", self._name))
        self.sign.show_sign(*(("check-circle", "good") if chosen else ("circle", "secondary")))
        set_tone(self.use, "chosen" if chosen else "small")

    def _use(self) -> None:
        if not self._choosing.is_chosen(self._ident):
            self._choosing.use(self._ident)


class ModelRow(ReaderRow):
    """An installed model, which can be tried as well."""

    def __init__(self, theme: Theme, choosing: Choosing, model: Model) -> None:
        super().__init__(theme, choosing, model.name, model.name)
        spoken = self.tr("Try %1").replace("%1", model.name)
        self.try_it = self.button(self.tr("Try it"), spoken, self._try)
        self._row.removeWidget(self.try_it)
        self._row.insertWidget(2, self.try_it, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setTabOrder(self.try_it, self.use)
        tip = self.tr(
            "It reads three sample passages. A model that is not loaded yet takes a while."
        )
        self.try_it.setToolTip(tip)
        self.show_model(model)

    def show_model(self, model: Model) -> None:
        """What is known of it, and what came of trying it."""
        self.details.setText(model_words(model))
        self.show_chosen()
        if model.in_cloud and not self._choosing.is_chosen(self._ident):
            self.sign.show_sign("cloud", "warning")
        elif model.fit in _FITS and not self._choosing.is_chosen(self._ident):
            self.sign.show_sign(*_FITS[model.fit])
        self.show_trial()

    def show_trial(self) -> None:
        """What came of trying it; one is tried at a time, and the others wait for it."""
        trying = self._choosing.is_trying(self._ident)
        trial = self._choosing.trial(self._ident)
        words = self.tr("Reading three sample passages…") if trying else ""
        self.result.setText(language.of(trial.words) if trial else words)
        self.result.setVisible(bool(self.result.text()))
        set_tone(self.result, "small" if trial is None or trial.ok else "small-warning")
        self.try_it.setText(self.tr("Trying…") if trying else self.tr("Try it"))
        self.try_it.setEnabled(trying or not self._choosing.trying)

    def _try(self) -> None:
        self._choosing.try_model(self._ident)


class SuggestionRow(Row):
    """A model that could be pulled."""

    def __init__(self, theme: Theme, choosing: Choosing, model: Model) -> None:
        super().__init__(theme, model.name)
        self._choosing, self._model = choosing, model
        self.pull = self.button(self.tr("Pull"), pull_words(model), self._pull)
        if model.best:
            self.name.setText(self.tr("%1, a good one to begin with").replace("%1", model.name))
        self.details.setText(suggestion_words(model))
        self.sign.show_sign(*_FITS.get(model.fit, ("download-simple", "secondary")))
        self.show_fetch()

    def show_fetch(self) -> None:
        """One is pulled at a time; the button of that one stays, so that the keyboard does."""
        fetch = self._choosing.fetch
        pulled = fetch is not None and fetch.name == self._model.name
        self.pull.setText(self.tr("Pulling…") if pulled else self.tr("Pull"))
        self.pull.setEnabled(pulled or fetch is None)

    def _pull(self) -> None:
        self._choosing.pull(self._model.name)


def label(words: str, tone: str = "") -> QLabel:
    """Words that wrap, shown as they are whatever marks they hold."""
    made = QLabel(words)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(True)
    if tone:
        made.setProperty("tone", tone)
    return made


def set_tone(widget: QWidget, tone: str) -> None:
    """Another look from the style sheet."""
    if widget.property("tone") != tone:
        widget.setProperty("tone", tone)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
