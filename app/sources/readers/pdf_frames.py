"""What frames the text of a PDF and is no part of it: running heads, page numbers, contents."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from app.sources.readers.pdf_layout import Line
from app.sources.readers.pdf_page import Fragment, Page
from app.sources.readers.pdf_tables import Table

_ZONE = 0.15  # of the height, at either end
_ROWS = 3  # that may be heads or feet
_ONE_ROW = 2.0  # points
_TITLE = 1.3  # of the body's size
_CHAPTER = 1.6  # where it stands on several pages, but for its digits
_APART = 1.3  # of the type's size, from there to the text
_NUMBER = re.compile(
    r"[\W_]*(?:page|seite|p\.|第)?[\W_]*(?:\d{1,6}|[ivxlc]{1,7}|[A-Z]-\d{1,3})"
    r"(?:\s*(?:of|/|von|sur|de)\s*\d{1,5})?(?:\s*[页頁ページ]+)?[\W_]*",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+|(?<![^\W\d_])[ivxlc]+(?![^\W\d_])")

_LEADER = re.compile(r"(?:\s?[.·…]\s?){4,}\s*(?:\d{1,5}|[ivxlc]{1,7}|[A-Z]-\d{1,3})?$")
_ENTRIES = 3  # at least, for a table of contents without dots
_MISSES = 3  # lines among the entries that are none: second lines of long ones
_CONTENTS = re.compile(
    r"(?:table of )?contents|(?:list of )?(?:figures|tables)|index|inhalt(?:sverzeichnis)?|"
    r"table des matières|sommaire|índice|目\s*[次录錄]",
    re.IGNORECASE,
)

Row = list[Fragment]


def take_out(pages: Sequence[Page], body: float) -> None:
    """Take running heads, running feet and page numbers out of the pages.

    ``body`` is the size of the plain text; what is much larger is a title, not a running head,
    unless it is only somewhat larger and stands so on several pages.

    A line near the edge is one where it stands on two pages, but for its digits; so is every other
    line at such a place that stands apart from the text, and a lone number.
    """
    edges = {page.number: list(_edges(page)) for page in pages}
    pages_with = Counter(
        key for rows in edges.values() for key in {_key(at, f) for at, row in rows for f in row}
    )
    places: dict[tuple[str, int], int] = defaultdict(int)
    for rows in edges.values():
        for at, row in rows:
            repeated = any(pages_with[_key(at, f)] > 1 for f in row)
            places[at, round(row[0].baseline / _ONE_ROW)] += repeated
    sized = Counter(
        key
        for rows in edges.values()
        for key in {(_key(at, f), f.size) for at, row in rows for f in row}
    )
    large = {
        key for key, count in sized.items() if key[1] > (_TITLE if count == 1 else _CHAPTER) * body
    }
    for page in pages:
        frames = _frames(page, edges[page.number], pages_with, places)
        gone = {
            id(f)
            for f in frames
            if _is_number([f]) or not {(_key(at, f), f.size) for at in ("head", "foot")} & large
        }
        page.fragments = [f for f in page.fragments if id(f) not in gone]


def without_contents(things: Sequence[Line | Table]) -> list[Line | Table]:
    """Lines and tables without tables of contents and indexes: entries led to their pages by dots,
    and entries below such a heading that come again as headings of their own.

    The heading of a table of contents goes with it.
    """
    found: list[Line | Table] = []
    for thing in _without_entries(things):
        if isinstance(thing, Line) and _LEADER.search(thing.text):
            while found and _names_contents(found[-1]):
                found.pop()
        else:
            found.append(thing)
    return found


def _without_entries(things: Sequence[Line | Table]) -> list[Line | Table]:
    """The things without the first table of contents whose entries are not led by dots."""
    start = next((n for n, thing in enumerate(things) if _names_contents(thing)), len(things))
    later = Counter(_words(thing.text) for thing in things[start + 1 :] if isinstance(thing, Line))
    gone, entries, misses = {start}, 0, 0
    seen: set[str] = set()
    for number, thing in enumerate(things[start + 1 :], start=start + 1):
        words = _words(thing.text)
        later[words] -= isinstance(thing, Line)
        if words in seen and not later[words]:
            break  # the text begins with what was the first entry
        seen |= {words} if words else set()
        count = _entries(thing, later)
        if not count and not _is_lone_number(thing):
            misses += 1
        else:
            gone.add(number)
            entries, misses = entries + count, 0
        if misses > _MISSES:
            break
    gone = gone if entries >= _ENTRIES else set()
    return [thing for number, thing in enumerate(things) if number not in gone]


def _entries(thing: Line | Table, later: Counter[str]) -> int:
    """How many entries of a table of contents something is: their words come again as a line."""
    if isinstance(thing, Line):
        is_led = _LEADER.search(thing.text) is not None
        return int(is_led or (bool(_words(thing.text)) and later[_words(thing.text)] > 0))
    rows = [
        _words("".join(span.text for cell in row for line in cell for span in line))
        for row in thing.rows
    ]
    again = sum(bool(row) and later[row] > 0 for row in rows)
    return again if 2 * again > len(rows) else 0


def _words(text: str) -> str:
    """What an entry and its heading have in common: the words, without numbers in front and behind."""
    bare = re.sub(r"^[\W\d]*(?:[A-Z]\.?(?=\s))?|[\W\d]+$", "", text)
    return "".join(bare.casefold().split())


def _is_lone_number(thing: Line | Table) -> bool:
    return isinstance(thing, Line) and _NUMBER.fullmatch(thing.text.strip()) is not None


def _names_contents(thing: Line | Table) -> bool:
    return isinstance(thing, Line) and _CONTENTS.fullmatch(thing.text.strip()) is not None


def _edges(page: Page) -> Iterator[tuple[str, Row]]:
    """The outermost rows at the head ("head") and at the foot ("foot"), outermost first."""
    rows = _rows(page.fragments)
    low, high = _extent(page)
    reach = (high - low) * _ZONE
    yield from (("head", row) for row in rows[:_ROWS] if row[0].baseline > high - reach)
    yield from (("foot", row) for row in rows[::-1][:_ROWS] if row[0].baseline < low + reach)


def _extent(page: Page) -> tuple[float, float]:
    low = min((f.baseline for f in page.fragments), default=0.0)
    high = max((f.baseline for f in page.fragments), default=page.height)
    return min(low, 0.0) if high <= 0 else max(0.0, low - page.height * 0.08), high


def _rows(fragments: Sequence[Fragment]) -> list[Row]:
    rows: list[Row] = []
    for fragment in sorted(fragments, key=lambda f: -f.baseline):
        if rows and rows[-1][0].baseline - fragment.baseline < _ONE_ROW:
            rows[-1].append(fragment)
        else:
            rows.append([fragment])
    return rows


def _key(at: str, fragment: Fragment) -> tuple[str, str]:
    return at, _DIGITS.sub("#", "".join(fragment.text.lower().split()))


def _frames(
    page: Page,
    edges: Sequence[tuple[str, Row]],
    pages_with: Counter[tuple[str, str]],
    places: dict[tuple[str, int], int],
) -> Iterator[Fragment]:
    outermost = {"head": True, "foot": True}
    for at, row in edges:
        place = round(row[0].baseline / _ONE_ROW)
        known = max(places.get((at, place + step), 0) for step in (-1, 0, 1)) > 1
        repeated = [f for f in row if pages_with[_key(at, f)] > 1 and not _is_bare(f)]
        apart = _is_apart(page, row)
        if repeated and (apart or len(repeated) == len(row)):
            yield from row if known and apart else repeated
        elif outermost[at] and apart and (known or _is_number(row)):
            yield from row
        else:
            outermost[at] = False


def _is_bare(fragment: Fragment) -> bool:
    """Whether there is too little in it to be known again."""
    return not any(character.isalpha() for character in fragment.text)


def _is_number(row: Row) -> bool:
    return len(row) == 1 and _NUMBER.fullmatch(row[0].text.strip()) is not None


def _is_apart(page: Page, row: Row) -> bool:
    """Whether there is a gap between a row and the rows next to it on the side of the text."""
    baseline, size = row[0].baseline, max(f.size for f in row)
    middle = sum(f.baseline for f in page.fragments) / len(page.fragments)
    towards = 1 if middle > baseline else -1
    steps = [
        towards * (f.baseline - baseline)
        for f in page.fragments
        if towards * (f.baseline - baseline) >= _ONE_ROW
    ]
    return not steps or min(steps) > _APART * size
