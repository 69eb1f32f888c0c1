"""The source beside the page: its title, the way out, and the text with the quote marked."""

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from ui import icons
from ui.page.view import PageText
from ui.theme import Theme
from ui.values import SourceView

_ABOVE = 3
"""The quote stands a third of the way down, so that one sees what comes before it."""


class SourcePanel(QWidget):
    """Shows one source, scrolled to what is quoted; hidden until there is one."""

    shown = Signal()
    closed = Signal()
    left = Signal(QUrl)
    opened_in_obsidian = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("source")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._source: SourceView | None = None
        self._follows = False
        self._title = QLabel()
        self._title.setProperty("tone", "section")
        self._place = QLabel()
        self._place.setProperty("tone", "small")
        self.text = PageText(theme)
        self.text.setAccessibleName(self.tr("Text of the source"))
        self.text.left.connect(self.left)
        self.text.verticalScrollBar().actionTriggered.connect(self._let_go)
        self._arrange()
        close = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        close.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        close.activated.connect(self.close_source)
        self.hide()

    @property
    def source(self) -> SourceView | None:
        """What is shown, or nothing."""
        return self._source

    def show_source(self, source: SourceView) -> None:
        """Show a source at its quote, and give it the keyboard."""
        self._source = source
        self._title.setText(source.title)
        self._title.setToolTip(source.path)
        self._place.setText("" if source.place == source.title else source.place)
        self.show()
        self.shown.emit()
        self.text.show_html(source.html)
        self._follows = True
        self._go_to_quote()
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the quote in sight while the room changes, until the reader goes elsewhere."""
        super().resizeEvent(event)
        layout = self.layout()
        if layout and self._source and self._follows:
            layout.activate()
            self._go_to_quote()

    def _go_to_quote(self) -> None:
        if self._source:
            self.text.go_to(self._source.anchor)
            bar = self.text.verticalScrollBar()
            bar.setValue(bar.value() - self.text.viewport().height() // _ABOVE)

    def _let_go(self) -> None:
        self._follows = False

    def close_source(self) -> None:
        """Put the source away."""
        if self._source is None:
            return
        self._source = None
        self.hide()
        self.closed.emit()

    def _open(self) -> None:
        if self._source:
            self.opened_in_obsidian.emit(self._source.path)

    def _arrange(self) -> None:
        outside, away = QToolButton(), QToolButton()
        self.away = away
        outside.setToolTip(self.tr("Open this source in Obsidian"))
        outside.setAccessibleName(self.tr("Open this source in Obsidian"))
        outside.clicked.connect(self._open)
        icons.put(outside, "arrow-square-out", size=16)
        away.setToolTip(self.tr("Close the source (Esc)"))
        away.setAccessibleName(self.tr("Close the source"))
        away.clicked.connect(self.close_source)
        icons.put(away, "x", size=14)
        words = QVBoxLayout()
        words.setSpacing(0)
        for label in (self._title, self._place):
            label.setMinimumWidth(1)  # a long title is cut, it does not push
            words.addWidget(label)
        head = QHBoxLayout()
        head.setContentsMargins(16, 6, 8, 6)
        head.addLayout(words, 1)
        head.addWidget(outside)
        head.addWidget(away)
        line = QFrame()
        line.setObjectName("hairline")
        line.setFixedHeight(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(line)
        column.addWidget(self.text, 1)
        self.setMinimumWidth(280)
