"""A window on a small vault of its own, and the proof that nothing is left running."""

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QProcess, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.sample import make_vault
from ui.background import Background

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

SCRIPTED = [sys.executable, str(Path(__file__).with_name("scripted_worker.py"))]


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees or leaves anything in the person's own folders."""
    monkeypatch.setenv("VAULTLOOM_HOME", str(tmp_path / "home"))


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return make_vault(tmp_path / "Kestrel")


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
