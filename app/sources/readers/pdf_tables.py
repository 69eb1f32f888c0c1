"""Tables on a page of a PDF: between drawn lines, or by cells that stand below one another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.sources.readers.pdf_page import Fragment, Rule, Span

_SAME_EDGE = 4.0  # points
_ONE_ROW = 0.3  # of the type's size
_MOST_RULES = 80
_FEWEST_ROWS = 3  # of a table that only its alignment shows
_LONGEST_CELL = 60  # characters, on average
_PROSE = 28  # characters, on average: two columns of as much are running text
_WIDE = 1.5  # of the type's size, between cells that nothing but a gap tells apart
_MOSTLY = 0.6
_NEARLY_ALL = 0.8

Cell = list[list[Span]]  # its lines


@dataclass(slots=True)
class Table:
    """A table; ``header`` tells whether its first row names the columns."""

    rows: list[list[Cell]]
    header: bool
    left: float
    right: float
    baseline: float  # of its first row
    bottom: float
    size: float
    order: int
    page: int = 0

    @property
    def text(self) -> str:
        """A row's worth of words, for whoever asks how long it is."""
        return " ".join(span.text for cell in self.rows[0] for line in cell for span in line)


Thing = Fragment | Table


def ruled(fragments: Sequence[Fragment], rules: Sequence[Rule]) -> list[Thing]:
    """The fragments of a page, those between the drawn lines of a table made one table."""
    left_over = list(fragments)
    found: list[Thing] = []
    for group in _spans_of_rules(rules):
        top = 0
        while top < len(group) - 1:
            made = _first_table(left_over, group, top, rules)
            if made is None:
                top += 1
                continue
            table, gone, top = made
            found.append(table)
            left_over = [f for f in left_over if id(f) not in gone]
    return [*left_over, *found]


def _spans_of_rules(rules: Sequence[Rule]) -> list[list[Rule]]:
    """Lying rules of one width, those below one another together, from top to bottom."""
    groups: list[list[Rule]] = []
    lying = sorted((r for r in rules if r.lies), key=lambda r: -r.top)
    for rule in _whole(lying):
        for group in groups:
            if _alike(group[0], rule):
                if group[-1].bottom - rule.top > 1:  # not the same one drawn twice
                    group.append(rule)
                break
        else:
            groups.append([rule])
    return [group for group in groups if 2 <= len(group) <= _MOST_RULES]


def _whole(lying: Sequence[Rule]) -> Iterator[Rule]:
    """Rules, those that were drawn cell by cell put together."""
    pieces: list[Rule] = []
    for rule in sorted(lying, key=lambda r: (-round(r.top), r.left)):
        last = pieces[-1] if pieces else None
        if last and abs(last.top - rule.top) < 1.5 and rule.left - last.right < _SAME_EDGE:
            right = max(last.right, rule.right)
            pieces[-1] = Rule(last.left, right, min(last.bottom, rule.bottom), last.top)
        else:
            pieces.append(rule)
    return iter(pieces)


def _alike(one: Rule, other: Rule) -> bool:
    return abs(one.left - other.left) < _SAME_EDGE and abs(one.right - other.right) < _SAME_EDGE


def _first_table(
    fragments: Sequence[Fragment], group: Sequence[Rule], top: int, rules: Sequence[Rule]
) -> tuple[Table, set[int], int] | None:
    """The largest table that begins at a rule, the fragments in it, and the rule it ends at."""
    for bottom in range(len(group) - 1, top, -1):
        inside = _between(fragments, group[top], group[bottom])
        between = group[top : bottom + 1]
        table = _table(inside, between, uprights=_has_uprights(group[top], group[bottom], rules))
        if table is not None:
            return table, {id(f) for f in inside}, bottom
    return None


def _between(fragments: Sequence[Fragment], top: Rule, bottom: Rule) -> list[Fragment]:
    return [
        f
        for f in fragments
        if bottom.bottom - 1 < f.baseline < top.top
        and f.left > top.left - _SAME_EDGE
        and f.right < top.right + _SAME_EDGE
    ]


def _has_uprights(top: Rule, bottom: Rule, rules: Sequence[Rule]) -> bool:
    """Whether lines stand between the cells."""
    inner = [
        r
        for r in rules
        if not r.lies
        and top.left + _SAME_EDGE < r.left < top.right - _SAME_EDGE
        and bottom.bottom - 2 <= r.bottom
        and r.top <= top.top + 2
    ]
    return bool(inner)


def _table(inside: Sequence[Fragment], between: Sequence[Rule], *, uprights: bool) -> Table | None:
    rows = _rows(inside)
    columns = _columns(inside)
    if len(rows) < 2 or len(columns) < 2:
        return None
    full = sum(len(row) > 1 for row in rows)
    lengths = [sum(len(f.text) for f in row) / len(row) for row in rows]
    mean = sum(lengths) / len(lengths)
    every_row = len(between) > 3 and len(between) >= len(rows) / 3
    if mean > _LONGEST_CELL or (mean > _PROSE and not uprights and not every_row):
        return None
    by_rules = uprights or every_row
    if full < _MOSTLY * len(rows) and not by_rules:
        return None
    grouped = _by_rules(rows, between) if by_rules else _by_gap(rows, between)
    if len(grouped) < 2 or _has_empty_band(rows, between):
        return None
    cells = [_cells(row, columns) for row in grouped]
    header = between[1].top > rows[-1][0].baseline and len(between) > 2 and len(cells) > 1
    return _made(cells, inside, header=header)


