"""A folder is dropped while a page is read."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex

from app.compiler.standing import Status
from tests.ui.stories.conftest import FIXTURES, SAMPLES, Person

FILES = (
    SAMPLES / "semver-1.0.0.en.md",
    SAMPLES / "pep-0386.rst",
    SAMPLES / "node-semver-README.md",
    FIXTURES / "semver-2.0.0.fr (ISO-8859-1).txt",
    FIXTURES / "debian-faq-extract.en.txt",
    FIXTURES / "empty.md",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of documents beside the vault."""
    folder = tmp_path / "To read"
    folder.mkdir()
    for file in FILES:
        shutil.copyfile(file, folder / file.name)
    return folder


def test_dropping_a_folder_while_reading(reader: Person, folder: Path) -> None:
    """The page stays where it is while the queue is paused, put in order and worked off."""
    rooms, qtbot, inbox = reader.rooms, reader.qtbot, reader.rooms.inbox
    reader.read("Harbour lamp")
    reader.read("Semantic Versioning 2.0.0")
    bar = rooms.page.text.verticalScrollBar()
    bar.setValue(bar.maximum() // 3)
    page, line = rooms.page.path, reader.top_line()
    known = set(reader.listed())
    reader.picture("reading")

    reader.drop(folder)
    qtbot.waitUntil(lambda: inbox.unfinished > 0 and rooms.notice.words.endswith("1 refused."))
    assert rooms.place == "pages"
    assert (rooms.page.path, reader.top_line()) == (page, line)
    reader.picture("added")

    reader.press("Ctrl+P")
    reader.click(rooms.notice.action)
    assert inbox.isVisible()
    qtbot.waitUntil(lambda: inbox.is_paused)
    reader.picture("pausing")
    qtbot.waitUntil(lambda: not inbox.first_open or inbox.first_open.status is Status.WAITING)
    assert rooms.status.work.text() == f"Paused: {inbox.waiting} sources wait"
    reader.picture("paused")

    put_in_order(reader)
    waiting = [item.name for item in inbox.items if item.status is Status.WAITING]

    with reader.compiled():
        reader.click(rooms.status.pause)
        qtbot.waitUntil(lambda: not inbox.is_paused)
        first = inbox.first_open
        assert first is not None
        assert first.name == waiting[0]
        reader.press("Ctrl+2")
        reader.picture("reading-on")

    assert (rooms.page.path, reader.top_line()) == (page, line)
    new = set(reader.listed()) - known
    assert new
    assert new <= reader.fresh()
    assert rooms.notice.words.startswith("The last compile: ")
    reader.picture("new-pages-have-dots")
    reader.press("Ctrl+1")
    reader.picture("queue-is-done")
    reader.click(inbox.clear)
    qtbot.waitUntil(lambda: not inbox.items)
    assert reader.keyboard is inbox.place.files
    reader.picture("queue-is-empty")


def put_in_order(reader: Person) -> None:
    """What waits last is moved first with the keyboard, and the second dragged behind it again."""
    inbox, qtbot = reader.rooms.inbox, reader.qtbot
    queue, model = inbox.queue, inbox.queue.model()

    def names() -> list[str]:
        return [item.name for item in inbox.items if item.status is Status.WAITING]

    before = names()
    last = len(inbox.items) - 1
    while inbox.items[last].status is not Status.WAITING:
        last -= 1
    reader.click_row(queue, model.index(last, 0))
    reader.press("Alt+Up")
    qtbot.waitUntil(lambda: names() == [*before[:-2], before[-1], before[-2]])
    reader.press("Alt+Home")
    qtbot.waitUntil(lambda: names() == [before[-1], *before[:-1]])
    assert queue.currentIndex().data() == before[-1]
    reader.picture("moved-first")

    rows = [row for row, item in enumerate(inbox.items) if item.status is Status.WAITING]
    reader.drag_row(queue, rows[-1], rows[0])
    qtbot.waitUntil(lambda: names() == [before[-2], before[-1], *before[:-2]])
    reader.picture("dragged-first")
    assert queue.rootIndex() == QModelIndex()
