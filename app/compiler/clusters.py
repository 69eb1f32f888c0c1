"""Which pages belong together: communities in the graph of pages that name each other.

Two subjects are tied by each sentence that a page of one shows and that names the other, the less
the more that sentence names: a list of twenty names says little of any two of them. Communities
are found by Louvain's method (Blondel et al., 2008) with one seed, over pages in the order of
their ids, so that one ledger gives one map.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from app.ledger.cache import Cache
from app.ledger.naming import key
from app.ledger.pages import PageRow

PAGES_AT_MOST = 500
"""The largest pages only are looked at, so that the map of a huge vault costs little."""

_SEED = 1
_WHOLE = 5040  # the tie of two that a sentence names alone; divides evenly by most small numbers


@dataclass(frozen=True, slots=True)
class Cluster:
    """Pages that name each other more than others; the most central first."""

    pages: tuple[PageRow, ...]


def clusters(cache: Cache) -> list[Cluster]:
    """The communities among the largest subject pages, the largest first; single pages count."""
    pages = {page.id: page for page in cache.pages.largest(PAGES_AT_MOST)}
    ties = _ties(cache, pages)
    found = [_ranked(group, pages, ties) for group in _communities(sorted(pages), ties)]
    return sorted(found, key=lambda c: (-len(c.pages), c.pages[0].title, c.pages[0].path))


def _ties(cache: Cache, pages: dict[str, PageRow]) -> dict[tuple[str, str], int]:
    """How strongly each two pages are tied, by their ids in order."""
    owners = _owners(pages.values())
    showing: dict[tuple[str, str], set[str]] = defaultdict(set)
    named: dict[tuple[str, str], set[str]] = defaultdict(set)
    for page, source, label, slot in cache.pages.named_on(PAGES_AT_MOST):
        showing[(source, label)].add(page)
        named[(source, label)] |= owners.get(slot, set())
    ties: dict[tuple[str, str], int] = defaultdict(int)
    for place, shown in showing.items():
        together = shown | named[place]
        for a, b in {(min(pair), max(pair)) for pair in product(shown, together)}:
            if a != b:
                ties[(a, b)] += _WHOLE // (len(together) - 1)
    return dict(sorted(ties.items()))


def _owners(pages: Iterable[PageRow]) -> dict[str, set[str]]:
    """The page that each name belongs to; one that two pages have belongs to neither."""
    found: dict[str, set[str]] = defaultdict(set)
    for page in pages:
        for name in {page.of, key(page.title), *map(key, page.aliases)}:
            found[name].add(page.id)
    return {name: owners for name, owners in found.items() if len(owners) == 1}


def _communities(pages: Sequence[str], ties: dict[tuple[str, str], int]) -> list[set[str]]:
    if not ties:
        return [{page} for page in pages]
    import networkx as nx  # a third of a second, which only an overview is to cost

    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(pages)
    graph.add_weighted_edges_from((a, b, weight) for (a, b), weight in ties.items())
    return [set(group) for group in nx.community.louvain_communities(graph, seed=_SEED)]


def _ranked(
    group: set[str], pages: dict[str, PageRow], ties: dict[tuple[str, str], int]
) -> Cluster:
    """A community with its pages in order: the most tied within it, then by title."""
    within = dict.fromkeys(group, 0)
    for (a, b), weight in ties.items():
        if a in group and b in group:
            within[a] += weight
            within[b] += weight
    ordered = sorted(
        (pages[p] for p in group), key=lambda p: (-within[p.id], -p.statements, p.title, p.path)
    )
    return Cluster(tuple(ordered))
