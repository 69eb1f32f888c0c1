"""What a source is disagreed with on, for its summary: each disagreement, its pages, and how it stands."""

from collections.abc import Iterable, Iterator

from app.compiler.disagree import Disagreement
from app.compiler.disputes import concerned_by, disputes_of
from app.compiler.render import dispute
from app.compiler.resolve import subject_of
from app.ledger.cache import Cache
from app.ledger.pages import PageRow
from app.ledger.records import FactType
from app.vault.links import wikilink
from app.vault.markdown import escape


def lines(cache: Cache, source: str, pages: Iterable[PageRow]) -> list[str]:
    """A line for each disagreement in which a source speaks; ``pages`` are those that it takes part in."""
    found: dict[str, tuple[Disagreement, list[PageRow]]] = {}
    for page in _concerned(cache, source, pages):
        for each in disputes_of(cache, subject_of(cache, page.of)):
            if source in {place[0] for place in each.places}:
                found.setdefault(each.everywhere, (each, []))[1].append(page)
    return [_line(cache, each, on) for each, on in found.values()]


def _concerned(cache: Cache, source: str, pages: Iterable[PageRow]) -> Iterator[PageRow]:
    """The pages that say that something is disputed, or of which the person said something; no others are
    looked into."""
    ruled = set(concerned_by(cache, cache.rulings.naming([source])))
    shown = {page for ids in cache.pages.shown_of(source).values() for page in ids}
    others = (row for page in sorted(shown) if (row := cache.pages.by_id(page)))
    known = {row.id: row for row in (*pages, *others) if row.kind in {"concept", "entity"}}
    for row in sorted(known.values(), key=lambda p: (p.title, p.id)):
        if not row.gone and (row.disputed or row.of in ruled):
            yield row


def _line(cache: Cache, found: Disagreement, pages: list[PageRow]) -> str:
    where = ", ".join(wikilink(page.link) for page in pages)
    whole = found.type is FactType.SAID
    asked = "Statements against each other" if whole else escape(dispute.aspect_of(cache, found))
    return f"- *{dispute.HEADING}: {asked}; see {where}. Status: {dispute.standing(cache, found)}.*"
