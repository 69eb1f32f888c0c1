"""What it takes to take sources away with all that rested on them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from app.compiler.building.build import Build
from app.compiler.building.plan import Plan
from app.compiler.render import catalogue
from app.ledger.cache import Cache
from app.ledger.records import SourceRecord
from app.saying import say
from app.vault.writing import Write


@dataclass(frozen=True, slots=True)
class Settlement:
    """A step that settles something: its name, what it plans, and what is noted of it."""

    label: str
    plan: Callable[[Build], object]
    note: Mapping[str, object]


def taking_away(cache: Cache, sources: Sequence[str], decision: Write | None) -> Settlement:
    """The step that takes these sources (ids) away. ``decision`` sets aside the bytes of those whose files
    are there. Raises KeyError for what is no source."""
    records = [cache.source(source) for source in sources]
    title = records[0].title
    label = say("take away “{title}”", title=title)
    if len(records) > 1:
        label = say("take away “{title}” and {count} more", title=title, count=len(records) - 1)

    def plan(build: Build) -> Plan:
        if decision is not None:
            build.pages.write_decision(decision)
        planned = build.take_away(sources)
        build.overview()
        date = cache.last_added() or records[0].added
        words = (catalogue.log_entry(date, r.title, _gone_words(r, planned)) for r in records)
        build.log("".join(words))
        return planned

    return Settlement(label, plan, {"taken_away": list(sources)})


def _gone_words(record: SourceRecord, plan: Plan) -> str:
    gone = [p.title for p in plan.removed if p.kind in {"concept", "entity"}]
    words = f"{record.path} was taken away."
    return words + (f" With it went: {'; '.join(gone)}." if gone else "")
