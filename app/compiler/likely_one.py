"""Names that may stand for one thing, found by code: what a judge is asked about.

Two subjects come into question when one's letters abbreviate the other, when their names share a
word that few names have, or when what is said of them (what merely names them too, where little is said)
shares figures and names that few sentences have. What their definitions call them may rule it out.
Whatever is decided already, named side by side in one sentence, or told apart by a number does not, nor
do two names that only one source has: a text calls a thing the same throughout, or says what else it calls
it. Indexes are asked, never all names, so that a source costs the same in a vault of any size.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.compiler.builtin.stated import shortens
from app.compiler.classes import Profile, cannot_be_one
from app.compiler.lexicon import NUMBERS, stopwords
from app.compiler.resolve import Subject, names_of, subject_of, title_of
from app.ledger.cache import Cache
from app.ledger.naming import words
from app.ledger.near import fold, likeness
from app.ledger.records import Kind, Role, SourceRecord, Verdict

CANDIDATES = 5  # that a subject is held against (issue 5)
FEW_NAMES = 30  # a word that more names have says nothing
FEW_SENTENCES = 40  # nor does one that more sentences hold
TELLING = 12  # words of what is said of a subject that are looked up
LOOKED_AT = 60  # statements on a subject
FEW_SAID = 4  # statements, below which sentences that only name a subject tell of it too
ALIKE = 62.0  # of two names that share a word, of 100
ALMOST = 93.0  # of two names that a slip of the pen may tell apart
FIGURE = 3  # characters from which a number tells as much as two names
_SHARED_FROM = 0.9  # weight that shared figures and names must come to
_SAID_AT_MOST = 2  # statements that are shown of each
_WIDE = r"\u3040-\u30ff\u3400-\u9fff"
_WORD = re.compile(rf"\d+(?:[.,]\d+)*|[^\W\d_{_WIDE}](?:[^\W{_WIDE}]|['’-])*")


@dataclass(frozen=True, slots=True)
class Side:
    """A subject as a judge sees it: its slot, its name, and what is said of it."""

    slot: str
    name: str
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MaybeOne:
    """Two subjects that may be one, and how much speaks for asking."""

    one: Side
    other: Side
    weight: float


def maybe_one(cache: Cache, record: SourceRecord, judge: str) -> list[MaybeOne]:
    """The pairs of subjects, one of them of this source, that ``judge`` should decide, the likeliest
    first. The source is in the cache already."""
    found: dict[tuple[str, str], MaybeOne] = {}
    told = _Told(cache, record.id)
    for slot in sorted({c.slot for c in record.claims if c.role is not Role.MENTIONS}):
        subject = subject_of(cache, slot)
        for other, weight in _likely(cache, subject, told, judge):
            one, two = sorted((subject.of, other.of))
            pair = MaybeOne(told.side(subject, other), told.side(other, subject), weight)
            if (one, two) not in found and pair.one.said and pair.other.said:
                found[(one, two)] = pair
    return sorted(found.values(), key=lambda p: (-p.weight, p.one.slot, p.other.slot))


def to_ask(cache: Cache, record: SourceRecord) -> list[tuple[str, str]]:
    """The pairs of slots, one of them of this source, that a person would want to be asked about where no
    judge is: names that are spelled almost alike, or one short for the other where both share what is
    said of them. Few, and mostly right. The source is in the cache already."""
    found: set[tuple[str, str]] = set()
    told = _Told(cache, record.id)
    for slot in sorted({c.slot for c in record.claims if c.role is not Role.MENTIONS}):
        subject = subject_of(cache, slot)
        near = {s for s, _ in (*_by_letters(cache, subject), *_by_words(cache, subject))}
        for each in sorted(near - set(subject.slots)):
            other = subject_of(cache, each)
            if other.of != subject.of and _is_worth_asking(cache, subject, other, told):
                one, two = sorted((subject.of, other.of))
                found.add((one, two))
    return sorted(found)


def _is_worth_asking(cache: Cache, subject: Subject, other: Subject, told: "_Told") -> bool:
    if not (_is_open(cache, subject, other, "") and told.said(other)):
        return False
    mine, theirs = title_of(subject), title_of(other)
    if _without_sense(subject) == _without_sense(other) or not told.can_be_one(subject, other):
        return False
    if likeness(fold(mine), fold(theirs)) >= ALMOST:
        return _is_proper(cache, subject, other.of)
    common = set(map(fold, told.telling(subject))) & set(map(fold, told.telling(other)))
    return (shortens(mine, theirs) or shortens(theirs, mine)) and len(common) >= 2


def _without_sense(subject: Subject) -> str:
    return min(found.bare for _, found in subject.found)


def _likely(
    cache: Cache, subject: Subject, told: "_Told", judge: str
) -> list[tuple[Subject, float]]:
    """The subjects that this one may be, the likeliest first."""
    weights: dict[str, float] = defaultdict(float)
    for slot, weight in (*_by_letters(cache, subject), *_by_words(cache, subject)):
        weights[slot] = max(weights[slot], weight)
    for slot, weight in _by_what_is_said(cache, subject, told):
        weights[slot] += weight
    best: dict[str, tuple[Subject, float]] = {}
    for slot, weight in weights.items():
        other = subject_of(cache, slot)
        if slot not in subject.slots and weight > best.get(other.of, (other, 0.0))[1]:
            best[other.of] = (other, weight)
    ranked = sorted(best.values(), key=lambda b: (-b[1], b[0].of))
    open_ = (
        b
        for b in ranked
        if _is_open(cache, subject, b[0], judge) and told.can_be_one(subject, b[0])
    )
    return [b for b, _ in zip(open_, range(CANDIDATES), strict=False)]


def _by_letters(cache: Cache, subject: Subject) -> Iterator[tuple[str, float]]:
    """The names that this one's letters stand for, or that stand for it."""
    from app.ledger.subjects import parts_of

    for _, found in subject.found:
        for part in parts_of(found):
            if not part.startswith("~"):
                continue
            for slot in cache.subjects.slots_with(part, FEW_NAMES):
                mine, theirs = found.names[0].text, _title(cache, slot)
                if shortens(mine, theirs) or shortens(theirs, mine):
                    yield slot, 8.0  # hardly ever by chance


