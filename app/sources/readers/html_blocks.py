"""The blocks of an HTML tree, in reading order, without recursion."""

from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from app.sources.document import BlockKind, MarkKind
from app.sources.manuscript import Manuscript, Passage, introduces

Element = Any
_MARKS = {
    "em": MarkKind.EMPHASIS, "i": MarkKind.EMPHASIS, "cite": MarkKind.EMPHASIS,
    "var": MarkKind.EMPHASIS, "dfn": MarkKind.EMPHASIS, "mark": MarkKind.EMPHASIS,
    "strong": MarkKind.STRONG, "b": MarkKind.STRONG,
}  # fmt: skip
_CODE = frozenset(("code", "tt", "kbd", "samp"))
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_LISTS = frozenset(("ul", "ol"))
_INLINE = frozenset(
    [
        *("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "cite", "data", "dfn", "em"),
        *("font", "i", "img", "ins", "label", "mark", "nobr", "q", "ruby", "small", "span"),
        *("strong", "sub", "sup", "time", "u", "var", "wbr"),
    ]
)
_ROWS_OF_DATA = 2


@dataclass(slots=True)
class _Frame:
    """An open element that holds blocks."""

    tag: str
    parent: int | None = None
    block: int | None = None  # of an item or a term, once it was written
    number: int | None = None
    style: str = ""
    header: int | None = None
    cells: list[Passage] = field(default_factory=list)
    is_header: bool = False


class _Pages(Manuscript):
    """A manuscript that remembers its first main heading."""

    first_heading = ""


def write_down(root: Element) -> _Pages:
    """Write every block of a tree into a manuscript."""
    walk = _Walk()
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if not isinstance(element.tag, str):
            continue
        if event == "start":
            walk.open(element)
        else:
            walk.close(element, is_root=element is root)
    walk.end_block()
    return walk.manuscript


class _Walk:
    def __init__(self) -> None:
        self.manuscript = _Pages()
        self._frames: list[_Frame] = []
        self._passage = Passage()
        self._starts: list[tuple[str, int]] = []  # open inline elements, and where they began
        self._before: int | None = None
        self._code: list[str] | None = None  # the lines of a <pre>, while in one
        self._code_depth = 0
        self._short: list[str] | None = None  # inline code, while in it
        self._short_depth = 0

    def open(self, element: Element) -> None:
        """An element begins."""
        tag = element.tag
        if self._code is not None:
            self._code_depth += 1
            self._code.append("\n" if tag in ("br", "p", "div", "tr", "li") else "")
        elif self._short is not None:
            self._short_depth += 1
        elif tag == "pre":
            self.end_block()
            self._code, self._code_depth = [], 0
        elif tag in _CODE:
            self._short, self._short_depth = [], 0
        elif tag == "br":
            self._passage.add("\n")
        elif tag in _INLINE:
            self._starts.append((tag, self._passage.length))
        else:
            self._open_block(element, tag)
        self._put(element.text)

    def close(self, element: Element, *, is_root: bool) -> None:
        """An element ends; what follows it belongs to its parent."""
        tag = element.tag
        if self._code is not None:
            self._close_code()
        elif self._short is not None:
            self._close_short()
        elif tag in _INLINE:
            self._close_inline(element, tag)
        else:
            self._close_block(tag)
        if not is_root:
            self._put(element.tail)

    def _close_code(self) -> None:
        if self._code_depth:
            self._code_depth -= 1
            return
        lines, self._code = "".join(self._code or ()), None
        parent = self._before if self._before is not None else self._item()
        self.manuscript.add_code(lines, parent=parent)

    def _close_short(self) -> None:
        if self._short_depth:
            self._short_depth -= 1
            return
        words, self._short = "".join(self._short or ()), None
        self._passage.code(" ".join(words.split()))

    def _close_inline(self, element: Element, tag: str) -> None:
        if tag == "br" or not self._starts or self._starts[-1][0] != tag:
            return
        _, start = self._starts.pop()
        target = element.get("href") or ""
        if tag == "a" and target and not target.startswith("#"):
            self._passage.mark(start, MarkKind.LINK, target)
        elif tag in _MARKS:
            self._passage.mark(start, _MARKS[tag])

    def _put(self, text: str | None) -> None:
        if not text:
            return
        if self._code is not None:
            self._code.append(text)
        elif self._short is not None:
            self._short.append(text)
        else:
            self._passage.add(text)

    def _open_block(self, element: Element, tag: str) -> None:
        if self._cell() is not None and tag not in ("table", "tr", "td", "th"):
            self._passage.add("\n")  # paragraphs of a cell are one cell
            self._frames.append(_Frame("in-cell"))
            return
        self.end_block()
        frame = _Frame(tag, self._item())
        if tag in _LISTS:
            self._open_list(element, frame)
        elif tag == "li":
            self._open_item(element, frame)
        elif tag == "dl":
            frame.parent = self._item()
        elif tag == "dd":
            frame.block = self._term()
        elif tag == "table" and not _holds_data(element):
            frame.tag = "layout"
        elif tag in ("td", "th"):
            frame.is_header = tag == "th"
        if tag in _HEADINGS or tag in ("hr", "table"):
            self._before = None
        self._frames.append(frame)

    def _open_list(self, element: Element, frame: _Frame) -> None:
        before = self._before
        leads = before is not None and introduces(self.manuscript.text_of(before))
        frame.parent = before if leads else self._item()
        if element.tag == "ol":
            start = element.get("start") or "1"
            frame.number = int(start) if start.isdecimal() and len(start) < 6 else 1
            frame.style = element.get("type") or ""

    def _open_item(self, element: Element, frame: _Frame) -> None:
        above = self._frames[-1] if self._frames else None
        if above is not None and above.tag in _LISTS:
            frame.parent = above.parent
            frame.style = above.style
            if above.number is not None:
                given = element.get("value") or ""
                if given.isdecimal() and len(given) < 6:
                    above.number = int(given)
                frame.number = above.number
                above.number += 1
        self._before = None

    def _close_block(self, tag: str) -> None:
        if not self._frames:
            self.end_block()
            return
        top = self._frames[-1]
        if top.tag == "in-cell":
            self._passage.add("\n")
            self._frames.pop()
            return
        if top.tag in ("td", "th") and self._row() is not None:
            self._close_cell()
            return
        self.end_block()
        self._frames.pop()
        if top.tag == "tr":
            self._close_row(top)
        elif top.tag in ("ul", "ol", "li", "dl", "dd", "table", "blockquote") or tag in _HEADINGS:
            self._before = None
        if top.tag == "dt" and self._frames:
            self._frames[-1].block = top.block

    def _close_cell(self) -> None:
        top = self._frames.pop()
        row = self._row()
        if row is not None:
            row.cells.append(self._passage)
            row.is_header = (row.is_header or len(row.cells) == 1) and top.is_header
        self._passage = Passage()
        self._starts = []

    def _close_row(self, row: _Frame) -> None:
        if not row.cells:
            return
        table = next((f for f in reversed(self._frames) if f.tag == "table"), None)
        if table is None:
            return
        header = row.is_header and table.header is None
        index = self.manuscript.add_row(
            row.cells, parent=None if header else table.header, header=header
        )
        if header:
            table.header = index

    def _row(self) -> _Frame | None:
        """The row of a table of data that is open right above the current cell."""
        for frame in reversed(self._frames):
            if frame.tag == "tr":
                return frame if self._in_data() else None
            if frame.tag in ("table", "layout"):
                return None
        return None

    def _cell(self) -> _Frame | None:
        for frame in reversed(self._frames):
            if frame.tag in ("td", "th"):
                return frame if self._in_data() else None
            if frame.tag in ("table", "layout"):
                return None
        return None

    def _in_data(self) -> bool:
        table = next((f.tag for f in reversed(self._frames) if f.tag in ("table", "layout")), "")
        return table == "table"

    def _item(self) -> int | None:
        """The block that paragraphs here hang on: that of the item or the term."""
        for frame in reversed(self._frames):
            if frame.tag == "li":
                return frame.block if frame.block is not None else frame.parent
            if frame.tag == "dd":
                return frame.block
        return None

    def _term(self) -> int | None:
        for frame in reversed(self._frames):
            if frame.tag == "dl":
                return frame.block
        return None

    def end_block(self) -> None:
        """Write down the words collected so far as a block of the innermost kind."""
        passage, self._passage = self._passage, Passage()
        self._starts = [(tag, 0) for tag, _ in self._starts]
        if not passage.length:
            return
        top = self._frames[-1] if self._frames else None
        if top is not None and top.tag in _HEADINGS:
            self._heading(passage, _HEADINGS[top.tag])
        elif top is not None and top.tag == "dt":
            top.block = self.manuscript.add(BlockKind.TERM, passage, parent=self._item())
        elif (item := self._new_item()) is not None:
            self._write_item(passage, item)
        else:
            self._paragraph(passage)

    def _heading(self, passage: Passage, level: int) -> None:
        index = self.manuscript.add(BlockKind.HEADING, passage, level=level)
        if index is not None and level == 1 and not self.manuscript.first_heading:
            self.manuscript.first_heading = self.manuscript.text_of(index)

    def _new_item(self) -> _Frame | None:
        """The item that is open and has no block yet, if nothing lies between."""
        for frame in reversed(self._frames):
            if frame.tag == "li":
                return frame if frame.block is None else None
            if frame.tag in ("ul", "ol", "dl", "dd", "blockquote", "table", "tr"):
                return None
        return None

    def _write_item(self, passage: Passage, item: _Frame) -> None:
        depth = sum(frame.tag == "li" for frame in self._frames) - 1
        index = self.manuscript.add(
            BlockKind.ITEM, passage, level=depth, marker=_marker(item), parent=item.parent
        )
        if index is not None:
            item.block = self._before = index

    def _paragraph(self, passage: Passage) -> None:
        quoted = any(frame.tag == "blockquote" for frame in self._frames)
        kind = BlockKind.QUOTE if quoted else BlockKind.PARAGRAPH
        index = self.manuscript.add(kind, passage, parent=self._item())
        if index is not None:
            self._before = index


def _marker(item: _Frame) -> str:
    if item.number is None:
        return ""
    if item.style in ("a", "A") and 1 <= item.number <= 26:
        return chr(ord(item.style) + item.number - 1)
    return str(item.number)


def _holds_data(table: Element) -> bool:
    """Whether a table is one of data: more than one row and column, no table or list within."""
    if table.get("role") in ("presentation", "none"):
        return False
    if next(table.iterdescendants("table", "p", "ul", "ol", "div", "h1", "h2", "h3"), None) is None:
        return True
    if next(table.iterdescendants("table", "h1", "h2", "h3"), None) is not None:
        return False
    rows = list(table.iterdescendants("tr"))
    return len(rows) >= _ROWS_OF_DATA and any(len(row) > 1 for row in rows)
