"""A disagreement of sources as a person is shown it: why it was flagged, both sides, and what can be said of it."""

from dataclasses import dataclass

from app.ledger.rulings import What
from app.lint.diagnostic import Claim, Way
from app.saying import Said, said, say

NO_WORDS = said("")
_TITLE = 40  # characters of a value on a button


@dataclass(frozen=True, slots=True)
class Side:
    """A position: its value in short, by which a button names it, the sentence that stands for it ("source
    label"), how many voices hold it, and what the card shows."""

    value: str
    witness: str
    voices: int
    card: Claim


@dataclass(frozen=True, slots=True)
class Dispute:
    """A disagreement that a person is to be asked about. ``key`` names it to the ways, ``path`` is the page
    that it is found on, ``line`` the line of its callout there, ``also`` the other pages; ``kind`` says how
    it was found ("date", "count", …, "said" for whole statements), ``aspect`` what it is about.
    ``differs`` is true where it may be none: rules alone found it, and no numbers or dates clash.
    ``since`` are the sources that speak since the person's verdict ``before``, given on ``day``.
    """

    key: str
    path: str
    line: int
    title: str
    kind: str
    aspect: str
    sides: tuple[Side, ...]
    also: tuple[str, ...] = ()
    differs: bool = False
    since: tuple[str, ...] = ()
    before: Said = NO_WORDS
    day: str = ""


def why(found: Dispute) -> str:
    """Why it was flagged, in a sentence; where a new source speaks, that and what was said before."""
    flagged = _flagged(found)
    if not found.since:
        return flagged
    words = {"sources": found.since, "day": found.day, "verdict": found.before}
    return say(
        "A new source speaks: {sources}. {flagged} On {day} you said: {verdict}.",
        flagged=flagged,
        **words,
    )


def _flagged(found: Dispute) -> Said:
    told = {"aspect": found.aspect, "values": tuple(_valued(side) for side in found.sides)}
    if found.kind == "said":
        if found.differs:
            return say("What sources say of “{title}” differs; both may hold.", title=found.title)
        return say("What sources say of “{title}” cannot both hold.", title=found.title)
    if found.kind == "polarity":
        if found.differs:
            return say("Sources differ: one says it and another denies it ({aspect}).", **told)
        return say("One source says it and another denies it ({aspect}).", **told)
    if found.differs:
        return say("Sources differ ({aspect}): {values}. Both may hold.", **told)
    if found.kind == "date":
        return say("Sources give different dates ({aspect}): {values}.", **told)
    if found.kind == "count":
        return say("Sources give different numbers ({aspect}): {values}.", **told)
    if found.kind == "name":
        return say("Sources give different names ({aspect}): {values}.", **told)
    return say("Sources do not say the same of “{aspect}”: {values}.", **told)


def verdict_words(what: What, value: str) -> Said:
    """What the person said of a disagreement, in words; ``value`` is what they said holds."""
    if what in (What.HOLDS, What.NEWER):
        return say("“{value}” holds", value=_short(value))
    words = {
        What.BOTH: said("both hold"),
        What.CHANGED: said("it changed over time"),
        What.NOT_SAME: said("it is not about the same thing"),
        What.OPEN: said("leave it open"),
    }
    return words[what]


def _valued(side: Side) -> Said:
    if side.voices > 1:
        return say("“{value}” ({count} voices)", value=side.value, count=side.voices)
    return say("“{value}”", value=side.value)


def ways(found: Dispute) -> tuple[Way, ...]:
    """What a person can say of it: which holds, both, changed, something else, nothing for now."""
    key = found.key
    return (
        *(Way("holds", _holds(found, side), (key, side.witness)) for side in found.sides),
        Way("both-hold", "Both hold …", (key,), "Say when or where each holds"),
        Way("changed", "Changed over time", (key,)),
        Way("not-same", "Not about the same thing", (key,)),
        Way("leave-open", "Leave open", (key,)),
    )


def _holds(found: Dispute, side: Side) -> Said:
    if found.kind == "said":
        return say("What {source} says holds", source=_short(side.card.source))
    return say("“{value}” holds", value=_short(side.value))


def _short(words: str) -> str:
    return words if len(words) <= _TITLE else words[:_TITLE].rsplit(" ", 1)[0] + " …"
