"""The list of places with ticks, and the question which of them are sources."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QLabel, QListView, QVBoxLayout, QWidget

from ui.buttons import yes_or_no
from ui.places.model import Choice, PlacesModel
from ui.places.rows import PlaceRows
from ui.theme import Theme
from ui.values import Place

_SEEN = 5


class PlacesList(QListView):
    """A click or the space bar ticks a place; up and down walk."""

    def __init__(self, theme: Theme, places: tuple[Place, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.places = PlacesModel(places, self)
        self.setModel(self.places)
        self.setItemDelegate(PlaceRows(self, theme))
        self.setAccessibleName(self.tr("Sources where they lie"))
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setFixedHeight(min(max(len(places), 1), _SEEN) * PlaceRows.HEIGHT + 4)
        self.setCurrentIndex(self.places.index(0))
        self.clicked.connect(self.places.toggle)

    @property
    def choice(self) -> Choice:
        """What the person wants otherwise than it is."""
        return self.places.choice

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Select):
            self.places.toggle(self.currentIndex())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()  # the dialog's own button
        else:
            super().keyPressEvent(event)


class SourcesInVault(QDialog):
    """Which folders and files of the open vault are sources where they lie."""

    def __init__(self, theme: Theme, places: tuple[Place, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Sources in this vault"))
        self.setMinimumWidth(520)
        heading = QLabel(self.tr("Sources in this vault"))
        heading.setProperty("tone", "heading")
        self.words = QLabel(self._what(places))
        self.words.setWordWrap(True)
        self.list = PlacesList(theme, places, self)
        self.list.setVisible(bool(places))
        self.yes, buttons = yes_or_no(self, self.tr("Use what is ticked"))
        self.yes.setVisible(bool(places))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(12)
        for widget in (heading, self.words, self.list):
            column.addWidget(widget)
        column.addLayout(buttons)
        if places:
            self.list.setFocus()

    @property
    def choice(self) -> Choice:
        """What the person wants otherwise than it is."""
        return self.list.choice

    def _what(self, places: tuple[Place, ...]) -> str:
        if not places:
            return self.tr(
                "There is nothing else in this vault to read: no clippings, and no PDF, Word, text"
                " or web page outside its folder of sources."
            )
        return self.tr(
            "What is ticked is read where it lies, and is neither copied nor changed. Pages that were"
            " made from what is no longer ticked stay as they are."
        )
