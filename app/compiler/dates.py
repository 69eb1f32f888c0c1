"""Dates as texts write them, each as far as it is given, and what is said to have happened then."""

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass

from app.compiler.events import EVENT_OF, event_words
from app.compiler.lexicon import base

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan januar janvier",
            "february feb februar février",
            "march mar märz mars",
            "april apr avril",
            "may mai",
            "june jun juni juin",
            "july jul juli juillet",
            "august aug août",
            "september sep sept septembre",
            "october oct oktober octobre",
            "november nov novembre",
            "december dec dezember décembre",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_YEAR = r"(?P<y{n}>1[0-9]\d\d|20\d\d)"
_DATE = re.compile(
    rf"(?<!\d)(?P<d1>\d{{1,2}})(?:st|nd|rd|th|er|\.)?\s*-?\s*(?P<m1>{_MONTH})\.?,?\s*-?\s*{_YEAR.format(n=1)}\b"
    rf"|\b(?P<m2>{_MONTH})\.?\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?,?\s+{_YEAR.format(n=2)}\b"
    rf"|\b{_YEAR.format(n=3)}-(?P<m3>\d\d)-(?P<d3>\d\d)\b"
    rf"|(?<!\d){_YEAR.format(n=4)}\s*年\s*(?:(?P<m4>\d{{1,2}})\s*月\s*(?:(?P<d4>\d{{1,2}})\s*日)?)?"
    rf"|\b(?P<m5>{_MONTH})\.?,?\s+{_YEAR.format(n=5)}\b"
    rf"|(?<![\d.,$€£:/])\b(?<!\d[-–—]){_YEAR.format(n=6)}\b(?![.,]\d|[-–—/]\d|\s?(?:%|[°$€]))",
    re.IGNORECASE,
)
_FOUR_DIGITS = re.compile(r"\d{4}")
_CLAUSE = re.compile(r"[;:；：。，]|, (?:and|but|und|aber|mais) ")
_BEFORE = re.compile(
    r"\b(?:before|prior to|earlier than|no later than|vor|avant)\s+(?:the end of\s+|dem\s+|le\s+)?$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\b(?:after|later than|nach|après)\s+(?:the end of\s+|dem\s+|le\s+)?$", re.IGNORECASE
)
_BETWEEN = re.compile(
    r"\b(?:between|zwischen|entre)\b[^,;:]*$|\bby\s+(?:the end of\s+)?$", re.IGNORECASE
)
_EDGE = re.compile(
    r"\b(?:until|till|bis|jusqu['’]en|jusqu['’]au|since|from|to|seit|depuis|von|vom|ab)\s+(?:the end of\s+)?$",
    re.IGNORECASE,
)
_AT = re.compile(
    r"(?:\b(?:in|on|im|am|en|le|in the year|im Jahre?|en l['’]an)|于|於|在|自|至|从|從|は|、|^)\s*$",
    re.IGNORECASE,
)
_WIDE_BEFORE = re.compile(r"^\s*(?:底|末|初)?(?:之前|以前|前)")
_WIDE_AFTER = re.compile(r"^\s*(?:底|末|初)?(?:之后|之後|以后|以後|后|後)(?!期)")
_ABOUT = re.compile(
    r"\b(?:about|around|circa|c\.|ca\.|roughly|approximately|um|etwa|gegen|vers|environ)\s+$|(?:约|約|大约|大約)$",
    re.IGNORECASE,
)
_PERIOD = {"until": "lead until", "to": "lead until", "from": "lead from"}
_REACH = 60  # characters before a date within which the words stand that bound it
_NEAR = 10  # words between a date and the verb that it belongs to
_VERB_LAST = frozenset({"de", "zh", "ja"})  # languages in which the verb may follow its date
_IN = re.compile(
    r"(?:\b(?:in|on|of|by|since|until|before|after|during|year|from|to|around|about|circa|early|late|mid|im|am|vom|seit|vor|nach"
    r"|bis|jahr|jahre|en|le|du|de|depuis|avant|après|vers|dès|an|année)|[(（,，;:于於在自至从從])\s*$",
    re.IGNORECASE,
)
_COUNTS = re.compile(r"^\s+(?P<what>[a-zäöü]{3,}s)\b")
_OLD = "1500"  # bare figures below are years only behind a word that says so


@dataclass(frozen=True, slots=True)
class Dated:
    """A date (YYYY, YYYY-MM or YYYY-MM-DD) with its bound, the event that it belongs to ("" for none
    known), and its place and words."""

    event: str
    value: str
    bound: str
    start: int
    words: str


def clause_around(text: str, place: int) -> tuple[int, int]:
    """Where the clause around a place begins and ends."""
    cuts = [m.span() for m in _CLAUSE.finditer(text)]
    start = max((end for _, end in cuts if end <= place), default=0)
    return start, min((begin for begin, _ in cuts if begin >= place), default=len(text))


