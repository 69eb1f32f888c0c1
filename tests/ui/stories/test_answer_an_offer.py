"""A statement that its owner reworded changed in its source too: the newer text is taken, or not."""

from pathlib import Path

import pytest

from tests.app.compiler.test_edited_pages import WICK, compiled_vault, replaced
from tests.promises.vaults import compile_
from tests.ui.stories.conftest import Person
from tests.ui.stories.test_settle_findings import button, card, dialog, dialogs, found


@pytest.fixture
def wick(person: Person, tmp_path: Path) -> Person:
    """At a window on a vault in which both changed one sentence of a page."""
    vault = compiled_vault(tmp_path)
    replaced(vault, WICK, "flat wick in 1830", "flat wick about 1830")
    replaced(vault, "raw/harbour.md", "flat wick in 1830", "flat wick in the year 1830")
    compile_(vault)
    person.window.open(vault)
    person.qtbot.waitUntil(lambda: found(person, "waiting-text") is not None)
    return person


def test_what_the_sources_have_is_taken_once_it_was_seen(wick: Person) -> None:
    """The card quotes the page as it is read there, without the marks of notes and lists."""
    rooms, qtbot, vault = wick.rooms, wick.qtbot, wick.window.vault
    assert vault is not None
    before = (vault / WICK).read_bytes()
    place = card(wick, "waiting-text")
    assert place.data().startswith("You changed “Ada Winter described the flat wick about 1830.”")
    wick.click_row(rooms.findings.list, place)
    wick.picture("both-changed")
    wick.click(button(wick, "Take mine away"))
    asked = dialog(wick)
    wick.picture("what-it-changes", asked)
    assert (vault / WICK).read_bytes() == before
    wick.click(asked.yes)
    qtbot.waitUntil(lambda: rooms.notice.words.startswith("Done: take the newer text into “Wick”"))
    assert "in the year 1830" in (vault / WICK).read_text()
    assert not found(wick, "waiting-text")
    wick.picture("taken")

    wick.click(rooms.notice.action)
    qtbot.waitUntil(lambda: found(wick, "waiting-text") is not None)
    assert (vault / WICK).read_bytes() == before


def test_ones_own_text_is_kept_at_once(wick: Person) -> None:
    """It changes no page."""
    rooms, vault = wick.rooms, wick.window.vault
    assert vault is not None
    before = (vault / WICK).read_bytes()
    wick.click_row(rooms.findings.list, card(wick, "waiting-text"))
    wick.click(button(wick, "Keep mine"))
    wick.qtbot.waitUntil(lambda: rooms.notice.words == "Done: keep your text in “Wick”.")
    assert not dialogs(wick)
    assert not found(wick, "waiting-text")
    assert (vault / WICK).read_bytes() == before
