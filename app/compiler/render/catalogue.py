"""The index, the log and the overview: pages that only count and point.

The index has a line a page. Past 500 pages it is split by kind and letter, and only the parts that
a change touches are written. The log is appended to and holds no links, since nobody would follow
a rename in it. The overview is rendered when the queue is idle.
"""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from app.ledger.cache import Cache, PageRow
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


def index_parts(pages: Sequence[PageRow]) -> dict[tuple[str, str], list[PageRow]]:
    """The pages by kind and, past 500, first letter ("" otherwise); empty parts are left out."""
    split = len(pages) > SPLIT_ABOVE
    parts: dict[tuple[str, str], list[PageRow]] = {}
    for page in sorted(pages, key=lambda p: (_sort_key(p.title), p.id)):
        parts.setdefault((page.kind, initial(page.title) if split else ""), []).append(page)
    return parts


def _sort_key(title: str) -> str:
    plain = unicodedata.normalize("NFKD", title.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c))


def initial(title: str) -> str:
    """The letter that a title is listed under: A to Z, "0-9", or "other" for every other script."""
    letter = _sort_key(title)[:1].upper()
    return letter if "A" <= letter <= "Z" else "0-9" if letter.isdigit() else "other"


def part_stem(kind: str, letter: str) -> str:
    """The name of a part of a split index: "Index of concepts, A"."""
    name = dict(_KINDS).get(kind, kind).lower()
    return f"Index of {name}, {letter}"


def index_page(pages: Sequence[PageRow], names: CatalogueNames) -> str:
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
    parts = index_parts(pages)
    blocks = ["# Index", *([head] if head else [])]
    for kind, title in _KINDS:
        mine = {letter: group for (k, letter), group in parts.items() if k == kind}
        if not mine:
            continue
        lines = (
            [line(p) for p in mine[""]]
            if "" in mine
            else [
                f"- {wikilink(part_stem(kind, letter), display=letter)}: {len(group)} pages"
                for letter, group in sorted(mine.items())
            ]
        )
        blocks.append(f"## {title}\n" + "\n".join(lines))
    if not pages:
        blocks.append("*No pages yet. Drop a source on Vaultloom, or put one into raw.*")
    return "\n\n".join(blocks) + "\n"


def index_part(kind: str, letter: str, pages: Sequence[PageRow], names: CatalogueNames) -> str:
    """One part of a split index."""
    lines = "\n".join(line(p) for p in pages)
    return f"# {part_stem(kind, letter)}\n\n{wikilink(names.index, display='Index')}\n\n{lines}\n"


def line(page: PageRow) -> str:
    """A page's line: its link, its gist, how many statements and voices."""
    gist = f": {escape(page.gist)}" if page.gist else ""
    if page.kind == "summary":
        return f"- {wikilink(page.stem)}{gist}"
    return f"- {wikilink(page.stem)}{gist} · {counted(page)}"


def counted(page: PageRow) -> str:
    """A page's statements and voices in words."""
    statements = f"{page.statements} statement{'s' * (page.statements != 1)}"
    voices = "one voice" if page.voices == 1 else f"{page.voices} voices"
    return f"{statements}, {voices}" + (", disputed" if page.disputed else "")


def overview_page(cache: Cache, date: str) -> str:
    """The map of a vault: its largest topics, what rests on one voice only, and what is used least."""
    pages, sources = [p for p in cache.pages() if not p.gone], cache.sources()
    voices = {cache.voice(s.id) for s in sources}
    subjects = [p for p in pages if p.kind in {"concept", "entity"}]
    blocks = [
        "# Overview",
        f"*{len(sources)} source{'s' * (len(sources) != 1)}, {len(voices)} independent voice{'s' * (len(voices) != 1)}, "
        f"{len(subjects)} subject page{'s' * (len(subjects) != 1)}. Compiled {date}.*",
    ]
    blocks += _topics(subjects)
    blocks += _thin(subjects)
    blocks += _used_least(pages)
    return "\n\n".join(blocks) + "\n"


def _topics(subjects: list[PageRow]) -> list[str]:
    best = sorted(subjects, key=lambda p: (-p.voices, -p.statements, p.title))[:12]
    if not best:
        return []
    lines = "\n".join(f"- {wikilink(p.stem)} ({counted(p)})" for p in best)
    return ["## Largest topics\n" + lines]


def _thin(subjects: list[PageRow]) -> list[str]:
    thin = sorted((p for p in subjects if p.statements == 1), key=lambda p: p.title)
    if not thin:
        return []
    shown = " · ".join(wikilink(p.stem) for p in thin[:15])
    more = f" · *and {len(thin) - 15} more*" if len(thin) > 15 else ""
    return ["## One statement only\n" + shown + more]


def _used_least(pages: list[PageRow]) -> list[str]:
    shares = {
        p: int(p.gist.rsplit("· ", 1)[-1].split(" ")[0])
        for p in pages
        if p.kind == "summary" and p.gist.endswith("% used")
    }
    least = sorted(shares, key=lambda p: (shares[p], p.title))[:5]
    if len(shares) < 2:
        return []
    return [
        "## Least used sources\n" + "\n".join(f"- {wikilink(p.stem)}: {shares[p]} %" for p in least)
    ]


def log_entry(date: str, title: str, words: str) -> str:
    """One entry of the log, "## [2026-11-30] ingest | Title" and what it did; plain words only."""
    return f"\n## [{date}] ingest | {escape(title)}\n{escape(words)}\n"


def kinds_counted(pages: Sequence[PageRow]) -> Counter[str]:
    """How many pages there are of each kind."""
    return Counter(p.kind for p in pages)
