"""Where sources disagree: facts of one aspect whose values cannot both hold.

Found by code alone, and therefore only where code can be right: numbers and dates of one aspect
said of the subject itself, who did it and where it is, whether it is so or not, who somebody was
to somebody, what a numbered thing is called. What two
voices say is compared; a text that itself holds two values of an aspect speaks of several things
and is left alone. Whether a clash is one is for a person to say, who finds both quotes.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.ledger.records import Fact, FactType
from app.ledger.rulings import What

_OF_SENTENCES = frozenset(
    {FactType.DATE, FactType.COUNT, FactType.AGENT, FactType.PLACE, FactType.POLARITY}
)
_AGAIN = frozenset(["win", "elect", "sign", "announce"])  # happens to one thing more than once
WORDS_IN_COMMON = 0.5  # of the shorter of two sentences that count things: else they count others


@dataclass(frozen=True, slots=True)
class Witness:
    """A fact with the source that holds it, the voice that the source speaks with, and of its sentence
    the content words and the years."""

    source: str
    voice: str
    fact: Fact
    words: frozenset[str] = frozenset()
    years: frozenset[str] = frozenset()


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
    """Two or more positions on one aspect; those that more voices hold come first. ``ruled`` is the
    person's last word on it, if there is one."""

    type: FactType
    aspect: str
    positions: tuple[Position, ...]
    ruled: Ruled | None = None

    @property
    def key(self) -> str:
        """What names this disagreement wherever it is found."""
        return f"{self.type}:{self.aspect}"

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
        by_aspect[(witness.fact.type, witness.fact.aspect)].append(witness)
    found = []
    for (kind, aspect), group in sorted(by_aspect.items()):
        if kind is FactType.DATE and aspect in _AGAIN:
            continue
        if kind in _OF_SENTENCES and _speaks_of_several(kind, group):
            continue
        positions = _positions(kind, group)
        if len(positions) >= 2 and len(set().union(*(p.voices for p in positions))) >= 2:
            ordered = sorted(
                positions, key=lambda p: (-len(p.voices), p.witnesses[0].source, p.value)
            )
            found.append(Disagreement(kind, aspect, tuple(ordered)))
    return found


def _speaks_of_several(kind: FactType, group: list[Witness]) -> bool:
    """Whether one source gives two values of the aspect that do not agree."""
    by_source: dict[str, list[Witness]] = defaultdict(list)
    for witness in group:
        by_source[witness.source].append(witness)
    return any(
        not agree(kind, a.fact, b.fact) for mine in by_source.values() for a in mine for b in mine
    )


def _positions(kind: FactType, group: list[Witness]) -> list[Position]:
    positions: list[Position] = []
    for witness in sorted(group, key=lambda w: (-len(w.fact.value), w.source, w.fact.label)):
        same = next((p for p in positions if agree(kind, p.witnesses[0].fact, witness.fact)), None)
        if same is not None:
            same.witnesses.append(witness)
        elif all(_comparable(kind, p.witnesses[0], witness) for p in positions):
            positions.append(Position(witness.fact.value, witness.fact.words, [witness]))
    return positions


def _comparable(kind: FactType, a: Witness, b: Witness) -> bool:
    """Whether two values are of one thing: what sentences say only where they share most words, the
    values aside."""
    if kind not in _OF_SENTENCES or kind is FactType.POLARITY:
        return True
    if kind is FactType.COUNT and a.years and b.years and not a.years & b.years:
        return False  # each is counted in its own year
    common = len(a.words & b.words)
    return common >= WORDS_IN_COMMON * max(1, min(len(a.words), len(b.words)))


def agree(kind: FactType, a: Fact, b: Fact) -> bool:
    """Whether two values can both hold."""
    if a.value == b.value:
        return True
    if kind is FactType.DATE:
        return a.value.startswith(b.value) or b.value.startswith(a.value)
    if kind is FactType.COUNT:
        return a.hedged or b.hedged
    if kind in {FactType.AGENT, FactType.PLACE}:
        return any(_one_name(x, y) for x in a.value.split("+") for y in b.value.split("+"))
    return False


def _one_name(a: str, b: str) -> bool:
    """Whether two normal forms may name one: the family name alone, a city with its country."""
    return a.endswith(b) or b.endswith(a) or a.startswith(b) or b.startswith(a)
