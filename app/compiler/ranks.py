"""The place of something in an order ("the fourth son"), and the time of day."""

import re
from collections.abc import Iterator

from app.compiler.bounds import AT_MOST, Amount
from app.compiler.dates import MONTHS
from app.compiler.lexicon import base, stopwords
from app.compiler.numerals import cjk_value

_CLOCK = re.compile(
    r"(?<!\d)(?P<h>[01]?\d|2[0-4])(?:[:：h](?P<m>[0-5]\d)|\s*[时時点點]\s*(?P<m2>[0-5]?\d)\s*分)(?!\d)"
)
_ORDINAL_WIDE = re.compile(
    r"第(?P<n>[\d一二三四五六七八九十百]+)(?P<noun>[\u3400-\u9fff]{1,8})|(?P<n2>[\d一二三四五六七八九十百]+)番目|(?P<n3>\d+)位"
    r"|(?P<first>首)(?P<noun1>[部个個位次座届屆家本款条條])"
)


def clocks(text: str) -> Iterator[Amount]:
    """The times of day that a text gives, in minutes."""
    for match in _CLOCK.finditer(text):
        minutes = 60 * int(match["h"]) + int(match["m"] or match["m2"] or 0)
        yield Amount("time of day", minutes, "", match.start(), match.group())


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
        rf"\b{_COPULA[language]}\s+(?P<among>among )?(?:[^\W\d_]+['’]?s?\s+){{0,3}}"
        rf"(?P<n>(?:(?:{words}){_ENDING[language]}|{digits}))"
        r"(?:[- ](?P<noun>[^\W\d_]+))"
        + (
            rf"|\b{_COPULA[language]}\s+(?:one of|among)\s+(?:the|its)\s+(?P<few>two|three|four|five"
            rf"|six|seven|eight|nine|ten)\s+(?P<kind>[a-z]+est|most [a-z]+)\b"
            if language == "en"
            else ""
        ),
        re.IGNORECASE,
    )


_ORDINAL = {language: _ordinal_pattern(language) for language in _ORDINALS}
_FEW = "zero one two three four five six seven eight nine ten".split()


def ordinals(text: str, language: str) -> Iterator[Amount]:
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
