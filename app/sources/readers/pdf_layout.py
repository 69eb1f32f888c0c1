"""The order in which a page is read: its columns, the rows in them, the tables between them."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from app.sources.readers.pdf_page import MONO_WIDTH, Fragment, Page, Rule, Span, Style
from app.sources.readers.pdf_tables import Table, aligned, ruled

_ALIGNED = 2.0  # points
_GUTTER = 0.45  # of the body's size
_FEWEST_LINES = 2  # of a column
_ENOUGH_LINES = 5  # of the other
_FLUSH = 0.5
_SHORTEST_LINES = 14  # characters, on average: less is a table or a list
_ONE_ROW = 0.3  # of the type's size
_ACROSS = 0.95  # of the width of what is written on the page
_JOINED = 1.2  # of the type's size: what is as near belongs to one line
_FOLLOWS = 3.0  # and what is as near and written next

Thing = Fragment | Table


@dataclass(slots=True)
class Line:
    """A line of text. ``column`` is from where to where the lines around it reach."""

    spans: list[Span]
    left: float
    right: float
    baseline: float
    size: float
    page: int
    column: tuple[float, float]
    part: int = 0  # counts the parts of a page that are read one after the other
    loose: bool = False  # one of several side by side, no part of running text

    @property
    def text(self) -> str:
        """Its words."""
        return "".join(span.text for span in self.spans)

    @property
    def letters(self) -> list[tuple[Style, int]]:
        """How many characters stand in which style, note marks left out."""
        return [(s.style, len(s.text.strip())) for s in self.spans if not s.raised]

    @property
    def style(self) -> Style:
        """The style of most of it."""
        counts: dict[Style, int] = {}
        for style, count in self.letters:
            counts[style] = counts.get(style, 0) + count
        return max(counts, key=lambda style: counts[style], default=self.spans[0].style)


@dataclass(slots=True)
class _Part:
    things: list[Thing] = field(default_factory=list)

    @property
    def column(self) -> tuple[float, float]:
        return min(t.left for t in self.things), max(t.right for t in self.things)


def read_page(page: Page, body: float) -> list[Line | Table]:
    """The lines and tables of a page in reading order. ``body`` is the size of its plain text."""
    things = ruled(page.fragments, page.rules)
    found: list[Line | Table] = []
    bands = _between_rules(things, page.rules)
    for number, part in enumerate(part for band in bands for part in _parts(band, body)):
        for thing in _read_part(part, page.number):
            if isinstance(thing, Line):
                thing.part = number
            else:
                thing.page = page.number
            found.append(thing)
    return found


def _between_rules(things: list[Thing], rules: Sequence[Rule]) -> list[list[Thing]]:
    """What stands above and below each line that is drawn across the whole page."""
    if not things:
        return []
    left, right = min(t.left for t in things), max(t.right for t in things)
    across = [
        rule.bottom
        for rule in rules
        if rule.lies and rule.right - rule.left >= _ACROSS * (right - left)
    ]
    bands: dict[int, list[Thing]] = {}
    for thing in things:
        bands.setdefault(sum(thing.baseline < y for y in across), []).append(thing)
    return [bands[number] for number in sorted(bands)]


def _parts(things: list[Thing], body: float) -> list[_Part]:
    """The parts of a page in reading order; columns are parts of their own."""
    if not things:
        return []
    cut = _best_cut(things, body)
    if cut is None:
        return [_Part(things)]
    edge, top, bottom = cut
    above = [t for t in things if t.baseline >= top]
    below = [t for t in things if t.baseline <= bottom]
    inside = [t for t in things if bottom < t.baseline < top]
    left = [t for t in inside if t.left < edge - _ALIGNED]
    right = [t for t in inside if t.left >= edge - _ALIGNED]
    return [part for piece in (above, left, right, below) for part in _parts(piece, body)]


def _best_cut(things: Sequence[Thing], body: float) -> tuple[float, float, float] | None:
    """Where a right column begins, and between which heights; None where there are no columns."""
    best: tuple[int, float, float, float] | None = None
    for edge in _left_edges(things):
        for top, bottom, inside in _free_of_crossing(things, edge, edge - _GUTTER * body):
            lines = _are_columns(inside, edge)
            if lines and (best is None or lines > best[0]):
                best = (lines, edge, top, bottom)
    return best[1:] if best else None


def _left_edges(things: Sequence[Thing]) -> list[float]:
    """Where at least two things begin, one below the other."""
    edges: list[list[float]] = []
    for left in sorted(t.left for t in things):
        if edges and left - edges[-1][0] <= _ALIGNED:
            edges[-1].append(left)
        else:
            edges.append([left])
    return [group[0] for group in edges if len(group) >= _FEWEST_LINES]


def _free_of_crossing(
    things: Sequence[Thing], edge: float, gutter: float
) -> Iterator[tuple[float, float, list[Thing]]]:
    """The stretches of height in which nothing crosses from one side to the other."""
    top = float("inf")
    inside: list[Thing] = []
    for thing in sorted(things, key=lambda t: -t.baseline):
        if thing.left < edge - _ALIGNED and thing.right > gutter:
            if inside:
                yield top, thing.baseline, inside
            top, inside = thing.baseline, []
        elif thing.baseline < top:
            inside.append(thing)
    if inside:
        yield top, float("-inf"), inside


def _are_columns(inside: Sequence[Thing], edge: float) -> int:
    """How many lines there are side by side, or 0 where they are no columns of running text."""
    left = [t for t in inside if t.left < edge - _ALIGNED]
    right = [t for t in inside if t.left >= edge - _ALIGNED]
    fewer, more = sorted((len(left), len(right)))
    if all(map(_is_mono, inside)):
        return 0  # a listing with wide blanks in it; beside one in a column stands prose somewhere
    if fewer < _FEWEST_LINES or more < _ENOUGH_LINES:
        return 0
    if min(_mean_length(left), _mean_length(right)) < _SHORTEST_LINES:
        return 0
    if not (_is_flush(left) and _is_flush(right)):
        return 0
    low = max(min(t.baseline for t in side) for side in (left, right))
    high = min(max(t.baseline for t in side) for side in (left, right))
    return fewer if high >= low else 0


def _is_flush(side: Sequence[Thing]) -> bool:
    """Whether most lines begin below one another, as those of centred text do not."""
    starts = Counter(round(t.left / _ALIGNED) for t in side)
    steady = sum(
        starts[round(t.left / _ALIGNED)] + starts[round(t.left / _ALIGNED) + 1] > 1 for t in side
    )
    return steady >= _FLUSH * len(side)


def _mean_length(things: Sequence[Thing]) -> float:
    return sum(_length(t.text) for t in things) / len(things)


def _length(text: str) -> int:
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide


def _read_part(part: _Part, page: int) -> Iterator[Line | Table]:
    rows = _rows(part.things)
    column = part.column
    waiting: list[list[Thing]] = []  # rows of several things side by side
    for row in aligned(rows):
        if isinstance(row, Table):
            yield from _side_by_side(waiting, page, column)
            waiting = []
            yield row
            continue
        pieces = _pieces(row)
        if len(pieces) > 1 or (waiting and _is_narrow(pieces, column)):
            waiting.append([fragment for piece in pieces for fragment in piece])
            continue
        yield from _side_by_side(waiting, page, column)
        waiting = []
        yield from _lines(pieces, page, column, loose=False)
    yield from _side_by_side(waiting, page, column)


def _rows(things: Sequence[Thing]) -> list[list[Thing]]:
    """Things on one line, from top to bottom and from left to right."""
    rows: list[list[Thing]] = []
    for thing in sorted(things, key=lambda t: (-t.baseline, t.left)):
        near = rows and rows[-1][0].baseline - thing.baseline < _ONE_ROW * thing.size
        if near and not isinstance(thing, Table) and not isinstance(rows[-1][0], Table):
            rows[-1].append(thing)
        else:
            rows.append([thing])
    return [sorted(row, key=lambda t: t.left) for row in rows]


def _pieces(row: Sequence[Thing]) -> list[list[Thing]]:
    """The things of a row, those together that make one line."""
    pieces: list[list[Thing]] = []
    for thing in row:
        if pieces and _belongs(pieces[-1][-1], thing):
            pieces[-1].append(thing)
        else:
            pieces.append([thing])
    return pieces


def _belongs(before: Thing, thing: Thing) -> bool:
    gap = thing.left - before.right
    if _is_mono(before) and _is_mono(thing):
        return True
    reach = _FOLLOWS if thing.order == before.order + 1 else _JOINED
    return gap <= reach * max(before.size, thing.size)


def _is_mono(thing: Thing) -> bool:
    return isinstance(thing, Fragment) and thing.style.mono


def _is_narrow(pieces: Sequence[Sequence[Thing]], column: tuple[float, float]) -> bool:
    width = sum(thing.right - thing.left for piece in pieces for thing in piece)
    return width < (column[1] - column[0]) / 2


def _side_by_side(
    rows: Sequence[Sequence[Thing]], page: int, column: tuple[float, float]
) -> Iterator[Line | Table]:
    """Rows of several things that are no table, in the order in which the file has them."""
    things = sorted((thing for row in rows for thing in row), key=lambda t: t.order)
    pieces: list[list[Thing]] = []
    for thing in things:
        last = pieces[-1][-1] if pieces else None
        same_row = last and abs(last.baseline - thing.baseline) < _ONE_ROW * thing.size
        if last and same_row and thing.left > last.left and _belongs(last, thing):
            pieces[-1].append(thing)
        else:
            pieces.append([thing])
    yield from _lines(pieces, page, column, loose=True)


def _lines(
    pieces: Sequence[Sequence[Thing]], page: int, column: tuple[float, float], *, loose: bool
) -> Iterator[Line | Table]:
    for piece in pieces:
        fragments = [thing for thing in piece if isinstance(thing, Fragment)]
        yield from (thing for thing in piece if isinstance(thing, Table))
        if fragments:
            yield _line(fragments, page, column, loose=loose)


def _line(
    fragments: Sequence[Fragment], page: int, column: tuple[float, float], *, loose: bool
) -> Line:
    spans: list[Span] = []
    before: Fragment | None = None
    for fragment in fragments:
        gap = fragment.left - before.right if before else 0.0
        if spans and gap > 0.1 * fragment.size and not spans[-1].text.endswith(" "):
            mono = spans[-1].style.mono and fragment.style.mono
            width = gap / (MONO_WIDTH * fragment.size) if mono else 1
            spans[-1].text += " " * max(1, round(width))
        spans += fragment.spans
        before = fragment
    return Line(
        spans,
        min(f.left for f in fragments),
        max(f.right for f in fragments),
        fragments[0].baseline,
        max(f.size for f in fragments),
        page,
        column,
        loose=loose,
    )
