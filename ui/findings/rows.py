"""How a head and a finding look."""

from math import ceil

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyleOptionViewItem

from ui import icons, text
from ui.findings.model import FindingsModel
from ui.findings.naming import rule_words
from ui.findings.sorting import BY_PAGE, Head
from ui.findings.values import Finding
from ui.findings.ways import WaysBox
from ui.findings.words import message_words, page_names
from ui.rows import Index, Rows
from ui.theme import Theme, font

_INSET = 12
_PAD = 12
_NAMES = 22
_BETWEEN = 8
_ABOVE = 8
_EDGE = 3
_WRAP = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop)

_NARROW, _WIDE = 6.6, 13.2
"""How wide a letter is about, in pixels, and a character that is not Latin."""


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
        self._guessed: dict[str, int] = {}
        self._width = 0
        self._line = QFontMetrics(font(13)).height()
        self.page = ""
        """The path of the page that is read: its findings have an edge."""

        self.selected = -1
        """The row on whose card ways stand, if there is one."""

    def place_of_ways(self, row: QRect) -> QRect:
        """Where on the card of a finding its ways stand."""
        inside = self._card(row).adjusted(_PAD, _PAD, -_PAD, -_PAD)
        height = self._ways.height_for(inside.width())
        return QRect(inside.left(), inside.bottom() + 1 - height, inside.width(), height)

    def guesses(self) -> list[int]:
        """How high each row is, about; exactly where its words were measured already."""
        self._know_width()
        more, known, room = 2 * _PAD + _BETWEEN + _NAMES, self._heights, self._room()
        found = []
        for row in self._findings.rows:
            if isinstance(row, Head):
                found.append(self.HEIGHT)
            else:
                words = row.message
                found.append((known.get(words) or self._guess(words, room)) + more)
        return found

    def _guess(self, words: str, room: int) -> int:
        """How high words are, about; remembered, since they come again."""
        height = self._guessed.get(words)
        if height is None:
            wide = _NARROW if words.isascii() or words[:1] < "ℼ" else _WIDE
            height = self._line * max(1, ceil(len(words) * wide / room))
            self._guessed[words] = height
        return height

    def _know_width(self) -> None:
        """Forget heights that were measured for another width."""
        width = self._view.viewport().width()
        if width != self._width:
            self._width, self._heights, self._guessed = width, {}, {}

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        finding = self._findings.finding(index.row())
        if finding is None:
            return QSize(0, self.HEIGHT)
        height = self._message_height(finding) + 2 * _PAD + _BETWEEN
        if index.row() != self.selected:
            return QSize(0, height + _NAMES)
        room = self._view.viewport().width() - 2 * (_INSET + _PAD)
        return QSize(0, height + _ABOVE + self._ways.height_for(room))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row = self._findings.row(index.row())
        if isinstance(row, Head):
            self._paint_head(painter, option, row)
        else:
            self._paint_card(painter, option, row)
            self._paint_finding(painter, option.rect, row, chosen=index.row() == self.selected)
        painter.restore()

    def _paint_head(self, painter: QPainter, option: QStyleOptionViewItem, head: Head) -> None:
        tokens, row = self._theme.tokens, option.rect
        frame = self._card(row).adjusted(-4, 4, 4, 4)
        if option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.hover))
            painter.drawRoundedRect(frame, 6, 6)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QColor(tokens.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(frame, 6, 6)
        middle = row.center().y()
        caret = QRect(_INSET - 2, middle - 5, 12, 12)
        icons.paint(
            painter, caret, "caret-right" if head.folded else "caret-down", tokens.secondary
        )
        mark = QRect(_INSET + 14, middle - 7, 16, 16)
        glyph = text.SEVERITY_ICONS.get(head.severity, "info")
        icons.paint(painter, mark, glyph, tokens.of_severity(head.severity))
        self._paint_head_words(painter, row, head)

    def _paint_head_words(self, painter: QPainter, row: QRect, head: Head) -> None:
        tokens = self._theme.tokens
        painter.setFont(font(12, strong=True))
        painter.setPen(QColor(tokens.text))
        room = row.adjusted(_INSET + 36, 0, -_INSET - 36, 0)
        words = painter.fontMetrics().elidedText(
            self._findings.head_words(head), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
        painter.setFont(font(11))
        painter.setPen(QColor(tokens.secondary))
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(row.adjusted(0, 0, -_INSET - 4, 0), align, f"{head.number:,}")

    def _paint_card(
        self, painter: QPainter, option: QStyleOptionViewItem, finding: Finding
    ) -> None:
        tokens, card = self._theme.tokens, self._card(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        painter.setPen(QColor(tokens.accent if focused else tokens.hairline))
        ground = tokens.selected if selected else tokens.hover if hovered else tokens.raised
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(card, 8, 8)
        if self.page and self.page in finding.pages:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.accent))
            edge = QRect(card.left() + 1, card.top() + 8, _EDGE, card.height() - 16)
            painter.drawRoundedRect(edge, 1.5, 1.5)

    def _paint_finding(
        self, painter: QPainter, row: QRect, finding: Finding, *, chosen: bool
    ) -> None:
        tokens = self._theme.tokens
        inside = self._card(row).adjusted(_PAD, _PAD, -_PAD, -_PAD)
        painter.setFont(font(13))
        painter.setPen(QColor(tokens.text))
        painter.drawText(inside, _WRAP, message_words(finding))
        if chosen:
            return
        top = inside.top() + self._message_height(finding) + _NAMES - 16
        line = QRect(inside.left(), top, inside.width(), 16)
        painter.setFont(font(11))
        painter.setPen(QColor(tokens.secondary))
        by_page = self._findings.showing.by == BY_PAGE
        words = rule_words(finding.rule) if by_page else page_names(finding)
        if by_page:
            mark = QRect(line.left(), line.top() + 1, 13, 13)
            glyph = text.SEVERITY_ICONS.get(finding.severity, "info")
            icons.paint(painter, mark, glyph, tokens.of_severity(finding.severity))
            line = line.adjusted(18, 0, 0, 0)
        words = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, words)

    def _card(self, row: QRect) -> QRect:
        width = self._view.viewport().width()
        return QRect(_INSET, row.top(), width - 2 * _INSET, row.height() - _BETWEEN)

    def _room(self) -> int:
        return max(self._view.viewport().width() - 2 * (_INSET + _PAD), 80)

    def _message_height(self, finding: Finding) -> int:
        """How high its words are; those that come anew are mostly the same, and measured already."""
        self._know_width()
        height = self._heights.get(finding.message)
        if height is None:
            room = QRect(0, 0, self._room(), 10_000)
            words = message_words(finding)
            height = QFontMetrics(font(13)).boundingRect(room, _WRAP, words).height()
            self._heights[finding.message] = height
        return height
