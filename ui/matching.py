"""Finding typed words in names: case, accents and width do not count, any part of a name does."""

import unicodedata
from functools import lru_cache

Span = tuple[int, int]
"""Where something stands in a text: from, and up to but without."""


def fold(text: str) -> str:
    """What is compared instead of ``text``: “Café” and “ＣＡＦＥ” are both “cafe”."""
    return text.lower() if text.isascii() else "".join(map(_FOLDED.__getitem__, text))


def words_of(typed: str) -> list[str]:
    """The words that must all be found, folded."""
    return fold(typed).split()


def spans(text: str, words: list[str]) -> list[Span]:
    """Where in ``text`` the first of each of the words stands, in order, joined where they touch."""
    folded = fold(text)
    places = [(place, place + len(w)) for w in words if (place := folded.find(w)) >= 0]
    if len(folded) != len(text):
        origin = [at for at, char in enumerate(text) for _ in _folded(char)]
        places = [(origin[start], origin[end - 1] + 1) for start, end in places]
    joined: list[Span] = []
    for start, end in sorted(places):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


@lru_cache(maxsize=8192)
def _folded(char: str) -> str:
    """One character: in parts, without those that only sit on others, in the other case."""
    parts = unicodedata.normalize("NFKD", char).casefold()
    return "".join(part for part in parts if not unicodedata.combining(part))


class _Folded(dict[str, str]):
    """What stands for each character, made when it first comes: text is folded at the speed of Python."""

    def __missing__(self, char: str) -> str:
        made = self[char] = _folded(char)
        return made


_FOLDED = _Folded()
