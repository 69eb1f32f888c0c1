"""A disagreement on a page: what is asked, each position with who holds it, and what the person said."""

import re
from collections.abc import Iterable, Sequence

from app.compiler.disagree import Disagreement, Position
from app.compiler.facts import EVENT_OF
from app.compiler.in_time import in_order
from app.compiler.render.footnotes import Footnotes, note_label
from app.compiler.wording import capitalised
from app.ledger.cache import Cache
from app.ledger.pages import PageRow
from app.ledger.records import FactType
from app.ledger.rulings import What
from app.ledger.verdicts import Place
from app.vault.links import wikilink
from app.vault.markdown import escape

HEADING, CHANGED = "Where they disagree", "What changed"
MARKS_AT_MOST = 4
_WHICH = "Which holds"  # asked where whole statements stand against each other
_OPEN, _SETTLED = "warning|contradiction", "success|settled"


def section(
    cache: Cache, found: list[Disagreement], notes: Footnotes, table: PageRow | None
) -> str:
    """The heading and one callout for each disagreement, what changed over time aside; ``table`` is their
    comparison page."""
    shown = [each for each in found if not has_changed(each)]
    if not shown:
        return ""
    callouts = "\n\n".join(_callout(cache, d, notes) for d in shown)
    return f"## {HEADING}\n{callouts}{beside(table)}"


def beside(table: PageRow | None) -> str:
    """The line that leads to their comparison page, if there is one."""
    return f"\n\n*Side by side: {wikilink(table.link)}*" if table else ""


def has_changed(found: Disagreement) -> bool:
    """Whether it is none, as the person said: what was so then is otherwise now."""
    return found.verdict is not None and found.verdict.what is What.CHANGED


def _callout(cache: Cache, found: Disagreement, notes: Footnotes) -> str:
    """Its title, a line for each position, what the person noted, and how it stands."""
    lines = [title_line(cache, found)]
    for position in found.positions[:MARKS_AT_MOST]:  # the title's marks
        first = position.witnesses[0]
        notes.mark(first.source, (first.fact.label,))
    held = found.holding
    ordered = sorted(found.positions, key=lambda p: held is not None and p is not held)
    lines += [f"> - {_position(cache, found, p, notes)}" for p in ordered]
    words = found.verdict.words.strip() if found.verdict else ""
    note = [">", f"> {reader_note(words)}"] if words else []
    return "\n".join([*lines, *note, ">", f"> *Status: {standing(cache, found)}.*"])


def title_line(cache: Cache, found: Disagreement) -> str:
    """The first line of a disagreement's callout, by which it is found on a page."""
    verdict, whole = found.verdict, found.type is FactType.SAID
    if verdict is None:
        asked = f"*{_WHICH}?*" if whole else escape(question(cache, found))
        return f"> [!{_OPEN}] {asked}" + ("" if whole else _title_marks(found.positions))
    held = (found.holding,) if found.holding else found.positions
    if whole:
        held_ = "One holds" if found.holding else _all_hold(found).capitalize()
        return f"> [!{_SETTLED}] *{held_}, as you said*"
    values = " and ".join(value_of(found, p) for p in held)
    told = escape(f"{aspect_of(cache, found)}: {values}")
    return f"> [!{_SETTLED}] {told}{_title_marks(held)}"


def _title_marks(positions: Sequence[Position]) -> str:
    firsts = (p.witnesses[0] for p in positions[:MARKS_AT_MOST])
    return "".join(f"[^{note_label(w.source, (w.fact.label,))}]" for w in firsts)


def _position(cache: Cache, found: Disagreement, position: Position, notes: Footnotes) -> str:
    """A position with who holds it; one that does not hold says so."""
    strong = "" if found.type is FactType.SAID or position in found.losing else "**"
    told = (
        f"{strong}{escape(value_of(found, position))}{strong}: {_holders(cache, position, notes)}"
    )
    return f"*{lost(found)}:* {told}" if position in found.losing else told


def lost(found: Disagreement) -> str:
    """What becomes of a position that does not hold: superseded where the newer source does, else disputed."""
    return "Superseded" if found.verdict and found.verdict.what is What.NEWER else "Disputed"


def standing(cache: Cache, found: Disagreement) -> str:
    """How a disagreement stands, in Vaultloom's words."""
    ruled = found.ruled
    if ruled is None:
        return "open"
    if ruled.since:
        names = dict.fromkeys(escape(cache.source(w.source).short) for w in ruled.since)
        spoke = ", ".join(list(names)[:MARKS_AT_MOST])
        return f"open again, since {spoke} speaks; on {ruled.day} you said: {said_before(cache, found)}"
    if ruled.what is What.OPEN:
        return f"left open, as you said on {ruled.day}"
    return f"{said_before(cache, found)}, as you said on {ruled.day}"


