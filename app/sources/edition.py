"""The readable edition of a source: Markdown that shows its words, every block with an id.

It is made for sources that Obsidian cannot show or link into, lies in ``wiki/texts/`` and is what
footnotes lead to. Words are escaped, so that Obsidian shows exactly what was read.
"""

import re
from collections.abc import Sequence

from app.sources.anchors import (
    Heading,
    block_ids,
    continues_table,
    has_pages,
    heading_paths,
    needs_edition,
)
from app.sources.document import Block, BlockKind, Document, Mark, MarkKind
from app.vault.frontmatter import dump
from app.vault.markdown import escape, headings

KIND = "source-text"
"""The ``kind`` of every edition."""

_SAFE_URL = re.compile(r"https?://[^\s()<>\[\]`\\|]{1,500}")
_FENCE = re.compile(r"`{3,}")
_CLOSE = (BlockKind.ITEM, BlockKind.FIELD)


def edition(document: Document, original: str, sha256: str) -> str:
    """The edition of the document that was read from ``original`` (a path in the vault)."""
    properties: dict[str, object] = {
        "kind": KIND,
        "original": original,
        "sha256": sha256,
        "language": document.language,
    }
    if document.metadata.authors:
        properties["author"] = ", ".join(document.metadata.authors)
    return f"{dump(properties)}\n{_Edition(document).text()}"


class _Edition:
    def __init__(self, document: Document) -> None:
        self._document = document
        self._ids = block_ids(document)
        self._marks = _by_block(document)
        self._offsets: dict[int, int] = {}  # by item, where its text begins on the line
        self._last_number: dict[int, int] = {}  # by indentation
        self._delimiters: dict[int, str] = {}

    def text(self) -> str:
        headings = iter(self.headings())
        parts: list[str] = []
        if not _title_is_first(self._document):
            parts.append(_heading(next(headings)))
        blocks = self._document.blocks
        before: BlockKind | None = None
        index = 0
        while index < len(blocks):
            block = blocks[index]
            if block.kind is BlockKind.ROW:
                end = self._table_end(index)
                part = self._table(index, end)
            elif block.kind is BlockKind.HEADING:
                end = index + 1
                self._end_lists(0)
                part = _heading(next(headings))
            else:
                end = index + 1
                part = self._block(index, block)
            tight = block.kind in _CLOSE and block.kind is before
            parts.append(("\n" if tight else "\n\n") + part if parts else part)
            before = block.kind
            index = end
        return "".join(parts) + "\n"

    def headings(self) -> list[Heading]:
        """The headings as written: one H1, the title, over all others."""
        own = [
            (block.level, self._words(index, links=False))
            for index, block in enumerate(self._document.blocks)
            if block.kind is BlockKind.HEADING
        ]
        if not _title_is_first(self._document):
            own.insert(0, (1, _plain(self._document.title)))
        shift = max(0, 2 - min((level for level, _ in own[1:]), default=2))
        return [(1, own[0][1]), *((min(level + shift, 6), words) for level, words in own[1:])]

    def _table_end(self, index: int) -> int:
        end = index + 1
        while end < len(self._document.blocks) and continues_table(self._document, end):
            end += 1
        return end

    def _block(self, index: int, block: Block) -> str:
        id_ = self._ids[index]
        indent = self._margin(block)
        self._end_lists(indent if block.kind is not BlockKind.ITEM else indent + 1)
        margin = " " * indent
        match block.kind:
            case BlockKind.ITEM:
                return f"{margin}{self._bullet(index, block)}{self._words(index)} {id_}"
            case BlockKind.CODE:
                return _indented(f"{self._code(block)}\n\n{id_}", margin)
            case BlockKind.QUOTE:
                return _indented(f"> {self._words(index)}\n\n{id_}", margin)
            case BlockKind.FIELD:
                return f"- {self._words(index)} {id_}"
            case BlockKind.TERM:
                return f"{margin}**{self._words(index)}** {id_}"
            case _:
                return f"{margin}{self._words(index)} {id_}"

    def _margin(self, block: Block) -> int:
        """How far a block is indented: to where the text of the item begins that it is in."""
        level = block.level if block.kind is BlockKind.ITEM else None
        parent = block.parent
        while parent is not None:
            above = self._document.blocks[parent]
            if above.kind is BlockKind.ITEM and (level is None or above.level < level):
                return self._offsets[parent]
            parent = above.parent
        return 0

    def _end_lists(self, indent: int) -> None:
        """A block that is indented so far ends the lists that are indented as far or further."""
        self._last_number = {at: last for at, last in self._last_number.items() if at < indent}

    def _bullet(self, index: int, block: Block) -> str:
        margin = self._margin(block)
        number = _number(block.marker)
        if number is None:
            self._last_number.pop(margin, None)
            mark = "- "
        else:
            if self._last_number.get(margin, number - 1) != number - 1:
                # another list: another delimiter keeps Markdown from counting on
                self._delimiters[margin] = ")" if self._delimiters.get(margin) != ")" else "."
            self._last_number[margin] = number
            mark = f"{number}{self._delimiters.get(margin, '.')} "
        self._offsets[index] = margin + len(mark)
        return mark

    def _code(self, block: Block) -> str:
        code = self._document.text[block.start : block.end]
        longest = max((len(run) for run in _FENCE.findall(code)), default=2)
        fence = "`" * max(3, longest + 1)
        return f"{fence}text\n{code}\n{fence}"

    def _table(self, start: int, end: int) -> str:
        self._end_lists(0)
        rows = [self._cells(index) for index in range(start, end)]
        columns = max(len(row) for row in rows)
        if not self._document.blocks[start].header:
            rows.insert(0, [""] * columns)
        rows.insert(1, ["---"] * columns)
        lines = ["| " + " | ".join([*row, *[""] * (columns - len(row))]) + " |" for row in rows]
        return "\n".join([*lines, "", self._ids[start]])

    def _cells(self, index: int) -> list[str]:
        block = self._document.blocks[index]
        marks = self._marks.get(index, ())
        return [
            _marked(self._document.text, start, end, marks, in_table=True)
            for start, end in block.cells
        ]

    def _words(self, index: int, *, links: bool = True) -> str:
        block = self._document.blocks[index]
        marks = [
            mark for mark in self._marks.get(index, ()) if links or mark.kind is not MarkKind.LINK
        ]
        return _marked(self._document.text, block.start, block.end, marks, in_table=False)


