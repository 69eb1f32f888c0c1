"""How a place looks in the list: a box to tick, its path, and what would be read there."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from ui import icons
from ui.places.model import PlaceRole
from ui.rows import Index, Rows
from ui.text import place_words
from ui.theme import font
from ui.values import Place

_BOX = 16


class PlaceRows(Rows):
    """Two lines a place."""

    HEIGHT = 48

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        place: Place = index.data(PlaceRole)
        row = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option)
        ticked = index.data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
        self._paint_box(
            painter, QRect(row.left() + 12, row.center().y() - 7, _BOX, _BOX), ticked=ticked
        )
        self._paint_words(painter, row.adjusted(44, 6, -12, -7), place)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        tokens = self._theme.tokens
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        if focused or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(QColor(tokens.accent if focused else tokens.hover))
            painter.setBrush(QColor(tokens.hover))
            painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 1.5, -0.5, -0.5), 6, 6)

    def _paint_box(self, painter: QPainter, box: QRect, *, ticked: bool) -> None:
        tokens = self._theme.tokens
        painter.setPen(QColor(tokens.accent if ticked else tokens.secondary))
        painter.setBrush(QColor(tokens.accent if ticked else tokens.surface))
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        if ticked:
            icons.paint(painter, box.adjusted(2, 2, -2, -2), "check-bold", tokens.on_accent)

    def _paint_words(self, painter: QPainter, room: QRect, place: Place) -> None:
        tokens = self._theme.tokens
        for size, colour, words, at, cut in (
            (13, tokens.text, place.path, Qt.AlignmentFlag.AlignTop, Qt.TextElideMode.ElideMiddle),
            (11, tokens.secondary, place_words(place), Qt.AlignmentFlag.AlignBottom, Qt.TextElideMode.ElideRight),
        ):  # fmt: skip
            painter.setFont(font(size))
            painter.setPen(QColor(colour))
            painter.drawText(room, at, painter.fontMetrics().elidedText(words, cut, room.width()))
