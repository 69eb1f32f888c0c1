"""How a page that would change looks, and a line of it that goes or comes."""

import re
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyleOptionViewItem

from ui import icons, text
from ui.matching import Span
from ui.rows import Index, Rows
from ui.settling.model import Head, Line, RowRole, changed_words
from ui.theme import Theme, font

_MARK = re.compile(r"\[\^[^\]\s]+\]:?|\^[\w-]+$")
"""Footnote marks, and the ids of blocks: they are not read."""

_SIGN = 22
_PAD = 3
_GAP = 8


class ChangeRows(Rows):
    """Draws lines as a reader of changes knows them: with a sign and a ground, marks quiet."""

    HEIGHT = 38

    def __init__(self, view: QAbstractItemView, theme: Theme) -> None:
        super().__init__(view, theme)
        self._heights: dict[tuple[str, int], int] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: Head | Line = index.data(RowRole)
        if isinstance(row, Head):
            return super().sizeHint(option, index)
        room = self._room(self._view.viewport().width())
        height = self._heights.get((row.words, room))
        if height is None:
            height = self._heights[row.words, room] = round(self._lay_out(row, room, ())[1])
        return QSize(0, height + 2 * _PAD + (_GAP if row.begins else 0))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Head | Line = index.data(RowRole)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, Head):
            self._paint_head(painter, option, row)
        else:
            top = _GAP if row.begins else 0
            focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
            self._paint_line(painter, option.rect.adjusted(0, top, 0, 0), row, focused=focused)
        painter.restore()

    def _paint_head(self, painter: QPainter, option: QStyleOptionViewItem, head: Head) -> None:
        tokens, place = self._theme.tokens, option.rect.adjusted(0, 6, -1, 0)
        focused = option.state & QStyle.StateFlag.State_HasFocus
        hovered = option.state & QStyle.StateFlag.State_MouseOver
        painter.setPen(QColor(tokens.accent) if focused else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.hover if hovered else tokens.window))
        painter.drawRoundedRect(QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        caret = QRect(place.left() + 6, place.center().y() - 6, 12, 12)
        icons.paint(
            painter, caret, "caret-right" if head.folded else "caret-down", tokens.secondary
        )
        taken = self._paint_counts(painter, place.adjusted(0, 0, -10, 0), head)
        painter.setFont(font(13, strong=True))
        painter.setPen(QColor(tokens.text))
        room = place.adjusted(_SIGN + 2, 0, -taken - 20, 0)
        title = painter.fontMetrics().elidedText(
            head.page.title, Qt.TextElideMode.ElideMiddle, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, title)

    def _paint_counts(self, painter: QPainter, room: QRect, head: Head) -> int:
        """What becomes of the page, and how many lines go and come, from the right; their width."""
        tokens, right = self._theme.tokens, room.right()
        painter.setFont(font(11))
        becomes = text.page_becomes(head.page.becomes)
        parts = (
            (f"+{head.came}" if head.came else "", tokens.good),
            (f"−{head.gone}" if head.gone else "", tokens.error),
            (becomes, tokens.error if head.page.becomes == "gone" else tokens.good),
        )
        for words, colour in parts:
            if words:
                width = painter.fontMetrics().horizontalAdvance(words)
                painter.setPen(QColor(colour))
                place = QRect(right - width, room.top(), width + 1, room.height())
                painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)
                right -= width + 10
        return room.right() - right

    def _paint_line(self, painter: QPainter, place: QRect, line: Line, *, focused: bool) -> None:
        tokens = self._theme.tokens
        painter.fillRect(place, QColor(tokens.came if line.comes else tokens.gone))
        if focused:
            painter.fillRect(
                QRect(place.topLeft(), QSize(2, place.height())), QColor(tokens.accent)
            )
        painter.setFont(font(13))
        painter.setPen(QColor(tokens.good if line.comes else tokens.error))
        first = QRect(place.left(), place.top() + _PAD, _SIGN, QFontMetrics(font(13)).height())
        painter.drawText(first, Qt.AlignmentFlag.AlignCenter, "+" if line.comes else "−")
        painter.setPen(QColor(tokens.text))
        layout, _ = self._lay_out(line, self._room(place.width()), changed_words(line))
        layout.draw(painter, QPointF(place.left() + _SIGN, place.top() + _PAD))

    def _room(self, width: int) -> int:
        return max(width - _SIGN - 8, 80)

    def _lay_out(self, line: Line, room: int, marked: Sequence[Span]) -> tuple[QTextLayout, float]:
        """The words in as many lines as they need, those ``marked`` on a ground, and how high that is."""
        layout = QTextLayout(line.words, font(13))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats(self._formats(line, marked))
        layout.beginLayout()
        height = 0.0
        while (part := layout.createLine()).isValid():
            part.setLineWidth(room)
            part.setPosition(QPointF(0, height))
            height += part.height()
        layout.endLayout()
        return layout, height

    def _formats(self, line: Line, marked: Sequence[Span]) -> list[QTextLayout.FormatRange]:
        tokens = self._theme.tokens
        quiet, strong = QTextCharFormat(), QTextCharFormat()
        quiet.setForeground(QColor(tokens.secondary))
        quiet.setProperty(QTextCharFormat.Property.FontPixelSize, 11)
        strong.setBackground(QColor(tokens.came_words if line.comes else tokens.gone_words))
        marks = [(found.start(), found.end(), quiet) for found in _MARK.finditer(line.words)]
        words = [
            (start, end, strong)
            for start, end in marked
            if not any(first < end and start < last for first, last, _ in marks)
        ]
        return [_range(*each) for each in (*words, *marks)]


def _range(start: int, end: int, how: QTextCharFormat) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = start, end - start, how
    return made
