"""The files of a vault by name, and which of them a link leads to.

The order in which Obsidian looks was observed in the running app (1.13): an exact path first,
then the linking note's own folder, then the shortest path. Only names and paths count; aliases
and titles resolve nothing.
"""

import os
import posixpath
import time
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from pathlib import Path

from app.vault.conflicts import may_be_copy
from app.vault.names import LINKABLE, fold


@dataclass(frozen=True, slots=True)
class Resolution:
    """Where a link leads: ``path``, or None; ``candidates`` are all files that it could mean.

    With more than one candidate the link is ``ambiguous``: Obsidian takes the first, but the
    order of equals is not stable there.
    """

    path: str | None
    candidates: tuple[str, ...] = ()

    @property
    def ambiguous(self) -> bool:
        """Whether more than one file fits."""
        return len(self.candidates) > 1


_UNRESOLVED = Resolution(None)


def link_key(path: str) -> str:
    """The form in which paths and link targets are compared: NFC, plain spaces, lower case."""
    if path.isascii():
        return path.lower()
    spaced = path.replace("\u00a0", " ").replace("\u202f", " ")
    return unicodedata.normalize("NFC", spaced).lower()


def is_visible(path: str) -> bool:
    """Whether Obsidian knows the file: it can show it, and no part of its path is hidden."""
    if is_hidden_path(path):
        return False
    return path.rpartition(".")[2].lower() in LINKABLE


def is_hidden_path(path: str) -> bool:
    """Whether a file, or a folder that it lies in, begins with a dot: Obsidian looks into none of these."""
    return path.startswith(".") or "/." in path


class VaultFiles:
    """The files that Obsidian knows in a vault, as vault-relative paths with "/"."""

    def __init__(self, paths: Iterable[str] = ()) -> None:
        self._paths: set[str] = set()
        self._by_name: dict[str, dict[str, str]] = {}  # lower name: path: its key
        self._by_path: dict[str, set[str]] = {}
        self._stems: Counter[str] = Counter()
        self._doubled: set[str] = set()  # names that more than one file has
        self._maybe_copies: set[str] = set()  # by their names
        for path in paths:
            self.add(path)

    @classmethod
    def scan(cls, root: Path) -> "VaultFiles":
        """The files under ``root``; hidden folders are not entered."""
        return cls(scan_paths(root))

    def __contains__(self, path: object) -> bool:
        return path in self._paths

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._paths))

    def __len__(self) -> int:
        return len(self._paths)

    def add(self, path: str) -> None:
        """Take ``path`` in; one that Obsidian does not know is passed over."""
        if path in self._paths or not is_visible(path):
            return
        key = link_key(path)
        self._paths.add(path)
        if may_be_copy(path):
            self._maybe_copies.add(path)
        name = key.rpartition("/")[2]
        self._by_name.setdefault(name, {})[path] = key
        if len(self._by_name[name]) == 2:
            self._doubled.add(name)
        self._by_path.setdefault(key, set()).add(path)
        if key.endswith(".md"):
            self._stems[_folded_stem(path)] += 1

    def remove(self, path: str) -> None:
        """Forget ``path``, known or not."""
        if path not in self._paths:
            return
        key = link_key(path)
        self._paths.discard(path)
        self._maybe_copies.discard(path)
        name = posixpath.basename(key)
        _drop(self._by_name, name, path)
        if len(self._by_name.get(name, ())) == 1:
            self._doubled.discard(name)
        self._by_path[key].discard(path)
        if not self._by_path[key]:
            del self._by_path[key]
        if key.endswith(".md"):
            stem = _folded_stem(path)
            self._stems[stem] -= 1
            if not self._stems[stem]:
                del self._stems[stem]

    @property
    def paths(self) -> Set[str]:
        """All of them, in no order."""
        return self._paths

    @property
    def maybe_copies(self) -> Set[str]:
        """Those that a sync tool may have made of another file, as far as names tell."""
        return self._maybe_copies

    def doubled(self) -> set[str]:
        """The paths of which ``is_doubled`` is true."""
        return {path for name in self._doubled for path in self._by_name[name] if "/" in path}

    def names(self) -> Set[str]:
        """The folded names of all notes, folders left out: what no new note may be called."""
        return self._stems.keys()

    def is_doubled(self, path: str) -> bool:
        """Whether another file has the name of ``path``, so that a link by that name may mean either; a
        file that lies in the vault's own folder is meant before all others."""
        return "/" in path and link_key(posixpath.basename(path)) in self._doubled

    def alike(self, path: str) -> frozenset[str]:
        """The files with the name of ``path``, whatever their folder, itself included."""
        return frozenset(self._by_name.get(link_key(posixpath.basename(path)), ()))

    def resolve(self, link_path: str, source_path: str) -> Resolution:
        """The file that ``link_path`` (a link without "#…" and "|…") means in ``source_path``."""
        if not link_path.strip():
            return Resolution(source_path, (source_path,))
        target = self._with_extension(link_key(link_path.strip()))
        if target is None:
            return _UNRESOLVED
        folder = posixpath.dirname(source_path)
        if target.startswith(("./", "../")):
            return self._exact(posixpath.normpath(posixpath.join(link_key(folder), target)))
        if target.startswith("/"):
            return self._exact(target[1:])
        exact = self._exact(target)
        return exact if exact.path else self._by_suffix(target, f"{link_key(folder)}/")

    def shortest_link(self, path: str) -> str:
        """The link path that means ``path`` wherever it is written: its name, else its path."""
        name = posixpath.basename(path)
        alone = len(self._by_name.get(link_key(name), ())) == 1
        target = name if alone else path
        return target.removesuffix(".md")

    def named(self, stem: str) -> tuple[str, ...]:
        """The files called ``stem`` with an extension other than that of notes."""
        keys = (f"{link_key(stem)}.{extension}" for extension in sorted(LINKABLE - {"md"}))
        return tuple(path for key in keys for path in sorted(self._by_name.get(key, ())))

    def _with_extension(self, target: str) -> str | None:
        name = posixpath.basename(target)
        if "." in name and name in self._by_name:
            return target
        return f"{target}.md" if f"{name}.md" in self._by_name else None

    def _exact(self, key: str) -> Resolution:
        found = tuple(sorted(self._by_path.get(key, ())))
        return Resolution(found[0], found) if found else _UNRESOLVED

    def _by_suffix(self, target: str, own_folder: str) -> Resolution:
        named = self._by_name.get(posixpath.basename(target), {})
        fitting = [(path, key) for path, key in named.items() if key.endswith(f"/{target}")]
        fitting.sort(key=lambda pair: (not pair[1].startswith(own_folder), len(pair[0]), pair[0]))
        found = tuple(path for path, _ in fitting)
        return Resolution(found[0], found) if found else _UNRESOLVED


