"""The way from a folder to an open vault, with a question where something would be added."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from ui.background import Background
from ui.values import Failure
from ui.welcome.dialogs import AddToFolder, NewVault
from ui.welcome.model import Preview, is_ours, preview


class Opening(QObject):
    """Asks what must be asked; says ``ready`` when the vault can be opened."""

    ready = Signal(object)
    failed = Signal(object)
    busy = Signal(str)
    """Words on what is being done, since it may take a moment."""

    def __init__(self, background: Background, window: QWidget) -> None:
        super().__init__(window)
        self._background = background
        self._window = window
        self._folder = Path()

    def open(self, folder: Path) -> None:
        """Open a vault; a folder that is none yet is shown first with what would be added."""
        self._folder = folder
        if is_ours(folder):
            self.ready.emit(folder)
        elif not folder.is_dir():
            words = self.tr("There is no folder at %1.").replace("%1", str(folder))
            self.failed.emit(Failure(words, self.tr("It may have been moved or renamed.")))
        else:
            self._background.work(lambda: preview(folder), self._ask, self.failed.emit)

    def make(self) -> None:
        """Ask where, and make a vault from the template."""
        dialog = NewVault(self._window)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self._make(dialog.folder)
        dialog.deleteLater()

    def show_demo(self) -> None:
        """Compile the samples, or find them compiled, and open that vault."""
        self.busy.emit(self.tr("Compiling the sample documents…"))
        self._background.run(["demo"], self._demo_made, self.failed.emit)

    def _ask(self, found: Preview) -> None:
        dialog = AddToFolder(found, self._window)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self._make(found.folder)
        dialog.deleteLater()

    def _make(self, folder: Path) -> None:
        self._folder = folder
        self.busy.emit(self.tr("Making %1…").replace("%1", folder.name))
        self._background.run(["new", str(folder)], self._made, self.failed.emit)

    def _made(self, _output: str) -> None:
        self.ready.emit(self._folder)

    def _demo_made(self, output: str) -> None:
        lines = output.strip().splitlines()
        folder = Path(lines[-1]) if lines else Path()
        if lines and is_ours(folder):
            self.ready.emit(folder)
        else:
            self.failed.emit(Failure(self.tr("The demo vault could not be made."), details=output))
