"""Buttons on a card: small, cut where there is no room for their words, pressed by Enter as well."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QPushButton, QStyleOptionButton, QWidget

from ui.theme import font

_INSIDE = {"small": 22, "primary-small": 22, "link-small": 4}
"""Left and right of a button's words: padding and border, as the style sheet has them."""

_PIXELS = {"small": 12, "primary-small": 12, "link-small": 11}
_LINE = {"small": 26, "primary-small": 26, "link-small": 22}


class Fitting(QPushButton):
    """Says all of its words to who hovers over it or hears it."""

    def __init__(
        self, words: str, tip: str, tone: str, does: Callable[[], object], parent: QWidget
    ) -> None:
        super().__init__(words, parent)
        self._tone = tone
        self._measure = QFontMetrics(font(_PIXELS[tone], strong=tone.startswith("primary")))
        self.setProperty("tone", tone)
        self.setAccessibleName(words)
        self.setAccessibleDescription(tip)
        self.setToolTip(tip)
        self.setAutoDefault(True)  # Enter presses it, as the space bar does
        self._does = does
        self.clicked.connect(self._press)

    def _press(self) -> None:
        self._does()

    def sizeHint(self) -> QSize:
        width = self._measure.horizontalAdvance(self.text()) + _INSIDE[self._tone]
        more = 14 if self.menu() else 0
        return QSize(width + more, _LINE[self._tone])

    def minimumSizeHint(self) -> QSize:
        return QSize(24, _LINE[self._tone])

    def initStyleOption(self, option: QStyleOptionButton) -> None:
        super().initStyleOption(option)
        room = self.width() - _INSIDE[self._tone] + 1
        option.text = self._measure.elidedText(option.text, Qt.TextElideMode.ElideMiddle, room)
