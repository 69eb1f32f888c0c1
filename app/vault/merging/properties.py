"""The properties of a merged page, key by key, on what they mean: Obsidian writes the whole block
anew when one of them is edited, and that is no edit of the others."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from app.vault import frontmatter
from app.vault.frontmatter import Note
from app.vault.merging.offers import PROPERTIES, Offer
from app.vault.merging.page import Canonical, linked

_MISSING = object()
_REMARK = re.compile(r"^[ \t]*#|[ \t]#", re.MULTILINE)
_KEY = re.compile(r"""(?P<key>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#'"\[\]{},:-][^#]*?):(?:\s|$)""")


def merged_properties(
    base: str, theirs: str, new: str, canonical: Canonical
) -> tuple[str, list[Offer]]:
    """The head of the merged page, fences included, and what is offered for it.

    Ours as it is where nothing of a person's differs, else theirs with the smallest edit. A block of
    theirs that cannot be read stays as it is.
    """
    heads = [text[: frontmatter.body_offset(text)] for text in (base, theirs, new)]
    notes = [frontmatter.read(text) for text in (base, theirs, new)]
    if notes[1].problem or notes[0].problem or notes[2].problem:
        changed = notes[0].properties != notes[2].properties
        return heads[1], [Offer(PROPERTIES, heads[1], heads[2])] if changed else []
    before, here, now = (note.properties for note in notes)
    merging = _Properties(before, here, now, canonical)
    wanted = merging.merged()
    if merging.is_ours(wanted) and not _REMARK.search(heads[1]):
        return heads[2], []
    return _written(heads[1], notes[1], wanted, merging)


def _written(
    head: str, theirs: Note, wanted: dict[str, Any], merging: "_Properties"
) -> tuple[str, list[Offer]]:
    """Theirs, edited as little as gives what is wanted; theirs as it is where nothing does."""
    offers = [Offer(PROPERTIES, *_both(head, key, ours)) for key, ours in merging.offered.items()]
    if list(theirs.properties.items()) == list(wanted.items()):
        return head, offers
    edited = _edited(head, theirs, wanted)
    if edited is not None:
        return edited, offers
    anew = _anew(head, theirs, wanted)
    if anew is not None:
        return anew, offers
    return head, [*offers, Offer(PROPERTIES, head, merging.ours())]


def _anew(head: str, theirs: Note, wanted: dict[str, Any]) -> str | None:
    """The whole block in our words, where that loses nothing of theirs; else None."""
    if _REMARK.search(head) or not all(key in head for key in theirs.properties):
        return None
    try:
        return frontmatter.dump(wanted)
    except TypeError:  # what Obsidian cannot show either
        return None


def _both(head: str, key: str, ours: object) -> tuple[str, str]:
    """Lines of a property as theirs has them, and as ours would be."""
    lines = head.split("\n")
    first, last = _ranges(lines).get(key, (0, 0))
    return "\n".join(lines[first:last]), _lines_of(key, ours)


def _lines_of(key: str, value: object, held: Mapping[str, str] = MappingProxyType({})) -> str:
    """The lines of a property; those of items that are ``held`` stay as they were written."""
    if value is _MISSING:
        return ""
    lines = frontmatter.dump({key: value}).split("\n")[1:-2]
    if held and isinstance(value, list) and len(lines) == 1 + len(value):
        lines[1:] = [held.get(repr(v), line) for v, line in zip(value, lines[1:], strict=True)]
    return "\n".join(lines)


def _items_by_line(lines: Sequence[str], value: object) -> Iterator[tuple[str, str]]:
    """The items of a list that is written an item a line, with these lines."""
    items = [line for line in lines[1:] if not line.lstrip().startswith("#")]
    alike = all(re.match(r"  - \S", line) for line in items)
    if isinstance(value, list) and alike and len(items) == len(value):
        yield from ((repr(v), line) for v, line in zip(value, items, strict=True))


def _edited(head: str, theirs: Note, wanted: Mapping[str, Any]) -> str | None:
    """``head`` with the properties that are other than wanted replaced; None if that cannot be done
    line by line."""
    lines = head.split("\n") if head else ["---", "---", ""]
    ranges = _ranges(lines)
    if set(ranges) != set(theirs.properties):
        return None
    try:
        for key, (first, last) in sorted(ranges.items(), key=lambda r: -r[1][0]):
            remarks = [line for line in lines[first:last] if line.lstrip().startswith("#")]
            if key not in wanted:
                lines[first:last] = remarks
            elif not _same(wanted[key], theirs.properties[key]):
                held = dict(_items_by_line(lines[first:last], theirs.properties[key]))
                anew = _lines_of(key, wanted[key], held).split("\n")
                lines[first:last] = [*anew, *remarks]
        _insert(lines, wanted)
    except TypeError:
        return None
    edited = "\n".join(lines)
    return edited if frontmatter.read(edited).properties == wanted else None


def _insert(lines: list[str], wanted: Mapping[str, Any]) -> None:
    """Put in the properties that are missing, each behind the one that it is to stand behind."""
    before = ""
    for key, value in wanted.items():
        ranges = _ranges(lines)
        if key not in ranges:
            at = ranges[before][1] if before else 1
            lines[at:at] = _lines_of(key, value).split("\n")
        before = key


def _same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


def _ranges(lines: list[str]) -> dict[str, tuple[int, int]]:
    """The lines of each property of a block, fences included: its own, and what hangs on it."""
    found: dict[str, tuple[int, int]] = {}
    key = ""
    for number, line in enumerate(lines[1:], 1):
        if re.match(r"---[ \t]*$", line):
            break
        if match := _KEY.match(line):
            key = _unquoted(match["key"])
            found[key] = (number, number + 1)
        elif key and re.match(r"[ \t]+\S|-(?:\s|$)", line):
            found[key] = (found[key][0], number + 1)
    return found


def _unquoted(key: str) -> str:
    note = frontmatter.read(f"---\n{key}:\n---\n") if key[0] in "\"'" else None
    return next(iter(note.properties), key) if note else key.strip()


@dataclass
class _Properties:
    base: dict[str, Any]
    theirs: dict[str, Any]
    new: dict[str, Any]
    canonical: Canonical
    offered: dict[str, object] = field(default_factory=dict)

    def merged(self) -> dict[str, Any]:
        """What the merged page has, in the order of theirs, new ones behind those that they follow
        in the new text."""
        found = {key: value for key in self.theirs if (value := self._of(key)) is not _MISSING}
        before = ""
        for key in self.new:
            if key not in self.theirs and key not in self.base:
                found = _behind(found, before, key, self.new[key])
            before = key if key in found else before
        return found

    def is_ours(self, wanted: Mapping[str, Any]) -> bool:
        """Whether the merged properties mean what the new text has, so that it can stand as it is."""
        alike = wanted.keys() == self.new.keys() and not self.offered
        return alike and all(self.alike(wanted[key], self.new[key]) for key in wanted)

    def ours(self) -> str:
        """The block of the new text."""
        return frontmatter.dump(self.new)

    def alike(self, one: object, other: object) -> bool:
        """Whether two values mean the same: links by where they lead, lists whatever their order."""
        if isinstance(one, list) or isinstance(other, list):
            ones, others = self._items(one), self._items(other)
            return len(ones) == len(others) and all(any(_same(a, b) for b in others) for a in ones)
        return _same(self._meant(one), self._meant(other))

    def _of(self, key: str) -> object:
        base, theirs, new = (p.get(key, _MISSING) for p in (self.base, self.theirs, self.new))
        if new is not _MISSING and self.alike(theirs, new):
            return theirs
        if self.alike(theirs, base):
            return new
        if new is not _MISSING and self.alike(new, base):
            return theirs
        if isinstance(theirs, list) and new is not _MISSING:
            return self._joined(base, theirs, new)
        if base is not _MISSING or new is not _MISSING:
            self.offered[key] = new
        return theirs

    def _joined(self, base: object, theirs: list[Any], new: object) -> list[Any]:
        """A list of theirs with what is new in it and without what is no longer."""
        before, now = self._items(base), self._items(new)
        here = self._items(theirs)
        stays = [
            item
            for item, meant in zip(theirs, here, strict=True)
            if meant in now or meant not in before
        ]
        listed = new if isinstance(new, list) else [new]
        return stays + [
            item
            for item, meant in zip(listed, now, strict=True)
            if meant not in before and meant not in here
        ]

    def _items(self, value: object) -> list[object]:
        if value is _MISSING or value is None:
            return []
        return [self._meant(item) for item in (value if isinstance(value, list) else [value])]

    def _meant(self, value: object) -> object:
        return linked(value, self.canonical).strip() if isinstance(value, str) else value


def _behind(found: dict[str, Any], before: str, key: str, value: object) -> dict[str, Any]:
    """``found`` with a key behind another, or first."""
    if not before:
        return {key: value, **found}
    result: dict[str, Any] = {}
    for each, held in found.items():
        result[each] = held
        if each == before:
            result[key] = value
    return result
