"""What lies in the places of sources, compared with what lay there last time."""

import hashlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from app.errors import SourceRefused
from app.saying import of_system, say
from app.sources.ignoring import is_ignored, is_unfinished
from app.sources.kinds import LARGEST

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Stamp:
    """By what a file is known again: unchanged size and time mean unchanged bytes."""

    size: int
    mtime_ns: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Scan:
    """All files of the places by path in the vault, and what is new, changed or gone since.

    ``refused`` are paths with the reason, in words, why they could not be looked at.
    """

    files: Mapping[str, Stamp]
    new: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()


def scan(
    root: Path,
    known: Mapping[str, Stamp] | None = None,
    places: Iterable[str] = ("raw",),
    wanted: Callable[[str], bool] = lambda _path: True,
) -> Scan:
    """Look at every file under ``places``; only new ones and those touched since are read.

    Places are folders or single files of the vault; one may lie within another. Files that are not
    ``wanted`` by their paths are passed over, and so are folders, whose paths end with "/".
    """
    before = known or {}
    files: dict[str, Stamp] = {}
    refused: list[tuple[str, str]] = []
    for path in dict.fromkeys(path for place in places for path in _paths(root, place, wanted)):
        try:
            files[path] = stamp(root, path, before.get(path))
        except SourceRefused as error:
            refused.append((path, error.words))
    return Scan(
        files=files,
        new=tuple(path for path in files if path not in before),
        changed=tuple(
            path
            for path, stamp in files.items()
            if path in before and before[path].sha256 != stamp.sha256
        ),
        gone=tuple(path for path in before if not os.path.lexists(root / path)),
        refused=tuple(refused),
    )


def _paths(root: Path, place: str, wanted: Callable[[str], bool]) -> Iterator[str]:
    """The files in order; links to folders are not followed, so that none can lead in a circle."""
    if (root / place).is_file() and wanted(place):
        yield place
    for folder, inside, files in os.walk(root / place):
        found, there = Path(folder).relative_to(root).as_posix(), set(files)
        inside[:] = sorted(n for n in inside if not is_ignored(n) and wanted(f"{found}/{n}/"))
        names = (n for n in sorted(files) if not is_ignored(n) and not is_unfinished(n, there))
        yield from (path for path in (f"{found}/{name}" for name in names) if wanted(path))


def stamp(root: Path, path: str, before: Stamp | None = None) -> Stamp:
    """The stamp of one file; ``before``, without reading the file, where that still fits.

    Raises SourceRefused for what is no file, too large, or cannot be read.
    """
    try:
        return _stamp(root / path, before)
    except OSError as error:
        why = of_system(error)
        raise SourceRefused(say("“{name}” cannot be read ({why}).", name=path, why=why)) from error


def _stamp(place: Path, before: Stamp | None) -> Stamp:
    found = place.stat()
    if not stat.S_ISREG(found.st_mode):
        raise SourceRefused(say("“{name}” is no file.", name=place.name))
    if found.st_size > LARGEST:
        raise SourceRefused(say("“{name}” is too large to be a source.", name=place.name))
    if before is not None and (before.size, before.mtime_ns) == (found.st_size, found.st_mtime_ns):
        return before
    return Stamp(found.st_size, found.st_mtime_ns, _sha256(place, found.st_size, found.st_mtime_ns))


@lru_cache(maxsize=20_000)
def _sha256(place: Path, size: int, mtime_ns: int) -> str:
    """The hash of a file's bytes; remembered as long as its size and time stay."""
    digest = hashlib.sha256()
    with place.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
