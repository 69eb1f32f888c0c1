"""How many facts each fact is held against, on a subject of which everything speaks."""

import random

from app.compiler.disagree import LOOKED_AT, Witness, disagreements, near
from app.ledger.records import Fact, FactType

CLAIMS = 7_200
WORDS = [f"word{n}" for n in range(900)]


def _hub(count: int) -> list[Witness]:
    """What so many sources say of one subject: numbers of one thing, in six words each."""
    rng = random.Random(7)
    return [
        Witness(
            f"s{n}",
            f"s{n}",
            Fact("1", FactType.COUNT, "lamp", str(rng.randrange(900)), ""),
            frozenset(rng.sample(WORDS, 6)),
        )
        for n in range(count)
    ]


def test_a_fact_is_held_against_a_few_others_however_many_there_are() -> None:
    assert max(len(others) for others in near(_hub(CLAIMS))) <= LOOKED_AT


def test_those_with_which_it_shares_most_are_among_them() -> None:
    """Behind thousands that say other things."""
    one, other = (
        Witness(
            source,
            source,
            Fact("1", FactType.COUNT, "lamp", value, ""),
            frozenset(("buoy", "gale")),
        )
        for source, value in (("t1", "3"), ("t2", "9"))
    )
    found = disagreements([*_hub(2_000), one, other])
    assert [
        {w.source for p in d.positions for w in p.witnesses}
        for d in found
        if "buoy" in d.among or not d.among
    ]