def said_before(cache: Cache, found: Disagreement) -> str:
    """What the person said of a disagreement, in Vaultloom's words."""
    ruled = found.ruled
    assert ruled is not None
    if ruled.holds is not None:
        held = found.positions[ruled.holds]
        short = escape(cache.source(held.witnesses[0].source).short)
        whole = found.type is FactType.SAID
        what = f"what {short} says" if whole else f"“{escape(value_of(found, held))}”"
        return f"{what}, the newer, holds" if ruled.what is What.NEWER else f"{what} holds"
    words = {
        What.BOTH: _all_hold(found),
        What.CHANGED: "it changed over time",
        What.NOT_SAME: "it is not about the same thing",
        What.OPEN: "leave it open",
    }
    return words[ruled.what]


def _all_hold(found: Disagreement) -> str:
    return "both hold" if len(found.positions) == 2 else "all hold"


_UNSHOWN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ud800-\udfff]+"
)
NOTE_AT_MOST = 1000  # characters; all of it stays in the decisions


def reader_note(words: str, about: str = "") -> str:
    """The person's own words as Vaultloom shows them on a page: one line in italics that says whose they
    are, in which nothing works that they hold."""
    flat = " ".join(_UNSHOWN.sub(" ", words).split())
    if len(flat) > NOTE_AT_MOST:
        flat = flat[:NOTE_AT_MOST].rsplit(" ", 1)[0] + " …"
    on = f" on “{escape(about)}”" if about else ""
    return f"*Your note{on}: {_inert(flat)}*"


def _inert(flat: str) -> str:
    """Words in which not even code works, so that they end where they should."""
    return "\\`".join(escape(part) for part in flat.split("`"))


def changes(cache: Cache, found: Sequence[Disagreement], notes: Footnotes) -> list[str]:
    """What changed over time, as the person said: what holds now, and below it what was said before."""
    return [_change(cache, each, notes) for each in found if has_changed(each)]


def _change(cache: Cache, found: Disagreement, notes: Footnotes) -> str:
    order = in_order(cache, found)
    before = "Before" if order else "Before or since"
    positions = [found.positions[at] for at in reversed(order or range(len(found.positions)))]
    now, *earlier = (_told(cache, found, p, notes) for p in positions)
    asked = "" if found.type is FactType.SAID else f"{escape(aspect_of(cache, found))}, "
    return "\n".join([f"- {asked}{now}", *(f"  - *{before}:* {each}" for each in earlier)])


def _told(cache: Cache, found: Disagreement, position: Position, notes: Footnotes) -> str:
    if found.type is not FactType.SAID:
        return _position(cache, found, position, notes)
    first = position.witnesses[0]
    return f"{escape(position.words)}{notes.mark(first.source, (first.fact.label,))}"


def not_holding(cache: Cache, found: Iterable[Disagreement]) -> dict[Place, str]:
    """The sentences that do not hold by what the person said, each with what becomes of it."""
    marked: dict[Place, str] = {}
    for each in found:
        losing, word = each.losing, lost(each)
        if has_changed(each) and (order := in_order(cache, each)):
            losing, word = tuple(each.positions[at] for at in order[:-1]), "Before"
        marked |= {(w.source, w.fact.label): word for p in losing for w in p.witnesses}
    return marked


def retold(before: str, after: str) -> set[str]:
    """The sources of which a page tells otherwise than before where they disagree, or what changed."""
    tellings = [_told_in(text) for text in (before, after)]
    if tellings[0] == tellings[1]:
        return set()
    return set(re.findall(r"\[\^([0-9a-z]+)-", "".join(tellings)))


def _told_in(text: str) -> str:
    parts = re.split(r"^## ", text, flags=re.MULTILINE)
    return "".join(part for part in parts if part.startswith((HEADING, CHANGED)))


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
        return capitalised(_unit(first.fact.words) or _NAMED.get(found.aspect, found.aspect))
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


def excerpt(text: str, words: str) -> str:
    """The source's words around a value, for a cell: eight words to each side."""
    flat = " ".join(text.split())
    at = flat.casefold().find(words.casefold())
    if at < 0:
        return flat if len(flat) <= 120 else flat[:120].rsplit(" ", 1)[0] + " …"
    before, after = flat[:at].split(), flat[at:].split()
    front = ("… " if len(before) > 8 else "") + " ".join(before[-8:])
    back = " ".join(after[:10]) + (" …" if len(after) > 10 else "")
    return f"{front} {back}".strip()
