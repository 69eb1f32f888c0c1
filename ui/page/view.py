"""The text of a page: links say where they want to go, quotes show on hover, callouts fold."""

import re
from html import escape
from urllib.parse import unquote

from PySide6.QtCore import QEvent, QPoint, QUrl, Signal
from PySide6.QtGui import QHelpEvent, QResizeEvent
from PySide6.QtWidgets import QTextBrowser, QToolTip, QWidget

from ui import icons
from ui.page import style
from ui.theme import Theme

_WIDEST = 760
_MARGIN = 32
_SCROLL_GAP = 8
_FOLD = re.compile(r"<!--fold (\d+)-->(.*?)<!--/fold-->", re.DOTALL)


class PageText(QTextBrowser):
    """Shows a fragment of HTML; loads nothing from anywhere."""

    went = Signal(str, str)
    """A link to a page of the vault: its path and anchor."""

    missed = Signal(str)
    """A link to a page that does not exist."""

    left = Signal(QUrl)
    """A link out of the vault."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._html = ""
        self._opened: set[int] = set()
        self.size_of_text = style.BASE
        self.setOpenLinks(False)
        self.setAcceptDrops(False)
        self.setAccessibleName(self.tr("Text of the page"))
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.document().setDocumentMargin(0)
        self.anchorClicked.connect(self._follow)
        theme.changed.connect(self.restyle)

    def show_html(self, html: str) -> None:
        """Show a page from its top, its folded callouts closed."""
        self._html, self._opened = html, set()
        self._set()

    def restyle(self) -> None:
        """Show the same text with other colours or another size, at the same place."""
        scroll = self.verticalScrollBar().value()
        self._set()
        self.verticalScrollBar().setValue(scroll)

    def resize_text(self, by: int) -> None:
        """Make the text larger or smaller by pixels; nothing for the usual size."""
        size = self.size_of_text + by if by else style.BASE
        self.size_of_text = min(max(size, style.SIZES[0]), style.SIZES[-1])
        self.restyle()

    def go_to(self, anchor: str) -> None:
        """Scroll to a heading, a block or a footnote."""
        if anchor:
            self.scrollToAnchor(anchor)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Only our own icons; whatever else a page names is not fetched."""
        url = QUrl(name)
        found = self._icon(url.path()) if url.scheme() == "icon" else None
        if found is None:
            return None
        glyph, colour = found
        return icons.image(glyph, colour, self.size_of_text + 1, self.devicePixelRatioF())

    def _icon(self, name: str) -> tuple[str, str] | None:
        tokens = self._theme.tokens
        if name.startswith("fold-"):
            opened = int(name.removeprefix("fold-")) in self._opened
            return "caret-down" if opened else "caret-right", tokens.secondary
        return style.icon_of(name, tokens)

    def resizeEvent(self, event: QResizeEvent) -> None:
        room = self.width() - self.verticalScrollBar().sizeHint().width()
        side = max(_MARGIN, (room - _WIDEST) // 2)
        self.setViewportMargins(side, 20, side - _SCROLL_GAP, 0)
        super().resizeEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_tip(event)
            return True
        return super().viewportEvent(event)

    def _set(self) -> None:
        document = self.document()
        document.setDefaultStyleSheet(style.style_sheet(self._theme.tokens, self.size_of_text))
        self.setHtml(f"<html><body>{_FOLD.sub(self._folded, self._html)}</body></html>")

    def _folded(self, found: re.Match[str]) -> str:
        return found[2] if int(found[1]) in self._opened else ""

    def _follow(self, url: QUrl) -> None:
        address = url.toString(QUrl.ComponentFormattingOption.FullyEncoded)
        scheme, _, rest = address.partition(":")
        if address.startswith("#"):
            self.go_to(unquote(address[1:]))
        elif scheme == "fold":
            self._opened ^= {int(rest)}
            self.restyle()
        elif scheme == "vault":
            path, _, anchor = rest.partition("#")
            self.went.emit(unquote(path), unquote(anchor))
        elif scheme == "missing":
            self.missed.emit(unquote(rest))
        elif scheme in ("http", "https", "mailto"):
            self.left.emit(url)

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
