"""What a sentence counts or measures: a value with its bounds, and of what.

"fewer than 140,000 people" is every number below 140,000, "no more than 60 °C" every one up to 60: two
amounts clash where no number is in both.
"""

import re
from collections.abc import Iterator

from app.compiler.bounds import REACH, Amount, bound_of, bound_words_from, is_bounded
from app.compiler.dates import MONTHS
from app.compiler.lexicon import base, stopwords
from app.compiler.numerals import Number, numbers
from app.compiler.ranks import clocks, ordinals
from app.compiler.units import MEASURED, symbol_at, unit_of, wide_unit_at
from app.ledger.naming import singular_phrase

_UNIT_WORDS = re.compile(r"[ \u00a0\u202f]+(?P<word>[^\W\d_](?:[\w-]|['’](?=\w))*)")
_ADJECTIVES_FR = re.compile(
    r"(?:petit|grand|autre|jeune|premi|derni|nouve|anci|bo|vieu|différent|prochain|long)\w*$"
)
_IRREGULAR = frozenset("people men women children feet teeth mice staff percent".split())
_OF_DE = re.compile(r"\s+(?:(?:de|des|of)(?=\s)|d['’])", re.IGNORECASE)
_NUMBER_OF = re.compile(
    r"\b(?:number|count|total) of (?P<en>(?:[\w-]+ ){1,4}?)(?:in [^,;]{2,30} |of [^,;]{2,30} )?(?:is"
    r"|was|were|are|rose to|grew to|fell to"
    r"|reached|stands? at|stood at|has risen to|increased to|dropped to|to)\s+"
    r"|\b(?:Zahl|Anzahl) der (?P<de>(?:[\w-]+ ){1,4}?)[^,;]{0,30}?(?:auf|beträgt|betrug|lag bei|liegt bei)\s+"
    r"|\bnombre (?:de |d['’]|des )(?P<fr>(?:[\w'’-]+ ){1,4}?)[^,;]{0,30}?(?:à|est de|était de"
    r"|atteint|s['’]élève à|s['’]élevait à)\s+",
)
_RANGE = re.compile(r"\s?(?:-|–|—|to|bis|à|and|und|et|至|到|〜|～|から)\s?$")
_PART = re.compile(
    r"(?:\b(?:section|chapter|page|pages|part|version|no|number|nr|figure|table|step|line|release"
    r"|article|rule|phase|level"
    r"|grade|class|type|group|day|week|year|season|episode|round|act|scene|book|volume|room|route"
    r"|highway|flight|apollo"
    r"|kapitel|seite|abschnitt|teil|nummer|chapitre|numéro)\.?\s?|[#№§+/:.=_-])$",
    re.IGNORECASE,
)
_NAME_BEFORE = re.compile(r"(?<![\w.-])(?P<word>[A-Z][\w.-]*) $")
MOST_WORDS = 4
_OF = re.compile(r"\b(?:number|count|total|Zahl|Anzahl|nombre)\b")
_WIDE_HEAD = re.compile(
    r"(?:[个個位名种種座所家部次届屆项項条條本张張隻只头頭匹台枚つ人](?:的)?)?(?P<noun>[\u3400-\u9fffァ-ヺー々]{1,6})"
)
_COUNTER_JA = re.compile("[冊本匹頭羽枚台個回杯件軒足着隻基両便株点棟校社店点票]")
_WIDE_NO_NOUN = re.compile(r"^(?:[年月日号號時时点分秒]|世纪|世紀|代)")


def amounts(text: str, language: str) -> Iterator[Amount]:
    """All amounts of a sentence, in order; dates, versions and numbers of parts are none."""
    yield from clocks(text)
    yield from ordinals(text, language)
    wide = base(language) in {"zh", "ja"}
    for number in numbers(text, language):
        found = (_wide if wide else _counted)(text, number, language)
        if found is None:
            continue
        of, value, end = found
        start, bound = bound_of(text, number, end)
        words = text[start:end].strip()
        yield Amount(of, value, bound, start, words)


