"""What a person says of names: merging, keeping apart, telling apart again."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.compiler import name_verdicts
from app.compiler.compile import Compiler, opened
from app.errors import VaultloomError
from app.lint.diagnostic import Way
from app.paths import cache_folder
from app.settling import changed_pages, differences, preview, settle
from tests.app.history.plug import Plug
from tests.promises.page_checks import link_problems, problems
from tests.promises.vaults import HARBOUR, clock, compile_, files_in, made, new_vault, undo

GUILD = """# The guild

The Lamp Guild is a society that keeps lamps along the coast. The Lamp Guild was given a house in 1866.
The Lamp Guild has 9 boats. Every keeper is paid by the Lamp Guild in October.
"""


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault in which two sources call one society by two names."""
    made_ = new_vault(tmp_path / "vault")
    compile_(made_, {"harbour.md": HARBOUR, "guild.md": GUILD})
    return made_


@contextmanager
def open_(vault: Path) -> Iterator[Compiler]:
    with opened(vault, clock=clock, files=Plug()) as compiler:
        yield compiler


def merge(vault: Path, keep: str = "Harbour Lamp Society", other: str = "Lamp Guild") -> None:
    with open_(vault) as compiler:
        settle(compiler, Way("merge", "", (keep, other)))


def apart(vault: Path, one: str = "Harbour Lamp Society", other: str = "Lamp Guild") -> None:
    with open_(vault) as compiler:
        settle(compiler, Way("keep-apart", "", (one, other)))


def page(vault: Path, title: str) -> str:
    """A page's text; "" if there is none."""
    found = list(vault.rglob(f"{title}.md"))
    return found[0].read_text() if found else ""


def test_merging_joins_what_is_said_and_keeps_the_other_name(vault: Path) -> None:
    assert "boats" in page(vault, "Lamp Guild")
    merge(vault)
    assert page(vault, "Lamp Guild") == ""
    text = page(vault, "Harbour Lamp Society")
    assert "boats" in text
    assert "1821" in text
    assert '- "Lamp Guild"' in text
    assert problems(vault) == []


def test_the_page_that_is_named_first_stays(vault: Path) -> None:
    merge(vault, "Lamp Guild", "Harbour Lamp Society")
    assert page(vault, "Harbour Lamp Society") == ""
    assert "1821" in page(vault, "Lamp Guild")
    assert problems(vault) == []


def test_a_merge_is_taken_back_by_undo(vault: Path) -> None:
    before = made(vault)
    merge(vault)
    assert undo(vault) == "merge “Lamp Guild” into “Harbour Lamp Society”"
    assert made(vault) == before


def test_telling_apart_is_the_inverse_of_merging(vault: Path) -> None:
    before = files_in(vault, "wiki/entities", "wiki/summaries", "wiki/concepts")
    merge(vault)
    with open_(vault) as compiler:
        settle(compiler, Way("tell-apart", "", ("Harbour Lamp Society", "Lamp Guild")))
    assert files_in(vault, "wiki/entities", "wiki/summaries", "wiki/concepts") == before


def test_the_overview_leads_to_no_disagreement_that_is_over(tmp_path: Path) -> None:
    vault = new_vault(tmp_path / "vault")
    founded = GUILD + "\nThe Lamp Guild was founded in 1824.\n"
    compile_(vault, {"harbour.md": HARBOUR, "guild.md": founded})
    merge(vault)
    with open_(vault) as compiler:
        compiler.when_idle()
    assert "#Where they disagree" in (vault / "wiki/overview.md").read_text()
    with open_(vault) as compiler:
        settle(compiler, Way("tell-apart", "", ("Harbour Lamp Society", "Lamp Guild")))
    assert link_problems(vault) == []


def test_a_verdict_outlives_the_cache_and_new_sources(vault: Path) -> None:
    merge(vault)
    after = made(vault)
    (cache_folder(vault) / "ledger.sqlite").unlink()
    with open_(vault) as compiler:
        compiler.catch_up()
    assert made(vault) == after
    compile_(
        vault, {"more.md": GUILD.replace("9 boats", "11 boats") + "\nThe Lamp Guild is old.\n"}
    )
    assert page(vault, "Lamp Guild") == ""
    assert problems(vault) == []


def test_what_is_kept_apart_is_not_joined_by_a_source(vault: Path) -> None:
    apart(vault)
    stated = (
        "The Harbour Lamp Society, also known as the Lamp Guild, has a hall. The hall is old.\n"
    )
    compile_(vault, {"stated.txt": stated})
    assert "boats" in page(vault, "Lamp Guild")
    assert "boats" not in page(vault, "Harbour Lamp Society")
    assert problems(vault) == []


def test_what_a_source_states_joins_without_a_verdict(vault: Path) -> None:
    """So that the test before this one can fail."""
    stated = (
        "The Harbour Lamp Society, also known as the Lamp Guild, has a hall. The hall is old.\n"
    )
    compile_(vault, {"stated.txt": stated})
    joined = page(vault, "Harbour Lamp Society") or page(vault, "Lamp Guild")
    assert "boats" in joined
    assert "1821" in joined


def test_a_preview_writes_nothing_and_tells_the_whole(vault: Path) -> None:
    before, way = made(vault), Way("merge", "", ("Harbour Lamp Society", "Lamp Guild"))
    with open_(vault) as compiler:
        planned = preview(compiler, way)
        writes = {write.path: write.after for write in planned}
        shown = differences(changed_pages(compiler, planned))
        assert made(vault) == before
        settle(compiler, way)
    assert any(line.startswith("  +- The Lamp Guild has 9 boats.") for line in shown)
    after = files_in(vault)
    wiki = {path: text for path, text in writes.items() if path.startswith("wiki/")}
    assert wiki
    assert {path: after.get(path) for path in wiki} == wiki


def test_a_page_that_its_owner_edited_stays_when_it_is_merged(vault: Path) -> None:
    edited = next(vault.rglob("Lamp Guild.md"))
    edited.write_text(edited.read_text() + "\nI was their guest in 2019.\n")
    merge(vault)
    assert "I was their guest in 2019." in "".join(p.read_text() for p in vault.rglob("*.md"))
    assert "boats" in page(vault, "Harbour Lamp Society")


def test_a_name_that_no_source_uses_is_refused_in_words(vault: Path) -> None:
    with (
        open_(vault) as compiler,
        pytest.raises(VaultloomError, match="No source speaks of “Moon”"),
    ):
        name_verdicts.found(compiler, "Moon")
