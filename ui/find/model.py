"""What can be found by a few letters: pages and actions, the best match first."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from ui.rows import Index

FoundRole = Qt.ItemDataRole.UserRole + 1
_MOST = 12


@dataclass(frozen=True)
class Found:
    """A page by its path, or an action by its name."""

    words: str
    note: str
    icon: str
    page: str = ""
    action: str = ""
    kind: str = ""
    other_names: str = ""


class FoundModel(QAbstractListModel):
    """The few best matches."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[tuple[str, Found]] = []
        self._shown: list[Found] = []

    def offer(self, everything: list[Found]) -> None:
        """What may be found from now on; pages before actions where both match as well."""
        self._all = [(f"{each.words}\n{each.other_names}".casefold(), each) for each in everything]

    def search(self, words: str) -> None:
        parts = words.casefold().split()
        hits = [(_rank(names, parts), each) for names, each in self._all]
        best = sorted((hit for hit in hits if hit[0]), key=lambda hit: hit[0], reverse=True)
        self.beginResetModel()
        self._shown = [each for _, each in best[:_MOST]]
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        found = self._shown[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return found.words
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{found.words}, {found.note}"
            case _ if role == FoundRole:
                return found
        return None


def _rank(names: str, parts: list[str]) -> int:
    """Nothing where a part is missing; more the nearer the parts are to the beginnings of words."""
    score = 1
    for part in parts:
        place = names.find(part)
        if place < 0:
            return 0
        score += 3 if place == 0 else 2 if not names[place - 1].isalnum() else 1
    return score
