"""The rows and cells of a comparison, and what versions, documents and subjects have in common in them."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.compiler.matching import Match
from app.compiler.resolve import subject_of
from app.compiler.revisions import Piece
from app.compiler.sides import Saying
from app.ledger.cache import Cache
from app.ledger.naming import key
from app.ledger.pages import PageRow

ROWS_AT_MOST = 32
GROUPED_FROM = 9  # rows of a table from which it is cut into groups
_GROUPS = ("Form", "Order", "Rules", "Use", "Reasons", "Figures", "Origin", "")


@dataclass(frozen=True, slots=True)
class Cell:
    """What one side says, with the sentences that it rests on; ``pieces`` that are ``other`` are
    not in the cell beside it."""

    source: str
    pieces: tuple[Piece, ...]
    evidence: tuple[str, ...]

    @property
    def text(self) -> str:
        """Its words."""
        return " ".join(p.text for p in self.pieces)


@dataclass(frozen=True, slots=True)
class Row:
    """One aspect: its name, what each side says (None: no sentence found), and a word on the two."""

    aspect: str
    left: Cell | None
    right: Cell | None
    verdict: str = ""
    page: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """What a comparison page shows: sentences of the one on the other, header fields
    by which the one replaces the other, rows, and what a source lists itself under a ``heading``. ``same`` counts
    the statements that stand in both, ``left_out`` the rows that found no room."""

    rows: tuple[Row, ...]
    lead: tuple[Cell, ...] = ()
    fields: tuple[Cell, ...] = ()
    heading: str = ""
    listed: tuple[Cell, ...] = ()
    same: int = 0
    left_out: int = 0

    @property
    def both(self) -> int:
        """The rows in which both sides say something."""
        return sum(row.left is not None and row.right is not None for row in self.rows)


def cell_of(saying: Saying, pieces: Sequence[Piece]) -> Cell:
    bare = list(pieces)
    if bare:
        bare[-1] = replace(bare[-1], text=re.sub(r"(?<![.…])[.。]$", "", bare[-1].text))
    return Cell(saying.source, tuple(p for p in bare if p.text), saying.evidence)


def page_of(cache: Cache, name: str) -> str:
    """The page of a thing that a label names, if it has one."""
    page = page_at(cache, key(name)) if name else None
    return page.link if page else ""


def page_at(cache: Cache, name: str) -> PageRow | None:
    slot = cache.subjects.known_names([name]).get(name) if name else None
    page = subject_of(cache, slot).page if slot else None
    return page if page and not page.gone else None


def grouped(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Rows by group in the order of subject pages; without groups where they are few."""
    shown = sorted(rows, key=lambda r: r.left is None or r.right is None)[:ROWS_AT_MOST]
    sizes = Counter(row.group for row in shown)
    small = {g for g, n in sizes.items() if n < 2} | {""}
    if len(shown) < GROUPED_FROM or len(sizes.keys() - small) < 2:
        return tuple(replace(row, group="") for row in _by_label(shown))
    named = [replace(row, group="" if row.group in small else row.group) for row in shown]
    return tuple(sorted(_by_label(named), key=lambda r: _GROUPS.index(r.group)))


def _by_label(rows: Sequence[Row]) -> list[Row]:
    """Rows that bear one label follow one another."""
    first: dict[tuple[str, str], int] = {}
    for place, row in enumerate(rows):
        first.setdefault((row.group, row.aspect), place)
    return sorted(rows, key=lambda r: first[(r.group, r.aspect)])


def spelled(match: Match) -> str:
    """The words that two statements share, as the left one spells them."""
    name = match.words[0]
    if " / " in name:
        return name
    found = re.search(rf"\b{re.escape(name)}\w*", match.left.text, re.IGNORECASE)
    return found.group() if found else name


def without_version(name: str) -> str:
    return re.sub(r"(?<=\S)\s+v?\d+(?:\.\d+)+$", "", name)


def bare_name(name: str) -> str:
    """A name without what stands in brackets behind it."""
    return re.sub(r"\s*\([^()]*\)$", "", name)
