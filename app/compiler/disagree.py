"""Where sources disagree: facts of one aspect whose values cannot both hold.

Found by code alone, and therefore only where code can be right: numbers and dates of one aspect
said of the subject itself, who did it and where it is, whether it is so or not, who somebody was
to somebody, what a numbered thing is called. What two
voices say is compared, as far as it is said under the same circumstances and in like words; a text
that itself holds two values speaks of several things and is left alone. Whether a clash is one is for
a person to say, who finds both quotes.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from app.compiler import bounds, dates
from app.compiler.events import AGAIN, REPEATED
from app.compiler.facts import WHEN
from app.compiler.scope import NO_SETTING, STEM, Setting, of_one_measure, same_setting
from app.compiler.units import MEASURED
from app.ledger.records import Fact, FactType
from app.ledger.rulings import What

_OF_SENTENCES = frozenset(
    {FactType.DATE, FactType.COUNT, FactType.AGENT, FactType.PLACE, FactType.POLARITY}
)
_BY_VALUE = frozenset({FactType.DATE, FactType.COUNT})
WORDS_IN_COMMON = 0.5  # of the shorter of two sentences that count things: else they count others
ALMOST_ALL = 0.8  # of the words of the shorter one, where all that an aspect says is "when"
LEAST_COMMON = 3  # words then
FEW_MORE = 3  # words that one sentence may have where the other has none besides the value
LOOKED_AT = (
    60  # facts of an aspect that one is held against, those with which it shares a rare word
)


@dataclass(frozen=True, slots=True)
class Witness:
    """A fact with the source that holds it, the voice that the source speaks with, and of its sentence
    the content words, the years, and the circumstances. ``on_it`` says that the fact hangs on the
    subject itself, ``aside`` that the sentence names that behind it, and others before."""

    source: str
    voice: str
    fact: Fact
    words: frozenset[str] = frozenset()
    years: frozenset[str] = frozenset()
    setting: Setting = NO_SETTING
    on_it: bool = True
    aside: bool = False


@dataclass
class Position:
    """One value, and who holds it, in the order of the sources."""

    value: str
    words: str
    witnesses: list[Witness] = field(default_factory=list)

    @property
    def voices(self) -> set[str]:
        """The voices that hold it."""
        return {w.voice for w in self.witnesses}


@dataclass(frozen=True, slots=True)
class Ruled:
    """What the person said of a disagreement, and on which day (YYYY-MM-DD): ``holds`` is the place of the
    position that does, None where none was named; ``since`` are those who speak since then, and were not
    thought of."""

    what: What
    day: str
    holds: int | None = None
    words: str = ""
    since: tuple[Witness, ...] = ()


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two or more positions on one aspect; those that more voices hold come first. ``judged`` says that
    a model found that they cannot both be true; ``ruled`` is the person's last word on it, if there is one."""

    type: FactType
    aspect: str
    positions: tuple[Position, ...]
    judged: bool = False
    among: str = ""
    ruled: Ruled | None = None

    @property
    def key(self) -> str:
        """What names this disagreement wherever it is found; made of the sources' sentences alone."""
        return f"{self.type}:{self.aspect}{f' ({self.among})' if self.among else ''}"

    @property
    def differs(self) -> bool:
        """Whether it is only said that sources differ: no numbers or dates of one aspect clash, and
        no model judged that both cannot be true."""
        return self.type not in _BY_VALUE and not self.judged

    @property
    def everywhere(self) -> str:
        """What it has in common with itself on other pages: its aspect and the sentences that hold it."""
        return " ".join([self.key, *sorted(f"{source}-{label}" for source, label in self.places)])

    @property
    def verdict(self) -> Ruled | None:
        """The person's verdict that is in force; None where nothing was said, it was left open, or a new
        source speaks since."""
        ruled = self.ruled
        return None if ruled is None or ruled.since or ruled.what is What.OPEN else ruled

    @property
    def asks(self) -> bool:
        """Whether the person is to be asked: nothing was said, or a new source speaks since."""
        return self.ruled is None or bool(self.ruled.since)

    @property
    def holding(self) -> Position | None:
        """The position that holds by the person's verdict, where that names one."""
        at = self.verdict.holds if self.verdict else None
        return None if at is None else self.positions[at]

    @property
    def losing(self) -> tuple[Position, ...]:
        """The positions that do not, where one holds."""
        held = self.holding
        return tuple(p for p in self.positions if p is not held) if held else ()

    @property
    def places(self) -> set[tuple[str, str]]:
        """The sentences (source, label) of all positions."""
        return {(w.source, w.fact.label) for p in self.positions for w in p.witnesses}


