"""Widgets side by side as long as there is room, then in the next line."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class Flow(QLayout):
    """As words flow in a paragraph; what is wider than the room is made as wide as the room."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._lay(QRect(0, 0, width, 0), _nowhere)

    def setGeometry(self, place: QRect) -> None:
        super().setGeometry(place)
        self._lay(place, QLayoutItem.setGeometry)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        heights = [item.sizeHint().height() for item in self._items if not item.isEmpty()]
        return QSize(40, max(heights, default=0))

    def _lay(self, room: QRect, put: Callable[[QLayoutItem, QRect], object]) -> int:
        """Put each item where it belongs, those of a line on its middle; how high all of them are."""
        top = 0
        for line in self._lines(room.width()):
            height = max(size.height() for _, size in line)
            left = 0
            for item, size in line:
                place = QPoint(left, top + (height - size.height()) // 2)
                put(item, QRect(room.topLeft() + place, size))
                left += size.width() + self._gap
            top += height + self._gap
        return max(top - self._gap, 0)

    def _lines(self, room: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """The items that stand side by side, line by line, with the sizes that they get."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        left = 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint()
            size.setWidth(min(size.width(), room))
            if not lines or left + size.width() > room:
                lines.append([])
                left = 0
            lines[-1].append((item, size))
            left += size.width() + self._gap
        return lines


def _nowhere(_item: QLayoutItem, _place: QRect) -> None:
    """Only the height was asked for."""
