"""A vault in which people live: pages are renamed, moved and deleted, sources come and go."""

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from app.checkup import findings
from app.compiler.compile import Compiler, opened
from app.lint.diagnostic import Way
from app.paths import cache_folder
from app.settling import settle
from tests.app.history.plug import Plug
from tests.promises.page_checks import link_problems, problems
from tests.promises.vaults import (
    HARBOUR,
    NOW,
    OIL,
    WINTER,
    clock,
    compile_,
    files_in,
    made,
    new_vault,
    pages,
    redo,
    undo,
)

MORE = """# Prices

A wick is a strip of cotton that soaks up oil. A wick MUST be changed after 12 days. Every wick costs 3 cents.
"""

WALK = """# A walk by the sea

A lighthouse is a tower with a light on top. The lighthouse of Southgate stands on a rock. A lighthouse has 99 steps.
The lighthouse of Southgate burned kerosene until 1920, and the Harbour Lamp Society paid Ada Winter for the kerosene.
"""


def catch_up(vault: Path) -> None:
    """What an open Vaultloom does when somebody changed something in the vault."""
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.catch_up()


def take_away(vault: Path, name: str) -> None:
    """The owner deletes a source and says that it is to go."""
    (vault / "raw" / name).unlink(missing_ok=True)
    with opened(vault, clock=clock, files=Plug()) as compiler:
        source = compiler.ledger.cache.source_by(path=f"raw/{name}")
        assert source is not None
        compiler.settle(compiler.taking_away([source.id]))


def text_of(vault: Path) -> str:
    """All that stands in the wiki but in its log."""
    found = files_in(vault, "wiki")
    return "\n".join(text.decode() for path, text in found.items() if path != "wiki/log.md")


def test_links_follow_a_page_that_was_renamed(compiled: Path) -> None:
    page = compiled / "wiki/concepts/Wick.md"
    page.rename(page.with_name("Woven wick.md"))
    catch_up(compiled)
    assert "[[Wick" not in text_of(compiled)
    assert "[[Woven wick" in text_of(compiled)
    assert "# Woven wick" in (compiled / "wiki/concepts/Woven wick.md").read_text()
    assert problems(compiled) == []
    compile_(compiled, {"more.md": MORE})
    assert not page.exists()
    assert "3 cents" in (compiled / "wiki/concepts/Woven wick.md").read_text()


def test_pages_that_swapped_their_names_are_told_by_their_ids(compiled: Path) -> None:
    one, other = compiled / "wiki/concepts/Wick.md", compiled / "wiki/concepts/Kerosene.md"
    assert other.exists()
    aside = one.rename(compiled / "aside.md")
    other.rename(one)
    aside.rename(other)
    catch_up(compiled)
    assert "# Wick\n" in one.read_text()
    assert "# Kerosene\n" in other.read_text()
    compile_(compiled, {"more.md": MORE})
    assert "3 cents" in other.read_text()
    assert "3 cents" not in one.read_text()
    assert problems(compiled) == []
    before = made(compiled)
    shutil.rmtree(cache_folder(compiled))
    catch_up(compiled)
    assert made(compiled) == before


@pytest.mark.parametrize("noticed", [True, False])
def test_a_page_that_got_the_name_of_one_that_its_owner_deleted_is_no_other(
    compiled: Path, *, noticed: bool
) -> None:
    """Whether the deletion was noticed before the new name or with it."""
    page, deleted = compiled / "wiki/concepts/Wick.md", compiled / "wiki/concepts/Kerosene.md"
    deleted.unlink()
    if noticed:
        catch_up(compiled)
    page.rename(deleted)
    catch_up(compiled)
    compile_(compiled, {"more.md": MORE})
    assert "3 cents" in deleted.read_text()
    assert "petroleum" not in deleted.read_text()
    assert not page.exists()
    assert problems(compiled) == []
    before = made(compiled)
    shutil.rmtree(cache_folder(compiled))
    catch_up(compiled)
    assert made(compiled) == before


