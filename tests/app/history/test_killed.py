"""Killed at any instant, the next start ends where an undisturbed run would have ended (P9)."""

import itertools
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from app.history.journal import Journal
from app.history.undo import redo, redo_label, undo, undo_label
from app.vault.writing import Files, Write, digest
from tests.app.history.plug import Plug, killed, snapshot

WRITES = [
    Write("wiki/concepts/new.md", None, b"new page"),
    Write("wiki/old.md", digest(b"old page"), b"newer page"),
    Write("wiki/gone.md", digest(b"gone page"), None),
    Write("wiki/edited.md", digest(b"as it was"), b"ours"),
]
START = {"wiki/old.md": b"old page", "wiki/gone.md": b"gone page", "wiki/edited.md": b"theirs"}
DONE = {
    "wiki/old.md": b"newer page",
    "wiki/concepts/new.md": b"new page",
    "wiki/edited.md": b"theirs",
}


def new_vault(folder: Path) -> Path:
    """A vault with the pages of START."""
    for path, content in START.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def test_killed_at_any_call_of_a_commit(tmp_path: Path) -> None:
    """All of the step or, if its plan was not whole yet, nothing; never a half, no leftovers."""
    seen = set()
    for fuse in itertools.count():
        vault = new_vault(tmp_path / str(fuse))
        was_killed = killed(Journal(vault, Plug(fuse)).commit, "Compile", WRITES)
        journal = Journal(vault, Plug())
        journal.recover()
        seen.add(snapshot(vault) == DONE)
        assert snapshot(vault) == (DONE if journal.steps() else START)
        journal.commit("Compile", WRITES)
        assert (snapshot(vault), undo_label(journal)) == (DONE, "Compile")
        if not was_killed:
            break
    assert seen == {True, False}
    assert fuse > 15


def killed_at_every_call(
    tmp_path: Path, prepare: Callable[[Path], object], run: Callable[[Path, Files], object]
) -> list[dict[str, bytes]]:
    """What the vault is after ``run`` was killed at its n-th call and recovered, for every n."""
    found = []
    for fuse in itertools.count():
        vault = new_vault(tmp_path / str(fuse))
        prepare(vault)
        was_killed = killed(run, vault, Plug(fuse))
        Journal(vault, Plug()).recover()
        found.append(snapshot(vault))
        if not was_killed:
            return found
    raise AssertionError


def test_killed_at_any_call_of_an_undo(tmp_path: Path) -> None:
    """The step is there whole or taken back whole, and the files agree with what undo offers."""

    def prepare(vault: Path) -> None:
        journal = Journal(vault, Plug())
        journal.commit("Compile", WRITES)
        journal.commit(None, [Write("wiki/index.md", None, b"index")])

    found = killed_at_every_call(tmp_path, prepare, lambda v, files: undo(Journal(v, files)))
    whole = DONE | {"wiki/index.md": b"index"}
    assert found[0] == whole
    assert found[-1] == START
    assert all(each in (whole, START) for each in found)
    for number, each in enumerate(found):
        offered = undo_label(Journal(tmp_path / str(number), Plug()))
        assert offered == ("Compile" if each == whole else None)


def test_killed_at_any_call_of_a_redo(tmp_path: Path) -> None:
    """The same, and what is not done again can still be."""

    def prepare(vault: Path) -> None:
        journal = Journal(vault, Plug())
        journal.commit("Compile", WRITES)
        journal.commit("More", [Write("wiki/more.md", None, b"more")])
        undo(journal)
        undo(journal)

    found = killed_at_every_call(tmp_path, prepare, lambda v, files: redo(Journal(v, files)))
    assert found[0] == START
    assert found[-1] == DONE
    for number, each in enumerate(found):
        journal = Journal(tmp_path / str(number), Plug())
        if each == START:
            assert redo(journal)[0] == "Compile"
        assert snapshot(tmp_path / str(number)) == DONE
        assert (undo_label(journal), redo_label(journal)) == ("Compile", "More")
        redo(journal)
        assert snapshot(tmp_path / str(number)) == DONE | {"wiki/more.md": b"more"}


