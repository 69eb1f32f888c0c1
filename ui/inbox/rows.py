"""How a source looks in the queue, and which part of its row was clicked."""

from enum import Enum, auto

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from app.compiler.standing import Status
from ui import icons, text
from ui.inbox.model import ItemRole, ShareRole
from ui.rows import Index, Rows
from ui.theme import font
from ui.values import Item

_INSET = 16
_BUTTON = 76


class Part(Enum):
    """What a row offers to a click."""

    RESULT = auto()
    BUTTON = auto()


class SourceRows(Rows):
    """Draws name and state; a result is a link, and what can be stopped or retried has a button."""

    HEIGHT = 56

    def part_at(self, index: Index, place: QPoint) -> Part | None:
        """What is at ``place`` in the row of ``index``."""
        item: Item = index.data(ItemRole)
        row = self._view.visualRect(index)
        if self._button_words(item) and _button(row).contains(place):
            return Part.BUTTON
        return Part.RESULT if item.result and _result(row, item).contains(place) else None

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        item: Item = index.data(ItemRole)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option)
        self._paint_status(painter, option.rect, item)
        self._paint_words(painter, option.rect, item)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if hovered and item.status is Status.WAITING:
            self._paint_handle(painter, option.rect)
        if item.status is Status.WORKING and item.total:
            self._paint_bar(painter, option.rect, index.data(ShareRole))
        if self._button_words(item):
            self._paint_button(painter, option.rect, self._button_words(item))
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        tokens, row = self._theme.tokens, option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        if selected or focused or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(QColor(tokens.accent) if focused else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.selected if selected else tokens.hover))
            painter.drawRoundedRect(row.adjusted(1, 1, -2, -3), 6, 6)
        painter.fillRect(
            QRect(row.left() + _INSET, row.bottom(), row.width() - 2 * _INSET, 1),
            QColor(tokens.hairline),
        )

    def _paint_status(self, painter: QPainter, row: QRect, item: Item) -> None:
        tokens = self._theme.tokens
        colour = {
            Status.WORKING: tokens.accent,
            Status.COMPILED: tokens.good,
            Status.REFUSED: tokens.warning,
            Status.FAILED: tokens.error,
        }.get(item.status, tokens.secondary)
        if item.waits_for_server:
            colour = tokens.warning
        place = QRect(row.left() + _INSET, row.center().y() - 9, 18, 18)
        name = "clock" if item.waits_for_server else text.STATUS_ICONS[item.status]
        icons.paint(painter, place, name, colour)

    def _paint_handle(self, painter: QPainter, row: QRect) -> None:
        """What can be dragged says so when the mouse is over it."""
        place = QRect(row.left() + 1, row.center().y() - 7, 14, 14)
        icons.paint(painter, place, "dots-six-vertical", self._theme.tokens.secondary)

    def _paint_words(self, painter: QPainter, row: QRect, item: Item) -> None:
        tokens, room = self._theme.tokens, _words(row, item)
        painter.setFont(font(13))
        painter.setPen(QColor(tokens.text))
        name = painter.fontMetrics().elidedText(
            item.name, Qt.TextElideMode.ElideMiddle, room.width()
        )
        painter.drawText(room.adjusted(0, 9, 0, -27), Qt.AlignmentFlag.AlignVCenter, name)
        colour = tokens.accent if item.result else tokens.secondary
        if item.status is Status.FAILED:
            colour = tokens.error
        painter.setFont(font(11))
        painter.setPen(QColor(colour))
        words = painter.fontMetrics().elidedText(
            text.item_words(item), Qt.TextElideMode.ElideRight, room.width()
        )
        line = room.adjusted(0, 28, 0, -9)
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, words)
        self._paint_cost(painter, line, item)

    def _paint_cost(self, painter: QPainter, line: QRect, item: Item) -> None:
        """Who read it, behind what came of it: worth knowing, and nothing to be clicked."""
        if not text.cost_words(item):
            return
        line = line.adjusted(_result_width(item), 0, 0, 0)
        words = painter.fontMetrics().elidedText(
            f"  ·  {text.cost_words(item)}", Qt.TextElideMode.ElideRight, line.width()
        )
        painter.setPen(QColor(self._theme.tokens.secondary))
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_bar(self, painter: QPainter, row: QRect, share: float) -> None:
        tokens = self._theme.tokens
        whole = QRect(row.right() - _INSET - _BUTTON - 140, row.center().y() - 1, 120, 4)
        done = QRect(whole)
        done.setWidth(max(4, round(whole.width() * share)))
        painter.setPen(Qt.PenStyle.NoPen)
        for bar, colour in ((whole, tokens.hairline), (done, tokens.accent)):
            painter.setBrush(QColor(colour))
            painter.drawRoundedRect(bar, 2, 2)

    def _paint_button(self, painter: QPainter, row: QRect, words: str) -> None:
        tokens, box = self._theme.tokens, _button(row)
        painter.setPen(QColor(tokens.hairline))
        painter.setBrush(QColor(tokens.raised))
        painter.drawRoundedRect(box, 6, 6)
        painter.setFont(font(11))
        painter.setPen(QColor(tokens.text))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

    def _button_words(self, item: Item) -> str:
        if item.status.open:
            return self.tr("Stop")
        return self.tr("Try again") if item.may_be_retried else ""


def _button(row: QRect) -> QRect:
    return QRect(row.right() - _INSET - _BUTTON, row.center().y() - 13, _BUTTON, 26)


def _words(row: QRect, item: Item) -> QRect:
    taken = 0 if item.status is Status.COMPILED else _BUTTON + 12
    if item.status is Status.WORKING and item.total:
        taken += 152
    return row.adjusted(_INSET + 32, 0, -_INSET - taken, 0)


def _result(row: QRect, item: Item) -> QRect:
    return QRect(row.left() + _INSET + 32, row.top() + 26, _result_width(item), 22)


def _result_width(item: Item) -> int:
    return QFontMetrics(font(11)).horizontalAdvance(text.item_words(item))
