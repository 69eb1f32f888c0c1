"""Which sources are near-copies of one another, and so speak with one voice.

Two texts that share half of the sentences of the shorter one are one voice (the rule ``voices.
one_text_from`` of AGENTS.md; 74 of the 96 sentences of SemVer 1.0.0 stand in 2.0.0). Shared means
equal after folding case and white space, or nearly: 0.85 alike letter by letter, numbers aside.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache

ALIKE = 85.0
WORTH_COMPARING = 4  # characters a sentence must have per … of text below; tiny ones say nothing
_FOLD = re.compile(r"[\W_]+")


@lru_cache(maxsize=10_000)
def fold(sentence: str) -> str:
    """A sentence for comparison: letters and digits only, in lower case."""
    return _FOLD.sub(" ", sentence.casefold()).strip()


def shared(a: Sequence[str], b: Sequence[str]) -> int:
    """How many of the folded sentences of ``a`` stand in ``b``, word for word or nearly."""
    there = set(b)
    missing = [s for s in a if s not in there and len(s) > 20]
    count = sum(s in there for s in a)
    if not missing or not b:
        return count
    rest = [s for s in b if len(s) > 20]
    return count + sum(closest(sentence, rest, ALIKE) is not None for sentence in missing)


def likeness(a: str, b: str, at_least: float = 0.0) -> float:
    """How alike two folded sentences are, letter by letter, of 100; 0 below ``at_least``."""
    return _ratio()(a, b, score_cutoff=at_least)


@cache
def _ratio() -> Callable[..., float]:
    from rapidfuzz import fuzz  # only where texts are compared: commands start sooner

    return fuzz.ratio


def closest(sentence: str, others: Sequence[str], at_least: float) -> tuple[str, float] | None:
    """The likeliest of the folded sentences ``others`` and how alike it is; None below ``at_least``."""
    from rapidfuzz import fuzz, process

    found = process.extractOne(sentence, others, scorer=fuzz.ratio, score_cutoff=at_least)
    return (found[0], float(found[1])) if found else None


def alike(sentence: str, others: Sequence[str], at_least: float) -> list[tuple[int, float]]:
    """The places of the folded sentences in ``others`` that are so much alike, and how much."""
    from rapidfuzz import fuzz, process

    found = process.extract(
        sentence, others, scorer=fuzz.ratio, score_cutoff=at_least, limit=None, processor=None
    )
    return sorted((place, float(score)) for _, score, place in found)


def one_text(a: list[str], b: list[str], share: float) -> bool:
    """Whether two texts, as folded sentences, are one: the shorter has ``share`` of its own in the other."""
    short, long = sorted((a, b), key=lambda text: (len(text), text))  # whichever came first
    return len(short) >= WORTH_COMPARING and shared(short, long) >= share * len(short)
