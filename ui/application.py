"""The application around the window: made once, run until the window is closed."""

import signal
import sys
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from app import paths
from ui import crash
from ui.background import Background
from ui.main_window import MainWindow
from ui.memory import Memory
from ui.theme import Theme


def run(vault: Path | None = None) -> int:
    """Show the window on ``vault``, on the last one, or on the first page, until it is closed."""
    app = QApplication(sys.argv[:1])
    app.setApplicationName("Vaultloom")
    app.setDesktopFileName("vaultloom")
    _translate(app)
    memory = Memory()
    window = MainWindow(Theme(app), Background(app), memory)
    crash.install(window.rooms.notice.tell_failure)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    kept = memory.kept("geometry")
    if kept is not None:
        window.restoreGeometry(kept)
    window.show()
    wanted = vault or next(iter(memory.recent), None)
    if wanted:
        window.open(wanted)
    return app.exec()


def _translate(app: QApplication) -> None:
    """Qt's own words and ours, in the language of the system where there is one."""
    qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    ours = str(paths.resources() / "translations")
    for name, folder in (("qtbase", qt), ("vaultloom", ours)):
        translator = QTranslator(app)
        if translator.load(QLocale(), name, "_", folder):
            app.installTranslator(translator)