def test_a_page_that_was_moved_stays_where_it_is(compiled: Path) -> None:
    page, elsewhere = compiled / "wiki/concepts/Wick.md", compiled / "My lamps/Wick.md"
    elsewhere.parent.mkdir()
    page.rename(elsewhere)
    catch_up(compiled)
    compile_(compiled, {"more.md": MORE})
    assert not page.exists()
    assert "3 cents" in elsewhere.read_text()
    assert problems(compiled) == []


def test_the_index_can_be_moved_as_well(compiled: Path) -> None:
    (compiled / "wiki/index.md").rename(compiled / "Lamps.md")
    catch_up(compiled)
    compile_(compiled, {"more.md": "# More\n\nA tar barrel is a barrel that holds tar.\n"})
    assert not (compiled / "wiki/index.md").exists()


def test_what_linked_to_a_page_that_its_owner_deleted_names_it_only(compiled: Path) -> None:
    (compiled / "wiki/concepts/Wick.md").unlink()
    catch_up(compiled)
    assert "[[Wick" not in text_of(compiled)
    compile_(compiled, {"more.md": MORE})
    assert not (compiled / "wiki/concepts/Wick.md").exists()


def test_a_deleted_page_that_comes_back_is_linked_to_again(compiled: Path) -> None:
    before = made(compiled)
    page = compiled / "wiki/concepts/Wick.md"
    text = page.read_bytes()
    page.unlink()
    catch_up(compiled)
    page.write_bytes(text)
    catch_up(compiled)
    assert made(compiled) == before


def test_links_are_lengthened_when_somebody_makes_a_note_of_the_same_name(compiled: Path) -> None:
    before = made(compiled)
    (compiled / "Wick.md").write_text("My own note on wicks.\n")
    catch_up(compiled)
    assert "[[Wick]]" not in text_of(compiled)
    assert "[[wiki/concepts/Wick|" in text_of(compiled)
    assert problems(compiled) == []
    (compiled / "Wick.md").unlink()
    catch_up(compiled)
    assert made(compiled) == before


def test_a_source_that_is_not_there_is_named_and_not_linked(compiled: Path) -> None:
    before = made(compiled)
    (compiled / "raw/oil.md").rename(compiled.with_name("oil.md"))
    catch_up(compiled)
    assert "[[oil" not in text_of(compiled)
    assert "whale oil" in text_of(compiled)
    compiled.with_name("oil.md").rename(compiled / "raw/oil.md")
    catch_up(compiled)
    assert made(compiled) == before


def test_taking_a_source_away_leaves_what_the_others_say(tmp_path: Path) -> None:
    """As if it never came, ids, names and the log apart."""
    with_it, without = new_vault(tmp_path / "with"), new_vault(tmp_path / "without")
    compile_(without, {"harbour.md": HARBOUR, "winter.txt": WINTER})
    compile_(with_it, {"harbour.md": HARBOUR, "oil.md": OIL, "winter.txt": WINTER})
    take_away(with_it, "oil.md")
    assert problems(with_it) == []
    left, right = files_in(with_it, "wiki"), files_in(without, "wiki")
    del left["wiki/log.md"], right["wiki/log.md"]
    assert left == right


def test_what_went_with_a_source_lies_in_the_trash_and_comes_back_by_undo(compiled: Path) -> None:
    before = made(compiled)
    gone = {p.name for p in pages(compiled, "concept")}
    take_away(compiled, "oil.md")
    gone -= {p.name for p in pages(compiled, "concept")}
    assert gone
    assert gone <= {p.name for p in (compiled / ".trash").iterdir()}
    (compiled / "raw/oil.md").write_text(OIL)
    assert undo(compiled) == "take away “Lamp oil”"
    assert made(compiled) == before
    assert not list((compiled / ".trash").glob("*"))


def test_what_comes_back_by_undo_links_to_no_source_that_went_meanwhile(compiled: Path) -> None:
    (compiled / "raw/oil.md").rename(compiled.with_name("oil.md"))
    catch_up(compiled)
    away = made(compiled)
    compiled.with_name("oil.md").rename(compiled / "raw/oil.md")
    catch_up(compiled)
    with opened(compiled, clock=clock, files=Plug()) as compiler:
        source = compiler.ledger.cache.source_by(path="raw/oil.md")
        assert source is not None
        compiler.settle(compiler.taking_away([source.id]))
    (compiled / "raw/oil.md").unlink()
    undo(compiled)
    assert link_problems(compiled) == []
    assert made(compiled) == away


