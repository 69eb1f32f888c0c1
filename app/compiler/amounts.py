"""What a sentence counts or measures: a value with its bounds, and of what.

"fewer than 140,000 people" is every number below 140,000, "no more than 60 °C" every one up to 60: two
amounts clash where no number is in both.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.compiler.lexicon import NEGATIONS, base, stopwords
from app.compiler.dates import MONTHS
from app.compiler.numerals import Number, cjk_value, numbers
from app.compiler.units import MEASURED, symbol_at, unit_of, wide_unit_at
from app.ledger.naming import singular_phrase

ABOUT, LESS, AT_MOST, MORE, AT_LEAST = "~", "<", "<=", ">", ">="
_BEFORE = {
    AT_LEAST: "at least|no fewer than|no less than|not less than|not fewer than|a minimum of|minimum of"
    "|mindestens|wenigstens|nicht weniger als|au moins|pas moins de|至少|最少|少なくとも|最低",
    AT_MOST: "at most|no more than|not more than|up to|as many as|as much as|a maximum of|maximum of|only up to|no later than"
    "|höchstens|maximal|bis zu|nicht mehr als|au plus|jusqu['’]à|pas plus de|au maximum|最多|至多|不超过|不超過|最大で|最大|多くとも",
    MORE: "more than|over|above|greater than|in excess of|exceeding|exceeds|exceeded|later than|mehr als|über|plus de|plus d['’]"
    "|supérieure?s? à|au-dessus de|dépasse|超过|超過|多于|多於|逾|突破|高于|高於|大于|大於",
    LESS: "less than|fewer than|under|below|weniger als|unter|moins de|moins d['’]|inférieure?s? à|en dessous de"
    "|少于|少於|不到|不足|低于|低於|小于|小於|未满|未滿",
    ABOUT: "about|around|roughly|approximately|nearly|almost|some|close to|circa|ca\\.|an estimated|estimated|etwa|rund|ungefähr"
    "|circa|zirka|knapp|fast|gut|environ|près de|autour de|presque|quelque|大约|大約|大概|约|約|近|将近|將近|およそ|おおよそ|ほぼ",
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
_UNIT_WORDS = re.compile(r"[ \u00a0\u202f]+(?P<word>[^\W\d_](?:[\w-]|['’](?=\w))*)")
_ADJECTIVES_FR = re.compile(
    r"(?:petit|grand|autre|jeune|premi|derni|nouve|anci|bo|vieu|différent|prochain|long)\w*$"
)
_IRREGULAR = frozenset("people men women children feet teeth mice staff percent".split())
_OF_DE = re.compile(r"\s+(?:(?:de|des|of)(?=\s)|d['’])", re.IGNORECASE)
_NUMBER_OF = re.compile(
    r"\b(?:number|count|total) of (?P<en>(?:[\w-]+ ){1,4}?)(?:in [^,;]{2,30} |of [^,;]{2,30} )?(?:is|was|were|are|rose to|grew to|fell to"
    r"|reached|stands? at|stood at|has risen to|increased to|dropped to|to)\s+"
    r"|\b(?:Zahl|Anzahl) der (?P<de>(?:[\w-]+ ){1,4}?)[^,;]{0,30}?(?:auf|beträgt|betrug|lag bei|liegt bei)\s+"
    r"|\bnombre (?:de |d['’]|des )(?P<fr>(?:[\w'’-]+ ){1,4}?)[^,;]{0,30}?(?:à|est de|était de|atteint|s['’]élève à|s['’]élevait à)\s+",
)
_RANGE = re.compile(r"\s?(?:-|–|—|to|bis|à|and|und|et|至|到|〜|～|から)\s?$")
_PART = re.compile(
    r"(?:\b(?:section|chapter|page|pages|part|version|no|number|nr|figure|table|step|line|release|article|rule|phase|level"
    r"|grade|class|type|group|day|week|year|season|episode|round|act|scene|book|volume|room|route|highway|flight|apollo"
    r"|kapitel|seite|abschnitt|teil|nummer|chapitre|numéro)\.?\s?|[#№§+/:.=_-])$",
    re.IGNORECASE,
)
_NAME_BEFORE = re.compile(r"(?<![\w.-])(?P<word>[A-Z][\w.-]*) $")
_CLOCK = re.compile(
    r"(?<!\d)(?P<h>[01]?\d|2[0-4])(?:[:：h](?P<m>[0-5]\d)|\s*[时時点點]\s*(?P<m2>[0-5]?\d)\s*分)(?!\d)"
)
MOST_WORDS = 4
_REACH = 28  # characters before a number within which the words stand that bound it
_OF = re.compile(r"\b(?:number|count|total|Zahl|Anzahl|nombre)\b")
_WIDE_HEAD = re.compile(
    r"(?:[个個位名种種座所家部次届屆项項条條本张張隻只头頭匹台枚つ人](?:的)?)?(?P<noun>[\u3400-\u9fffァ-ヺー々]{1,6})"
)
_COUNTER_JA = re.compile("[冊本匹頭羽枚台個回杯件軒足着隻基両便株点棟校社店点票]")
_WIDE_NO_NOUN = re.compile(r"^(?:[年月日号號時时点分秒]|世纪|世紀|代)")
_ORDINAL_WIDE = re.compile(
    r"第(?P<n>[\d一二三四五六七八九十百]+)(?P<noun>[\u3400-\u9fff]{1,8})|(?P<n2>[\d一二三四五六七八九十百]+)番目|(?P<n3>\d+)位|(?P<first>首)(?P<noun1>[部个個位次座届屆家本款条條])"
)


@dataclass(frozen=True, slots=True)
class Amount:
    """A value of something: ``of`` in its normal form, ``bound`` how it is bounded ("" exactly), and
    the place and words of the source."""

    of: str
    value: float
    bound: str
    start: int
    words: str


def amounts(text: str, language: str) -> Iterator[Amount]:
    """All amounts of a sentence, in order; dates, versions and numbers of parts are none."""
    yield from _clocks(text)
    yield from _ordinals(text, language)
    wide = base(language) in {"zh", "ja"}
    for number in numbers(text, language):
        found = (_wide if wide else _counted)(text, number, language)
        if found is None:
            continue
        of, value, end = found
        start, bound = _bound(text, number, end)
        words = text[start:end].strip()
        yield Amount(of, value, bound, start, words)


def _clocks(text: str) -> Iterator[Amount]:
    for match in _CLOCK.finditer(text):
        minutes = 60 * int(match["h"]) + int(match["m"] or match["m2"] or 0)
        yield Amount("time of day", minutes, "", match.start(), match.group())


def _bound(text: str, number: Number, end: int) -> tuple[int, str]:
    """Where the words of an amount begin, and its bound; turned round where they are denied."""
    cut = max(0, number.start - _REACH)
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


def _counted(text: str, number: Number, language: str) -> tuple[str, float, int] | None:
    """What a number counts in a language with blanks: its name, its value in that unit, and the end."""
    before = text[max(0, number.start - _REACH) : number.start]
    if number.money:
        name = {"€": "euro"}.get(number.money, "dollar" if "$" in number.money else number.money)
        return name, number.value, number.end
    if _RANGE.search(before) and re.search(r"\d\s?\S{0,5}\s?$", before[:-1]):
        return None
    if symbol := symbol_at(text, number.end):
        return symbol[0], number.value * symbol[1], symbol[2]
    if not _BOUND_BEFORE.search(before) and (_PART.search(before) or _is_named(before, language)):
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
    cut = max(0, number.start - _REACH)
    bound = _BOUND_BEFORE.search(text[cut : number.start])
    front = text[: cut + bound.start() if bound else number.start]
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


_ORDINALS = {
    "en": "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth",
    "de": "erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt",
    "fr": "premi deuxi troisi quatri cinqui sixi septi huiti neuvi dixi onzi douzi treizi",
}
_ENDING = {"en": "", "de": "e[nrs]?", "fr": "(?:er|ère|ème|ème)"}
_COPULA = {
    "en": r"(?:is|was|are|were|be|became|becomes|become|as|remains?|ranks?|ranked|being)",
    "de": r"(?:ist|war|wurde|wird|bleibt|sind|als)",
    "fr": r"(?:est|était|devient|devint|fut|sont|reste|comme)",
}


def _ordinal_pattern(language: str) -> re.Pattern[str]:
    words = "|".join(_ORDINALS[language].split())
    digits = {"en": r"\d{1,3}(?:st|nd|rd|th)", "de": r"\d{1,3}\.", "fr": r"\d{1,3}(?:er|re|e|ème)"}[
        language
    ]
    return re.compile(
        rf"\b{_COPULA[language]}\s+(?P<among>among )?(?:[^\W\d_]+['’]?s?\s+){{0,3}}(?P<n>(?:(?:{words}){_ENDING[language]}|{digits}))"
        r"(?:[- ](?P<noun>[^\W\d_]+))"
        + (
            rf"|\b{_COPULA[language]}\s+(?:one of|among)\s+(?:the|its)\s+(?P<few>two|three|four|five|six|seven|eight|nine|ten)\s+(?P<kind>[a-z]+est|most [a-z]+)\b"
            if language == "en"
            else ""
        ),
        re.IGNORECASE,
    )


_ORDINAL = {language: _ordinal_pattern(language) for language in _ORDINALS}
_FEW = "zero one two three four five six seven eight nine ten".split()


def _ordinals(text: str, language: str) -> Iterator[Amount]:
    """What something is the third, or one of the three, of."""
    tongue = base(language)
    if tongue in {"zh", "ja"}:
        yield from _wide_ordinals(text)
        return
    for match in _ORDINAL.get(tongue, _ORDINAL["en"]).finditer(text):
        groups = match.groupdict()
        if groups.get("few"):
            yield Amount(
                f"rank {groups['kind'].casefold()}",
                _FEW.index(groups["few"].casefold()),
                AT_MOST,
                match.start("few"),
                f"{groups['few']} {groups['kind']}",
            )
            continue
        noun, value = match["noun"].casefold(), _rank(match["n"].casefold(), tongue)
        if noun not in stopwords(tongue) and value and noun not in _TIMES and noun not in MONTHS:
            yield Amount(
                f"rank {noun}", value, "", match.start("n"), f"{match['n']} {match['noun']}"
            )


_TIMES = frozenset("time half day week month year place of and to".split())


def _rank(word: str, tongue: str) -> int:
    digits = re.match(r"\d+", word)
    if digits:
        return int(digits.group())
    listed = _ORDINALS.get(tongue, _ORDINALS["en"]).split()
    found = [
        n
        for n, stem in enumerate(listed, 1)
        if (word == stem if tongue == "en" else word.startswith(stem))
    ]
    return found[-1] if found else 0


def _wide_ordinals(text: str) -> Iterator[Amount]:
    for match in _ORDINAL_WIDE.finditer(text):
        raw = match["n"] or match["n2"] or match["n3"] or "1"
        value = float(raw) if raw.isdigit() else cjk_value(raw)
        kind = match["noun1"] or _ranked(match["noun"]) if match["noun"] or match["first"] else "位"
        if value and kind and kind not in "一二三四五六七八九十年月日章节節版":
            yield Amount(f"rank {kind}", value, "", match.start(), match.group())


_CLASSIFIER = re.compile(r"[部个個位次座届屆家本款条條](?!$)")


def _ranked(noun: str) -> str:
    """Of what something is the third: what counts it, else the head of the noun."""
    if _CLASSIFIER.match(noun):
        return noun[0]
    first, *rest = re.split(r"[是於于在的为為]", noun)
    return (first or next(iter(rest), ""))[-1:]


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
