"""One name for two things: which of them a source speaks of.

A text tells a thing apart itself where it puts in brackets behind the name, or behind a comma, what it
is ("Mercury (planet)", "Paris, Texas"); a bare "Mercury" after that means the same one. Where it does
not, what it defines may be something else than what others define by that name (a dog; a release of
an operating system): then it gets a sense. The slot of such a subject is made of name and sense, so
that everything that goes by slots keeps the two apart. It is decided once, when the later source is
compiled, and kept in its record. Whatever is not certainly another thing stays one.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from app.compiler.classes import Profile, cannot_be_one, class_of
from app.ledger.cache import Cache
from app.ledger.naming import COMPANY_FORMS, abbreviates, key
from app.ledger.records import Claim, Kind, NameFound, Role, SourceRecord, SubjectFound
from app.ledger.subjects import SENSES
from app.sources.document import BlockKind

LOOKED_AT = 60  # statements on a name in other sources


@dataclass(slots=True)
class _Sense:
    """A thing that a source calls by a name: what the source puts in brackets, what is known of it,
    and the sentences (by place in the source) from which on the name means it."""

    qualifier: str = ""
    profile: Profile = field(default_factory=Profile)
    begins: list[int] = field(default_factory=list)


def told_apart(cache: Cache, record: SourceRecord) -> SourceRecord:
    """The record with a slot of its own for what bears the name of another thing; the source itself may
    be in the cache, and is not looked at there."""
    place = {q.label: n for n, q in enumerate(record.sentences)}
    headings = [q.label for q in record.sentences if q.kind is BlockKind.HEADING]
    placed: dict[str, list[tuple[int, str, str]]] = {}
    for subject in record.subjects:
        senses = _senses(record, subject, headings, place)
        slots = list(_slots(cache, record.id, subject, senses))
        if any(sense for (_, sense), _ in slots) or len({slot for (slot, _), _ in slots}) > 1:
            placed[subject.slot] = sorted(
                (n, slot, sense) for (slot, sense), s in slots for n in s.begins or [0]
            )
    return _renamed(record, placed, place) if placed else record


def _slots(
    cache: Cache, source: str, subject: SubjectFound, senses: list[_Sense]
) -> Iterator[tuple[tuple[str, str], _Sense]]:
    """The slot and sense of each thing that a source calls by a name, no slot for two of them."""
    taken: dict[str, Profile] = {}
    for sense in senses:
        slot, label = _placed(cache, source, subject, sense)
        if slot in taken:
            label = _label(sense.profile, taken[slot]) if sense.profile.classes else "another"
            slot = slot_of(subject.names[0].text, label)
        taken[slot] = sense.profile
        yield (slot, label), sense


# -- what the source says


def _senses(
    record: SourceRecord, subject: SubjectFound, headings: list[str], place: dict[str, int]
) -> list[_Sense]:
    """The things that a source calls by a subject's name, mostly one."""
    found: list[_Sense] = []
    said = {c.evidence[0]: c for c in record.claims if c.slot == subject.slot}
    names = sorted({n.text for n in subject.names}, key=lambda n: (-len(n), n))
    for label in sorted({*subject.named_in, *headings, *said}, key=lambda k: place[k]):
        sentence = record.sentences[place[label]]
        qualifier = _qualifier(
            sentence.text, names, subject, headed=sentence.kind is BlockKind.HEADING
        )
        claim = said.get(label)
        profile = Profile()
        if claim and claim.role is not Role.MENTIONS:
            profile.take(claim.text, defines=_defines(claim, names[-1]))
        if qualifier and (kind := class_of(qualifier)):
            profile.classes.setdefault(kind[1], kind[0])
        _take_in(found, qualifier, profile, place[label], names[0])
    if not any(s.qualifier for s in found):
        title = _qualifier(record.title, names, subject, headed=True)
        for sense in found[:1]:
            sense.qualifier = title
    return found or [_Sense()]


def _take_in(found: list[_Sense], qualifier: str, profile: Profile, at: int, name: str) -> None:
    """Add what a sentence says to the sense that it belongs to: that which its brackets name, else the
    last one that it may be."""
    sense = _in_brackets(found, qualifier) if qualifier else _fitting(found, profile, name)
    sense.profile.learn(profile)
    if qualifier or profile.classes or not sense.begins:
        sense.begins.append(at)


