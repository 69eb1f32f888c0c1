"""How an amount is bounded: "fewer than 140,000" is every number below, "about 30" what is near it."""

import re
from dataclasses import dataclass

from app.compiler.lexicon import NEGATIONS
from app.compiler.numerals import Number

ABOUT, LESS, AT_MOST, MORE, AT_LEAST = "~", "<", "<=", ">", ">="
_BEFORE = {
    AT_LEAST: "at least|no fewer than|no less than|not less than|not fewer than|a minimum of|minimum of"
    "|mindestens|wenigstens|nicht weniger als|au moins|pas moins de|至少|最少|少なくとも|最低",
    AT_MOST: "at most|no more than|not more than|up to|as many as|as much as|a maximum of|maximum of"
    "|only up to|no later than"
    "|höchstens|maximal|bis zu|nicht mehr als|au plus|jusqu['’]à|pas plus de|au maximum|最多|至多|不超过"
    "|不超過|最大で|最大|多くとも",
    MORE: "more than|over|above|greater than|in excess of|exceeding|exceeds|exceeded|later than|mehr"
    " als|über|plus de|plus d['’]"
    "|supérieure?s? à|au-dessus de|dépasse|超过|超過|多于|多於|逾|突破|高于|高於|大于|大於",
    LESS: "less than|fewer than|under|below|weniger als|unter|moins de|moins d['’]|inférieure?s? à"
    "|en dessous de"
    "|少于|少於|不到|不足|低于|低於|小于|小於|未满|未滿",
    ABOUT: "about|around|roughly|approximately|nearly|almost|some|close to|circa|ca\\.|an estimated"
    "|estimated|etwa|rund|ungefähr"
    "|circa|zirka|knapp|fast|gut|environ|près de|autour de|presque|quelque"
    "|大约|大約|大概|约|約|近|将近|將近|およそ|おおよそ|ほぼ",
}  # fmt: skip
_AFTER = {
    AT_LEAST: r"or more|oder mehr|ou plus|或以上|以上|或更多",
    AT_MOST: "or less|or fewer|oder weniger|ou moins|以下|以内|以內",
    MORE: "を超え|余|餘|多(?=[个個名人年天种種])",
    LESS: "未満",
    ABOUT: "左右|上下|程度|ほど|くらい|ぐらい|前後",
}
_NOT = {LESS: AT_LEAST, AT_MOST: MORE, MORE: AT_MOST, AT_LEAST: LESS}
_BOUND_BEFORE = re.compile(
    "(?:"
    + "|".join(f"(?P<b{n}>{w})" for n, w in enumerate(_BEFORE.values()))
    + r")\s*(?:the |de |a |an )?$",
    re.IGNORECASE,
)
_BOUND_AFTER = re.compile(
    r"\s?(?:" + "|".join(f"(?P<b{n}>{w})" for n, w in enumerate(_AFTER.values())) + ")",
    re.IGNORECASE,
)
_BOUNDS_BEFORE, _BOUNDS_AFTER = list(_BEFORE), list(_AFTER)
REACH = 28  # characters before a number within which the words stand that bound it


@dataclass(frozen=True, slots=True)
class Amount:
    """A value of something: ``of`` in its normal form, ``bound`` how it is bounded ("" exactly), and
    the place and words of the source."""

    of: str
    value: float
    bound: str
    start: int
    words: str


def bound_of(text: str, number: Number, end: int) -> tuple[int, str]:
    """Where the words of an amount begin, and its bound; turned round where they are denied."""
    cut = max(0, number.start - REACH)
    before = text[cut : number.start]
    if match := _BOUND_BEFORE.search(before):
        bound = _BOUNDS_BEFORE[int(next(k for k, v in match.groupdict().items() if v)[1:])]
        start = cut + match.start()
        if bound in _NOT and _denies(text[:start]):
            return start, _NOT[bound]
        return start, bound
    if match := _BOUND_AFTER.match(text, end) or _BOUND_AFTER.match(text, number.end):
        return number.start, _BOUNDS_AFTER[
            int(next(k for k, v in match.groupdict().items() if v)[1:])
        ]
    return number.start, ""


def _denies(before: str) -> bool:
    clause = re.split(r"[,;:，；：。]", before)[-1]
    denied = NEGATIONS.search(clause) or _FRENCH_NOT.search(clause)
    return bool(denied) and not re.search(r"\bnot only\b|\bnicht nur\b|不仅|不僅", clause)


_FRENCH_NOT = re.compile(r"\bn['’]|\b(?:ni|aucune?)\b", re.IGNORECASE)


def is_bounded(before: str) -> bool:
    """Whether a text ends with a word that bounds the number after it."""
    return _BOUND_BEFORE.search(before) is not None


def bound_words_from(text: str, place: int) -> int:
    """Where the words begin that bound a number at a place; the place itself where there are none."""
    cut = max(0, place - REACH)
    match = _BOUND_BEFORE.search(text[cut:place])
    return cut + match.start() if match else place


def span(value: float, bound: str) -> tuple[float, float, bool, bool]:
    """The numbers that a value with its bound may be: least, most, and whether each itself is meant.

    "About" is a tenth to each side, so that two such values clash from a fifth on; a round number
    ("19,000") is what rounds to it, half of its last place to each side.
    """
    infinite = float("inf")
    if bound in {MORE, AT_LEAST}:
        return value, infinite, bound == AT_LEAST, False
    if bound in {LESS, AT_MOST}:
        return -infinite, value, False, bound == AT_MOST
    slack = abs(value) * ABOUT_SLACK if bound == ABOUT else _rounding(value)
    return value - slack, value + slack, True, True


ABOUT_SLACK = 0.1


def _rounding(value: float) -> float:
    """Half of the last place of a number that ends in two noughts and more."""
    if value < 1000 or value != int(value):
        return 0.0
    noughts = len(str(int(value))) - len(str(int(value)).rstrip("0"))
    return 0.5 * 10**noughts if noughts >= 2 else 0.0


def meet(a: tuple[float, str], b: tuple[float, str]) -> bool:
    """Whether some number is what both amounts say."""
    low_a, high_a, has_low_a, has_high_a = span(*a)
    low_b, high_b, has_low_b, has_high_b = span(*b)
    low, has_low = (low_a, has_low_a) if low_a > low_b else (low_b, has_low_b)
    high, has_high = (high_a, has_high_a) if high_a < high_b else (high_b, has_high_b)
    if low_a == low_b:
        has_low = has_low_a and has_low_b
    if high_a == high_b:
        has_high = has_high_a and has_high_b
    return low < high or (low == high and has_low and has_high)