def _by_words(cache: Cache, subject: Subject) -> Iterator[tuple[str, float]]:
    """The names that share a word with this one which few names have, and are much like it; of things
    with a proper name, also those that end with it ("Murdock", "Ian Murdock"). What is called by the
    whole name of another and more ("Harbour Lamp Society", "harbour lamp") is another thing."""
    mine = title_of(subject)
    for word in {w for w in words(mine) if len(w) > 2 and w not in stopwords("en")}:
        slots = cache.subjects.slots_with(word, FEW_NAMES + 1)
        if len(slots) > FEW_NAMES:
            continue
        for slot in slots:
            theirs = _title(cache, slot)
            alike = likeness(fold(mine), fold(theirs))
            longer = _is_longer(mine, theirs)
            if alike >= ALIKE if longer is None else longer and _is_proper(cache, subject, slot):
                yield slot, 0.5 + alike / 200


def _is_proper(cache: Cache, subject: Subject, slot: str) -> bool:
    kinds = {f.kind for _, f in (*subject.found, *cache.subjects.found_as(slot))}
    return kinds == {Kind.ENTITY}


def _is_longer(one: str, other: str) -> bool | None:
    """Of two names of which one holds the other whole, whether it ends with it; None for others."""
    short, long = sorted((words(one), words(other)), key=len)
    if not set(short) < set(long):
        return None
    return short[-1] == long[-1]


def _by_what_is_said(cache: Cache, subject: Subject, told: "_Told") -> Iterator[tuple[str, float]]:
    """The subjects of which something is said in the same figures and names."""
    shared: dict[str, dict[str, float]] = defaultdict(dict)
    for word in told.telling(subject):
        places = cache.sentences_with(word, FEW_SENTENCES + 1)
        if len(places) > FEW_SENTENCES:
            continue
        weight = 1 / (1 + math.log(1 + len(places)))
        weight *= 2 if word[0].isdigit() and len(word) >= FIGURE else 1
        for slot in {s for place in places for s in told.speaking(*place)}:
            if slot not in subject.slots:
                shared[slot][word] = weight
    mine = title_of(subject)
    for slot, by_word in shared.items():
        weight = sum(by_word.values())
        if len(by_word) >= 2 and weight >= _SHARED_FROM:
            yield slot, weight
        elif shortens(mine, theirs := _title(cache, slot)) or shortens(theirs, mine):
            yield slot, 1.0 + weight


def _is_open(cache: Cache, subject: Subject, other: Subject, judge: str) -> bool:
    """Whether nothing decides yet that two subjects are one or two."""
    if not other.found or set(subject.slots) & set(other.slots):
        return False
    if len({*subject.sources, *other.sources}) < 2:
        return False
    judged = cache.verdicts.of_names(subject.slots, other.slots)
    if any(verdict is not Verdict.OPEN or by == judge for verdict, by in judged):
        return False
    titles = [title_of(s) for s in (subject, other)]
    numbers = [set(NUMBERS.findall(title)) for title in titles]
    if numbers[0] != numbers[1] and not shortens(*titles) and not shortens(*titles[::-1]):
        return False
    return not _side_by_side(cache, subject, other)


