"""The comparison page of disagreements, and names that are given crosswise, as a person settles them."""

from pathlib import Path

import pytest

from app.compiler.compile import opened
from app.lint.diagnostic import Way
from app.settling import settle
from tests.app.compiler.test_dispute_verdicts import (
    ANOTHER_YEAR,
    HISTORY,
    SOCIETY,
    contradictions,
    holds,
    page,
    say,
)
from tests.app.history.plug import Plug
from tests.promises.page_checks import problems
from tests.promises.vaults import clock, compile_, new_vault, undo

TABLE = "Where sources disagree on Harbour Lamp Society"
RELEASES = """---
date: 2010-10-10
---
# Releases

The first lamp was called Buzz (1.1). Buzz is a lamp of brass. Buzz was sold in ten towns.
The second lamp was called Rex (1.2). Rex is a lamp of tin. Rex was sold in nine towns.
"""
HANDBOOK = """---
date: 2020-02-02
---
# Handbook

They called the lamps Rex (1.1) and Buzz (1.2) for years. Buzz is dear to every keeper of the coast.
"""


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault in which three sources give three years."""
    made = new_vault(tmp_path / "vault")
    compile_(made, {"society.md": SOCIETY, "history.md": HISTORY, "oil.md": ANOTHER_YEAR})
    return made


def verdicts(vault: Path, title: str = TABLE) -> dict[str, str]:
    """The last column of the table by the value in bold."""
    rows = [x.split(" | ") for x in page(vault, title).splitlines() if "| **" in x]
    return {row[1].strip("*"): row[-1].removesuffix(" |") for row in rows}


def test_three_positions_have_a_table_with_a_verdict_each(vault: Path) -> None:
    assert verdicts(vault) == {"1821": "open", "1824": "open", "1830": "open"}
    assert "Nothing here is decided." in page(vault, TABLE)


def test_the_table_says_what_holds_and_what_does_not(vault: Path) -> None:
    holds(vault, "1824")
    assert verdicts(vault) == {"1821": "disputed", "1824": "holds", "1830": "disputed"}
    assert "Your verdict settles it." in page(vault, TABLE)
    assert 'verdict: "settled"\n' in page(vault, TABLE)
    assert "disputed: true" not in page(vault, TABLE)
    assert problems(vault) == []


def test_the_table_has_the_note_of_the_person(vault: Path) -> None:
    say(vault, "both-hold", "Three | clubs")
    assert verdicts(vault) == {"1821": "all hold", "1824": "all hold", "1830": "all hold"}
    assert "*Your note on “Founded”: Three | clubs*" in page(vault, TABLE)
    assert problems(vault) == []


def test_the_table_says_what_was_left_open_and_what_changed(vault: Path) -> None:
    say(vault, "leave-open")
    assert set(verdicts(vault).values()) == {"left open"}
    assert 'verdict: "disputed"\n' in page(vault, TABLE)
    say(vault, "changed")
    assert verdicts(vault) == {"1821": "before", "1824": "before", "1830": "holds now"}
    assert f"*Side by side: [[{TABLE}]]*" in page(vault)
    assert problems(vault) == []


def test_the_table_of_what_is_no_disagreement_goes_and_undo_brings_it_back(vault: Path) -> None:
    before = page(vault, TABLE)
    say(vault, "not-same")
    assert list(vault.rglob(f"{TABLE}.md")) == []
    assert problems(vault) == []
    undo(vault)
    assert page(vault, TABLE) == before


def test_names_given_crosswise_are_settled_on_both_pages_and_their_table(tmp_path: Path) -> None:
    vault = new_vault(tmp_path / "names")
    compile_(vault, {"releases.md": RELEASES, "handbook.md": HANDBOOK})
    table = "What 1.1 and 1.2 are called"
    assert page(vault, "Rex").count("*Status: open.*") == 2
    found = {f.claims[0].statement.split(":")[0]: f for f in contradictions(vault)}
    assert sorted(found) == ["What 1.1 is called", "What 1.2 is called"]
    (way,) = [w for w in found["What 1.1 is called"].ways if w.title == "“Buzz” holds"]
    with opened(vault, clock=clock, files=Plug()) as compiler:
        settle(compiler, way)
    for title in ("Buzz", "Rex"):
        assert "Status: “Buzz” holds, as you said" in page(vault, title)
        assert "*Status: open.*" in page(vault, title)
    assert "Your verdicts settle 1 of 2; the rest is open." in page(vault, table)
    (left,) = contradictions(vault)
    assert "(What 1.2 is called)" in left.message
    with opened(vault, clock=clock, files=Plug()) as compiler:
        settle(compiler, Way("newer-holds", "", (left.ways[0].about[0],)))
    assert contradictions(vault) == []
    assert "All of it is settled by your verdicts." in page(vault, table)
    assert problems(vault) == []


def test_a_table_names_no_page_that_its_owner_deleted(vault: Path) -> None:
    """It goes with the only page that leads to it, and comes back with that."""
    place = next(vault.rglob("Harbour Lamp Society.md"))
    place.unlink()
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.catch_up()
        row = compiler.ledger.cache.pages.named("Harbour Lamp Society")
    assert list(vault.rglob(f"{TABLE}.md")) == []
    assert problems(vault) == []
    assert contradictions(vault) == []
    assert row is not None
    with opened(vault, clock=clock, files=Plug()) as compiler:
        settle(compiler, Way("make-again", "", (row.id,)))
    assert verdicts(vault) == {"1821": "open", "1824": "open", "1830": "open"}
    assert problems(vault) == []
