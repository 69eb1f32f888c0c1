"""What the gate promises: whole steps, nobody's edit lost, nothing written twice."""

import os
from pathlib import Path

import pytest

from app.errors import VaultProblem
from app.history.journal import Journal
from app.paths import state_folder
from app.vault.writing import Changes, Write, digest
from tests.app.history.plug import Plug, snapshot


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with one page."""
    folder = tmp_path / "vault"
    (folder / "wiki").mkdir(parents=True)
    (folder / "wiki/old.md").write_bytes(b"old")
    return folder


def test_a_commit_says_what_it_did(vault: Path) -> None:
    """Created, updated, removed, unchanged: each file is in the list that it belongs to."""
    (vault / "gone.md").write_bytes(b"gone")
    (vault / "same.md").write_bytes(b"same")
    changes = Journal(vault).commit(
        "Compile",
        [
            Write("wiki/new.md", None, b"new"),
            Write("wiki/old.md", digest(b"old"), b"newer"),
            Write("gone.md", digest(b"gone"), None),
            Write("same.md", digest(b"same"), b"same"),
        ],
    )
    assert changes == Changes(("wiki/new.md",), ("wiki/old.md",), ("same.md",), ("gone.md",))
    assert snapshot(vault) == {"wiki/new.md": b"new", "wiki/old.md": b"newer", "same.md": b"same"}


def test_an_edited_file_is_kept_and_the_others_go_on(vault: Path) -> None:
    """Whoever edited in between finds the edit; the rest of the step is done."""
    changes = Journal(vault).commit(
        "Compile",
        [Write("wiki/old.md", digest(b"older"), b"ours"), Write("wiki/new.md", None, b"new")],
    )
    assert changes == Changes(created=("wiki/new.md",), kept=("wiki/old.md",))
    assert (vault / "wiki/old.md").read_bytes() == b"old"


def test_a_file_made_by_somebody_else_is_kept(vault: Path) -> None:
    """A new page never replaces a note that has its name already."""
    changes = Journal(vault).commit("Compile", [Write("wiki/old.md", None, b"ours")])
    assert changes == Changes(kept=("wiki/old.md",))


def test_nothing_new_stores_no_step_and_touches_no_file(vault: Path) -> None:
    """Compiling again with nothing new leaves file, folder and journal as they were."""
    journal = Journal(vault)
    before = (vault / "wiki/old.md").stat()
    journal.commit("Again", [Write("wiki/old.md", digest(b"old"), b"old")])
    assert (vault / "wiki/old.md").stat() == before
    assert journal.steps() == ()
    assert list((state_folder(vault) / "journal").iterdir()) == []


def test_a_path_out_of_the_vault_is_refused_before_anything_is_written(vault: Path) -> None:
    """Neither ``..`` nor a full path leaves the vault, and the step's other files wait."""
    for path in ("../x.md", "wiki/../../x.md", "/x.md", "wiki\\x.md", "", ".", "wiki//x.md"):
        with pytest.raises(VaultProblem):
            Journal(vault).commit("Compile", [Write("a.md", None, b"a"), Write(path, None, b"x")])
    assert snapshot(vault) == {"wiki/old.md": b"old"}


def test_a_step_writes_each_file_once(vault: Path) -> None:
    """Two writes of one file in a step are a mistake of the program, not of the vault."""
    with pytest.raises(ValueError, match="once"):
        Journal(vault).commit("Twice", [Write("a.md", None, b"a"), Write("a.md", None, b"b")])


def test_the_steps_outlive_the_journal(vault: Path) -> None:
    """Another start knows the same steps, with label, note and what was kept."""
    journal = Journal(vault)
    journal.commit("One", [Write("é 测试.md", None, b"1")], {"source": "raw/é.txt"})
    journal.commit(None, [Write("b.md", None, b"2"), Write("wiki/old.md", None, b"x")])
    assert Journal(vault).steps() == journal.steps()
    assert [(step.label, step.note) for step in journal.steps()] == [
        ("One", {"source": "raw/é.txt"}),
        (None, {}),
    ]


def test_old_steps_are_forgotten_beyond_the_number_kept(vault: Path) -> None:
    """A step goes whole, its continuations with it, and the last one always stays."""
    journal = Journal(vault, Plug(), most_steps=4)
    for number in range(5):
        journal.commit(f"Step {number}", [Write(f"{number}.md", None, b"x")])
        journal.commit(None, [Write(f"{number} more.md", None, b"x")])
    assert [step.label for step in journal.steps()] == ["Step 3", None, "Step 4", None]
    assert len(list((state_folder(vault) / "journal").iterdir())) == 8


def test_old_steps_are_forgotten_beyond_the_size_kept(vault: Path) -> None:
    """The last step can be undone however large it is."""
    journal = Journal(vault, Plug(), most_bytes=3_000)
    for number in range(4):
        journal.commit(f"Step {number}", [Write(f"{number}.bin", None, os.urandom(2_000))])
    assert [step.label for step in journal.steps()] == ["Step 3"]


def test_a_full_disk_is_said_in_words_and_the_step_is_completed_later(vault: Path) -> None:
    """What the system refuses is not lost: the next commit goes on where it stopped."""

    class Full(Plug):
        def place(self, source: Path, target: Path) -> None:
            if target.name == "b.md":
                raise OSError(28, "No space left on device")
            super().place(source, target)

    writes = [Write(f"{name}.md", None, b"x") for name in "abc"]
    with pytest.raises(VaultProblem, match="No space left"):
        Journal(vault, Full()).commit("Compile", writes)
    journal = Journal(vault)
    journal.commit("Next", [Write("d.md", None, b"x")])
    assert sorted(snapshot(vault)) == ["a.md", "b.md", "c.md", "d.md", "wiki/old.md"]
    assert [step.label for step in journal.steps()] == ["Compile", "Next"]


def test_a_step_that_the_disk_damaged_never_happened(vault: Path) -> None:
    """A damaged plan is not half believed; the steps around it stay."""
    journal = Journal(vault)
    for name in "ab":
        journal.commit(name, [Write(f"{name}.md", None, b"x")])
    (state_folder(vault) / "journal/00000002.zip").write_bytes(b"PK")
    damaged = Journal(vault)
    assert [step.label for step in damaged.steps()] == ["a"]
    damaged.commit("c", [Write("c.md", None, b"x")])
    assert [step.label for step in Journal(vault).steps()] == ["a", "c"]


def test_a_mark_that_the_disk_damaged_still_says_that_the_step_was_finished(vault: Path) -> None:
    """The step is not done again over what its owner made of the files since."""
    Journal(vault).commit("Compile", [Write("wiki/old.md", digest(b"old"), b"new")])
    (vault / "wiki/old.md").write_bytes(b"old")
    (state_folder(vault) / "journal/00000001.done").write_bytes(b"\0")
    assert Journal(vault).recover() == []
    assert (vault / "wiki/old.md").read_bytes() == b"old"
