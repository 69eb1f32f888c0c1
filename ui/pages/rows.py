"""How a group and a page look in the list."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from ui import icons, text
from ui.pages.model import CountRole, FreshRole, KindRole, Match, MatchRole, PageRole
from ui.rows import Index, Rows
from ui.theme import font

_INSET = 12


class PageRows(Rows):
    """Draws rows with the theme's colours; heads have a fold mark, an icon and a count."""

    HEIGHT = 30  # one for all, or Qt measures every row of a large vault

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        row = QRect(0, option.rect.top(), self._view.viewport().width(), option.rect.height())
        self._paint_ground(painter, option, row)
        if index.parent().isValid():
            self._paint_page(painter, option, row, index)
        else:
            self._paint_group(painter, option, row, index)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, row: QRect) -> None:
        tokens = self._theme.tokens
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        box = row.adjusted(6, 1, -6, -1)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if selected or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.selected if selected else tokens.hover))
            painter.drawRoundedRect(box, 6, 6)
        if focused:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QColor(tokens.accent))
            painter.drawRoundedRect(box, 6, 6)

    def _paint_group(
        self, painter: QPainter, option: QStyleOptionViewItem, row: QRect, index: Index
    ) -> None:
        tokens, kind = self._theme.tokens, str(index.data(KindRole))
        centre = row.center().y()
        opened = bool(option.state & QStyle.StateFlag.State_Open)
        fold = "caret-down" if opened else "caret-right"
        icons.paint(painter, QRect(_INSET, centre - 6, 12, 12), fold, tokens.secondary)
        mark = QRect(_INSET + 18, centre - 8, 16, 16)
        icons.paint(painter, mark, text.KIND_ICONS[kind], tokens.of_kind(kind))
        painter.setFont(font(12, strong=True))
        painter.setPen(QColor(tokens.text))
        words = row.adjusted(_INSET + 42, 0, -_INSET - 40, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, str(index.data()))
        painter.setFont(font(11))
        painter.setPen(QColor(tokens.secondary))
        count = row.adjusted(0, 0, -_INSET - 4, 0)
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(count, align, f"{index.data(CountRole):,}")

    def _paint_page(
        self, painter: QPainter, option: QStyleOptionViewItem, row: QRect, index: Index
    ) -> None:
        tokens, page = self._theme.tokens, index.data(PageRole)
        room = row.adjusted(_INSET + 24, 0, -_INSET - 4, 0)
        if page and page.disputed:
            mark = QRect(room.right() - 13, row.center().y() - 6, 14, 14)
            icons.paint(painter, mark, "warning", tokens.warning)
            room.setRight(mark.left() - 6)
        if index.data(FreshRole):
            self._paint_dot(painter, row)
        match: Match | None = index.data(MatchRole)
        if match and match.alias:
            room = self._paint_alias(painter, room, match)
        painter.setFont(font(13))
        found = match.title if match else ()
        colour = tokens.text if page else tokens.secondary
        self.paint_found(painter, room, str(index.data()), found, colour)

    def _paint_alias(self, painter: QPainter, room: QRect, match: Match) -> QRect:
        """The other name that was found, at the right; the room that is left for the title."""
        painter.setFont(font(11))
        width = min(painter.fontMetrics().horizontalAdvance(match.alias) + 2, room.width() // 2)
        place = QRect(room.right() - width, room.top(), width, room.height())
        self.paint_found(painter, place, match.alias, match.in_alias, self._theme.tokens.secondary)
        return room.adjusted(0, 0, -width - 10, 0)

    def _paint_dot(self, painter: QPainter, row: QRect) -> None:
        """New or changed, and not visited yet."""
        colour = QColor(self._theme.tokens.accent)
        painter.setPen(colour)
        painter.setBrush(colour)
        painter.drawEllipse(QRect(_INSET + 11, row.center().y() - 2, 5, 5))