def _counted(text: str, number: Number, language: str) -> tuple[str, float, int] | None:
    """What a number counts in a language with blanks: its name, its value in that unit, and the end."""
    before = text[max(0, number.start - REACH) : number.start]
    if number.money:
        name = {"€": "euro"}.get(number.money, "dollar" if "$" in number.money else number.money)
        return name, number.value, number.end
    if _RANGE.search(before) and re.search(r"\d\s?\S{0,5}\s?$", before[:-1]):
        return None
    if symbol := symbol_at(text, number.end):
        return symbol[0], number.value * symbol[1], symbol[2]
    if not is_bounded(before) and (_PART.search(before) or _is_named(before, language)):
        return None
    if len(number.digits) == 4 and number.digits.startswith(("1", "20")) and number.value < 2100:
        return None
    return _after(text, number, language) or _number_of(text, number, language)


def _is_named(before: str, language: str) -> bool:
    """Whether a name stands right before a number, which is then part of it ("Windows 95 users")."""
    match = _NAME_BEFORE.search(before)
    if match is None or base(language) == "de":
        return False
    return match.start() > 0 or match["word"].casefold() not in stopwords(language)


def _after(text: str, number: Number, language: str) -> tuple[str, float, int] | None:
    words: list[str] = []
    stops, place = stopwords(language), number.end
    rest = text[place:]
    if of := _OF_DE.match(rest):
        place, rest = place + of.end(), rest[of.end() :]
        text = text if rest[:1].isspace() else f"{text[:place]} {rest}"
    while len(words) < MOST_WORDS and (match := _UNIT_WORDS.match(text, place)):
        word = match["word"]
        if word.casefold() in stops or word.casefold() in MONTHS:
            break
        words.append(word)
        place = match.end()
        if found := _unit(words, language):
            factor = found[1]
            return found[0], number.value * factor, place
    return None


def _unit(words: list[str], language: str) -> tuple[str, float] | None:
    """What words count, once their noun is reached."""
    last = words[-1]
    known = unit_of(last)
    tongue = base(language)
    if known and (known[0] in MEASURED or len(last) > 2):
        lead = (
            [w.casefold() for w in words[:-1] if w.isalpha()]
            if tongue == "en" and known[0] not in MEASURED
            else []
        )
        return " ".join([*lead, known[0]]), known[1]
    if tongue == "de":
        return (last.casefold(), 1.0) if last[0].isupper() else None
    if tongue == "fr" and _ADJECTIVES_FR.match(last.casefold()):
        return None
    if tongue == "fr":
        return (
            (singular_phrase(last.casefold()), 1.0) if len(last) > 2 and last[0].islower() else None
        )
    plural = last.endswith("s") and not last.endswith("ss") and len(last) > 3
    if plural or last in _IRREGULAR:
        said = [w for w in words if not any(c.isdigit() for c in w)]
        return singular_phrase(" ".join(said)).casefold(), 1.0
    return None


def _number_of(text: str, number: Number, language: str) -> tuple[str, float, int] | None:
    """What is counted where that stands in front: "the number of cases rose to 3,737"."""
    front = text[: bound_words_from(text, number.start)]
    if not _OF.search(front):
        return None
    for match in _NUMBER_OF.finditer(front):
        if match.end() == len(front):
            words = next(v for v in (match["en"], match["de"], match["fr"]) if v).split()
            for count in range(len(words), 0, -1):
                if found := _unit(words[:count], language):
                    return found[0], number.value, number.end
    return None


def _wide(text: str, number: Number, language: str) -> tuple[str, float, int] | None:
    before = text[: number.start]
    if before.endswith(("第", "-", "之")) or _WIDE_NO_NOUN.match(text[number.end :]):
        return None
    if unit := wide_unit_at(text, number.end):
        name, factor, end = unit
        noun = _WIDE_HEAD.match(text, end)
        if name == "person" and noun and text[end : end + 1] not in "的のがをはに":
            known = wide_unit_at(text, end)
            return known[0] if known else _head(noun["noun"]), number.value, noun.end("noun")
        return name, number.value * factor, end
    if base(language) == "ja" and (counter := _COUNTER_JA.match(text, number.end)):
        return counter.group(), number.value, counter.end()
    noun = _WIDE_HEAD.match(text, number.end)
    if noun is None:
        return None
    known = wide_unit_at(text, noun.start("noun"))
    return (known[0] if known else _head(noun["noun"])), number.value, noun.end("noun")


def _head(noun: str) -> str:
    """The last two characters of a noun: its head, in Chinese and Japanese."""
    return noun[-2:]
