"""What Obsidian sees in a note's text: where links count, its headings, block ids, footnotes.

Every offset is one of the text that was given, in code points. Blocks are found by markdown-it,
which follows CommonMark as Obsidian does; what Obsidian adds (math, comments, block ids) is found
in what they leave.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from app.vault.escaping import escape, unescape
from app.vault.frontmatter import body_offset
from app.vault.inline import blanked, masked_inline

if TYPE_CHECKING:  # loaded when the first involved note is looked at: commands start sooner
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

__all__ = [
    "Block",
    "BlockId",
    "Footnotes",
    "Heading",
    "block_ids",
    "blocks",
    "comments",
    "escape",
    "fences_balanced",
    "footnotes",
    "headings",
    "line_of",
    "masked",
    "open_fence",
    "table_lines",
    "unescape",
]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading as Obsidian keeps it: its text is raw, marks and links in it included."""

    level: int
    text: str
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class BlockId:
    """A block id as written, without its ``^``; ``start`` is the place of the ``^``."""

    id: str
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Footnotes:
    """The labels that marks in the text use, and those that have a definition, in order."""

    used: tuple[str, ...]
    defined: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a text by its lines, from 0, the last one not included, blank ones at its end left
    out. ``kind`` is markdown-it's name for it; of a list each item is a block."""

    kind: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class _Seen:
    """A note's text looked at once."""

    masked: str
    headings: tuple[Heading, ...]
    tables: tuple[tuple[int, int], ...]
    open_fence: int


def masked(text: str) -> str:
    """``text`` with all that is no place for a link turned into blanks, every offset kept.

    Properties, fenced, inline and indented code, ``<!-- -->``, HTML blocks and tags, and math go;
    line breaks stay. ``%% %%`` stays: Obsidian indexes links in comments.
    """
    return _seen(text).masked


def headings(text: str) -> tuple[Heading, ...]:
    """The headings of a note; those inside quotes, callouts and lists are no targets."""
    return _seen(text).headings


def table_lines(text: str) -> tuple[tuple[int, int], ...]:
    """The lines of each table, from 1, the last one not included."""
    return _seen(text).tables


def fences_balanced(text: str) -> bool:
    """Whether every code fence is closed; all that follows an open one is code."""
    return not _seen(text).open_fence


def open_fence(text: str) -> int:
    """The line of the code fence that nothing closes, from 1; 0 where there is none."""
    return _seen(text).open_fence


_BLOCK_ID = re.compile(r"(?:(?<=[ \t])|^)\^([A-Za-z0-9-]+)(?=[ \t]*\r?$)", re.MULTILINE)
_FOOTNOTE_MARK = re.compile(r"\\.|\[\^([^\]\[\s]+)\](?!:)")
_FOOTNOTE_START = re.compile(r"^ {0,3}\[\^([^\]\[\s]+)\]:", re.MULTILINE)
_PERCENT_SIGNS = re.compile(r"\\[\\%]|%%")


def blocks(body: str) -> tuple[Block, ...]:
    """The outermost blocks of a text without properties, the items of lists one by one, in order.

    A footnote's definition is part of a paragraph.
    """
    lines = body.split("\n")
    found = []
    for token in _parser().parse(body.replace("\r", " ")):
        outermost = token.level == 0 and token.type not in _LISTS
        if token.map and (outermost or (token.level == 1 and token.type == "list_item_open")):
            first, last = token.map[0], min(token.map[1], len(lines))
            while last > first + 1 and not lines[last - 1].strip():
                last -= 1
            found.append(Block(token.type.removesuffix("_open"), first, last))
    return tuple(found)


def block_ids(text: str) -> tuple[BlockId, ...]:
    """The block ids of a note: Latin letters, digits and dashes, at the end of a line."""
    return tuple(
        BlockId(match[1], line_of(text, match.start()), match.start(), match.end())
        for match in _BLOCK_ID.finditer(masked(text))
    )


def footnotes(text: str) -> Footnotes:
    """The footnotes of a note, each label once, as first spelled."""
    seen = masked(text)
    used = (match[1] for match in _FOOTNOTE_MARK.finditer(seen) if match[1])
    defined = (match[1] for match in _FOOTNOTE_START.finditer(seen))
    return Footnotes(tuple(dict.fromkeys(used)), tuple(dict.fromkeys(defined)))


def comments(text: str) -> tuple[tuple[int, int], ...]:
    """The places between two ``%%``, and from one at the start of a line that nothing closes."""
    seen = masked(text)
    places = [match.start() for match in _PERCENT_SIGNS.finditer(seen) if match[0] == "%%"]
    pairs = list(zip(places[::2], places[1::2], strict=False))
    if len(places) % 2 and not seen[seen.rfind("\n", 0, places[-1]) + 1 : places[-1]].strip():
        pairs.append((places[-1], len(text)))
    return tuple((start + 2, end) for start, end in pairs)


