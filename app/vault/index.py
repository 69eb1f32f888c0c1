"""All notes of a vault, read once: what each holds, and who links to whom.

When files come, go or change, only they and the notes whose links mention their names are looked
at again, so that a change costs what it touches, not what the vault holds.
"""

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from app.vault import conflicts, frontmatter, links, markdown
from app.vault.files import Resolution, VaultFiles, is_hidden_path, is_visible, scan_paths
from app.vault.links import Link
from app.vault.names import fold
from app.vault.rules import PLURALS, Folders


@dataclass(frozen=True, slots=True)
class IndexedNote:
    """What a note holds. ``links`` are those in its text and then those in its properties.

    ``problem`` says why its properties, or its bytes, cannot be read as Obsidian would;
    ``is_utf8`` is false where offsets are not those of the file. ``tables`` are the lines of
    each table, from 1, the last one not included; ``two_versions`` is the line in which version
    control says that two versions follow, ``open_fence`` that of a code fence that nothing closes, 0 where
    there is none.
    """

    path: str
    properties: Mapping[str, Any]
    aliases: tuple[str, ...] = ()
    headings: tuple[markdown.Heading, ...] = ()
    block_ids: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    tables: tuple[tuple[int, int], ...] = ()
    problem: str | None = None
    is_utf8: bool = True
    two_versions: int = 0
    open_fence: int = 0

    @property
    def stem(self) -> str:
        """The note's name, by which it is linked."""
        return posixpath.basename(self.path)[: -len(".md")]

    def in_table(self, link: Link) -> bool:
        """Whether a link stands in a table, where a pipe needs a backslash."""
        return any(first <= link.line < last for first, last in self.tables)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A link and where it leads."""

    link: Link
    resolution: Resolution


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What a look at changed files did: the files that were ``read``, the notes whose links were looked
    up again (``linked``), and the files that gained or lost a link of theirs (``targets``)."""

    read: frozenset[str]
    linked: frozenset[str]
    targets: frozenset[str]


def read_note(path: str, content: bytes) -> IndexedNote:
    """The note at ``path`` whose file holds ``content``; never raises."""
    try:
        text, is_utf8 = content.decode(), True
    except UnicodeDecodeError:
        text, is_utf8 = content.decode(errors="replace"), False
    note = frontmatter.read(text)
    return IndexedNote(
        path=path,
        properties=MappingProxyType(note.properties),
        aliases=_aliases(note.properties.get("aliases")),
        headings=markdown.headings(text),
        block_ids=tuple(block.id for block in markdown.block_ids(text)),
        links=(*links.find(text), *links.property_links(note.properties, text)),
        tables=markdown.table_lines(text),
        problem=note.problem if is_utf8 else "The file is not UTF-8.",
        is_utf8=is_utf8,
        two_versions=conflicts.marker_line(text),
        open_fence=markdown.open_fence(text),
    )


def _read_file(path: str, file: Path) -> IndexedNote:
    try:
        return read_note(path, file.read_bytes())
    except OSError as error:
        words = f"The file cannot be read: {error.strerror}."
        return IndexedNote(path, MappingProxyType({}), problem=words, is_utf8=False)


def _aliases(value: object) -> tuple[str, ...]:
    """The aliases that Obsidian takes: words, in a list or alone; numbers and nothing are not."""
    items = value if isinstance(value, list) else [value]
    return tuple(item for item in items if isinstance(item, str) and item.strip())


