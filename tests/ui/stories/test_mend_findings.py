"""Findings of a note of one's own: asked for, fixed after a look, taken back; ignored, and heeded again."""

from pathlib import Path

import pytest

from tests.promises.vaults import adopted
from tests.ui.stories.conftest import Person
from ui.settling.panel import Changes

NOTE = "# Diary\n\nThe lamp as I saw it.\n\n![[Lamp]]\n"
MENDED = NOTE.replace("![[Lamp]]", "![[Lamp.png]]")


@pytest.fixture
def diary(person: Person, tmp_path: Path) -> Person:
    """At a window on a vault whose owner has a note that embeds a picture by half its name."""
    vault = adopted(tmp_path / "Notes", {"Diary.md": NOTE})
    (vault / "Lamp.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    person.window.open(vault)
    person.qtbot.waitUntil(lambda: bool(person.rooms.findings.foot.own.text()))
    return person


def note(person: Person) -> str:
    assert person.window.vault is not None
    return (person.window.vault / "Diary.md").read_text(encoding="utf-8")


def select(person: Person) -> None:
    """Select the finding of the picture."""
    panel = person.rooms.findings
    rows = range(panel.list.model().rowCount())
    person.qtbot.waitUntil(lambda: any("Lamp" in str(each.message) for each in panel.shown))
    rows = range(panel.list.model().rowCount())
    at = next(row for row in rows if (each := panel.finding(row)) and "Lamp" in str(each.message))
    panel.list.select(panel.list.model().index(at, 0))


def dialogs(person: Person) -> list[Changes]:
    return [each for each in person.window.findChildren(Changes) if each.isVisible()]


def test_a_link_is_mended_and_the_bytes_come_back(diary: Person) -> None:
    """What needs a look is shown first; the note is checked again at once."""
    panel, qtbot = diary.rooms.findings, diary.qtbot
    diary.rooms.need_findings()
    diary.picture("counted")
    panel.foot.own.click()
    select(diary)
    diary.picture("asked-for")
    diary.press("Ctrl+E")
    qtbot.waitUntil(lambda: bool(dialogs(diary)))
    assert note(diary) == NOTE
    diary.picture("what-it-changes", dialogs(diary)[0])
    diary.click(dialogs(diary)[0].yes)
    qtbot.waitUntil(lambda: note(diary) == MENDED)
    qtbot.waitUntil(lambda: diary.rooms.notice.words.startswith("Done: fix"))
    qtbot.waitUntil(lambda: not any("Lamp" in str(each.message) for each in panel.shown))
    diary.picture("mended")

    diary.click(diary.rooms.notice.action)
    qtbot.waitUntil(lambda: note(diary) == NOTE)
    select(diary)


def test_what_is_ignored_is_seen_and_heeded_again(diary: Person) -> None:
    """By keys; the note stays as it is all the while."""
    panel, qtbot = diary.rooms.findings, diary.qtbot
    panel.foot.own.click()
    select(diary)
    diary.press("Ctrl+Shift+D")
    qtbot.waitUntil(lambda: panel.foot.ignored.text() == "1 ignored")
    diary.window.actions_by_name["ignored"].trigger()
    qtbot.waitUntil(lambda: panel.in_ignored)
    qtbot.waitUntil(lambda: panel.list.model().rowCount() == 2)
    panel.list.select(panel.list.model().index(1, 0))
    diary.picture("ignored")
    panel.list.ways.ways[0].click()
    qtbot.waitUntil(lambda: panel.list.model().rowCount() == 0)
    panel.leave_ignored()
    select(diary)
    assert note(diary) == NOTE