def anchors(
    document: Document, name: str = "source.md", source: str = "", *, in_edition: bool = False
) -> tuple[str, ...]:
    """For each block the subpath that leads to it, without "#"; empty for the top of the file.

    ``source`` is the note's own text, whose headings are linked as they are written there;
    ``in_edition`` asks for the places in an edition even of a note.
    """
    if in_edition or needs_edition(name):
        return _edition_anchors(document)
    if has_pages(name):
        return tuple(f"page={block.page}" if block.page else "" for block in document.blocks)
    return _by_heading(document, heading_paths(_note_headings(document, source)))


def _edition_anchors(document: Document) -> tuple[str, ...]:
    """For each block of an edition its id, for a heading its path."""
    written = _Edition(document).headings()
    paths = heading_paths(written)
    found = iter(paths if _title_is_first(document) else paths[1:])
    ids = block_ids(document)
    return tuple(
        next(found) if block.kind is BlockKind.HEADING else ids[index]
        for index, block in enumerate(document.blocks)
    )


def _by_heading(document: Document, paths: Sequence[str]) -> tuple[str, ...]:
    """For each block the path of the heading above it."""
    found: list[str] = []
    passed = 0
    for block in document.blocks:
        passed += block.kind is BlockKind.HEADING
        found.append(paths[passed - 1] if passed else "")
    return tuple(found)


def _note_headings(document: Document, source: str) -> list[Heading]:
    """The headings of a note, marks included where they can be told."""
    words = [
        (block.level, document.text[block.start : block.end])
        for block in document.blocks
        if block.kind is BlockKind.HEADING
    ]
    raw = [
        (heading.level, heading.text)
        for heading in headings(source)
        if any(character.isalnum() for character in heading.text)
    ]
    return raw if len(raw) == len(words) else words


def _title_is_first(document: Document) -> bool:
    """Whether the document begins with its title as a heading, so that an edition adds none."""
    if not document.blocks or document.blocks[0].kind is not BlockKind.HEADING:
        return False
    block = document.blocks[0]
    return document.text[block.start : block.end].replace("`", "") == document.title


def _heading(heading: Heading) -> str:
    level, words = heading
    return f"{'#' * level} {words}"


def _by_block(document: Document) -> dict[int, list[Mark]]:
    """By block, its code and its links to the web."""
    found: dict[int, list[Mark]] = {}
    index = 0
    for mark in document.marks:
        if mark.kind not in (MarkKind.CODE, MarkKind.LINK):
            continue
        while index < len(document.blocks) and document.blocks[index].end < mark.end:
            index += 1
        found.setdefault(index, []).append(mark)
    return found


def _marked(text: str, start: int, end: int, marks: Sequence[Mark], *, in_table: bool) -> str:
    """The words between two places, code and links written as such, all else escaped."""
    parts: list[str] = []
    done = start
    for mark in marks:
        if mark.start < done or mark.end > end:
            continue
        if mark.kind is MarkKind.LINK:
            words = _link(text, mark, marks, in_table=in_table)
        else:
            words = _code(text[mark.start + 1 : mark.end - 1], in_table=in_table)
        if words:
            parts += (_plain(text[done : mark.start], in_table=in_table), words)
            done = mark.end
    parts.append(_plain(text[done:end], in_table=in_table))
    return "".join(parts)


def _link(text: str, mark: Mark, marks: Sequence[Mark], *, in_table: bool) -> str:
    """A link to the web; "" where its address could end it, or is what it shows."""
    shown = text[mark.start : mark.end]
    if not _SAFE_URL.fullmatch(mark.target) or shown == mark.target:
        return ""
    inner = [other for other in marks if other.kind is MarkKind.CODE]
    return f"[{_marked(text, mark.start, mark.end, inner, in_table=in_table)}]({mark.target})"


def _code(code: str, *, in_table: bool) -> str:
    if in_table:
        code = code.replace("|", "\\|")
    if "`" not in code:
        return f"`{code}`"
    fence = "`" * (1 + max(len(run) for run in re.findall("`+", code)))
    return f"{fence} {code} {fence}"


def _plain(text: str, *, in_table: bool = False) -> str:
    """Words that are no code, though they may hold backticks."""
    return "\\`".join(escape(piece, in_table=in_table) for piece in text.split("`"))


def _number(marker: str) -> int | None:
    if marker.isdecimal() and len(marker) <= 9:
        return int(marker)
    if len(marker) == 1 and marker.isascii() and marker.isalpha():
        return ord(marker.lower()) - ord("a") + 1
    return None


def _indented(text: str, margin: str) -> str:
    return "\n".join(margin + line if line else "" for line in text.split("\n"))
