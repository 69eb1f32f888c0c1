"""What the person said of disagreements, found again in the disagreements as they are now.

A verdict holds for the sentences that it was given on. It bears on a disagreement in which two of its
sides still stand against each other. Who speaks since is a new source where it brings a value that
nobody gave, or another voice for what does not hold; then the person is asked once more.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from app.compiler.disagree import Disagreement, Position, Ruled, Witness
from app.ledger.cache import Cache
from app.ledger.records import FactType
from app.ledger.rulings import Ruling, What, Witnessed
from app.ledger.voices import sentence_hash

_ONE_HOLDS = (What.HOLDS, What.NEWER)
_ANY_VOICE = (*_ONE_HOLDS, What.OPEN)  # what another voice can make doubtful
Digest = Callable[[Witness], str]


def with_rulings(cache: Cache, found: Iterable[Disagreement]) -> list[Disagreement]:
    """The same, each with the person's last word on it."""
    return [replace(each, ruled=_ruled(cache, each)) for each in found]


def sides_of(cache: Cache, found: Disagreement) -> tuple[tuple[Witnessed, ...], ...]:
    """The sentences of each position, as a ruling keeps them."""
    whole = found.type is FactType.SAID
    return tuple(
        tuple(
            Witnessed(
                w.source, w.fact.label, _digest(cache, w), "" if whole else w.fact.value.strip()
            )
            for w in position.witnesses
        )
        for position in found.positions
    )


def _digest(cache: Cache, witness: Witness) -> str:
    return sentence_hash(cache.quotable(witness.source, witness.fact.label).text)


def _ruled(cache: Cache, found: Disagreement) -> Ruled | None:
    """The last word that bears on a disagreement."""
    for ruling in cache.rulings.naming(source for source, _ in found.places):
        if ruling.key == found.key or FactType.SAID in (found.type, ruling.key.split(":")[0]):
            ruled = _bearing(ruling, found, lambda witness: _digest(cache, witness))
            if ruled is not None:
                return ruled
    return None


def _bearing(ruling: Ruling, found: Disagreement, digest: Digest) -> Ruled | None:
    """What a ruling says of a disagreement; None where it was given on another one."""
    sides = [_sides(ruling, position, digest) for position in found.positions]
    there = [s for s in sides if s]
    if len(there) < 2 or len(set().union(*there)) < 2:
        return None
    holds = _holding(ruling, found, sides) if ruling.what in _ONE_HOLDS else None
    if ruling.what in _ONE_HOLDS and holds is None:
        return None
    since = tuple(
        witness
        for at, position in enumerate(found.positions)
        for witness in _since(ruling, position, digest, is_sure=at == holds)
    )
    return Ruled(ruling.what, ruling.at[:10], holds, ruling.words, since)


def _sides(ruling: Ruling, position: Position, digest: Digest) -> set[int]:
    """Which sides of a ruling stand in a position now."""
    return {
        n
        for n, side in enumerate(ruling.sides)
        if any(_is_of(witness, side, digest) for witness in position.witnesses)
    }


def _is_of(witness: Witness, side: Iterable[Witnessed], digest: Digest) -> bool:
    """Whether a sentence was one of a side: it reads as it did, or its source still gives that value."""
    mine = [each for each in side if each.source == witness.source]
    return any(
        (each.value and each.value == witness.fact.value)
        or (each.label == witness.fact.label and each.digest == digest(witness))
        for each in mine
    )


def _holding(ruling: Ruling, found: Disagreement, sides: list[set[int]]) -> int | None:
    """The place of the position that a ruling says holds: the one with the sentence that was named, else
    the first with another one of its side."""
    held = {n for n, side in enumerate(ruling.sides) if ruling.holds in {w.place for w in side}}
    among = [at for at, there in enumerate(sides) if there & held]
    named = [
        at
        for at in among
        if any((w.source, w.fact.label) == ruling.holds for w in found.positions[at].witnesses)
    ]
    return next(iter([*named, *among]), None)


def _since(
    ruling: Ruling, position: Position, digest: Digest, *, is_sure: bool
) -> Iterable[Witness]:
    """Who of a position speaks since a ruling and was not thought of."""
    all_sides = [each for side in ruling.sides for each in side]
    known = [w for w in position.witnesses if _is_of(w, all_sides, digest)]
    fresh = [w for w in position.witnesses if w not in known]
    if not known:
        return fresh
    if is_sure or ruling.what not in _ANY_VOICE:
        return ()
    voices = {w.voice for w in known}
    return [w for w in fresh if w.voice not in voices]
