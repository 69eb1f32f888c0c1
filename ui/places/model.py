"""Folders and files of the vault that can be ticked as sources where they lie."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from ui.rows import Index
from ui.text import place_words
from ui.values import Json, Place

PlaceRole = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True)
class Choice:
    """What is to be a source where it lies, and what no longer, as paths in the vault."""

    sources: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    not_sources: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.sources or self.documents or self.not_sources)

    def as_json(self) -> Json:
        """As the worker wants it."""
        return {name: list(paths) for name, paths in vars(self).items()}


class PlacesModel(QAbstractListModel):
    """The places in the order given, each ticked or not."""

    def __init__(self, places: Iterable[Place], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._places = list(places)
        self._ticked = [place.chosen for place in self._places]

    @property
    def choice(self) -> Choice:
        """What the person wants otherwise than it is."""
        changed = [
            (place, ticked)
            for place, ticked in zip(self._places, self._ticked, strict=True)
            if ticked != place.chosen
        ]
        return Choice(
            tuple(p.path for p, ticked in changed if ticked and p.notes),
            tuple(p.path for p, ticked in changed if ticked and not p.notes),
            tuple(p.path for p, ticked in changed if not ticked),
        )

    def toggle(self, index: Index) -> None:
        """Tick what is not ticked, and the other way round."""
        if index.isValid():
            self._ticked[index.row()] = not self._ticked[index.row()]
            self.dataChanged.emit(index, index)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._places)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        place = self._places[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return place.path
            case Qt.ItemDataRole.CheckStateRole:
                ticked = self._ticked[index.row()]
                return Qt.CheckState.Checked if ticked else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{place.path}, {place_words(place)}"
            case Qt.ItemDataRole.ToolTipRole:
                return place.path
            case _ if role == PlaceRole:
                return place
        return None
