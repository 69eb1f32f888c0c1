"""A window on a small vault of its own, and the proof that nothing is left running."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QProcess, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.settings import USUAL_SIZE
from tests.ui.sample import make_vault
from ui.background import Background
from ui.language import Language
from ui.main_window import MainWindow
from ui.memory import Memory
from ui.settings.model import Choices
from ui.theme import Theme

OpenWindow = Callable[[Path | None], MainWindow]

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

SCRIPTED = [sys.executable, str(Path(__file__).with_name("scripted_worker.py"))]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What the offscreen platform says it cannot do is no warning about our code."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            mark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
            item.add_marker(mark)


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees or leaves anything in the person's own folders."""
    monkeypatch.setenv("VAULTLOOM_HOME", str(tmp_path / "home"))


class PatientBot(QtBot):
    """Waits as long as a busy machine needs to start a worker; what is there ends the wait."""

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = 40_000) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal: object, *, timeout: int = 40_000, **more: Any) -> Any:
        return super().waitSignal(signal, timeout=timeout, **more)

    def waitSignals(self, signals: list[Any], *, timeout: int = 40_000, **more: Any) -> Any:
        return super().waitSignals(signals, timeout=timeout, **more)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    return PatientBot(request)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return make_vault(tmp_path / "Kestrel")


@pytest.fixture
def empty_vault(tmp_path: Path) -> Path:
    return make_vault(tmp_path / "New vault", empty=True)


@pytest.fixture
def source(tmp_path: Path) -> Callable[..., Path]:
    """Makes a file outside the vault."""

    def make(name: str, text: str = "# Title\n\nSome text.\n") -> Path:
        path = tmp_path / "Downloads" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return make


@pytest.fixture(scope="session")
def theme(qapp: QApplication) -> Theme:
    return Theme(qapp)


@pytest.fixture
def choices(qapp: QApplication, theme: Theme) -> Iterator[Choices]:
    """What the person chose; after the test everything is as usual again."""
    choices = Choices(theme, Language.of(qapp))
    yield choices
    theme.choose("system")
    theme.set_pages(USUAL_SIZE, serif=False)
    choices.language.choose("en")


@pytest.fixture
def open_window(
    qtbot: QtBot, theme: Theme, background: Background, choices: Choices
) -> Iterator[OpenWindow]:
    """Shows the real window, on a vault that has been read, or on none."""
    windows: list[MainWindow] = []

    def show(vault: Path | None) -> MainWindow:
        window = MainWindow(theme, background, Memory(), choices)
        windows.append(window)
        window.show()
        if vault:
            window.open(vault)
            qtbot.waitUntil(lambda: bool(window.rooms.status.reader.text()))
        return window

    yield show
    for window in windows:
        window.close()
        window.deleteLater()


@pytest.fixture
def background(qtbot: QtBot, no_leaks: None) -> Iterator[Background]:
    """A background that starts the scripted worker; whatever it started has ended after it."""
    background = Background(command=SCRIPTED)
    yield background
    background.close()
    assert not [
        process
        for process in background.findChildren(QProcess)
        if process.state() != QProcess.ProcessState.NotRunning
    ]


@pytest.fixture
def no_leaks(qtbot: QtBot) -> Iterator[None]:
    """No thread, timer or window outlives a test."""
    threads = set(threading.enumerate())
    yield
    QApplication.sendPostedEvents()
    assert set(threading.enumerate()) <= threads
    for widget in QApplication.topLevelWidgets():
        running = [timer for timer in widget.findChildren(QTimer) if timer.isActive()]
        assert not running, running