@dataclass
class VaultIndex:
    """The notes of a vault and the links between them."""

    root: Path
    folders: Folders = field(default_factory=Folders)
    files: VaultFiles = field(default_factory=VaultFiles)
    notes: dict[str, IndexedNote] = field(default_factory=dict)
    _outgoing: dict[str, tuple[Outgoing, ...]] = field(default_factory=dict)
    _incoming: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _mentions: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _into: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _bracketed: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _called: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _maybe_copies: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    _copy_of: dict[str, str | None] = field(default_factory=dict)
    _unseen: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    @classmethod
    def scan(cls, root: Path, folders: Folders | None = None) -> "VaultIndex":
        """Read every note under ``root`` that is not hidden."""
        index = cls(root, folders or Folders())
        for path in sorted(scan_paths(root)):
            index._read(path)
        for path in index.notes:
            index._link(path)
        return index

    def refresh(self, changed: Iterable[str]) -> Refreshed:
        """Look again at files that were made, changed or removed; a folder stands for its files."""
        paths = self.concerned(changed)
        before = {path: self.targets(path) for path in paths}
        touched = set(paths)
        for path in paths:
            existed = self.has(path)
            self._forget(path)
            self._read(path)
            if existed != self.has(path):
                touched |= self.mentioning(path)
        before |= {path: self.targets(path) for path in touched - paths}
        for path in sorted(touched):
            if path in self.notes:
                self._link(path)
        moved = (targets ^ self.targets(path) for path, targets in before.items())
        return Refreshed(frozenset(paths), frozenset(touched), frozenset().union(*moved))

    def concerned(self, changed: Iterable[str]) -> set[str]:
        """The files that ``changed`` stands for: a folder for those in it."""
        return {path for each in changed for path in self._with_files_below(each)}

    def mentioning(self, name: str) -> frozenset[str]:
        """The notes with a link that says this name, whatever it leads to; a path stands for its name."""
        return frozenset(self._mentions.get(_name_key(name), ()))

    def called(self, name: str) -> list[str]:
        """The notes that have this name (folded) as an alias, by path; copies are left out."""
        return [path for path in sorted(self._called.get(name, ())) if self.copy_of(path) is None]

    def has(self, path: str) -> bool:
        """Whether there is such a file, whether Obsidian shows it or not."""
        return path in self.files or path in self._unseen.get(_name_key(path), ())

    def unseen(self, link_path: str) -> str:
        """The path of a file that is there, that this leads to by its name or path, and that Obsidian does
        not see; "" where there is none."""
        found = sorted(self._unseen.get(_name_key(link_path), ()))
        wanted = fold(link_path.strip().lstrip("/"))
        for path in found:
            if f"/{fold(path)}".endswith(f"/{wanted}"):
                return path
        hidden = link_path.strip()
        if not is_hidden_path(hidden) or ".." in hidden or "\0" in hidden:
            return ""
        names = (hidden, f"{hidden}.md")
        return next((name for name in names if (self.root / name).is_file()), "")

    def maybe_copies(self, path: str) -> frozenset[str]:
        """The notes that may be copies of the one at ``path``, as far as their names tell."""
        return frozenset(self._maybe_copies.get(path, ()))

    def outgoing(self, path: str) -> tuple[Outgoing, ...]:
        """The links of a note, in the order of ``IndexedNote.links``."""
        return self._outgoing.get(path, ())

    def incoming(self, path: str) -> frozenset[str]:
        """The other notes that link to a file."""
        return frozenset(self._incoming.get(path, ())) - {path}

    def targets(self, path: str) -> frozenset[str]:
        """The files that a note links to."""
        found = (each.resolution.path for each in self._outgoing.get(path, ()))
        return frozenset(target for target in found if target)

    def linking_into(self, path: str) -> frozenset[str]:
        """The notes, itself included, with a link to a part of a note: a heading or a block."""
        return frozenset(self._into.get(path, ()))

    def in_brackets(self, name: str) -> frozenset[str]:
        """The notes with this name (folded) and something in brackets behind it, which tells them apart."""
        return frozenset(self._bracketed.get(name, ()))

    def is_generated(self, path: str) -> bool:
        """Whether a note is a compiled page: in the wiki, with an id and a kind of page, and no copy."""
        note = self.notes.get(path)
        if note is None or not path.startswith(f"{self.folders.wiki}/"):
            return False
        if self.copy_of(path) is not None:
            return False
        return bool(note.properties.get("id")) and note.properties.get("kind") in PLURALS

    def copy_of(self, path: str) -> str | None:
        """The path of the note of which a sync tool made this copy, whether that is still there or not;
        None for any other note."""
        if path not in self._copy_of:
            self._copy_of[path] = self._looked_up_copy(path)
        return self._copy_of[path]

    def _looked_up_copy(self, path: str) -> str | None:
        folder, slash, name = path.rpartition("/")
        if original := conflicts.original_of(name):
            return f"{folder}{slash}{original}"
        found = conflicts.original_among(path, self.notes)
        return found if found is not None and self._are_alike(path, found) else None

    def _are_alike(self, path: str, other: str) -> bool:
        """Whether two notes are versions of one: a compiled page has an id of its own."""
        ids = [self.notes[each].properties.get("id") for each in (path, other)]
        if any(ids):
            return ids[0] == ids[1]
        try:
            texts = [(self.root / each).read_text("utf-8", "replace") for each in (path, other)]
        except OSError:
            return False
        return conflicts.alike(*texts)

    def _with_files_below(self, path: str) -> Iterable[str]:
        if self.has(path) or is_visible(path):
            return [path]
        if not is_hidden_path(path) and (self.root / path).is_file():
            return [path]
        unseen = (each for paths in self._unseen.values() for each in paths)
        below = [known for known in (*self.files, *unseen) if known.startswith(f"{path}/")]
        folder = self.root / path
        if folder.is_dir() and not any(part.startswith(".") for part in path.split("/")):
            below += [f"{path}/{name}" for name in scan_paths(folder)]
        return below

    def _read(self, path: str) -> None:
        file = self.root / path
        if is_hidden_path(path) or not file.is_file():
            return
        if not is_visible(path):
            self._unseen[_name_key(path)].add(path)
            return
        if path.lower().endswith(".md"):
            note = self.notes[path] = _read_file(path, file)
            for name in _names(note):
                self._called[name].add(path)
            self._bracketed[_before_bracket(note.stem)].add(path)
            if original := conflicts.maybe_original(path):
                self._maybe_copies[original].add(path)
        self.files.add(path)

    def _forget(self, path: str) -> None:
        self._unlink(path)
        self.files.remove(path)
        self._unseen.get(_name_key(path), set()).discard(path)
        note = self.notes.pop(path, None)
        for name in _names(note) if note else ():
            self._called[name].discard(path)
        if note is not None:
            self._bracketed[_before_bracket(note.stem)].discard(path)
        self._maybe_copies.get(conflicts.maybe_original(path), set()).discard(path)
        for each in (path, *self.maybe_copies(path)):
            self._copy_of.pop(each, None)

    def _link(self, path: str) -> None:
        self._unlink(path)
        note = self.notes[path]
        found = [Outgoing(link, self.files.resolve(link.path, path)) for link in note.links]
        self._outgoing[path] = tuple(found)
        for each in found:
            self._mentions[_name_key(each.link.path)].add(path)
            if each.resolution.path:
                self._incoming[each.resolution.path].add(path)
                if each.link.subpath:
                    self._into[each.resolution.path].add(path)

    def _unlink(self, path: str) -> None:
        for each in self._outgoing.pop(path, ()):
            self._mentions[_name_key(each.link.path)].discard(path)
            if each.resolution.path:
                self._incoming[each.resolution.path].discard(path)
                self._into[each.resolution.path].discard(path)


def _names(note: IndexedNote) -> set[str]:
    return {fold(alias.strip()) for alias in note.aliases}


def _before_bracket(stem: str) -> str:
    """The name before a bracket in a stem; "" where there is none."""
    return fold(stem[: stem.rfind(" (")]) if " (" in stem else ""


def _name_key(path: str) -> str:
    """The name in a path or link path by which both find each other, and an alias as well."""
    return fold(posixpath.basename(path.strip())).removesuffix(".md")