class FilesNow:
    """The files of a vault as they are now, looked at again only in folders that changed since.

    A folder changes when a name in it does, and its time says so; one that changed within the last
    two seconds is not trusted yet, since two changes may bear one time.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._files = VaultFiles()
        self._folders: dict[str, _Folder] = {}

    def current(self) -> VaultFiles:
        """The files that are there. Ask again later: the same object is brought up to date."""
        open_, seen = [""], set[str]()
        while open_:
            prefix = open_.pop()
            found = self._look(prefix)
            if found is not None:
                seen.add(prefix)
                open_ += [f"{prefix}{name}/" for name in found.inside]
        for prefix in self._folders.keys() - seen:
            self._change(prefix, self._folders.pop(prefix).files, frozenset())
        return self._files

    def _look(self, prefix: str) -> "_Folder | None":
        known = self._folders.get(prefix)
        place, now = self._root / prefix, time.time_ns()
        try:
            changed = place.stat().st_mtime_ns
            if known is not None and known.changed == changed:
                return known
            inside, files = _names_in(place)
        except OSError:
            return None
        self._change(prefix, known.files if known else frozenset(), files)
        settled = changed if changed < now - _SETTLED else None
        self._folders[prefix] = _Folder(settled, inside, files)
        return self._folders[prefix]

    def _change(self, prefix: str, before: frozenset[str], after: frozenset[str]) -> None:
        for name in before - after:
            self._files.remove(f"{prefix}{name}")
        for name in after - before:
            self._files.add(f"{prefix}{name}")


_SETTLED = 2_000_000_000  # nanoseconds; the coarsest clock of a file system in use, FAT's


@dataclass(frozen=True, slots=True)
class _Folder:
    """The names in a folder; ``changed`` is its time, None where that cannot be trusted yet."""

    changed: int | None
    inside: frozenset[str]
    files: frozenset[str]


def _names_in(place: Path) -> tuple[frozenset[str], frozenset[str]]:
    """The folders and the files in a folder that are not hidden."""
    inside, files = set(), set()
    with os.scandir(place) as entries:
        for entry in entries:
            if entry.name.startswith("."):
                continue
            if not entry.is_dir():
                files.add(entry.name)
            elif not entry.is_symlink():
                inside.add(entry.name)
    return frozenset(inside), frozenset(files)


def scan_paths(root: Path) -> Iterator[str]:
    """The vault-relative path of every file under ``root`` that is not hidden, in no order."""
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        relative = Path(folder).relative_to(root).as_posix()
        prefix = "" if relative == "." else f"{relative}/"
        yield from (f"{prefix}{name}" for name in files if not name.startswith("."))


def _folded_stem(path: str) -> str:
    return fold(path.rpartition("/")[2][: -len(".md")])


def _drop(index: dict[str, dict[str, str]], key: str, path: str) -> None:
    index[key].pop(path, None)
    if not index[key]:
        del index[key]
