"""What the person said of disagreements, found again in the disagreements as they are now.

A verdict holds for the sentences that it was given on. It bears on a disagreement in which two of its
sides still stand against each other. Who speaks since is a new source where it brings a value that
nobody gave, or another voice for what does not hold; then the person is asked once more.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.compiler.disagree import Disagreement, Position, Ruled, Witness
from app.ledger.cache import Cache
from app.ledger.records import FactType
from app.ledger.rulings import Ruling, What, Witnessed
from app.ledger.voices import sentence_hash

_ONE_HOLDS = (What.HOLDS, What.NEWER)
_ANY_VOICE = (*_ONE_HOLDS, What.OPEN)  # what another voice can make doubtful
_SIDES = 2


def with_rulings(cache: Cache, found: Iterable[Disagreement]) -> list[Disagreement]:
    """The same, each with the person's last word on it."""
    every = list(found)
    said = bool(every) and cache.rulings.any
    return [replace(each, ruled=_ruled(cache, each)) for each in every] if said else every


def sides_of(cache: Cache, found: Disagreement) -> tuple[tuple[Witnessed, ...], ...]:
    """The sentences of each position, as a ruling keeps them."""
    return tuple(tuple(_witnessed(cache, w) for w in p.witnesses) for p in found.positions)


def _witnessed(cache: Cache, witness: Witness) -> Witnessed:
    fact, text = witness.fact, cache.quotable(witness.source, witness.fact.label).text
    value = f"{getattr(fact, 'bound', '')}{fact.value}".strip()
    gives = ("", "") if fact.type is FactType.SAID else (fact.aspect, value)
    return Witnessed(witness.source, fact.label, sentence_hash(text), *gives)


def _ruled(cache: Cache, found: Disagreement) -> Ruled | None:
    """The last word that bears on a disagreement."""
    for ruling in cache.rulings.naming(source for source, _ in found.places):
        if FactType.SAID in (found.type, ruling.type) or ruling.type == found.type:
            ruled = _Bearing(cache, ruling, found).ruled()
            if ruled is not None:
                return ruled
    return None


class _Bearing:
    """A ruling held against a disagreement as it is now."""

    def __init__(self, cache: Cache, ruling: Ruling, found: Disagreement) -> None:
        self._cache, self._ruling, self._found = cache, ruling, found
        self._of_one = ruling.key == found.key or FactType.SAID in (found.type, ruling.type)

    def ruled(self) -> Ruled | None:
        """What the ruling says of the disagreement; None where it was given on another one."""
        ruling, positions = self._ruling, self._found.positions
        sides = [self._sides(position) for position in positions]
        if sum(map(bool, sides)) < _SIDES or len(set().union(*sides)) < _SIDES:
            return None
        holds = self._holding(sides) if ruling.what in _ONE_HOLDS else None
        if ruling.what in _ONE_HOLDS and holds is None:
            return None
        since = tuple(
            w for at, position in enumerate(positions) for w in self._since(position, at == holds)
        )
        return Ruled(ruling.what, ruling.at[:10], holds, ruling.words, since)

    def _sides(self, position: Position) -> set[int]:
        """Which sides of the ruling stand in a position now."""
        return {
            n
            for n, side in enumerate(self._ruling.sides)
            if any(self._is_of(witness, side) for witness in position.witnesses)
        }

    def _is_of(self, witness: Witness, side: Iterable[Witnessed]) -> bool:
        """Whether a sentence was one of a side: its source still gives that value of that aspect, or it
        reads as it did, and is held against the others for the same reason."""
        now = _witnessed(self._cache, witness)
        return any(
            (now.value and (now.aspect, now.value) == (each.aspect, each.value))
            or (self._of_one and (now.label, now.digest) == (each.label, each.digest))
            for each in side
            if each.source == now.source
        )

    def _holding(self, sides: list[set[int]]) -> int | None:
        """The place of the position that the ruling says holds: the one with the sentence that was named,
        else the first with another one of its side."""
        named = self._ruling.holds
        held = {n for n, s in enumerate(self._ruling.sides) if named in {w.place for w in s}}
        among = [at for at, there in enumerate(sides) if there & held]
        first = [
            at
            for at in among
            if named in {(w.source, w.fact.label) for w in self._found.positions[at].witnesses}
        ]
        return next(iter([*first, *among]), None)

    def _since(self, position: Position, is_sure: bool) -> Sequence[Witness]:  # noqa: FBT001
        """Who of a position speaks since the ruling and was not thought of."""
        all_sides = [each for side in self._ruling.sides for each in side]
        known = [w for w in position.witnesses if self._is_of(w, all_sides)]
        fresh = [w for w in position.witnesses if w not in known]
        if not known:
            return fresh
        if is_sure or self._ruling.what not in _ANY_VOICE:
            return ()
        voices = {w.voice for w in known}
        return [w for w in fresh if w.voice not in voices]
