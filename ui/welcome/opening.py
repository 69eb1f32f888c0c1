"""The way from a folder to an open vault, with a question where something would be added."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QStandardPaths, Signal
from PySide6.QtWidgets import QDialog, QWidget

from app.errors import VaultloomError
from ui.background import Background
from ui.places.model import Choice
from ui.theme import Theme
from ui.values import Failure

if TYPE_CHECKING:
    from app.adopting import Look


class Opening(QObject):
    """Asks what must be asked; says ``ready`` when the vault can be opened."""

    ready = Signal(object)
    placed = Signal(object)
    """After ``ready``: the sources that lie in the vault, as the person chose them."""

    failed = Signal(object)
    busy = Signal(str)
    """Words on what is being done, since it may take a moment."""

    def __init__(self, theme: Theme, background: Background, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self._background = background
        self._window = window

    def open(self, folder: Path) -> None:
        """Open a vault; a folder that is none yet is shown first with what would be added."""
        from app.vault.marker import read_marker

        try:
            ours = read_marker(folder) is not None
        except VaultloomError as error:
            self._fail(Failure(error.message, error.remedy))
            return
        if ours:
            self._ready(folder)
        else:
            self._background.work(partial(_look, folder), self._looked, self._fail)

    def make(self) -> None:
        """Ask where, and make a vault from the template."""
        from ui.welcome.dialogs import NewVault

        dialog = NewVault(self._window)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            folder = dialog.folder
            self.busy.emit(self.tr("Making %1…").replace("%1", folder.name))
            self._background.work(partial(_make, folder), self._ready, self._fail)
        dialog.deleteLater()

    def look_around(self, then: Callable[[list[Path]], None]) -> None:
        """Find the vaults that Obsidian lists; a drive that answers slowly holds nobody up."""
        self._background.work(_known, then, _never)

    def show_demo(self) -> None:
        """Compile the samples, or find them compiled, and open that vault."""
        documents = QStandardPaths.StandardLocation.DocumentsLocation
        place = Path(QStandardPaths.writableLocation(documents) or Path.home())
        folder = place / self.tr("Vaultloom demo")
        self.busy.emit(
            self.tr("Compiling the sample documents into %1…").replace("%1", str(folder))
        )
        arguments = ["demo", str(folder)]
        self._background.run(arguments, partial(self._demo_made, folder), self._fail)

    def _looked(self, found: "Look") -> None:
        from ui.welcome.dialogs import AddToFolder

        dialog = AddToFolder(found, self._theme, self._window)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            then = partial(self._adopted, dialog.choice)
            self._background.work(partial(_adopt, found.preview.root), then, self._fail)
        dialog.deleteLater()

    def _adopted(self, choice: Choice, folder: Path) -> None:
        self._ready(folder)
        self.placed.emit(choice)

    def _ready(self, folder: Path) -> None:
        self.busy.emit("")
        self.ready.emit(folder)

    def _demo_made(self, folder: Path, _output: str) -> None:
        self._ready(folder)

    def _fail(self, failure: Failure) -> None:
        self.busy.emit("")
        self.failed.emit(failure)


# The core that makes vaults is loaded only when one is made, on the thread that makes it.


def _look(folder: Path) -> "Look":
    from app.adopting import look

    return look(folder)


def _known() -> list[Path]:
    from app.vault.obsidian import known_obsidian_vaults

    return [vault.path for vault in known_obsidian_vaults()]


def _never(failure: Failure) -> None:
    """A list that cannot be read counts as none."""


def _make(folder: Path) -> Path:
    from app.vault import layout

    layout.new(folder)
    return folder


def _adopt(folder: Path) -> Path:
    from app.vault import layout

    layout.adopt(folder)
    return folder
