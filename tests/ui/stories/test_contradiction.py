"""Two sources disagree: the finding shows both, one click settles it, and undo takes it back."""

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QPushButton

from app.vault import layout
from tests.ui.stories.conftest import Person
from ui.findings.values import Finding
from ui.settling.panel import Changes

SOCIETY = "wiki/entities/Harbour Lamp Society.md"
GUIDE = """---
date: 1998-04-02
---
# Coast guide

The Harbour Lamp Society is a charity that keeps lamps along the coast. The Harbour Lamp Society was founded in 1821
by Ada Winter. Its lamps burned whale oil until 1850.
"""
RECORDS = """---
date: 2016-09-12
---
# Town records

The Harbour Lamp Society was founded in 1824. The Harbour Lamp Society keeps 140 lamps. Its first secretary was
Jonas Reed.
"""


@pytest.fixture
def coast(person: Person, tmp_path: Path) -> Person:
    """At a window on a vault that holds nothing yet."""
    vault = tmp_path / "Coast"
    layout.new(vault)
    person.window.open(vault)
    person.qtbot.waitUntil(lambda: bool(person.rooms.status.reader.text()))
    return person


def dropped(coast: Person, tmp_path: Path) -> Finding:
    """Two files that disagree are dropped and compiled; the one contradiction that is found then."""
    files = []
    for name, text in (("Coast guide.md", GUIDE), ("Town records.md", RECORDS)):
        files.append(tmp_path / name)
        files[-1].write_text(text, encoding="utf-8")
    with coast.compiled():
        coast.drop(*files)
    coast.qtbot.waitUntil(lambda: bool(disputes(coast)))
    (found,) = disputes(coast)
    return found


def disputes(person: Person) -> list[Finding]:
    return [each for each in person.rooms.findings.shown if each.rule == "contradiction"]


def card(person: Person) -> QModelIndex:
    """Where the contradiction stands in the panel."""
    model = person.rooms.findings.list.model()
    rows = (model.index(row, 0) for row in range(model.rowCount()))
    return next(row for row in rows if "1821" in str(row.data()))


def files(person: Person) -> dict[str, bytes]:
    """The bytes of all pages on things."""
    assert person.window.vault is not None
    wiki = person.window.vault / "wiki"
    return {str(p.relative_to(wiki)): p.read_bytes() for p in wiki.glob("[ces]*/*.md")}


def dialogs(person: Person) -> list[Changes]:
    return [each for each in person.window.findChildren(Changes) if each.isVisible()]


def shown(person: Person) -> str:
    """What is read in the middle."""
    return person.rooms.page.text.toPlainText()


def test_one_of_two_sources_holds(coast: Person, tmp_path: Path) -> None:
    """Dropped, seen, both read in their sources, chosen, changed on the page, and taken back."""
    rooms, qtbot = coast.rooms, coast.qtbot
    dropped(coast, tmp_path)
    view, before = rooms.findings.list, files(coast)
    coast.picture("found")
    if rooms.notice.words:
        coast.press("Esc")

    coast.click_row(view, card(coast))
    qtbot.waitUntil(lambda: rooms.page.path == SOCIETY)
    qtbot.waitUntil(lambda: "1821" in rooms.page.text.marked_line)
    sides = {side.claim.statement: side for side in view.ways.claims}
    one, other = sides["Founded: 1821"], sides["Founded: 1824"]
    coast.picture("both-sides")
    for side, quote in ((one, "founded in 1821"), (other, "founded in 1824")):
        coast.click(side.source)
        qtbot.waitUntil(lambda quote=quote: quote in rooms.source.text.toPlainText())
        assert view.isVisible()  # the finding stays beside the source that it led to
    coast.picture("a-quote-in-its-source")
    coast.press("Esc")
    assert view.hasFocus()

    assert other.holds is not None
    coast.click(other.holds)
    qtbot.waitUntil(lambda: bool(dialogs(coast)))
    (asked,) = dialogs(coast)
    lines = [str(asked.list.model().index(at, 0).data()) for at in range(20)]
    assert any("1824" in line for line in lines)
    assert files(coast) == before
    coast.picture("what-it-changes", asked)
    coast.click(asked.yes)
    qtbot.waitUntil(lambda: rooms.notice.words.startswith("Done:"))
    qtbot.waitUntil(lambda: not disputes(coast))
    assert files(coast) != before
    page = files(coast)["entities/Harbour Lamp Society.md"].decode()
    assert "1821" in page  # the loser is shown as what it is, and never erased
    qtbot.waitUntil(lambda: "Two sources disagree" not in shown(coast) and "1824" in shown(coast))
    coast.picture("settled")

    coast.click(rooms.notice.action)
    qtbot.waitUntil(lambda: rooms.notice.words.startswith("Undone:"))
    qtbot.waitUntil(lambda: bool(disputes(coast)))
    assert files(coast) == before
    coast.picture("undone")


def button(person: Person, words: str) -> QPushButton:
    """A button on the card that is selected."""
    return next(b for b in person.rooms.findings.list.ways.buttons() if b.text().startswith(words))


def test_both_hold_in_words_of_the_person_by_keys_alone(coast: Person, tmp_path: Path) -> None:
    """F4 leads to the finding, Tab to its ways; what is typed is kept on the page."""
    rooms, qtbot = coast.rooms, coast.qtbot
    dropped(coast, tmp_path)
    before = files(coast)
    while coast.rooms.findings.list.currentIndex() != card(coast):
        coast.press("F4")
    qtbot.waitUntil(lambda: rooms.page.path == SOCIETY)
    while not rooms.findings.list.hasFocus():
        coast.press("F6")
    wanted = button(coast, "Both hold")
    while coast.keyboard is not wanted:
        coast.press("Tab")
    assert (
        rooms.findings.list.viewport()
        .rect()
        .contains(wanted.mapTo(rooms.findings.list.viewport(), wanted.rect().center()))
    )
    coast.press("Return")
    ask = rooms.findings.list.ways.ask
    assert ask is not None
    assert coast.keyboard is ask.line
    coast.type("1821 as a club, 1824 by charter")
    coast.picture("asked")
    coast.press("Return")
    qtbot.waitUntil(lambda: bool(dialogs(coast)))
    coast.press("Return", dialogs(coast)[0])
    qtbot.waitUntil(lambda: not disputes(coast))
    page = files(coast)["entities/Harbour Lamp Society.md"].decode()
    assert "1821 as a club, 1824 by charter" in page
    coast.picture("both-hold")

    coast.press("Ctrl+Z")
    qtbot.waitUntil(lambda: bool(disputes(coast)))
    assert files(coast) == before
