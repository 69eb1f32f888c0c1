"""The disagreements that belong on one subject's page."""

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from itertools import combinations

from app.compiler.disagree import Disagreement, Witness, disagreements
from app.compiler.heads import split
from app.compiler.lexicon import NEGATIONS, RULE_WORDS, base, stopwords
from app.compiler.resolve import Subject, names_of, subject_of
from app.compiler.ruled import with_rulings
from app.compiler.scope import NAME, setting, words_besides
from app.ledger.cache import Cache
from app.ledger.naming import key
from app.ledger.near import fold
from app.ledger.records import Claim, Fact, FactType, Role, SourceRecord, Verdict
from app.ledger.rulings import Ruling, What
from app.ledger.verdicts import Judged, Place

_HEDGED = re.compile(
    r"\b(?:if|unless|except|only|when|while|until|no longer|not yet|not only|some|most|many|may|might|could|can|should"
    r"|often|usually|sometimes|always|never|rarely)\b",
    re.IGNORECASE,
)
_PASSING = frozenset("also still already now currently yet today".split())
_VERB_FIRST = re.compile(
    r"^(?:is|are|was|were|does|do|did|has|have|had|can|will)\s+(?:not\s+)?(?=\w)", re.IGNORECASE
)
LEAST_SAID = 2  # content words that a denial and what it denies must share
_OF_SUBJECT = {FactType.DATE, FactType.COUNT, FactType.AGENT, FactType.PLACE}


def disputes_of(cache: Cache, subject: Subject) -> list[Disagreement]:
    """Where sources disagree on a subject, what the person said of it included; without what is, as they
    said, no disagreement, since it speaks of two things."""
    return [
        d for d in found_on(cache, subject) if not (d.verdict and d.verdict.what is What.NOT_SAME)
    ]


def found_on(cache: Cache, subject: Subject) -> list[Disagreement]:
    """All that sources do not say alike of a subject, whatever the person said of it.

    Dates, counts, doers and places count where the sentence is about the subject itself; so does
    what one source says and another denies in the same words. What someone is to someone counts
    where the words hang on the subject; what a numbered thing is called on the page of each name
    that is given to it. To these come the statements that a judge says cannot both hold. A judge who
    says that they can is not asked where the person said something.
    """
    facts = [
        (s, f) for s, f in cache.subjects.facts_naming(subject.slots) if f.type is not FactType.NAME
    ]
    facts += cache.subjects.facts_giving(FactType.NAME, subject.slots)
    own = cache.subjects.said_in(subject.slots)
    brief = cache.subjects.named_briefly(subject.slots)
    witnesses = [
        _witness(cache, s, f, subject, brief)
        for s, f in facts
        if _belongs(cache, s, f, subject, own)
    ]
    witnesses += _said_and_denied(cache, subject)
    several = len({w.source for w in witnesses}) > 1
    found = with_rulings(cache, disagreements(witnesses)) if several else []
    judged = cache.verdicts.on_subject(subject.slots)
    found = [_with_verdict(d, judged) for d in found if d.ruled or not _denied(d, judged)]
    said = with_rulings(cache, disagreements(_judged(cache, subject, found, judged)))
    return found + [replace(d, judged=True) for d in said]


def concerned_by(cache: Cache, said: Iterable[Ruling]) -> list[str]:
    """The subjects (their slots) with a page on which disagreements stand of which the person said this."""
    rulings = list(said)
    places = {place for ruling in rulings for place in ruling.places}
    slots = cache.subjects.slots_at(places) | {n for ruling in rulings for n in ruling.named}
    subjects = {s.of: s for slot in sorted(slots) if (s := subject_of(cache, slot)).page}
    return [s.of for s in subjects.values() if any(d.places & places for d in found_on(cache, s))]


def _denied(found: Disagreement, judged: Sequence[Judged]) -> bool:
    """Whether a judge says that what code takes for a disagreement can hold: of every two positions,
    since of three two may agree and the third not."""
    sides = [{(w.source, w.fact.label) for w in p.witnesses} for p in found.positions]
    told = [_told(one, other, judged) for one, other in combinations(sides, 2)]
    return all(told) and all(Verdict.CONTRADICTS not in each for each in told)