def test_a_page_that_the_owner_links_to_stays_without_what_the_source_said(compiled: Path) -> None:
    (compiled / "Mine.md").write_text("See [[Kerosene]].\n")
    take_away(compiled, "oil.md")
    page = next(compiled.rglob("Kerosene.md"))
    assert "distilled" not in page.read_text()
    assert problems(compiled) == []


def test_two_devices_that_compiled_different_sources_end_with_the_same_pages(
    tmp_path: Path,
) -> None:
    one, other = new_vault(tmp_path / "one"), tmp_path / "other"
    compile_(one, {"harbour.md": HARBOUR})
    shutil.copytree(one, other)
    compile_(one, {"oil.md": OIL})
    compile_(other, {"winter.txt": WINTER})
    sync(one, other)
    catch_up(one)
    catch_up(other)
    sync(one, other)
    catch_up(one)
    catch_up(other)
    assert files_in(one, "wiki", ".vaultloom") == files_in(other, "wiki", ".vaultloom")
    assert problems(one) == []
    alone = new_vault(tmp_path / "alone")
    compile_(alone, {"harbour.md": HARBOUR, "oil.md": OIL, "winter.txt": WINTER})
    left, right = files_in(one, "wiki"), files_in(alone, "wiki")
    for found in (left, right):
        del found["wiki/log.md"], found["wiki/overview.md"]
    assert left == right


def sync(one: Path, other: Path) -> None:
    """What a sync tool does: of each file the newer one, on both sides."""
    for source, target in ((one, other), (other, one)):
        for path in files_in(source):
            here, there = source / path, target / path
            newer = there.exists() and there.stat().st_mtime_ns > here.stat().st_mtime_ns
            if not newer and (not there.exists() or there.read_bytes() != here.read_bytes()):
                there.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(here, there)


def test_an_edited_source_keeps_the_labels_of_the_sentences_that_stayed(compiled: Path) -> None:
    before = (compiled / "wiki/concepts/Wick.md").read_text()
    marks = re.findall(r"\[\^([\w-]+)\]: “(.*?)”", before)
    assert marks
    text = HARBOUR.replace("# Harbour lamps\n", "# Harbour lamps\n\nA new sentence is first.\n")
    (compiled / "raw/harbour.md").write_text(text)
    compile_(compiled)
    assert set(marks) <= set(
        re.findall(r"\[\^([\w-]+)\]: “(.*?)”", (compiled / "wiki/concepts/Wick.md").read_text())
    )
    assert problems(compiled) == []


def test_an_edited_source_replaces_what_rested_on_it_and_nothing_else(tmp_path: Path) -> None:
    edited, fresh = new_vault(tmp_path / "edited"), new_vault(tmp_path / "fresh")
    changed = OIL.replace("Kerosene replaced whale oil", "Gas replaced whale oil")
    compile_(edited, {"harbour.md": HARBOUR, "oil.md": OIL, "winter.txt": WINTER})
    (edited / "raw/oil.md").write_text(changed)
    compile_(edited)
    compile_(fresh, {"harbour.md": HARBOUR, "oil.md": changed, "winter.txt": WINTER})
    assert _without_ids(text_of(edited)) == _without_ids(text_of(fresh))
    assert problems(edited) == []


def _without_ids(text: str) -> list[str]:
    """A source's id, by which statements are ordered, comes from its first bytes, a sentence's number
    from when it was first seen."""
    lines = re.sub(r"\[\^[\w-]+\]|Compiled [\d-]+", "", text).splitlines()
    return sorted(line for line in lines if not line.startswith("id: "))


@contextmanager
def on_day(vault: Path, day: int) -> Iterator[Compiler]:
    """The vault, opened on a day after the first."""
    with opened(vault, clock=lambda: NOW + timedelta(days=day), files=Plug()) as compiler:
        yield compiler


