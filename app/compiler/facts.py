"""What a statement fixes that another could gainsay: a date, a count, a name, what someone is to
someone. What a sentence denies, and what it leaves between two ends, fixes nothing; what it bounds
("fewer than", "before") it fixes so far.

A fact is an aspect and a value, found by code in the source's own sentence. Two facts can only
clash where the aspect is the same; whether they do is decided in ``app.compiler.disagree``.
"""

import re
from dataclasses import dataclass

from app.compiler.amounts import amounts
from app.compiler.dates import clause_around, days, told_by
from app.compiler.dates import dates as dates_in
from app.compiler.events import EVENT_OF
from app.compiler.stance import Stance, stance
from app.ledger.naming import key, singular_phrase
from app.ledger.records import FactType

__all__ = ["EVENT_OF", "Found", "days", "facts"]
WHEN = "when"  # the aspect of a date of an event that is in no list
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
    r"|不(?![到足超])|没|沒|未(?!満)|非|ない|なかった",
    re.IGNORECASE,
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
_ONLY_THEN = re.compile(r"\b(?:not until|(?:ce )?n['’]est qu['’]en)(?= )", re.IGNORECASE)
_REPORTED = re.compile(
    r"\b(?:allegedly|reportedly|supposedly|rumou?red|claims? that|claimed (?:to|that)|said to|believed to|thought to"
    r"|attributed to|according to|probably|perhaps|possibly|might have|may have|soll|sollen|aurait|auraient)\b",
    re.IGNORECASE,
)


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
    bound: str = ""


def facts(sentence: str, language: str) -> list[Found]:
    """The facts that a sentence fixes."""
    text = _ONLY_THEN.sub(lambda m: "in".ljust(len(m.group())), re.sub(r"\s+", " ", sentence))
    fixed = [*_dates(text, language), *_counts(text, language)]
    # "his wife Debra did not come" says all the same whose wife she is; so it is with names
    fixed += [*_agents(text), *_places(text)]
    found = [*(f for f in fixed if not _denied(text, f)), *_roles(text), *_names(text)]
    if found and (_REPORTED.search(text) or stance(text) in {Stance.REPORTED, Stance.DOUBTED}):
        return []  # what a source only reports is not what it says (design, "Compare")
    return found


def _denied(text: str, found: Found) -> bool:
    """Whether the clause that a fact stands in says no to it. A bound is turned round already where it
    is denied ("no more than")."""
    if found.type is FactType.COUNT and found.bound not in {"", "~"}:
        return False
    start, end = clause_around(text, found.start)
    if found.type is FactType.COUNT:
        cuts = [m.end() for m in re.finditer(r",(?=\s)", text)]
        start = max([start, *(c for c in cuts if c <= found.start)])
        end = min([end, *(c for c in cuts if c > found.start + len(found.words))])
    around = text[start : found.start] + text[found.start + len(found.words) : end]
    return bool(_NOT.search(around))


def _dates(text: str, language: str) -> list[Found]:
    found = []
    for date in dates_in(text, language):
        if date.event or told_by(text, date.start):
            aspect = date.event or WHEN
            hedged = bool(date.bound)
            found.append(
                Found(FactType.DATE, aspect, date.value, date.words, date.start, hedged, date.bound)
            )
    return found


def _counts(text: str, language: str) -> list[Found]:
    return [
        Found(FactType.COUNT, a.of, f"{a.value:.12g}", a.words, a.start, bool(a.bound), a.bound)
        for a in amounts(text, language)
    ]


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