def _in_brackets(found: list[_Sense], qualifier: str) -> _Sense:
    """The sense with these brackets; a name that was used bare so far may have meant it."""
    for sense in found:
        if key(sense.qualifier) == key(qualifier):
            return sense
    if len(found) == 1 and not found[0].qualifier and _may_mean(found[0].profile, qualifier):
        found[0].qualifier = qualifier
        return found[0]
    found.append(_Sense(qualifier))
    return found[-1]


def _fitting(found: list[_Sense], profile: Profile, name: str) -> _Sense:
    """The sense that began last of those that a statement may be about, one of its classes first."""
    fitting = [s for s in found if not cannot_be_one(s.profile, profile, name)]
    if not fitting:
        found.append(_Sense())
        return found[-1]
    of_class = [s for s in fitting if s.profile.classes.keys() & profile.classes.keys()]
    return max(of_class or fitting, key=lambda s: max(s.begins, default=0))


def _may_mean(profile: Profile, qualifier: str) -> bool:
    """Whether a name that was used bare so far may mean what brackets behind it say later."""
    kind = class_of(qualifier)
    return not profile.classes or (kind is not None and kind[0] in profile.classes.values())


def _qualifier(text: str, names: list[str], subject: SubjectFound, *, headed: bool) -> str:
    """What a text puts behind a name to tell which one it means; "" where it does not."""
    stated = [n.text for n in subject.names if n.stated]
    for name in names:
        at = text.find(name)
        if at < 0 or (at and text[at - 1].isalnum()):
            continue
        behind = text[at + len(name) :]
        match = re.match(r"\s?[（(](?P<q>[^()（）]{2,40})[)）]", behind)
        if match:
            q = match.group("q").strip()
            other = any(key(q) == key(n) or abbreviates(q, n) for n in (*names, *stated))
            whole = headed and not behind[match.end() :].strip() and at == 0
            return "" if other or not _tells_apart(q, subject, headed=whole) else q
        comma = re.match(r", (?P<q>[A-Z][a-z]+(?: [A-Z][a-z]+)?)(?:,|$)", behind)
        if comma and at == 0 and name[:1].isupper():
            q = comma.group("q")
            return (
                q
                if key(q) not in COMPANY_FORMS and (headed or _is_said(behind[comma.end() :]))
                else ""
            )
    return ""


def _is_said(rest: str) -> bool:
    return bool(re.match(r"\s(?:is|was|are|were|lies|has)\b", rest))


def _tells_apart(q: str, subject: SubjectFound, *, headed: bool) -> bool:
    """Whether what stands in brackets says which thing a name means: what it is; behind a heading
    also whose it is, where, or in which year."""
    if class_of(q) or re.search(r"\b(?:US|U\.S\.) state$", q):
        return True
    if not headed or subject.kind is not Kind.ENTITY:
        return False
    return bool(re.fullmatch(r"\d{4}(?:[–-]\d{2,4})?|(?:[A-Z][a-z]+)(?: [A-Z][a-z]+){0,2}", q))


# -- what the others say


def _placed(cache: Cache, source: str, subject: SubjectFound, sense: _Sense) -> tuple[str, str]:
    """The slot and the sense under which a thing is known: none where no other bears its name."""
    if not sense.qualifier and not sense.profile.classes:
        return subject.slot, ""
    name = subject.names[0].text
    others = {
        slot: (label, _known(cache, source, slot, name))
        for slot, label in _others(cache, source, subject)
    }
    if sense.qualifier:
        return _by_qualifier(name, sense, others)
    return _by_class(subject.slot, name, sense.profile, others)


def _by_class(
    bare: str, name: str, profile: Profile, others: dict[str, tuple[str, Profile]]
) -> tuple[str, str]:
    """The same for what no brackets tell apart: the bare name, unless another thing has that."""
    known = others.get(bare)
    if known and not cannot_be_one(known[1], profile, name):
        return bare, ""
    fitting = [
        (slot, label)
        for slot, (label, theirs) in others.items()
        if label
        and theirs.classes.keys() & profile.classes.keys()
        and not cannot_be_one(theirs, profile, name)
    ]
    if known is None:
        return fitting[0] if len(fitting) == 1 else (bare, "")
    if fitting:
        return fitting[0]
    label = _label(profile, known[1])
    return slot_of(name, label), label


