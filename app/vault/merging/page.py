"""A page's body taken apart into sections, and those into what can be kept, changed or moved alone.

Taking apart loses nothing: gaps and texts put together again are the body, to the character.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise

from app.vault import frontmatter, markdown

Canonical = Callable[[str], str]


class Sort(StrEnum):
    """What a part of a page is."""

    HEADING = "heading"
    PIECE = "piece"  # what of a paragraph ends in its footnote marks; without marks, all of it
    ITEM = "item"  # of a list, with the lines below it
    QUOTE = "quote"  # callouts too
    TABLE = "table"
    NOTE = "note"  # a footnote's definition
    OTHER = "other"  # code, HTML, rules
    LINE = "line"  # of an item, a quote or a table that is looked into


LINED = frozenset({Sort.QUOTE, Sort.TABLE})
"""What holds several statements, a line each."""


@dataclass(slots=True, eq=False)
class Unit:
    """A part of a page: its ``text``, and the ``gap`` before it.

    ``labels`` are the footnotes that it uses, by which a statement is known whatever its words;
    ``plain`` is what counts of the text when two are compared. ``at`` is its place among all parts
    of the page, headings included, ``section`` the number of the section that it is in, ``under`` the
    heading of that as it is compared, ``paragraph`` the place of the first piece of its paragraph.
    """

    sort: Sort
    text: str
    gap: str
    labels: frozenset[str]
    plain: str
    at: int = 0
    section: int = 0
    under: str = ""
    paragraph: int = -1

    @property
    def name(self) -> str:
        """The label that a definition defines; empty for anything else."""
        match = NOTE_START.match(self.text) if self.sort is Sort.NOTE else None
        return match[1] if match else ""


@dataclass(slots=True, eq=False)
class Section:
    """A heading and what follows it up to the next; the first section of a page has none."""

    heading: Unit | None
    units: list[Unit] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The heading as it is compared: without signs, whatever its level."""
        return self.heading.plain.strip("#= -\n").casefold() if self.heading else ""


@dataclass(slots=True, eq=False)
class Page:
    """A text taken apart: ``head`` are the properties with their fences, ``tail`` is what follows
    the last part. The first section is what stands before any heading."""

    head: str
    sections: list[Section]
    tail: str

    @property
    def units(self) -> list[Unit]:
        """All parts but headings, in order."""
        return [unit for section in self.sections for unit in section.units]


NOTE_START = re.compile(r"^ {0,3}\[\^([^\]\[\s]+)\]:")
_MARKS = re.compile(r"(?:\[\^[^\]\[\s]+\](?!:))+")
_MARK = re.compile(r"\[\^([^\]\[\s]+)\](?!:)")
_SPACE = re.compile(r"\s*")
_BULLET = re.compile(r"^[ \t]*(?:[-+*]|\d{1,9}[.)])[ \t]+")
_WIKILINK = re.compile(r"\[\[([^\[\]|#\n\\]*)(#[^\[\]|\n\\]*)?(?:\\?\|([^\[\]\n]*))?\]\]")
_PIPE = re.compile(r"[ \t]*(?<!\\)\|[ \t]*")
_RULING = re.compile(r"^\|?(?::?-+:?\|)+(?::?-+:?)?$")
# What would open a heading, a quote, a list, code, a table, HTML or math at the start of a line.
_OPENS_BLOCK = re.compile(r"[#>=|<:]|[-+*](?:[-+*\s]|$)|\d{1,9}[.)]|```|~~~|\$\$|%%")
_SORTS = {
    "heading": Sort.HEADING,
    "list_item": Sort.ITEM,
    "blockquote": Sort.QUOTE,
    "table": Sort.TABLE,
}


def parsed(text: str, canonical: Canonical) -> Page:
    """A page taken apart; line ends must be single line feeds. Nothing raises."""
    offset = frontmatter.body_offset(text)
    body = text[offset:]
    seen = markdown.masked(text)[offset:] if len(text) else ""
    return _Reading(text[:offset], body, seen, canonical).page()


def lines_of(unit: Unit, canonical: Canonical) -> list[Unit]:
    """The lines of a part, as parts of their own; the first has no gap."""
    found = []
    for number, line in enumerate(unit.text.split("\n")):
        gap = "\n" if number else ""
        labels = frozenset(_MARK.findall(line))
        plain = _plain(Sort.TABLE if unit.sort is Sort.TABLE else Sort.LINE, line, canonical)
        found.append(Unit(Sort.LINE, line, gap, labels, plain, number))
    return found


def split_at(unit: Unit, between: str, canonical: Canonical) -> list[Unit]:
    """A part cut at each ``between``, which becomes the gap of what follows it."""
    return [
        Unit(Sort.LINE, t, between if n else "", frozenset(), _plain(Sort.LINE, t, canonical), n)
        for n, t in enumerate(unit.text.split(between))
    ]


