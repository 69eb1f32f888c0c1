"""Undo brings back the previous bytes, and refuses rather than overwrite a newer edit (P10)."""

import contextlib
from pathlib import Path

import pytest

from app.compiler.compile import opened
from app.compiler.queue import Status
from app.errors import NothingToUndo
from app.ledger.decisions import set_aside
from tests.promises.page_checks import problems
from tests.promises.vaults import (
    HARBOUR,
    OIL,
    SOURCES,
    WINTER,
    clock,
    compile_,
    files_in,
    made,
    new_vault,
    put,
    redo,
    undo,
)

STEPS = {
    "harbour.md": HARBOUR,
    "oil.md": OIL,
    "winter.txt": WINTER,
    "more.md": OIL.replace("1850", "1855"),
}


def test_undo_brings_back_step_after_step(vault: Path) -> None:
    """Every byte of the wiki and the ledger, down to the empty vault."""
    before = []
    for name, text in STEPS.items():
        before.append(made(vault))
        compile_(vault, {name: text})
    for expected in reversed(before):
        undo(vault)
        assert made(vault) == expected
        assert problems(vault) == [] if expected.keys() & {"wiki/index.md"} else True
    with pytest.raises(NothingToUndo):
        undo(vault)


def test_several_sources_of_one_run_are_taken_back_one_by_one(vault: Path) -> None:
    """Each is a step of its own; the overview goes back with the last."""
    with opened(vault, clock=clock) as compiler:
        compiler.add(put(vault, SOURCES))
        compiler.run()
        labels = []
        while (label := compiler.undo_label()) is not None:
            assert compiler.undo()[0] == label
            labels.append(label)
    assert [label.split(" ")[0] for label in labels] == ["compile"] * 3
    assert not (vault / "wiki/index.md").exists()


def test_what_was_taken_back_is_compiled_only_when_it_is_named(compiled: Path) -> None:
    """Its file stays in raw/; naming it is asking."""
    whole = made(compiled)
    undo(compiled)
    without = made(compiled)
    assert (compiled / "raw/winter.txt").is_file()
    assert compile_(compiled) == []
    overview = {
        "wiki/overview.md",
        ".vaultloom/pages/overview.json",
    }  # it may be brought up to date
    assert {p for p, c in made(compiled).items() if without.get(p) != c} <= overview
    assert made(compiled).keys() == without.keys()
    with opened(compiled, clock=clock) as compiler:
        (item,) = compiler.add([compiled / "raw/winter.txt"])
        assert [i.status for i in compiler.run()] == [Status.COMPILED]
    assert item.source == "raw/winter.txt"
    assert made(compiled) == whole


def test_taking_in_after_all_does_not_stand_in_the_way_of_further_undo(compiled: Path) -> None:
    """Undo, compile it again, and undo twice: the second takes back the source before it."""
    undo(compiled)
    compile_(compiled, {"winter.txt": WINTER})
    first, second = undo(compiled), undo(compiled)
    assert first != second
    twin = new_vault(compiled.with_name("twin"))
    compile_(twin, {"harbour.md": HARBOUR})
    assert made(compiled) == made(twin)


def test_undo_refuses_once_a_page_of_the_step_was_edited(vault: Path) -> None:
    """It says which, and touches nothing."""
    compile_(vault, {"harbour.md": HARBOUR})
    with (vault / "wiki/concepts/Wick.md").open("a") as page:
        page.write("\nMy own line.\n")
    before = made(vault)
    with pytest.raises(NothingToUndo, match=r"“wiki/concepts/Wick\.md” changed since"):
        undo(vault)
    assert made(vault) == before
    assert compile_(vault) == []


@pytest.mark.parametrize("path", ["wiki/index.md", "wiki/overview.md", "wiki/log.md"])
def test_a_catalogue_that_was_edited_keeps_nothing_from_being_taken_back(
    vault: Path, path: str
) -> None:
    """It is made from the ledger, and the person's line in it stays; so does redo leave it."""
    compile_(vault, {"harbour.md": HARBOUR})
    compile_(vault, {"oil.md": OIL})
    whole = made(vault)
    with (vault / path).open("a") as page:
        page.write("\nMy own line.\n")
    undo(vault)
    assert "My own line." in (vault / path).read_text()
    assert not (vault / "wiki/concepts/Kerosene.md").exists()
    redo(vault)
    assert "My own line." in (vault / path).read_text()
    same = whole.keys() - {path, f".vaultloom/pages/{Path(path).stem}.json"}
    assert {p: made(vault).get(p) for p in same} == {p: whole[p] for p in same}


def test_a_source_that_was_changed_in_raw_comes_back_as_it_was_read(vault: Path) -> None:
    """Undo of the second reading gives the pages of the first; the file stays as it is now."""
    (vault / "raw/oil.md").write_text(OIL)
    compile_(vault)
    first = made(vault)
    (vault / "raw/oil.md").write_text(WINTER)
    compile_(vault)
    undo(vault)
    assert made(vault) == first
    assert (vault / "raw/oil.md").read_text() == WINTER
    assert compile_(vault) == []


def test_redo_brings_back_step_after_step(vault: Path) -> None:
    """Every byte, in the end those of the decisions as well, each time after a restart; twice."""
    seen = []
    for name, text in STEPS.items():
        seen.append(made(vault))
        compile_(vault, {name: text})
    seen.append(made(vault))
    whole = decided(vault)
    for _ in range(2):
        names = [undo(vault) for _ in STEPS]
        assert made(vault) == seen[0]
        for expected, name in zip(seen[1:], reversed(names), strict=True):
            assert redo(vault) == name
            assert made(vault) == expected
            assert problems(vault) == []
        assert decided(vault) == whole
    with pytest.raises(NothingToUndo, match="nothing to do again"):
        redo(vault)