def test_a_deleted_source_leaves_its_pages_until_the_days_of_the_rules_are_over(
    compiled: Path,
) -> None:
    (compiled / "raw/oil.md").unlink()
    for day in (0, 6):
        with on_day(compiled, day) as compiler:
            compiler.catch_up()
    assert "distilled" in text_of(compiled)
    with on_day(compiled, 8) as compiler:
        compiler.catch_up()
        assert compiler.undo_label() == "take away “Lamp oil”"
    assert "distilled" not in text_of(compiled)
    assert problems(compiled) == []


def test_what_was_taken_away_and_brought_back_stays(compiled: Path) -> None:
    (compiled / "raw/oil.md").unlink()
    for day in (0, 8):
        with on_day(compiled, day) as compiler:
            compiler.catch_up()
    undo(compiled)
    with on_day(compiled, 20) as compiler:
        compiler.catch_up()
    assert "distilled" in text_of(compiled)


def test_a_source_that_came_back_is_gone_anew(compiled: Path) -> None:
    """The days begin again."""
    place = compiled / "raw/oil.md"
    content = place.read_bytes()
    for day, there in ((0, False), (5, True), (6, False), (9, False)):
        place.write_bytes(content) if there else place.unlink(missing_ok=True)
        with on_day(compiled, day) as compiler:
            compiler.catch_up()
    assert "distilled" in text_of(compiled)


def test_where_a_source_is_only_counted_its_link_follows_it_as_well(compiled: Path) -> None:
    """Nothing that it says stands on that page, which counts what is left out."""
    compile_(compiled, {"walk.md": WALK})
    page, place = compiled / "wiki/entities/Ada Winter.md", compiled / "raw/walk.md"
    counted = "> - A walk by the sea (1): [[walk#A walk by the sea|A walk by the sea]] 1"
    assert "^qtm" not in page.read_text()
    assert counted in page.read_text()
    away = place.rename(compiled.with_name("walk.md"))
    catch_up(compiled)
    assert "> - A walk by the sea (1): A walk by the sea 1" in page.read_text()
    away.rename(place)
    catch_up(compiled)
    assert counted in page.read_text()


@pytest.mark.parametrize(
    ("place", "now"),
    [
        ("raw/oil.md", "raw/burning.md"),
        ("raw/winter.txt", "raw/people/winter.txt"),
        ("wiki/texts/winter.md", "wiki/texts/Ada's life.md"),
    ],
)
def test_undo_and_redo_take_no_move_of_the_owner_back(compiled: Path, place: str, now: str) -> None:
    """Links lead to where a source lies, although the step that is turned knew it elsewhere."""
    compile_(compiled, {"more.md": MORE})
    (compiled / now).parent.mkdir(exist_ok=True)
    (compiled / place).rename(compiled / now)
    compile_(compiled)
    after = text_of(compiled)
    assert problems(compiled) == []
    assert undo(compiled) == "compile “Prices”"
    assert problems(compiled) == []
    assert "3 cents" not in text_of(compiled)
    with opened(compiled, clock=clock, files=Plug()) as compiler:
        assert not [f for f in findings(compiler) if f.rule == "source-gone"]
    assert redo(compiled) == "compile “Prices”"
    assert text_of(compiled) == after


@pytest.mark.parametrize("place", ["raw/oil.md", "wiki/concepts/Kerosene.md"])
def test_what_is_taken_back_leads_to_nothing_that_its_owner_removed(
    compiled: Path, place: str
) -> None:
    """Although it did before."""
    compile_(compiled, {"more.md": MORE})
    (compiled / place).unlink()
    catch_up(compiled)
    assert link_problems(compiled) == []
    assert undo(compiled) == "compile “Prices”"
    assert link_problems(compiled) == []
    assert not (compiled / place).exists()


def test_a_folder_that_is_away_is_no_deletion(compiled: Path) -> None:
    shutil.move(compiled / "raw", compiled.with_name("raw elsewhere"))
    for day in (0, 8, 30):
        with on_day(compiled, day) as compiler:
            compiler.catch_up()
    assert "distilled" in text_of(compiled)


