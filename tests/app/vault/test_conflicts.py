"""What sync tools and version control leave is recognised, and nothing else is (interop 8.4)."""

from pathlib import Path

import pytest

from app.vault.conflicts import alike, marker_line, original_among, original_of
from app.vault.index import VaultIndex

COPIES = {
    "Note (Conflicted copy MacBook 202611301200).md": "Note.md",  # Obsidian Sync
    "Note.sync-conflict-20261130-120000-ABCDEF7.md": "Note.md",  # Syncthing
    "k3f.sync-conflict-20261130-120000-ABCDEF7.json": "k3f.json",
    "README.sync-conflict-20261130-120000-ABCDEF7": "README",
    "Note (Ada's conflicted copy 2026-11-30).md": "Note.md",  # Dropbox
    "Note (Ada's (old) PC's conflicted copy).md": "Note.md",
    "Note (In Konflikt stehende Kopie von Ada 2026-11-30).md": "Note.md",
    "Note (Copie en conflit de Ada 2026-11-30).md": "Note.md",
    "Note (Ada 的冲突副本 2026-11-30).md": "Note.md",
    "A (b) (Ada's conflicted copy 2026-11-30).md": "A (b).md",
}
NO_COPIES = (
    "Note.md",
    "On conflicted copy.md",
    "Rome (a conflict of copyright).md",
    "Rome (a conflict of copyright, 1871).md",
    "Note 2.md",
    "Note (1).md",
    "sync-conflict-20261130-120000-ABCDEF7.md",
)


@pytest.mark.parametrize(("name", "original"), COPIES.items())
def test_a_copy_that_says_what_it_is(name: str, original: str) -> None:
    """And of which file."""
    assert original_of(name) == original


@pytest.mark.parametrize("name", NO_COPIES)
def test_other_names_say_nothing(name: str) -> None:
    """Whatever words they hold."""
    assert original_of(name) is None


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("a/Note 2.md", True),
        ("a/Note (1).md", True),
        ("a/Note-Laptop.md", True),
        ("a/Note-Laptop-2.md", True),
        ("b/Note 2.md", False),
        ("a/Other 2.md", False),
        ("a/Note 2026.md", False),
        ("a/Note.md", False),
    ],
)
def test_a_name_that_a_person_may_give_needs_its_original(name: str, is_one: bool) -> None:
    """In the same folder."""
    assert original_among(name, {"a/Note.md"}) == ("a/Note.md" if is_one else None)


def test_two_versions_of_a_note_are_alike_and_two_notes_of_a_template_are_not() -> None:
    """By lines that are not empty."""
    note = "".join(f"Line {n}.\n\n" for n in range(10))
    assert alike(note, note.replace("Line 3", "Line three"))
    assert not alike(note, note.replace("Line", "Chapter"))
    assert not alike("# Day\n\n## Done\n", "# Day\n\n## Done\n")


def test_the_index_takes_no_copy_for_a_page(tmp_path: Path) -> None:
    """Neither one that says so nor one with a page's id; a chapter two is a note as any."""
    page = '---\nid: "7f3k2a"\nkind: concept\n---\n# Wick\n'
    lines = "".join(f"Line {n}.\n" for n in range(10))
    for path, text in {
        "wiki/concepts/Wick.md": page,
        "wiki/concepts/Wick (1).md": page + "More.\n",
        "wiki/concepts/Wick 3.md": page.replace("7f3k2a", "9d4hwn"),
        "wiki/concepts/Wick (Conflicted copy Mac 202611301200).md": page,
        "Chapter.md": lines,
        "Chapter 2.md": lines.replace("Line", "Word"),
        "Chapter 3.md": lines + "More.\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    index = VaultIndex.scan(tmp_path)
    assert {path for path in index.notes if index.copy_of(path)} == {
        "wiki/concepts/Wick (1).md",
        "wiki/concepts/Wick (Conflicted copy Mac 202611301200).md",
        "Chapter 3.md",
    }
    assert {path for path in index.notes if index.is_generated(path)} == {
        "wiki/concepts/Wick.md",
        "wiki/concepts/Wick 3.md",
    }


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n", 2),
        ("<<<<<<< HEAD\r\nb\r\n=======\r\nc\r\n>>>>>>> x\r\n", 1),
        ("a\n\n<<<<<<< ours\n||||||| base\nb\n=======\n>>>>>>> theirs\n", 3),
        ("a <<<<<<< HEAD\n", 0),
        ("<<<<<<< HEAD\nb\n", 0),
        ("Title\n=======\n", 0),
    ],
)
def test_the_marks_of_a_merge_are_found_where_all_three_stand(text: str, line: int) -> None:
    """At the beginning of lines."""
    assert marker_line(text) == line
