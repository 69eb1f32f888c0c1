"""The queue of sources as Qt sees it."""

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QByteArray,
    QMimeData,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)

from app.compiler.standing import Status
from ui import text
from ui.progress import Course
from ui.rows import Index
from ui.values import Item, Progress, QueueNews

ItemRole = Qt.ItemDataRole.UserRole + 1
ShareRole = Qt.ItemDataRole.UserRole + 2
"""How far the source under way has come, as the line at the bottom of the window shows it."""

ROWS = f"application/x-vaultloom-sources-{os.getpid()}"
"""What a drag of rows carries: the ids, a line each. Nobody else takes it, no other window either."""


class Step(Enum):
    """Where rows are moved to."""

    UP = auto()
    DOWN = auto()
    FIRST = auto()
    LAST = auto()


class QueueModel(QAbstractListModel):
    """One row a source, in the queue's order; rows that only changed stay the same rows."""

    moved = Signal(list, object)
    """Rows were dragged: ids that wait, and the id before which they are to come, or None."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: list[Item] = []
        self._rows: dict[str, int] = {}
        self._count: Counter[Status] = Counter()
        self._course = Course()

    @property
    def items(self) -> list[Item]:
        return self._items

    @property
    def unfinished(self) -> int:
        return self._count[Status.WAITING] + self._count[Status.WORKING]

    def count(self, status: Status) -> int:
        """How many sources stand so."""
        return self._count[status]

    def first_open(self) -> Item | None:
        """The source under way, or else the first that waits."""
        if not self.unfinished:
            return None
        wanted = Status.WORKING if self._count[Status.WORKING] else Status.WAITING
        return next(item for item in self._items if item.status is wanted)

    def row_of(self, ident: str) -> QModelIndex:
        """The row of a source, or none."""
        return self.index(self._rows[ident]) if ident in self._rows else QModelIndex()

    def show_items(self, items: tuple[Item, ...]) -> None:
        """Take over the whole queue; only what differs is drawn again."""
        self._follow(items)
        if [item.id for item in items[: len(self._items)]] != [item.id for item in self._items]:
            self.beginResetModel()
            self._items = list(items)
            self._recount()
            self.endResetModel()
            return
        self._take_items(items)

    def take(self, news: QueueNews) -> None:
        """Take in what changed; it costs what changed."""
        self._follow(news.items)
        self._take_items(news.items)
        if news.gone:
            self._drop(news.gone)
        if news.order is not None:
            self._put_in_order(news.order)

    def note(self, progress: Progress) -> None:
        """Show how far the source under way has come."""
        self._course.note(progress)
        row = self._rows.get(progress.item)
        if row is not None:
            working = replace(
                self._items[row],
                status=Status.WORKING,
                stage=progress.stage,
                done=progress.done,
                total=progress.total,
                passages=progress.passages,
                reason="",
            )
            self._replace(row, working)

    def _follow(self, items: Iterable[Item]) -> None:
        for item in items:
            if item.status is Status.WORKING and item.total:
                self._course.note(Progress(item.id, item.stage or "", item.done, item.total))

    # The order

    def before(self, ids: Sequence[str], step: Step) -> tuple[str | None, bool]:
        """Before which source the given ones come by a step, None for last; and whether they move."""
        line = [item.id for item in self._items if item.status is Status.WAITING]
        places = [place for place, ident in enumerate(line) if ident in set(ids)]
        if not places:
            return None, False
        packed = places[-1] - places[0] == len(places) - 1
        if step in (Step.UP, Step.FIRST):
            to = 0 if step is Step.FIRST else max(places[0] - 1, 0)
            return line[to], places[0] > 0 or not packed
        to = len(line) if step is Step.LAST else min(places[-1] + 2, len(line))
        return self._at(line, to), places[-1] < len(line) - 1 or not packed

    def _at(self, line: list[str], place: int) -> str | None:
        return line[place] if place < len(line) else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        known = super().flags(index)
        if not index.isValid():
            return known | Qt.ItemFlag.ItemIsDropEnabled  # between rows, never onto one
        waits = self._items[index.row()].status is Status.WAITING
        return known | Qt.ItemFlag.ItemIsDragEnabled if waits else known

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        return [ROWS]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        rows = sorted(index.row() for index in indexes)
        data = QMimeData()
        ids = "\n".join(self._items[row].id for row in rows)
        data.setData(ROWS, QByteArray(ids.encode()))
        return data

    def dropMimeData(
        self, data: QMimeData, _action: Qt.DropAction, row: int, _column: int, parent: Index
    ) -> bool:
        """Ask for the new order; the rows move when the queue says that they did."""
        if not data.hasFormat(ROWS):
            return False
        row = parent.row() if parent.isValid() else row
        ids = bytes(data.data(ROWS).data()).decode().split("\n")
        after = self._items[row:] if row >= 0 else []
        waiting = (item.id for item in after if item.status is Status.WAITING)
        self.moved.emit(ids, next(waiting, None))
        return False  # Qt would take the dragged rows away

    def _put_in_order(self, order: tuple[str, ...]) -> None:
        """Rows of what waits are filled in this order; selected rows stay selected."""
        waits = {item.id for item in self._items if item.status is Status.WAITING}
        waiting = iter([ident for ident in order if ident in waits])
        self.layoutAboutToBeChanged.emit()
        held = [(index, self._items[index.row()].id) for index in self.persistentIndexList()]
        self._items = [
            self._items[self._rows[next(waiting, item.id)]]
            if item.status is Status.WAITING
            else item
            for item in self._items
        ]
        self._recount()
        self.changePersistentIndexList(
            [index for index, _ in held], [self.row_of(ident) for _, ident in held]
        )
        self.layoutChanged.emit()

    # What Qt asks

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
                return text.item_tip(item)
            case Qt.ItemDataRole.AccessibleTextRole:
                return text.of(item.name, text.item_words(item))
            case _ if role == ItemRole:
                return item
            case _ if role == ShareRole:
                return self._course.share_of(item.id)
        return None

    def _take_items(self, items: Iterable[Item]) -> None:
        new = []
        for item in items:
            row = self._rows.get(item.id)
            if row is None:
                new.append(item)
            else:
                self._replace(row, item)
        if new:
            start = len(self._items)
            self.beginInsertRows(QModelIndex(), start, start + len(new) - 1)
            self._items += new
            self._rows |= {item.id: start + place for place, item in enumerate(new)}
            self._count.update(item.status for item in new)
            self.endInsertRows()

    def _drop(self, gone: frozenset[str]) -> None:
        rows = sorted(self._rows[ident] for ident in gone if ident in self._rows)
        for first, last in reversed(_runs(rows)):
            self.beginRemoveRows(QModelIndex(), first, last)
            del self._items[first : last + 1]
            self.endRemoveRows()
        self._recount()

    def _recount(self) -> None:
        self._rows = {item.id: row for row, item in enumerate(self._items)}
        self._count = Counter(item.status for item in self._items)

    def _replace(self, row: int, item: Item) -> None:
        before = self._items[row]
        if before != item:
            self._count[before.status] -= 1
            self._count[item.status] += 1
            self._items[row] = item
            place = self.index(row)
            self.dataChanged.emit(place, place)


def _runs(rows: list[int]) -> list[tuple[int, int]]:
    """Rows that follow each other, as first and last."""
    runs: list[tuple[int, int]] = []
    for row in rows:
        if runs and row == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], row)
        else:
            runs.append((row, row))
    return runs
