"""What the window remembers on this device: the last vaults, its size, its splitters."""

import json
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from app import paths

_RECENT = 8


class Memory:
    """A small settings file in the user's state folder."""

    def __init__(self) -> None:
        name = str(paths.user_state() / "window.ini")
        self._settings = QSettings(name, QSettings.Format.IniFormat)

    @property
    def recent(self) -> list[Path]:
        """Vaults that were opened and are still there, the last first."""
        stored = self._settings.value("recent", [])
        names = [stored] if isinstance(stored, str) else list(stored or [])  # type: ignore[call-overload]
        return [path for path in map(Path, names) if path.is_dir()]

    def opened(self, vault: Path) -> None:
        """Put a vault first."""
        names = [str(vault), *(str(path) for path in self.recent if path != vault)]
        self._settings.setValue("recent", names[:_RECENT])
        self._settings.sync()

    def forget(self, vault: Path) -> None:
        """Take a vault off the list; the vault itself is not touched."""
        self._settings.setValue("recent", [str(path) for path in self.recent if path != vault])

    def turn_down(self, vault: Path, reasons: tuple[str, ...]) -> None:
        """Offer no more to compile a vault again for these reasons."""
        self._settings.setValue(f"turned-down/{paths.vault_key(vault)}", json.dumps(reasons))

    def turned_down(self, vault: Path) -> tuple[str, ...]:
        """For which reasons a vault is not to be compiled again."""
        kept = self._settings.value(f"turned-down/{paths.vault_key(vault)}", "[]")
        return tuple(json.loads(str(kept)))

    def note(self, name: str, words: str) -> None:
        """Remember a choice in words."""
        self._settings.setValue(f"said/{name}", words)

    def noted(self, name: str) -> str:
        """A choice that was remembered, or nothing."""
        return str(self._settings.value(f"said/{name}", ""))

    def keep(self, name: str, state: QByteArray) -> None:
        self._settings.setValue(name, state)

    def kept(self, name: str) -> QByteArray | None:
        state = self._settings.value(name)
        return state if isinstance(state, QByteArray) else None
