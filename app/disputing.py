"""The disagreements that a person is to be asked about, as findings show them (``app.lint.disputes``)."""

from app.compiler.compile import Compiler
from app.compiler.disagree import Disagreement, Position
from app.compiler.dispute_verdicts import OnPages
from app.compiler.render import dispute
from app.compiler.render.footnotes import note_label
from app.ledger.cache import Cache
from app.ledger.pages import PageRow
from app.ledger.records import FactType
from app.lint.diagnostic import Claim
from app.lint.disputes import Dispute, Side, verdict_words
from app.saying import Said, said, say
from app.vault.writing import read


def told(compiler: Compiler, on: OnPages) -> Dispute:
    """A disagreement with what a person needs to decide it."""
    cache, found = compiler.ledger.cache, on.found
    page, *others = on.pages
    ruled = found.ruled
    since = dict.fromkeys(cache.source(w.source).short for w in ruled.since) if ruled else {}
    return Dispute(
        key=on.key,
        path=page.path,
        line=_line(compiler, page, found),
        title=page.title,
        kind=found.type.value,
        aspect=dispute.aspect_of(cache, found),
        sides=tuple(_side(cache, found, position, page) for position in found.positions),
        also=tuple(other.path for other in others),
        differs=getattr(found, "differs", False),
        since=tuple(say("“{value}”", value=short) for short in since),
        before=_said_before(found),
        day=ruled.day if ruled else "",
    )


def _said_before(found: Disagreement) -> Said:
    ruled = found.ruled
    if ruled is None:
        return said("")
    held = "" if ruled.holds is None else dispute.value_of(found, found.positions[ruled.holds])
    return verdict_words(ruled.what, held)


def _line(compiler: Compiler, page: PageRow, found: Disagreement) -> int:
    """The line of its callout; where its owner changed that, of the heading, else the first one."""
    lines = (read(compiler.root / page.path) or b"").decode("utf-8", "replace").splitlines()
    for wanted in (dispute.title_line(compiler.ledger.cache, found), f"## {dispute.HEADING}"):
        if wanted in lines:
            return lines.index(wanted) + 1
    return 1


def _side(cache: Cache, found: Disagreement, position: Position, page: PageRow) -> Side:
    first = position.witnesses[0]
    record, place = (
        cache.source(first.source),
        cache.quotable(first.source, first.fact.label),
    )
    value = dispute.value_of(found, position)
    whole = found.type is FactType.SAID
    card = Claim(
        statement=value if whole else f"{dispute.aspect_of(cache, found)}: {value}",
        quote=place.text,
        source=record.short,
        place=place.where,
        date=record.date[:10],
        path=record.path,
        note=note_label(first.source, (first.fact.label,)),
        page=page.path,
    )
    return Side(value, f"{first.source} {first.fact.label}", len(position.voices), card)
