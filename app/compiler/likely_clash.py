"""Statements of two voices on one subject that may say the same, or may not both hold, found by
code: what a judge is asked about.

They share words besides the subject's name, or count the same thing. What code takes for a
disagreement comes first: a judge may say that both can hold. What the person said of two sentences is
theirs to say. What only reports or doubts is no claim
of its source's and is left out, and so are wordings that are alike anyway.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Set
from dataclasses import dataclass
from functools import lru_cache

from app.compiler.amounts import amounts
from app.compiler.bounds import Amount, meet
from app.compiler.disputes import disputes_of
from app.compiler.lexicon import NEGATIONS, NUMBERS, YEAR, base
from app.compiler.resolve import Subject, names_of, subject_of
from app.compiler.scope import content_words
from app.compiler.stance import Stance, stance
from app.compiler.statements import JOIN_FROM, same_claim
from app.ledger.cache import Cache
from app.ledger.naming import singular
from app.ledger.records import Claim, Quotable, Role, SourceRecord
from app.ledger.verdicts import Place

BESIDE = 3  # statements that one is held against
A_SOURCE = 40  # pairs of a source, all in one question
LOOKED_AT = 200  # statements on a subject, the newest sources' last
LOOKED_FOR = 600  # claims of others among which they are looked for
SHARE = 0.25  # of the shorter one's content words that two must have in common
DENIED_FROM = 2  # content words in common where one denies: what is long shares but a small part
_NUMBER_WORDS = (
    "one two three four five six seven eight nine ten eleven twelve dozen hundred thousand million"
)
_COUNTED = re.compile(
    rf"(?:\d[\d.,]*|\b(?:{'|'.join(_NUMBER_WORDS.split())}))\s+(?:[a-z-]+\s+)?([a-z]{{3,}})",
    re.IGNORECASE,
)
_OPPOSED = re.compile(
    r"\b(?:only|first|last|largest|smallest|longest|oldest|always|all|every|any|both|still|ever|public|private"
    r"|open|closed|free|north|south|east|west|spring|summer|autumn|winter|january|february|march|april|may|june"
    r"|july|august|september|october|november|december)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement as a judge sees it: where it stands, its words, what its source is called, and the
    sentences before and after it in its paragraph."""

    place: Place
    text: str
    source: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, slots=True)
class MaybeClash:
    """A statement of the source that is compiled, one of another voice, and how much speaks for asking;
    ``shown`` where code takes them for a disagreement."""

    mine: Statement
    theirs: Statement
    weight: float
    shown: bool = False


@dataclass(frozen=True, slots=True)
class _Said:
    source: str
    claim: Claim
    place: Quotable
    words: frozenset[str]
    language: str

    @property
    def at(self) -> Place:
        return self.source, self.claim.evidence[0]


def maybe_clash(cache: Cache, record: SourceRecord) -> list[MaybeClash]:
    """The pairs of statements, one of each this source's, that a judge should decide, the likeliest
    clash first. The source and what is known of its names are in the cache already."""
    found: dict[tuple[Place, Place], MaybeClash] = {}
    slots = sorted({c.slot for c in record.claims if _speaks(record, c)})
    for subject in {s.of: s for s in (subject_of(cache, slot) for slot in slots)}.values():
        for pair in _on(cache, record, subject):
            found.setdefault((pair.mine.place, pair.theirs.place), pair)
    ranked = sorted(found.values(), key=lambda p: (-p.weight, p.mine.place, p.theirs.place))
    return _few_each(ranked)[:A_SOURCE]


def _few_each(ranked: Iterable[MaybeClash]) -> list[MaybeClash]:
    """No more than ``BESIDE`` of each statement, whatever number of subjects it speaks of."""
    counts: Counter[Place] = Counter()
    kept = []
    for pair in ranked:
        if counts[pair.mine.place] < BESIDE:
            counts[pair.mine.place] += 1
            kept.append(pair)
    return kept


def _on(cache: Cache, record: SourceRecord, subject: Subject) -> list[MaybeClash]:
    if len(subject.sources) < 2:
        return []
    voice = cache.voices.voice(record.id)
    shown = _shown(cache, subject)
    said = _plain(cache, subject, record, shown)
    mine = [s for s in said if s.source == record.id]
    theirs = [s for s in said if cache.voices.voice(s.source) != voice][-LOOKED_AT:]
    if not mine or not theirs:
        return []
    by_word = _by_word(theirs)
    pairs = []
    for one in mine:
        asked = cache.verdicts.of_sentence(one.at) | cache.rulings.beside(one.at)
        near = {n for word in one.words for n in by_word.get(word, ())}
        near |= {n for n, o in enumerate(theirs) if frozenset((one.at, o.at)) in shown}
        others = (theirs[n] for n in sorted(near))
        ranked = sorted(
            ((w, o) for o in others if o.at not in asked and (w := _weight(one, o, shown))),
            key=lambda r: (-r[0], r[1].at),
        )
        pairs += [
            MaybeClash(
                _seen(cache, one), _seen(cache, o), w - rank, frozenset((one.at, o.at)) in shown
            )  # the likeliest of another statement goes before the next of this one
            for rank, (w, o) in enumerate(ranked[:BESIDE])
        ]
    return pairs


