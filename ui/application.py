"""The application around the window: made once, run until the window is closed."""

import signal
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from ui import crash
from ui.background import Background
from ui.language import Language
from ui.main_window import MainWindow
from ui.memory import Memory
from ui.settings.model import Choices
from ui.theme import Theme


def run(vault: Path | None = None) -> int:
    """Show the window on ``vault``, on the last one, or on the first page, until it is closed."""
    app = QApplication(sys.argv[:1])
    app.setApplicationName("Vaultloom")
    app.setDesktopFileName("vaultloom")
    memory = Memory()
    choices = Choices(Theme(app), Language.of(app))
    window = MainWindow(choices.theme, Background(app), memory, choices)
    crash.install(window.tell_failure)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    kept = memory.kept("geometry")
    if kept is not None:
        window.restoreGeometry(kept)
    window.show()
    wanted = vault or next(iter(memory.recent), None)
    if wanted:
        window.open(wanted)
    return app.exec()
