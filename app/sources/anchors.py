"""Where in the vault each block of a source can be linked.

A Markdown note is linked by its headings, everything else through its edition, by block ids. Rules
of Obsidian for headings in links: interop notes, section 1.5 (``stripHeadingForLink`` of its API
for writing; for matching, marks become blanks, case is ignored, segments match in order, deeper
ones below, first heading that fits).
"""

import re
from collections.abc import Sequence
from hashlib import sha256
from pathlib import PurePath

from app.sources.document import BlockKind, Document

_UNWRITABLE = re.compile(r"[:#|^\\\r\n]|%%|\[\[|\]\]|[`*]")
_UNMATCHED = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\r\n]")
_ID_LENGTH = 6

Heading = tuple[int, str]  # level, words


def is_shown_by_obsidian(name: str) -> bool:
    """Whether Obsidian opens the file itself as a note, so that its headings can be linked."""
    return PurePath(name).suffix.lower() == ".md"


def anchors(document: Document, name: str = "") -> tuple[str, ...]:
    """For each block the subpath that leads to it, without "#"; empty for the top of the file."""
    linked_by_heading = is_shown_by_obsidian(name) if name else document.format == "markdown"
    return heading_anchors(document) if linked_by_heading else block_ids(document)


def heading_anchors(document: Document) -> tuple[str, ...]:
    """For each block the path of the heading above it."""
    headings = [
        (block.level, document.text[block.start : block.end])
        for block in document.blocks
        if block.kind is BlockKind.HEADING
    ]
    paths = heading_paths(headings)
    found: list[str] = []
    passed = 0
    for block in document.blocks:
        passed += block.kind is BlockKind.HEADING
        found.append(paths[passed - 1] if passed else "")
    return tuple(found)


def heading_paths(headings: Sequence[Heading]) -> list[str]:
    """For each heading the shortest path that leads to it and to no other; empty if none does."""
    segments = [_segment(words) for _, words in headings]
    keys = [_key(segment) for segment in segments]
    places: dict[str, list[int]] = {}
    for index, key in enumerate(keys):
        places.setdefault(key, []).append(index)
    found: list[str] = []
    open_: list[int] = []
    for index, (level, _) in enumerate(headings):
        while open_ and headings[open_[-1]][0] >= level:
            open_.pop()
        found.append(_path(index, open_, segments, keys, places, headings))
        open_.append(index)
    return found


def _path(
    index: int,
    above: list[int],
    segments: list[str],
    keys: list[str],
    places: dict[str, list[int]],
    headings: Sequence[Heading],
) -> str:
    if not keys[index]:
        return ""
    if len(places[keys[index]]) == 1:
        return segments[index]
    # with a duplicate, the way must begin at a heading above that is unique
    for number in range(len(above) - 1, -1, -1):
        way = [*above[number:], index]
        unique = len(places[keys[way[0]]]) == 1
        if unique and all(keys[step] for step in way) and _leads(way, keys, headings) == index:
            return "#".join(segments[step] for step in way)
    return ""


def _leads(way: list[int], keys: list[str], headings: Sequence[Heading]) -> int | None:
    """Where Obsidian ends up: the first deeper heading after each step that matches the next."""
    place = way[0]
    for step in way[1:]:
        level = headings[place][0]
        for later in range(place + 1, len(headings)):
            if headings[later][0] <= level:
                return None
            if keys[later] == keys[step]:
                place = later
                break
        else:
            return None
    return place


def _segment(words: str) -> str:
    return " ".join(_UNWRITABLE.sub(" ", words).split())


def _key(segment: str) -> str:
    return " ".join(_UNMATCHED.sub(" ", segment).lower().split())


def block_ids(document: Document) -> tuple[str, ...]:
    """For each block its id in the edition: "^p-" and a hash of its words and their occurrence.

    A table's rows share the id of the table (Obsidian gives parts of a table none). An id depends
    on nothing but the words up to there, so that it stays when other parts of the source change.
    """
    seen: dict[str, int] = {}
    taken: set[str] = set()
    found: list[str] = []
    for index, block in enumerate(document.blocks):
        if _continues_table(document, index):
            found.append(found[-1])
            continue
        words = document.text[block.start : block.end]
        seen[words] = seen.get(words, 0) + 1
        new = _id(words, seen[words], taken)
        taken.add(new)
        found.append(new)
    return tuple(found)


def _continues_table(document: Document, index: int) -> bool:
    """Whether a row belongs to the table of the block before it."""
    block = document.blocks[index]
    if index == 0 or block.kind is not BlockKind.ROW or block.header:
        return False
    return document.blocks[index - 1].kind is BlockKind.ROW


def _id(words: str, occurrence: int, taken: set[str]) -> str:
    salt = 0
    while True:
        text = f"{words}\x00{occurrence}" + (f"\x00{salt}" if salt else "")
        new = "^p-" + sha256(text.encode()).hexdigest()[:_ID_LENGTH]
        if new not in taken:
            return new
        salt += 1