def line_of(text: str, offset: int) -> int:
    """The number of the line that ``offset`` is on, from 1."""
    return text.count("\n", 0, offset) + 1


_NEWLINE = re.compile(r"\n")
_LISTS = frozenset({"bullet_list_open", "ordered_list_open"})


@cache
def _parser() -> "MarkdownIt":
    from markdown_it import MarkdownIt

    # A footnote's definition would pass for a link's; Obsidian shows both as text here.
    return MarkdownIt("commonmark").enable("table").disable(["inline", "reference"])


# What only a full look at the blocks can judge: code, HTML, math, anything indented that could be
# code or a nested heading, and lines that underline a heading or rule a table.
_INVOLVED = re.compile(
    r"[`<$\t\x00]|~~~|\r(?!\n)|^ {4}|^ {1,3}#|^[ >*+-]*[|:=-][|:= -]*\r?$", re.MULTILINE
)
_PLAIN_HEADING = re.compile(r"^(#{1,6})(?: +(.*?))??(?: +#+)? *\r?$\n?", re.MULTILINE)


@lru_cache(maxsize=16)
def _seen(text: str) -> _Seen:
    start = body_offset(text)
    if text.startswith("\ufeff") or _INVOLVED.search(text, start):
        return _seen_by_blocks(text, start)
    return _seen_plainly(text, start)


def _seen_plainly(text: str, start: int) -> _Seen:
    """The same for a note of paragraphs, lists, quotes and headings, in a fraction of the time."""
    found = []
    line, position = 1, 0
    for match in _PLAIN_HEADING.finditer(text, start):
        line += text.count("\n", position, match.start())
        position = match.start()
        words = (match[2] or "").strip()
        found.append(Heading(len(match[1]), words, line, match.start(), match.end()))
    return _Seen(blanked(text, 0, start), tuple(found), (), open_fence=0)


def _seen_by_blocks(text: str, start: int) -> _Seen:
    first_line = text.count("\n", 0, start)
    starts = [start, *(match.end() for match in _NEWLINE.finditer(text, start)), len(text)]
    tokens = _parser().parse(text[start:].replace("\r\n", " \n").replace("\r", " "))
    code = [token for token in tokens if token.type in ("fence", "code_block", "html_block")]
    rest = _blank_lines(blanked(text, 0, start), starts, code)
    return _Seen(
        masked=masked_inline(rest, list(_passages(tokens, starts))),
        headings=tuple(_headings(tokens, starts, first_line)),
        tables=tuple(
            (first + first_line + 1, last + first_line + 1) for first, last in _tables(tokens)
        ),
        open_fence=next(
            (t.map[0] + first_line + 1 for t in code if t.map and not _is_closed(t, text, starts)),
            0,
        ),
    )


def _span(token: "Token", starts: list[int]) -> tuple[int, int]:
    assert token.map is not None
    first, last = token.map
    return starts[min(first, len(starts) - 1)], starts[min(last, len(starts) - 1)]


def _blank_lines(text: str, starts: list[int], tokens: "list[Token]") -> str:
    pieces = []
    position = 0
    for start, end in sorted(_span(token, starts) for token in tokens):
        if start >= position:
            pieces += [text[position:start], re.sub(r"[^\r\n]", " ", text[start:end])]
            position = end
    return "".join([*pieces, text[position:]])


def _passages(tokens: "list[Token]", starts: list[int]) -> Iterator[tuple[int, int, bool]]:
    """Where inline marks can pair: paragraphs and headings, and the rows of tables (True)."""
    in_table = 0
    for token in tokens:
        if token.type == "table_open":
            in_table += 1
            assert token.map is not None
            for line in range(*token.map):
                yield starts[line], starts[min(line + 1, len(starts) - 1)], True
        elif token.type == "table_close":
            in_table -= 1
        elif token.type == "inline" and token.map and not in_table:
            yield *_span(token, starts), False


def _tables(tokens: "list[Token]") -> Iterator[tuple[int, int]]:
    for token in tokens:
        if token.type == "table_open" and token.map:
            yield token.map[0], token.map[1]


def _headings(tokens: "list[Token]", starts: list[int], first_line: int) -> Iterator[Heading]:
    for token, content in pairwise(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map:
            start, end = _span(token, starts)
            yield Heading(
                level=int(token.tag[1]),
                text=content.content.strip(),
                line=first_line + token.map[0] + 1,
                start=start,
                end=end,
            )


def _is_closed(token: "Token", text: str, starts: list[int]) -> bool:
    if token.type != "fence" or not token.map:
        return True
    start, end = _span(token, starts)
    last = text[start:end].rstrip().rpartition("\n")
    fence = re.escape(token.markup[0])
    closing = rf"[\s>]*{fence}{{{len(token.markup)},}}\s*"
    return bool(last[1] and re.fullmatch(closing, last[2]))
