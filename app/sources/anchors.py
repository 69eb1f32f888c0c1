"""The subpaths by which Obsidian finds a heading or a block.

A heading's path is as short as it can be and leads to one heading only, by Obsidian's rules
(interop notes, 1.5): marks become blanks, case does not count, segments match in order, each found
after the one before.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from pathlib import PurePath

from app.sources.document import BlockKind, Document
from app.vault.links import heading_text_for_link

_NOT_COMPARED = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\r\n]+|\s+")
# a link inside a heading: how Obsidian spells it in a subpath is not known
_UNLINKABLE = re.compile(r"\[\[|\]\(|<[A-Za-z/!?]")
_ID_LENGTH = 6  # hex digits, as in the editions of the example pages
_LARGEST_ID = 40

Heading = tuple[int, str]  # level, raw words


def needs_edition(name: str) -> bool:
    """Whether Obsidian cannot show or link into a file of this name, so that it gets an edition.

    Its help, "Accepted file formats": of the formats read here only .md, and .pdf by pages.
    """
    return PurePath(name).suffix.lower() not in (".md", ".pdf")


def has_pages(name: str) -> bool:
    """Whether Obsidian links into a file of this name by its pages (``#page=3``)."""
    return PurePath(name).suffix.lower() == ".pdf"


def heading_paths(found: Sequence[Heading]) -> list[str]:
    """For each heading the shortest path that leads to it; that of one above it if none does."""
    segments = ["" if _UNLINKABLE.search(raw) else heading_text_for_link(raw) for _, raw in found]
    keys = [" ".join(_NOT_COMPARED.sub(" ", raw).split()).lower() for _, raw in found]
    places: dict[str, list[int]] = {}
    for index, key in enumerate(keys):
        places.setdefault(key, []).append(index)
    paths: list[str] = []
    above: list[int] = []
    for index, (level, _) in enumerate(found):
        while above and found[above[-1]][0] >= level:
            above.pop()
        way = _way([*above, index], segments, keys, places)
        path = "#".join(segments[step] for step in way)
        paths.append(path or (paths[above[-1]] if above else ""))
        above.append(index)
    return paths


def _way(
    chain: list[int], segments: list[str], keys: list[str], places: dict[str, list[int]]
) -> list[int]:
    """The shortest end of ``chain`` (a heading and those above it) that leads to its last one."""
    for number in range(len(chain) - 1, -1, -1):
        way = chain[number:]
        if not segments[way[0]] or not keys[way[0]]:
            return []
        unique = len(places[keys[way[0]]]) == 1
        if unique and all(_is_next(step, to, keys, places) for step, to in pairwise(way)):
            return way
    return []


def _is_next(place: int, target: int, keys: list[str], places: dict[str, list[int]]) -> bool:
    """Whether ``target`` is the first heading of its words after ``place``."""
    same = places[keys[target]]
    return same[bisect_right(same, place)] == target


def block_ids(document: Document) -> tuple[str, ...]:
    """For each block its id: "^p-" and a hash of its words and their occurrence.

    A table's rows share the id of the table (Obsidian gives parts of a table none). An id depends
    on nothing but the words up to there, so that it stays when other parts of the source change.
    """
    seen: dict[str, int] = {}
    taken: set[str] = set()
    found: list[str] = []
    for index, block in enumerate(document.blocks):
        if continues_table(document, index):
            found.append(found[-1])
            continue
        words = document.text[block.start : block.end]
        seen[words] = seen.get(words, 0) + 1
        new = _id(words, seen[words], taken)
        taken.add(new)
        found.append(new)
    return tuple(found)


def continues_table(document: Document, index: int) -> bool:
    """Whether a row belongs to the same table as the block before it."""
    block = document.blocks[index]
    if index == 0 or block.kind is not BlockKind.ROW or block.header:
        return False
    before = document.blocks[index - 1]
    if before.kind is not BlockKind.ROW:
        return False
    return block.parent in (index - 1, before.parent)


def _id(words: str, occurrence: int, taken: set[str]) -> str:
    """A new id; one more digit as long as another block has it."""
    digest = sha256(f"{words}\x00{occurrence}".encode()).hexdigest()
    for length in range(_ID_LENGTH, _LARGEST_ID):
        new = f"^p-{digest[:length]}"
        if new not in taken:
            return new
    raise AssertionError("two blocks with one hash")
