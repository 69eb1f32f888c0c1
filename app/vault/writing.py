"""One file written whole or not at all, and never over somebody else's edit.

The gate that every write goes through is ``app.history.journal``; this module is what it does to
a single file. The protocol is that of ``obsidian-interop.md`` 8.2: hash again right before
replacing, a dot-prefixed temporary file in the same folder (invisible to Obsidian and to its
Sync), ``os.replace`` (deleting and creating would close the person's tab).
"""

import contextlib
import enum
import errno
import hashlib
import os
import stat
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Protocol

from app.errors import NotOurs, VaultProblem
from app.saying import say


@dataclass(frozen=True, slots=True)
class Write:
    """One intended change of a file in the vault.

    ``path`` is relative to the vault, with "/". ``before`` is the SHA-256 (hex) of the bytes that
    are expected there now, None if the file must not exist. ``after`` is the new content, None to
    remove the file.
    """

    path: str
    before: str | None
    after: bytes | None


@dataclass(frozen=True, slots=True)
class Changes:
    """What a set of writes did, as vault-relative paths.

    ``kept`` are files that were not what was expected (somebody edited or made them meanwhile);
    they were left as they are.
    """

    created: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


class Outcome(enum.Enum):
    """What ``replace`` did to one file."""

    CREATED = "created"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    REMOVED = "removed"


def digest(content: bytes) -> str:
    """The SHA-256 of ``content`` in hex, by which files are recognised everywhere."""
    return hashlib.sha256(content).hexdigest()


class Files(Protocol):
    """The five calls through which bytes reach the disk; the seam at which tests pull the plug."""

    def write(self, path: Path, content: bytes, mode: int | None) -> None:
        """Make ``path``, which is ours alone, hold ``content`` durably."""

    def replace(self, source: Path, target: Path) -> None:
        """Put ``source`` in the place of ``target`` at one instant."""

    def place(self, source: Path, target: Path) -> None:
        """Make ``target`` appear whole, or raise FileExistsError; ``source`` may stay."""

    def remove(self, path: Path) -> None:
        """Remove ``path``; nothing happens if it is gone already."""

    def sync(self, folder: Path) -> None:
        """Make the names in ``folder`` durable."""


_NO_HARD_LINKS = {errno.EPERM, errno.EACCES, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS}
_WAITS = (0.05, 0.1, 0.2, 0.4, 0.6, 0.7)  # seconds, two in all: interop 8.2, step 5


def patiently(call: Callable[[], object], wait: Callable[[float], None] = time.sleep) -> None:
    """Run ``call``, again for about two seconds while another program holds the file open.

    Windows refuses to replace a file that an editor, an indexer or a virus scanner has open.
    """
    for pause in _WAITS:
        try:
            call()
        except PermissionError:
            wait(pause)
        else:
            return
    call()


class Disk:
    """The real disk."""

    def write(self, path: Path, content: bytes, mode: int | None) -> None:
        path.unlink(missing_ok=True)  # never truncate: a leftover may share its bytes with a page
        with path.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            path.chmod(mode)

    def replace(self, source: Path, target: Path) -> None:
        if os.name == "nt":
            patiently(lambda: source.replace(target))
        else:
            source.replace(target)

    def place(self, source: Path, target: Path) -> None:
        if os.name == "nt":
            patiently(lambda: source.rename(target))  # refuses an existing name there
            return
        try:
            os.link(source, target)
        except FileExistsError:
            raise
        except OSError as error:
            if error.errno not in _NO_HARD_LINKS:
                raise
            if os.path.lexists(target):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target) from error
            source.replace(target)

    def remove(self, path: Path) -> None:
        if os.name == "nt":
            patiently(lambda: path.unlink(missing_ok=True))
        else:
            path.unlink(missing_ok=True)

    def sync(self, folder: Path) -> None:
        if os.name == "nt":  # a folder cannot be opened there, and names are journalled by NTFS
            return
        handle = os.open(folder, os.O_RDONLY)
        try:
            with contextlib.suppress(OSError):  # some network file systems cannot
                os.fsync(handle)
        finally:
            os.close(handle)


DISK = Disk()


