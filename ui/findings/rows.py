"""How the head of a rule and a finding look."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyleOptionViewItem

from ui import icons, text
from ui.findings.model import (
    CountRole,
    FindingRole,
    FindingsModel,
    SeverityRole,
    message_words,
    page_names,
)
from ui.findings.ways import WaysBox
from ui.rows import Index, Rows
from ui.theme import Theme, font
from ui.values import Finding

_INSET = 12
_PAD = 12
_NAMES = 22
_BETWEEN = 8
_ABOVE = 6
_WRAP = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop)


class FindingRows(Rows):
    """Draws a finding as a card: what is wrong, on which page, and room for the ways of the one that is
    selected."""

    HEIGHT = 36

    def __init__(
        self, view: QAbstractItemView, theme: Theme, findings: FindingsModel, ways: WaysBox
    ) -> None:
        super().__init__(view, theme)
        self._findings, self._ways = findings, ways
        self._heights: dict[str, int] = {}
        self._width = 0
        self.selected = -1
        """The row on whose card ways stand, if there is one."""

    def place_of_ways(self, row: QRect, finding: Finding) -> QRect:
        """Where on the card of a finding its ways stand."""
        inside = self._card(row).adjusted(_PAD, _PAD, -_PAD, -_PAD)
        height = self._ways.height_for(finding, inside.width())
        return QRect(inside.left(), inside.bottom() + 1 - height, inside.width(), height)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Asked for every row whenever rows are laid out: no more is done for it than must be."""
        finding = self._findings.finding(index.row())
        if finding is None:
            return QSize(0, self.HEIGHT)
        height = self._message_height(finding) + 2 * _PAD + _BETWEEN
        if index.row() != self.selected:
            return QSize(0, height + _NAMES)
        room = self._view.viewport().width() - 2 * (_INSET + _PAD)
        names = 0 if finding.also else _NAMES
        return QSize(0, height + names + _ABOVE + self._ways.height_for(finding, room))

    def _has_ways(self, finding: Finding) -> bool:
        """Whether the ways of a finding stand on its card."""
        return self.selected >= 0 and finding == self._ways.finding

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        finding: Finding | None = index.data(FindingRole)
        if finding is None:
            self._paint_head(painter, option, index)
        else:
            self._paint_card(painter, option)
            self._paint_finding(painter, option.rect, finding)
        painter.restore()

    def _paint_head(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens, severity, row = self._theme.tokens, str(index.data(SeverityRole)), option.rect
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QColor(tokens.accent))
            painter.drawRoundedRect(self._card(row).adjusted(0, 4, 0, 4), 6, 6)
        mark = QRect(_INSET + 2, row.center().y() - 7, 16, 16)
        glyph = text.SEVERITY_ICONS.get(severity, "info")
        icons.paint(painter, mark, glyph, tokens.of_severity(severity))
        painter.setFont(font(12, strong=True))
        painter.setPen(QColor(tokens.text))
        room = row.adjusted(_INSET + 26, 0, -_INSET - 24, 0)
        words = painter.fontMetrics().elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
        painter.setFont(font(11))
        painter.setPen(QColor(tokens.secondary))
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(row.adjusted(0, 0, -_INSET - 4, 0), align, str(index.data(CountRole)))

    def _paint_card(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        tokens = self._theme.tokens
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QColor(tokens.accent if focused else tokens.hairline))
        ground = tokens.selected if selected else tokens.hover if hovered else tokens.raised
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(self._card(option.rect), 8, 8)

    def _paint_finding(self, painter: QPainter, row: QRect, finding: Finding) -> None:
        tokens = self._theme.tokens
        inside = self._card(row).adjusted(_PAD, _PAD, -_PAD, -_PAD)
        painter.setFont(font(13))
        painter.setPen(QColor(tokens.text))
        painter.drawText(inside, _WRAP, message_words(finding))
        if finding.also and self._has_ways(finding):
            return
        top = inside.top() + self._message_height(finding) + _NAMES - 16
        painter.setFont(font(11))
        painter.setPen(QColor(tokens.secondary))
        line = QRect(inside.left(), top, inside.width(), 16)
        words = painter.fontMetrics().elidedText(
            page_names(finding), Qt.TextElideMode.ElideRight, line.width()
        )
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, words)

    def _card(self, row: QRect) -> QRect:
        width = self._view.viewport().width()
        return QRect(_INSET, row.top(), width - 2 * _INSET, row.height() - _BETWEEN)

    def _message_height(self, finding: Finding) -> int:
        """How high its words are; those that come anew are mostly the same, and measured already."""
        width = self._view.viewport().width()
        if width != self._width:
            self._width, self._heights = width, {}
        height = self._heights.get(finding.message)
        if height is None:
            room = QRect(0, 0, max(width - 2 * (_INSET + _PAD), 80), 10_000)
            words = message_words(finding)
            height = QFontMetrics(font(13)).boundingRect(room, _WRAP, words).height()
            self._heights[finding.message] = height
        return height