def disagreements(witnesses: Sequence[Witness]) -> list[Disagreement]:
    """The disagreements among facts that are said of one subject, by aspect."""
    by_aspect: dict[tuple[FactType, str], list[Witness]] = defaultdict(list)
    for witness in witnesses:
        by_aspect[(witness.fact.type, _head(witness.fact))].append(witness)
    found: list[Disagreement] = []
    for (kind, aspect), group in sorted(by_aspect.items()):
        if kind is FactType.DATE and aspect in REPEATED:
            continue
        if len({w.voice for w in group}) > 1:
            found += _of_aspect(kind, group)
    return found


def _head(fact: Fact) -> str:
    """What aspects must have in common: of what is counted the last word, so that "confirmed cases" are
    held against "cases" in a sentence that says that they are confirmed."""
    if fact.type is FactType.COUNT and not fact.aspect.startswith(
        ("rank ", "square ", "year of", "time of")
    ):
        last = fact.aspect.rsplit(" ", 1)[-1]
        return last if last.isascii() else last[-1]
    return fact.aspect


def _of_aspect(kind: FactType, group: list[Witness]) -> list[Disagreement]:
    found = []
    for cluster in _clusters(kind, group):
        if kind in _OF_SENTENCES and _speaks_of_several(kind, cluster):
            continue
        positions = _positions(kind, cluster)
        if len(positions) >= 2 and len(set().union(*(p.voices for p in positions))) >= 2:
            ordered = sorted(
                positions, key=lambda p: (-len(p.voices), p.witnesses[0].source, p.value)
            )
            found.append(Disagreement(kind, _aspect_of(cluster), tuple(ordered)))
    return _told_apart(found)


def _aspect_of(cluster: Iterable[Witness]) -> str:
    """The aspect of several witnesses, as most have it, the shortest of these."""
    counts = Counter(w.fact.aspect for w in cluster)
    return min(counts, key=lambda a: (-counts[a], len(a), a))


def _told_apart(found: list[Disagreement]) -> list[Disagreement]:
    """The same, where one aspect has several each with the words that its sentences have in common."""
    counts = Counter(d.key for d in found)
    return [
        Disagreement(d.type, d.aspect, d.positions, among=_common(d)) if counts[d.key] > 1 else d
        for d in found
    ]


def _common(found: Disagreement) -> str:
    words = [w.words for p in found.positions for w in p.witnesses]
    return " ".join(sorted(frozenset.intersection(*words))) or min(p.value for p in found.positions)


def _clusters(kind: FactType, group: list[Witness]) -> list[list[Witness]]:
    """The witnesses in groups that speak of one thing, in the order of the sources. Each is held only
    against those with which it shares a word that few have."""
    if kind not in _OF_SENTENCES or kind is FactType.POLARITY:
        return [group]
    group = sorted(group, key=lambda w: (w.source, w.fact.label, w.fact.value, w.fact.words))
    owner = list(range(len(group)))
    for n, others in enumerate(near(group)):
        for o in others:
            if _root(owner, n) != _root(owner, o) and _comparable(kind, group[n], group[o]):
                owner[_root(owner, o)] = _root(owner, n)
    found: dict[int, list[Witness]] = defaultdict(list)
    for n, witness in enumerate(group):
        found[_root(owner, n)].append(witness)
    return [found[n] for n in sorted(found)]


def near(group: list[Witness]) -> Iterable[list[int]]:
    """For each witness the earlier ones that it is held against, ``LOOKED_AT`` at most."""
    by_word: dict[str, list[int]] = defaultdict(list)
    for n, witness in enumerate(group):
        words = witness.words | witness.setting.names or frozenset({""})
        rare = sorted(words, key=lambda w: (len(by_word[w]), w))
        beside = dict.fromkeys(o for w in rare for o in by_word[w][-LOOKED_AT:])
        beside |= dict.fromkeys(by_word[""][-LOOKED_AT:])
        yield list(beside)[:LOOKED_AT] if witness.words else list(range(max(0, n - LOOKED_AT), n))
        for word in words if witness.words else ("",):
            by_word[word].append(n)


def _root(owner: list[int], n: int) -> int:
    while owner[n] != n:
        n = owner[n]
    return n


def _speaks_of_several(kind: FactType, group: list[Witness]) -> bool:
    """Whether one source gives two values of the aspect that do not agree."""
    by_source: dict[str, set[tuple[str, str]]] = defaultdict(set)
    facts: dict[tuple[str, str], Fact] = {}
    for witness in group:
        value = (witness.fact.bound, witness.fact.value)
        by_source[witness.source].add(value)
        facts.setdefault(value, witness.fact)
    return any(
        not agree(kind, facts[a], facts[b])
        for mine in by_source.values()
        for a in mine
        for b in mine
        if a < b
    )


