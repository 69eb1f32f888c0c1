"""From blocks to numbered sentences, each with its exact place and what it hangs on.

Labels: one plain count runs through sentences, terms and header fields in reading order; headings
("h1") and cells or lines of code ("c1") have counts of their own.
"""

from collections.abc import Iterator

from app.sources.boundaries import ends
from app.sources.document import Block, BlockKind, Document, MarkKind, Sentence

_WHOLE = (BlockKind.HEADING, BlockKind.FIELD, BlockKind.TERM)
_COLONS = (":", "：")
_KEPT_TOGETHER = (MarkKind.CODE, MarkKind.LINK, MarkKind.WIKILINK)
_LONGEST_KEPT = 300  # characters; a longer link or piece of code may be cut

Span = tuple[int, int]


def split(document: Document) -> tuple[Sentence, ...]:
    """The sentences of a document, in reading order. Each is cut exactly out of its text."""
    return tuple(_Splitter(document).all())


class _Splitter:
    def __init__(self, document: Document) -> None:
        self._document = document
        self._counts = {"": 0, "c": 0, "h": 0}
        self._headings: list[tuple[int, str]] = []
        self._first: dict[int, Sentence] = {}
        self._last: dict[int, Sentence] = {}
        self._cells: dict[int, list[str]] = {}  # labels by column, of header rows
        self._kept = self._kept_together()

    def all(self) -> Iterator[Sentence]:
        for index, block in enumerate(self._document.blocks):
            if block.kind is BlockKind.HEADING:
                while self._headings and self._headings[-1][0] >= block.level:
                    self._headings.pop()
            yield from self._block(index, block)
            if block.kind is BlockKind.HEADING:
                words = self._document.text[block.start : block.end]
                self._headings.append((block.level, words))

    def _block(self, index: int, block: Block) -> Iterator[Sentence]:
        section = tuple(words for _, words in self._headings)
        for number, (start, end) in enumerate(self._spans(index, block)):
            sentence = Sentence(
                label=self._label(block.kind),
                start=start,
                end=end,
                text=self._document.text[start:end],
                block=index,
                kind=block.kind,
                section=section,
                lead_in=self._lead_in(block, number),
                opens=number == 0,
            )
            self._first.setdefault(index, sentence)
            self._last[index] = sentence
            if block.header:
                self._cells.setdefault(index, []).append(sentence.label)
            yield sentence

    def _spans(self, index: int, block: Block) -> Iterator[Span]:
        text = self._document.text
        if block.kind in _WHOLE:
            yield block.start, block.end
        elif block.kind is BlockKind.ROW:
            yield from self._row(block)
        elif block.kind is BlockKind.CODE:
            yield from _lines(text, block)
        else:
            words = text[block.start : block.end]
            yield from (
                (block.start + start, block.start + end)
                for start, end in _pieces(words, self._kept.get(index, ()), self._document.language)
            )

    def _row(self, block: Block) -> Iterator[Span]:
        for start, end in block.cells:
            if block.header or _says_something(self._document.text[start:end]):
                yield start, end

    def _label(self, kind: BlockKind) -> str:
        letter = {BlockKind.HEADING: "h", BlockKind.CODE: "c", BlockKind.ROW: "c"}.get(kind, "")
        self._counts[letter] += 1
        return f"{letter}{self._counts[letter]}"

    def _lead_in(self, block: Block, number: int) -> str:
        """The label of the sentence that the block's sentence hangs on."""
        parent = block.parent
        if parent is None or parent not in self._last:
            return ""
        if block.kind is BlockKind.ROW:
            return self._column(block, parent, number)
        if number and block.kind is not BlockKind.CODE:
            return ""
        last = self._last[parent]
        hangs_on_last = block.kind in (BlockKind.ITEM, BlockKind.CODE) or last.text.endswith(
            _COLONS
        )
        return last.label if hangs_on_last else self._first[parent].label

    def _column(self, block: Block, parent: int, number: int) -> str:
        columns = self._cells.get(parent, [])
        filled = [
            column
            for column, (start, end) in enumerate(block.cells)
            if _says_something(self._document.text[start:end])
        ]
        column = filled[number] if number < len(filled) else len(columns)
        return columns[column] if column < len(columns) else ""

    def _kept_together(self) -> dict[int, list[Span]]:
        """By block, the places of code and links, relative to the block."""
        kept: dict[int, list[Span]] = {}
        blocks = self._document.blocks
        index = 0
        for mark in self._document.marks:
            while index < len(blocks) and blocks[index].end < mark.end:
                index += 1
            if index == len(blocks):
                break
            if mark.kind in _KEPT_TOGETHER and mark.end - mark.start <= _LONGEST_KEPT:
                start = blocks[index].start
                kept.setdefault(index, []).append((mark.start - start, mark.end - start))
        return kept


def _lines(text: str, block: Block) -> Iterator[Span]:
    start = block.start
    for line in text[block.start : block.end].split("\n"):
        words = line.strip()
        if words:
            at = start + line.index(words[0])
            yield at, at + len(words)
        start += len(line) + 1


def _pieces(text: str, kept: "list[Span] | tuple[()]", language: str) -> Iterator[Span]:
    start = 0
    for end in (*ends(text, kept, language), len(text)):
        words = text[start:end]
        bare = words.strip()
        if bare and _says_something(bare):
            at = start + words.index(bare[0])
            yield at, at + len(bare)
        start = end


def _says_something(text: str) -> bool:
    return any(character.isalnum() for character in text)
