"""What rested on a source goes with it, everywhere, and nothing else does (P8); what settles is whole or not (P9)."""

import itertools
import shutil
from pathlib import Path

import pytest

from app.compiler.compile import Compiler, opened
from app.lint.diagnostic import Way
from app.settling import settle
from app.vault.writing import Files
from tests.app.history.plug import Plug, killed
from tests.promises.page_checks import link_problems, problems
from tests.promises.test_p9_killed import copied
from tests.promises.vaults import FIXTURES, clock, compile_, files_in, made, new_vault, undo

LAMPS = """# Harbour lamps

A harbour lamp is a light that guides ships. The Harbour Lamp Society was founded in 1821 by Ada Winter.
The Harbour Lamp Society keeps 140 lamps. The lamp guild has a house.
"""
NAMES = """# Names

The Harbour Lamp Society (HLS), also known as the Lamp Guild, has a hall. A harbour lamp is a lamp on a mast.
The HLS was founded in 1831. Ada Winter, also known as A. Frost, lives in Northgate. Whale oil is an oil.
"""
GUILD = """# The guild

The Lamp Guild is a society that keeps lamps. The Lamp Guild was founded in 1824. HLS has 9 boats.
HLS is a company. A. Frost is an engineer. A. Frost was born in 1795. Whale oil is made from blubber.
"""
ADA = """# Ada

Ada Winter was an engineer who designed lamps. Ada Winter was born in Northgate in 1795. Ada Winter was born in
1796. Northgate is a town on the coast. Northgate has 12 lamps. Compared to whale oil, kerosene is cheap.
"""
ALL = {"lamps.md": LAMPS, "names.md": NAMES, "guild.md": GUILD, "ada.md": ADA}
ORDERS = (("lamps.md", "names.md", "ada.md"), ("lamps.md", "guild.md", "names.md"))
GERMAN = FIXTURES / "semver-2.0.0.de (UTF-16LE with BOM).txt"
FRENCH = FIXTURES / "semver-2.0.0.fr (ISO-8859-1).txt"


def take_away(vault: Path, name: str, files: Files | None = None) -> None:
    """A source is taken away with all that rested on it."""
    with opened(vault, clock=clock, files=files or Plug()) as compiler:
        source = next(s for s in compiler.ledger.cache.targets() if s.path.endswith(f"/{name}"))
        compiler.settle(compiler.taking_away([source.source]))


def drop(vault: Path, file: Path) -> None:
    """A file is dropped and compiled."""
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.add([file])
        compiler.run()


def in_wiki(vault: Path) -> dict[str, bytes]:
    """The wiki without its log."""
    found = files_in(vault, "wiki")
    return {path: content for path, content in found.items() if path != "wiki/log.md"}


def behind(compiler: Compiler) -> list[str]:
    """The pages that would come out otherwise were all of them rendered again."""
    cache = compiler.ledger.cache
    sources, rows = sorted(cache.source_ids()), cache.pages.all()
    slots = {slot for source in sources for slot in cache.subjects.slots_of(source)}
    writes = compiler.onto.previewed(
        lambda build: build.again(slots=slots, sources=sources, pages=[row.id for row in rows])
    )
    return [write.path for write in writes]


@pytest.mark.parametrize(
    ("order", "away"), [(order, away) for order in ORDERS for away in order[1:]]
)
def test_it_is_as_if_the_source_had_never_come(
    tmp_path: Path, order: tuple[str, ...], away: str
) -> None:
    """Names that only it stated, disputes that it had a part in, pages that were worth one with it only."""
    with_it, without = new_vault(tmp_path / "with"), new_vault(tmp_path / "without")
    for name in order:
        compile_(with_it, {name: ALL[name]})
        if name != away:
            compile_(without, {name: ALL[name]})
    take_away(with_it, away)
    assert in_wiki(with_it) == in_wiki(without)
    assert problems(with_it) == []


