"""Markdown, as Obsidian shows it: what cannot be seen in a note is not read.

Blocks come from markdown-it-py (CommonMark with tables). Wikilinks and links become the words
that they show, comments (``%%…%%``, ``<!-- … -->``), hidden HTML, pictures, struck-out words and
footnote marks are dropped, and block ids at a line's end go.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from app.sources.decoding import decode
from app.sources.document import BlockKind, Document
from app.sources.manuscript import Manuscript, Passage, introduces
from app.sources.preamble import metadata, split_preamble
from app.sources.readers.markdown_inline import comments_out, fill, parse_inline, wikilink
from app.sources.readers.naming import stem
from app.sources.tidying import clean, one_line

FORMAT = "markdown"
_DEEPEST = 60  # containers within each other; each costs the parser a few frames of Python's stack
_CALLOUT = re.compile(r"\[!([\w|/ -]{1,40})\][+-]?[ \t]*")
_TASK = re.compile(r"\[[ xX/-]\][ \t]+")
_BLOCK_ID = re.compile(r"(?:^|[ \t])\^[A-Za-z0-9-]{1,80}[ \t]*$")


def read(data: bytes, name: str) -> Document:
    """A Markdown file as a document. Raises SourceRefused where there are no words in it."""
    decoded = decode(data)
    return read_text(clean(decoded.text), name, decoded.encoding, decoded.recovered)


def read_text(
    text: str,
    name: str,
    encoding: str,
    recovered: Sequence[str],
    format: str = FORMAT,  # noqa: A002
) -> Document:
    """Markdown that was decoded already."""
    preamble = split_preamble(text.lstrip("\n") if text.startswith("\n") else text)
    about = metadata(preamble.fields)
    walk = _Walk()
    walk.through(_parser().parse(comments_out(preamble.body)))
    title = about.title or walk.first_heading or stem(name)
    return walk.manuscript.document(
        name=name,
        metadata=about,
        title=one_line(title) or stem(name),
        format=format,
        encoding=encoding,
        recovered=(*recovered, *preamble.recovered),
    )


@cache
def _parser() -> MarkdownIt:
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.footnote import footnote_plugin

    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST})
    parser.enable(["table", "strikethrough"])
    parser.use(footnote_plugin)
    parser.use(dollarmath_plugin, allow_space=False, allow_digits=False)
    parser.disable("footnote_tail")  # notes stay where they are written
    parser.inline.ruler.before("link", "wikilink", wikilink)
    parser.core.ruler.at("inline", parse_inline)
    return parser


@dataclass(slots=True)
class _Frame:
    """An open container: a list, an item, a quotation, a note."""

    kind: str
    parent: int | None = None
    number: int | None = None
    block: int | None = None  # an item's own block, once its first paragraph came


class _Walk:
    """Goes through the tokens once and writes the document down."""

    def __init__(self) -> None:
        self.manuscript = Manuscript()
        self.first_heading = ""
        self._frames: list[_Frame] = []
        self._before: int | None = None  # the block right before, in the same container
        self._row: list[Passage] = []
        self._header: int | None = None
        self._in_head = False
        self._hidden: list[str] = []  # elements that hide what is in them, opened in HTML blocks

    def through(self, tokens: Sequence[Token]) -> None:
        """Write down every token."""
        for place, token in enumerate(tokens):
            if token.type == "html_block":
                self._html(token.content)
            elif not self._hidden:
                opener = tokens[place - 1] if place else token
                self._token(token, opener)

    def _token(self, token: Token, opener: Token) -> None:
        match token.type:
            case "inline" if opener.type in ("th_open", "td_open"):
                self._row.append(_passage(token))
            case "inline":
                self._words(token, opener)
            case "fence" | "code_block" | "math_block" | "math_block_label":
                self._code(token.content)
            case "hr" | "heading_open":
                self._before = None
            case "thead_open" | "thead_close":
                self._in_head = token.nesting == 1
            case "table_open" | "table_close":
                self._header = None
                self._before = None
            case "tr_open":
                self._row = []
            case "tr_close":
                self._end_row()
            case _:
                self._container(token)

    def _container(self, token: Token) -> None:
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                start = int(token.attrs.get("start", 1)) if token.type[0] == "o" else None
                self._frames.append(_Frame("list", self._lead_in(), start))
            case "list_item_open":
                self._open_item()
            case "blockquote_open":
                self._frames.append(_Frame("quote", self._item()))
            case "footnote_reference_open":
                self._frames.append(_Frame("note"))
            case "bullet_list_close" | "ordered_list_close" | "list_item_close":
                self._close()
            case "blockquote_close" | "footnote_reference_close":
                self._close()

    def _open_item(self) -> None:
        above = self._frames[-1]
        self._frames.append(_Frame("item", above.parent, above.number))
        if above.number is not None:
            above.number += 1
        self._before = None

    def _close(self) -> None:
        self._frames.pop()
        self._before = None

    def _item(self) -> int | None:
        """The block of the item that is open, if one is."""
        for frame in reversed(self._frames):
            if frame.kind == "item":
                return frame.block if frame.block is not None else frame.parent
        return None

    def _lead_in(self) -> int | None:
        before = self._before
        if before is not None and introduces(self.manuscript.text_of(before)):
            return before
        return self._item()

    def _words(self, token: Token, opener: Token) -> None:
        top = self._frames[-1] if self._frames else None
        if opener.type == "heading_open" and top is None:
            self._heading(token, int(opener.tag[1]))
        elif top is not None and top.kind == "item" and top.block is None:
            self._first_of_item(token, top)
        elif top is not None and top.kind == "quote":
            self._quote(token, top)
        else:
            self._before = self._paragraph(token, BlockKind.PARAGRAPH)

    def _heading(self, token: Token, level: int) -> None:
        index = self.manuscript.add(BlockKind.HEADING, _passage(token), level=level)
        if index is not None and level == 1 and not self.first_heading:
            self.first_heading = self.manuscript.text_of(index)
        self._before = None

    def _first_of_item(self, token: Token, item: _Frame) -> None:
        _strip_first(token, _TASK)
        depth = sum(frame.kind == "item" for frame in self._frames) - 1
        item.block = self.manuscript.add(
            BlockKind.ITEM,
            _passage(token),
            level=depth,
            marker="" if item.number is None else str(item.number),
            parent=item.parent,
        )
        self._before = item.block

    def _quote(self, token: Token, frame: _Frame) -> None:
        is_title = frame.block is None and _strip_first(token, _CALLOUT)
        frame.block = -1
        children = token.children or []
        cut = next((i for i, c in enumerate(children) if c.type.endswith("break")), None)
        if is_title and cut is not None:
            title, rest = Passage(), Passage()
            fill(title, children[:cut])
            fill(rest, children[cut:])
            self.manuscript.add(BlockKind.QUOTE, title, parent=self._item())
            self._before = self.manuscript.add(BlockKind.QUOTE, rest, parent=self._item())
        else:
            self._before = self._paragraph(token, BlockKind.QUOTE)

    def _paragraph(self, token: Token, kind: BlockKind) -> int | None:
        return self.manuscript.add(kind, _passage(token), parent=self._item())

    def _code(self, text: str) -> None:
        parent = self._before if self._before is not None else self._item()
        self.manuscript.add_code(text, parent=parent)

    def _end_row(self) -> None:
        index = self.manuscript.add_row(
            self._row, parent=None if self._in_head else self._header, header=self._in_head
        )
        if self._in_head:
            self._header = index

    def _html(self, source: str) -> None:
        from app.sources.readers.fragments import visible_blocks

        blocks = visible_blocks(source, self._hidden)
        for kind, words in blocks:
            if kind is BlockKind.CODE:
                self.manuscript.add_code(words)
            else:
                self.manuscript.add(kind, words, parent=self._item())
        if blocks:
            self._before = None


def _passage(token: Token) -> Passage:
    children = token.children or []
    if children and children[-1].type == "text":
        children[-1].content = _BLOCK_ID.sub("", children[-1].content)
    passage = Passage()
    fill(passage, children)
    return passage


def _strip_first(token: Token, pattern: re.Pattern[str]) -> bool:
    """Take what matches off the front of the words; whether there was such a thing."""
    children = token.children or []
    if not children or children[0].type != "text":
        return False
    found = pattern.match(children[0].content)
    if found:
        children[0].content = children[0].content[found.end() :]
    return found is not None
