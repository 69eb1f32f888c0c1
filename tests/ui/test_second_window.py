"""A window on a vault in which another Vaultloom works."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.compiler.compile import opened
from tests.promises.vaults import HARBOUR, OIL, clock, compile_, new_vault
from tests.ui.test_drop import drop, uri_list
from tests.ui.test_window import listed
from ui.background import Background
from ui.main_window import MainWindow
from ui.memory import Memory
from ui.theme import Theme


@pytest.fixture
def other() -> Iterator[ExitStack]:
    """Ends the other Vaultloom when it is closed."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def window(
    qtbot: QtBot, theme: Theme, no_leaks: None, tmp_path: Path, other: ExitStack
) -> Iterator[MainWindow]:
    """A window with the worker that people get, on a vault that is held."""
    vault = new_vault(tmp_path / "Lamps")
    compile_(vault, {"harbour.md": HARBOUR})
    other.enter_context(opened(vault, clock=clock))
    window = MainWindow(theme, Background(), Memory())
    window.show()
    window.open(vault)
    qtbot.waitUntil(lambda: bool(listed(window)))
    yield window
    window.close()
    window.deleteLater()


def picture(window: MainWindow, name: str) -> None:
    """Leave a picture, where pictures are wanted."""
    if folder := os.environ.get("VAULTLOOM_STORIES"):
        window.grab().save(str(Path(folder) / f"second-window-{name}.png"))


def test_it_shows_the_vault_and_works_in_it_once_it_is_free(
    qtbot: QtBot, window: MainWindow, other: ExitStack, tmp_path: Path
) -> None:
    """With a line that says who is there, and one when they have ended."""
    rooms, vault = window.rooms, window.vault
    assert vault is not None
    assert rooms.notice.words.startswith("This vault is read-only: Another Vaultloom (process ")
    assert "Wick" in listed(window)
    window.show_page("wiki/concepts/Wick.md")
    qtbot.waitUntil(lambda: "A wick is a woven cord" in rooms.page.text.toPlainText())
    picture(window, "1-looks-on")
    assert not rooms.bar.undo.isVisible()
    (tmp_path / "oil.md").write_text(OIL)
    drop(window, uri_list((tmp_path / "oil.md").as_uri()))
    qtbot.waitUntil(lambda: rooms.notice.words.startswith("Another Vaultloom"))
    assert not (vault / "raw/oil.md").exists()

    other.close()
    words = "The other Vaultloom has ended; you can work here now."
    qtbot.waitUntil(lambda: rooms.notice.words == words)
    qtbot.waitUntil(rooms.bar.undo.isVisible)
    picture(window, "2-works")
    drop(window, uri_list((tmp_path / "oil.md").as_uri()))
    qtbot.waitUntil(lambda: "Kerosene" in listed(window))
