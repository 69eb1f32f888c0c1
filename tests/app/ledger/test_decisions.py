"""What the person decided, read back from the files of all devices."""

from pathlib import Path

from app.ledger.decisions import (
    APART,
    IN_NOTE,
    Decision,
    decide,
    in_place,
    of_pairs,
    set_aside,
    sources_in_place,
)
from app.ledger.ledger import Ledger
from app.vault.writing import replace


def _decided(root: Path, device: str, at: str, what: str, about: str) -> None:
    replace(root, decide(root, device, Decision(at, what, about)))


def test_the_later_decision_holds_whichever_device_took_it(tmp_path: Path) -> None:
    """A folder that one device made a source and another took back is none."""
    _decided(tmp_path, "a", "2026-11-30T10:00", "source-in-place", "Clippings")
    _decided(tmp_path, "a", "2026-11-30T11:00", "source-in-place", "Papers/x.pdf")
    _decided(tmp_path, "b", "2026-11-30T12:00", "not-a-source", "Clippings")
    assert sources_in_place(tmp_path) == ("Papers/x.pdf",)
    _decided(tmp_path, "a", "2026-11-30T13:00", "source-in-place", "Clippings")
    assert sources_in_place(tmp_path) == ("Papers/x.pdf", "Clippings")


def test_decisions_of_different_kinds_do_not_touch_each_other(tmp_path: Path) -> None:
    """Bytes are set aside, places are sources."""
    _decided(tmp_path, "a", "2026-11-30T10:00", "set-aside", "0af3")
    _decided(tmp_path, "a", "2026-11-30T11:00", "source-in-place", "Clippings")
    _decided(tmp_path, "a", "2026-11-30T12:00", "not-a-source", "0af3")
    assert set_aside(tmp_path) == {"0af3"}
    _decided(tmp_path, "a", "2026-11-30T13:00", "take-in", "0af3")
    assert set_aside(tmp_path) == set()


def test_what_is_said_of_something_within_holds_for_that(tmp_path: Path) -> None:
    """A folder is a source but for one file in it, until something is said of the folder again."""
    _decided(tmp_path, "a", "2026-11-30T10:00", "source-in-place", "Papers")
    _decided(tmp_path, "a", "2026-11-30T11:00", "not-a-source", "Papers/old/x.pdf")
    said = in_place(tmp_path)
    assert said.places == ("Papers",)
    taken = [said.takes(p) for p in ("Papers/y.pdf", "Papers/old/x.pdf", "Papers 2/z.pdf")]
    assert taken == [True, False, False]
    assert not said.holds("Papers", "source-in-place")
    _decided(tmp_path, "b", "2026-11-30T12:00", "source-in-place", "Papers")
    assert in_place(tmp_path).takes("Papers/old/x.pdf")
    assert in_place(tmp_path).holds("Papers", "source-in-place")


def test_documents_of_a_folder_are_all_but_its_notes(tmp_path: Path) -> None:
    """A PDF among notes is a source, the notes are not."""
    _decided(tmp_path, "a", "2026-11-30T10:00", "documents-in-place", "Notes")
    said = in_place(tmp_path)
    assert [said.takes(f"Notes/a.{kind}") for kind in ("pdf", "MD", "md")] == [True, False, False]


def test_what_a_conflict_copy_of_a_sync_tool_says_of_names_is_taken_in_at_once(
    tmp_path: Path,
) -> None:
    """Both devices appended to the file of one, whose vault was copied with all that is in it."""
    decided = '{"at": "2026-11-30T12:00:00+00:00", "what": "one", "about": "a", "other": "b"}\n'
    ledger = Ledger(tmp_path, 0.5, tmp_path / "ledger.sqlite")
    copy = tmp_path / ".vaultloom/decisions/a1.sync-conflict-20261130-120000-ABCDEFG.jsonl"
    copy.parent.mkdir(parents=True)
    copy.write_text(decided)
    ledger.refresh()
    assert ledger.cache.verdicts.said() == {("a", "b"): True}
    ledger.close()


def test_a_note_joins_names_of_which_the_person_said_nothing(tmp_path: Path) -> None:
    """Whatever came later, the word of the person counts."""
    said = [
        Decision("2026-11-29T12:00:00+00:00", APART, "a", "b"),
        Decision("2026-11-30T12:00:00+00:00", IN_NOTE, "b", "a"),
        Decision("2026-11-30T12:00:00+00:00", IN_NOTE, "d", "c"),
    ]
    write = decide(tmp_path, "a1-notes", *said)
    (tmp_path / write.path).parent.mkdir(parents=True)
    (tmp_path / write.path).write_bytes(write.after or b"")
    assert of_pairs(tmp_path) == {("a", "b"): False, ("c", "d"): True}
