"""What is offered where a person and the sources changed one thing: theirs stands, ours can be taken."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.vault import markdown
from app.vault.merging.matching import matched
from app.vault.merging.page import NOTE_START, Canonical, Sort, Unit, parsed

PROPERTIES = "properties"


@dataclass(frozen=True, slots=True)
class Offer:
    """A part that both changed. ``theirs`` stands in the page as written here, ``ours`` is offered
    for it; ours is empty where the sources would take it away. ``where`` are words for the place:
    a heading, or "properties"."""

    where: str
    theirs: str
    ours: str


def standing(
    kept: Iterable[Offer], found: Iterable[Offer], text: str, new: str
) -> tuple[Offer, ...]:
    """The offers that hold for a page: those just ``found``, and of those ``kept`` so far the ones
    that are still to be decided: theirs stands in ``text``, and ``new`` still has ours."""
    fresh = tuple(dict.fromkeys(found))
    text, new = text.replace("\r\n", "\n"), new.replace("\r\n", "\n")
    newer = {offer.theirs for offer in fresh}
    old = [o for o in kept if o.theirs not in newer and o.theirs in text and o.theirs != o.ours]
    return (*(o for o in dict.fromkeys(old) if _still_ours(o, new)), *fresh)


def _still_ours(offer: Offer, new: str) -> bool:
    return offer.ours in new if offer.ours else offer.theirs not in new


def taken(text: str, offer: Offer, base: str) -> str | None:
    """``text`` with what is offered in the place of theirs, and the notes that it needs, found in
    ``base``, the last generated text; None where theirs does not stand there just once."""
    ends = "\r\n" if "\r\n" in text else "\n"
    plain = text.replace("\r\n", "\n")
    if not offer.theirs or plain.count(offer.theirs) != 1:
        return None
    start = plain.index(offer.theirs)
    end = start + len(offer.theirs)
    if not offer.ours:
        end += plain.startswith("\n", end)
    result = _with_notes(plain[:start] + offer.ours + plain[end:], base.replace("\r\n", "\n"))
    result = _without_notes(result, plain)
    return result.replace("\n", ends)


def _with_notes(text: str, base: str) -> str:
    """``text`` with the definitions that it lacks, behind the last that it has."""
    notes = markdown.footnotes(text)
    known = {m[1]: line for line in base.split("\n") if (m := NOTE_START.match(line))}
    missing = [
        known[label] for label in notes.used if label not in notes.defined and label in known
    ]
    if not missing:
        return text
    lines = text.rstrip("\n").split("\n")
    last = max((n for n, line in enumerate(lines) if NOTE_START.match(line)), default=None)
    where = len(lines) if last is None else last + 1
    return "\n".join(
        [*lines[:where], *([""] if last is None else []), *missing, *lines[where:], ""]
    )


def _without_notes(text: str, before: str) -> str:
    """``text`` without the definitions of marks that it uses no more, other than ``before``."""
    idle = {*markdown.footnotes(before).used} - {*markdown.footnotes(text).used}
    if not idle:
        return text
    lines = text.split("\n")
    return "\n".join(x for x in lines if not ((m := NOTE_START.match(x)) and m[1] in idle))


def lost(base: str, theirs: str, canonical: Canonical = str) -> tuple[Unit, ...]:
    """The statements of ``base`` that ``theirs`` has no more, in any words."""
    ones, others = (_statements(text, canonical) for text in (base, theirs))
    used = {label for unit in others for label in unit.labels}
    pairs = matched(ones, others)
    return tuple(u for u in ones if u.labels and u not in pairs and not u.labels & used)


def _statements(text: str, canonical: Canonical) -> list[Unit]:
    page = parsed(text.removeprefix("\ufeff").replace("\r\n", "\n"), canonical)
    return [unit for unit in page.units if unit.sort is not Sort.NOTE]


__all__ = ["Offer", "lost", "standing", "taken"]