def decided(vault: Path) -> dict[str, bytes]:
    """What compiling made, and what was decided."""
    return {p: c for p, c in files_in(vault, "wiki", ".vaultloom").items() if c}


def test_what_was_brought_back_is_compiled_and_said_to_be(compiled: Path) -> None:
    """Nothing is set aside any more, the queue shows it with its page, and nothing is to be done."""
    whole = made(compiled)
    undo(compiled)
    compile_(compiled)  # the overview is made anew meanwhile
    assert redo(compiled) == "compile “Ada Winter”"
    assert made(compiled) == whole
    assert set_aside(compiled) == set()
    with opened(compiled, clock=clock) as compiler:
        item = next(i for i in compiler.queue.items() if i.name == "winter.txt")
        assert (item.status, item.reason) == (Status.COMPILED, "")
        assert (compiled / item.page).is_file()
    assert compile_(compiled) == []
    assert made(compiled) == whole


def test_compiling_something_else_ends_what_could_be_redone(compiled: Path) -> None:
    """Redo says so, and the source can be compiled by naming it."""
    undo(compiled)
    compile_(compiled, {"more.md": STEPS["more.md"]})
    with opened(compiled, clock=clock) as compiler:
        assert compiler.redo_label() is None
    with pytest.raises(NothingToUndo, match="nothing to do again"):
        redo(compiled)


def test_what_a_person_added_stays_when_a_step_is_taken_back_and_done_again(compiled: Path) -> None:
    """Whichever of the two they did it after; the rest of the page is as the step has it."""
    page = compiled / "wiki/entities/Ada Winter.md"
    whole = page.read_text()
    page.write_text(whole + "\nMy own line.\n")
    undo(compiled)
    assert page.read_text().count("My own line.") == 1
    without = page.read_text()
    assert "was born in" not in without
    page.write_text(without + "\nAnother line.\n")
    redo(compiled)
    text = page.read_text()
    assert text.count("My own line.") == text.count("Another line.") == 1
    assert "was born in" in text
    undo(compiled)
    assert {"My own line.", "Another line."} <= set(page.read_text().splitlines())
    assert "was born in" not in page.read_text()


def test_the_past_is_listed_by_name_and_time(compiled: Path) -> None:
    """What can be taken back, the last first, and what can be done again, in that order."""
    undo(compiled)
    with opened(compiled, clock=clock) as compiler:
        history = compiler.history()
    assert [each.label for each in history.undo] == [
        "compile “Lamp oil”",
        "compile “Harbour lamps”",
    ]
    assert [each.label for each in history.redo] == ["compile “Ada Winter”"]
    assert {each.at for each in (*history.undo, *history.redo)} == {"2026-11-30T12:00:00+00:00"}


@pytest.mark.parametrize("followed", [True, False])
def test_a_page_that_was_renamed_since_is_taken_back_where_it_lies(
    vault: Path, *, followed: bool
) -> None:
    """Made by the step, it goes, and comes back under its new name."""
    compile_(vault, {"harbour.md": HARBOUR})
    before = made(vault)
    compile_(vault, {"oil.md": OIL})
    rename(vault, "concepts/Kerosene", "concepts/Paraffin")
    catch_up(vault)
    whole = made(vault)
    if not followed:
        rename(vault, "concepts/Paraffin", "Lamp paraffin")
    undo(vault)
    assert made(vault) == before
    redo(vault)
    if followed:
        assert made(vault) == whole
    assert not (vault / "wiki/concepts/Kerosene.md").exists()
    assert problems(vault) == []


def test_an_older_page_that_was_renamed_since_stays_there_with_its_older_text(vault: Path) -> None:
    """Redo is refused once links were led to its new name; the words name pages."""
    compile_(vault, {"harbour.md": HARBOUR})
    compile_(vault, {"oil.md": OIL})
    rename(vault, "concepts/Wick", "Woven wick")
    undo(vault)
    assert (vault / "wiki/Woven wick.md").is_file()
    assert not (vault / "wiki/concepts/Wick.md").exists()
    assert problems(vault) == []
    before = made(vault)
    with pytest.raises(NothingToUndo, match=r"“wiki/entities/Ada Winter\.md”") as refused:
        redo(vault)
    assert ".json" not in refused.value.message
    assert made(vault) == before


def rename(vault: Path, old: str, new: str) -> None:
    """As in a file manager."""
    (vault / f"wiki/{old}.md").rename(vault / f"wiki/{new}.md")


def catch_up(vault: Path) -> None:
    """What an open Vaultloom does then."""
    with opened(vault, clock=clock) as compiler:
        compiler.catch_up()


def test_a_page_that_was_renamed_after_an_undo_keeps_its_name_when_that_is_redone(
    vault: Path,
) -> None:
    """Nothing was led to it that the step knew."""
    compile_(vault, {"harbour.md": HARBOUR})
    compile_(vault, {"winter.txt": WINTER})
    undo(vault)
    rename(vault, "concepts/Wick", "Woven wick")
    before = made(vault)
    with contextlib.suppress(NothingToUndo):
        redo(vault)
    assert (vault / "wiki/Woven wick.md").is_file()
    assert not (vault / "wiki/concepts/Wick.md").exists()
    assert problems(vault) == []
    assert before.keys() <= made(vault).keys()
