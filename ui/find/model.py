"""What can be found by a few letters: pages and actions, the best match first."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from ui import matching
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
    other_names: tuple[str, ...] = ()


class FoundModel(QAbstractListModel):
    """The few best matches."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[tuple[str, Found]] = []
        self._shown: list[Found] = []
        self._words: list[str] = []

    def offer(self, everything: list[Found]) -> None:
        """What may be found from now on; pages before actions where both match as well."""
        self._all = [(_names(each), each) for each in everything]

    def search(self, typed: str) -> None:
        """Show what holds all the words, in any part of any of its names."""
        self._words = matching.words_of(typed)
        whole = " ".join(self._words)
        hits = [(_rank(names, self._words, whole), each) for names, each in self._all]
        best = sorted((hit for hit in hits if hit[0]), key=lambda hit: hit[0], reverse=True)
        self.beginResetModel()
        self._shown = [each for _, each in best[:_MOST]]
        self.endResetModel()

    def found_in(self, words: str) -> list[matching.Span]:
        """Where in ``words`` the typed ones stand."""
        return matching.spans(words, self._words)

    def alias_of(self, found: Found) -> str:
        """The other name by which it was found, where its own does not hold all that was typed."""
        own = matching.fold(found.words)
        missed = [word for word in self._words if word not in own]
        names = found.other_names if missed else ()
        return next((name for name in names if missed[0] in matching.fold(name)), "")

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


def _names(found: Found) -> str:
    return "\n".join(map(matching.fold, (found.words, *found.other_names)))


def _rank(names: str, parts: list[str], whole: str) -> int:
    """Nothing where a part is missing; more the nearer the parts are to the beginnings of words,
    most where a name is what was typed and no more."""
    score = 1
    for part in parts:
        place = names.find(part)
        if place < 0:
            return 0
        before = names[place - 1] if place else "\n"
        score += 3 if before == "\n" else 2 if not before.isalnum() else 1
    return score + 10 * (f"\n{whole}\n" in f"\n{names}\n")
