"""Units and what is counted, by one name in every language (``resources/meanings/units.toml``)."""

import re

from app.compiler.lexicon import meanings

_BY_SPELLING = {
    spelling: (str(unit["name"]), float(unit["size"]))
    for unit in meanings("units")["unit"]
    for spelling in unit["words"].split()
}
_WIDE = sorted((s for s in _BY_SPELLING if ord(s[0]) > 0x2E80), key=lambda s: (-len(s), s))
_WIDE_UNIT = re.compile("|".join(map(re.escape, _WIDE)))
_SYMBOL = re.compile(
    r"\s?(?P<unit>%|％|°\s?C\b|℃|m²|km²|m2\b|km2\b)|[ \u00a0\u202f]?(?P<letters>[A-Za-z]{1,2})\b(?!['’-])"
)
MEASURED = frozenset("metre kilogram litre degree percent dollar euro byte watt".split()) | {
    "square metre"
}
"""Of these a value is an amount and no count of things."""


def unit_of(word: str) -> tuple[str, float] | None:
    """The name of what a word counts in every language and its size, where it is known."""
    return _BY_SPELLING.get(word) or _BY_SPELLING.get(word.casefold())


def symbol_at(text: str, place: int) -> tuple[str, float, int] | None:
    """The unit whose sign stands at a place ("%", "km"): its name, its size, and where the sign ends."""
    match = _SYMBOL.match(text, place)
    if match is None:
        return None
    known = _BY_SPELLING.get((match["unit"] or match["letters"]).replace(" ", ""))
    return (*known, match.end()) if known else None


def wide_unit_at(text: str, place: int) -> tuple[str, float, int] | None:
    """The same of Chinese and Japanese words, the longest that fits."""
    match = _WIDE_UNIT.match(text, place)
    return (*_BY_SPELLING[match.group()], match.end()) if match else None
