"""What can be chosen to settle the finding that is selected: buttons on its card."""

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QStyleOptionButton, QWidget

from ui import language, text
from ui.findings.model import page_name
from ui.theme import font
from ui.values import Finding, Way

_GAP = 6
_LINE = 26
_INSIDE = {"small": 22, "link-small": 4}
"""Left and right of a button's words: padding and border, as the style sheet has them."""

_PIXELS = {"small": 12, "link-small": 11}


class WaysBox(QWidget):
    """The pages that a finding is about, where there are several, and the ways to settle it.

    It stands on the card of the selected finding; Tab and the arrows walk through it, Esc leaves it.
    """

    page_wanted = Signal(str)
    wanted = Signal(object)
    """A way was chosen."""

    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._finding: Finding | None = None
        self._waiting = False
        self.pages: list[QPushButton] = []
        self.ways: list[QPushButton] = []
        self.hide()

    @property
    def finding(self) -> Finding | None:
        """The one whose ways are shown."""
        return self._finding

    def show_finding(self, finding: Finding | None) -> None:
        """Offer the ways of another finding, or none."""
        if finding is not None and not has_more(finding):
            finding = None
        if finding == self._finding:
            return
        self._finding = finding
        self._forget()
        if finding is not None:
            self.pages = [self._page(path) for path in finding.pages] if finding.also else []
            self.ways = [self._way(way) for way in finding.ways]
        self._settle()
        self.setVisible(finding is not None)

    def wait(self, *, waiting: bool) -> None:
        """While a way is being looked at or done, no other one can be chosen."""
        self._waiting = waiting
        if waiting:
            self._let_go()
        self._settle()

    def buttons(self) -> list[QPushButton]:
        """All of them, in the order of the eye."""
        return [*self.pages, *self.ways]

    def height_for(self, finding: Finding, width: int) -> int:
        """How much room the ways of a finding take below its words."""
        return _laid(_widths(finding), width)[1] if has_more(finding) else 0

    def _forget(self) -> None:
        self._let_go()
        for button in self.buttons():
            button.hide()
            button.deleteLater()
        self.pages, self.ways = [], []

    def _let_go(self) -> None:
        """Give the keyboard back, rather than to whatever follows a button that cannot have it."""
        if any(button.hasFocus() for button in self.buttons()):
            self.left.emit()

    def _page(self, path: str) -> QPushButton:
        tip = self.tr("Read “%1”").replace("%1", page_name(path))
        return self._button(
            page_name(path), tip, "link-small", partial(self.page_wanted.emit, path)
        )

    def _way(self, way: Way) -> QPushButton:
        words = language.of(way.title)
        tip = f"{words}\n{text.way_tip(way.do)}"
        return self._button(words, tip, "small", partial(self.wanted.emit, way))

    def _button(self, words: str, tip: str, tone: str, does: Callable[[], object]) -> "QPushButton":
        button = _Fitting(words, _PIXELS[tone], self)
        button.setProperty("tone", tone)
        button.setAccessibleName(words)
        button.setAccessibleDescription(tip)
        button.setToolTip(tip)
        button.setAutoDefault(True)  # Enter presses it, as the space bar does
        button.clicked.connect(does)
        return button

    def _settle(self) -> None:
        for button in self.ways:
            button.setEnabled(not self._waiting)
        if self._finding is None:
            return
        places, _ = _laid(_widths(self._finding), self.width())
        for button, place in zip(self.buttons(), places, strict=True):
            button.setGeometry(place)
            button.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._settle()

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


class _Fitting(QPushButton):
    """A button whose words are cut where there is no room for them."""

    def __init__(self, words: str, pixels: int, parent: QWidget) -> None:
        super().__init__(words, parent)
        self._measure = QFontMetrics(font(pixels))

    def initStyleOption(self, option: QStyleOptionButton) -> None:
        super().initStyleOption(option)
        room = self.width() - _INSIDE[self.property("tone")] + 1
        elide = Qt.TextElideMode.ElideMiddle
        option.text = self._measure.elidedText(option.text, elide, room)


def has_more(finding: Finding) -> bool:
    """Whether there is something to choose, or another page to read."""
    return bool(finding.ways or finding.also)


def _widths(finding: Finding) -> Iterator[tuple[int, bool]]:
    """How wide each button wants to be, and whether a line begins with it."""
    for path in finding.pages if finding.also else ():
        yield _width(page_name(path), "link-small"), False
    for at, way in enumerate(finding.ways):
        yield _width(language.of(way.title), "small"), at == 0


def _width(words: str, tone: str) -> int:
    return QFontMetrics(font(_PIXELS[tone])).horizontalAdvance(words) + _INSIDE[tone]


def _laid(widths: Iterator[tuple[int, bool]], room: int) -> tuple[list[QRect], int]:
    """Buttons side by side as long as there is room, and how high all of them are."""
    places: list[QRect] = []
    left, top = 0, 0
    for wanted, begins in widths:
        width = min(wanted, room)
        if places and (begins or left + width > room):
            left, top = 0, top + _LINE + _GAP
        places.append(QRect(QPoint(left, top), QSize(width, _LINE)))
        left += width + _GAP
    return places, top + _LINE
