"""What a statement fixes that another could gainsay: a date, a count, a name, what someone is to
someone. What a sentence denies, and what it leaves between two ends, fixes nothing.

A fact is an aspect and a value, found by code in the source's own sentence. Two facts can only
clash where the aspect is the same; whether they do is decided in ``app.compiler.disagree``.
"""

import re
from calendar import monthrange
from dataclasses import dataclass

from app.compiler.lexicon import base, stopwords
from app.ledger.naming import key, singular_phrase
from app.ledger.records import FactType

_MONTHS = {
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
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_YEAR = r"(?P<y{n}>1[5-9]\d\d|20\d\d)"
_DATE = re.compile(
    rf"(?<!\d)(?P<d1>\d{{1,2}})(?:st|nd|rd|th|er|\.)?\s*-?\s*(?P<m1>{_MONTH})\.?,?\s*-?\s*{_YEAR.format(n=1)}\b"
    rf"|\b(?P<m2>{_MONTH})\.?\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?,?\s+{_YEAR.format(n=2)}\b"
    rf"|\b{_YEAR.format(n=3)}-(?P<m3>\d\d)-(?P<d3>\d\d)\b"
    rf"|(?<!\d){_YEAR.format(n=4)}\s*年\s*(?:(?P<m4>\d{{1,2}})\s*月\s*(?:(?P<d4>\d{{1,2}})\s*日)?)?"
    rf"|\b(?P<m5>{_MONTH})\.?,?\s+{_YEAR.format(n=5)}\b"
    rf"|\b{_YEAR.format(n=6)}\b",
    re.IGNORECASE,
)
_FOUR_DIGITS = re.compile(r"\d{4}")
_EVENTS = {
    "begin": "found founded creat created creation start started began begun begin establish established set formed"
    " gegründet gründete fondé créé creation foundation 创建 建立 创立 成立 设立",
    "release": "releas released release publish published launched appeared"
    " veröffentlicht erschienen publié sorti 发布",
    "end": "end ended ending dissolved closed stopped discontinued died death finished",
    "lead from": "led",
    "elect": "elected appointed",
    "rename": "renamed",
    "win": "won",
    "buy": "bought acquired",
    "open": "opened premiered premiere inaugurated",
    "build": "built constructed completed",
    "join": "joined",
    "marry": "married",
    "announce": "announced",
    "sign": "signed",
    "introduce": "introduced",
}
# Every word that names an event, with the event: "founded", "created" and "begun" are one.
EVENT_OF = {word: event for event, words in _EVENTS.items() for word in words.split()}
_COUNT = re.compile(
    r"(?<![\w.$€£-])(?P<hedge>(?i:(?:no |not )?(?:more|less|fewer|later) than|over|under|about|around|roughly"
    r"|approximately|nearly|almost|at (?:least|most)|some|up to|as many as|close to)\s+)?"
    r"(?P<number>\d{1,3}(?:[,  ]\d{3})+|\d+(?:\.\d+)?|(?i:one|two|three|four|five|six|seven|eight"
    r"|nine|ten|eleven|twelve|twenty|hundred))"
    r"(?P<unit>\s?%|\s+percent|(?:\s+[a-z][a-z-]+){1,3})",
)
_WORDS = dict(
    zip(
        "one two three four five six seven eight nine ten eleven twelve".split(),
        range(1, 13),
        strict=True,
    )
) | {
    "twenty": 20,
    "hundred": 100,
}
_RELATION = re.compile(
    r"\b(?P<whose>his|her|their|its|[A-Z]\w+['’]s)\s+(?P<role>[a-z]+(?:-[a-z]+)?)(?:\s+at (?:the"
    r"|that) time)?,?\s+(?P<name>[A-Z]\w+(?:\s[A-Z]\w+)*)"
    r"|(?P<name2>[A-Z]\w+(?:\s[A-Z]\w+)*),\s+(?P<whose2>his|her|their)\s+(?P<role2>[a-z]+(?:-[a-z]+)?)\b"
)
_PAIRED = re.compile(
    r"(?P<version>\d+(?:\.\d+)+)\s*(?:—|–|-|:|\|)\s*(?P<name>[A-Z][a-z]+)\b"
    r"|\b(?P<name2>[A-Za-z][a-z]+) \((?P<thing2>[A-Z]\w+ )?(?P<version2>\d+(?:\.\d+)+)\)"
    r"|\b(?P<name3>[a-z]+) for releases? (?P<version3>\d+(?:\.\d+)+)\b"
    r"|\b(?P<thing4>[A-Z]\w+) (?P<version4>\d+(?:\.\d+)+) (?P<name4>[A-Z][a-z]+) \("
)
_NOT = re.compile(
    r"\b(?:not|never|neither|nor|no longer|cannot|\w+n['’]t|nicht|nie|kein\w*|jamais|n['’]\w+ pas|ne \w+ pas)\b"
    r"|不|没|未|非|ない|なかった",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[;:；：。，]|, (?:and|but|und|aber|mais) ")
_BETWEEN = re.compile(
    r"\b(?:between|zwischen|entre)\b[^,;:]*$"
    r"|\b(?:before|after|prior to|by|later than|earlier than|vor|nach|avant|après)\s+(?:the end of\s+)?$",
    re.IGNORECASE,
)
_EAST_ASIAN = re.compile(
    "|".join(
        w
        for words in _EVENTS.values()
        for w in words.split()
        if not w[0].isascii() and ord(w[0]) > 0x2E80
    )
)
_NAME = r"[A-Z][\w.'’-]*\w(?:\s+(?:(?:of|de|van|von|der|da|di|du|la|le)\s+)?[A-Z][\w.'’-]*\w)*"
_DONE_BY = re.compile(
    r"\b(?P<what>founded|created|written|designed|built|invented|discovered|developed|composed|directed|painted|led"
    r"|owned|drawn|edited|translated|constructed|commissioned|conceived)(?:\s+[a-z]+ly)?\s+by\s+(?:the\s+)?"
    rf"(?P<who>{_NAME}(?:(?:,|,? and| &)\s+(?:the\s+)?{_NAME})*)"
)
_IN_PLACE = re.compile(
    r"\b(?P<what>located|situated|based|headquartered|born|buried)\s+(?:in|at)\s+(?:the\s+)?(?P<of>(?:city|town|village|district)"
    rf"\s+of\s+)?(?P<where>{_NAME}(?:,\s+{_NAME})*)"
)
_REPORTED = re.compile(
    r"\b(?:allegedly|reportedly|supposedly|rumou?red|claims? that|claimed (?:to|that)|said to|believed to|thought to"
    r"|attributed to|according to|probably|perhaps|possibly|might have|may have)\b",
    re.IGNORECASE,
)
_NEAR = 10  # words between a date and the verb that it belongs to
_VERB_LAST = frozenset({"de", "zh", "ja"})  # languages in which the verb may follow its date


_ROLES = frozenset(
    """wife husband spouse girlfriend boyfriend fiancée fiancé fiancee partner sister brother mother father son daughter
    cousin uncle aunt friend colleague""".split()
)


@dataclass(frozen=True, slots=True)
class Found:
    """A fact and where in the sentence its words begin."""

    type: FactType
    aspect: str
    value: str
    words: str
    start: int
    hedged: bool = False


def facts(sentence: str, language: str) -> list[Found]:
    """The facts that a sentence fixes."""
    text = re.sub(r"\s+", " ", sentence)
    fixed = [*_dates(text, language), *_counts(text, language)]
    # "his wife Debra did not come" says all the same whose wife she is; so it is with names
    fixed += [*_agents(text), *_places(text)]
    if _REPORTED.search(text):
        return []  # what a source only reports is not what it says (design, "Compare")
    return [*(f for f in fixed if not _denied(text, f)), *_roles(text), *_names(text)]


def _denied(text: str, found: Found) -> bool:
    """Whether the clause that a fact stands in says no to it."""
    start, end = _clause(text, found.start)
    around = text[start : found.start] + text[found.start + len(found.words) : end]
    return bool(_NOT.search(around))


def _clause(text: str, place: int) -> tuple[int, int]:
    """Where the clause around a place begins and ends."""
    cuts = [m.span() for m in _CLAUSE.finditer(text)]
    start = max((end for _, end in cuts if end <= place), default=0)
    return start, min((begin for begin, _ in cuts if begin >= place), default=len(text))


def _dates(text: str, language: str) -> list[Found]:
    found: list[Found] = []
    for match in _DATE.finditer(text):
        start, end = _clause(text, match.start())
        before, after = text[start : match.start()], text[match.end() : end]
        event = _event_before(before)
        if not event and base(language) in _VERB_LAST:
            event = _event_after(after)
        value = _iso(match)
        if event and value and not _BETWEEN.search(before):
            found.append(Found(FactType.DATE, event, value, match.group().strip(), match.start()))
    return found


def days(text: str) -> list[str]:
    """The dates in a text that are given to the day (YYYY-MM-DD), whatever it says of them."""
    if not _FOUR_DIGITS.search(text):
        return []  # most sentences; the pattern for dates costs a third of a millisecond
    found = [_iso(match) for match in _DATE.finditer(text)]
    return [date for date in found if len(date) == len("YYYY-MM-DD")]


def _iso(match: re.Match[str]) -> str:
    """A date as far as it is given; "" for one that no calendar has."""
    groups = {k[0]: v for k, v in match.groupdict().items() if v}
    year, month, day = (groups.get(part, "") for part in "ymd")
    number = int(month) if month.isdigit() else _MONTHS.get(month.casefold(), 0)
    if month and not 1 <= number <= 12:
        return ""
    if day and not 1 <= int(day) <= monthrange(int(year), number)[1]:
        return ""
    return "-".join([year, *([f"{number:02}"] if number else []), *([day.zfill(2)] if day else [])])


def _event_before(clause: str) -> str:
    """The event that a date belongs to: the nearest verb before it within the clause, with the
    preposition of a period ("until")."""
    words = _event_words(clause)
    last = words[-1] if words else ""
    for word in reversed(words[-_NEAR:]):
        event = EVENT_OF.get(word)
        if event == "lead from":
            return {"until": "lead until", "to": "lead until", "from": "lead from"}.get(last, "")
        if event:
            return event
    return ""


def _event_after(clause: str) -> str:
    """The event in what follows a date up to the end of the clause ("wurde 1993 gegründet")."""
    events = (EVENT_OF.get(word, "") for word in _event_words(clause)[:_NEAR])
    return next((e for e in events if e and e != "lead from"), "")


def _event_words(clause: str) -> list[str]:
    """The words of a clause; events of a script without blanks stand apart."""
    apart = _EAST_ASIAN.sub(lambda m: f" {m.group()} ", clause.casefold())
    return re.findall(r"[^\W\d_]+", apart)


def _counts(text: str, language: str) -> list[Found]:
    stops = stopwords(language) if base(language) == "en" else frozenset()
    found: list[Found] = []
    for match in _COUNT.finditer(text):
        words = match.group("unit").split()
        unit = _unit(words, stops)
        raw = match.group("number").casefold()
        number = str(_WORDS[raw]) if raw in _WORDS else re.sub(r"[,  ]", "", raw)
        if unit and not (len(number) == 4 and number.startswith(("19", "20")) and "," not in raw):
            shown = f"{(match.group('hedge') or '').strip()} {match.group('number')} {unit}".strip()
            found.append(
                Found(
                    FactType.COUNT,
                    singular_phrase(unit),
                    number,
                    shown,
                    match.start(),
                    bool(match.group("hedge")),
                )
            )
    return found


def _unit(words: list[str], stops: frozenset[str]) -> str:
    if words and words[0] in {"%", "percent"}:
        return "percent"
    kept: list[str] = []
    for word in words:
        if word in stops or word in _MONTHS:
            break
        kept.append(word)
    plural = [i for i, w in enumerate(kept) if w.endswith("s") and not w.endswith("ss")]
    return " ".join(kept[: plural[0] + 1]) if plural else ""


def _agents(text: str) -> list[Found]:
    """By whom something was done; the names as one value, in the order of their normal forms."""
    return [
        Found(
            FactType.AGENT, f"{m['what'].casefold()} by", _names_in(m["who"]), m["who"], m.start()
        )
        for m in _DONE_BY.finditer(text)
    ]


def _places(text: str) -> list[Found]:
    """Where something is. A place is given with the one that it lies in, or as a city: else one text
    may well give the city and another the country."""
    return [
        Found(
            FactType.PLACE,
            f"{m['what'].casefold()} in",
            _names_in(m["where"]),
            m["where"],
            m.start(),
        )
        for m in _IN_PLACE.finditer(text)
        if m["of"] or "," in m["where"]
    ]


def _names_in(words: str) -> str:
    names = re.split(r",\s+(?:and\s+)?|\s+and\s+|\s+&\s+", words)
    return "+".join(sorted(key(re.sub(r"^the\s+", "", name)) for name in names))


def _roles(text: str) -> list[Found]:
    found: list[Found] = []
    for match in _RELATION.finditer(text):
        name = match.group("name") or match.group("name2")
        role = match.group("role") or match.group("role2")
        if role in _ROLES:
            found.append(
                Found(FactType.ROLE, key(name), singular_phrase(role), role, match.start())
            )
    return found


def _names(text: str) -> list[Found]:
    found: list[Found] = []
    for match in _PAIRED.finditer(text):
        groups = {k: v for k, v in match.groupdict().items() if v}
        version = next(v for k, v in groups.items() if k.startswith("version"))
        name = next(v for k, v in groups.items() if k.startswith("name"))
        found.append(
            Found(
                FactType.NAME,
                f"name of {version}",
                key(name),
                name[0].upper() + name[1:],
                match.start(),
            )
        )
    return found