def _by_qualifier(
    name: str, sense: _Sense, others: dict[str, tuple[str, Profile]]
) -> tuple[str, str]:
    own = slot_of(name, sense.qualifier)
    if own in others:
        return own, others[own][0]
    said = class_of(sense.qualifier)
    for slot, (label, profile) in others.items():
        same = said is not None and said[0] in profile.classes.values()
        if same and not cannot_be_one(profile, sense.profile, name) and not label:
            return slot, label
    return own, sense.qualifier


def _others(cache: Cache, source: str, subject: SubjectFound) -> Iterator[tuple[str, str]]:
    """The slots by which other sources know things of a subject's name, each with its sense."""
    for slot in (subject.slot, *cache.subjects.slots_with(f"{SENSES}{subject.slot}", LOOKED_AT)):
        found = [f for s, f in cache.subjects.found_as(slot) if s != source]
        if found:
            yield slot, found[0].sense


def _known(cache: Cache, source: str, slot: str, name: str) -> Profile:
    """What other sources say that a thing is."""
    profile = Profile()
    for other, claim in cache.subjects.first_claims(slot, LOOKED_AT):
        if other != source:
            profile.take(claim.text, defines=_defines(claim, name))
    found = next((f for s, f in cache.subjects.found_as(slot) if s != source and f.sense), None)
    if found and (kind := class_of(found.sense)):
        profile.classes.setdefault(kind[1], kind[0])
    return profile


def _defines(claim: Claim, name: str) -> bool:
    """Whether a statement says what a thing is; one on a company may have its legal form between."""
    front = (
        rf"^(?:(?:the|an?|der|die|das) )?{re.escape(name)},? (?:Inc|Ltd|Corp|LLC)\.? (?:is|was) "
    )
    return claim.role is Role.DEFINES or bool(re.match(front, claim.text, re.IGNORECASE))


def _label(profile: Profile, other: Profile) -> str:
    """What a thing is told apart by: what it is, else who made it, else the year of its birth."""
    word = next((w for k, w in profile.classes.items() if k not in other.classes), "")
    if word:
        return word
    kind, word = next(iter(profile.classes.items()))
    if other.classes.get(kind) != word:
        return word
    if profile.by:
        return f"{min(profile.by)} {word}"
    return f"{word}, born {min(profile.born)}" if profile.born else f"another {word}"


def slot_of(name: str, sense: str) -> str:
    """The slot of what bears a name in a sense."""
    return key(f"{name} ({sense})")


# -- the record


def _renamed(
    record: SourceRecord,
    placed: dict[str, list[tuple[int, str, str]]],
    place: dict[str, int],
) -> SourceRecord:
    """The record with these slots, from the sentences on where each begins."""

    def slot(old: str, label: str) -> str:
        return _at(placed[old], place.get(label, 0))[1] if old in placed else old

    claims = tuple(replace(c, slot=slot(c.slot, c.evidence[0])) for c in record.claims)
    points = tuple(
        replace(p, claim=replace(p.claim, slot=slot(p.claim.slot, p.claim.evidence[0])))
        for p in record.points
    )
    facts = tuple(replace(f, about=slot(f.about, f.label)) for f in record.facts)
    subjects = tuple(new for s in record.subjects for new in _split(s, placed.get(s.slot), place))
    own = placed[record.own][0][1] if record.own in placed else record.own
    return replace(record, claims=claims, points=points, facts=facts, subjects=subjects, own=own)


def _at(places: list[tuple[int, str, str]], at: int) -> tuple[int, str, str]:
    """The sense that a name has at a sentence: that which began last, else the first."""
    return next((p for p in reversed(places) if p[0] <= at), places[0])


def _split(
    subject: SubjectFound, places: list[tuple[int, str, str]] | None, place: dict[str, int]
) -> Iterator[SubjectFound]:
    if places is None:
        yield subject
        return
    title = subject.names[0].text
    for slot, sense in dict.fromkeys((slot, sense) for _, slot, sense in places):
        named_in = tuple(k for k in subject.named_in if _at(places, place.get(k, 0))[1] == slot)
        names = tuple(
            n for n in subject.names if not n.label or _at(places, place.get(n.label, 0))[1] == slot
        )
        if sense:
            names = (NameFound(f"{title} ({sense})", ""), *names)
        yield replace(subject, slot=slot, names=names, named_in=named_in, sense=sense)