def _plain(
    cache: Cache, subject: Subject, of: SourceRecord, pairs: Set[frozenset[Place]]
) -> list[_Said]:
    """What is said of a subject in the language of a source, as its source's own claim and in one
    sentence, as far as it is looked at; in another language where code found a clash in it."""
    language = base(of.language)
    own = {w for name in names_of(subject) for w in content_words(name, language)}
    shown = {place for pair in pairs for place in pair}
    found: dict[Place, _Said] = {}
    for source, claim, place in cache.subjects.newest_in_place(subject.slots, of.id, LOOKED_FOR):
        record = cache.source(source)
        if not _speaks(record, claim) or claim.items or record.rule_text:
            continue
        if base(record.language) != language and (source, claim.evidence[0]) not in shown:
            continue
        if stance(place.text) in {Stance.ASSERTED, Stance.DENIED}:
            words = content_words(claim.text, record.language) - own
            found.setdefault(
                (source, claim.evidence[0]),
                _Said(source, claim, place, words, base(record.language)),
            )
    return sorted(found.values(), key=lambda s: (cache.source(s.source).added, s.source, s.at))


def _speaks(record: SourceRecord, claim: Claim) -> bool:
    """Whether a claim says something of its subject: where its sentence is of the subject by its
    grammar, a model picked it for what it says of the subject, or its text is so brief that it speaks of
    all that it names."""
    return claim.role is not Role.MENTIONS or claim.brief or bool(record.asked.picked)


def _by_word(said: list[_Said]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = defaultdict(list)
    for n, each in enumerate(said):
        for word in each.words:
            found[word].append(n)
    return found


def _shown(cache: Cache, subject: Subject) -> set[frozenset[Place]]:
    """The pairs of sentences that a disagreement found by code already holds."""
    places = [
        [(w.source, w.fact.label) for p in d.positions for w in p.witnesses]
        for d in disputes_of(cache, subject)
    ]
    return {frozenset((a, b)) for group in places for a in group for b in group if a != b}


def _weight(one: _Said, other: _Said, shown: set[frozenset[Place]]) -> float:
    """How much speaks for asking; 0 for not asking."""
    a, b = one.claim.text, other.claim.text
    if frozenset((one.at, other.at)) in shown:
        return 4.0
    if same_claim(a, b, JOIN_FROM):
        return 0.0
    if one.language == other.language and _amounts_clash(one, other):
        return 3.0 + _share(one, other)
    counted = _counted(a) & _counted(b)
    common, share = one.words & other.words, _share(one, other)
    differ = _differ(a, b)
    if counted and differ:
        return 2.0 + share
    if len(common) >= DENIED_FROM and bool(NEGATIONS.search(a)) != bool(NEGATIONS.search(b)):
        return 1.5 + share
    return share + differ if share >= SHARE else 0.0


def _share(one: _Said, other: _Said) -> float:
    """What two statements have in common, of the words of the shorter one."""
    return len(one.words & other.words) / max(1, min(len(one.words), len(other.words)))


def _amounts_clash(one: _Said, other: _Said) -> bool:
    """Whether two statements count the same thing, and no number is what both say."""
    mine, theirs = (_amounts_in(s.claim.text, s.language) for s in (one, other))
    by_head = defaultdict(list)
    for amount in mine:
        by_head[amount.of.split()[-1]].append((amount.value, amount.bound))
    return any(
        not any(meet((amount.value, amount.bound), known) for known in found)
        for amount in theirs
        if (found := by_head.get(amount.of.split()[-1]))
    )


@lru_cache(maxsize=4096)
def _amounts_in(text: str, language: str) -> tuple[Amount, ...]:
    return tuple(amounts(text, language))


def _counted(text: str) -> set[str]:
    return {singular(word.casefold()) for word in _COUNTED.findall(text)}


def _differ(a: str, b: str) -> bool:
    """Whether two statements have other numbers, other dates, or one denies or limits."""
    return any(
        {m.casefold() for m in marks.findall(a)} != {m.casefold() for m in marks.findall(b)}
        for marks in (NUMBERS, NEGATIONS, YEAR, _OPPOSED, _COUNTED)
    )


def _seen(cache: Cache, said: _Said) -> Statement:
    before, after = neighbours(cache, said.at)
    return Statement(said.at, said.claim.text, cache.source(said.source).short, before, after)


def neighbours(cache: Cache, at: Place) -> tuple[str, str]:
    """The sentences before and after one in its paragraph, "" where there is none."""
    source, label = at
    if not label.isdigit():
        return "", ""
    here = cache.quotable(source, label)
    found = []
    for other in (int(label) - 1, int(label) + 1):
        place = _there(cache, source, str(other))
        found.append(place.text if place and place.block == here.block else "")
    return found[0], found[1]


def _there(cache: Cache, source: str, label: str) -> Quotable | None:
    try:
        return cache.quotable(source, label)
    except KeyError:
        return None
