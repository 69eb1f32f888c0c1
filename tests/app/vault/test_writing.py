"""One file is written whole or not at all, and only over the bytes that were expected."""

import errno
import os
import stat
from pathlib import Path

import pytest

from app.errors import NotOurs, VaultProblem
from app.vault.writing import Disk, Outcome, Write, digest, patiently, replace, sweep


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with one page."""
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault/page.md").write_bytes(b"old")
    return tmp_path / "vault"


UPDATE = Write("page.md", digest(b"old"), b"new")


def test_each_write_says_what_it_was(vault: Path) -> None:
    """Created with its folders, updated, unchanged, removed."""
    assert replace(vault, Write("a/b/new.md", None, b"new")) is Outcome.CREATED
    assert replace(vault, UPDATE) is Outcome.UPDATED
    assert replace(vault, UPDATE) is Outcome.UNCHANGED
    assert replace(vault, Write("page.md", digest(b"new"), None)) is Outcome.REMOVED
    assert replace(vault, Write("page.md", digest(b"new"), None)) is Outcome.UNCHANGED
    assert [path.name for path in vault.rglob("*")] == ["a", "b", "new.md"]


def test_other_bytes_than_expected_stay(vault: Path) -> None:
    """Neither an update, a new file nor a removal goes over an edit."""
    for write in (
        Write("page.md", digest(b"older"), b"new"),
        Write("page.md", None, b"new"),
        Write("page.md", digest(b"older"), None),
        Write("gone.md", digest(b"was here"), b"new"),
    ):
        with pytest.raises(NotOurs, match="somebody else"):
            replace(vault, write)
    assert [(path.name, path.read_bytes()) for path in vault.iterdir()] == [("page.md", b"old")]


def test_an_edit_in_the_last_moment_stays(vault: Path) -> None:
    """The old bytes are looked at again when all but the replacing is done."""

    class Edited(Disk):
        def write(self, path: Path, content: bytes, mode: int | None) -> None:
            super().write(path, content, mode)
            (vault / "page.md").write_bytes(b"typed just now")

    with pytest.raises(NotOurs):
        replace(vault, UPDATE, Edited())
    assert [path.read_bytes() for path in vault.iterdir()] == [b"typed just now"]


def test_a_file_made_in_the_last_moment_stays(vault: Path) -> None:
    """A new file appears only where there is none at that instant."""

    class Made(Disk):
        def write(self, path: Path, content: bytes, mode: int | None) -> None:
            super().write(path, content, mode)
            (vault / "new.md").write_bytes(b"theirs")

    with pytest.raises(NotOurs, match="meanwhile"):
        replace(vault, Write("new.md", None, b"ours"), Made())
    assert (vault / "new.md").read_bytes() == b"theirs"
    assert len(list(vault.iterdir())) == 2


def test_a_disk_without_hard_links_takes_new_files_too(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory sticks and network drives refuse a second name; the file is moved there instead."""

    def refuse(source: Path, target: Path) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    assert replace(vault, Write("new.md", None, b"new")) is Outcome.CREATED
    assert sorted(path.name for path in vault.iterdir()) == ["new.md", "page.md"]
    draft = vault / "draft"
    draft.write_bytes(b"ours")
    with pytest.raises(FileExistsError):
        Disk().place(draft, vault / "page.md")
    assert (vault / "page.md").read_bytes() == b"old"


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
def test_the_rights_of_a_file_stay(vault: Path) -> None:
    """A note that only its owner may read stays that way; a new one is as any new file."""
    (vault / "page.md").chmod(0o600)
    replace(vault, UPDATE)
    assert stat.S_IMODE((vault / "page.md").stat().st_mode) == 0o600
    (vault / "any").touch()
    replace(vault, Write("new.md", None, b"new"))
    assert (vault / "new.md").stat().st_mode == (vault / "any").stat().st_mode


def test_a_link_within_the_vault_is_written_through(vault: Path) -> None:
    """The link stays a link, and the file that it leads to has the new bytes."""
    (vault / "link.md").symlink_to("page.md")
    assert replace(vault, Write("link.md", digest(b"old"), b"new")) is Outcome.UPDATED
    assert (vault / "link.md").is_symlink()
    assert (vault / "page.md").read_bytes() == b"new"


def test_a_link_out_of_the_vault_is_refused(vault: Path, tmp_path: Path) -> None:
    """Whether it is the file or a folder above it."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/page.md").write_bytes(b"old")
    (vault / "page.md").unlink()
    (vault / "page.md").symlink_to(tmp_path / "outside/page.md")
    (vault / "wiki").symlink_to(tmp_path / "outside")
    (vault / "loop.md").symlink_to("loop.md")
    for path in ("page.md", "wiki/page.md", "wiki/new.md", "loop.md"):
        for before in (digest(b"old"), None):
            with pytest.raises(NotOurs):
                replace(vault, Write(path, before, b"new"))
    assert [path.read_bytes() for path in (tmp_path / "outside").iterdir()] == [b"old"]


@pytest.mark.parametrize("path", ["../page.md", "a/../../page.md", "/etc/page.md", "", "a//b.md"])
def test_a_path_that_leaves_the_vault_is_no_path(vault: Path, path: str) -> None:
    """Such a path is a mistake, wherever it comes from."""
    with pytest.raises(VaultProblem):
        replace(vault, Write(path, None, b"new"))


def test_a_file_with_a_second_name_is_refused(vault: Path) -> None:
    """Replacing it would part the two names without a word."""
    (vault / "twin.md").hardlink_to(vault / "page.md")
    with pytest.raises(NotOurs, match="hard link"):
        replace(vault, UPDATE)


def test_what_is_no_file_is_refused(vault: Path) -> None:
    """A folder in the place of a page, and a file in the place of a folder."""
    (vault / "folder.md").mkdir()
    for path in ("folder.md", "page.md/new.md"):
        with pytest.raises(NotOurs):
            replace(vault, Write(path, None, b"new"))


def test_a_note_that_is_only_in_icloud_is_not_replaced(vault: Path) -> None:
    """Its stub stands for a note that has not been fetched yet."""
    (vault / ".new.md.icloud").touch()
    with pytest.raises(NotOurs, match="iCloud"):
        replace(vault, Write("new.md", None, b"new"))


def test_windows_is_asked_again_for_about_two_seconds() -> None:
    """A file that another program has open is free a moment later, or the refusal is passed on."""
    waits: list[float] = []
    answers = iter([PermissionError(), PermissionError(), None])

    def call() -> None:
        if answer := next(answers):
            raise answer

    patiently(call, waits.append)
    assert len(waits) == 2
    waits.clear()
    answers = iter([PermissionError("held")] * 100)
    with pytest.raises(PermissionError, match="held"):
        patiently(call, waits.append)
    assert sum(waits) == pytest.approx(2, rel=0.1)


def test_what_a_killed_writer_left_is_swept_and_nothing_else(vault: Path) -> None:
    """Only drafts of that very file go."""
    left: list[str] = []

    class Killed(Disk):
        def replace(self, source: Path, target: Path) -> None:
            left.append(source.name)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        replace(vault, UPDATE, Killed())
    assert left[0].startswith(".")
    (vault / ".page.md.tmp").touch()
    sweep(vault / "other.md")
    assert (vault / left[0]).exists()
    sweep(vault / "page.md")
    assert sorted(path.name for path in vault.iterdir()) == [".page.md.tmp", "page.md"]
