"""Names that a note of the owner's gives to one thing."""

import shutil
from pathlib import Path

import pytest

from app.ledger.decisions import IN_NOTE, decisions
from app.lint.diagnostic import Way
from app.paths import cache_folder
from app.settling import settle
from tests.app.compiler.test_name_verdicts import GUILD, apart, merge, open_
from tests.promises.page_checks import problems
from tests.promises.vaults import HARBOUR, compile_, files_in, made, new_vault, undo

NOTE = """---
aliases:
  - Lamp Guild
---
The society that keeps the lamps along the coast.
"""
ON_SOMETHING_ELSE = """---
aliases:
  - Lamp Guild
---
My book club. We read novels on Thursdays.
"""


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return new_vault(tmp_path / "vault")


def catch_up(vault: Path) -> None:
    with open_(vault) as compiler:
        compiler.catch_up()


def are_one(vault: Path) -> bool:
    """Whether what is said of the guild stands on the society's page, and nowhere else."""
    pages = [p.read_text() for p in (vault / "wiki/entities").glob("*.md")]
    with_boats = [text for text in pages if "has 9 boats" in text]
    return len(with_boats) == 1 and "1821" in with_boats[0]


def test_an_alias_in_a_note_joins_what_two_sources_speak_of(vault: Path) -> None:
    (vault / "Harbour Lamp Society.md").write_text(NOTE)
    compile_(vault, {"harbour.md": HARBOUR, "guild.md": GUILD})
    assert are_one(vault)
    assert (vault / "Harbour Lamp Society.md").read_text() == NOTE
    assert problems(vault) == []


def test_a_note_that_is_written_later_joins_them_as_well(vault: Path) -> None:
    compile_(vault, {"harbour.md": HARBOUR, "guild.md": GUILD})
    assert not are_one(vault)
    (vault / "Harbour Lamp Society.md").write_text(NOTE)
    catch_up(vault)
    assert are_one(vault)
    assert problems(vault) == []
    before = files_in(vault)
    catch_up(vault)
    assert files_in(vault) == before


def test_it_is_remembered_in_the_ledgers_files(vault: Path) -> None:
    (vault / "Harbour Lamp Society.md").write_text(NOTE)
    compile_(vault, {"harbour.md": HARBOUR, "guild.md": GUILD})
    before = made(vault)
    shutil.rmtree(cache_folder(vault))
    catch_up(vault)
    assert made(vault) == before
    assert [d.what for d in decisions(vault)] == [IN_NOTE]


def test_undo_of_the_source_takes_it_back_too(vault: Path) -> None:
    (vault / "Harbour Lamp Society.md").write_text(NOTE)
    compile_(vault, {"harbour.md": HARBOUR})
    before = made(vault)
    compile_(vault, {"guild.md": GUILD})
    assert are_one(vault)
    undo(vault)
    assert made(vault) == before


def test_a_note_on_something_else_joins_nothing(vault: Path) -> None:
    (vault / "Thursdays.md").write_text(
        ON_SOMETHING_ELSE.replace("  - Lamp Guild", "  - Lamp Guild\n  - Harbour Lamp Society")
    )
    compile_(vault, {"harbour.md": HARBOUR, "guild.md": GUILD})
    assert not are_one(vault)


def test_what_the_person_told_apart_stays_apart(vault: Path) -> None:
    compile_(vault, {"harbour.md": HARBOUR, "guild.md": GUILD})
    apart(vault)
    (vault / "Harbour Lamp Society.md").write_text(NOTE)
    catch_up(vault)
    assert not are_one(vault)
    assert IN_NOTE not in {d.what for d in decisions(vault)}


def test_what_a_note_joined_can_be_told_apart(vault: Path) -> None:
    (vault / "Harbour Lamp Society.md").write_text(NOTE)
    compile_(vault, {"harbour.md": HARBOUR, "guild.md": GUILD})
    with open_(vault) as compiler:
        settle(compiler, Way("tell-apart", "", ("Harbour Lamp Society", "Lamp Guild")))
    assert not are_one(vault)
    (vault / "Harbour Lamp Society.md").write_text(NOTE + "\nIt has a hall.\n")
    catch_up(vault)
    assert not are_one(vault)
    merge(vault)
    assert are_one(vault)