def linked(text: str, canonical: Canonical) -> str:
    """``text`` with each link's target as the caller's ``canonical`` has it."""

    def one(match: re.Match[str]) -> str:
        display = "" if match[3] is None else f"|{match[3].strip()}"
        return f"[[{canonical(match[1].strip())}{match[2] or ''}{display}]]"

    return _WIKILINK.sub(one, text) if "[[" in text else text


def _plain(sort: Sort, text: str, canonical: Canonical) -> str:
    """What counts of a text: no blanks at line ends, no padding of cells, links by where they lead."""
    lines = linked(text, canonical).split("\n")
    if sort is Sort.TABLE:
        lines = [_PIPE.sub("|", line).strip() for line in lines]
        lines = [re.sub(r"-+", "-", line) if _RULING.match(line) else line for line in lines]
    elif sort is Sort.ITEM:
        lines[0] = _BULLET.sub("", lines[0])
    return "\n".join(line.rstrip() for line in lines).strip()


@dataclass
class _Reading:
    head: str
    body: str
    seen: str
    canonical: Canonical

    def page(self) -> Page:
        page = Page(self.head, [Section(None)], "")
        end = at = 0
        for sort, start, stop in self._spans():
            unit = self._unit(sort, start, stop, end)
            if sort is Sort.HEADING:
                page.sections.append(Section(unit))
            else:
                page.sections[-1].units.append(unit)
            unit.at, unit.section = at, len(page.sections) - 1
            unit.under = page.sections[-1].name
            unit.paragraph = self._paragraphs.get(start, -1)
            end, at = stop, at + 1
        page.tail = self.body[end:]
        return page

    def _unit(self, sort: Sort, start: int, stop: int, end: int) -> Unit:
        text = self.body[start:stop]
        marks = self.seen[start:stop] if sort is not Sort.NOTE else ""
        labels = frozenset(_MARK.findall(marks))
        return Unit(sort, text, self.body[end:start], labels, _plain(sort, text, self.canonical))

    def _spans(self) -> Iterator[tuple[Sort, int, int]]:
        """Sort, start and end of each part, in order."""
        self._paragraphs: dict[int, int] = {}
        lines = self.body.split("\n")
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line) + 1)
        after = 0
        for block in markdown.blocks(self.body):
            if block.first < after:
                continue
            yield from self._between(lines, starts, after, block.first)
            after = block.last
            yield from self._block(block, lines, starts)
        yield from self._between(lines, starts, after, len(lines))

    def _between(
        self, lines: Sequence[str], starts: Sequence[int], first: int, last: int
    ) -> Iterator[tuple[Sort, int, int]]:
        """Lines that no block claims: all should be blank, and those that are not are kept."""
        for line in range(first, last):
            if lines[line].strip():
                yield Sort.OTHER, starts[line], starts[line + 1] - 1

    def _block(
        self, block: markdown.Block, lines: Sequence[str], starts: Sequence[int]
    ) -> Iterator[tuple[Sort, int, int]]:
        if block.kind != "paragraph":
            sort = _SORTS.get(block.kind, Sort.OTHER)
            yield sort, starts[block.first], starts[block.last] - 1
            return
        notes = [n for n in range(block.first, block.last) if NOTE_START.match(lines[n])]
        if not notes or notes[0] > block.first:
            stop = notes[0] if notes else block.last
            yield from self._pieces(starts[block.first], starts[stop] - 1)
        for first, last in pairwise([*notes, block.last]):
            yield Sort.NOTE, starts[first], starts[last] - 1

    def _pieces(self, start: int, stop: int) -> Iterator[tuple[Sort, int, int]]:
        """A paragraph, cut behind each run of footnote marks that blank space or CJK text follows."""
        first = start
        for match in _MARKS.finditer(self.seen, start, stop):
            after = _SPACE.match(self.body, match.end(), stop)
            end = after.end() if after else match.end()
            if end >= stop:
                break
            if match.start() > start and self._may_end(match.end(), end):
                yield self._piece(start, match.end(), first)
                start = end
        yield self._piece(start, stop, first)

    def _may_end(self, end: int, following: int) -> bool:
        """Whether a piece may end here: what follows must not begin a block of its own when it
        comes to stand at the start of a line."""
        parted = following > end or self.body[end] > "\u2e80"
        return parted and not _OPENS_BLOCK.match(self.body, following)

    def _piece(self, start: int, stop: int, first: int) -> tuple[Sort, int, int]:
        self._paragraphs[start] = first
        return Sort.PIECE, start, stop
