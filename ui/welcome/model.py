"""Vaults that were open before, and what would be added to a folder that is not yet one."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app import paths

Index = QModelIndex | QPersistentModelIndex
VaultRole = Qt.ItemDataRole.UserRole + 1
_MOST = 50_000


class RecentVaults(QAbstractListModel):
    """The last vaults, the newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._vaults: list[Path] = []

    def show_vaults(self, vaults: list[Path]) -> None:
        self.beginResetModel()
        self._vaults = vaults
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._vaults)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        vault = self._vaults[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return vault.name
            case Qt.ItemDataRole.ToolTipRole:
                return str(vault)
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{vault.name}, {vault}"
            case _ if role == VaultRole:
                return vault
        return None


def is_ours(folder: Path) -> bool:
    """Whether Vaultloom has worked in this folder before."""
    return (folder / ".vaultloom").is_dir()


@dataclass(frozen=True)
class Preview:
    """What a folder holds, and what would be added to make it a vault of ours."""

    folder: Path
    notes: int
    others: int
    in_raw: int
    in_wiki: int
    added: tuple[str, ...]


def preview(folder: Path) -> Preview:
    """Look, and change nothing. Counts stop at some tens of thousands of files."""
    count: Counter[str] = Counter()
    for path in _files(folder):
        count["note" if path.suffix.lower() == ".md" else "other"] += 1
        count[path.relative_to(folder).parts[0]] += 1
    return Preview(
        folder, count["note"], count["other"], count["raw"], count["wiki"], _missing(folder)
    )


def _files(folder: Path) -> Iterator[Path]:
    waiting, seen = [folder], 0
    while waiting and seen < _MOST:
        for path in sorted(waiting.pop().iterdir()):
            if path.name.startswith(".") or path.is_symlink():
                continue
            if path.is_dir():
                waiting.append(path)
            else:
                seen += 1
                yield path


def _missing(folder: Path) -> tuple[str, ...]:
    """The top-level names of the template that the folder does not have."""
    template = paths.vault_template()
    names = {path.name for path in template.iterdir()} if template.is_dir() else set()
    wanted = {*names, "raw", "wiki", ".vaultloom"} - {".obsidian"}
    return tuple(sorted(name for name in wanted if not (folder / name).exists()))
