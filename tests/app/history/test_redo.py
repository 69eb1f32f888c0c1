"""Redo brings back what undo took back, in order, across restarts, and never over a newer edit."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.errors import NothingToUndo
from app.history.journal import Journal
from app.history.undo import Terms, redo, redo_label, stacks, undo, undo_label
from app.vault.writing import Changes, Write, digest
from tests.app.history.plug import snapshot


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with one page."""
    folder = tmp_path / "vault"
    folder.mkdir()
    (folder / "page.md").write_bytes(b"0")
    return folder


def page(before: bytes, after: bytes, path: str = "page.md") -> Write:
    """A change of a page."""
    return Write(path, digest(before), after)


def three_steps(vault: Path) -> list[dict[str, bytes]]:
    """Do three named steps, the second continued twice; what the vault was before and after each."""
    seen = [snapshot(vault)]
    journal = Journal(vault)
    journal.commit("One", [page(b"0", b"1"), Write("a.md", None, b"a")])
    seen.append(snapshot(vault))
    journal.commit("Two", [page(b"1", b"2"), Write("b.md", None, b"b")])
    journal.commit(None, [page(b"2", b"2+"), Write("more.md", None, b"m")])
    journal.commit(None, [page(b"2+", b"2++")])
    seen.append(snapshot(vault))
    journal.commit("Three", [page(b"2++", b"3"), Write("a.md", digest(b"a"), None)])
    return [*seen, snapshot(vault)]


def test_any_number_is_undone_and_redone_in_order(vault: Path) -> None:
    """Each time with a journal that was opened anew, twice up and down."""
    seen = three_steps(vault)
    names = ["One", "Two", "Three"]
    for _ in range(2):
        for number in (3, 2, 1):
            assert undo(Journal(vault))[0] == names[number - 1]
            assert snapshot(vault) == seen[number - 1]
            assert redo_label(Journal(vault)) == names[number - 1]
        assert undo_label(Journal(vault)) is None
        for number in (1, 2, 3):
            assert redo(Journal(vault))[0] == names[number - 1]
            assert snapshot(vault) == seen[number]
        assert redo_label(Journal(vault)) is None
    with pytest.raises(NothingToUndo, match="nothing to do again"):
        redo(Journal(vault))


def test_undo_and_redo_leave_no_more_steps_than_they_found(vault: Path) -> None:
    """Going up and down a hundred times fills no disk."""
    three_steps(vault)
    undo(journal := Journal(vault))
    before = len(journal.steps())
    for _ in range(20):
        redo(journal)
        undo(journal)
    assert len(journal.steps()) == before


def test_something_new_forgets_what_could_be_redone(vault: Path) -> None:
    """What was taken back before it is no longer what would follow."""
    three_steps(vault)
    journal = Journal(vault)
    undo(journal)
    undo(journal)
    journal.commit("New", [page(b"1", b"new")])
    assert redo_label(journal) is None
    assert [step.label for step in journal.steps()] == ["One", "New"]
    undo(journal)
    assert redo_label(Journal(vault)) == "New"


def test_something_new_after_a_redo_forgets_the_rest(vault: Path) -> None:
    """However undo and redo alternated before."""
    three_steps(vault)
    journal = Journal(vault)
    undo(journal)
    undo(journal)
    redo(journal)
    journal.commit("New", [Write("new.md", None, b"new")])
    assert [step.label for step in journal.steps() if step.label] == ["One", "Two", "New"]
    assert (redo_label(journal), undo_label(journal)) == (None, "New")


def test_a_continuation_keeps_nothing_from_being_redone(vault: Path) -> None:
    """It belongs to the step that is left, and goes with that one."""
    seen = three_steps(vault)
    journal = Journal(vault)
    undo(journal)
    journal.commit(None, [Write("idle.md", None, b"idle")])
    assert redo(journal)[0] == "Three"
    assert snapshot(vault) == seen[3] | {"idle.md": b"idle"}
    undo(journal)
    undo(journal)
    assert snapshot(vault) == seen[1]


def test_redo_refuses_where_a_continuation_wrote_something_newer(vault: Path) -> None:
    """The words name the file, nothing is touched, and undo is as it was."""
    three_steps(vault)
    journal = Journal(vault)
    undo(journal)
    journal.commit(None, [page(b"2++", b"newer")])
    before = snapshot(vault)
    with pytest.raises(NothingToUndo, match=r"“Three” cannot be done again: “page\.md” changed"):
        redo(journal)
    assert snapshot(vault) == before
    assert (undo_label(journal), redo_label(journal)) == ("Two", "Three")


def test_redo_refuses_where_a_person_edited(vault: Path) -> None:
    """Also where they made a file that redo would make."""
    three_steps(vault)
    undo(Journal(vault))
    undo(Journal(vault))
    (vault / "b.md").write_bytes(b"my own")
    with pytest.raises(NothingToUndo, match=r"“b\.md” changed since"):
        redo(Journal(vault))
    assert (vault / "b.md").read_bytes() == b"my own"


def joined(before: bytes, now: bytes, after: bytes) -> bytes | None:
    """A merge that knows what a person adds at the end."""
    return after + now.removeprefix(before) if now.startswith(before) else None


