"""Settings and keys on one sheet: what is changed here changes at once."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.settings import SIZES
from ui import icons, language, text
from ui.language import NAMES
from ui.reader.model import Choosing
from ui.settings.model import Choices

_WIDTH = 560
_FIRST = 168


class SettingsPanel(QWidget):
    """A sheet with the choices, and the list of keys below them."""

    closed = Signal()
    """The person is done here."""

    def __init__(self, choices: Choices, choosing: Choosing, actions: dict[str, QAction]) -> None:
        super().__init__()
        self.setObjectName("settings")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._choices, self._choosing = choices, choosing
        self.themes = self._row(
            self.tr("Theme"),
            {
                "system": self.tr("As the system"),
                "light": self.tr("Light"),
                "dark": self.tr("Dark"),
            },
            choices.choose_theme,
        )
        self.languages = self._row(
            self.tr("Language"),
            {"system": self.tr("As the system"), **NAMES},
            choices.choose_language,
        )
        self.typefaces = self._row(
            self.tr("Typeface of pages"),
            {"sans": self.tr("Sans serif"), "serif": self.tr("Serif")},
            self._choose_typeface,
        )
        self.smaller = self._button("minus", self.tr("Smaller text"), actions["smaller"])
        self.larger = self._button("plus", self.tr("Larger text"), actions["larger"])
        self.size_of_text = QLabel()
        self.reader = QLabel()
        self.reader.setWordWrap(True)
        self.choose_reader = QPushButton(self.tr("Choose…"))
        self.choose_reader.setAccessibleName(actions["reader"].text())
        self.choose_reader.clicked.connect(actions["reader"].trigger)
        self._keys_title = self._section(self.tr("Keyboard"))
        self._scroll = QScrollArea()
        self._arrange(actions)
        self.show_choices()
        choices.changed.connect(self.show_choices)
        choosing.reader_changed.connect(self._show_reader)
        self._show_reader()

    def show_choices(self) -> None:
        """Show what is chosen, wherever it was chosen."""
        chosen = self._choices.settings
        face = "serif" if chosen.serif else "sans"
        for row, name in (
            (self.themes, chosen.theme),
            (self.languages, chosen.language),
            (self.typefaces, face),
        ):
            row[name].setChecked(True)
        words = self.tr("%1 pixels").replace("%1", str(chosen.text_size))
        self.size_of_text.setText(words)
        self.smaller.setEnabled(chosen.text_size > SIZES[0])
        self.larger.setEnabled(chosen.text_size < SIZES[-1])

    def _show_reader(self) -> None:
        """Who reads; a vault must be open for anybody to read and be chosen."""
        known = self._choosing.reader.words
        waits = self.tr("Open a vault to choose who reads its sources.")
        self.reader.setText(language.of(known) if known else waits)
        self.choose_reader.setVisible(bool(known))

    def focus_first(self) -> QWidget:
        """Where the keyboard begins: the theme that is chosen."""
        return self.themes[self._choices.settings.theme]

    def show_keys(self) -> None:
        """Scroll to the list of keys, and let the arrows scroll it."""
        self._scroll.setFocus(Qt.FocusReason.ShortcutFocusReason)
        bar = self._scroll.verticalScrollBar()
        bar.setValue(self._keys_title.y() - 24)

    def _row(
        self, title: str, names: dict[str, str], choose: Callable[[str], None]
    ) -> dict[str, QRadioButton]:
        """One of a few, side by side; the arrows walk them."""
        group = QButtonGroup(self)
        made = {}
        for name, words in names.items():
            made[name] = QRadioButton(words)
            made[name].setAccessibleName(text.of(title, words))
            made[name].toggled.connect(_chooser(choose, name))
            group.addButton(made[name])
        return made

    def _choose_typeface(self, name: str) -> None:
        self._choices.choose_serif(name == "serif")

    def _button(self, icon: str, words: str, action: QAction) -> QToolButton:
        button = QToolButton()
        button.setAccessibleName(words)
        button.setToolTip(f"{words} ({action.shortcut().toString()})")
        button.clicked.connect(action.trigger)
        icons.put(button, icon, size=14)
        return button

    def _section(self, words: str) -> QLabel:
        label = QLabel(words)
        label.setProperty("tone", "section")
        return label

    def _arrange(self, actions: dict[str, QAction]) -> None:
        sheet = QWidget()
        sheet.setObjectName("sheet")
        sheet.setFixedWidth(_WIDTH)
        column = QVBoxLayout(sheet)
        column.setContentsMargins(0, 24, 0, 32)
        column.setSpacing(12)
        column.addLayout(self._head())
        column.addSpacing(4)
        column.addLayout(self._choices_grid())
        column.addSpacing(12)
        column.addWidget(_line())
        column.addSpacing(4)
        column.addWidget(self._keys_title)
        column.addLayout(self._keys(actions.values()))
        column.addStretch(1)
        self._scroll.setWidget(sheet)
        self._scroll.setWidgetResizable(True)
        self._scroll.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setAccessibleName(self.tr("Settings and keys"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._scroll)

    def _head(self) -> QHBoxLayout:
        title = QLabel(self.tr("Settings"))
        title.setProperty("tone", "title")
        away = QToolButton()
        away.setAccessibleName(self.tr("Close settings"))
        away.setToolTip(self.tr("Close settings (Esc)"))
        away.clicked.connect(self.closed)
        icons.put(away, "x", size=14)
        row = QHBoxLayout()
        row.addWidget(title)
        row.addStretch(1)
        row.addWidget(away)
        return row

    def _choices_grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setColumnMinimumWidth(0, _FIRST)
        grid.setColumnStretch(1, 1)
        grid.setVerticalSpacing(12)
        size = (self.smaller, self.size_of_text, self.larger)
        reader = (self.reader, self.choose_reader)
        rows: tuple[tuple[str, Iterable[QWidget]], ...] = (
            (self.tr("Theme"), self.themes.values()),
            (self.tr("Language"), self.languages.values()),
            (self.tr("Typeface of pages"), self.typefaces.values()),
            (self.tr("Text of pages"), size),
            (self.tr("Reader"), reader),
        )
        for number, (words, widgets) in enumerate(rows):
            grid.addWidget(QLabel(words), number, 0)
            row = QHBoxLayout()
            row.setSpacing(16 if widgets is not size else 8)
            for widget in widgets:
                row.addWidget(widget, widget is self.reader)  # it wraps where it is long
            row.addStretch(widgets is not reader)
            grid.addLayout(row, number, 1)
        return grid

    def _keys(self, actions: Iterable[QAction]) -> QGridLayout:
        """Every action that has keys, as the table of actions gives them."""
        grid = QGridLayout()
        grid.setColumnStretch(0, 1)
        grid.setVerticalSpacing(6)
        able = [action for action in actions if not action.shortcut().isEmpty()]
        for row, action in enumerate(able):
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            pressed = QLabel(keys)
            pressed.setProperty("tone", "key")
            grid.addWidget(QLabel(action.text()), row, 0)
            grid.addWidget(pressed, row, 1, Qt.AlignmentFlag.AlignRight)
        for row, (words, keys) in enumerate(self._other_keys(), len(able)):
            pressed = QLabel(keys)
            pressed.setProperty("tone", "key")
            grid.addWidget(QLabel(words), row, 0)
            grid.addWidget(pressed, row, 1, Qt.AlignmentFlag.AlignRight)
        return grid

    def _other_keys(self) -> tuple[tuple[str, str], ...]:
        """Keys that belong to what has the focus."""
        return (
            (self.tr("Open what is chosen in a list"), self.tr("Enter")),
            (self.tr("Stop a source, or take it off the queue"), self.tr("Delete")),
            (self.tr("Next link on a page"), self.tr("Tab")),
            (self.tr("The menu of what is chosen"), self.tr("Shift+F10")),
            (self.tr("Close a message, a source or the settings"), self.tr("Esc")),
        )


def _chooser(choose: Callable[[str], None], name: str) -> Callable[[bool], None]:
    def chosen(on: bool) -> None:  # noqa: FBT001 - Qt says whether it was turned on
        if on:
            choose(name)

    return chosen


def _line() -> QFrame:
    line = QFrame()
    line.setObjectName("hairline")
    line.setFixedHeight(1)
    return line