def test_notes_name_no_translation_that_is_gone(tmp_path: Path) -> None:
    """Nor do they lead to one that is away, and one that came is named on all pages of the text."""
    vault, alone = new_vault(tmp_path / "vault"), new_vault(tmp_path / "alone")
    drop(alone, GERMAN)
    drop(vault, GERMAN)
    drop(vault, FRENCH)
    with opened(vault, clock=clock, files=Plug()) as compiler:
        assert behind(compiler) == []
    text = next((vault / "wiki/texts").glob("semver*fr*.md"))
    assert any(text.stem in page.read_text() for page in (vault / "wiki/concepts").glob("*.md"))
    text.rename(vault.with_name(text.name))
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.catch_up()
    assert link_problems(vault) == []
    vault.with_name(text.name).rename(text)
    take_away(vault, FRENCH.name)
    assert in_wiki(vault) == in_wiki(alone)


@pytest.mark.parametrize(
    "link",
    ["She is on [[Ada Winter]].", "[[entities/Ada Winter]]", '---\nof: "[[Ada Winter]]"\n---'],
)
def test_a_page_that_is_worth_none_any_more_stays_where_its_owner_uses_it(
    tmp_path: Path, link: str
) -> None:
    """What the other sources say still stands on it; the owner may link to it by a path or in a property."""
    vault = new_vault(tmp_path / "vault")
    compile_(vault, {"lamps.md": LAMPS})
    compile_(vault, {"names.md": NAMES})
    assert (vault / "wiki/entities/Ada Winter.md").exists()
    (vault / "Mine.md").write_text(f"{link}\n")
    take_away(vault, "names.md")
    text = (vault / "wiki/entities/Ada Winter.md").read_text()
    assert "1821" in text
    assert "Frost" not in text
    assert problems(vault) == []


@pytest.mark.long
def test_killed_at_any_call_of_taking_away(tmp_path: Path) -> None:
    """It is taken away whole or is there whole, and asking again takes it away; undo brings it back."""
    start = new_vault(tmp_path / "start")
    for name in ("lamps.md", "names.md"):
        compile_(start, {name: ALL[name]})
    before, undisturbed = made(start), copied(start, "undisturbed")
    take_away(undisturbed, "names.md")
    expected = files_in(undisturbed)
    for fuse in itertools.count():
        vault = copied(start, f"at {fuse}")
        was_killed = killed(take_away, vault, "names.md", Plug(fuse))
        with opened(vault, clock=clock, files=Plug()) as compiler:
            compiler.catch_up()
            there = [s for s in compiler.ledger.cache.targets() if "names" in s.path]
        if there:
            assert made(vault) == before
            take_away(vault, "names.md")
        assert files_in(vault) == expected
        if fuse % 5 == 0:
            undo(vault)
            assert made(vault) == before
        shutil.rmtree(vault)
        if not was_killed:
            assert fuse > 20
            return


@pytest.mark.long
def test_killed_at_any_call_of_a_merge(tmp_path: Path) -> None:
    """It is done whole or not at all, and asking again does it; undo takes it back."""
    start = new_vault(tmp_path / "start")
    for name in ("lamps.md", "guild.md"):
        compile_(start, {name: ALL[name]})

    def merge(vault: Path, files: Files) -> None:
        with opened(vault, clock=clock, files=files) as compiler:
            settle(compiler, Way("merge", "", ("Harbour Lamp Society", "Lamp Guild")))

    before, undisturbed = made(start), copied(start, "undisturbed")
    merge(undisturbed, Plug())
    expected = made(undisturbed)
    for fuse in itertools.count():
        vault = copied(start, f"at {fuse}")
        was_killed = killed(merge, vault, Plug(fuse))
        with opened(vault, clock=clock, files=Plug()) as compiler:
            compiler.catch_up()
            label = compiler.undo_label() or ""
        if "merge" not in label:
            assert made(vault) == before
            merge(vault, Plug())
        assert made(vault) == expected
        undo(vault)
        assert made(vault) == before
        shutil.rmtree(vault)
        if not was_killed:
            assert fuse > 15
            return
