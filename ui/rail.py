"""The rail at the left: the places of the window, and pages about the vault itself."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QAction, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QToolButton, QVBoxLayout, QWidget

from ui import icons
from ui.theme import Theme, font

WIDTH = 72


class Rail(QWidget):
    """A column of icons with words; the place that is shown is marked."""

    def __init__(self, theme: Theme, actions: dict[str, QAction]) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(WIDTH)
        self._theme = theme
        self.inbox = self._place(actions["inbox"], "tray", self.tr("Inbox"))
        self.pages = self._place(actions["pages"], "files", self.tr("Pages"))
        self.overview = self._place(actions["overview"], "compass", self.tr("Overview"))
        self.index = self._place(actions["index"], "list-bullets", self.tr("Index"))
        self.log = self._place(actions["log"], "clock-counter-clockwise", self.tr("Log"))
        self.settings = self._place(actions["settings"], "gear", self.tr("Settings"))
        self._arrange()

    def mark(self, place: str) -> None:
        """Show what is in front: a place, or one of the pages about the vault."""
        for name in ("inbox", "pages", "overview", "index", "log", "settings"):
            button: _Place = getattr(self, name)
            button.setChecked(name == place)

    def count(self, unfinished: int) -> None:
        """How many sources are under way."""
        self.inbox.badge = unfinished
        self.inbox.update()

    def _place(self, action: QAction, icon: str, word: str) -> "_Place":
        button = _Place(self._theme, word)
        button.setToolTip(f"{action.text()} ({action.shortcut().toString()})")
        button.clicked.connect(action.trigger)
        icons.put(button, icon, size=20)
        return button

    def _arrange(self) -> None:
        for button in (
            self.inbox,
            self.pages,
            self.overview,
            self.index,
            self.log,
            self.settings,
        ):
            button.setCheckable(True)
        line = QFrame()
        line.setObjectName("hairline")
        line.setFixedHeight(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 8, 6, 8)
        column.setSpacing(4)
        column.addWidget(self.inbox)
        column.addWidget(self.pages)
        column.addSpacing(4)
        column.addWidget(line)
        column.addSpacing(4)
        for button in (self.overview, self.index, self.log):
            column.addWidget(button)
        column.addStretch(1)
        column.addWidget(self.settings)


class _Place(QToolButton):
    """A button with its word below the icon, and a count in its corner."""

    def __init__(self, theme: Theme, word: str) -> None:
        super().__init__()
        self._theme = theme
        self.badge = 0
        self.setText(word)
        self.setAccessibleName(word)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        self.setFixedSize(QSize(WIDTH - 12, 54))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.badge:
            return
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        words = str(self.badge) if self.badge < 100 else "99+"
        painter.setFont(font(10, strong=True))
        width = max(16, painter.fontMetrics().horizontalAdvance(words) + 8)
        box = QRect(self.width() // 2 + 3, 4, width, 16)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tokens.accent))
        painter.drawRoundedRect(box, 8, 8)
        painter.setPen(QColor(tokens.on_accent))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
        painter.end()
