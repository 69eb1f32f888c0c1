"""The main job, whole: files dropped on the window become pages, by the real worker."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.compiler.standing import Status
from app.vault import layout
from tests.ui.test_drop import drop, uri_list
from tests.ui.test_window import listed
from ui.background import Background
from ui.main_window import MainWindow
from ui.memory import Memory
from ui.theme import Theme

FLOW = """\
# Flow batteries

A flow battery is a battery whose energy is held in two liquids that are pumped through a stack.
The **stack** sets the power of a flow battery. The tanks of a flow battery set its energy.

## Kestrel Ridge

Kestrel Ridge is a pilot plant with a flow battery of 2 MW. Kestrel Ridge was commissioned in
2022 by the Regional Grid Authority. In 2023 Kestrel Ridge returned 71 percent of the energy that
it took in.
"""


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, no_leaks: None, tmp_path: Path) -> Iterator[MainWindow]:
    """The window on an empty vault, with the worker that people get."""
    vault = tmp_path / "Energy"
    layout.new(vault)
    background = Background()
    window = MainWindow(theme, background, Memory())
    window.show()
    window.open(vault)
    qtbot.waitUntil(lambda: bool(window.rooms.status.reader.text()))
    yield window
    window.close()
    window.deleteLater()


def settled(qtbot: QtBot, window: MainWindow, sources: int) -> None:
    inbox = window.rooms.inbox
    qtbot.waitUntil(lambda: len(inbox.items) == sources and inbox.unfinished == 0)


def test_a_dropped_file_becomes_pages_on_disk_and_in_the_list(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    """And its statements are shown with the words that they rest on."""
    file = tmp_path / "Flow batteries.md"
    file.write_text(FLOW, encoding="utf-8")
    vault = window.vault
    assert vault is not None

    drop(window, uri_list(file.as_uri()))
    settled(qtbot, window, 1)
    qtbot.waitUntil(lambda: bool(listed(window)))

    item = window.rooms.inbox.items[0]
    assert item.status is Status.COMPILED, item.reason
    assert (vault / "raw" / "Flow batteries.md").read_text(encoding="utf-8") == FLOW
    assert item.page is not None
    assert (vault / item.page).is_file()
    assert any((vault / page.path).is_file() for page in window.rooms.pages.all_pages())
    window.show_page(item.page)
    qtbot.waitUntil(lambda: window.rooms.page.path == item.page)
    assert "Flow batteries" in window.rooms.page.text.toPlainText()


def test_what_cannot_be_read_is_refused_and_the_rest_goes_on(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    """With the reason in the queue, and undo naming what was compiled."""
    files = {"empty.md": b"", "picture.md": b"\x89PNG\r\n\x1a\n\0\0\0", "flow.md": FLOW.encode()}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)

    drop(window, uri_list(*((tmp_path / name).as_uri() for name in files)))
    settled(qtbot, window, 3)

    by_name = {item.name: item for item in window.rooms.inbox.items}
    assert by_name["empty.md"].status is Status.REFUSED
    assert by_name["picture.md"].status is Status.REFUSED
    assert by_name["empty.md"].reason
    assert by_name["flow.md"].status is Status.COMPILED
    qtbot.waitUntil(window.rooms.bar.undo.isVisible)


def test_undo_takes_the_pages_back(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """From the disk and from the list."""
    file = tmp_path / "flow.md"
    file.write_text(FLOW, encoding="utf-8")
    drop(window, uri_list(file.as_uri()))
    settled(qtbot, window, 1)
    qtbot.waitUntil(window.rooms.bar.undo.isVisible)
    page = window.rooms.inbox.items[0].page
    assert page is not None
    assert window.vault is not None

    window.actions_by_name["undo"].trigger()
    qtbot.waitUntil(lambda: window.rooms.notice.words.startswith("Undone"))

    assert not (window.vault / page).exists()
    assert page not in [each.path for each in window.rooms.pages.all_pages()]


def test_a_file_that_lies_in_raw_becomes_pages_without_a_click(
    qtbot: QtBot, window: MainWindow
) -> None:
    """Whoever put it there; and what the worker has to say of watching is said."""
    vault = window.vault
    assert vault is not None
    (vault / "raw" / "Flow batteries.md").write_text(FLOW, encoding="utf-8")

    qtbot.waitUntil(lambda: bool(window.rooms.inbox.items), timeout=60_000)
    settled(qtbot, window, 1)
    qtbot.waitUntil(lambda: bool(listed(window)))

    assert window.rooms.inbox.items[0].status is Status.COMPILED
    window.background.noticed.emit("6 sources are away at once.")
    assert window.rooms.notice.words == "6 sources are away at once."
