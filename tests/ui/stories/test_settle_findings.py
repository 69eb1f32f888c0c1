"""Findings are settled by their ways: shown first, done as one step, and taken back."""

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
from ui.settling.panel import Changes
from ui.values import Finding

NOTE = "# Harrow line\n\nA seam that my aunt sews along the hem of every curtain.\n"
LINE, CABLEWAY = "wiki/entities/Harrow line (ropeway).md", "wiki/entities/Northern cableway.md"


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


def test_try(north: Person) -> None:
    print([(f.rule, f.path, f.also, [w.title for w in f.ways]) for f in north.rooms.findings.shown])
    before = pages(north)
    print(list(before))
    north.click_row(north.rooms.findings.list, card(north, "may-be-one"))
    north.picture("selected")
    north.click(north.rooms.findings.list.ways.ways[0])
    asked = dialog(north)
    north.picture("preview", asked)
    north.click(asked.yes)
    north.qtbot.waitUntil(lambda: bool(north.rooms.notice.words))
    print(north.rooms.notice.words)
    north.picture("done")
