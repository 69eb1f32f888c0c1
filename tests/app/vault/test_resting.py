"""Pages that may be written now, and those that are left alone (interop 8.2, step 3)."""

import os
from pathlib import Path

import pytest

from app.vault.files import VaultFiles
from app.vault.resting import Resting

SAVED = 1_000_000.0
PAGE = '---\nid: "7f3k2a"\nkind: concept\n---\n# Wick\n'


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page, saved at a time of its own."""
    page = tmp_path / "wiki/Wick.md"
    page.parent.mkdir()
    page.write_text(PAGE)
    os.utime(page, (SAVED, SAVED))
    return page


def may(page: Path, *, after: float = 60.0, edited: bool = False) -> bool:
    """Whether the page may be written some seconds after it was saved."""
    root = page.parents[1]
    resting = Resting(root, SAVED + after, VaultFiles.scan(root))
    return resting.may_write("wiki/Wick.md", edited=edited)


@pytest.mark.parametrize(
    ("after", "expected"), [(0, False), (9.9, False), (10, True), (-9, False), (-3600, True)]
)
def test_what_somebody_saved_a_moment_ago_is_left_alone(
    page: Path, after: float, *, expected: bool
) -> None:
    """For ten seconds; a time that lies further in the future is that of another clock."""
    assert may(page, after=after, edited=True) is expected
    assert may(page, after=after, edited=False)


@pytest.mark.parametrize(
    ("name", "text", "is_copy"),
    [
        ("Wick.sync-conflict-20261130-120000-ABCDEF7.md", "anything", True),
        ("Wick (Conflicted copy Mac 202611301200).md", "anything", True),
        ("Wick 2.md", PAGE + "More.\n", True),
        ("Wick (1).md", PAGE, True),
        ("Wick-Laptop.md", PAGE, True),
        ("Wick 2.md", PAGE.replace("7f3k2a", "9d4hwn"), False),
        ("Wick 2.md", "# A second wick\n", False),
        ("Wicker (1).md", PAGE, False),
    ],
)
def test_a_page_with_a_copy_is_left_alone(
    page: Path, name: str, text: str, *, is_copy: bool
) -> None:
    """Until the copy is gone; a note that is only called so is none."""
    copy = page.with_name(name)
    copy.write_text(text)
    assert may(page) is not is_copy
    copy.unlink()
    assert may(page)


def test_a_page_that_is_in_a_cloud_only_is_left_alone(page: Path) -> None:
    """Known by the stub that iCloud leaves in its place."""
    page.unlink()
    assert may(page)
    page.with_name(".Wick.md.icloud").write_bytes(b"bplist00")
    assert not may(page)
