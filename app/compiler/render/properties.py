"""The properties of compiled pages, in one order."""

from collections.abc import Sequence
from datetime import date

from app.ledger.cache import Cache
from app.vault.frontmatter import dump
from app.vault.links import wikilink


def block(
    *,
    page: str,
    kind: str,
    aliases: Sequence[str],
    sources: Sequence[str],
    created: str,
    updated: str,
    confidence: float | None = None,
    disputed: bool = False,
    more: dict[str, object] | None = None,
) -> str:
    """The frontmatter of a compiled page, fences included."""
    values: dict[str, object] = {"id": page, "kind": kind}
    if aliases:
        values["aliases"] = list(aliases)
    if confidence is not None:
        values["confidence"] = confidence
    if disputed:
        values["disputed"] = True
    values |= more or {}
    values |= {
        "sources": list(sources),
        "created": date.fromisoformat(created),
        "updated": date.fromisoformat(updated),
    }
    values["tags"] = [f"wiki/{kind}", *(["disputed"] if disputed else [])]
    return dump(values)


def source_links(cache: Cache, sources: Sequence[str]) -> list[str]:
    """Links to the summaries of sources, shown by their short names."""
    found = []
    for source in sources:
        summary = cache.pages.shown_summary_of(source)
        if summary:
            found.append(wikilink(summary.link, display=cache.source(source).short))
    return found
