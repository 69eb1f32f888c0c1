"""The index, the log and the overview: pages that only count and point.

The index has a line a page. Past 500 pages it is split by kind and letter, and only the parts that
a change touches are written. The log is appended to and holds no links, since nobody would follow
a rename in it. The overview is rendered when the queue is idle.
"""

from collections import Counter
from dataclasses import dataclass

from app.ledger.cache import Cache
from app.ledger.pages import counted
from app.vault.links import wikilink
from app.vault.markdown import escape

SPLIT_ABOVE = 500
NEEDS_AT_MOST = 20
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


def overview_page(cache: Cache, date: str) -> str:
    """The map of a vault: its largest topics, what rests on one voice only, and what is used least."""
    counts = Counter[str]()
    for (kind, _), count in cache.pages.count_listed().items():
        counts[kind] += count
    sources, voices = cache.count_sources(), cache.count_voices()
    subjects = counts["concept"] + counts["entity"]
    blocks = [
        "# Overview",
        f"*{sources} source{'s' * (sources != 1)}, {voices} independent voice{'s' * (voices != 1)}, "
        f"{subjects} subject page{'s' * (subjects != 1)}. Compiled {date}.*",
    ]
    blocks += _needs_you(cache)
    blocks += _topics(cache)
    blocks += _thin(cache)
    blocks += _used_least(cache)
    return "\n\n".join(blocks) + "\n"


def _needs_you(cache: Cache) -> list[str]:
    """What only a person can decide."""
    lines = [
        f"- {wikilink(p.stem, 'Where they disagree', p.title)}: *sources disagree*"
        for p in cache.pages.disputed(NEEDS_AT_MOST)
    ]
    return ["## Needs you\n" + "\n".join(lines)] if lines else []


def _topics(cache: Cache) -> list[str]:
    lines = "\n".join(f"- {wikilink(p.stem)} ({counted(p)})" for p in cache.pages.largest(12))
    return ["## Largest topics\n" + lines] if lines else []


def _thin(cache: Cache) -> list[str]:
    thin, count = cache.pages.thinnest(15)
    if not thin:
        return []
    shown = " · ".join(wikilink(p.stem) for p in thin)
    more = f" · *and {count - 15} more*" if count > 15 else ""
    return ["## One statement only\n" + shown + more]


def _used_least(cache: Cache) -> list[str]:
    shares = {
        p: int(p.gist.rsplit("· ", 1)[-1].split(" ")[0])
        for p in cache.pages.listed("summary")
        if p.gist.endswith("% used")
    }
    least = sorted(shares, key=lambda p: (shares[p], p.title, p.path))[:5]
    if len(shares) < 2:
        return []
    return [
        "## Least used sources\n" + "\n".join(f"- {wikilink(p.stem)}: {shares[p]} %" for p in least)
    ]


def log_entry(date: str, title: str, words: str) -> str:
    """One entry of the log, "## [2026-11-30] ingest | Title" and what it did; plain words only."""
    return f"\n## [{date}] ingest | {escape(title)}\n{escape(words)}\n"
