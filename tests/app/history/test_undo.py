"""Undo brings back the previous bytes, and refuses rather than overwrite a newer edit (P10)."""

from pathlib import Path

import pytest

from app.errors import NothingToUndo
from app.history.journal import Journal
from app.history.undo import undo, undo_label
from app.vault.writing import Changes, Write, digest
from tests.app.history.plug import Plug, snapshot


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with one page."""
    folder = tmp_path / "vault"
    folder.mkdir()
    (folder / "page.md").write_bytes(b"0")
    return folder


def page(before: bytes, after: bytes) -> Write:
    """A change of the page."""
    return Write("page.md", digest(before), after)


def test_undo_takes_back_step_after_step(vault: Path) -> None:
    """The last one first, until there is nothing left."""
    journal = Journal(vault)
    journal.commit("One", [page(b"0", b"1")])
    journal.commit("Two", [page(b"1", b"2"), Write("new/made.md", None, b"made")])
    assert undo_label(journal) == "Two"
    assert undo(journal) == ("Two", Changes(updated=("page.md",), removed=("new/made.md",)))
    assert snapshot(vault) == {"page.md": b"1"}
    assert undo(journal) == ("One", Changes(updated=("page.md",)))
    assert snapshot(vault) == {"page.md": b"0"}
    assert undo_label(journal) is None
    with pytest.raises(NothingToUndo, match="nothing to take back"):
        undo(journal)


def test_a_removed_file_comes_back_with_its_bytes(vault: Path) -> None:
    """What a step removed is in the journal, whatever the bytes."""
    content = bytes(range(256))
    (vault / "page.md").write_bytes(content)
    journal = Journal(vault)
    journal.commit("Remove", [Write("page.md", digest(content), None)])
    assert undo(Journal(vault)) == ("Remove", Changes(created=("page.md",)))
    assert (vault / "page.md").read_bytes() == content


def test_a_continuation_is_taken_back_with_the_step_that_it_continues(vault: Path) -> None:
    """To a person both are one change: the oldest bytes come back."""
    journal = Journal(vault)
    journal.commit("One", [page(b"0", b"1")])
    journal.commit(None, [page(b"1", b"2"), Write("more.md", None, b"more")])
    undo(journal)
    assert snapshot(vault) == {"page.md": b"0"}


def test_a_continuation_after_an_undo_belongs_to_the_step_that_is_left(vault: Path) -> None:
    """What was taken back is no longer there to be continued."""
    journal = Journal(vault)
    journal.commit("One", [page(b"0", b"1")])
    journal.commit("Two", [page(b"1", b"2")])
    undo(journal)
    journal.commit(None, [page(b"1", b"3")])
    assert undo(journal)[0] == "One"
    assert snapshot(vault) == {"page.md": b"0"}


def test_a_continuation_of_nothing_is_not_offered(vault: Path) -> None:
    """It has no name that could be shown."""
    journal = Journal(vault)
    journal.commit(None, [page(b"0", b"1")])
    assert undo_label(journal) is None


def test_undo_refuses_if_one_file_was_edited_and_touches_none(vault: Path) -> None:
    """The words name the file, and the other files of the step stay as well."""
    journal = Journal(vault)
    journal.commit("One", [page(b"0", b"1"), Write("other.md", None, b"other")])
    (vault / "page.md").write_bytes(b"1 and my own")
    with pytest.raises(NothingToUndo, match=r"“One” cannot be taken back: “page\.md”"):
        undo(journal)
    assert snapshot(vault) == {"page.md": b"1 and my own", "other.md": b"other"}
    assert undo_label(journal) == "One"


def test_undo_refuses_if_an_edit_lies_between_a_step_and_its_continuation(vault: Path) -> None:
    """Bringing back the oldest bytes would lose an edit that the continuation took over."""
    journal = Journal(vault)
    journal.commit("One", [page(b"0", b"1")])
    (vault / "page.md").write_bytes(b"1 edited")
    journal.commit(None, [page(b"1 edited", b"2 edited")])
    with pytest.raises(NothingToUndo, match="page"):
        undo(journal)
    assert snapshot(vault) == {"page.md": b"2 edited"}


def test_undo_refuses_if_a_file_was_removed_since(vault: Path) -> None:
    """Removing is an edit as well."""
    journal = Journal(vault)
    journal.commit("One", [page(b"0", b"1")])
    (vault / "page.md").unlink()
    with pytest.raises(NothingToUndo, match="page"):
        undo(journal)


def test_an_edit_that_was_itself_taken_back_is_in_nobodys_way(vault: Path) -> None:
    """A file that has its old bytes already is left; the rest is taken back, and only once."""
    journal = Journal(vault)
    journal.commit("One", [page(b"0", b"1")])
    (vault / "page.md").write_bytes(b"0")
    assert undo(journal) == ("One", Changes(unchanged=("page.md",)))
    assert undo_label(journal) is None


def test_a_file_that_was_kept_does_not_stand_in_the_way_of_undo(vault: Path) -> None:
    """Undo concerns what the step wrote, not what it left to its owner."""
    journal = Journal(vault)
    journal.commit("One", [page(b"not this", b"1"), Write("new.md", None, b"new")])
    (vault / "page.md").write_bytes(b"edited again")
    undo(journal)
    assert snapshot(vault) == {"page.md": b"edited again"}


def test_long_lists_of_edited_files_are_cut(vault: Path) -> None:
    """Five names and a number are enough to know where to look."""
    journal = Journal(vault, Plug())
    journal.commit("Many", [Write(f"{n}.md", None, b"x") for n in range(8)])
    for n in range(8):
        (vault / f"{n}.md").write_bytes(b"edited")
    with pytest.raises(NothingToUndo, match=r"“4\.md” and 3 more"):
        undo(journal)
