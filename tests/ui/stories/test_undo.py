"""The last compile is undone, and done again."""

import pytest

from app.compiler.standing import Status
from tests.ui.stories.conftest import SAMPLES, Person
from ui.pages.model import PageRole


def test_undoing_the_last_compile(reader: Person) -> None:
    """Its pages vanish from the list, the disk and other pages; the source waits for a word."""
    rooms, qtbot, vault = reader.rooms, reader.qtbot, reader.window.vault
    assert vault is not None
    before = reader.listed()
    reader.read("Semantic Versioning 2.0.0")
    kept = rooms.page.text.toPlainText()
    with reader.compiled():
        reader.drop(SAMPLES / "node-semver-README.md")
    added = [title for title in reader.listed() if title not in before]
    assert added
    page = reader.row(added[0]).data(PageRole).path
    reader.read(added[0])
    reader.picture("a-new-page")

    undo = rooms.bar.undo.text()
    assert undo.startswith("Undo compile “")
    reader.press("Ctrl+Z")
    qtbot.waitUntil(lambda: rooms.notice.words.startswith("Undone: compile “"))
    assert " removed)." in rooms.notice.words
    assert " new" not in rooms.notice.words
    qtbot.waitUntil(lambda: rooms.status.work.text() == f"{len(before)} pages")
    assert rooms.notice.words.endswith("is compiled again only if you ask.")
    assert reader.listed() == before
    assert not (vault / page).exists()
    assert not rooms.page.path
    reader.picture("undone")

    reader.press("Alt+Left")
    qtbot.waitUntil(lambda: rooms.page.path.endswith("Semantic Versioning 2.0.0.md"))
    assert rooms.page.text.toPlainText() == kept
    assert rooms.bar.undo.text() != undo
    reader.picture("back-as-it-was")

    reader.press("Ctrl+R")
    reader.press("Ctrl+1")
    (item,) = [each for each in rooms.inbox.items if each.name == "node-semver-README.md"]
    assert (item.status, item.reason) == (Status.STOPPED, "Taken back.")
    assert (vault / "raw" / "node-semver-README.md").is_file()
    reader.picture("the-source-waits-for-a-word")

    reader.press("Esc")
    assert rooms.notice.isHidden()
    reader.click_row(rooms.inbox.queue, rooms.inbox.queue.model().index(item_row(reader), 0))
    with reader.compiled():
        reader.press("Return")
    assert (vault / page).is_file()
    assert rooms.notice.words.startswith("The last compile: ")
    reader.picture("compiled-again")


@pytest.mark.long
def test_doing_again_what_was_undone(reader: Person) -> None:
    """The very pages come back, as the line says, without a word on sources to compile."""
    rooms, qtbot, vault = reader.rooms, reader.qtbot, reader.window.vault
    assert vault is not None
    with reader.compiled():
        reader.drop(SAMPLES / "node-semver-README.md")
    after, undo = reader.listed(), rooms.bar.undo.text()
    pages = {path: path.read_bytes() for path in vault.glob("wiki/**/*.md")}
    assert not rooms.bar.redo.isEnabled()
    reader.press("Ctrl+Z")
    qtbot.waitUntil(rooms.bar.redo.isEnabled)
    assert rooms.bar.redo.toolTip() == undo.replace("Undo", "Redo")
    reader.picture("can-be-done-again")

    reader.press("Ctrl+Shift+Z")
    qtbot.waitUntil(lambda: rooms.notice.words.startswith("Done again: compile “"))
    qtbot.waitUntil(lambda: reader.listed() == after)
    assert {path: path.read_bytes() for path in vault.glob("wiki/**/*.md")} == pages
    assert not rooms.bar.redo.isEnabled()
    assert rooms.bar.undo.text() == undo
    reader.press("Ctrl+1")
    (item,) = [each for each in rooms.inbox.items if each.name == "node-semver-README.md"]
    assert item.status is Status.COMPILED
    reader.picture("done-again")


def item_row(reader: Person) -> int:
    names = [item.name for item in reader.rooms.inbox.items]
    return names.index("node-semver-README.md")
