"""Which of the positions on one thing is of a later time."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from app.compiler.disagree import Disagreement, Position
from app.compiler.lexicon import YEAR
from app.compiler.statements import version_words
from app.ledger.cache import Cache

_DATED = re.compile(r"\d{4}(?:-\d\d)*")
_Order = Callable[[Position], str]


def in_order(cache: Cache, found: Disagreement) -> list[int] | None:
    """The places of the positions of a disagreement, the oldest first: by the years in their sentences, else
    by the dates of their sources, else by the numbers in their titles; None where nothing tells."""
    years = _sorted(found.positions, lambda p: _year(cache, p))
    return years or _sorted(found.positions, lambda p: _date(cache, p)) or _by_version(cache, found)


def newest(cache: Cache, found: Disagreement) -> int | None:
    """The place of the position whose source is the newer one: by its date, else by the number in its title,
    else by the day on which it came into the vault; None where these are equal or not all known."""
    ordered = (
        _sorted(found.positions, lambda p: _date(cache, p))
        or _by_version(cache, found)
        or _sorted(
            found.positions, lambda p: max(cache.source(w.source).added for w in p.witnesses)
        )
    )
    return ordered[-1] if ordered else None


def _sorted(positions: Sequence[Position], order: _Order) -> list[int] | None:
    """The places of positions by what ``order`` gives; None where one has none, or two cannot be told
    apart, as 2012 and 2012-03 cannot."""
    known = [order(position) for position in positions]
    ordered = sorted(range(len(known)), key=lambda at: known[at])
    alike = any(known[b].startswith(known[a]) for a, b in pairwise(ordered))
    return None if alike or not all(known) else ordered


def _year(cache: Cache, position: Position) -> str:
    """The last year that the sentences of a position name."""
    texts = (cache.quotable(w.source, w.fact.label).text for w in position.witnesses)
    return max((year for text in texts for year in YEAR.findall(text)), default="")


def _date(cache: Cache, position: Position) -> str:
    """The date of the newest source of a position that gives one."""
    dates = (cache.source(w.source).date for w in position.witnesses)
    return max((d[:10] for d in dates if _DATED.match(d)), default="")


def _by_version(cache: Cache, found: Disagreement) -> list[int] | None:
    known = [
        max(version(cache.source(w.source).title) for w in position.witnesses)
        for position in found.positions
    ]
    ordered = sorted(range(len(known)), key=lambda at: known[at])
    alike = any(known[a] == known[b] for a, b in pairwise(ordered))
    return None if alike or not all(known) else ordered


def version(title: str) -> list[int]:
    """The number of a version in a title; empty where it has none."""
    words = version_words(title)
    return [int(n) for n in words.split(".")] if words else []
