"""The first page: make a vault, open one, look at the demo, or go back to a recent one."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListView,
    QPushButton,
    QStyle,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from ui import icons
from ui.mark import Mark
from ui.rows import Index, Rows
from ui.theme import Theme, font
from ui.welcome.model import RecentVaults, VaultRole

_WIDTH = 560
_ROW = 52
_SEEN = 3


class WelcomePanel(QWidget):
    """Says which vault is wanted."""

    opened = Signal(object)
    """A folder was chosen, ours or not."""

    new_wanted = Signal()
    settings_wanted = Signal()
    demo_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("welcome")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.new = self._button(self.tr("Make a new vault…"), "folder-plus", self.new_wanted.emit)
        self.new.setProperty("tone", "primary")
        self.open = self._button(self.tr("Open a folder…"), "folder-open", self.choose)
        self.demo = self._button(self.tr("Look at the demo"), "books", self.demo_wanted.emit)
        self.says = QLabel()
        self.says.setProperty("tone", "secondary")
        self.says.setWordWrap(True)
        self.recent = _Vaults(theme, self.tr("Recent vaults"))
        self.known = _Vaults(theme, self.tr("Vaults that Obsidian knows"))
        for vaults in (self.recent, self.known):
            vaults.opened.connect(self.opened)
        self._arrange(theme)

    def show_recent(self, vaults: list[Path]) -> None:
        """The vaults that were open last."""
        self.recent.show_vaults(vaults)

    def show_known(self, vaults: list[Path]) -> None:
        """The vaults in Obsidian's own list that were not open here before."""
        recent = set(self.recent.vaults)
        self.known.show_vaults([vault for vault in vaults if vault not in recent])

    def say(self, words: str) -> None:
        """What is being done; buttons wait until ``say("")``."""
        self.says.setText(words)
        for button in (self.new, self.open, self.demo):
            button.setEnabled(not words)

    def choose(self) -> None:
        """Ask for a folder with the system's dialog."""
        name = QFileDialog.getExistingDirectory(self, self.tr("Open a vault or a folder of notes"))
        if name:
            self.opened.emit(Path(name))

    def _button(self, words: str, icon: str, does: Callable[[], object]) -> QPushButton:
        button = QPushButton(words)
        button.clicked.connect(does)
        icons.put(button, icon, size=16)
        return button

    def _arrange(self, theme: Theme) -> None:
        title = QLabel(self.tr("Vaultloom"))
        title.setProperty("tone", "title")
        sentence = QLabel(
            self.tr(
                "Drop documents on it, and they become linked pages in an Obsidian vault, "
                "in which every statement carries the words that it rests on."
            )
        )
        sentence.setProperty("tone", "secondary")
        sentence.setWordWrap(True)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.new, self.open, self.demo):
            buttons.addWidget(button)
        buttons.addStretch(1)
        block = QWidget()
        block.setFixedWidth(_WIDTH)
        column = QVBoxLayout(block)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(Mark(theme, 44))
        column.addSpacing(4)
        column.addWidget(title)
        column.addWidget(sentence)
        column.addSpacing(8)
        column.addLayout(buttons)
        column.addWidget(self.says)
        for vaults in (self.recent, self.known):
            column.addWidget(vaults.title)
            column.addWidget(vaults)
        outer = QVBoxLayout(self)
        middle = QHBoxLayout()  # an alignment would ask how high the block is at the whole width
        middle.addStretch(1)
        middle.addWidget(block)
        middle.addStretch(1)
        outer.addStretch(2)
        outer.addLayout(middle)
        outer.addStretch(3)
        settings = self._button(self.tr("Settings"), "gear", self.settings_wanted.emit)
        settings.setProperty("tone", "link")
        outer.addWidget(settings, 0, Qt.AlignmentFlag.AlignLeft)


class _Vaults(QListView):
    """Vaults to be opened by a click, or by Enter; gone with its title where there are none."""

    opened = Signal(object)

    def __init__(self, theme: Theme, words: str) -> None:
        super().__init__()
        self.title = QLabel(words)
        self.title.setProperty("tone", "section")
        self._model = RecentVaults(self)
        self.setModel(self._model)
        self.setItemDelegate(_VaultRows(self, theme))
        self.setAccessibleName(words)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.clicked.connect(self._open)
        self.show_vaults([])

    @property
    def vaults(self) -> list[Path]:
        """The folders that are listed."""
        return self._model.vaults

    def show_vaults(self, vaults: list[Path]) -> None:
        self._model.show_vaults(vaults)
        self.title.setVisible(bool(vaults))
        self.setVisible(bool(vaults))
        self.setCurrentIndex(self._model.index(0, 0))
        self.setMinimumHeight(_ROW + 4)
        self.setMaximumHeight(min(len(vaults), _SEEN) * _ROW + 4)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, self.maximumHeight())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(index.data(VaultRole))


class _VaultRows(Rows):
    """A vault's name above its folder."""

    HEIGHT = _ROW

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens, row = self._theme.tokens, option.rect
        vault: Path = index.data(VaultRole)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        if focused or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(QColor(tokens.accent if focused else tokens.hover))
            painter.setBrush(QColor(tokens.hover))
            painter.drawRoundedRect(row.adjusted(0, 1, -1, -1), 6, 6)
        mark = QRect(row.left() + 12, row.center().y() - 9, 18, 18)
        icons.paint(painter, mark, "folder", tokens.secondary)
        room = row.adjusted(44, 8, -12, -8)
        painter.setFont(font(13))
        painter.setPen(QColor(tokens.text))
        painter.drawText(room, Qt.AlignmentFlag.AlignTop, vault.name)
        painter.setFont(font(11))
        painter.setPen(QColor(tokens.secondary))
        folder = painter.fontMetrics().elidedText(
            str(vault), Qt.TextElideMode.ElideMiddle, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignBottom, folder)
        painter.restore()
