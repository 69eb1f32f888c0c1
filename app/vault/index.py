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
from app.vault.files import Resolution, VaultFiles, is_visible, link_key, scan_paths
from app.vault.links import Link
from app.vault.rules import PLURALS, Folders


@dataclass(frozen=True, slots=True)
class IndexedNote:
    """What a note holds. ``links`` are those in its text and then those in its properties.

    ``problem`` says why its properties, or its bytes, cannot be read as Obsidian would;
    ``is_utf8`` is false where offsets are not those of the file. ``tables`` are the lines of
    each table, from 1, the last one not included; ``two_versions`` is the line in which version
    control says that two versions follow, 0 where none does.
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

    @classmethod
    def scan(cls, root: Path, folders: Folders | None = None) -> "VaultIndex":
        """Read every note under ``root`` that is not hidden."""
        index = cls(root, folders or Folders())
        for path in sorted(scan_paths(root)):
            index._read(path)
        for path in index.notes:
            index._link(path)
        return index

    def refresh(self, changed: Iterable[str]) -> None:
        """Look again at files that were made, changed or removed; a folder stands for its files."""
        paths = {path for each in changed for path in self._with_files_below(each)}
        touched = set(paths)
        for path in paths:
            existed = path in self.files
            self._forget(path)
            self._read(path)
            if existed != (path in self.files):
                touched |= self._mentions.get(_name_key(path), set())
        for path in sorted(touched):
            if path in self.notes:
                self._link(path)

    def outgoing(self, path: str) -> tuple[Outgoing, ...]:
        """The links of a note, in the order of ``IndexedNote.links``."""
        return self._outgoing.get(path, ())

    def incoming(self, path: str) -> frozenset[str]:
        """The other notes that link to a file."""
        return frozenset(self._incoming.get(path, ())) - {path}

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
        if path in self.files or is_visible(path):
            return [path]
        below = [known for known in self.files if known.startswith(f"{path}/")]
        folder = self.root / path
        if folder.is_dir() and not any(part.startswith(".") for part in path.split("/")):
            below += [f"{path}/{name}" for name in scan_paths(folder)]
        return below

    def _read(self, path: str) -> None:
        file = self.root / path
        if not is_visible(path) or not file.is_file():
            return
        if path.lower().endswith(".md"):
            self.notes[path] = _read_file(path, file)
        self.files.add(path)

    def _forget(self, path: str) -> None:
        self._unlink(path)
        self.files.remove(path)
        self.notes.pop(path, None)

    def _link(self, path: str) -> None:
        self._unlink(path)
        note = self.notes[path]
        found = [Outgoing(link, self.files.resolve(link.path, path)) for link in note.links]
        self._outgoing[path] = tuple(found)
        for each in found:
            self._mentions[_name_key(each.link.path)].add(path)
            if each.resolution.path:
                self._incoming[each.resolution.path].add(path)

    def _unlink(self, path: str) -> None:
        for each in self._outgoing.pop(path, ()):
            self._mentions[_name_key(each.link.path)].discard(path)
            if each.resolution.path:
                self._incoming[each.resolution.path].discard(path)


def _name_key(path: str) -> str:
    """The name in a path or link path by which both find each other."""
    return posixpath.basename(link_key(path.strip())).removesuffix(".md")
