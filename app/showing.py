"""What stands behind a page: the sources of its footnotes, and the notes that lead to it.

A source is shown as it was read, with the quoted words marked.

Nothing is looked up by its words. The ledger knows the place of each sentence in the text as
read, so the marks are put exactly there, whatever the format; long sources are shown around them.
"""

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from itertools import groupby, pairwise
from pathlib import PurePosixPath

from app.compiler.compile import Compiler
from app.errors import VaultloomError
from app.ledger.records import Quotable, SourceRecord
from app.saying import say
from app.sources.document import Block, BlockKind, Document, Mark, MarkKind
from app.sources.readers import read as read_source
from app.vault.index import VaultIndex
from app.vault.writing import digest, locate, read

AROUND = 120_000
"""About how many characters of a long source are shown before and after the quote."""

ANCHOR = "quote"
"""The id of the first words that are marked."""

_CUT = '<p class="cut">…</p>'
_TAGS = {
    MarkKind.EMPHASIS: ("<i>", "</i>"),
    MarkKind.STRONG: ("<b>", "</b>"),
    MarkKind.CODE: ("<code>", "</code>"),
}
_document = lru_cache(maxsize=2)(read_source)  # the next note is often one of the same source

Span = tuple[int, int]


def source_of(compiler: Compiler, note: str) -> dict[str, object]:
    """The source that the footnote ``note`` of a page leads to.

    Raises VaultloomError where the note is none of ours, or its source is another text by now.
    """
    record, places = _noted(compiler, note)
    content = read(locate(compiler.root, record.path))
    if content is None or digest(content) != record.sha256:
        raise VaultloomError(
            say(
                "“{name}” is not the text any more that was compiled.",
                name=PurePosixPath(record.path).name,
            ),
            remedy="Compile what is new, then look again.",
        )
    document = _document(record.path, content)
    return {
        "path": record.target,
        "title": record.title,
        "place": places[0].where,
        "quote": " … ".join(place.text for place in places),
        "html": html(document, [(place.start, place.end) for place in places]),
        "anchor": ANCHOR,
    }


def linked_from(compiler: Compiler, index: VaultIndex, path: str) -> list[dict[str, object]]:
    """The notes that lead to a page, by title, those that list everything left out."""
    found: list[tuple[str, str]] = []
    for other in index.incoming(path):
        row = compiler.ledger.cache.pages.at(other)
        if row is None or row.kind != "index":
            found.append((row.title if row else PurePosixPath(other).stem, other))
    found.sort(key=_by_title)
    return [{"path": other, "title": title} for title, other in found]


def _by_title(entry: tuple[str, str]) -> tuple[str, str]:
    return entry[0].casefold(), entry[1]


def _noted(compiler: Compiler, note: str) -> tuple[SourceRecord, list[Quotable]]:
    """A label holds the source's id and those of the first and the last of its sentences."""
    source, _, rest = note.partition("-")
    labels = rest.split("-")
    cache = compiler.ledger.cache
    try:
        places = [cache.quotable(source, label) for label in labels[:2]]
        return cache.source(source), sorted(places, key=_place)
    except KeyError:
        raise VaultloomError("This note is none that Vaultloom wrote.") from None


def html(document: Document, quoted: list[Span]) -> str:
    """The document around the first of the quoted places, which are marked."""
    if not document.blocks:
        return ""
    return _Shown(document, quoted).html()