def test_killed_while_what_could_be_redone_is_forgotten(tmp_path: Path) -> None:
    """Once something new is there, it is nowhere offered any more."""

    def prepare(vault: Path) -> None:
        journal = Journal(vault, Plug())
        journal.commit("One", [Write("wiki/one.md", None, b"one")])
        journal.commit("Two", [Write("wiki/two.md", None, b"two")])
        undo(journal)
        undo(journal)

    found = killed_at_every_call(
        tmp_path, prepare, lambda v, files: Journal(v, files).commit("Compile", WRITES)
    )
    for number, each in enumerate(found):
        journal = Journal(tmp_path / str(number), Plug())
        if each == DONE:
            assert (undo_label(journal), redo_label(journal)) == ("Compile", None)
            assert len(journal.steps()) == 1
        else:
            assert (each, redo_label(journal)) == (START, "One")


def test_killed_at_any_call_of_recovering(tmp_path: Path) -> None:
    """Recovering is killed as often as it likes and still ends in the same place."""
    for first in itertools.count(4):
        if not killed(_commit_until, tmp_path / f"{first}", first):
            break
        _recover_until_done(tmp_path / f"{first}")
        assert snapshot(tmp_path / f"{first}") == DONE


def _commit_until(folder: Path, fuse: int) -> None:
    Journal(new_vault(folder), Plug(fuse)).commit("Compile", WRITES)


def _recover_until_done(vault: Path) -> None:
    for fuse in itertools.count():
        if not killed(Journal(vault, Plug(fuse)).recover):
            return


def test_killed_while_old_steps_are_forgotten(tmp_path: Path) -> None:
    """A forgotten step is never done again, wherever the forgetting stopped."""

    def prepare(vault: Path) -> None:
        journal = Journal(vault, Plug())
        journal.commit("First", [Write("wiki/old.md", digest(b"old page"), b"first")])
        journal.commit(None, [Write("wiki/first.md", None, b"more")])
        (vault / "wiki/old.md").write_bytes(b"old page")  # somebody took it back by hand

    def run(vault: Path, files: Files) -> None:
        Journal(vault, files, most_steps=1).commit("Second", [Write("wiki/b.md", None, b"b")])

    for each in killed_at_every_call(tmp_path, prepare, run):
        assert each["wiki/old.md"] == b"old page"


@pytest.mark.parametrize("edit", [b"my own words", None])
def test_a_person_who_edits_after_the_crash_is_not_overwritten(
    tmp_path: Path, edit: bytes | None
) -> None:
    """Between the crash and the next start a file is the person's: the rest is rolled forward."""
    vault = new_vault(tmp_path / "vault")
    assert killed(Journal(vault, Plug(4)).commit, "Compile", WRITES)
    if edit is None:
        (vault / "wiki/old.md").unlink()
    else:
        (vault / "wiki/old.md").write_bytes(edit)
    (step,) = Journal(vault, Plug()).recover()
    assert step.kept == frozenset({"wiki/old.md"})
    assert snapshot(vault).get("wiki/old.md") == edit
    assert snapshot(vault)["wiki/concepts/new.md"] == b"new page"


def test_a_folder_that_is_gone_after_the_crash_does_not_stop_recovering(tmp_path: Path) -> None:
    """What was to be removed was removed with its folder; there is nothing to do for it."""
    vault = new_vault(tmp_path / "vault")
    removal = [Write("wiki/gone.md", digest(b"gone page"), None)]
    assert killed(Journal(vault, Plug(4)).commit, "Remove", removal)
    shutil.rmtree(vault / "wiki")
    (step,) = Journal(vault, Plug()).recover()
    assert step.kept == frozenset()
    assert snapshot(vault) == {}
