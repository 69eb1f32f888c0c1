"""The text of a page: links say where they want to go, quotes show on hover, callouts fold."""

import re
from collections import deque
from html import escape
from urllib.parse import unquote

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QMouseEvent,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QTextBrowser, QToolTip, QWidget

from ui import icons
from ui.page import style
from ui.page.pieces import PART, PIECE, cut
from ui.theme import Theme

_WIDEST = 760
_MARGIN = 32
_SCROLL_GAP = 8
_NOTE = "fn-"
_ABOVE, _BELOW = 20, 72
"""Below there is so much that the last lines can be scrolled out from under a notice."""

_LINE_ABOVE = 4
"""A line that is gone to stands a quarter of the way down."""

_CUT = '<p class="cut">…</p>'
_PARAGRAPH = re.compile(r"\s*<(?:p|h[1-6])\b")
_FOLD = re.compile(r"<!--fold (\d+)-->(.*?)<!--/fold-->", re.DOTALL)


class PageText(QTextBrowser):
    """Shows a fragment of HTML; loads nothing from anywhere."""

    went = Signal(str, str)
    """A link to a page of the vault: its path and anchor."""

    missed = Signal(str)
    """A link to a page that does not exist."""

    left = Signal(QUrl)
    """A link out of the vault."""

    noted = Signal(str)
    """A footnote's mark, or the note itself, was clicked: its label."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._html = ""
        self._opened: set[int] = set()
        self._part = 0
        self._rest: deque[str] = deque()
        self._line: list[QTextBrowser.ExtraSelection] = []
        self._go_on = QTimer(self, singleShot=True, interval=0)
        self._go_on.timeout.connect(self._add_piece)
        self.setOpenLinks(False)
        self.setAcceptDrops(False)
        self.setAccessibleName(self.tr("Text of the page"))
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.document().setDocumentMargin(0)
        self.anchorClicked.connect(self._follow)
        self.selectionChanged.connect(self._mark_link)
        theme.changed.connect(self.restyle)

    def show_html(self, html: str) -> None:
        """Show a page from its top, its folded callouts closed."""
        self._html, self._opened, self._part = html, set(), 0
        self._set()

    def renew(self, html: str) -> None:
        """Show what became of the same page: the line that is at the top stays there, and what was
        unfolded stays so. Text that did not change is left alone, with what is selected in it."""
        if html == self._html:
            return
        words, below = self._at_top()
        scroll = self.verticalScrollBar().value()
        self._html = html
        self._part = min(self._part, len(self.parts()) - 1)
        self._set()
        self.finish()
        block = self._nearest(words, scroll - below)
        self._scroll(scroll if block is None else round(block + below))

    def _at_top(self) -> tuple[str, float]:
        """The words of the first paragraph in sight, and how far it is scrolled out."""
        block = self.cursorForPosition(QPoint(1, 1)).block()
        top = self.document().documentLayout().blockBoundingRect(block).top()
        return block.text(), self.verticalScrollBar().value() - top

    def _nearest(self, words: str, place: float) -> float | None:
        """Where the paragraph with these words is that is nearest to ``place``."""
        layout, block, found = self.document().documentLayout(), self.document().begin(), []
        while block.isValid() and words.strip():
            if block.text() == words:
                found.append(layout.blockBoundingRect(block).top())
            block = block.next()
        return min(found, key=lambda top: abs(top - place), default=None)

    def restyle(self) -> None:
        """Show the same text with other colours or another size, at the same place."""
        self._show_at(self.verticalScrollBar().value())

    def go_to(self, anchor: str) -> None:
        """Scroll to a heading, a block or a footnote, in whatever part of the page it is."""
        if not anchor:
            return
        name = f'"{escape(anchor)}"'
        holding = [number for number, part in enumerate(self.parts()) if f"id={name}" in part]
        if holding and self._part not in holding:
            self._part = holding[0]
            self._set()
        if self._unfold(name):
            self._set()
        self.finish()
        self.scrollToAnchor(anchor)

    def go_to_line(self, anchor: str) -> None:
        """Scroll to where a line is, with some of what stands before it, and mark it until one goes on."""
        self.go_to(anchor)
        block = self._block_of(anchor)
        if block is None:
            return
        top = self.document().documentLayout().blockBoundingRect(block).top()
        self.verticalScrollBar().setValue(round(top) - self.viewport().height() // _LINE_ABOVE)
        mark = QTextBrowser.ExtraSelection()
        mark.cursor = QTextCursor(block)
        mark.cursor.movePosition(
            QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor
        )
        mark.format.setBackground(QColor(self._theme.tokens.quoted))
        self._line = [mark]
        self._mark_link()

    @property
    def marked_line(self) -> str:
        """The words of the line that is marked, or nothing."""
        return self._line[0].cursor.selectedText() if self._line else ""

    def _unfold(self, name: str) -> bool:
        """Open the folded callout that holds what is called so; whether there was one."""
        part = self.parts()[self._part]
        found = {int(fold[1]) for fold in _FOLD.finditer(part) if f"id={name}" in fold[2]}
        opened, self._opened = self._opened, self._opened | found
        return bool(found - opened)

    def _block_of(self, anchor: str) -> QTextBlock | None:
        """The paragraph in which an id is."""
        block = self.document().begin()
        while block.isValid():
            pieces = block.begin()
            while not pieces.atEnd():
                if anchor in pieces.fragment().charFormat().anchorNames():
                    return block
                pieces += 1
            block = block.next()
        return None

    @property
    def spot(self) -> tuple[int, int]:
        """Where the reader is: the part, and how far it is scrolled."""
        return self._part, self.verticalScrollBar().value()

    def return_to(self, spot: tuple[int, int]) -> None:
        """Go where the reader was when the page was left."""
        part, scroll = spot
        if part != self._part and part < len(self.parts()):
            self._part = part
            self._set()
        self._scroll(scroll)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Only our own icons; whatever else a page names is not fetched."""
        url = QUrl(name)
        found = self._icon(url.path()) if url.scheme() == "icon" else None
        if found is None:
            return None
        glyph, colour = found
        return icons.image(glyph, colour, self._theme.text_size + 1, self.devicePixelRatioF())

    def _icon(self, name: str) -> tuple[str, str] | None:
        tokens = self._theme.tokens
        if name.startswith("fold-"):
            opened = int(name.removeprefix("fold-")) in self._opened
            return "caret-down" if opened else "caret-right", tokens.secondary
        return style.icon_of(name, tokens)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as wide as is good to read; what is at the top stays there, however lines break then."""
        bar, top = self.verticalScrollBar(), self.cursorForPosition(QPoint(1, 1))
        reading, below = bar.value() > 0, self.cursorRect(top).top()
        self._fit(event)
        if reading and event.size().width() != event.oldSize().width():
            bar.setValue(bar.value() + self.cursorRect(top).top() - below)

    def _fit(self, event: QResizeEvent) -> None:
        room = self.width() - self.verticalScrollBar().sizeHint().width()
        side = max(_MARGIN, (room - _WIDEST) // 2)
        self.setViewportMargins(side, 0, side - _SCROLL_GAP, 0)
        super().resizeEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_tip(event)
            return True
        return super().viewportEvent(event)

    def parts(self) -> list[str]:
        """The page, cut into what is shown at once."""
        return cut(self._html, PART)

    def _set(self) -> None:
        document = self.document()
        theme = self._theme
        sheet = style.style_sheet(theme.tokens, theme.text_size, serif=theme.serif)
        document.setDefaultStyleSheet(sheet)
        parts = self.parts()
        shown = _FOLD.sub(self._folded, parts[self._part]).replace(_CUT, self._cut_words())
        shown = self._way(-1, len(parts)) + shown + self._way(1, len(parts))
        first, *rest = cut(shown, PIECE)
        self._rest = deque(rest)
        self._line = []
        self.setHtml(first)
        self._keep_from_the_edges()
        if rest:
            self._go_on.start()

    def _keep_from_the_edges(self) -> None:
        """Room above the text and below it, which goes away as the text is scrolled."""
        frame = self.document().rootFrame()
        room = frame.frameFormat()
        room.setTopMargin(_ABOVE)
        room.setBottomMargin(_BELOW)
        frame.setFrameFormat(room)

    def _way(self, by: int, parts: int) -> str:
        """A link to the part before or after, where there is one."""
        to = self._part + by
        if not 0 <= to < parts:
            return ""
        words = self.tr("Go on to part %1 of %2") if by > 0 else self.tr("Back to part %1 of %2")
        words = words.replace("%1", str(to + 1)).replace("%2", str(parts))
        return f'<p><a href="part:{to}">{escape(words)}</a></p>'

    def _cut_words(self) -> str:
        words = self.tr("The rest of this text is too long to be shown here; Obsidian has it all.")
        return f'<p class="cut">{escape(words)}</p>'

    def _add_piece(self) -> None:
        """Add one more piece at the end, and come back for the next."""
        if not self._rest:
            return
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        piece = self._rest.popleft()
        cursor.insertBlock(self._look_of_first(piece), QTextCharFormat())
        cursor.insertHtml(piece)
        if self._rest:
            self._go_on.start()

    def _look_of_first(self, piece: str) -> QTextBlockFormat:
        """How a piece's first paragraph looks; Qt gives it the look of where it is added."""
        if not _PARAGRAPH.match(piece):
            return QTextBlockFormat()
        alone = QTextDocument()
        alone.setDefaultStyleSheet(self.document().defaultStyleSheet())
        alone.setHtml(cut(piece, 1)[0])
        return alone.firstBlock().blockFormat()

    def finish(self) -> None:
        """Do not wait for the pieces that are still to come."""
        while self._rest:
            self._add_piece()

    def _show_at(self, scroll: int) -> None:
        self._set()
        self._scroll(scroll)

    def _scroll(self, value: int) -> None:
        while self._rest and self.verticalScrollBar().maximum() < value:
            self._add_piece()
        self.verticalScrollBar().setValue(value)

    def _folded(self, found: re.Match[str]) -> str:
        return found[2] if int(found[1]) in self._opened else ""

    def _follow(self, url: QUrl) -> None:
        address = url.toString(QUrl.ComponentFormattingOption.FullyEncoded)
        scheme, _, rest = address.partition(":")
        if address.startswith(f"#{_NOTE}"):
            self.noted.emit(unquote(address[1:]).removeprefix(_NOTE))
        elif address.startswith("#"):
            self.go_to(unquote(address[1:]))
        elif scheme == "fold":
            self._opened ^= {int(rest)}
            self.restyle()
        elif scheme == "part":
            self._part = int(rest)
            self._set()
        elif scheme == "vault":
            path, _, anchor = rest.partition("#")
            self.went.emit(unquote(path), unquote(anchor))
        elif scheme == "missing":
            self.missed.emit(unquote(rest))
        elif scheme in ("http", "https", "mailto"):
            self.left.emit(url)

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: FBT001 - Qt's own
        """Tab leads from link to link."""
        moved = super().focusNextPrevChild(forward)
        self._mark_link()
        return moved

    def _mark_link(self) -> None:
        """The link that Tab led to stands out; Qt's own dotted frame is hardly seen."""
        cursor, found = self.textCursor(), []
        address = cursor.charFormat().anchorHref()
        start = QTextCursor(self.document())
        start.setPosition(min(cursor.selectionStart() + 1, self.document().characterCount() - 1))
        if cursor.hasSelection() and address and start.charFormat().anchorHref() == address:
            look = QTextCharFormat()
            look.setBackground(QColor(self._theme.tokens.accent))
            look.setForeground(QColor(self._theme.tokens.on_accent))
            mark = QTextBrowser.ExtraSelection()
            mark.cursor, mark.format = cursor, look
            found.append(mark)
        self.setExtraSelections([*self._line, *found])

    def go_to_note(self, label: str) -> None:
        """Scroll to a footnote."""
        self.go_to(f"{_NOTE}{label}")

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a note is one on its mark; a link in it, and selecting, stay what they are."""
        super().mouseReleaseEvent(event)
        self._forget_line()
        place = event.position().toPoint()
        plain_click = event.button() == Qt.MouseButton.LeftButton
        if plain_click and not self.anchorAt(place) and not self.textCursor().hasSelection():
            label = self._note_at(place)
            if label:
                self.noted.emit(label)

    def _forget_line(self) -> None:
        if self._line:
            self._line = []
            self._mark_link()

    def _note_at(self, place: QPoint) -> str:
        """The label of the footnote whose text is at ``place``, or nothing."""
        block = self.cursorForPosition(place).block()
        fragments = block.begin()
        while not fragments.atEnd():
            for name in fragments.fragment().charFormat().anchorNames():
                if name.startswith(_NOTE):
                    return name.removeprefix(_NOTE)
            fragments += 1
        return ""

    def _show_tip(self, event: QHelpEvent) -> None:
        words = self.tip_at(event.pos())
        if words:
            box = f'<table width="380"><tr><td>{escape(words)}</td></tr></table>'
            QToolTip.showText(event.globalPos(), box, self.viewport())
        else:
            QToolTip.hideText()

    def tip_at(self, place: QPoint) -> str:
        """What hovering at a place of the viewport tells."""
        address = self.anchorAt(place)
        if not address:
            return ""
        if address.startswith("missing:"):
            words = self.tr("There is no page named “%1” yet.")
            return words.replace("%1", unquote(address.removeprefix("missing:")))
        if address.startswith(("http:", "https:")):
            return address
        return self.cursorForPosition(place).charFormat().toolTip()
