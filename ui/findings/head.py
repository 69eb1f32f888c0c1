"""The head of the findings: how many there are, and what of them is shown."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QActionGroup, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui import icons, text
from ui.findings.sorting import BY_PAGE, BY_RULE, SEVERITIES, Showing
from ui.theme import Theme

_MARK = 15


class FindingsHead(QWidget):
    """Says what the person wants to see."""

    wanted = Signal(object)
    """Another ``Showing``; which page is shown is not for this to say."""

    only_wanted = Signal(bool)
    """Only the findings of the page that is read, or all."""

    own_wanted = Signal(bool)
    ignored_wanted = Signal()
    fold_wanted = Signal(bool)
    hidden_by_person = Signal()
    left = Signal()
    """Down or Enter in the filter: the keyboard is for the list."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._showing = Showing()
        self.count = QLabel("0")
        self.count.setProperty("tone", "secondary")
        self.filter = _Filter()
        self.filter.setClearButtonEnabled(True)
        self.filter.setPlaceholderText(self.tr("Filter findings"))
        self.filter.setAccessibleName(self.tr("Filter findings"))
        self.filter.setAcceptDrops(False)
        self.filter.textChanged.connect(self._type)
        self.filter.left.connect(self.left)
        self.severities = {name: self._severity(name) for name in SEVERITIES}
        self.only = self._only()
        self.more = self._tool("dots-three", self.tr("What is shown of the findings"), size=16)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._make_menu()
        self._arrange()
        theme.changed.connect(self._tint)
        self._tint()

    @property
    def showing(self) -> Showing:
        """What the person chose here."""
        return self._showing

    def choose(self, showing: Showing) -> None:
        """Show other choices, as they are remembered."""
        self._showing = showing
        for name, chip in self.severities.items():
            chip.setChecked(name not in showing.hidden)
        self.filter.setText(showing.typed)
        self._mark_group()

    def group(self, by: str) -> None:
        """Have findings stand by rule or by page."""
        self._want(replace(self._showing, by=by, folded=frozenset()))
        self._mark_group()

    def show_all(self) -> None:
        """Leave out nothing."""
        self.choose(replace(self._showing, hidden=frozenset(), typed=""))
        self.wanted.emit(self._showing)
        self.only.setChecked(False)

    def tell(self, counts: dict[str, int], shown: int, here: int) -> None:
        """Say how many there are of each severity, how many are shown, and how many the page has."""
        whole = sum(counts.values())
        words = self.tr("%1 of %2") if shown != whole else "%2"
        self.count.setText(words.replace("%1", f"{shown:,}").replace("%2", f"{whole:,}"))
        for name, chip in self.severities.items():
            number = counts.get(name, 0)
            chip.setText(f"{number:,}")
            chip.setAccessibleName(text.of(text.severities_word(name), f"{number:,}"))
        self.only.setText(self.tr("This page %1").replace("%1", f"{here:,}"))

    # How it is built

    def _severity(self, name: str) -> QToolButton:
        chip = QToolButton()
        chip.setObjectName("severity")
        chip.setCheckable(True)
        chip.setChecked(True)
        chip.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        chip.setIconSize(QSize(_MARK, _MARK))
        words = self.tr("Show or leave out: %1").replace("%1", text.severities_word(name))
        chip.setToolTip(words)
        chip.clicked.connect(self._choose_severities)
        return chip

    def _only(self) -> QToolButton:
        only = QToolButton()
        only.setObjectName("severity")
        only.setCheckable(True)
        only.setToolTip(self.tr("Only what is wrong with the page that is read"))
        only.setAccessibleDescription(only.toolTip())
        only.toggled.connect(self.only_wanted)
        return only

    def _tool(self, icon: str, words: str, *, size: int = 14) -> QToolButton:
        button = QToolButton()
        button.setAccessibleName(words)
        button.setToolTip(words)
        icons.put(button, icon, size=size)
        return button

    def _make_menu(self) -> None:
        menu = QMenu(self)
        group = QActionGroup(menu)
        self.by = {
            BY_RULE: group.addAction(self.tr("By rule")),
            BY_PAGE: group.addAction(self.tr("By page")),
        }
        for by, action in self.by.items():
            action.setCheckable(True)
            action.triggered.connect(lambda _=False, by=by: self.group(by))
            menu.addAction(action)
        menu.addSeparator()
        for words, folded in ((self.tr("Fold all"), True), (self.tr("Unfold all"), False)):
            menu.addAction(words).triggered.connect(partial(self._fold, folded=folded))
        menu.addSeparator()
        self.own = menu.addAction(self.tr("Also my own notes"))
        self.own.setCheckable(True)
        self.own.toggled.connect(self.own_wanted)
        self.ignored = menu.addAction(self.tr("What is ignored…"))
        self.ignored.triggered.connect(self._ask_ignored)
        self.more.setMenu(menu)
        self._mark_group()

    def _fold(self, _checked: object = None, *, folded: bool) -> None:
        self.fold_wanted.emit(folded)

    def _ask_ignored(self) -> None:
        self.ignored_wanted.emit()

    def _arrange(self) -> None:
        title = QLabel(self.tr("Findings"))
        title.setProperty("tone", "section")
        away = self._tool("x", self.tr("Hide findings"))
        away.setToolTip(self.tr("Hide findings (F8)"))
        away.clicked.connect(self.hidden_by_person)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(title)
        top.addWidget(self.count)
        top.addStretch(1)
        top.addWidget(self.more)
        top.addWidget(away)
        chips = QHBoxLayout()
        chips.setSpacing(2)
        for chip in self.severities.values():
            chips.addWidget(chip)
        chips.addStretch(1)
        chips.addWidget(self.only)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 8, 4)
        column.setSpacing(6)
        top.setContentsMargins(4, 0, 0, 0)
        column.addLayout(top)
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 4, 0)
        line.addWidget(self.filter)
        column.addLayout(line)
        chips.setContentsMargins(0, 0, 4, 0)
        column.addLayout(chips)

    # What is chosen

    def _choose_severities(self) -> None:
        hidden = frozenset(n for n, chip in self.severities.items() if not chip.isChecked())
        self._want(replace(self._showing, hidden=hidden))

    def _type(self, typed: str) -> None:
        self._want(replace(self._showing, typed=typed))

    def _want(self, showing: Showing) -> None:
        if showing != self._showing:
            self._showing = showing
            self.wanted.emit(showing)

    def _mark_group(self) -> None:
        self.by[self._showing.by].setChecked(True)

    def _tint(self) -> None:
        tokens = self._theme.tokens
        for name, chip in self.severities.items():
            glyph, colour = text.SEVERITY_ICONS[name], tokens.of_severity(name)
            chip.setIcon(icons.icon(glyph, colour, tokens.disabled, chip.iconSize()))


class _Filter(QLineEdit):
    """Down and Enter lead to what was found; Esc empties it first."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)
