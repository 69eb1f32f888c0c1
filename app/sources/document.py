"""A source as read: one text, its blocks, its sentences, and where each of them stands.

Everything downstream quotes by position into ``Document.text``; nothing is ever looked up by its
words. Positions are code points, half-open.
"""

from dataclasses import dataclass, field
from enum import StrEnum


class BlockKind(StrEnum):
    """What a block of text is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"  # of a list; what follows its first paragraph hangs on it
    QUOTE = "quote"
    CODE = "code"
    ROW = "row"  # of a table; ``cells`` holds the places of its cells
    FIELD = "field"  # a line of a document's header, "Status: Final"
    TERM = "term"  # of a definition list; the definition hangs on it


class MarkKind(StrEnum):
    """How the source sets some words apart."""

    EMPHASIS = "emphasis"
    STRONG = "strong"
    CODE = "code"  # the text keeps (or gets) single backticks around it; the mark covers them
    LINK = "link"
    WIKILINK = "wikilink"


@dataclass(frozen=True, slots=True)
class Mark:
    """Words set apart in the source, with a link's target where there is one."""

    start: int
    end: int
    kind: MarkKind
    target: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A block of the text.

    ``level`` is a heading's level (1 to 6) or a list item's depth (0 is outermost). ``marker`` is
    an item's own number or letter as printed ("1", "a"), empty for bullets. ``parent`` is the
    index of the block that this one hangs on: an item's lead-in or the item that it is nested in,
    what follows inside an item, a row's header row, a definition's term, the paragraph that
    introduces a block of code; else None. ``cells`` are the places of a row's cells; ``header``
    is true for a table's header row. ``page`` is the page that it begins on, from 1 on; 0 where
    the format has no pages.
    """

    kind: BlockKind
    start: int
    end: int
    level: int = 0
    marker: str = ""
    parent: int | None = None
    cells: tuple[tuple[int, int], ...] = ()
    header: bool = False
    page: int = 0


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a source says of itself, as strings of its own (dates included); all may be empty."""

    title: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""
    url: str = ""
    description: str = ""
    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A source as read.

    ``text`` is plain: markup is gone, but inline code stands in single backticks. Blocks are in
    reading order, do not overlap, and are separated by blank lines (rows and items by line
    breaks). ``title`` is never empty. ``language`` is a BCP 47 code ("en", "zh-Hans"), "und" when
    unknown. ``encoding`` is the one that the bytes were read in. ``format`` is the reader's name.
    ``recovered`` says in words what had to be repaired while reading.
    """

    text: str
    blocks: tuple[Block, ...]
    marks: tuple[Mark, ...]
    metadata: Metadata
    title: str
    language: str
    encoding: str
    format: str
    recovered: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A numbered piece of a document that can be quoted.

    ``label`` is unique in the source and what a footnote's id ends in: "87" for a sentence or a
    header field, "c36" for a cell or a line of code, "h4" for a heading. ``text`` is exactly
    ``document.text[start:end]``. ``block`` is the index of its block. ``section`` holds the
    headings above it, outermost first. ``lead_in`` is the label of the sentence that it hangs on
    ("increment the:"), or empty. ``opens`` is true for the first sentence of its block.
    """

    label: str
    start: int
    end: int
    text: str
    block: int
    kind: BlockKind
    section: tuple[str, ...] = ()
    lead_in: str = ""
    opens: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """A document with its sentences, and where in the vault each block can be linked.

    ``anchors[i]`` is the subpath that leads to block ``i``, without "#": a heading path
    ("Syntax#Fields"), a block id ("^p-5a25bc"), a page of a PDF ("page=3"), or empty for the top of
    the file.
    """

    document: Document
    sentences: tuple[Sentence, ...]
    anchors: tuple[str, ...] = field(default=())
