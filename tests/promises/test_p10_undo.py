"""Undo brings back the previous bytes, and refuses rather than overwrite a newer edit (P10)."""

from pathlib import Path

import pytest

from app.compiler.compile import opened
from app.compiler.queue import Status
from app.errors import NothingToUndo
from tests.promises.page_checks import problems
from tests.promises.vaults import (
    HARBOUR,
    OIL,
    SOURCES,
    WINTER,
    clock,
    compile_,
    made,
    new_vault,
    put,
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


@pytest.mark.parametrize("path", ["wiki/concepts/Wick.md", "wiki/index.md", "wiki/log.md"])
def test_undo_refuses_once_a_file_of_the_step_was_edited(vault: Path, path: str) -> None:
    """It says which, and touches nothing."""
    compile_(vault, {"harbour.md": HARBOUR})
    with (vault / path).open("a") as page:
        page.write("\nMy own line.\n")
    before = made(vault)
    with pytest.raises(NothingToUndo, match=r"Wick|index|log"):
        undo(vault)
    assert made(vault) == before
    assert compile_(vault) == []


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
