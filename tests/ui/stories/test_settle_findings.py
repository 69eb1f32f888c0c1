"""Findings are settled by their ways: shown first, done as one step, and taken back."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QPushButton

from tests.app.compiler.test_judging import TWO, judge
from tests.app.compiler.test_model_reader import answering, compile_with
from tests.app.llm.fake_server import fake_server
from tests.promises.vaults import adopted
from tests.ui.stories.conftest import Person
from ui.findings.model import FindingRole
from ui.findings.values import Finding
from ui.settling.panel import Changes

NOTE = "# Harrow line\n\nA seam that my aunt sews along the hem of every curtain.\n"
LINE, CABLEWAY = "wiki/concepts/Harrow line (concept).md", "wiki/concepts/Northern cableway.md"

TURNED = "Merge “Harrow line” into “Northern cableway”"


@pytest.fixture
def worker() -> list[str]:
    """One to which a source is gone at once."""
    return [sys.executable, str(Path(__file__).parents[1] / "hasty_worker.py")]


@pytest.fixture
def north(person: Person, tmp_path: Path) -> Person:
    """At a window on a vault in which a model left open whether two names are one thing, whose owner
    has a note on something else by one of these names, and in which a source is gone."""
    vault = adopted(tmp_path / "North", {"Harrow line.md": NOTE})
    with fake_server() as server:
        answering(server, judge({"Harrow": "unsure"}))
        compile_with(vault, server, TWO)
    person.window.open(vault)
    person.qtbot.waitUntil(lambda: bool(person.rooms.page.path))
    person.qtbot.waitUntil(lambda: person.rooms.findings.count > 0)
    return person


def found(person: Person, rule: str) -> Finding | None:
    """The finding of a rule, if there is one."""
    shown = person.rooms.findings.shown
    return next((finding for finding in shown if finding.rule == rule), None)


def card(person: Person, rule: str) -> QModelIndex:
    """Where the finding of a rule stands in the panel."""
    model = person.rooms.findings.list.model()
    rows = (model.index(row, 0) for row in range(model.rowCount()))
    return next(i for i in rows if i.data(FindingRole) and i.data(FindingRole).rule == rule)


def button(person: Person, words: str) -> QPushButton:
    """A button on the card that is selected."""
    return next(b for b in person.rooms.findings.list.ways.buttons() if b.text() == words)


def dialog(person: Person) -> Changes:
    """The question that stands open."""
    person.qtbot.waitUntil(lambda: bool(dialogs(person)))
    return dialogs(person)[0]


def dialogs(person: Person) -> list[Changes]:
    return [each for each in person.window.findChildren(Changes) if each.isVisible()]


def pages(person: Person) -> dict[str, bytes]:
    """The bytes of all pages on things."""
    assert person.window.vault is not None
    wiki = person.window.vault / "wiki"
    return {str(p.relative_to(wiki)): p.read_bytes() for p in wiki.glob("[ces]*/*.md")}


def lose_source(person: Person) -> None:
    """Somebody deletes the file of a source, and it is noticed."""
    assert person.window.vault is not None
    (person.window.vault / "raw" / "north.md").unlink()
    person.qtbot.waitUntil(lambda: found(person, "source-gone") is not None)


def test_two_pages_are_made_one(north: Person) -> None:
    """Both are read first, what changes is seen, left, and then done; undo brings the bytes back."""
    rooms, qtbot, before = north.rooms, north.qtbot, pages(north)
    view = rooms.findings.list
    north.click_row(view, card(north, "may-be-one"))
    qtbot.waitUntil(lambda: rooms.page.path == LINE)
    north.picture("selected")
    north.click(button(north, "Northern cableway"))
    qtbot.waitUntil(lambda: rooms.page.path == CABLEWAY)

    north.click(button(north, "Merge into “Harrow line”"))
    asked = dialog(north)
    assert asked.heading.text() == "Merge “Northern cableway” into “Harrow line”"
    assert asked.words.text() == "4 pages change, 1 page goes away."
    lines = [
        str(asked.list.model().index(at, 0).data()) for at in range(asked.list.model().rowCount())
    ]
    assert "- The northern cableway is painted green.[^2w3-5]" in lines
    assert lines[-1] == "Northern cableway"  # folded: that it goes says it all
    assert pages(north) == before
    north.picture("what-it-changes", asked)
    north.press("Esc", asked)
    qtbot.waitUntil(lambda: not dialogs(north))
    assert pages(north) == before
    assert found(north, "may-be-one")

    north.click(button(north, "Merge into “Harrow line”"))
    north.click(dialog(north).yes)
    qtbot.waitUntil(lambda: rooms.notice.words.startswith("Done: merge “Northern cableway” into"))
    assert rooms.notice.words.endswith("(4 changed, 1 removed).")
    assert not found(north, "may-be-one")
    assert CABLEWAY not in {path for each in rooms.findings.shown for path in each.pages}
    qtbot.waitUntil(lambda: rooms.page.path == LINE)  # the page that was read went into this one
    assert "Northern cableway" not in north.listed()
    assert view.currentIndex().data(FindingRole) in rooms.findings.shown  # the next one
    north.picture("merged")

    north.click(rooms.notice.action)
    qtbot.waitUntil(lambda: rooms.notice.words.startswith("Undone: merge “Northern cableway” into"))
    qtbot.waitUntil(lambda: found(north, "may-be-one") is not None)
    assert pages(north) == before


def test_keeping_apart_by_keys_alone_changes_no_page(north: Person) -> None:
    """So it is done at once, and taken back from the line that says it."""
    rooms, qtbot, before = north.rooms, north.qtbot, pages(north)
    view = rooms.findings.list
    while not view.hasFocus():
        north.press("F6")
    north.press("Home")
    while view.currentIndex() != card(north, "may-be-one"):
        north.press("Down")
    for _ in range(2):  # past the pages
        north.press("Tab")
    assert north.keyboard is button(north, "Northern cableway")
    for _ in range(3):
        north.press("Down")
    assert north.keyboard is button(north, "Keep apart")
    north.picture("keyboard-at-a-way")

    north.press("Return")
    qtbot.waitUntil(lambda: rooms.notice.words.startswith("Done: keep "))
    assert rooms.notice.words == "Done: keep “Harrow line” and “Northern cableway” apart."
    assert not dialogs(north)
    assert not found(north, "may-be-one")
    assert pages(north) == before
    assert view.hasFocus()
    north.picture("kept-apart")

    north.click(rooms.notice.action)
    qtbot.waitUntil(lambda: found(north, "may-be-one") is not None)


def test_a_note_of_ones_own_is_the_same_thing(north: Person) -> None:
    """It can be read first; the menu of the finding has its ways too."""
    rooms, qtbot = north.rooms, north.qtbot
    view = rooms.findings.list
    north.click_row(view, card(north, "note-alike"))
    north.click(button(north, "Harrow line"))
    qtbot.waitUntil(lambda: rooms.page.path == "Harrow line.md")
    finding = found(north, "note-alike")
    assert finding is not None
    menu = view.menu(finding)
    pages = ["Read “Harrow line (concept)”", "Read “Harrow line”", "Open in Obsidian", ""]
    ways = ["It is the same thing", "It is something else", "Ignore"]
    assert [action.text() for action in menu.actions()] == [*pages, *ways]

    menu.actions()[4].trigger()
    asked = dialog(north)
    assert asked.heading.text() == "Have “Harrow line” stand beside your note"
    north.picture("what-it-changes", asked)
    north.press("Return", asked)
    qtbot.waitUntil(lambda: rooms.notice.words.startswith("Done: have “Harrow line” stand"))
    qtbot.waitUntil(lambda: not found(north, "note-alike"))
    assert north.window.vault is not None
    assert (north.window.vault / "Harrow line.md").read_text() == NOTE
    north.picture("beside-the-note")


def test_what_rested_on_a_source_that_is_gone_is_taken_away(north: Person) -> None:
    """With the pages that rested on it alone, as was shown."""
    rooms, qtbot = north.rooms, north.qtbot
    lose_source(north)
    north.click_row(rooms.findings.list, card(north, "source-gone"))
    north.picture("source-gone")
    before = pages(north)
    north.click(button(north, "Take away what rested on it"))
    asked = dialog(north)
    assert asked.heading.text() == "Take away “Notes on the north”"
    assert asked.words.text() == "2 pages change, 3 pages go away."
    north.picture("what-goes", asked)
    north.click(asked.yes)
    qtbot.waitUntil(lambda: rooms.notice.words.startswith("Done: take away “Notes on the north”"))
    assert "Northern cableway" not in north.listed()
    north.picture("taken-away")

    north.click(rooms.notice.action)
    qtbot.waitUntil(lambda: pages(north) == before)


@pytest.mark.long
def test_the_pages_of_a_source_that_is_gone_are_kept(north: Person) -> None:
    """At once, since nothing changes on them."""
    rooms, qtbot = north.rooms, north.qtbot
    lose_source(north)
    before = pages(north)
    north.click_row(rooms.findings.list, card(north, "source-gone"))
    north.click(button(north, "Keep its pages"))
    qtbot.waitUntil(lambda: rooms.notice.words == "Done: keep the pages of “Notes on the north”.")
    assert not found(north, "source-gone")
    assert pages(north) == before


def test_two_pages_are_made_one_and_told_apart_from_the_page_itself(north: Person) -> None:
    """Without a finding: the other page is found by a few letters, and the way round can be turned."""
    rooms, qtbot, before = north.rooms, north.qtbot, pages(north)
    assert not rooms.page.more.isVisible()
    north.read("Harrow line")
    qtbot.waitUntil(rooms.page.more.isVisible)
    north.press("Ctrl+K")
    north.type("same as")
    north.press("Return")
    north.type("north")
    north.picture("which-other-page")
    north.press("Return")
    asked = dialog(north)
    assert asked.heading.text() == "Merge “Northern cableway” into “Harrow line”"
    north.click(asked.turn)
    qtbot.waitUntil(lambda: [d.heading.text() for d in dialogs(north)] == [TURNED])
    north.picture("the-other-way-round", dialogs(north)[0])
    north.click(dialogs(north)[0].yes)
    qtbot.waitUntil(lambda: rooms.page.path == CABLEWAY)
    qtbot.waitUntil(north.window.actions_by_name["tell_apart"].isEnabled)
    assert "Harrow line" not in north.listed()
    north.picture("merged")

    north.window.actions_by_name["tell_apart"].trigger()
    north.picture("which-name")
    north.press("Return")
    assert dialog(north).heading.text() == "Tell “Harrow line” apart from “Northern cableway”"
    north.picture("what-telling-apart-changes", dialogs(north)[0])
    north.press("Return", dialog(north))
    qtbot.waitUntil(lambda: rooms.notice.words.startswith("Done: tell “Harrow line” apart"))
    assert {"Harrow line", "Northern cableway"} < set(north.listed())
    assert {name: text for name, text in pages(north).items() if name in before}


def test_a_source_is_taken_away_from_its_summary(north: Person) -> None:
    """Shown first, and left."""
    before = pages(north)
    north.read("Notes on the north")
    north.qtbot.waitUntil(north.window.actions_by_name["take_source"].isEnabled)
    assert not north.window.actions_by_name["same_as"].isEnabled()
    north.window.actions_by_name["take_source"].trigger()
    assert dialog(north).heading.text() == "Take away “Notes on the north”"
    north.press("Esc", dialog(north))
    north.qtbot.waitUntil(lambda: not dialogs(north))
    assert pages(north) == before
