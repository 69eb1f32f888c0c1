"""The question whether something is to be done, with all that it would change in sight."""

from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QDialog, QLabel, QListView, QPushButton, QVBoxLayout, QWidget

from ui import text
from ui.buttons import yes_or_no
from ui.settling.model import ChangesModel, Head, RowRole
from ui.settling.rows import ChangeRows
from ui.theme import Theme
from ui.values import ChangedPage

_SIZE = 760, 560
_LEAST = 280
_AROUND = 176
"""What stands above and below the lines, with a line to spare."""

_BATCH = 60
TURNED = 2
"""The dialog ends with this where the other way round is wanted."""


class Changes(QDialog):
    """What would change, page by page; nothing is done before “Do it”."""

    def __init__(
        self,
        theme: Theme,
        heading: str,
        pages: tuple[ChangedPage, ...],
        parent: QWidget,
        turn: str = "",
    ) -> None:
        """``turn`` are words for a button that asks about the other way round, where there is one."""
        super().__init__(parent)
        self.setWindowTitle(heading)
        self.heading = QLabel(heading)
        self.heading.setProperty("tone", "heading")
        self.heading.setTextFormat(Qt.TextFormat.PlainText)
        self.heading.setWordWrap(True)
        self.words = QLabel(text.becomes_words(pages))
        self.words.setProperty("tone", "secondary")
        self.words.setWordWrap(True)
        self.list = ChangesList(theme, pages, self)
        self.yes, buttons = yes_or_no(self, self.tr("Do it"), self.tr("Leave it"))
        self.turn = QPushButton(turn)
        self.turn.setVisible(bool(turn))
        self.turn.setAutoDefault(False)
        self.turn.clicked.connect(lambda: self.done(TURNED))
        buttons.insertWidget(0, self.turn)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(8)
        for widget in (self.heading, self.words):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        column.addSpacing(4)
        column.addLayout(buttons)
        self._fit(parent.window().size())
        self.list.setFocus()

    def _fit(self, room: QSize) -> None:
        """Be as high as what is shown, as far as the window has room for it."""
        width, most = min(_SIZE[0], room.width() - 64), min(_SIZE[1], room.height() - 64)
        wanted = _AROUND + self.list.height_at(width - 48)
        self.resize(width, min(max(wanted, _LEAST), most))


class ChangesList(QListView):
    """Lines that go and come; a click or the space bar folds a page. Enter is for the dialog."""

    def __init__(self, theme: Theme, pages: tuple[ChangedPage, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("changes")
        self._changes = ChangesModel(pages, self)
        self.setItemDelegate(ChangeRows(self, theme))
        self.setAccessibleName(self.tr("What would change"))
        self.setSelectionMode(QListView.SelectionMode.NoSelection)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setLayoutMode(QListView.LayoutMode.Batched)  # what is taken away may be long
        self.setBatchSize(_BATCH)
        self.setModel(
            self._changes
        )  # the last: with its rows, each of the above would lay them out
        self.clicked.connect(self._toggle)
        self.setCurrentIndex(self._changes.index(0))

    def height_at(self, width: int) -> int:
        """How high the first lines are at this width."""
        self.resize(width, _SIZE[1])
        self.doItemsLayout()
        return self.contentsSize().height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            event.ignore()  # the dialog's own
        elif event.key() == Qt.Key.Key_Space or event.key() == self._folding_key():
            self._toggle(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _folding_key(self) -> Qt.Key | None:
        """What folds or unfolds the page at whose head the keyboard is."""
        row = self.currentIndex().data(RowRole)
        if not isinstance(row, Head):
            return None
        return Qt.Key.Key_Right if row.folded else Qt.Key.Key_Left

    def _toggle(self, index: QModelIndex) -> None:
        """Fold or unfold a page where it stands."""
        row, scroll = index.row(), self.verticalScrollBar().value()
        self.setBatchSize(
            max(self.indexAt(self.viewport().rect().bottomLeft()).row(), row) + _BATCH
        )
        self._changes.toggle(index)
        self.setCurrentIndex(self._changes.index(row))
        self.doItemsLayout()
        self.verticalScrollBar().setValue(scroll)
