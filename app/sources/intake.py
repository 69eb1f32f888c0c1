"""Taking files in: what is dropped is copied into ``raw/``, what lies in the vault stays there.

Nothing that exists under ``raw/`` is ever changed. Names are made safe and unique, folders keep
their structure, the same bytes twice are one source. Each file is taken or refused for itself; one
that cannot be read does not stop the others.
"""

import hashlib
import os
import stat
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path, PurePosixPath

from app.errors import NotOurs, SourceRefused
from app.saying import of_system, say, sentences
from app.sources.anchors import has_pages
from app.sources.ignoring import is_ignored
from app.sources.in_place import Ground
from app.sources.kinds import LARGEST
from app.sources.readers import reader_for
from app.vault.files import scan_paths
from app.vault.names import fold, safe_file_name, safe_stem, unique_stem
from app.vault.rules import Folders
from app.vault.writing import DISK, Files, Write, replace, sweep

_HEAD = 4096
_TRIES = 20  # names, while another program makes files of the same name


class Status(StrEnum):
    """What became of a dropped file."""

    TAKEN = "taken"  # copied into raw/
    IN_PLACE = "in place"  # it lies in the vault already and stays where it is
    DUPLICATE = "duplicate"  # a source has the same bytes, be it this very file
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Arrival:
    """A dropped file and what became of it.

    ``name`` is how it was called, fit to be shown. ``path`` is its place in the vault, relative,
    with "/"; that of the source with the same bytes for a duplicate, empty for a refused file.
    ``copied_from`` is where it was dropped from, None for a file that lay in the vault.
    ``reason`` says in words why it was refused, or which source it duplicates.
    """

    name: str
    status: Status
    path: str = ""
    sha256: str = ""
    reason: str = ""
    copied_from: Path | None = None


def intake(
    root: Path,
    paths: Iterable[Path],
    taken_names: Iterable[str] = (),
    known_hashes: Mapping[str, str] | None = None,
    *,
    ground: Ground | None = None,
    files: Files = DISK,
) -> list[Arrival]:
    """Take in files and folders, in the order given; what is in a folder, by name.

    ``taken_names`` are the folded names of the vault's notes (``VaultFiles.names``);
    ``known_hashes`` gives for the SHA-256 of each source its path. ``ground`` knows what of the vault
    is no source: pages above all, which are never taken in.
    """
    ground = ground or Ground(root, Folders())
    taking = _Intake(root.resolve(), set(taken_names), dict(known_hashes or {}), ground, files)
    return [arrival for path in paths for arrival in taking.take(path)]