class _Shown:
    """A document on its way to HTML."""

    def __init__(self, document: Document, quoted: list[Span]) -> None:
        self._document, self._quoted = document, quoted
        marks = [mark for mark in document.marks if mark.kind in _TAGS]
        self._marks = sorted(marks, key=_start)

    def html(self) -> str:
        """Its blocks near the quote, with a sign where there are others."""
        blocks = self._near()
        first, last = self._document.blocks[0], self._document.blocks[-1]
        before = self._title() if blocks[0] is first else _CUT
        after = "" if blocks[-1] is last else _CUT
        return "\n".join([before, *self._groups(blocks), after])

    def _near(self) -> list[Block]:
        start, end = self._quoted[0][0] - AROUND, self._quoted[0][1] + AROUND
        return [b for b in self._document.blocks if b.end > start and b.start < end]

    def _title(self) -> str:
        """The title, where the text does not begin with a heading."""
        if self._document.blocks[0].kind is BlockKind.HEADING:
            return ""
        return f"<h1>{escape(self._document.title)}</h1>"

    def _groups(self, blocks: list[Block]) -> Iterator[str]:
        """Block after block, rows together as tables, and each new page with its number."""
        page = blocks[0].page
        for is_row, group in groupby(blocks, key=_is_row):
            if is_row:
                yield f'<table class="table">{"".join(map(self._row, group))}</table>'
                continue
            for block in group:
                if block.page != page:
                    page = block.page
                    yield f'<p class="cut" align="center">– {page} –</p>'
                yield self._block(block)

    def _row(self, row: Block) -> str:
        tag = "th" if row.header else "td"
        cells = (f'<{tag} align="left">{self._words(*cell)}</{tag}>' for cell in row.cells)
        return f"<tr>{''.join(cells)}</tr>"

    def _block(self, block: Block) -> str:
        words = self._words(block.start, block.end)
        match block.kind:
            case BlockKind.HEADING:
                level = min(max(block.level, 1), 6)
                return f"<h{level}>{words}</h{level}>"
            case BlockKind.ITEM:
                style = f"margin-left:{26 * (block.level + 1)}px; text-indent:-16px"
                mark = f"{escape(block.marker)}." if block.marker else "•"
                return f'<p style="{style}">{mark}&nbsp; {words}</p>'
            case BlockKind.CODE:
                return _one_cell("code", f'<pre class="code">{words}</pre>')
            case BlockKind.QUOTE:
                return _one_cell("quote", f"<p>{words}</p>")
            case BlockKind.TERM:
                return f"<p><b>{words}</b></p>"
            case _:
                return f"<p>{words}</p>"

    def _words(self, start: int, end: int) -> str:
        """The words of a place, what the source set apart and what is quoted marked."""
        marks = self._marks_in(start, end)
        spans = [*self._quoted, *((m.start, m.end) for m in marks)]
        inside = {at for span in spans for at in span if start < at < end}
        pieces = pairwise(sorted({start, end} | inside))
        return "".join(self._piece(piece, marks) for piece in pieces)

    def _marks_in(self, start: int, end: int) -> list[Mark]:
        """The marks of a block or cell, code first: it is what takes its ticks away."""
        first = bisect_left(self._marks, start, key=_start)
        found = self._marks[first : bisect_left(self._marks, end, key=_start)]
        return sorted(found, key=_is_not_code)

    def _piece(self, piece: Span, marks: list[Mark]) -> str:
        """Words within which nothing begins or ends."""
        words = escape(self._document.text[slice(*piece)])
        for mark in marks:
            if mark.start <= piece[0] and piece[1] <= mark.end:
                words = _set_apart(words, piece, mark)
        if not any(start <= piece[0] and piece[1] <= end for start, end in self._quoted):
            return words
        name = f' id="{ANCHOR}"' if piece[0] == self._quoted[0][0] else ""
        return f'<span class="quoted"{name}>{words}</span>'


def _set_apart(words: str, piece: Span, mark: Mark) -> str:
    """The words with the tags of a mark; the ticks around code are not shown."""
    opening, closing = _TAGS[mark.kind]
    if mark.kind is MarkKind.CODE:
        words = words[1:] if piece[0] == mark.start else words
        words = words[:-1] if piece[1] == mark.end else words
    return f"{opening}{words}{closing}"


def _one_cell(kind: str, inside: str) -> str:
    cell = f'<td class="{kind}">{inside}</td>'
    return f'<table class="{kind}" width="100%" cellspacing="0"><tr>{cell}</tr></table>'


def _place(place: Quotable) -> int:
    return place.start


def _start(mark: Mark) -> int:
    return mark.start


def _is_not_code(mark: Mark) -> bool:
    return mark.kind is not MarkKind.CODE


def _is_row(block: Block) -> bool:
    return block.kind is BlockKind.ROW