def stands_on(cache: Cache, subject: Subject, found: Disagreement) -> bool:
    """Whether a disagreement on what only brief sources name stands on the page of this subject: of all
    that its sentences name in common, and whose page would show it, one has it: what has a page, else
    what they name first."""
    places = _places(found)
    named = [set(cache.subjects.slots_in(*place, brief=True)) for place in sorted(places)]
    text = key(cache.quotable(*min(places)).text)
    for slot in sorted(set.intersection(*named), key=lambda s: (text.find(s) % (len(text) + 1), s)):
        other = subject_of(cache, slot)
        if other.of == subject.of:
            return True
        if any(places <= _places(each) for each in disputes_of(cache, other)):
            return False
    return True


def _places(found: Disagreement) -> set[Place]:
    return {(w.source, w.fact.label) for p in found.positions for w in p.witnesses}


def _with_verdict(found: Disagreement, judged: Sequence[Judged]) -> Disagreement:
    """The same, with whether a judge says that two of its positions cannot both hold."""
    sides = [{(w.source, w.fact.label) for w in p.witnesses} for p in found.positions]
    told = (Verdict.CONTRADICTS in _told(a, b, judged) for a, b in combinations(sides, 2))
    return replace(found, judged=True) if judged and any(told) else found


def _told(one: Set[Place], other: Set[Place], judged: Sequence[Judged]) -> set[Verdict]:
    """What was decided between the sentences of two positions."""
    return {
        j.verdict for j in judged if (j.a in one and j.b in other) or (j.a in other and j.b in one)
    } - {Verdict.OPEN}


def _judged(
    cache: Cache, subject: Subject, found: Sequence[Disagreement], judged: Sequence[Judged]
) -> list[Witness]:
    """What a judge said cannot both hold, as witnesses, where code has not found it already.

    Statements that clash, directly or through others, are one disagreement; those judged to say the
    same are one position of it.
    """
    known = [{(w.source, w.fact.label) for p in d.positions for w in p.witnesses} for d in found]
    clashes = [
        j
        for j in judged
        if j.verdict is Verdict.CONTRADICTS and not any({j.a, j.b} <= k for k in known)
    ]
    if not clashes:
        return []
    same = _groups((j.a, j.b) for j in judged if j.verdict is Verdict.SAME)
    groups = _groups((j.a, j.b) for j in clashes)
    words = _words_of(cache, subject)
    return [
        Witness(place[0], cache.voices.voice(place[0]), _as_fact(place, groups, same, words))
        for place in sorted(groups)
    ]


def _as_fact(
    place: Place, groups: dict[Place, Place], same: dict[Place, Place], words: dict[Place, str]
) -> Fact:
    aspect, value = "-".join(groups[place]), "-".join(same.get(place, place))
    return Fact(place[1], FactType.SAID, aspect, value, words[place])


def _groups(pairs: Iterable[tuple[Place, Place]]) -> dict[Place, Place]:
    """Each place that a pair has, with the first of all that hang together with it."""
    found: dict[Place, set[Place]] = {}
    for a, b in pairs:
        whole = found.get(a, {a}) | found.get(b, {b})
        found |= dict.fromkeys(whole, whole)
    return {place: min(whole) for place, whole in found.items()}


def _words_of(cache: Cache, subject: Subject) -> dict[Place, str]:
    """What is said of a subject, by the sentence that it rests on."""
    claims = [c for slot in subject.slots for c in cache.subjects.claims(slot)]
    return {(source, c.evidence[0]): c.text.rstrip(" .") for source, c in reversed(claims)}


def _belongs(
    cache: Cache, source: str, fact: Fact, subject: Subject, own: set[tuple[str, str]]
) -> bool:
    if fact.type is FactType.DATE and fact.aspect in {"be born", "die"}:
        text = cache.quotable(source, fact.label).text
        if _of_another_life(text, fact, _plain_names(subject)):
            return False
    if fact.type in _OF_SUBJECT:
        return (source, fact.label) in own
    return fact.type is FactType.NAME or fact.about in subject.slots or fact.aspect in subject.slots


