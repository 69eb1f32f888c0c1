"""All positions on something as the rows of a table: value, source, date, the source's words, verdict."""

from app.compiler.disagree import Disagreement, Witness
from app.compiler.in_time import in_order
from app.compiler.render.dispute import (
    aspect_of,
    aspect_shown,
    excerpt,
    lost,
    reader_note,
    value_of,
)
from app.compiler.render.footnotes import Footnotes
from app.ledger.cache import Cache
from app.ledger.records import FactType
from app.ledger.rulings import What
from app.vault.links import wikilink
from app.vault.markdown import escape


def table(cache: Cache, found: list[Disagreement], notes: Footnotes) -> str:
    """All positions as rows: what is asked, value, source, date, the source's words."""
    witnesses = [w for d in found for p in d.positions for w in p.witnesses]
    dated = any(cache.source(w.source).date for w in witnesses)
    heads = ["", "Value", "Source", *(["Date"] if dated else []), "Words", "Verdict"]
    rows = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    rows[0] = rows[0].replace("|  |", "| |", 1)
    for disagreement in found:
        asked = aspect_shown(cache, disagreement, in_table=True)
        for at, position in enumerate(disagreement.positions):
            verdict = _verdict(cache, disagreement, at)
            value, words = value_of(disagreement, position), position.words
            seen: set[str] = set()
            for witness in position.witnesses:
                if witness.source not in seen:
                    if disagreement.type is FactType.SAID:  # each says it in its own words
                        value = words = witness.fact.words
                    cells = [*_row(cache, witness, value, words, dated=dated, notes=notes), verdict]
                    rows.append(f"| {asked} | " + " | ".join(cells) + " |")
                    asked = ""
                seen.add(witness.source)
    return "\n".join(rows)


def _row(
    cache: Cache, witness: Witness, value: str, words: str, *, dated: bool, notes: Footnotes
) -> list[str]:
    """The cells of one source's position: value, source, date, its words."""
    record = cache.source(witness.source)
    summary = cache.pages.shown_summary_of(witness.source)
    name = (
        wikilink(summary.link, display=record.short, in_table=True)
        if summary
        else escape(record.short, in_table=True)
    )
    text = cache.quotable(witness.source, witness.fact.label).text
    quote = escape(excerpt(text, words), in_table=True)
    mark = notes.mark(witness.source, (witness.fact.label,))
    date = [record.date[:10]] if dated else []
    return [f"**{escape(value, in_table=True)}**", name, *date, f"{quote}{mark}"]


def _verdict(cache: Cache, found: Disagreement, at: int) -> str:
    """How a position stands, in a word or two."""
    ruled, verdict = found.ruled, found.verdict
    if ruled is None or verdict is None:
        return "open" if ruled is None else "open again" if ruled.since else "left open"
    if found.holding:
        return "holds" if found.positions[at] is found.holding else lost(found).lower()
    if verdict.what is not What.CHANGED:
        return "both hold" if len(found.positions) == 2 else "all hold"
    order = in_order(cache, found)
    return "changed over time" if not order else "holds now" if at == order[-1] else "before"


def reader_notes(cache: Cache, found: list[Disagreement]) -> list[str]:
    """What the person noted on these, a line each."""
    said = [(each, each.verdict.words) for each in found if each.verdict]
    return [reader_note(words, aspect_of(cache, each)) for each, words in said if words.strip()]
