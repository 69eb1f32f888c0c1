"""A disagreement on a page: what is open, each position with who holds it."""

import re

from app.compiler.disagree import Disagreement, Position, Witness
from app.compiler.facts import EVENT_OF
from app.compiler.render.footnotes import Footnotes
from app.compiler.wording import capitalised
from app.ledger.cache import Cache
from app.ledger.pages import PageRow
from app.ledger.records import FactType
from app.vault.links import wikilink
from app.vault.markdown import escape

HEADING = "Where they disagree"
MARKS_AT_MOST = 4
_WHICH = "Which holds"  # asked where whole statements stand against each other


def section(
    cache: Cache, found: list[Disagreement], notes: Footnotes, table: PageRow | None
) -> str:
    """The heading and one callout for each disagreement; ``table`` is their comparison page."""
    if not found:
        return ""
    callouts = "\n\n".join(_callout(cache, d, notes) for d in found)
    more = f"\n\n*Side by side: {wikilink(table.link)}*" if table else ""
    return f"## {HEADING}\n{callouts}{more}"


def _callout(cache: Cache, found: Disagreement, notes: Footnotes) -> str:
    marks = "".join(
        notes.mark(p.witnesses[0].source, (p.witnesses[0].fact.label,))
        for p in found.positions[:MARKS_AT_MOST]
    )
    whole = found.type is FactType.SAID
    asked = f"*{_WHICH}?*" if whole else escape(question(cache, found)) + marks
    lines = [f"> [!warning|contradiction] {asked}"]
    strong = "" if whole else "**"
    lines += [
        f"> - {strong}{escape(value_of(found, p))}{strong}: {_holders(cache, p, notes)}"
        for p in found.positions
    ]
    return "\n".join([*lines, ">", "> *Status: open.*"])


def question(cache: Cache, found: Disagreement) -> str:
    """What is open, with all values: "What 1.1 is called: Buzz or Rex?", "Founded: 1742 or 1756?"."""
    values = [value_of(found, p) for p in found.positions]
    return f"{aspect_of(cache, found)}: {' or '.join(values)}?"


def aspect_of(cache: Cache, found: Disagreement) -> str:
    """What a disagreement is about, in words of the sources where they have one."""
    first = found.positions[0].witnesses[0]
    if found.type is FactType.SAID:
        return _WHICH
    if found.type is FactType.NAME:
        return f"What {found.aspect.removeprefix('name of ')} is called"
    if found.type is FactType.DATE:
        words = re.findall(r"[^\W\d_]+", cache.quotable(first.source, first.fact.label).text)
        verb = next((w for w in words if EVENT_OF.get(w.casefold()) == found.aspect), found.aspect)
        return capitalised(_NAMED.get(verb, verb).casefold())
    if found.type is FactType.COUNT:
        return capitalised(
            _unit(first.fact.words) or _NAMED.get(found.aspect, found.aspect.removeprefix("rank "))
        )
    if found.type is FactType.POLARITY:
        yes = next((p for p in found.positions if p.value == "yes"), found.positions[0])
        return capitalised(yes.words)
    return capitalised(found.aspect)


def aspect_shown(cache: Cache, found: Disagreement, *, in_table: bool = False) -> str:
    """The aspect as Markdown: in italics where it is Vaultloom's word and no source's."""
    asked = escape(aspect_of(cache, found), in_table=in_table)
    return f"*{asked}*" if found.type is FactType.SAID else asked


def value_of(found: Disagreement, position: Position) -> str:
    """A value as it is shown: a number without what it counts, which the aspect says."""
    if found.type is FactType.POLARITY:
        return position.value
    if found.type is FactType.COUNT and (unit := _unit(position.words)):
        return position.words.removesuffix(unit).strip()
    return position.words


_NAMED = {"time of day": "time", "be born": "born", "die": "died"}
"""Aspects that no word of the sources may name, in words."""


def _unit(words: str) -> str:
    """What a number counts: "inhabitants" of "about 12,400 inhabitants"."""
    match = re.search(
        r"(?:\d|(?<=\bone)|(?<=\bten)|(?<=[a-z]))\s+((?:[a-z-]+\s)*(?:[a-z-]+s|people|children|men|women))$",
        words,
    )
    tail = match.group(1).split() if match else []
    while tail and tail[0] in _NUMBER_WORDS:
        tail = tail[1:]
    return " ".join(tail)


_NUMBER_WORDS = frozenset(
    "one two three four five six seven eight nine ten eleven twelve twenty hundred".split()
)


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


def table(cache: Cache, found: list[Disagreement], notes: Footnotes) -> str:
    """All positions as rows: what is asked, value, source, date, the source's words."""
    witnesses = [w for d in found for p in d.positions for w in p.witnesses]
    dated = any(cache.source(w.source).date for w in witnesses)
    heads = ["", "Value", "Source", *(["Date"] if dated else []), "Words", "Verdict"]
    rows = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    rows[0] = rows[0].replace("|  |", "| |", 1)
    for disagreement in found:
        asked = aspect_shown(cache, disagreement, in_table=True)
        for position in disagreement.positions:
            value, words = value_of(disagreement, position), position.words
            seen: set[str] = set()
            for witness in position.witnesses:
                if witness.source not in seen:
                    if disagreement.type is FactType.SAID:  # each says it in its own words
                        value = words = witness.fact.words
                    cells = _row(cache, witness, value, words, dated=dated, notes=notes)
                    rows.append(f"| {asked} | " + " | ".join(cells) + " |")
                    asked = ""
                seen.add(witness.source)
    return "\n".join(rows)


def _row(
    cache: Cache, witness: Witness, value: str, words: str, *, dated: bool, notes: Footnotes
) -> list[str]:
    """The cells of one source's position: value, source, date, its words, verdict."""
    record = cache.source(witness.source)
    summary = cache.pages.shown_summary_of(witness.source)
    name = (
        wikilink(summary.link, display=record.short, in_table=True)
        if summary
        else escape(record.short, in_table=True)
    )
    excerpt = escape(
        _excerpt(cache.quotable(witness.source, witness.fact.label).text, words), in_table=True
    )
    mark = notes.mark(witness.source, (witness.fact.label,))
    date = [record.date[:10]] if dated else []
    return [f"**{escape(value, in_table=True)}**", name, *date, f"{excerpt}{mark}", "open"]


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
