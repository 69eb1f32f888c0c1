"""Pictures of every place of the window, light and dark.

``python -m tests.ui.screenshots FOLDER`` takes them of the window over the scripted worker;
``python -m tests.ui.screenshots FOLDER VAULT [PAGE]`` takes one of a vault over the real one.
``--language zh_CN``, ``--size 1920x1080``, ``--scale 1.5`` and ``--theme dark`` say how it looks.
Where no screen is there, ``xvfb-run`` makes one.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEventLoop, QItemSelectionModel, QMimeData, QPoint, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea

from app import settings
from app.adopting import look
from app.settings import Settings
from tests.ui.sample import make_vault
from tests.ui.servers import NO_MODEL, NOT_INSTALLED, NOT_RUNNING, READY, make_server
from tests.ui.ways import BATTERY, make_ways
from tests.ui.wrongs import make_findings
from ui.background import Background
from ui.findings.model import FindingRole
from ui.findings.panel import FindingsPanel
from ui.main_window import MainWindow
from ui.memory import Memory
from ui.settling.panel import Changes
from ui.theme import Theme
from ui.welcome.dialogs import AddToFolder, NewVault

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


@dataclass
class Look:
    """How the window looks in the pictures; empty is as the system has it."""

    theme: str
    language: str
    size: str
    scale: str

    @property
    def name(self) -> str:
        usual = self.size == "1280x720" and self.scale == "1" and self.language == "en"
        return self.theme if usual else f"{self.theme}-{self.language}-{self.size}-{self.scale}"


class Studio:
    """One window after another, each waited for and photographed."""

    def __init__(self, app: QApplication, folder: Path, work: Path, look: Look) -> None:
        self.app, self.folder, self.work, self.look = app, folder, work, look
        self.theme = Theme(app)
        settings.save(Settings(theme=look.theme, language=look.language))

    def window(self, vault: Path | None, *, real: bool = False) -> tuple[MainWindow, Background]:
        background = Background(command=None if real else WORKER)
        memory = Memory()
        window = MainWindow(self.theme, background, memory)
        width, height = map(int, self.look.size.split("x"))
        window.resize(width, height)
        window.show()
        if vault:
            window.open(vault)
            until(lambda: bool(window.rooms.status.reader.text()))
        return window, background

    def take(self, window: MainWindow, name: str) -> None:
        settle()
        window.grab().save(str(self.folder / f"{name}-{self.look.name}.png"))


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
    window, background = studio.window(None)
    window.actions_by_name["settings"].trigger()
    yield "9-settings-first", window, background
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
    window.rooms.page.text.noted.emit("p9a-7")
    until(lambda: window.rooms.source.source is not None)
    yield "4-source", window, background
    window.rooms.source.close_source()
    window.actions_by_name["find"].trigger()
    QTest.keyClicks(window.rooms.finder.line, "re")
    yield "8-find", window, background
    window, background = studio.window(full)
    window.queueing.add([str(path) for path in make_sources(studio.work)])
    until(lambda: sum(not item.status.open for item in window.rooms.inbox.items) > 3)
    yield "6-queue", window, background
    window, background = studio.window(full)
    window.show_page("wiki/entities/Kestrel Ridge.md")
    until(lambda: window.rooms.page.path.endswith("Ridge.md"))
    window.open_in_obsidian("wiki/entities/Kestrel Ridge.md")
    yield "7-findings-and-notice", window, background
    window, background = studio.window(full)
    window.actions_by_name["settings"].trigger()
    yield "9-settings", window, background
    yield from findings_pictures(studio)
    yield from ways_pictures(studio)
    yield from reader_pictures(studio)
    window, background = studio.window(None)
    dialog = NewVault(window)
    dialog.show()
    settle()
    dialog.grab().save(str(studio.folder / f"10-new-vault-{studio.look.name}.png"))
    dialog.close()
    dialog = AddToFolder(look(studio.work / "Downloads"), studio.theme, window)
    dialog.show()
    settle()
    dialog.grab().save(str(studio.folder / f"10-add-to-folder-{studio.look.name}.png"))
    dialog.close()
    yield "10-behind", window, background


def findings_pictures(studio: Studio) -> Iterator[Scene]:
    """The panel in all that it shows: a contradiction and its source, fixes, several, what is ignored."""
    vault = make_vault(studio.work / "findings" / "Kestrel")
    make_findings(vault)
    window, background = studio.window(vault)
    panel = window.rooms.findings
    until(lambda: panel.count == 6)
    _select(panel, "contradiction")
    panel.list.open(panel.list.currentIndex())
    until(lambda: bool(window.rooms.page.text.marked_line))
    studio.take(window, "13-contradiction")
    panel.list.ways.claims[1].source.click()
    until(lambda: window.rooms.source.source is not None)
    studio.take(window, "13-its-source")
    window.rooms.source.close_source()
    next(way for way in panel.list.ways.ways if way.text().endswith("…")).click()
    studio.take(window, "13-asks")
    _select(panel, "broken-link")
    studio.take(window, "13-fix")
    _select(panel, "contradiction")
    below = panel.list.model().index(panel.list.currentIndex().row() + 1, 0)
    more = QItemSelectionModel.SelectionFlag.Select
    panel.list.selectionModel().setCurrentIndex(below, more)
    studio.take(window, "13-several")
    panel.group()
    yield "13-by-page", window, background
    _select(panel, "broken-link")
    panel.ignore()
    until(lambda: panel.news.ignored == 1)
    panel.ignored_wanted.emit()
    until(lambda: panel.in_ignored)
    yield "13-ignored", window, background


def _select(panel: FindingsPanel, rule: str) -> None:
    rows = range(panel.list.model().rowCount())
    found = next(row for row in rows if (each := panel.finding(row)) and each.rule == rule)
    panel.list.select(panel.list.model().index(found, 0))


def ways_pictures(studio: Studio) -> Iterator[Scene]:
    """Findings that can be settled, what a way would change, and that it was done."""
    vault = make_vault(studio.work / "ways" / "Kestrel")
    make_ways(vault, more=2)
    window, background = studio.window(vault)
    view = window.rooms.findings.list
    until(lambda: window.rooms.findings.count == 4)
    window.show_page(BATTERY)
    until(lambda: window.rooms.page.path == BATTERY)
    for row in range(view.model().rowCount()):
        finding = view.model().index(row, 0).data(FindingRole)
        if finding and finding.ways:
            view.setCurrentIndex(view.model().index(row, 0))
            studio.take(window, f"12-ways-{finding.rule}")
    view.ways.ways[0].click()
    until(lambda: bool(window.findChildren(Changes)))
    dialog = window.findChildren(Changes)[0]
    settle()
    dialog.grab().save(str(studio.folder / f"12-what-it-changes-{studio.look.name}.png"))
    studio.take(window, "12-behind")
    dialog.accept()
    until(lambda: bool(window.rooms.notice.words))
    yield "12-settled", window, background
    window.rooms.notice.hide()
    window.actions_by_name["same_as"].trigger()
    yield "12-same-as", window, background
    window.rooms.finder.hide()
    menu = window.rooms.page.more.menu()
    menu.popup(window.rooms.page.more.mapToGlobal(window.rooms.page.more.rect().bottomLeft()))
    settle()
    menu.grab().save(str(studio.folder / f"12-more-{studio.look.name}.png"))
    menu.close()


def reader_pictures(studio: Studio) -> Iterator[Scene]:
    """Where it is chosen who reads, with all that may be the matter."""
    scenes: dict[str, tuple[dict[str, str], str]] = {
        "ready": (READY, ""),
        "no-model": (NO_MODEL, ""),
        "not-running": (NOT_RUNNING, ""),
        "not-installed": (NOT_INSTALLED, ""),
        "wrong-host": (READY, "printer:631"),
        "no-key": (READY, "http://cluster/v1"),
    }
    for name, (standing, address) in scenes.items():
        vault = make_vault(studio.work / name / "Kestrel")
        make_server(vault, standing)
        window, background = studio.window(vault)
        choosing = window.choosing
        until(lambda choosing=choosing: choosing.found is not None)
        if name in ("ready", "no-model"):
            studio.take(window, f"11-offer-{name}")
        window.actions_by_name["reader"].trigger()
        until(lambda choosing=choosing: not choosing.looking)
        choosing.look(address)
        until(lambda choosing=choosing: not choosing.looking)
        yield f"11-reader-{name}", window, background
    yield from chosen_pictures(studio)  # the last: where something was chosen, nothing is offered


def chosen_pictures(studio: Studio) -> Iterator[Scene]:
    """A model chosen and tried, and another one on its way."""
    vault = make_vault(studio.work / "chosen" / "Kestrel")
    make_server(vault, READY, holds=True)
    window, background = studio.window(vault)
    choosing = window.choosing
    window.actions_by_name["reader"].trigger()
    until(lambda: choosing.found is not None and not choosing.looking)
    for name in ("qwen3:4b", "llama3.3:70b"):
        choosing.try_model(name)
        until(lambda name=name: choosing.trial(name) is not None)
    choosing.use("qwen3:4b")
    until(lambda: not choosing.reader.is_builtin)
    window.rooms.reader.advanced.fold.click()
    choosing.pull("qwen3:8b")
    until(lambda: choosing.fetch is not None and choosing.fetch.share > 0.4)
    studio.take(window, "11-reader-chosen")
    area = window.rooms.reader.findChild(QScrollArea)
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    yield "11-reader-chosen-below", window, background


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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("vault", nargs="?", default="")
    parser.add_argument("page", nargs="?", default="")
    parser.add_argument("--theme", choices=("light", "dark"))
    parser.add_argument("--language", default="en")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--scale", default="1")
    parser.add_argument("--only", default="", help="scenes of one place: reader, ways, findings")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.theme and "VAULTLOOM_HOME" in os.environ:
        photograph(options)
        return
    screen = ["xvfb-run", "-a", "-s", "-screen 0 2880x1620x24"]
    own = [] if os.environ.get("DISPLAY") or not shutil.which("xvfb-run") else screen
    for each in (options.theme,) if options.theme else ("light", "dark"):
        command = [*own, sys.executable, "-m", "tests.ui.screenshots", *arguments, "--theme", each]
        with tempfile.TemporaryDirectory() as work:
            more = {"VAULTLOOM_HOME": str(Path(work) / "home"), "QT_SCALE_FACTOR": options.scale}
            subprocess.run(command, check=True, env={**os.environ, **more})


def photograph(options: argparse.Namespace) -> None:
    """Take the pictures of one theme."""
    look = Look(options.theme, options.language, options.size, options.scale)
    work = Path(os.environ["VAULTLOOM_HOME"]).parent
    studio = Studio(QApplication([]), options.folder, work, look)
    vault = Path(options.vault)
    scenes = real_pictures(studio, vault, options.page) if options.vault else pictures(studio)
    if options.only:
        scenes = {
            "reader": reader_pictures,
            "ways": ways_pictures,
            "findings": findings_pictures,
        }[options.only](studio)
    for name, window, background in scenes:
        studio.take(window, name)
        if name[0] not in "45":
            background.close()
            window.hide()


if __name__ == "__main__":
    main(sys.argv[1:])
