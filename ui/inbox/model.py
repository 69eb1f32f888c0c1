"""The queue of sources as Qt sees it."""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from app.compiler.standing import Status
from ui import text
from ui.rows import Index
from ui.values import Item, Progress

ItemRole = Qt.ItemDataRole.UserRole + 1


class QueueModel(QAbstractListModel):
    """One row a source, newest last; rows that only changed stay the same rows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: list[Item] = []

    @property
    def items(self) -> list[Item]:
        return self._items

    @property
    def unfinished(self) -> int:
        return sum(item.status.open for item in self._items)

    def show_items(self, items: tuple[Item, ...]) -> None:
        """Take over the whole queue; only what differs is drawn again."""
        if [item.id for item in items[: len(self._items)]] != [item.id for item in self._items]:
            self.beginResetModel()
            self._items = list(items)
            self.endResetModel()
            return
        for row, item in enumerate(items[: len(self._items)]):
            self._replace(row, item)
        if len(items) > len(self._items):
            self.beginInsertRows(QModelIndex(), len(self._items), len(items) - 1)
            self._items += items[len(self._items) :]
            self.endInsertRows()

    def note(self, progress: Progress) -> None:
        """Show how far the source under way has come."""
        for row, item in enumerate(self._items):
            if item.id == progress.item:
                working = replace(
                    item,
                    status=Status.WORKING,
                    stage=progress.stage,
                    done=progress.done,
                    total=progress.total,
                )
                self._replace(row, working)

    def _replace(self, row: int, item: Item) -> None:
        if self._items[row] != item:
            self._items[row] = item
            place = self.index(row)
            self.dataChanged.emit(place, place)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._items):
            return None
        item = self._items[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return item.name
            case Qt.ItemDataRole.ToolTipRole:
                return item.source or item.name
            case Qt.ItemDataRole.AccessibleTextRole:
                return text.of(item.name, text.item_words(item))
            case _ if role == ItemRole:
                return item
        return None
