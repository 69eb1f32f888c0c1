"""Names in German, which writes every noun with a capital: what tells a name from a word.

A name is spelled unlike a word (SPI, GitHub), numbered (Debian 2.0), two big words side by side with
nothing between them (Ian Murdock), or comes again and again without the article that a common noun
has. Endings of common nouns speak against the last.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable

from app.compiler.builtin.phrases import TOKEN, is_capital
from app.compiler.lexicon import stopwords, words_of

_SPELLED = re.compile(r"^[A-Z][A-Z0-9+&.-]+$|[a-z][A-Z]|^[A-Z]\d")
_COMMON_ENDING = re.compile(
    r"(?:ung|ungen|heit|keit|heiten|keiten|schaft|schaften|tion|tionen|ität|nis|nisse|ismus|ment|en|er|ern|e|eln|el"
    r"|ling|tum|ik|ur|enz|anz|ei|age|al|ern|ets?)$"
)
_ADJECTIVE = re.compile(r"[a-zäöüß]{2,}(?:e|en|er|es|em)$")
_CASES = ("ens", "ns", "en", "es", "er", "ern", "n", "s", "e")
OFTEN = 3  # times that a lone word must come without an article to be a name
BARE = 0.8  # share of those times


class Nouns:
    """Which capitalised words of a German text are names."""

    def __init__(self, texts: Iterable[str], language: str) -> None:
        self._lists = words_of(language)
        self._stops = stopwords(language)
        self._all: Counter[str] = Counter()
        self._bare: Counter[str] = Counter()
        self._numbered: set[str] = set()
        self._small: set[str] = set()
        for text in texts:
            self._count(text)

    def _count(self, text: str) -> None:
        found = list(TOKEN.finditer(text))
        for i, token in enumerate(found):
            word = token.group()
            if word[0].islower():
                self._small.add(word)
            if not is_capital(word):
                continue
            if not i:
                continue  # the first word is big for that alone
            before = found[i - 1].group()
            gap = text[found[i - 1].end() : token.start()]
            self._all[word] += 1
            if gap.strip() or not self._has_article(before):
                self._bare[word] += 1
            after = text[token.end() : token.end() + 6]
            if re.match(r" \d+\.\d", after):
                self._numbered.add(word)

    def _has_article(self, before: str) -> bool:
        low = before.casefold()
        return low in self._lists.determiners or (
            before[:1].islower() and low not in self._stops and bool(_ADJECTIVE.search(before))
        )

    def names(self, run: str) -> list[str]:
        """The names in a run of big words: the run without the common words around them."""
        parts = run.split(" ")
        while parts and self._is_common(parts[0]) and parts[1:2] != ["in"]:
            parts = parts[1:]
        while len(parts) > 1 and self._is_common(parts[-1]):
            parts = parts[:-1]
        if len(parts) > 1 and parts[0].endswith("s") and self._all[parts[0][:-1]]:
            return [parts[0][:-1]]  # "Debians Website"
        if not parts:
            return []
        if len([p for p in parts if not p[0].isdigit()]) > 1:
            return [" ".join(parts)] if all(map(self._may_stand_in_name, parts)) else []
        return [" ".join(parts)] if self._is_name(parts[0]) else []

    def _is_common(self, word: str) -> bool:
        low = word.casefold()
        return (
            low in self._lists.generic
            or low in self._lists.calendar
            or low in self._stops
            or low in self._small
            or (self._articled(word) > 0 and bool(_COMMON_ENDING.search(word)))
            or word.isdigit()
            or word.rpartition("-")[2].islower()  # API-kompatibel is no noun
        )

    def _may_stand_in_name(self, word: str) -> bool:
        return not (len(word) > 7 and _COMMON_ENDING.search(word) and self._articled(word) > 0.5)

    def _articled(self, word: str) -> float:
        return 1 - self._bare[word] / self._all[word] if self._all[word] else 0.0

    def _is_name(self, word: str) -> bool:
        first = word.split("-", 1)[0]
        if word in self._numbered or (_SPELLED.search(word) and "-" not in word):
            return True
        if "-" in word and _COMMON_ENDING.search(word) and not word.isupper():
            return False
        often = self._all[word] >= OFTEN and self._bare[word] >= BARE * self._all[word]
        return often and not _COMMON_ENDING.search(first)


def inflected(slot: str, slots: Collection[str]) -> str:
    """The slot of the word that ``slot`` is a case or the plural of, where the text has it; else ""."""
    for ending in _CASES:
        stem = slot[: -len(ending)]
        if slot.endswith(ending) and len(stem) >= 4 and stem in slots:
            return stem
    return ""
