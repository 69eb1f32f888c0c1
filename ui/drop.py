"""Dropping on the window: what was dragged, and the frame that shows while it hovers."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QObject, QRect, Qt, Signal
from PySide6.QtGui import QColor, QDragLeaveEvent, QDropEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui import icons
from ui.text import counted
from ui.theme import Theme, font

_translate = QCoreApplication.translate
_CARD = 480


@dataclass(frozen=True)
class Dragged:
    """Files and folders of this machine, and how many other addresses came with them."""

    files: tuple[Path, ...] = ()
    folders: tuple[Path, ...] = ()
    others: int = 0

    @property
    def paths(self) -> list[str]:
        return [str(path) for path in (*self.files, *self.folders)]

    def words(self) -> str:
        """“3 files and 1 folder”."""
        parts = []
        if self.files:
            one, many = _translate("Drop", "%1 file"), _translate("Drop", "%1 files")
            parts.append(counted(len(self.files), one, many))
        if self.folders:
            one, many = _translate("Drop", "%1 folder"), _translate("Drop", "%1 folders")
            parts.append(counted(len(self.folders), one, many))
        return _translate("Drop", " and ").join(parts)


def read(data: QMimeData) -> Dragged | None:
    """What a drag holds, or None when it holds no addresses at all."""
    if not data.hasUrls():
        return None
    urls = data.urls()
    local = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
    there = list(dict.fromkeys(path for path in local if path.exists()))
    return Dragged(
        tuple(path for path in there if not path.is_dir()),
        tuple(path for path in there if path.is_dir()),
        len(urls) - len(local),
    )


def accept_as_copy(event: QDropEvent) -> None:
    """Take a drop without letting the program that it comes from think that it was moved."""
    for action in (Qt.DropAction.CopyAction, Qt.DropAction.LinkAction):
        if event.possibleActions() & action:
            event.setDropAction(action)
            event.accept()
            return
    event.ignore()


def left_out(dragged: Dragged) -> str:
    """Words on what a drop could not take, or nothing."""
    if not dragged.others:
        return ""
    one = _translate("Drop", "%1 web address was left out: save the page as a file and drop that.")
    many = _translate(
        "Drop", "%1 web addresses were left out: save the pages as files and drop those."
    )
    return counted(dragged.others, one, many)


class DropTarget(QObject):
    """Makes a whole window one target; says what was dropped."""

    dropped = Signal(object)

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.vault_name = ""
        """Where files would go; empty while no vault is open."""
        self.frame = DropFrame(theme, window)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Only what was dragged over the window itself, whose parts take no drops."""
        if isinstance(event, QDragLeaveEvent):
            self.frame.hide()
        elif isinstance(event, QDropEvent):  # drags that enter and move are drops to Qt
            self._take(event)
            return True
        return super().eventFilter(watched, event)

    def _take(self, event: QDropEvent) -> None:
        dragged = read(event.mimeData())
        if dragged is None:
            event.ignore()
            return
        accept_as_copy(event)
        if event.type() == QEvent.Type.DragEnter and event.isAccepted():
            over = self._window.rect()
            self.frame.show_over(over, self._sentence(dragged), possible=bool(dragged.paths))
        elif event.type() == QEvent.Type.Drop:
            self.frame.hide()
            if event.isAccepted():
                self.dropped.emit(dragged)

    def _sentence(self, dragged: Dragged) -> str:
        if not dragged.paths:
            return self.tr("Only files and folders of this computer can be dropped here")
        if not self.vault_name:
            return self.tr("Let go to open this folder")
        words = self.tr("Let go to add %1 to %2")
        return words.replace("%1", dragged.words()).replace("%2", self.vault_name)


class DropFrame(QWidget):
    """Covers the window while something is dragged over it; takes no events itself."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sentence = ""
        self._icon = "tray"
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @property
    def sentence(self) -> str:
        return self._sentence

    def show_over(self, place: QRect, sentence: str, *, possible: bool) -> None:
        self._sentence = sentence
        self._icon = "tray" if possible else "prohibit"
        self.setGeometry(place)
        self.raise_()
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(tokens.window)
        veil.setAlphaF(0.82)
        painter.fillRect(self.rect(), veil)
        pen = painter.pen()
        pen.setColor(QColor(tokens.accent))
        pen.setWidth(2)
        painter.setPen(pen)
        painter.drawRoundedRect(self.rect().adjusted(7, 7, -7, -7), 8, 8)
        self._paint_words(painter)
        painter.end()

    def _paint_words(self, painter: QPainter) -> None:
        tokens = self._theme.tokens
        card = QRect(0, 0, min(_CARD, self.width() - 64), 136)
        card.moveCenter(self.rect().center())
        painter.setPen(QColor(tokens.hairline))
        painter.setBrush(QColor(tokens.raised))
        painter.drawRoundedRect(card, 8, 8)
        mark = QRect(card.center().x() - 20, card.top() + 24, 40, 40)
        icons.paint(painter, mark, self._icon, tokens.accent)
        painter.setPen(QColor(tokens.text))
        painter.setFont(font(15, strong=True))
        room = card.adjusted(24, 80, -24, -16)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        painter.drawText(room, int(flags) | int(Qt.TextFlag.TextWordWrap), self._sentence)