def _witness(
    cache: Cache, source: str, fact: Fact, subject: Subject, brief: Set[Place] = frozenset()
) -> Witness:
    record, text = cache.source(source), cache.quotable(source, fact.label).text
    found = setting(text, record.language)
    said = words_besides(text, record.language, (fact.words, *_plain_names(subject)))
    names = _plain_names(subject)
    on_it = fact.about in subject.slots or not fact.about or (source, fact.label) in brief
    ranked = fact.aspect.startswith("rank ")  # of what is named before, always
    aside = (ranked or (source, fact.label) in brief) and _names_aside(
        text, fact.words, names, 0 if ranked else COUNTED
    )
    voice = cache.voices.voice(source)
    return Witness(source, voice, fact, said, found.years, found, on_it, aside)


COUNTED = 12  # characters behind a fact within which a name is of what it counts


def _names_aside(text: str, words: str, names: Iterable[str], within: int) -> bool:
    """Whether a sentence names a subject only behind a fact, before which it names others."""
    low, start = text.casefold(), text.find(words)
    at = [place for name in names if (place := low.find(name.casefold())) >= 0]
    return (
        bool(at)
        and start >= 0
        and min(at) > start + len(words) + COUNTED
        and bool(not within or NAME.search(text[:start]))
    )


def _of_another_life(text: str, fact: Fact, names: Iterable[str]) -> bool:
    """Whether a date stands in brackets behind another name than the subject's: "Ada Winter (1795 – 1871)"."""
    match = re.search(
        rf"(?P<name>.*?)\s*[(（][^()（）]*{re.escape(fact.words)}[^()（）]*[)）]", text, re.DOTALL
    )
    before = match["name"].rstrip(" ,，").casefold() if match else ""
    return match is not None and not any(before.endswith(name.casefold()) for name in names)


def _plain_names(subject: Subject) -> list[str]:
    return sorted({name.text for _, found in subject.found for name in found.names})


def _said_and_denied(cache: Cache, subject: Subject) -> list[Witness]:
    """What the claims on a subject affirm or deny, as witnesses.

    Left out are rules, which each hold within their own scheme, and whatever has a condition or a
    hedge, or names only a part or a time. Denials come first: most subjects have none, and then
    hundreds of claims need not be taken apart.
    """
    names = {key(name) for name in names_of(subject)} | set(subject.slots)
    claims = [
        (source, claim)
        for slot in subject.slots
        for source, claim in cache.subjects.claims(slot)
        if not claim.items and _is_plain(cache.source(source))
    ]
    denied = [c for c in claims if NEGATIONS.search(c[1].text)]
    aspects = {fact.aspect for _, claim in denied if (fact := polarity(claim, names))}
    found = []
    for source, claim in claims:
        if _may_be_of(aspects, claim.text) and (fact := polarity(claim, names)):
            found.append(Witness(source, cache.voices.voice(source), fact))
    return found


def _is_plain(record: SourceRecord) -> bool:
    return not record.rule_text and base(record.language) == "en"


def _may_be_of(aspects: set[str], text: str) -> bool:
    """Whether all words of one of these aspects stand in a text, as far as a glance tells."""
    words = fold(text) if aspects else ""
    return any(all(word in words for word in aspect.split()) for aspect in aspects)


def polarity(claim: Claim, names: set[str]) -> Fact | None:
    """What a claim says of its subject, in a form that is equal for what denies it; None where
    that is not plain."""
    head, tail, _ = split(claim.text, "en")
    if claim.role is Role.MENTIONS or key(head) not in names:
        return None
    denials = NEGATIONS.findall(tail)
    if len(denials) > 1 or RULE_WORDS.search(tail) or _HEDGED.search(tail):
        return None
    plain = NEGATIONS.sub(" ", tail)
    said = [w for w in fold(plain).split() if w not in stopwords("en") and w not in _PASSING]
    if len(said) < LEAST_SAID:
        return None
    aspect = " ".join(sorted(_base_form(w) for w in said))
    shown = " ".join(_VERB_FIRST.sub("", plain.strip(" .")).split())
    value = "no" if denials else "yes"
    return Fact(claim.evidence[0], FactType.POLARITY, aspect, value, shown)


def _base_form(word: str) -> str:
    """A verb or noun without its "s": "needs" where the denial has "does not need"."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