def _positions(kind: FactType, group: list[Witness]) -> list[Position]:
    positions: list[Position] = []
    by_length = sorted(
        group,
        key=lambda w: (
            bool(w.fact.bound),
            -len(w.fact.value),
            w.source,
            w.fact.label,
            w.fact.value,
        ),
    )
    for witness in by_length:
        same = next((p for p in positions if agree(kind, p.witnesses[0].fact, witness.fact)), None)
        if same is not None:
            same.witnesses.append(witness)
        elif all(_comparable(kind, p.witnesses[0], witness) for p in positions):
            value = f"{witness.fact.bound}{witness.fact.value}"
            positions.append(Position(value, witness.fact.words, [witness]))
    return positions


def _comparable(kind: FactType, a: Witness, b: Witness) -> bool:
    """Whether two values are of one thing: what sentences say only where they share most words, the
    values aside, and speak of the same circumstances."""
    if kind not in _OF_SENTENCES or kind is FactType.POLARITY:
        return True
    if not same_setting(a.setting, b.setting, years=kind is FactType.COUNT):
        return False
    if a.setting.language != b.setting.language:
        return a.on_it and b.on_it and a.fact.aspect == b.fact.aspect and _in_other_words(a, b)
    if kind is FactType.COUNT and not _count_the_same(a, b):
        return False
    if (kind is FactType.COUNT or a.fact.aspect in _ELSEWHERE) and _names_others(a, b):
        return False
    return _in_like_words(kind, a, b)


_ELSEWHERE = frozenset({"release", "open"})
"""Events that one thing may have at other times in other places."""


def _count_the_same(a: Witness, b: Witness) -> bool:
    """Whether two amounts are of the same kind and dimension, each in its own year."""
    if a.aside or b.aside or (a.years and b.years and not a.years & b.years):
        return False
    return _qualifies(a, b) and _qualifies(b, a) and of_one_measure(a.setting, b.setting)


def _in_like_words(kind: FactType, a: Witness, b: Witness) -> bool:
    """Whether two sentences share most words of the shorter one, the values and names of the subject aside."""
    mine, theirs = a.words | a.setting.dimensions, b.words | b.setting.dimensions
    common, fewer = len(mine & theirs), min(len(mine), len(theirs))
    if kind is FactType.DATE and a.fact.aspect in AGAIN | {WHEN}:
        return common >= LEAST_COMMON and common >= ALMOST_ALL * fewer
    if kind is FactType.DATE and common:
        common, fewer = (
            common + 2,
            fewer + 2,
        )  # that the same happened to the same says something too
    elif kind is not FactType.DATE and _head(a.fact) not in MEASURED:
        common, fewer = common + 1, fewer + 1  # and so does that they count the same
    if not fewer or not common:
        return max(len(a.words), len(b.words)) <= FEW_MORE and a.on_it and b.on_it
    return common >= WORDS_IN_COMMON * fewer


def _names_others(a: Witness, b: Witness) -> bool:
    """Whether two sentences name, besides the subject, other things each: goals for one club and for
    another, a release in one country and in another."""
    mine, theirs = ({n for n in w.setting.names if n[:STEM] in w.words} for w in (a, b))
    places, others = a.setting.places, b.setting.places
    if places and others and not places & others:
        return True
    return bool(mine and theirs) and not mine & theirs


def _in_other_words(a: Witness, b: Witness) -> bool:
    """Whether two sentences of different languages may say one thing: of the same aspect of the same
    subject, where that is told by more than a unit of measure."""
    if a.fact.type is FactType.COUNT:
        return a.fact.aspect not in MEASURED and not a.fact.aspect.startswith(("rank ", "time of"))
    return a.fact.type is FactType.DATE and a.fact.aspect not in AGAIN | {WHEN}


def _qualifies(a: Witness, b: Witness) -> bool:
    """Whether what one counts is what the other counts: "source packages" are not all packages, unless
    the other sentence says that it speaks of such."""
    more = set(a.fact.aspect.split()[:-1]) - set(b.fact.aspect.split())
    return all(word in {"rank", "of"} or word[:5] in b.words for word in more)


def agree(kind: FactType, a: Fact, b: Fact) -> bool:
    """Whether two values can both hold."""
    if a.value == b.value and a.bound == b.bound:
        return True
    if (a.hedged and not a.bound) or (b.hedged and not b.bound):
        return True  # read before bounds were kept
    if kind is FactType.DATE:
        return dates.meet((a.value, a.bound), (b.value, b.bound))
    if kind is FactType.COUNT:
        return bounds.meet((float(a.value), a.bound), (float(b.value), b.bound))
    if kind in {FactType.AGENT, FactType.PLACE}:
        return any(_one_name(x, y) for x in a.value.split("+") for y in b.value.split("+"))
    return False


def _one_name(a: str, b: str) -> bool:
    """Whether two normal forms may name one: the family name alone, a city with its country."""
    return a.endswith(b) or b.endswith(a) or a.startswith(b) or b.startswith(a)