def _has_empty_band(rows: Sequence[list[Fragment]], between: Sequence[Rule]) -> bool:
    """Whether two rules have nothing between them, so that they are those of two boxes."""
    size = rows[0][0].size
    return any(
        upper.bottom - lower.top > size
        and not any(lower.bottom < row[0].baseline < upper.top for row in rows)
        for upper, lower in pairwise(between)
    )


def _rows(fragments: Sequence[Fragment]) -> list[list[Fragment]]:
    rows: list[list[Fragment]] = []
    for fragment in sorted(fragments, key=lambda f: (-f.baseline, f.left)):
        if rows and rows[-1][0].baseline - fragment.baseline < _ONE_ROW * fragment.size:
            rows[-1].append(fragment)
        else:
            rows.append([fragment])
    return [sorted(row, key=lambda f: f.left) for row in rows]


def _columns(fragments: Sequence[Fragment]) -> list[tuple[float, float]]:
    """From where to where the columns reach: what no cell leaves free.

    Cells that reach over several columns are left out as long as that gives more columns.
    """
    best: list[tuple[float, float]] = []
    widths = sorted({round(f.right - f.left) for f in fragments}, reverse=True)
    for limit in widths[:4]:
        found: list[tuple[float, float]] = []
        for f in sorted(fragments, key=lambda f: f.left):
            if round(f.right - f.left) > limit:
                continue
            if found and f.left < found[-1][1] + 1:
                found[-1] = (found[-1][0], max(found[-1][1], f.right))
            else:
                found.append((f.left, f.right))
        if len(found) > len(best):
            best = found
    return best


def _by_rules(
    rows: Sequence[list[Fragment]], between: Sequence[Rule]
) -> list[list[list[Fragment]]]:
    """Rows of text by the two rules that they stand between."""
    bands: dict[int, list[list[Fragment]]] = {}
    for row in rows:
        band = sum(rule.top > row[0].baseline for rule in between)
        bands.setdefault(band, []).append(row)
    return list(bands.values())


def _by_gap(rows: Sequence[list[Fragment]], between: Sequence[Rule]) -> list[list[list[Fragment]]]:
    """Each row for itself, but all above the second rule together."""
    above = [row for row in rows if row[0].baseline > between[1].top]
    rest = [[row] for row in rows if row[0].baseline <= between[1].top]
    return [above, *rest] if above and rest else [[row] for row in rows]


def _cells(
    rows: Sequence[Sequence[Fragment]], columns: Sequence[tuple[float, float]]
) -> list[Cell]:
    cells: list[Cell] = [[] for _ in columns]
    for row in rows:
        for fragment in row:
            overlaps = [min(fragment.right, b) - max(fragment.left, a) for a, b in columns]
            cells[overlaps.index(max(overlaps))].append(fragment.spans)
    return cells


def _made(rows: list[list[Cell]], inside: Sequence[Fragment], *, header: bool) -> Table:
    return Table(
        rows,
        header,
        min(f.left for f in inside),
        max(f.right for f in inside),
        max(f.baseline for f in inside),
        min(f.baseline for f in inside),
        inside[0].size,
        min(f.order for f in inside),
    )


def aligned(rows: Sequence[list[Thing]]) -> Iterator[list[Thing] | Table]:
    """The rows of a part of a page, those together as a table whose cells stand in columns."""
    start = 0
    while start < len(rows):
        end = start
        while end < len(rows) and _has_cells(rows[end]):
            end += 1
        run = [[t for t in row if isinstance(t, Fragment)] for row in rows[start:end]]
        if len(run) >= _FEWEST_ROWS and _stands_in_columns(run):
            inside = [f for row in run for f in row]
            columns = _columns(inside)
            yield _made([_cells([row], columns) for row in run], inside, header=False)
        else:
            end = max(end, start + 1)
            yield from rows[start:end]
        start = end


def _has_cells(row: Sequence[Thing]) -> bool:
    """Whether a row is of two or more things with wide gaps between them, written in order.

    What a typewriter's letters make is a listing: its blanks are its own.
    """
    if len(row) < 2 or not all(isinstance(thing, Fragment) for thing in row):
        return False
    if all(thing.style.mono for thing in row if isinstance(thing, Fragment)):
        return False
    pairs = list(pairwise(row))
    wide = all(b.left - a.right > _WIDE * max(a.size, b.size) for a, b in pairs)
    return wide and len(row[0].text.strip()) > 1


def _stands_in_columns(run: Sequence[Sequence[Fragment]]) -> bool:
    inside = [f for row in run for f in row]
    columns = _columns(inside)
    if len(columns) < 2 or len(columns) > 2 * max(len(row) for row in run):
        return False
    lefts = [round(f.left) for f in inside]
    rights = [round(f.right) for f in inside]
    steady = sum(_repeats(f.left, lefts) or _repeats(f.right, rights) for f in inside)
    in_order = sum(b.order == a.order + 1 for row in run for a, b in pairwise(row))
    pairs = sum(len(row) - 1 for row in run)
    mean = sum(len(f.text) for f in inside) / len(inside)
    return (
        steady >= _NEARLY_ALL * len(inside)
        and in_order >= _NEARLY_ALL * pairs
        and mean <= _LONGEST_CELL / 2
    )


def _repeats(edge: float, edges: Sequence[int]) -> bool:
    return sum(abs(edge - other) <= 2 for other in edges) > 1
