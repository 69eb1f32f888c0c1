"""A disagreement on a page: what is open, each position with who holds it."""

from app.compiler.disagree import Disagreement, Position
from app.compiler.render.footnotes import Footnotes
from app.compiler.render.linking import Linker
from app.ledger.cache import Cache
from app.ledger.pages import PageRow
from app.ledger.records import FactType
from app.vault.links import wikilink
from app.vault.markdown import escape

HEADING = "Where they disagree"
MARKS_AT_MOST = 4


def section(
    cache: Cache, found: list[Disagreement], notes: Footnotes, table: PageRow | None
) -> str:
    """The heading and one callout for each disagreement; ``table`` is their comparison page."""
    if not found:
        return ""
    callouts = "\n\n".join(_callout(cache, d, notes) for d in found)
    more = f"\n\n*Side by side: {wikilink(table.stem)}*" if table else ""
    return f"## {HEADING}\n{callouts}{more}"


def _callout(cache: Cache, found: Disagreement, notes: Footnotes) -> str:
    marks = "".join(
        notes.mark(p.witnesses[0].source, (p.witnesses[0].fact.label,))
        for p in found.positions[:MARKS_AT_MOST]
    )
    lines = [f"> [!warning|contradiction] {escape(question(found))}{marks}"]
    lines += [f"> - **{escape(p.words)}**: {_holders(cache, p, notes)}" for p in found.positions]
    return "\n".join([*lines, ">", "> *Status: open.*"])


def question(found: Disagreement) -> str:
    """What is open, with all values: "What 1.1 is called: Buzz or Rex?"."""
    values = " or ".join(p.words for p in found.positions)
    if found.type is FactType.NAME:
        return f"What {found.aspect.removeprefix('name of ')} is called: {values}?"
    if found.type is FactType.ROLE:
        return f"{found.aspect.capitalize()}: {values}?"
    return f"{found.aspect.capitalize()}: {values}?"


def _holders(cache: Cache, position: Position, notes: Footnotes) -> str:
    """Who holds a position, a mark for each voice."""
    shown: list[str] = []
    voices: set[str] = set()
    for witness in position.witnesses:
        if witness.voice in voices or len(shown) >= MARKS_AT_MOST:
            continue
        voices.add(witness.voice)
        short = escape(cache.source(witness.source).short)
        shown.append(short + notes.mark(witness.source, (witness.fact.label,)))
    return ", ".join(shown)


def table(cache: Cache, found: list[Disagreement], linker: Linker, notes: Footnotes) -> str:
    """All positions as rows: what is asked, value, source, date, the source's words."""
    rows = ["| | Value | Source | Date | Words | Verdict |", "|---|---|---|---|---|---|"]
    for disagreement in found:
        asked = escape(question(disagreement).split(":")[0], in_table=True)
        for position in disagreement.positions:
            for witness in position.witnesses:
                rows.append(
                    _row(cache, asked, position, witness.source, witness.fact.label, linker, notes)
                )
                asked = ""
    return "\n".join(rows)


def _row(
    cache: Cache,
    asked: str,
    position: Position,
    source: str,
    label: str,
    linker: Linker,
    notes: Footnotes,
) -> str:
    record = cache.source(source)
    summary = cache.pages.shown_summary_of(source)
    name = (
        wikilink(summary.stem, display=record.short, in_table=True)
        if summary
        else escape(record.short, in_table=True)
    )
    words = _excerpt(cache.quotable(source, label).text, position.words)
    mark = notes.mark(source, (label,))
    value = escape(position.words, in_table=True)
    return f"| {asked} | **{value}** | {name} | {record.date[:10]} | {escape(words, in_table=True)}{mark} | open |"


def _excerpt(text: str, words: str) -> str:
    """The source's words around a value, for a cell: eight words to each side."""
    flat = " ".join(text.split())
    at = flat.casefold().find(words.casefold())
    if at < 0:
        return flat if len(flat) <= 120 else flat[:120].rsplit(" ", 1)[0] + " …"
    before, after = flat[:at].split(), flat[at:].split()
    front = ("… " if len(before) > 8 else "") + " ".join(before[-8:])
    back = " ".join(after[:10]) + (" …" if len(after) > 10 else "")
    return f"{front} {back}".strip()
