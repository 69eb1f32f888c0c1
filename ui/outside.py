"""What lies outside the window: Obsidian, the file manager, the web."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices

from ui.notice import Notice

_GET_OBSIDIAN = "https://obsidian.md/download"


class Outside(QObject):
    """Opens things elsewhere, and says in words where that is not possible."""

    def __init__(self, notice: Notice) -> None:
        super().__init__(notice)
        self._notice = notice

    def open_in_obsidian(self, vault: Path, path: str) -> None:
        """Open a page, or the vault."""
        from app.vault.obsidian import obsidian_installed, obsidian_uri

        if obsidian_installed():
            address = obsidian_uri(vault, path)
            QDesktopServices.openUrl(QUrl(address, QUrl.ParsingMode.StrictMode))
            return
        self._notice.tell(
            self.tr("Obsidian is not installed on this computer."),
            self.tr("Get Obsidian"),
            partial(QDesktopServices.openUrl, QUrl(_GET_OBSIDIAN)),
        )

    def show_folder(self, place: Path) -> None:
        """Show a folder, or the one that a file is in; nothing in it is started."""
        folder = place if place.is_dir() else place.parent
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
