"""Who reads your sources, on one sheet: the built-in reader, a server, and its models."""

from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.saying import sentences
from ui import icons, language
from ui.reader.context import Advanced
from ui.reader.model import Choosing
from ui.reader.rows import ModelRow, ReaderRow, Row, Sign, SuggestionRow, label
from ui.reader.server import ServerPart
from ui.reader.values import BUILTIN, CHOOSE, OLLAMA, PULL, Model
from ui.text import of
from ui.theme import Theme

_WIDTH = 560
_BELOW = 88
"""Under the last row, so that it can be scrolled out from under a notice."""

_AT_ONCE = 12
"""Models that are shown, and that are added when someone asks: no more can be made at once without
holding the window up (12 take 30 ms)."""

_STATES = {
    "waiting": ("circle-half", "warning"),
    "unavailable": ("x-circle", "error"),
}


class ReaderPanel(QWidget):
    """The sheet. What is done here is done at once; a pull goes on when it is left."""

    closed = Signal()
    """The person is done here."""

    def __init__(self, theme: Theme, choosing: Choosing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("reader")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme, self._choosing = theme, choosing
        self._wanted = _AT_ONCE
        self.away = QToolButton()
        self.state = Sign(theme)
        self.now = label("")
        self.builtin = ReaderRow(theme, choosing, BUILTIN, self.tr("Built-in reader"))
        self.server = ServerPart(theme, choosing)
        self.models: dict[str, ModelRow] = {}
        self.suggestions: dict[str, SuggestionRow] = {}
        self.more = QPushButton()
        self.advanced = Advanced(theme, choosing)
        self._installed = _Part(self.tr("Installed there"))
        self._offered = _Part(self.tr("Can be pulled"))
        self._make_other()
        self._arrange()
        self._follow(choosing)

    def _follow(self, choosing: Choosing) -> None:
        choosing.reader_changed.connect(self._show_reader)
        choosing.found_changed.connect(self._follow_found)
        choosing.fetch_changed.connect(self._show_fetch)
        choosing.trials_changed.connect(self._show_trials)
        self._show_reader()

    def showEvent(self, event: QShowEvent) -> None:
        self._show_found()
        super().showEvent(event)

    def focus_first(self) -> QWidget:
        """Where the keyboard begins: with who reads now, if it is listed."""
        row = self.models.get(self._choosing.reader.name)
        return row.use if row is not None else self.builtin.use

    # What is shown

    def _show_reader(self) -> None:
        reader = self._choosing.reader
        for part in (self.now, self.state):  # its own row says it of the built-in one
            part.setVisible(not reader.is_builtin)
        words = of(self.tr("Now"), language.of(reader.words))
        trouble = language.of(sentences(reader.problem, reader.remedy))
        self.now.setText("\n".join(filter(None, (words, trouble))))
        self.state.show_sign(*_STATES.get(reader.state, ("check-circle", "good")))
        self._show_chosen()

    def _show_chosen(self) -> None:
        self.builtin.show_chosen()
        found = self._choosing.found
        for name, row in self.models.items():
            model = found.model(name) if found else None
            if model:
                row.show_model(model)

    def _follow_found(self) -> None:
        if self.isVisible():  # or else when it is shown
            self._show_found()

    def _show_found(self) -> None:
        found = self._choosing.found
        models = found.models if found and found.standing.way == CHOOSE else ()
        self._show_models(models[: self._wanted], len(models))
        self._show_suggestions()
        self.advanced.show_context()
        self.server.show_found()
        self._show_reader()
        for before, after in pairwise(self.stops()):
            self.setTabOrder(before, after)

    def stops(self) -> list[QWidget]:
        """What the Tab key walks, in the order of the eye; some of it may be hidden."""
        server, advanced = self.server, self.advanced
        mending = [server.address, server.look, server.mend, server.fetch.stop]
        rows = [button for row in self.models.values() for button in (row.try_it, row.use)]
        pulls = [row.pull for row in self.suggestions.values()]
        others = [self.more, *pulls, self.other, self.pull_other]
        contexts = list(advanced.contexts.values())
        return [self.away, self.builtin.use, *mending, *rows, *others, advanced.fold, *contexts]

    def _show_models(self, models: tuple[Model, ...], count: int) -> None:
        self._drop(self.models, {model.name for model in models})
        for place, model in enumerate(models):
            row = self.models.get(model.name)
            if row is None:
                row = self.models[model.name] = ModelRow(self._theme, self._choosing, model)
            row.show_model(model)
            self._installed.put(place, row)
        self.models = {model.name: self.models[model.name] for model in models}
        more = min(count - len(models), _AT_ONCE)
        self.more.setText(self.tr("Show %1 more").replace("%1", f"{more:,}"))
        self.more.setVisible(more > 0)
        self._installed.setVisible(bool(models))

    def _show_suggestions(self) -> None:
        found = self._choosing.found
        able = found is not None and found.standing.way in (CHOOSE, PULL)
        able = able and found is not None and found.standing.kind == OLLAMA
        there = {model.name for model in found.models} if found else set()
        wanted = [m for m in found.suggested if m.name not in there] if found and able else []
        self._drop(self.suggestions, {model.name for model in wanted})
        for place, model in enumerate(wanted):
            row = self.suggestions.get(model.name)
            if row is None:
                row = SuggestionRow(self._theme, self._choosing, model)
                self.suggestions[model.name] = row
            row.show_fetch()
            self._offered.put(place, row)
        self._offered.setVisible(able)

    def _drop(self, rows: "dict[str, ModelRow] | dict[str, SuggestionRow]", kept: set[str]) -> None:
        """Take away rows of what is gone; the keyboard goes to where one looks again."""
        held = QApplication.focusWidget()
        for name in [name for name in rows if name not in kept]:
            row = rows.pop(name)
            if held is not None and row.isAncestorOf(held):
                self.server.look.setFocus(Qt.FocusReason.OtherFocusReason)
            row.hide()
            row.deleteLater()

    def _show_fetch(self) -> None:
        self.server.show_found()
        for row in self.suggestions.values():
            row.show_fetch()
        self._enable_pull()

    def _show_trials(self) -> None:
        for row in self.models.values():
            row.show_trial()

    # What is asked

    def _more(self) -> None:
        first = self._wanted
        self._wanted += _AT_ONCE
        self._show_found()
        first_new = list(self.models.values())[first]
        first_new.try_it.setFocus(Qt.FocusReason.OtherFocusReason)

    def _pull_other(self) -> None:
        name = self.other.text().strip()
        if name and self.pull_other.isEnabled():
            self.other.clear()
            self.other.setFocus(Qt.FocusReason.OtherFocusReason)
            self._choosing.pull(name)

    def _enable_pull(self) -> None:
        free = self._choosing.fetch is None
        self.pull_other.setEnabled(free and bool(self.other.text().strip()))

    # How it is built

    def _make_other(self) -> None:
        self.other = QLineEdit()
        self.other.setAcceptDrops(False)
        self.other.setPlaceholderText(self.tr("Another one of the Ollama library, by its name"))
        self.other.setAccessibleName(self.tr("Name of a model of the Ollama library"))
        self.other.textChanged.connect(self._enable_pull)
        self.other.returnPressed.connect(self._pull_other)
        self.pull_other = QPushButton(self.tr("Pull"))
        self.pull_other.setAccessibleName(self.tr("Pull the model of this name"))
        self.pull_other.clicked.connect(self._pull_other)
        self._enable_pull()

    def _arrange(self) -> None:
        sheet = QWidget(self)  # where it will stand, so that the style is worked out once
        sheet.setObjectName("sheet")
        sheet.setFixedWidth(_WIDTH)
        self._make_area(sheet)
        column = QVBoxLayout(sheet)
        column.setContentsMargins(0, 24, 0, _BELOW)
        column.setSpacing(8)
        column.addLayout(self._head())
        column.addLayout(self._line_of_now())
        column.addSpacing(4)
        self._fill(column)
        column.addStretch(1)

    def _make_area(self, sheet: QWidget) -> None:
        self.area = scroll = QScrollArea(self)
        scroll.setWidget(sheet)
        scroll.setWidgetResizable(True)
        scroll.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scroll)

    def _fill(self, column: QVBoxLayout) -> None:
        self.builtin.details.setText(
            self.tr(
                "Needs no model. It goes by rules: within seconds it picks what a source defines,"
                " its names and terms, and what is said of them. It does not understand what it"
                " reads."
            )
        )
        title = QLabel(self.tr("A model on a server"))
        title.setProperty("tone", "section")
        about = label(
            self.tr(
                "A model sees more than rules do and takes minutes where they take seconds. What it"
                " says is checked: only words of the source reach a page."
            ),
            "secondary",
        )
        self.more.setProperty("tone", "link")
        self.more.clicked.connect(self._more)
        other = QHBoxLayout()
        other.setSpacing(8)
        other.addWidget(self.other, 1)
        other.addWidget(self.pull_other)
        self._offered.column.addLayout(other)
        self._installed.column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        parts = (self.builtin, title, about, self.server, self._installed, self._offered)
        for part in parts:
            column.addWidget(part)
            if part is self.builtin or part is self.server:
                column.addSpacing(8)
        column.addSpacing(4)
        column.addWidget(self.advanced)

    def _head(self) -> QHBoxLayout:
        title = QLabel(self.tr("Who reads your sources"))
        title.setProperty("tone", "title")
        self.away.setAccessibleName(self.tr("Close this place"))
        self.away.setToolTip(self.tr("Close this place (Esc)"))
        self.away.clicked.connect(self.closed)
        icons.put(self.away, "x", size=14)
        row = QHBoxLayout()
        row.addWidget(title)
        row.addStretch(1)
        row.addWidget(self.away)
        return row

    def _line_of_now(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.state, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.now, 1)
        return row


class _Part(QWidget):
    """Rows under a title."""

    def __init__(self, words: str) -> None:
        super().__init__()
        title = QLabel(words)
        title.setProperty("tone", "section")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 4, 0, 4)
        self.column.setSpacing(4)
        self.column.addWidget(title)

    def put(self, place: int, row: Row) -> None:
        """Have ``row`` stand at a place among the rows."""
        if self.column.indexOf(row) != place + 1:
            self.column.insertWidget(place + 1, row)
