"""Pictures of the window, light and dark, at 1280x720.

``python -m tests.ui.screenshots FOLDER`` takes them of the window over the scripted worker;
``python -m tests.ui.screenshots FOLDER VAULT [PAGE]`` takes one of a vault over the real one.
Where no screen is there, ``xvfb-run`` makes one.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QEventLoop, QMimeData, QPoint, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.ui.sample import make_vault
from ui.background import Background
from ui.main_window import MainWindow
from ui.memory import Memory
from ui.theme import Theme

WORKER = [sys.executable, str(Path(__file__).with_name("scripted_worker.py"))]
SOURCES = {
    "Grid storage audit 2024.md": "# Audit\n\nText.\n",
    "Vanadium prices 2019-2024.md": "# Prices\n\nText.\n",
    "scan-0031.md": "   \n",
    "Membrane ageing.md": "# Membranes\n\nText.\n",
    "Regional planning hearing, minutes.md": "# Minutes\n\n(hold)\n",
    "Interview with the operator.md": "# Interview\n\nText.\n",
    "Tender documents.md": "# Tender\n\nText.\n",
}


Scene = tuple[str, MainWindow, Background]


class Studio:
    """One window after another, each waited for and photographed."""

    def __init__(self, app: QApplication, folder: Path, work: Path) -> None:
        self.app, self.folder, self.work = app, folder, work
        self.theme = Theme(app)

    def window(self, vault: Path | None, *, real: bool = False) -> tuple[MainWindow, Background]:
        background = Background(command=None if real else WORKER)
        memory = Memory()
        window = MainWindow(self.theme, background, memory)
        window.resize(1280, 720)
        window.show()
        if vault:
            window.open(vault)
            until(lambda: bool(window.rooms.status.reader.text()))
        return window, background

    def take(self, window: MainWindow, name: str) -> None:
        settle()
        window.grab().save(str(self.folder / f"{name}-{os.environ['VAULTLOOM_THEME']}.png"))


def until(condition: Callable[[], bool]) -> None:
    """Let the window work until ``condition`` holds."""
    loop, timer = QEventLoop(), QTimer(interval=20)
    timer.timeout.connect(lambda: loop.quit() if condition() else None)
    timer.start()
    loop.exec()


def settle() -> None:
    """Let everything be drawn that is on its way."""
    loop = QEventLoop()
    QTimer.singleShot(150, loop.quit)
    loop.exec()


def pictures(studio: Studio) -> Iterator[Scene]:
    """Each scene, set up and ready."""
    recent = [studio.work / name for name in ("Kestrel", "Reading notes", "Thesis")]
    for folder in recent[1:]:
        folder.mkdir(exist_ok=True)
        Memory().opened(folder)
    full = make_vault(recent[0])
    Memory().opened(full)
    yield "1-first-run", *studio.window(None)
    window, background = studio.window(make_vault(studio.work / "Empty" / "New vault", empty=True))
    yield "2-empty-vault", window, background
    window, background = studio.window(full)
    drag_over(window, list(make_sources(studio.work)))
    yield "3-drop", window, background
    window, background = studio.window(full)
    window.show_page("wiki/concepts/Round-trip efficiency.md")
    until(lambda: window.rooms.page.path.endswith("efficiency.md"))
    yield "4-page", window, background
    window.rooms.page.text.verticalScrollBar().setValue(420)
    yield "5-page-below", window, background
    window.actions_by_name["find"].trigger()
    QTest.keyClicks(window.rooms.finder.line, "re")
    yield "8-find", window, background
    window, background = studio.window(full)
    window.add([str(path) for path in make_sources(studio.work)])
    until(lambda: sum(not item.status.open for item in window.rooms.inbox.items) > 3)
    yield "6-queue", window, background
    window, background = studio.window(full)
    window.show_page("wiki/entities/Kestrel Ridge.md")
    until(lambda: window.rooms.page.path.endswith("Ridge.md"))
    window.open_in_obsidian("wiki/entities/Kestrel Ridge.md")
    yield "7-findings-and-notice", window, background


def make_sources(work: Path) -> Iterator[Path]:
    folder = work / "Downloads"
    folder.mkdir(exist_ok=True)
    for name, text in SOURCES.items():
        path = folder / name
        path.write_text(text, encoding="utf-8")
        yield path


def drag_over(window: MainWindow, paths: list[Path]) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    event = QDragEnterEvent(
        QPoint(600, 300),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(window, event)


def real_pictures(studio: Studio, vault: Path, page: str) -> Iterator[Scene]:
    """A vault as it is, over the worker that people get."""
    window, background = studio.window(vault, real=True)
    until(lambda: bool(window.rooms.pages.count))
    if page:
        window.show_page(page)
        until(lambda: window.rooms.page.path == page)
    yield "vault", window, background


def main(arguments: list[str]) -> None:
    """Take every picture in both themes; each theme in a process of its own."""
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    if "VAULTLOOM_THEME" in os.environ:
        photograph(folder, *arguments[1:])
        return
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1280x720x24"]
    own = [] if os.environ.get("DISPLAY") or not shutil.which("xvfb-run") else screen
    for each in ("light", "dark"):
        command = [*own, sys.executable, "-m", "tests.ui.screenshots", *arguments]
        subprocess.run(command, check=True, env={**os.environ, "VAULTLOOM_THEME": each})


def photograph(folder: Path, vault: str = "", page: str = "") -> None:
    """Take the pictures of one theme."""
    with tempfile.TemporaryDirectory() as work:
        os.environ["VAULTLOOM_HOME"] = str(Path(work) / "home")
        studio = Studio(QApplication([]), folder, Path(work))
        scenes = real_pictures(studio, Path(vault), page) if vault else pictures(studio)
        for name, window, background in scenes:
            studio.take(window, name)
            if name[0] not in "45":
                background.close()
                window.hide()


if __name__ == "__main__":
    main(sys.argv[1:])