def test_what_a_person_added_is_merged_both_ways(vault: Path) -> None:
    """It stays when the step is taken back, and when it is done again."""
    terms = Terms(joined)
    Journal(vault).commit("One", [page(b"0", b"1"), Write("a.md", None, b"a")])
    (vault / "page.md").write_bytes(b"1 mine")
    assert undo(Journal(vault), terms=terms) == (
        "One",
        Changes(updated=("page.md",), removed=("a.md",)),
    )
    assert snapshot(vault) == {"page.md": b"0 mine"}
    (vault / "page.md").write_bytes(b"0 mine, more")
    redo(Journal(vault), terms)
    assert snapshot(vault) == {"page.md": b"1 mine, more", "a.md": b"a"}
    undo(Journal(vault), terms=terms)
    assert snapshot(vault) == {"page.md": b"0 mine, more"}


def test_what_a_person_added_between_a_step_and_its_continuation_is_merged(vault: Path) -> None:
    """Step by step backwards, so that nothing is compared with what it never was."""
    journal = Journal(vault)
    journal.commit("One", [page(b"0", b"1")])
    (vault / "page.md").write_bytes(b"1 mine")
    journal.commit(None, [page(b"1 mine", b"2 mine")])
    undo(journal, terms=Terms(joined))
    assert snapshot(vault) == {"page.md": b"0 mine"}


def test_a_page_that_was_made_and_edited_is_never_removed(vault: Path) -> None:
    """There is nothing to merge it with."""
    journal = Journal(vault)
    journal.commit("One", [Write("a.md", None, b"a")])
    (vault / "a.md").write_bytes(b"a mine")
    with pytest.raises(NothingToUndo, match=r"“a\.md”"):
        undo(journal, terms=Terms(joined))


def test_a_log_that_got_longer_loses_only_the_lines_of_the_step(vault: Path) -> None:
    """And gets them back; what was appended in the same step as the undo goes again."""
    terms = Terms(grows=lambda path: path == "log.md")
    journal = Journal(vault)
    journal.commit("One", [Write("log.md", None, b"# Log\none\n")])
    journal.commit("Two", [page(b"# Log\none\n", b"# Log\none\ntwo\n", "log.md")])
    (vault / "log.md").write_bytes(b"# Log\none\ntwo\nmine\n")
    also = page(b"# Log\none\ntwo\nmine\n", b"# Log\none\ntwo\nmine\nundone\n", "log.md")
    undo(journal, [also], terms)
    assert (vault / "log.md").read_bytes() == b"# Log\none\nmine\nundone\n"
    with (vault / "log.md").open("ab") as log:
        log.write(b"more\n")
    redo(journal, terms)
    assert (vault / "log.md").read_bytes() == b"# Log\none\ntwo\nmine\nmore\n"
    undo(journal, terms=terms)
    assert (vault / "log.md").read_bytes() == b"# Log\none\nmine\nundone\nmore\n"
    undo(journal, terms=terms)
    assert (vault / "log.md").read_bytes() == b"mine\nundone\nmore\n"


def test_what_is_made_anew_is_left_with_all_that_belongs_to_it(vault: Path) -> None:
    """Its record as well, else the two would disagree."""
    terms = Terms(made=lambda path: "index" if path.startswith("index") else "")
    journal = Journal(vault)
    journal.commit("One", [Write("index.md", None, b"1"), Write("index.json", None, b"{1}")])
    two = [page(b"1", b"2", "index.md"), page(b"{1}", b"{2}", "index.json"), page(b"0", b"1")]
    journal.commit("Two", two)
    (vault / "index.md").write_bytes(b"2 mine")
    changes = undo(journal, terms=terms)[1]
    assert changes == Changes(updated=("page.md",), kept=("index.json", "index.md"))
    assert snapshot(vault) == {"index.md": b"2 mine", "index.json": b"{2}", "page.md": b"0"}


def test_a_step_knows_when_it_was_done(vault: Path) -> None:
    """In UTC, also after a restart; steps of old do not know."""
    at = datetime(2026, 11, 30, 12, tzinfo=UTC)
    Journal(vault, clock=lambda: at).commit("One", [page(b"0", b"1")])
    (group,) = stacks(Journal(vault)).done
    assert group[0].at == "2026-11-30T12:00:00+00:00"


def test_what_was_moved_since_is_taken_back_where_it_lies(vault: Path) -> None:
    """Its own steps and those before it was moved are one way back."""
    terms = Terms(moved=lambda path: "b.md" if path == "a.md" else path)
    journal = Journal(vault)
    journal.commit("One", [Write("a.md", None, b"1")])
    (vault / "a.md").rename(vault / "b.md")
    journal.commit(None, [page(b"1", b"2", "b.md")])
    undo(journal, terms=terms)
    assert snapshot(vault) == {"page.md": b"0"}
    redo(journal, terms)
    assert snapshot(vault) == {"page.md": b"0", "b.md": b"2"}


def test_a_file_may_have_a_merge_of_its_own_and_a_name_for_people(vault: Path) -> None:
    """The others are merged and named as ever."""
    own = Terms(merge_of=lambda path: joined if path == "a.json" else None, named=str.upper)
    journal = Journal(vault)
    journal.commit("One", [page(b"0", b"1"), Write("a.json", None, b"a")])
    journal.commit("Two", [page(b"1", b"2"), page(b"a", b"b", "a.json")])
    (vault / "a.json").write_bytes(b"b and more")
    undo(journal, terms=own)
    assert snapshot(vault) == {"page.md": b"1", "a.json": b"a and more"}
    (vault / "page.md").write_bytes(b"mine")
    with pytest.raises(NothingToUndo, match=r"“PAGE\.MD” changed since"):
        redo(journal, own)