def _side_by_side(cache: Cache, subject: Subject, other: Subject) -> bool:
    """Whether a sentence names both, which a text hardly does with two names of one thing."""
    one, two = cache.subjects.naming(subject.slots), cache.subjects.naming(other.slots)
    names = [names_of(s) for s in (subject, other)]
    if any(shortens(a, b) or shortens(b, a) for a in names[0] for b in names[1]):
        return False
    titles = [title_of(s) for s in (subject, other)]
    if _within(*titles) or _within(*titles[::-1]):
        return False  # "Murdock" is found in "Ian Murdock" as well
    return bool(one & two)


def _within(short: str, long: str) -> bool:
    return set(words(short)) < set(words(long))


def _title(cache: Cache, slot: str) -> str:
    return cache.subjects.called(slot) or slot


class _Told:
    """What is said of subjects, looked up once each. What the new source says comes first: of the rest
    it was found out when that was new."""

    def __init__(self, cache: Cache, source: str) -> None:
        self._cache = cache
        self._new = source
        self._said: dict[str, list[str]] = {}
        self._few: dict[str, bool] = {}

    def said(self, subject: Subject) -> list[str]:
        """What is said of a subject, what defines it first, then what has figures; where that is little,
        other sentences that name it as well."""
        if subject.of not in self._said:
            said = self._cache.subjects.first_said(subject.slots, self._new, LOOKED_AT)
            if len(said) < FEW_SAID:
                places = sorted(self._cache.subjects.naming(subject.slots))[:TELLING]
                named = [self._cache.quotable(*place).text for place in places]
                said = list(dict.fromkeys([*said, *named]))
            self._said[subject.of] = said
        return self._said[subject.of]

    def speaking(self, source: str, label: str) -> set[str]:
        """The slots of which a sentence says something, and those that it names of which little is said."""
        subjects = self._cache.subjects
        named = set(subjects.slots_in(source, label)) - set(subjects.slots_said(source, label))
        for slot in named - self._few.keys():
            self._few[slot] = subjects.count_said(slot) < FEW_SAID
        return {*subjects.slots_said(source, label), *(slot for slot in named if self._few[slot])}

    def can_be_one(self, subject: Subject, other: Subject) -> bool:
        """Whether what is said of two subjects leaves it open that they are one."""
        one, two = self._profile(subject), self._profile(other)
        return not cannot_be_one(one, two, title_of(subject))

    def _profile(self, subject: Subject) -> Profile:
        profile, names = Profile(), [fold(n) for n in names_of(subject)]
        for text in self.said(subject):
            if any(fold(text).removeprefix("the ").startswith(name) for name in names):
                profile.take(text, defines=True)
        return profile

    def telling(self, subject: Subject) -> list[str]:
        """Figures and names in what is said of a subject, its own name's words aside."""
        own = {w for name in names_of(subject) for w in fold(name).split()}
        found = dict.fromkeys(w for text in self.said(subject)[:TELLING] for w in _telling(text))
        return [word for word in found if fold(word) not in own][:TELLING]

    def side(self, subject: Subject, other: Subject) -> Side:
        """A subject beside another: of what is said of it, what has most in common with the other."""
        figures = {word for text in self.said(other) for word in _telling(text)}
        theirs = set(_content(self.said(other)))

        def in_common(text: str) -> tuple[int, int]:
            return len(figures & set(_telling(text))), len(theirs & set(_content([text])))

        order = list(enumerate(self.said(subject)))
        ranked = sorted(order, key=lambda s: (*(-n for n in in_common(s[1])), s[0]))
        chosen = sorted(ranked[:_SAID_AT_MOST])
        return Side(subject.of, title_of(subject), tuple(text for _, text in chosen))


def _telling(text: str) -> Iterator[str]:
    """The figures and names in a statement, but for its first word."""
    for n, match in enumerate(_WORD.finditer(text)):
        word = match.group()
        is_name = n > 0 and word[:1].isupper() and len(word) > 2
        if is_name or (word[0].isdigit() and len(word) > 1):
            yield word


def _content(texts: Iterable[str]) -> list[str]:
    stops = stopwords("en")
    return [w for text in texts for w in fold(text).split() if w not in stops and len(w) > 1]