class _Intake:
    def __init__(
        self,
        root: Path,
        taken: set[str],
        known: dict[str, str],
        ground: Ground,
        files: Files,
    ) -> None:
        self._root = root
        self._taken = taken
        self._known = known
        self._ground = ground
        self._raw = ground.folders.raw
        self._files = files

    def take(self, path: Path) -> Iterator[Arrival]:
        """Take in one dropped thing."""
        try:
            real = path.resolve(strict=True)
            is_folder = real.is_dir()
        except FileNotFoundError:
            yield _refused(path, "“{name}” is not there any more, or is a link that leads nowhere.")
        except (OSError, RuntimeError):
            yield _refused(path, "“{name}” cannot be opened.")
        else:
            if is_folder:
                yield from self._folder(path, real)
            else:
                yield self._file(path, real, PurePosixPath())

    def _folder(self, path: Path, real: Path) -> Iterator[Arrival]:
        if real == self._root:
            yield _refused(
                path, "“{name}” is the vault itself.", "Drop the files that are to be sources."
            )
            return
        unreadable: list[OSError] = []
        for folder, inside, files in os.walk(real, onerror=unreadable.append):
            place = Path(folder)
            inside[:] = sorted(
                name for name in inside if not is_ignored(name) and self._may_enter(place / name)
            )
            under = self._under(place, real, path.name or real.name)
            for name in sorted(files):
                if not is_ignored(name):
                    yield self._file(place / name, place / name, under)
        for error in unreadable:
            place = Path(error.filename or real)
            yield _refused(place, "“{name}” is a folder that cannot be opened.")

    def _may_enter(self, folder: Path) -> bool:
        """Whether a folder holds sources: not the vault within what was dropped, not its pages."""
        if folder == self._root or not folder.is_relative_to(self._root):
            return folder != self._root
        path = folder.relative_to(self._root).as_posix()
        return path.startswith(f"{self._raw}/") or self._ground.may_enter(path)

    def _under(self, place: Path, top: Path, name: str) -> PurePosixPath:
        """The folder below raw/ for files of ``place``; every part of it is made safe."""
        parts = (name, *place.relative_to(top).parts)
        return PurePosixPath(*(safe_stem(part) for part in parts))

    def _file(self, path: Path, real: Path, under: PurePosixPath) -> Arrival:
        try:
            return self._taken_in(path, real, under)
        except SourceRefused as refused:
            return Arrival(_shown(path), Status.REFUSED, reason=refused.words)
        except NotOurs as refused:
            return Arrival(_shown(path), Status.REFUSED, reason=refused.words)
        except FileNotFoundError:
            return _refused(path, "“{name}” is gone, or is a link that leads nowhere.")
        except PermissionError:
            return _refused(
                path, "“{name}” may not be read.", "Give yourself the right to read it."
            )
        except OSError as error:
            return _refused(path, "“{name}” cannot be read ({why}).", why=of_system(error))

    def _taken_in(self, path: Path, real: Path, under: PurePosixPath) -> Arrival:
        within = self._within(path)
        if within is None and is_ignored(path.name):
            raise _is(path, "“{name}” is a hidden or temporary file.")
        content = _content(real, path)
        reader_for(path.name, content[:_HEAD])
        if not content.strip(b"\x00\t\n\r "):
            raise _is(path, "“{name}” is empty.", "Write something in it.")
        sha256 = hashlib.sha256(content).hexdigest()
        found = self._same_bytes(sha256, path, within)
        if found is not None:
            return found
        if within is not None:
            self._known[sha256] = within
            return Arrival(_shown(path), Status.IN_PLACE, within, sha256)
        copy = self._copy(content, path.name, under)
        self._known[sha256] = copy
        return Arrival(_shown(path), Status.TAKEN, copy, sha256, copied_from=path)

    def _within(self, path: Path) -> str | None:
        """The path in the vault of a file that lies there already; None for any other.

        Raises SourceRefused for what the vault is not to read, such as its pages.
        """
        place = path.parent.resolve() / path.name
        if not place.is_relative_to(self._root):
            return None
        relative = place.relative_to(self._root)
        within = relative.as_posix()
        if any(is_ignored(part) for part in relative.parts):
            raise _is(path, "“{name}” is a hidden or temporary file.")
        if not _is_utf8(within):
            raise _is(path, "The name of “{name}” is not valid.", "Rename it.")
        if not within.startswith(f"{self._raw}/"):
            self._ground.refuse(within)
        return within

    def _same_bytes(self, sha256: str, path: Path, within: str | None) -> Arrival | None:
        known = self._known.get(sha256)
        if known is None or not (self._root / known).is_file():
            return None
        if known == within:
            return Arrival(_shown(path), Status.DUPLICATE, known, sha256, "It is a source already.")
        words = say("“{name}” has the same content as “{path}”.", name=_shown(path), path=known)
        origin = path if within is None else None
        return Arrival(_shown(path), Status.DUPLICATE, known, sha256, words, origin)

    def _copy(self, content: bytes, name: str, under: PurePosixPath) -> str:
        """Put the bytes under a free name into raw/; the path that they got."""
        folder = PurePosixPath(self._raw) / under
        safe = PurePosixPath(safe_file_name(name))
        for _ in range(_TRIES):
            stem = unique_stem(safe.stem, self._names(folder, safe.suffix))
            path = (folder / f"{stem}{safe.suffix}").as_posix()
            try:
                sweep(self._root / path, self._files)
                replace(self._root, Write(path, before=None, after=content), self._files)
            except NotOurs:
                if not os.path.lexists(self._root / path):
                    raise
                continue  # another program was faster: the next name
            if safe.suffix == ".md":
                self._taken.add(fold(stem))
            elif has_pages(path):
                self._linked_by_file_name.add(fold(f"{stem}{safe.suffix}"))
            return path
        words = say("No free name was found for “{name}” in “{folder}”.", name=name, folder=folder)
        raise SourceRefused(words)

    def _names(self, folder: PurePosixPath, suffix: str) -> "_Names":
        there = _folded_names(self._root / folder)
        if has_pages(f"x{suffix}"):
            there |= self._linked_by_file_name
        return _Names(self._taken if suffix == ".md" else (), there, suffix)

    @cached_property
    def _linked_by_file_name(self) -> set[str]:
        """The names of files that links lead to by their names with the extension."""
        paths = scan_paths(self._root)
        return {fold(PurePosixPath(path).name) for path in paths if has_pages(path)}


@dataclass(frozen=True, slots=True)
class _Names:
    """Stems that a new file cannot have: those of all notes, and of its neighbours."""

    notes: Container[str]
    neighbours: Container[str]
    suffix: str

    def __contains__(self, stem: object) -> bool:
        return stem in self.notes or fold(f"{stem}{self.suffix}") in self.neighbours


def _content(real: Path, path: Path) -> bytes:
    """The bytes of a file, or SourceRefused for what is none, too large, or still growing."""
    before = real.stat()
    if not stat.S_ISREG(before.st_mode):
        raise _is(path, "“{name}” is no file.")
    if before.st_size > LARGEST:
        size = f"{before.st_size // 1_000_000} MB"
        raise SourceRefused(
            say("“{name}” is too large ({size}).", name=_shown(path), size=size),
            remedy=say("Files of up to {size} can be sources.", size=f"{LARGEST // 1_000_000} MB"),
        )
    content = real.read_bytes()
    after = real.stat()
    if (after.st_size, after.st_mtime_ns) != (len(content), before.st_mtime_ns):
        raise _is(path, "“{name}” is still being written.", "Drop it once it is finished.")
    return content


def _folded_names(folder: Path) -> frozenset[str]:
    if not folder.is_dir():
        return frozenset()
    return frozenset(fold(entry.name) for entry in folder.iterdir())


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _shown(path: Path) -> str:
    """A file's name as it can be shown: names need not be valid Unicode."""
    name = os.fsencode(path.name or path).decode("utf-8", errors="replace")
    return " ".join(name.split())


def _is(path: Path, words: str, remedy: str = "") -> SourceRefused:
    """A refusal in ``words`` with the file's name in them."""
    return SourceRefused(say(words, name=_shown(path)), remedy=remedy)


def _refused(path: Path, words: str, remedy: str = "", **values: str) -> Arrival:
    name = _shown(path)
    reason = sentences(say(words, name=name, **values), remedy)
    return Arrival(name, Status.REFUSED, reason=reason)
