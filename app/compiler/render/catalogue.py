"""The index and the log: pages that only count and point.

The index has a line a page. Past 500 pages it is split by kind and letter, and only the parts that
a change touches are written. The log is appended to and holds no links, since nobody would follow
a rename in it. The overview has a file of its own.
"""

from dataclasses import dataclass

from app.ledger.cache import Cache
from app.vault.links import wikilink
from app.vault.markdown import escape

SPLIT_ABOVE = 500
_KINDS = (
    ("concept", "Concepts"),
    ("entity", "Entities"),
    ("comparison", "Comparisons"),
    ("summary", "Summaries"),
)


@dataclass(frozen=True, slots=True)
class CatalogueNames:
    """The stems that the catalogue's own pages have in this vault; empty for one that is gone."""

    index: str = "index"
    overview: str = "overview"
    log: str = "log"
    rules: str = "AGENTS"
    purpose: str = "purpose"


def index_parts(cache: Cache) -> list[tuple[str, str]]:
    """The kind and letter of each part of the index; none while it is one page, up to 500 lines."""
    counts = cache.pages.count_listed()
    return sorted(counts) if sum(counts.values()) > SPLIT_ABOVE else []


def part_stem(kind: str, letter: str) -> str:
    """The name of a part of a split index: "Index of concepts, A"."""
    name = dict(_KINDS).get(kind, kind).lower()
    return f"Index of {name}, {letter}"


def index_page(cache: Cache, names: CatalogueNames) -> str:
    """The index as one page, or as links to its parts."""
    head = " · ".join(
        wikilink(stem, display=words)
        for stem, words in (
            (names.overview, "Overview"),
            (names.log, "Log"),
            (names.rules, "Rules"),
            (names.purpose, "Purpose"),
        )
        if stem
    )
    counts = cache.pages.count_listed()
    split = sum(counts.values()) > SPLIT_ABOVE
    blocks = ["# Index", *([head] if head else [])]
    for kind, title in _KINDS:
        mine = {letter: count for (k, letter), count in sorted(counts.items()) if k == kind}
        if mine:
            lines = _part_lines(kind, mine) if split else cache.pages.lines(kind)
            blocks.append(f"## {title}\n" + "\n".join(lines))
    if not counts:
        blocks.append("*No pages yet. Drop a source on Vaultloom, or put one into raw.*")
    return "\n\n".join(blocks) + "\n"


def _part_lines(kind: str, counts: dict[str, int]) -> list[str]:
    return [
        f"- {wikilink(part_stem(kind, letter), display=letter)}: {count} pages"
        for letter, count in counts.items()
    ]


def index_part(cache: Cache, kind: str, letter: str, names: CatalogueNames) -> str:
    """One part of a split index."""
    lines = "\n".join(cache.pages.lines(kind, letter))
    return f"# {part_stem(kind, letter)}\n\n{wikilink(names.index, display='Index')}\n\n{lines}\n"


def log_entry(date: str, title: str, words: str) -> str:
    """One entry of the log, "## [2026-11-30] ingest | Title" and what it did; plain words only."""
    return f"\n## [{date}] ingest | {escape(title)}\n{escape(words)}\n"
