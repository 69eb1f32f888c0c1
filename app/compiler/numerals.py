"""Numbers as texts write them: digits with the grouping of a language, words, and Chinese numerals."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.compiler.lexicon import base

_UNITS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    " seventeen eighteen nineteen",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn"
    " siebzehn achtzehn neunzehn",
    "fr": "zéro _ deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept"
    " dix-huit dix-neuf",
}
_TENS = {
    "en": "twenty thirty forty fifty sixty seventy eighty ninety",
    "de": "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    "fr": "vingt trente quarante cinquante soixante _ quatre-vingts _",
}
_HUNDREDS = {
    "en": {"hundred": 100, "dozen": 12},
    "de": {"hundert": 100, "tausend": 1000, "dutzend": 12},
    "fr": {"cent": 100, "mille": 1000, "douzaine": 12, "centaine": 100},
}
_SCALES = {
    "thousand": 1e3, "million": 1e6, "millions": 1e6, "billion": 1e9, "billions": 1e9, "trillion": 1e12,
    "tausend": 1e3, "millionen": 1e6, "mio": 1e6, "milliarde": 1e9, "milliarden": 1e9, "mrd": 1e9,
    "mille": 1e3, "milliard": 1e9, "milliards": 1e9, "dozen": 12, "hundred": 100,
}  # fmt: skip
_CJK_DIGITS = {
    c: n
    for n, cs in enumerate(("零〇", "一", "二两兩", "三", "四", "五", "六", "七", "八", "九"))
    for c in cs
}
_CJK_TENS = {"十": 10, "百": 100, "千": 1000}
_CJK_SCALES = {"万": 1e4, "萬": 1e4, "亿": 1e8, "億": 1e8, "兆": 1e12}
_GROUPED = re.compile(
    r"(?<![\w.,$€£¥-])(?:(?P<money>US\$|[$€£¥])\s?)?"
    r"(?P<digits>\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)(?:,\d+)?|\d+(?:[.,]\d+)*)"
    r"(?:\s?(?P<scale>[^\W\d_]+)\b\.?)?"
)
_WIDE_NUMBER = re.compile(
    r"(?<![\d.])(?P<digits>\d+(?:[.,]\d+)*)\s*(?P<scale>[千万萬亿億兆]+)?"
    r"|(?P<words>[一二两兩三四五六七八九十百千万萬亿億〇零]+)"
)
_NOT_ONE = (
    "一些",
    "一直",
    "一般",
    "一样",
    "一樣",
    "一起",
    "一定",
    "万一",
    "萬一",
    "十分",
    "统一",
    "統一",
    "唯一",
    "之一",
    "一致",
    "一部",
    "一つ",
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text: its value, its place, and the sign of money before it, if any."""

    value: float
    start: int
    end: int
    money: str = ""
    digits: str = ""


def numbers(text: str, language: str) -> Iterator[Number]:
    """The numbers in a text, as its language writes them, in order; dates and years among them."""
    if base(language) in {"zh", "ja"}:
        yield from _wide(text)
        return
    found = [*_in_digits(text, language), *_in_words(text, base(language))]
    yield from sorted(found, key=lambda n: n.start)


def _in_digits(text: str, language: str) -> Iterator[Number]:
    for match in _GROUPED.finditer(text):
        value = _value(match["digits"], base(language))
        if value is None:
            continue
        scale = _SCALES.get((match["scale"] or "").casefold(), 0.0)
        end = match.end() if scale else match.end("digits")
        yield Number(
            value * (scale or 1), match.start(), end, match["money"] or "", match["digits"]
        )


def _value(digits: str, language: str) -> float | None:
    """The value of digits; None for what is a version or a date ("1.2.3")."""
    plain = re.sub(r"[ \u00a0\u202f]", "", digits)
    point, group = (",", ".") if language in {"de", "fr"} else (".", ",")
    if re.fullmatch(rf"\d{{1,3}}(?:{re.escape(group)}\d{{3}})+(?:{re.escape(point)}\d+)?", plain):
        plain = plain.replace(group, "")
    elif plain.count(group) and not (plain.count(group) == 1 and not plain.count(point)):
        return None
    elif plain.count(group):
        plain = plain.replace(group, point)  # 3.5 in a German text
    if plain.count(point) > 1:
        return None
    return float(plain.replace(point, "."))


def _in_words(text: str, language: str) -> Iterator[Number]:
    lists = language if language in _UNITS else "en"
    for match in _word_pattern(lists).finditer(text):
        value = _word_value(match["word"].casefold(), lists)
        scale = _SCALES.get((match["scale"] or "").casefold(), 1.0)
        if value is not None:
            yield Number(
                value * scale, match.start(), match.end() if scale > 1 else match.end("word")
            )


def _words(language: str) -> dict[str, float]:
    units = {w: float(n) for n, w in enumerate(_UNITS[language].split()) if w != "_"}
    tens = {w: 10.0 * n for n, w in enumerate(_TENS[language].split(), 2) if w != "_"}
    return units | tens | {w: float(n) for w, n in _HUNDREDS[language].items()}


_WORDS = {language: _words(language) for language in _UNITS}


def _word_pattern(language: str) -> re.Pattern[str]:
    return _PATTERNS[language]


def _compiled(language: str) -> re.Pattern[str]:
    known = "|".join(sorted(_WORDS[language], key=lambda w: (-len(w), w)))
    joint = {
        "en": rf"(?:{known})(?:-(?:{known}))?",
        "fr": rf"(?:{known})(?:(?:-| et )(?:{known}|une?))?",
    }
    word = joint.get(language, rf"(?:(?:ein|{known})und)?(?:{known})")
    scales = "|".join(sorted(_SCALES, key=lambda w: (-len(w), w)))
    return re.compile(
        rf"(?<![\w-])(?P<word>{word})(?:\s+(?P<scale>{scales}))?(?![\w-])", re.IGNORECASE
    )


_PATTERNS = {language: _compiled(language) for language in _UNITS}


def _word_value(word: str, language: str) -> float | None:
    known = _WORDS[language]
    if word in known:
        return known[word]
    parts = re.split(r"-| et |und", word)
    values = [1.0 if p in {"un", "une", "ein"} else known.get(p) for p in parts]
    return None if None in values else float(sum(v for v in values if v is not None))


def _wide(text: str) -> Iterator[Number]:
    for match in _WIDE_NUMBER.finditer(text):
        if match["digits"]:
            value = _value(match["digits"], "en")
            for scale in match["scale"] or "":
                value = None if value is None else value * (_CJK_SCALES | {"千": 1e3})[scale]
        else:
            near = text[max(0, match.start() - 1) : match.end() + 1]
            value = None if any(w in near for w in _NOT_ONE) else cjk_value(match["words"])
        if value is not None:
            yield Number(value, match.start(), match.end(), digits=match["digits"] or "")


def cjk_value(words: str) -> float | None:
    """The value of a Chinese numeral ("三百五十", "二〇〇四"); None where it is none."""
    if len(words) > 1 and all(c in _CJK_DIGITS for c in words):
        return float("".join(str(_CJK_DIGITS[c]) for c in words))
    total, section, digit = 0.0, 0.0, 0.0
    for c in words:
        if c in _CJK_DIGITS:
            digit = float(_CJK_DIGITS[c])
        elif c in _CJK_TENS:
            section += (digit or 1.0) * _CJK_TENS[c]
            digit = 0.0
        elif c in _CJK_SCALES:
            total += (section + digit or 1.0) * _CJK_SCALES[c]
            section = digit = 0.0
    return total + section + digit
