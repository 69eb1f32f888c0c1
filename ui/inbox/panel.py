"""The inbox: a place to drop sources on, and what became of those that were."""

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QBoxLayout,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListView,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ui import icons
from ui.inbox.model import ItemRole, QueueModel
from ui.inbox.rows import Part, SourceRows
from ui.theme import Theme
from ui.values import Item, Progress


class InboxPanel(QWidget):
    """Shows the queue; says what is to be added, stopped, tried again or opened."""

    added = Signal(list)
    """Absolute paths of files and folders that were chosen."""

    stopped = Signal(object)
    """The id of an item to stop, or None for all."""

    retried = Signal(str)
    cleared = Signal()

    page_wanted = Signal(str)
    """The summary page of a source was asked for."""

    pages_wanted = Signal(object)
    """The pages that came of a source were asked for: its item."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inbox")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._model = QueueModel(self)
        self.place = _Place()
        self.place.chose.connect(self.added)
        self.queue = self._make_queue(theme)
        self._head = self._make_head()
        self._arrange()

    @property
    def unfinished(self) -> int:
        """How many sources wait or are being worked on."""
        return self._model.unfinished

    @property
    def items(self) -> list[Item]:
        return self._model.items

    def show_items(self, items: tuple[Item, ...]) -> None:
        self._model.show_items(items)
        self._settle()

    def focus_first(self) -> QWidget:
        """Where the keyboard begins: the queue, or the button that fills it."""
        return self.queue if self._model.items else self.place.files

    def note(self, progress: Progress) -> None:
        self._model.note(progress)

    def _make_queue(self, theme: Theme) -> QListView:
        queue = _Queue()
        self._rows = SourceRows(queue, theme)
        queue.setModel(self._model)
        queue.setItemDelegate(self._rows)
        queue.setAccessibleName(self.tr("Sources in the queue"))
        queue.setMouseTracking(True)
        queue.setUniformItemSizes(True)
        queue.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        queue.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        queue.customContextMenuRequested.connect(self._show_menu)
        queue.pressed_at.connect(self._pressed)
        queue.doubleClicked.connect(self._open)
        queue.opened.connect(self._open)
        queue.given_up.connect(self._stop)
        queue.moved_over.connect(self._point)
        return queue

    def _make_head(self) -> QWidget:
        head = QWidget()
        self._title = QLabel(self.tr("Queue"))
        self._title.setProperty("tone", "section")
        self._clear = QPushButton(self.tr("Clear finished"))
        self._clear.setProperty("tone", "link")
        self._clear.clicked.connect(self.cleared)
        self._stop_all = QPushButton(self.tr("Stop all"))
        self._stop_all.setProperty("tone", "link")
        self._stop_all.clicked.connect(self._stop_everything)
        row = QHBoxLayout(head)
        row.setContentsMargins(16, 8, 8, 4)
        row.addWidget(self._title)
        row.addStretch(1)
        row.addWidget(self._stop_all)
        row.addWidget(self._clear)
        return head

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 8)
        column.setSpacing(8)
        column.addWidget(self.place, 1)
        column.addWidget(self._head)
        column.addWidget(self.queue, 3)
        self._settle()

    def _settle(self) -> None:
        busy = bool(self._model.items)
        self.place.shrink(small=busy)
        self._head.setVisible(busy)
        self.queue.setVisible(busy)
        self._stop_all.setVisible(self.unfinished > 1)
        self._clear.setVisible(self.unfinished < len(self._model.items))

    def _pressed(self, index: QModelIndex, place: QPoint) -> None:
        match self._rows.part_at(index, place):
            case Part.RESULT:
                self.pages_wanted.emit(index.data(ItemRole))
            case Part.BUTTON:
                self._press_button(index.data(ItemRole))

    def _press_button(self, item: Item) -> None:
        if item.status.may_be_retried:
            self.retried.emit(item.id)
        else:
            self.stopped.emit(item.id)

    def _point(self, index: QModelIndex, place: QPoint) -> None:
        over = index.isValid() and self._rows.part_at(index, place) is not None
        shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor
        self.queue.viewport().setCursor(shape)

    def _open(self, index: QModelIndex) -> None:
        """What a double click and Enter do: read what came of it, or try again."""
        item = index.data(ItemRole)
        if item and item.page:
            self.page_wanted.emit(item.page)
        elif item and item.status.may_be_retried:
            self.retried.emit(item.id)

    def _stop(self, index: QModelIndex) -> None:
        item = index.data(ItemRole)
        if item and item.status.open:
            self.stopped.emit(item.id)

    def _stop_everything(self) -> None:
        self.stopped.emit(None)

    def _show_menu(self, place: QPoint) -> None:
        index = self.queue.indexAt(place)
        item = index.data(ItemRole)
        if not item:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        choices = {
            menu.addAction(self.tr("Open its summary")): item.page,
            menu.addAction(self.tr("Show its pages in the list")): item.result,
            menu.addAction(self.tr("Stop")): item.status.open,
            menu.addAction(self.tr("Try again")): item.status.may_be_retried,
        }
        for action, possible in choices.items():
            action.setEnabled(bool(possible))
        chosen = menu.exec(self.queue.viewport().mapToGlobal(place))
        open_, pages, stop, retry = choices
        if chosen is open_:
            self._open(index)
        elif chosen is pages:
            self.pages_wanted.emit(item)
        elif chosen in (stop, retry):
            self._press_button(item)


class _Queue(QListView):
    """A list that tells where in a row was clicked, and takes Enter and Delete."""

    pressed_at = Signal(QModelIndex, QPoint)
    moved_over = Signal(QModelIndex, QPoint)
    opened = Signal(QModelIndex)
    given_up = Signal(QModelIndex)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        place = event.position().toPoint()
        index = self.indexAt(place)
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton:
            self.pressed_at.emit(index, place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        place = event.position().toPoint()
        self.moved_over.emit(self.indexAt(place), place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(self.currentIndex())
        elif event.key() == Qt.Key.Key_Delete:
            self.given_up.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


class _Place(QFrame):
    """Where sources are dropped, or chosen with a dialog by those who do not drag."""

    chose = Signal(list)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("place")
        self._picture = _Picture()
        self._heading = QLabel(self.tr("Drop sources here"))
        self._sentence = QLabel(
            self.tr(
                "Files and folders: Markdown, plain text, reStructuredText, saved web pages,\n"
                "PDF and Word documents. They are copied into the vault and never changed."
            )
        )
        self._sentence.setProperty("tone", "secondary")
        self.files = QPushButton(self.tr("Choose files…"))
        self.files.clicked.connect(self.choose_files)
        icons.put(self.files, "file-plus", size=16)
        self.folder = QPushButton(self.tr("Choose a folder…"))
        self.folder.clicked.connect(self._choose_folder)
        icons.put(self.folder, "folder-plus", size=16)
        self._arrange()

    def shrink(self, *, small: bool) -> None:
        """Take one line while there is a queue to look at, and all the room otherwise."""
        self._picture.setVisible(not small)
        self._sentence.setVisible(not small)
        big, line = self.tr("Drop sources here"), self.tr("Drop more anywhere in this window")
        self._heading.setText(line if small else big)
        self._heading.setProperty("tone", "secondary" if small else "heading")
        self._heading.style().polish(self._heading)
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._box.setDirection(across if small else down)
        self.setMaximumHeight(64 if small else 16_777_215)

    def _arrange(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.files)
        buttons.addWidget(self.folder)
        self._heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.setContentsMargins(16, 8, 16, 8)
        self._box.setSpacing(12)
        self._box.addStretch(1)
        for widget in (self._picture, self._heading, self._sentence):
            self._box.addWidget(widget, 0, Qt.AlignmentFlag.AlignCenter)
        self._box.addLayout(buttons)
        self._box.setAlignment(buttons, Qt.AlignmentFlag.AlignCenter)
        self._box.addStretch(1)

    def choose_files(self) -> None:
        """Ask for files with the system's dialog."""
        names, _ = QFileDialog.getOpenFileNames(self, self.tr("Choose sources"))
        if names:
            self.chose.emit(names)

    def _choose_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("Choose a folder of sources"))
        if name:
            self.chose.emit([name])


class _Picture(QWidget):
    """The tray above the words."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(48, 48)

    def paintEvent(self, _event: object) -> None:
        painter = QPainter(self)
        icons.paint(painter, self.rect(), "tray", self.palette().accent().color().name())
        painter.end()
