"""The questions of the vault's purpose that no source answers, as far as words can tell.

Nothing here understands a question. One counts as open where no passage of any source has most of its
words together (by weight: a word that few sentences have weighs more), or none of those that do names
somebody where it asks who, or a number where it asks how many. A question that sources answer in
quite other words is taken for open now and then, which is why this is shown and no fault; one in a
language in which there is no source cannot be judged, and is left out.
"""

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache as remembered

from app.compiler.lexicon import base, is_cjk, stopwords, words_of
from app.ledger.cache import Cache
from app.ledger.cache import words_of as indexed
from app.ledger.records import Quotable
from app.sources import language

ENOUGH = 2 / 3
"""So much of the weight of a question's words must stand together to count as an answer. Of the twenty
questions of the corpus on Debian those that its readable documents answer come to 0.73 and more, the
others to 0.59 at most."""

QUESTIONS_AT_MOST = 50
LOOKED_AT = 200
"""Sentences with one word of a question, the rarest word first: an answer among more is passed over."""

_HEADINGS = ("question", "frage", "问题", "問題", "質問", "疑問")
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+(?:\[[^\]]\][ \t]+)?(?P<text>.*\S)[ \t]*$")
_DONE = re.compile(r"^[ \t]*[-*+][ \t]+\[[xX-]\]")
_HEADING = re.compile(r"^#{1,6}[ \t]+(?P<text>.*?)[ \t#]*$")
_MARKS = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]|]*)\]\]|[*_`]")


@dataclass(frozen=True, slots=True)
class Question:
    """A question of the purpose: the line that it stands on, from 1, and its words."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Open:
    """A question that no source answers; ``unsaid`` are those of its words that no source has at all."""

    question: Question
    unsaid: tuple[str, ...]


def questions_of(purpose: str) -> list[Question]:
    """The questions in a purpose: the items under its heading "Questions", in whatever language, and
    items elsewhere that end in a question mark; not those that are ticked off."""
    found, asked = [], False
    for number, line in enumerate(purpose.split("\n"), start=1):
        if heading := _HEADING.match(line):
            asked = any(word in heading["text"].casefold() for word in _HEADINGS)
        item = _ITEM.match(line)
        if item is None or _DONE.match(line):
            continue
        text = _MARKS.sub(lambda match: match[1] or "", item["text"]).strip()
        if asked or text.endswith(("?", "？")):
            found.append(Question(number, text))
    return found[:QUESTIONS_AT_MOST]


def open_questions(cache: Cache, purpose: str) -> list[Open]:
    """The questions of a purpose that no source answers; none while there are no sources."""
    known = {base(source.language) for source in cache.sources()}
    found = []
    for question in questions_of(purpose):
        asked = _Asked(cache, question.text)
        if asked.language in known and not asked.is_answered():
            found.append(Open(question, asked.unsaid()))
    return found


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a question as it was written, the ``stem`` by which it is found, and its weight."""

    text: str
    stem: str
    weight: float
    begins: bool


class _Asked:
    """One question, and what sources have of its words."""

    def __init__(self, cache: Cache, text: str) -> None:
        self._cache = cache
        self._text = _SAID_WHERE.sub(" ", text)
        self.language = base(language.of(text)) if _WIDE.search(text) else _language(text)
        self._sentences: dict[str, list[tuple[str, str]]] = {}

    def is_answered(self) -> bool:
        """Whether a passage of a source may answer any part of the question."""
        parts = [self._words(part) for part in _parts(self._text, self.language)]
        parts = [words for words in parts if len(words) > 1] or [self._words(self._text)]
        return any(not words or self._stands(words) for words in parts)

    def unsaid(self) -> tuple[str, ...]:
        """The words of the question that no source has."""
        words = [w.text for w in self._words(self._text) if not self._sentences[w.stem]]
        found = (re.search(re.escape(word), self._text, re.IGNORECASE) for word in words)
        return tuple(match.group() for match in found if match)

    def _words(self, text: str) -> list[_Word]:
        total = max(2, self._cache.count_all_sentences())
        found = {}
        for word in _content(text, self.language):
            stem, begins = _stem(word)
            if stem not in self._sentences:
                self._sentences[stem] = self._cache.sentences_with(stem, begins=begins)
            weight = math.log(1 + total / max(1, len(self._sentences[stem])))
            found[stem] = _Word(word, stem, weight, begins)
        return list(found.values())

    def _stands(self, words: list[_Word]) -> bool:
        """Whether enough of these words stand in one passage that gives what is asked for."""
        seen = set[tuple[str, int]]()
        for word in sorted(words, key=lambda word: (-word.weight, word.stem)):
            for source, label in self._sentences[word.stem][:LOOKED_AT]:
                place = self._cache.quotable(source, label)
                if (source, place.block) in seen:
                    continue
                seen.add((source, place.block))
                if self._answers(source, place, words):
                    return True
        return False

    def _answers(self, source: str, place: Quotable, words: list[_Word]) -> bool:
        said = list(self._passage(source, place))
        around = " ".join([self._cache.source(source).title, *place.section, *said])
        text = f" {indexed(around)} "
        there = sum(word.weight for word in words if _holds(text, word))
        return there >= ENOUGH * sum(word.weight for word in words) and self._gives(said)

    def _passage(self, source: str, place: Quotable) -> Iterator[str]:
        """The sentences of a block, and what they hang on."""
        for each in self._cache.quotables(source):
            if each.block == place.block or each.label == place.lead_in:
                yield each.text

    def _gives(self, said: Iterable[str]) -> bool:
        """Whether a passage has a name besides those asked about, or a number, where it must."""
        text = " ".join(said)
        if many := _HOW_MANY.search(self._text):
            return _counts(text, many["what"] or "")
        if _WHO.search(self._text):
            asked = {word.casefold() for word in re.findall(r"\w+", self._text)}
            calendar = words_of(self.language).calendar
            names = {m.casefold() for m in _NAME.findall(text)}
            return bool(names - asked - calendar)
        return True


_SAID_WHERE = re.compile(
    r"\b(?:according to|as told by|laut|gemäß|nach Angaben|selon|d['’]après)\s+"
    r"(?:the|de[rmn]|die|las?|les?|l['’])?\s*[\w-]+"
    r"|根据[^，,]{1,12}[，,]",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(
    r"\b(?:how (?:many|much)|wie ?viele?|combien (?:de |d['’]))\s*(?P<what>\w*)|多少|几个|幾個|いくつ|何人|何個",
    re.IGNORECASE,
)
_WHO = re.compile(
    r"(?:^|[,;]\s*|\b(?:and|und|et|by|von|par|for|to)\s+)(?:who|whom|whose|wer|wem|wen|wessen|qui)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=[^\s.!?:;•–-]\s)[A-Z\u00c0-\u00de][\w'’-]+|^[A-Z\u00c0-\u00de][\w'’-]+")
_NUMERAL = (
    r"(?:\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|dozens?|hundreds?"
    r"|thousands?|millions?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|hundert|tausend"
    r"|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|vingt|cent|mille)"
)


def _counts(text: str, what: str) -> bool:
    """Whether a passage gives a number, of ``what`` where that is named."""
    if not what or is_cjk(text):
        return re.search(r"\d|[一二三四五六七八九十百千万]", text) is not None
    stem, _ = _stem(what.casefold())
    near = rf"\b{_NUMERAL}\W+(?:[\w-]+\W+){{0,3}}?{re.escape(stem)}"
    return re.search(near, text, re.IGNORECASE) is not None


def _parts(text: str, code: str) -> list[str]:
    """A question in its parts: "when was it founded, and by whom"."""
    asking = "|".join(sorted(words_of(code).asking)) or "who"
    joined = rf",?\s+(?:and|und|et)\s+(?=(?:\w+\s+)?(?:{asking})\b)"
    return re.split(joined, text, flags=re.IGNORECASE)


def _language(text: str) -> str:
    """The language of a question in Latin letters: that whose closed words it has most of, since a
    question is short; else what its letters say."""
    words = re.findall(r"\w+", text.casefold())
    counts = {
        code: sum(
            word in words_of(code).stopwords or word in words_of(code).asking for word in words
        )
        for code in ("en", "de", "fr")
    }
    best = max(counts, key=lambda code: counts[code])
    return best if counts[best] else base(language.of(text))


def _content(text: str, code: str) -> list[str]:
    """The words of a question that say what it asks about."""
    if code in {"zh", "ja"}:
        return _wide_content(text, code)
    stops = stopwords(code) | words_of(code).asking
    words = re.findall(r"[^\W_]+(?:[.][\d]+)*", text.casefold())
    return [word for word in words if word not in stops and (len(word) > 1 or word.isdigit())]


def _wide_content(text: str, code: str) -> list[str]:
    """Latin words and numbers, and pairs of characters; Japanese ones without hiragana."""
    cut = re.compile(
        "|".join(sorted(map(re.escape, words_of(code).asking), key=len, reverse=True)) or "(?!)"
    )
    left = cut.sub(" ", text)
    if code == "ja":
        left = re.sub(r"[\u3041-\u309f]+", " ", left)
    else:
        left = re.sub("[" + "".join(sorted(words_of("zh").particles)) + "]", " ", left)
    found = []
    for run in re.findall(r"[A-Za-z0-9.]+|[\u3040-\u30ff\u3400-\u9fff]{2,}", left):
        if run.isascii():
            found.append(run.casefold().strip("."))
        else:
            found += [run[i : i + 2] for i in range(len(run) - 1)]
    return [word for word in dict.fromkeys(found) if word]


_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_ENDING = re.compile(r"(?:ions?|ings?|ers?|e[dsnrm]|ly|s|e|n)$")


@remembered
def _stem(word: str) -> tuple[str, bool]:
    """What words of one stem begin with, and whether they may go on behind it; figures, pairs of
    Chinese characters and short words stand as they are."""
    if not word.isalpha() or len(word) < 3 or is_cjk(word):
        return word, False
    short = _ENDING.sub("", word)
    return (short if len(short) >= 4 else word.removesuffix("s") or word), True


def _holds(text: str, word: _Word) -> bool:
    stem = re.escape(" ".join(indexed(word.stem).split()))
    if is_cjk(word.stem):
        return word.stem in text.replace(" ", "") or f" {word.stem} " in text
    after = r"(?!\w)" if not word.begins else r"\w{0,2}(?!\w)" if len(word.stem) == 3 else ""
    return re.search(rf"(?<![\w.]){stem}{after}", text) is not None
