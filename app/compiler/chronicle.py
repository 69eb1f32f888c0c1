"""What happened when, and which text replaced which: as far as statements and headers say so."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.compiler.facts import days, facts
from app.compiler.resolve import subject_of
from app.ledger.cache import Cache
from app.ledger.pages import PageRow
from app.ledger.records import Claim, FactType, Quotable, Role, SourceRecord

PAGES_AT_MOST = 150
"""The largest pages, whose dates are looked at."""

ALIKE_AT_MOST = 4
"""Dates of one kind of event: a list of leaders is no chronicle."""

_HEADER_LINES = 40  # sentences at the head of a source among which its header is looked for
_FIELD = re.compile(r"^(?P<name>[\w -]{2,30}):\s+(?P<value>\S.*)$", re.DOTALL)
_MADE = frozenset({"created", "date", "published"})
_REPLACED_BY = frozenset({"superseded-by", "obsoleted-by"})
_REPLACES = frozenset({"replaces", "obsoletes", "supersedes"})


@dataclass(frozen=True, slots=True)
class Event:
    """A date (YYYY, YYYY-MM or YYYY-MM-DD) and the statement of a page, or header of a source,
    that gives it."""

    date: str
    source: str
    evidence: tuple[str, ...]
    claim: Claim | None
    page: PageRow | None


@dataclass(frozen=True, slots=True)
class Replaced:
    """An older and a newer text, and the header lines (source, label) that say so."""

    older: str
    newer: str
    evidence: tuple[tuple[str, str], ...]


def events(cache: Cache, at_most: int, taken: Iterable[Event] = ()) -> list[Event]:
    """A date of each of the largest pages that have one, with what is said of it, the oldest first.

    An event that two pages date is shown once, none that ``taken`` shows already is shown again,
    and no kind of event fills the list.
    """
    chosen: list[_Dated] = []
    found: list[Event] = []
    shown = {(event.source, label) for event in taken for label in event.evidence}
    for page, dates in _by_page(cache):
        if len(chosen) == at_most:
            break
        for dated in dates:
            if (dated.source, dated.label) in shown or not _adds(dated, chosen):
                continue
            if claim := _claim(cache, page, dated):
                chosen.append(dated)
                found.append(Event(dated.date, dated.source, claim.evidence, claim, page))
                break
    return sorted(found, key=lambda e: (e.date, e.source, e.evidence))


@dataclass(frozen=True, slots=True, order=True)
class _Dated:
    """A date in a sentence, of an event or ("") of whatever the sentence says."""

    vague: int  # 0 to the day, 1 to the month, 2 to the year: the most exact sort first
    unnamed: bool
    date: str
    source: str
    label: str
    aspect: str


def _by_page(cache: Cache) -> list[tuple[PageRow, list[_Dated]]]:
    """The first date of each sentence that the largest pages show, the most exact, then the
    earliest first."""
    found: dict[str, dict[tuple[str, str], _Dated]] = defaultdict(dict)
    for page, source, fact in cache.pages.dated_on(PAGES_AT_MOST):
        vague = 2 - fact.value.count("-")
        dated = _Dated(vague, False, fact.value, source, fact.label, fact.aspect)
        known = found[page].setdefault((source, fact.label), dated)
        found[page][(source, fact.label)] = min(known, dated)
    for page, source, label, text in cache.pages.shown_on(PAGES_AT_MOST):
        for day in days(text)[:1]:
            found[page].setdefault((source, label), _Dated(0, True, day, source, label, ""))
    pages = (p for p in cache.pages.largest(PAGES_AT_MOST) if p.id in found)
    return [(page, sorted(found[page.id].values())) for page in pages]


def _adds(dated: _Dated, chosen: Sequence[_Dated]) -> bool:
    """Whether a date is of another sentence and event than those chosen, and not one more of a kind."""
    alike = sum(other.aspect == dated.aspect for other in chosen)
    return alike < ALIKE_AT_MOST and not any(_same(dated, other) for other in chosen)


def _same(a: _Dated, b: _Dated) -> bool:
    """Whether two dates are of one sentence, or of one event, one of them perhaps less exact."""
    if (a.source, a.label) == (b.source, b.label):
        return True
    compatible = a.date.startswith(b.date) or b.date.startswith(a.date)
    return bool(a.aspect) and a.aspect == b.aspect and compatible


def _claim(cache: Cache, page: PageRow, dated: _Dated) -> Claim | None:
    """What the source says of the page's subject in this sentence, if it says it in full."""
    for slot in subject_of(cache, page.of).slots:
        for source, claim in cache.subjects.claims(slot):
            mine = source == dated.source and dated.label in claim.evidence
            if mine and claim.role is not Role.MENTIONS and not claim.text.endswith((":", "：")):
                return claim
    return None


def made(cache: Cache, sources: Iterable[SourceRecord], at_most: int) -> list[Event]:
    """When texts were made, by their own headers, the oldest first."""
    dated = sorted(
        (date, record.id)
        for record in sources
        if (date := next(filter(None, (_made(n, v) for n, v in record.fields)), ""))
    )
    found = []
    for date, source in dated:
        labels = [place.label for n, v, place in _header(cache, source) if _made(n, v) == date]
        if labels:
            found.append(Event(date, source, (labels[0],), None, None))
        if len(found) == at_most:
            break
    return found


def _made(name: str, value: str) -> str:
    """The date that a header's field gives, "" if it is no such field or no date."""
    found = facts(f"created {value}", "en") if name.casefold() in _MADE else []
    return found[0].value if found and found[0].type is FactType.DATE else ""


def replaced(cache: Cache, sources: Sequence[SourceRecord]) -> list[Replaced]:
    """Which of these texts replaced which, by their own headers, in the order of the older ones."""
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for record in sources:
        if not any(n.casefold() in _REPLACED_BY | _REPLACES for n, _ in record.fields):
            continue
        for name, value, place in _header(cache, record.id):
            others = [o for o in sources if o.id != record.id and _is_meant(value, record, o)]
            if len(others) == 1 and name in _REPLACED_BY | _REPLACES:
                pair = (record.id, others[0].id)
                pair = pair if name in _REPLACED_BY else (pair[1], pair[0])
                found.setdefault(pair, []).append((record.id, place.label))
    return [Replaced(*pair, tuple(evidence)) for pair, evidence in found.items()]


def _header(cache: Cache, source: str) -> Iterator[tuple[str, str, Quotable]]:
    """The fields at the head of a source: name in lower case, value, place."""
    for quotable in cache.quotables(source)[:_HEADER_LINES]:
        match = _FIELD.match(" ".join(quotable.text.split()))
        if quotable.kind.value == "field" and match:
            yield match["name"].casefold(), match["value"], quotable


def _is_meant(value: str, record: SourceRecord, other: SourceRecord) -> bool:
    """Whether a header's "440" or "PEP 440" is the other text, numbered as this one is ("PEP 386")."""
    series = re.sub(r"\W*\d.*$", "", record.short)
    numbers = re.findall(r"\d+", value)
    return bool(series) and other.short in {f"{series} {number}" for number in numbers}
