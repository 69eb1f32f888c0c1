"""What can be done about the finding that is selected: it stands on its card."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ui import language, text
from ui.findings.claims import ClaimCard, sides
from ui.findings.fitting import Fitting
from ui.findings.naming import rule_words, way_tip
from ui.findings.values import Finding, Way
from ui.findings.words import page_name
from ui.flow import Flow

HEED = "heed"


class WaysBox(QWidget):
    """The pages that a finding is about, the sides of a disagreement, the fix, and the ways to settle it.

    Tab and the arrows walk through it, Esc leaves it.
    """

    page_wanted = Signal(str)
    obsidian_wanted = Signal(str)
    source_wanted = Signal(object)
    """The words of a side of a disagreement in their source."""

    wanted = Signal(object)
    """A way was chosen; what it changes is to be shown first."""

    done_wanted = Signal(object)
    """A way was chosen that is to be done at once."""

    resized = Signal()
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._finding: Finding | None = None
        self._waiting = False
        self.can_be_ignored = True
        """Whether what is shown is a finding that the person may ignore, and not one that is ignored."""

        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        self._begin()
        self.hide()

    def _begin(self) -> None:
        self.pages: list[QPushButton] = []
        self.ways: list[QPushButton] = []
        self.claims: list[ClaimCard] = []
        self.fix: QPushButton | None = None
        self.preview: QPushButton | None = None
        self.ignore: QPushButton | None = None
        self.ask: _Ask | None = None
        self._inside = QWidget(self)
        self._deeds = QWidget(self._inside)
        self._outer.addWidget(self._inside)

    @property
    def finding(self) -> Finding | None:
        """The one whose ways are shown."""
        return self._finding

    def show_finding(self, finding: Finding | None) -> None:
        """Offer what can be done about another finding, or nothing."""
        if finding == self._finding:
            return
        self._finding = finding
        self._forget()
        if finding is not None:
            self._fill(finding)
        self._inside.show()  # or it would count for nothing where the box is seen already
        self._enable()
        self.setVisible(finding is not None)

    def wait(self, *, waiting: bool) -> None:
        """While a way is being looked at or done, no other one can be chosen."""
        self._waiting = waiting
        if waiting:
            self._let_go()
        self._enable()

    def buttons(self) -> list[QPushButton]:
        """All of them, in the order of the eye."""
        if self.ask:
            return [*self.pages, *(b for card in self.claims for b in card.buttons())]
        return [
            *self.pages,
            *(button for card in self.claims for button in card.buttons()),
            *self._choices(),
        ]

    def _choices(self) -> list[QPushButton]:
        first, last = (self.fix, self.preview), (self.ignore,)
        return [button for button in (*first, *self.ways, *last) if button]

    def height_for(self, width: int) -> int:
        """How much room it takes below the words of its finding."""
        return self._outer.totalHeightForWidth(width) if self._finding else 0

    # How it is filled

    def _fill(self, finding: Finding) -> None:
        column = QVBoxLayout(self._inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(self._page_links(finding))
        for number, (claim, way) in enumerate(sides(finding), 1):
            card = ClaimCard(claim, number, way, self.source_wanted.emit, self.choose, self._inside)
            self.claims.append(card)
            column.addWidget(card)
        if finding.fix_title:
            column.addWidget(_small(language.of(finding.fix_title), self._inside))
        column.addWidget(self._deeds_of(finding))
        _polish(self._inside)

    def _page_links(self, finding: Finding) -> Flow:
        row = Flow()
        for path in filter(None, finding.pages):
            tip = self.tr("Read “%1”; with Ctrl in Obsidian").replace("%1", page_name(path))
            does = partial(self._go, path)
            self.pages.append(Fitting(page_name(path), tip, "link-small", does, self._inside))
            row.addWidget(self.pages[-1])
        return row

    def _deeds_of(self, finding: Finding) -> QWidget:
        row = Flow(self._deeds)
        if finding.can_be_fixed:
            self._offer_fix(finding)
        chosen = [way for _, way in sides(finding) if way]
        self.ways = [self._way(way) for way in finding.ways if way not in chosen]
        if self.can_be_ignored:
            self.ignore = self._ignore(finding)
        for button in self._choices():
            row.addWidget(button)
        return self._deeds

    def _offer_fix(self, finding: Finding) -> None:
        """What is safe is done at once, since undo takes it back; what needs a look is shown first."""
        safe, words = finding.fix_risk == "safe", language.of(finding.fix_title)
        how = self.tr("Done at once; Undo takes it back.") if safe else way_tip("fix")
        does = partial((self.done_wanted if safe else self.wanted).emit, finding.fix)
        tip = f"{words}\n{how}"
        self.fix = Fitting(self.tr("Fix"), tip, "primary-small", does, self._deeds)
        look = partial(self.wanted.emit, finding.fix)
        tip = self.tr("Show what the fix would change")
        self.preview = Fitting(self.tr("Preview"), tip, "small", look, self._deeds)

    def _way(self, way: Way) -> QPushButton:
        words = language.of(way.title) or self.tr("Take back")
        tip = f"{words}\n{way_tip(way.do)}"
        return Fitting(words, tip, "small", partial(self.choose, way), self._deeds)

    def _ignore(self, finding: Finding) -> QPushButton:
        tip = self.tr("Leave it as it is, and show it no more")
        button = Fitting(self.tr("Ignore"), tip, "small", _nothing, self._deeds)
        menu = QMenu(button)
        self.add_ignoring(menu, finding)
        button.setMenu(menu)
        return button

    def add_ignoring(self, menu: QMenu, finding: Finding) -> None:
        """Put into a menu what of a rule can be ignored."""
        rule, page = rule_words(finding.rule), page_name(finding.path)
        here = self.tr("“%1” on “%2”").replace("%1", rule).replace("%2", text.shortened(page, 30))
        choices = (
            (self.tr("Only this one"), finding.ignored()),
            (here, finding.ignored(this=False)),
            (
                self.tr("“%1” everywhere").replace("%1", rule),
                finding.ignored(page=False, this=False),
            ),
        )
        for words, way in choices:
            action = menu.addAction(words)
            action.triggered.connect(partial(self.done_wanted.emit, way))

    # What is chosen

    def choose(self, way: Way) -> None:
        """Ask what a way asks for, or have it looked at; what takes an ignoring back is done at once."""
        if way.asks:
            self._ask(way)
        elif way.do == HEED:
            self.done_wanted.emit(way)
        else:
            self.wanted.emit(way)

    def _ask(self, way: Way) -> None:
        self.ask = _Ask(way, self._inside)
        self.ask.answered.connect(self.wanted)
        self.ask.left.connect(self._stop_asking)
        layout = self._inside.layout()
        assert layout is not None
        layout.addWidget(self.ask)
        _polish(self.ask)
        self._deeds.hide()
        self.ask.show()
        self.resized.emit()
        self.ask.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def _stop_asking(self) -> None:
        if self.ask is None:
            return
        ask, self.ask = self.ask, None
        self._deeds.show()
        asked = next((b for b in self.ways if b.isEnabled()), None)
        if asked:
            asked.setFocus(Qt.FocusReason.OtherFocusReason)
        ask.hide()
        ask.deleteLater()
        self.resized.emit()

    def _go(self, path: str) -> None:
        ctrl = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier
        (self.obsidian_wanted if ctrl else self.page_wanted).emit(path)

    def _forget(self) -> None:
        self._let_go()
        inside = self._inside
        self._outer.removeWidget(inside)
        inside.hide()
        inside.deleteLater()
        self._begin()

    def _let_go(self) -> None:
        """Give the keyboard back, rather than to whatever follows a button that cannot have it."""
        asked = self.ask is not None and self.ask.line.hasFocus()
        if asked or any(button.hasFocus() for button in self.buttons()):
            self.left.emit()

    def _enable(self) -> None:
        holds = [card.holds for card in self.claims if card.holds]
        for button in (*self._choices(), *holds):
            button.setEnabled(not self._waiting)
        if self.ask:
            self.ask.setEnabled(not self._waiting)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Left: -1}
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in steps:
            self._walk(steps[Qt.Key(event.key())])
        else:
            event.ignore()

    def _walk(self, by: int) -> None:
        able = [button for button in self.buttons() if button.isEnabled()]
        at = next((row for row, button in enumerate(able) if button.hasFocus()), -by)
        if 0 <= at + by < len(able):
            able[at + by].setFocus(Qt.FocusReason.TabFocusReason)
        elif by < 0:
            self.left.emit()


class _Ask(QWidget):
    """A question that a way asks, with a line for the answer; Enter gives it, Esc leaves it."""

    answered = Signal(object)
    left = Signal()

    def __init__(self, way: Way, parent: QWidget) -> None:
        super().__init__(parent)
        self._way = way
        question = language.of(way.asks)
        self.line = QLineEdit(self)
        self.line.setAccessibleName(question)
        self.line.returnPressed.connect(self._answer)
        self.line.textChanged.connect(self._able)
        self.give = Fitting(self.tr("Go on"), question, "primary-small", self._answer, self)
        self.back = Fitting(self.tr("Cancel"), self.tr("Cancel"), "small", self.left.emit, self)
        buttons = Flow()
        for button in (self.give, self.back):
            buttons.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(_small(question, self))
        column.addWidget(self.line)
        column.addLayout(buttons)
        self._able()

    def _answer(self) -> None:
        words = self.line.text().strip()
        if words:
            self.answered.emit(self._way._replace(about=(*self._way.about, words), asks=""))

    def _able(self) -> None:
        self.give.setEnabled(bool(self.line.text().strip()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def _polish(root: QWidget) -> None:
    """Give all below their fonts now, or they would be measured with others."""
    for child in root.findChildren(QWidget):
        child.ensurePolished()


def _small(words: str, parent: QWidget) -> QLabel:
    label = QLabel(words, parent)
    label.setProperty("tone", "small")
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def _nothing() -> None:
    """A menu does it."""
