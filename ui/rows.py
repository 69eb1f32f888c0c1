"""What the rows of every list have in common."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem

from ui.matching import Span
from ui.theme import Theme

Index = QModelIndex | QPersistentModelIndex


class Rows(QStyledItemDelegate):
    """Drawn with the theme's colours; all as high as ``HEIGHT`` says."""

    HEIGHT = 0

    def __init__(self, view: QAbstractItemView, theme: Theme) -> None:
        super().__init__(view)
        self._view, self._theme = view, theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, self.HEIGHT)

    def paint_found(
        self, painter: QPainter, room: QRect, words: str, found: Sequence[Span], colour: str
    ) -> None:
        """Words in one line, as by a marker pen where they were found; what has no room is cut."""
        measure = painter.fontMetrics()
        shown = measure.elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        kept = len(shown) if shown == words else max(len(shown) - 1, 0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._theme.tokens.quoted))
        for start, end in found:
            if start >= kept:
                continue
            left = measure.horizontalAdvance(words[:start])
            width = measure.horizontalAdvance(words[: min(end, kept)]) - left
            top = room.center().y() - measure.height() / 2
            painter.drawRoundedRect(
                QRectF(room.left() + left - 1, top, width + 2, measure.height()), 3, 3
            )
        painter.setPen(QColor(colour))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
