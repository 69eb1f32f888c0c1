"""The inbox: a place to drop sources on, and what became of those that were."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QApplication,
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

from app.compiler.standing import Status
from ui import icons, text
from ui.inbox.model import ItemRole, QueueModel, Step
from ui.inbox.rows import Part, SourceRows
from ui.theme import Theme
from ui.values import Item, Offer, Progress, QueueNews


class InboxPanel(QWidget):
    """Shows the queue; says what is to be added, stopped, tried again or opened."""

    added = Signal(list)
    """Absolute paths of files and folders that were chosen."""

    stopped = Signal(object)
    """Ids of items to stop, or None for all."""

    retried = Signal(object)
    """Ids of items to try again, or None for all that failed."""

    again_wanted = Signal()
    """All sources that were offered are to be compiled again."""

    declined = Signal(object)
    """The offer to compile again was turned down: the offer."""

    cleared = Signal()
    paused = Signal()
    resumed = Signal()

    moved = Signal(list, object)
    """Ids of items that wait, and the id of the one before which they are wanted, None for last."""

    page_wanted = Signal(str)
    """The summary page of a source was asked for."""

    pages_wanted = Signal(object)
    """The pages that came of a source were asked for: its item."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inbox")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._model = QueueModel(self)
        self._model.moved.connect(self.moved)
        self.is_paused = False
        self.place = _Place()
        self.place.chose.connect(self.added)
        self.queue = self._make_queue(theme)
        self.offer = _OfferLine()
        self.offer.taken.connect(self.again_wanted)
        self.offer.declined.connect(self.declined)
        self._head = self._make_head()
        self._arrange()

    @property
    def unfinished(self) -> int:
        """How many sources wait or are being worked on."""
        return self._model.unfinished

    @property
    def items(self) -> list[Item]:
        return self._model.items

    @property
    def waiting(self) -> int:
        return self._model.count(Status.WAITING)

    @property
    def first_open(self) -> Item | None:
        """The source under way, or else the first that waits."""
        return self._model.first_open()

    def show_items(self, items: tuple[Item, ...], *, paused: bool) -> None:
        """Take over the whole queue."""
        self._model.show_items(items)
        self.is_paused = paused
        self._settle()

    def take(self, news: QueueNews) -> None:
        """Take in what changed; the source under way stays in sight unless one looked away."""
        before = self._under_way()
        followed = not before.isValid() or self._in_sight(before)
        self._model.take(news)
        self.is_paused = news.paused
        self._settle()
        now = self._under_way()
        if followed and now.isValid():
            self.queue.scrollTo(now)

    def focus_first(self) -> QWidget:
        """Where the keyboard begins: the queue, or the button that fills it."""
        return self.queue if self._model.items else self.place.files

    def note(self, progress: Progress) -> None:
        self._model.note(progress)

    def _under_way(self) -> QModelIndex:
        first = self._model.first_open()
        return self._model.row_of(first.id) if first else QModelIndex()

    def _in_sight(self, index: QModelIndex) -> bool:
        return self.queue.viewport().rect().intersects(self.queue.visualRect(index))

    def _make_queue(self, theme: Theme) -> "_Queue":
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
        queue.given_up.connect(self._stop_selected)
        queue.shifted.connect(self._shift)
        queue.moved_over.connect(self._point)
        return queue

    def _make_head(self) -> QWidget:
        head = QWidget()
        self._title = QLabel(self.tr("Queue"))
        self._title.setProperty("tone", "section")
        self._standing = QLabel()
        self._standing.setProperty("tone", "secondary")
        self.pause = _link(self.tr("Pause"), self.toggle_pause)
        self.retry_failed = _link(self.tr("Try failed ones again"), self._retry_failed)
        self.stop_all = _link(self.tr("Stop all"), self._stop_everything)
        self.clear = _link(self.tr("Remove finished"), self.cleared.emit)
        row = QHBoxLayout(head)
        row.setContentsMargins(16, 8, 8, 4)
        row.addWidget(self._title)
        row.addSpacing(4)
        row.addWidget(self._standing)
        row.addStretch(1)
        for button in (self.retry_failed, self.pause, self.stop_all, self.clear):
            row.addWidget(button)
        return head

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 8)
        column.setSpacing(8)
        column.addWidget(self.place, 1)
        column.addWidget(self.offer)
        column.addWidget(self._head)
        column.addWidget(self.queue, 3)
        self._settle()

    def _settle(self) -> None:
        model, busy = self._model, bool(self._model.items)
        held = QApplication.focusWidget()
        ours = held is not None and self.isAncestorOf(held)
        self.place.shrink(small=busy)
        self._head.setVisible(busy or self.is_paused)
        self.queue.setVisible(busy)
        self._standing.setText(self._standing_words())
        self.pause.setText(self.tr("Go on") if self.is_paused else self.tr("Pause"))
        self.pause.setVisible(self.is_paused or model.unfinished > 0)
        self.retry_failed.setVisible(model.count(Status.FAILED) > 1)
        self.stop_all.setVisible(model.unfinished > 1)
        self.clear.setVisible(model.unfinished < len(model.items))
        if ours and not self.isAncestorOf(QApplication.focusWidget() or self):
            self.focus_first().setFocus(Qt.FocusReason.OtherFocusReason)  # what had it is hidden

    def _standing_words(self) -> str:
        first, waiting = self.first_open, self.waiting
        if self.is_paused and first and first.status is Status.WORKING:
            return self.tr("Pausing after “%1”").replace("%1", first.name)
        if self.is_paused:
            return text.paused_words(waiting)
        one, many = self.tr("%1 waits"), self.tr("%1 wait")
        return text.counted(waiting, one, many) if waiting else ""

    def toggle_pause(self) -> None:
        """Ask for a pause, or to go on after one."""
        (self.resumed if self.is_paused else self.paused).emit()

    def _retry_failed(self) -> None:
        self.retried.emit(None)

    def _pressed(self, index: QModelIndex, place: QPoint) -> None:
        match self._rows.part_at(index, place):
            case Part.RESULT:
                self.pages_wanted.emit(index.data(ItemRole))
            case Part.BUTTON:
                self._press_button(index.data(ItemRole))

    def _press_button(self, item: Item) -> None:
        if item.may_be_retried:
            self.retried.emit([item.id])
        else:
            self.stopped.emit([item.id])

    def _point(self, index: QModelIndex, place: QPoint) -> None:
        over = index.isValid() and self._rows.part_at(index, place) is not None
        shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor
        self.queue.viewport().setCursor(shape)

    def _open(self, index: QModelIndex) -> None:
        """What a double click and Enter do: read what came of it, or try again."""
        item = index.data(ItemRole)
        if item and item.page:
            self.page_wanted.emit(item.page)
        elif item and item.may_be_retried:
            self.retried.emit([item.id])

    def _selected(self) -> list[Item]:
        rows = sorted(index.row() for index in self.queue.selectedIndexes())
        return [self._model.items[row] for row in rows]

    def _stop_selected(self) -> None:
        ids = [item.id for item in self._selected() if item.status.open]
        if ids:
            self.stopped.emit(ids)

    def _retry_selected(self) -> None:
        ids = [item.id for item in self._selected() if item.may_be_retried]
        if ids:
            self.retried.emit(ids)

    def _shift(self, step: Step) -> None:
        """Move the selected rows that wait."""
        ids = [item.id for item in self._selected() if item.status is Status.WAITING]
        before, moves = self._model.before(ids, step)
        if moves:
            self.moved.emit(ids, before)

    def _stop_everything(self) -> None:
        self.stopped.emit(None)

    def _show_menu(self, place: QPoint) -> None:
        index = self.queue.indexAt(place)
        if not index.isValid():
            return
        menu = QMenu(self)
        menu.setObjectName("source-menu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._fill_menu(menu, index.data(ItemRole), index)
        menu.popup(self.queue.viewport().mapToGlobal(place))

    def _fill_menu(self, menu: QMenu, item: Item, index: QModelIndex) -> None:
        selected = self._selected()

        def offer(words: str, does: Callable[[], object], *, possible: bool) -> None:
            action = menu.addAction(words)
            action.triggered.connect(lambda _checked=False: does())
            action.setEnabled(possible)

        waits = any(each.status is Status.WAITING for each in selected)
        offer(self.tr("Open its summary"), partial(self._open, index), possible=bool(item.page))
        show = partial(self.pages_wanted.emit, item)
        offer(self.tr("Show its pages in the list"), show, possible=bool(item.result))
        menu.addSeparator()
        for step, (words, keys) in self._steps().items():
            offer(f"{words}\t{keys}", partial(self._shift, step), possible=waits)
        menu.addSeparator()
        opened = any(each.status.open for each in selected)
        ended = any(each.may_be_retried for each in selected)
        offer(self.tr("Stop") + "\tDel", self._stop_selected, possible=opened)
        offer(self.tr("Try again"), self._retry_selected, possible=ended)

    def _steps(self) -> dict[Step, tuple[str, str]]:
        return {
            Step.FIRST: (self.tr("Compile first"), "Alt+Home"),
            Step.UP: (self.tr("Move up"), "Alt+Up"),
            Step.DOWN: (self.tr("Move down"), "Alt+Down"),
            Step.LAST: (self.tr("Compile last"), "Alt+End"),
        }


def _link(words: str, does: Callable[[], object]) -> QPushButton:
    button = QPushButton(words)
    button.setProperty("tone", "link")
    button.clicked.connect(lambda _checked=False: does())
    return button


_KEYS = {
    Qt.Key.Key_Up: Step.UP,
    Qt.Key.Key_Down: Step.DOWN,
    Qt.Key.Key_Home: Step.FIRST,
    Qt.Key.Key_End: Step.LAST,
}


class _Queue(QListView):
    """A list that tells where in a row was clicked, and takes Enter, Delete, and Alt with arrows;
    rows that wait can be dragged to another place in it."""

    pressed_at = Signal(QModelIndex, QPoint)
    moved_over = Signal(QModelIndex, QPoint)
    opened = Signal(QModelIndex)
    given_up = Signal()
    shifted = Signal(Step)

    def __init__(self) -> None:
        super().__init__()
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QListView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDropIndicatorShown(True)
        self.setDragDropOverwriteMode(False)

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
            self.given_up.emit()
        elif event.modifiers() & Qt.KeyboardModifier.AltModifier and event.key() in _KEYS:
            self.shifted.emit(_KEYS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)


class _OfferLine(QFrame):
    """One line: that sources can be compiled again, and why; it is never done unasked."""

    taken = Signal()
    declined = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("offer")
        self.offered: Offer | None = None
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.again = _link("", self._take)
        self.not_now = _link(self.tr("Not now"), self._decline)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 8, 4)
        row.addWidget(self.words, 1)
        row.addWidget(self.again)
        row.addWidget(self.not_now)
        self.hide()

    def show_offer(self, offer: Offer | None) -> None:
        """Say what is offered now; None is nothing."""
        self.offered = offer
        if offer:
            self.words.setText(text.offer_words(offer))
            self.again.setText(text.again_words(offer))
        self.setVisible(offer is not None)

    @property
    def shown(self) -> Offer | None:
        """What it says now."""
        return None if self.isHidden() else self.offered

    def _take(self) -> None:
        self.hide()
        self.taken.emit()

    def _decline(self) -> None:
        self.hide()
        self.declined.emit(self.offered)


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
