"""Vaults that were open before."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from ui.rows import Index

VaultRole = Qt.ItemDataRole.UserRole + 1


class RecentVaults(QAbstractListModel):
    """The last vaults, the newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._vaults: list[Path] = []

    def show_vaults(self, vaults: list[Path]) -> None:
        self.beginResetModel()
        self._vaults = vaults
        self.endResetModel()

    @property
    def vaults(self) -> list[Path]:
        return list(self._vaults)

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
