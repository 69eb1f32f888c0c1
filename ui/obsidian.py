"""Obsidian beside this window: is it there, and how a page is opened in it."""

import os
import sys
from pathlib import Path
from urllib.parse import quote

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

_DESKTOP_FOLDERS = (
    "~/.local/share/applications",
    "/usr/local/share/applications",
    "/usr/share/applications",
    "/var/lib/flatpak/exports/share/applications",
    "~/.local/share/flatpak/exports/share/applications",
    "/var/lib/snapd/desktop/applications",
)
_HANDLER = "x-scheme-handler/obsidian"


def address(vault: Path, page: str = "") -> str:
    """The address that makes Obsidian open a page, or the vault."""
    return "obsidian://open?path=" + quote(str(vault / page if page else vault), safe="")


def open_page(vault: Path, page: str = "") -> bool:
    """Ask the system to open a page in Obsidian; false where nobody answers to such addresses."""
    if not installed():
        return False
    return QDesktopServices.openUrl(QUrl(address(vault, page), QUrl.ParsingMode.StrictMode))


def installed() -> bool:
    """Whether a program on this machine opens ``obsidian:`` addresses."""
    if sys.platform == "darwin":
        places = ("/Applications/Obsidian.app", "~/Applications/Obsidian.app")
        return any(Path(place).expanduser().exists() for place in places)
    if sys.platform == "win32":
        return _registered_in_windows()
    return any(_handles(entry) for folder in _DESKTOP_FOLDERS for entry in _entries(folder))


def _registered_in_windows() -> bool:
    local = Path(os.environ.get("LOCALAPPDATA", ""))
    programs = Path(os.environ.get("PROGRAMFILES", ""))
    places = (local / "Programs", local, programs)
    return any((place / "Obsidian" / "Obsidian.exe").exists() for place in places)


def _entries(folder: str) -> list[Path]:
    place = Path(folder).expanduser()
    return sorted(place.glob("*bsidian*.desktop")) if place.is_dir() else []


def _handles(entry: Path) -> bool:
    return _HANDLER in entry.read_text(encoding="utf-8", errors="replace")
