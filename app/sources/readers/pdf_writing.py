"""From the runs of a PDF to the blocks of a document."""

from collections.abc import Iterator, Mapping, Sequence

from app.sources.boundaries import ends
from app.sources.document import BlockKind
from app.sources.manuscript import Manuscript, Passage, introduces
from app.sources.readers.pdf_layout import Line
from app.sources.readers.pdf_page import MONO_WIDTH, Span
from app.sources.readers.pdf_runs import Role, Run, marker
from app.sources.readers.pdf_words import Words, is_note_mark, passage, spans_of, without_marks

_SAME_LEFT = 3.0  # points
_BLANK_LINE = 1.6  # of the type's size


class _Item:
    """An item that is open: what is set in as far as its words belongs to it."""

    def __init__(self, run: Run, block: int | None, parent: int | None) -> None:
        self.left = _set_in(run.lines[0])
        self.block = block
        self.parent = parent
        self._page = run.lines[-1].page
        rest = [_set_in(line) for line in run.lines[1:]]
        self._words_left = min(rest, default=self.left + run.lines[0].size)

    def holds(self, run: Run) -> bool:
        """Whether a paragraph after it is part of it."""
        if self._words_left <= self.left + _SAME_LEFT or run.lines[0].page != self._page:
            return False
        return min(map(_set_in, run.lines)) >= self._words_left - _SAME_LEFT


def _set_in(line: Line) -> float:
    """How far a line is set in from its column's edge, which may differ from page to page."""
    return line.left - line.column[0]


class Writer:
    """Writes runs into a manuscript, each block with its page."""

    def __init__(
        self, manuscript: Manuscript, words: Words, marks: Mapping[int, frozenset[str]]
    ) -> None:
        self._manuscript = manuscript
        self._words = words
        self._marks = marks
        self._items: list[_Item] = []  # open, outermost first
        self._before: int | None = None

    def write(self, runs: Sequence[Run]) -> None:
        """Write them all."""
        for run in runs:
            if run.lines:
                self._manuscript.page = run.lines[0].page
            if run.role not in (Role.ITEM, Role.TEXT, Role.NOTE, Role.CODE):
                self._items = []
            match run.role:
                case Role.TABLE:
                    self._table(run)
                case Role.CODE:
                    self._manuscript.add_code(_code(run.lines), parent=self._before)
                case Role.FORMULA:
                    formula = " ".join(line.text.strip() for line in run.lines)
                    self._manuscript.add_code(formula, parent=self._before)
                case Role.HEADING:
                    spans = spans_of(run.lines, self._words, self._marks_on(run))
                    words = passage(spans, plain=True)
                    self._manuscript.add(BlockKind.HEADING, words, level=run.level)
                    self._before = None
                case Role.ITEM:
                    self._item(run)
                case Role.NOTE | Role.CAPTION:
                    self._aside(run)
                case _:
                    self._paragraph(run)

    def _marks_on(self, run: Run) -> frozenset[str]:
        pages = {line.page for line in run.lines}
        return frozenset().union(*(self._marks.get(page, frozenset()) for page in pages))

    def _paragraph(self, run: Run) -> None:
        if is_note_mark(run.text) and run.text.strip() in self._marks_on(run):
            return  # it slipped from its line
        while self._items and not self._items[-1].holds(run):
            self._items.pop()
        parent = self._items[-1].block if self._items else None
        for page, spans in self._by_page(run):
            self._manuscript.page = page
            self._before = self._manuscript.add(BlockKind.PARAGRAPH, passage(spans), parent=parent)

    def _aside(self, run: Run) -> None:
        for page, spans in self._by_page(run):
            self._manuscript.page = page
            self._manuscript.add(BlockKind.PARAGRAPH, passage(spans))

    def _item(self, run: Run) -> None:
        left = _set_in(run.lines[0])
        while self._items and self._items[-1].left > left + _SAME_LEFT:
            self._items.pop()
        if self._items and abs(self._items[-1].left - left) <= _SAME_LEFT:
            parent = self._items.pop().parent
        elif self._items:
            parent = self._items[-1].block
        else:
            parent = self._lead_in()
        pieces = list(self._by_page(run, is_item=True))
        page, spans = pieces[0]
        self._manuscript.page = page
        block = self._manuscript.add(
            BlockKind.ITEM,
            passage(spans),
            level=len(self._items),
            marker=run.marker,
            parent=parent,
        )
        self._items.append(_Item(run, block, parent))
        for page, spans in pieces[1:]:
            self._manuscript.page = page
            self._manuscript.add(BlockKind.PARAGRAPH, passage(spans), parent=block)

    def _lead_in(self) -> int | None:
        before = self._before
        if before is None or not introduces(self._manuscript.text_of(before)):
            return None
        return before

    def _by_page(self, run: Run, *, is_item: bool = False) -> Iterator[tuple[int, list[Span]]]:
        """The words of a run, cut where the first sentence begins that is on the next page."""
        marks = self._marks_on(run)
        pages = sorted({line.page for line in run.lines})
        spans = spans_of([line for line in run.lines if line.page == pages[0]], self._words, marks)
        if is_item:
            spans = _cut(spans, marker("".join(span.text for span in spans))[1])[1]
        page = pages[0]
        for following in pages[1:]:
            more = [line for line in run.lines if line.page == following]
            turn = sum(len(span.text) for span in spans)
            spans = _appended(spans, spans_of(more, self._words, marks), self._words)
            text = "".join(span.text for span in spans)
            cut = next((end for end in ends(text, (), "und") if end >= turn - 1), len(text))
            first, rest = _cut(spans, cut)
            yield page, first
            if not rest:
                return
            page, spans = following, rest
        yield page, spans

    def _table(self, run: Run) -> None:
        table = run.table
        if table is None:
            return
        self._manuscript.page = run.page
        header: int | None = None
        for number, row in enumerate(table.rows):
            cells = [self._cell(cell) for cell in row]
            is_header = table.header and number == 0
            index = self._manuscript.add_row(cells, parent=header, header=is_header)
            header = index if is_header else header

    def _cell(self, lines: Sequence[Sequence[Span]]) -> Passage:
        spans: list[Span] = []
        for line in lines:
            spans = _appended(spans, without_marks(line, frozenset()), self._words)
        return passage(spans)


def _appended(spans: list[Span], more: list[Span], words: Words) -> list[Span]:
    if spans and more:
        before, between = words.joined(spans[-1].text, "".join(span.text for span in more))
        spans[-1].text = before + between
        more[0].text = more[0].text.lstrip()
    return [*spans, *more]


def _cut(spans: Sequence[Span], at: int) -> tuple[list[Span], list[Span]]:
    """The spans before and after a place in their words."""
    first: list[Span] = []
    rest: list[Span] = []
    for span in spans:
        inside = max(0, min(at, len(span.text)))
        if inside:
            first.append(Span(span.text[:inside], span.style, span.raised))
        if inside < len(span.text):
            rest.append(Span(span.text[inside:], span.style, span.raised))
        at -= len(span.text)
    return first, rest


def _code(lines: Sequence[Line]) -> str:
    """Lines of code, indented as they are on the page."""
    left = min(line.left for line in lines)
    found: list[str] = []
    before: Line | None = None
    for line in lines:
        step = before.baseline - line.baseline if before and before.page == line.page else 0
        if step > _BLANK_LINE * line.size:
            found.append("")
        indent = round((line.left - left) / (MONO_WIDTH * line.style.size))
        found.append(" " * indent + line.text.strip())
        before = line
    return "\n".join(found)