def test_a_source_taken_away_although_it_is_there_is_not_compiled_again(compiled: Path) -> None:
    before = (compiled / "raw/oil.md").read_bytes()
    with opened(compiled, clock=clock, files=Plug()) as compiler:
        source = compiler.ledger.cache.source_by(path="raw/oil.md")
        assert source is not None
        compiler.settle(compiler.taking_away([source.id]))
    assert (compiled / "raw/oil.md").read_bytes() == before
    assert compile_(compiled) == []
    assert "distilled" not in text_of(compiled)
    undo(compiled)
    assert "distilled" in text_of(compiled)


def test_the_owner_may_say_that_the_pages_stay(compiled: Path) -> None:
    (compiled / "raw/oil.md").unlink()
    with on_day(compiled, 0) as compiler:
        compiler.catch_up()
        (finding,) = [f for f in findings(compiler) if f.rule == "source-gone"]
        stay = next(way for way in finding.ways if way.do == "keep-source")
        settle(compiler, stay)
        assert not [f for f in findings(compiler) if f.rule == "source-gone"]
    with on_day(compiled, 30) as compiler:
        compiler.catch_up()
    assert "distilled" in text_of(compiled)


def test_a_deleted_page_that_notes_link_to_is_a_finding_and_can_be_made_again(
    compiled: Path,
) -> None:
    (compiled / "Mine.md").write_text("See [[Wick]] and [[Lamp oil]].\n")
    before = text_of(compiled)
    (compiled / "wiki/concepts/Wick.md").unlink()
    catch_up(compiled)
    with opened(compiled, clock=clock, files=Plug()) as compiler:
        (finding,) = [f for f in findings(compiler) if f.rule == "deleted-page"]
        assert "“Mine.md”" in finding.message
        settle(compiler, next(way for way in finding.ways if way.do == "make-again"))
        assert not [f for f in findings(compiler) if f.rule == "deleted-page"]
    assert text_of(compiled) == before
    assert undo(compiled) == "make “Wick” again"
    assert not (compiled / "wiki/concepts/Wick.md").exists()


def test_a_page_may_be_left_deleted_for_good(compiled: Path) -> None:
    (compiled / "Mine.md").write_text("See [[Wick]].\n")
    (compiled / "wiki/concepts/Wick.md").unlink()
    catch_up(compiled)
    with opened(compiled, clock=clock, files=Plug()) as compiler:
        (finding,) = [f for f in findings(compiler) if f.rule == "deleted-page"]
        settle(compiler, next(way for way in finding.ways if way.do == "stay-away"))
        assert not [f for f in findings(compiler) if f.rule == "deleted-page"]


def test_undo_passes_over_a_page_that_its_owner_deleted(compiled: Path) -> None:
    compile_(compiled, {"more.md": MORE})
    (compiled / "wiki/concepts/Wick.md").unlink()
    catch_up(compiled)
    assert undo(compiled) == "compile “Prices”"
    assert not (compiled / "wiki/concepts/Wick.md").exists()
    assert "3 cents" not in text_of(compiled)
    assert problems(compiled) == []


def test_the_overview_can_be_made_again(compiled: Path) -> None:
    place = compiled / "wiki/overview.md"
    before = place.read_bytes()
    place.unlink()
    catch_up(compiled)
    with opened(compiled, clock=clock, files=Plug()) as compiler:
        settle(compiler, Way("make-again", "", ("overview",)))
    assert place.read_bytes() == before
    assert problems(compiled) == []


def test_no_other_page_takes_the_place_of_a_deleted_one(compiled: Path) -> None:
    """Its name stays its own, so that the ledger never has two pages at one place."""
    (compiled / "wiki/summaries/Lamp oil (summary).md").unlink()
    catch_up(compiled)
    compile_(compiled, {"oil again.md": OIL + "\nLamp oil is sold by the barrel in Northgate.\n"})
    records = files_in(compiled, ".vaultloom/pages").values()
    paths = [json.loads(record)["path"] for record in records]
    assert len(paths) == len(set(paths))