def dates(text: str, language: str) -> Iterator[Dated]:
    """The dates of a sentence at which something happened."""
    if not _FOUR_DIGITS.search(text):
        return
    yield from _lives(text)
    for match in _DATE.finditer(text):
        value = _iso(match)
        start, end = clause_around(text, match.start())
        before, after = text[start : match.start()], text[match.end() : end]
        if not after and text[end : end + 1] == "，":
            after = text[end + 1 : clause_around(text, end + 1)[1]]
        bare = bool(match["y6"])
        near = before[-_REACH:]
        told = bool(_IN.search(near))
        if not value or _BETWEEN.search(near) or (bare and not told and _may_count(value, after)):
            continue
        event = _event_before(before)
        if base(language) in _VERB_LAST or not event:
            event = event or _event_after(after, language)
        if _EDGE.search(near) and not event.startswith("lead "):
            continue
        yield Dated(event, value, _bound(near, after), match.start(), match.group().strip())


_LIFE = re.compile(
    r"[(（](?:\*|born|né|née|geboren)?\s?(?P<from>[^()（）–—-]{4,30}?)\s?[–—－-]\s?(?:†|died)?\s?(?P<to>[^()（）–—-]{4,30})[)）]"
)


def _lives(text: str) -> Iterator[Dated]:
    """The two ends of a life in brackets behind a name: "(1901 – 1979)"."""
    for match in _LIFE.finditer(text):
        for side, event in (("from", "be born"), ("to", "die")):
            date = _DATE.fullmatch(match[side].strip())
            if date and (value := _iso(date)):
                yield Dated(event, value, "", match.start(side), match[side].strip())


def _may_count(year: str, after: str) -> bool:
    """Whether four figures may be a number of things: "1600 packages"."""
    counted = _COUNTS.match(after)
    return year < _OLD or bool(counted and counted["what"] not in EVENT_OF)


def told_by(text: str, start: int) -> bool:
    """Whether a preposition of time stands right before a date."""
    return bool(_AT.search(text[max(0, start - _REACH) : start]))


def _bound(before: str, after: str) -> str:
    if _BEFORE.search(before) or _WIDE_BEFORE.match(after):
        return "<"
    if _AFTER.search(before) or _WIDE_AFTER.match(after):
        return ">"
    return "~" if _ABOUT.search(before) else ""


def days(text: str) -> list[str]:
    """The dates in a text that are given to the day (YYYY-MM-DD), whatever it says of them."""
    return [date for date in given(text) if len(date) == len("YYYY-MM-DD")]


def given(text: str) -> list[str]:
    """All dates in a text, as far as each is given."""
    if not _FOUR_DIGITS.search(text):
        return []  # most sentences; the pattern for dates costs a third of a millisecond
    return [date for match in _DATE.finditer(text) if (date := _iso(match))]


def _iso(match: re.Match[str]) -> str:
    """A date as far as it is given; "" for one that no calendar has."""
    groups = {k[0]: v for k, v in match.groupdict().items() if v}
    year, month, day = (groups.get(part, "") for part in "ymd")
    number = int(month) if month.isdigit() else MONTHS.get(month.casefold(), 0)
    if month and not 1 <= number <= 12:
        return ""
    if day and not 1 <= int(day) <= monthrange(int(year), number)[1]:
        return ""
    return "-".join([year, *([f"{number:02}"] if number else []), *([day.zfill(2)] if day else [])])


def _event_before(clause: str) -> str:
    """The event that a date belongs to: the nearest verb before it within the clause, with the
    preposition of a period ("until")."""
    words = event_words(clause)
    last = words[-1] if words else ""
    for word in reversed(words[-_NEAR:]):
        event = EVENT_OF.get(word)
        if event == "lead from":
            return _PERIOD.get(last, "")
        if event:
            return event
    return ""


def _event_after(clause: str, language: str) -> str:
    """The event in what follows a date up to the end of the clause ("wurde 1993 gegründet"); of a
    language whose verb does not follow its date, that of a date in front ("In 1993 it was founded")."""
    events = (EVENT_OF.get(word, "") for word in event_words(clause)[:_NEAR])
    return next((e for e in events if e and e != "lead from"), "") if language else ""


def meet(a: tuple[str, str], b: tuple[str, str]) -> bool:
    """Whether two dates with their bounds may be one day."""
    (one, bound), (other, other_bound) = a, b
    if "~" in {bound, other_bound}:
        return abs(int(one[:4]) - int(other[:4])) <= NEARLY
    if not bound and not other_bound:
        return one.startswith(other) or other.startswith(one)
    if bound and other_bound:
        return bound == other_bound or _meet_open(one, bound, other, other_bound)
    exact, edge, side = (other, one, bound) if bound else (one, other, other_bound)
    common = min(len(exact), len(edge))
    if side == "<":
        return exact[:common] < edge[:common]
    return exact[:common] > edge[:common] or (len(exact) < len(edge) and exact == edge[:common])


NEARLY = 5  # years to each side of "about 1400"


def _meet_open(one: str, bound: str, other: str, _other_bound: str) -> bool:
    before, after = (one, other) if bound == "<" else (other, one)
    return before[:4] > after[:4]
