"""The overview: what needs a person, what is new, what replaced what, the map, dates, gaps."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.compiler.clusters import clusters
from app.compiler.compile import opened
from app.compiler.render.overview import overview_page
from tests.promises import page_checks
from tests.promises.vaults import FIXTURES, SOURCES, compile_, new_vault, put

OLD = """PEP: 10
Title: Counting of lamps
Created: 04-Jun-2009
Superseded-By: 20

Counting of lamps
=================

Lamp counting is a way of telling lamps apart. Lamp counting MUST begin at one.
"""
NEW = """PEP: 20
Title: Numbering of lamps
Created: 18-Mar-2013
Replaces: 10

Numbering of lamps
==================

Lamp numbering is a way of telling lamps apart by numbers. Lamp numbering MUST begin at zero.
"""
SAYS_1821 = "# Society\n\nThe Harbour Lamp Society was founded in 1821 by Ada Winter.\n"
SAYS_1822 = "# Club\n\nThe Harbour Lamp Society was founded in 1822 by Ada Winter.\n"
FOUNDED = {"a.md": SAYS_1821, "b.md": SAYS_1822, **SOURCES}


def overview(vault: Path) -> str:
    """What stands in it."""
    return (vault / "wiki/overview.md").read_text(encoding="utf-8")


def part(text: str, heading: str) -> str:
    """One part of it, without its heading."""
    match = re.search(rf"^## {heading}\n(.*?)(?=^## |^\[\^|\Z)", text, re.MULTILINE | re.DOTALL)
    return match[1].strip() if match else ""


@pytest.fixture
def lamps(tmp_path: Path) -> Path:
    """A vault of three small sources and two that disagree."""
    vault = new_vault(tmp_path / "vault")
    compile_(vault, FOUNDED)
    return vault


def test_a_disagreement_is_asked_once_with_each_value_and_its_note(lamps: Path) -> None:
    """Who opens the vault in the morning sees what is open, and every page that it stands on."""
    assert re.fullmatch(
        r"- \[\[Ada Winter#Where they disagree\|Ada Winter\]\], "
        r"\[\[Harbour Lamp Society#Where they disagree\|Harbour Lamp Society\]\]: "
        r"Founded, 1821\[\^\w+-\d+\] or 1822\[\^\w+-\d+\]\?",
        part(overview(lamps), "Needs you"),
    )


def test_what_a_header_says_it_replaces_is_shown_as_older_and_newer(tmp_path: Path) -> None:
    """Both headers say so, and both stand under it; the dates of both are in order."""
    vault = new_vault(tmp_path / "vault")
    compile_(vault, {"pep-0010.rst": OLD, "pep-0020.rst": NEW})
    text = overview(vault)
    steps = part(text, "What replaced what")
    assert re.match(r"- \[\[[^\]]*\|PEP 10\]\] → \[\[[^\]]*\|PEP 20\]\](\[\^[\w-]+\]){2}", steps)
    dates = re.findall(r"^- \*\*([\d-]+)\*\*", part(text, "Dates"), re.MULTILINE)
    assert dates[0] == "2009-06-04"
    assert "2013-03-18" in dates
    assert dates == sorted(dates)


def test_pages_that_name_each_other_stand_together(lamps: Path) -> None:
    """Each group under the page that is most tied to the others."""
    with opened(lamps) as compiler:
        groups = [[p.stem for p in c.pages] for c in clusters(compiler.ledger.cache)]
    assert [(group[0], set(group[1:])) for group in groups] == [
        ("Ada Winter", {"Harbour Lamp Society", "Northgate", "Wick"}),
        ("Kerosene", {"Lamp oil", "Whale oil"}),
        ("Harbour lamp", set()),
    ]
    shown = part(overview(lamps), "The map")
    assert "- **[[Kerosene]]**: a lamp oil that is distilled from petroleum · " in shown
    assert "\n  - [[Lamp oil]]: a liquid that burns in a lamp · 2 statements, one voice" in shown


def test_one_more_source_leaves_the_groups_of_the_others(lamps: Path) -> None:
    """A map that is drawn anew every morning is none."""
    rope = "# Rope\n\nA bowline is a knot that holds a loop. A bowline MUST be tied by hand.\n"
    compile_(lamps, {"rope.md": rope})
    with opened(lamps) as compiler:
        groups = [{p.stem for p in c.pages} for c in clusters(compiler.ledger.cache)]
    assert {"Ada Winter", "Harbour Lamp Society", "Northgate", "Wick"} in groups
    assert {"Kerosene", "Lamp oil", "Whale oil"} in groups


def test_what_came_last_is_shown_first_with_the_pages_that_it_made(tmp_path: Path) -> None:
    """A day a line; what came before has its own."""
    vault = new_vault(tmp_path / "vault")
    for day, name in enumerate(SOURCES):
        now = datetime(2026, 11, 28, tzinfo=UTC) + timedelta(days=day)
        with opened(vault, clock=lambda now=now: now) as compiler:
            compiler.add(put(vault, {name: SOURCES[name]}))
            compiler.run()
    lines = part(overview(vault), "Newest").splitlines()
    assert [line[4:14] for line in lines] == ["2026-11-30", "2026-11-29", "2026-11-28"]
    assert "[[Northgate]]" in lines[0]
    assert "[[Kerosene]]" in lines[1]


def test_gaps_name_what_has_no_page_and_what_rests_on_little(lamps: Path) -> None:
    """Counts are in italics, as everything that no source says."""
    named = "\n\n".join(f"By the year {n} Captain Blood had {n} ships." for n in range(3, 9))
    compile_(lamps, {"blood.md": f"# Blood\n\n{named}\n"})
    gaps = part(overview(lamps), "Gaps")
    assert "- *One voice only:* [[Kerosene]] · [[Whale oil]]" in gaps
    assert "- *Named often, no page:* Captain Blood *(6 sentences in 1 source)*" in gaps
    for line in gaps.splitlines():
        assert not re.search(r"\d", re.sub(r"\*[^*]*\*|\[\[[^\]]*\]\]", "", line))


def test_the_overview_keeps_the_promises_of_a_page(tmp_path: Path) -> None:
    """Links, notes and form, on a vault of real documents."""
    vault = new_vault(tmp_path / "vault")
    names = ("debian-faq-extract.en.txt", "debian-handbook-chapter1.en.docx")
    compile_(vault, {})
    with opened(vault) as compiler:
        compiler.add([FIXTURES / name for name in names])
        compiler.run()
    assert part(overview(vault), "The map")
    assert "\n- *One statement only:* [[" in part(overview(vault), "Gaps")
    assert not page_checks.quote_problems(vault)
    assert not page_checks.link_problems(vault)
    assert not page_checks.form_problems(vault)


def test_the_same_ledger_gives_the_same_overview(lamps: Path) -> None:
    """Asked twice, and of a cache made anew."""
    with opened(lamps) as compiler:
        first = overview_page(compiler.ledger.cache, "2026-11-30")
        assert overview_page(compiler.ledger.cache, "2026-11-30") == first
        compiler.ledger.cache.clear()
        compiler.ledger.refresh()
        assert overview_page(compiler.ledger.cache, "2026-11-30") == first


def test_an_empty_vault_has_a_short_overview(tmp_path: Path) -> None:
    """No heading without anything under it."""
    vault = new_vault(tmp_path / "vault")
    compile_(vault, {"note.md": "# Note\n\nNothing in particular happened.\n"})
    text = overview(vault)
    assert text.startswith("# Overview\n\n*1 source, 1 independent voice, ")
    assert not re.search(r"^## [^\n]*\n\n*(?:##|\Z)", text, re.MULTILINE)