def locate(root: Path, path: str) -> Path:
    """The real place of the vault-relative ``path``, symbolic links followed.

    Raises VaultProblem for a path that is not relative to the vault, and NotOurs where a link
    leads out of it.
    """
    if "\\" in path or "\0" in path or PurePosixPath(path).as_posix() != path or path == ".":
        raise VaultProblem(say("“{path}” is not the name of a file in the vault.", path=path))
    if path.startswith("/") or ".." in path.split("/"):
        raise VaultProblem(
            say("“{path}” leads out of the vault; nothing was written there.", path=path)
        )
    try:
        place = (root / path).resolve()
    except (OSError, RuntimeError) as error:
        raise NotOurs(say("“{path}” is a link that leads nowhere.", path=path)) from error
    if not place.is_relative_to(root.resolve()):
        raise NotOurs(say("“{path}” is a link that leads out of the vault.", path=path))
    return place


def read(place: Path) -> bytes | None:
    """The bytes at ``place``, None if nothing is there; NotOurs for what may not be replaced.

    That is anything but an ordinary file, and a file with a second name (a hard link), whose two
    names would come apart.
    """
    try:
        found = place.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    if not stat.S_ISREG(found.st_mode):
        raise NotOurs(say("“{name}” is not a file.", name=place.name))
    if found.st_nlink > 1:
        raise NotOurs(say("“{name}” has a second name elsewhere (a hard link).", name=place.name))
    return place.read_bytes()


def replace(root: Path, write: Write, files: Files = DISK) -> Outcome:
    """Do one ``write`` durably, or raise NotOurs and leave the file as it is.

    A file that has the new bytes already is not touched. A removed file is gone: whoever calls
    this has stored its bytes first, as the journal does.
    """
    outcome = put(root, write, files)
    if outcome is not Outcome.UNCHANGED:
        files.sync(locate(root, write.path).parent)
    return outcome


def put(root: Path, write: Write, files: Files = DISK) -> Outcome:
    """As ``replace``, but the name is durable only after ``files.sync`` of the file's folder."""
    place = locate(root, write.path)
    found = _digest_at(place)
    if found == (None if write.after is None else digest(write.after)):
        return Outcome.UNCHANGED
    _expect(write, found)
    if write.after is None:
        files.remove(place)
        return Outcome.REMOVED
    if found is None:
        _create(place, write, write.after, files)
        return Outcome.CREATED
    _update(place, write, write.after, files)
    return Outcome.UPDATED


def _digest_at(place: Path) -> str | None:
    content = read(place)
    return None if content is None else digest(content)


def _expect(write: Write, found: str | None) -> None:
    if found != write.before:
        raise NotOurs(
            say("“{path}” was changed by somebody else; it stays as it is.", path=write.path)
        )


def _create(place: Path, write: Write, content: bytes, files: Files) -> None:
    # iCloud leaves this stub for a note that is not on this device; a new file would replace it.
    if (place.parent / f".{place.name}.icloud").exists():
        raise NotOurs(say("“{path}” is in iCloud and not on this device.", path=write.path))
    try:
        _make_folder(place.parent, files)
    except (FileExistsError, NotADirectoryError) as error:
        raise NotOurs(say("A folder of “{path}” is a file.", path=write.path)) from error
    draft = _draft(place)
    files.write(draft, content, None)
    try:
        files.place(draft, place)
    except FileExistsError as error:
        raise NotOurs(
            say("“{path}” was made by somebody else meanwhile.", path=write.path)
        ) from error
    finally:
        files.remove(draft)


def _make_folder(folder: Path, files: Files) -> None:
    """Make ``folder`` and those above it, durably."""
    if not folder.is_dir():
        _make_folder(folder.parent, files)
        folder.mkdir(exist_ok=True)
        files.sync(folder.parent)


def _update(place: Path, write: Write, content: bytes, files: Files) -> None:
    draft = _draft(place)
    files.write(draft, content, stat.S_IMODE(place.stat().st_mode))
    try:
        _expect(write, _digest_at(place))
    except NotOurs:
        files.remove(draft)
        raise
    files.replace(draft, place)


def _draft(place: Path) -> Path:
    return place.parent / f"{_draft_start(place)}{os.getpid()}.tmp"


def _draft_start(place: Path) -> str:
    return f".vaultloom-{digest(place.name.encode())[:12]}-"


def is_draft(name: str) -> bool:
    """Whether a file of this name is what a killed writer may have left."""
    return name.startswith(".vaultloom-") and name.endswith(".tmp")


def sweep(place: Path, files: Files = DISK) -> None:
    """Remove what a killed writer of ``place`` left beside it."""
    if place.parent.is_dir():
        for draft in place.parent.glob(f"{_draft_start(place)}*.tmp"):
            files.remove(draft)
