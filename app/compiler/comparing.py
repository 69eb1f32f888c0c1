"""What is put side by side on a comparison page of its own: an older and a newer text, or two
documents that speak of the same things and of each other."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from app.compiler.lexicon import RULE_WORDS
from app.compiler.resolve import Subject, subject_of
from app.compiler.statements import newer
from app.compiler.wording import stand_alone, word_count
from app.ledger.cache import Cache
from app.ledger.near import closest, fold
from app.ledger.records import Claim, Quotable, Role, SourceRecord

SAME = 96.0  # of 100, letter by letter: the same rule, newly spelled
CHANGED = 58.0
ROWS_AT_MOST = 24
NAMED_FROM = 3  # sentences of one document that must name the other
LONGEST_CELL = 45  # words


@dataclass(frozen=True, slots=True)
class Cell:
    """What one side says, with the sentences that it rests on."""

    source: str
    text: str
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One aspect: its name, what each side says (None: no sentence found), and a word on the two."""

    aspect: str
    left: Cell | None
    right: Cell | None
    verdict: str = ""
    page: str = ""


def versions(cache: Cache, source: str) -> Iterator[tuple[SourceRecord, SourceRecord]]:
    """The (older, newer) pairs of texts that a source is one of."""
    record = cache.source(source)
    translations = set(cache.voices.translations(source))
    for other in cache.voices.editions(source):
        if other in translations:
            continue
        theirs = cache.source(other)
        if newer(theirs, record):
            yield record, theirs
        elif newer(record, theirs):
            yield theirs, record


def version_rows(cache: Cache, older: SourceRecord, later: SourceRecord) -> list[Row]:
    """What changed between two texts, what is new and what is gone, in the order of the newer one.

    Rules only, where both are texts of rules: sentences with a key word of RFC 2119, and what
    replaced them.
    """
    before, after = _statements(cache, older), _statements(cache, later)
    left = {fold(q.text): q for q, _ in before}
    used: set[str] = set()
    rows: list[tuple[int, Row]] = []
    for quotable, text in after:
        match = closest(fold(quotable.text), list(left), CHANGED)
        right = Cell(later.id, text, (quotable.label,))
        if match and match[1] >= SAME:
            used.add(match[0])
        elif match and match[0] not in used:
            used.add(match[0])
            old = left[match[0]]
            words = stand_alone(old.text, older.language, older.short)
            rows.append(
                (
                    0,
                    Row(
                        _aspect(cache, later.id, quotable),
                        Cell(older.id, words.text if words else old.text, (old.label,)),
                        right,
                        "changed",
                    ),
                )
            )
        elif match is None and (RULE_WORDS.search(text) or not later.rule_text):
            rows.append((1, Row(_aspect(cache, later.id, quotable), None, right, "new")))
    for quotable, text in before:
        if fold(quotable.text) not in used and RULE_WORDS.search(text):
            rows.append(
                (
                    2,
                    Row(
                        _aspect(cache, older.id, quotable),
                        Cell(older.id, text, (quotable.label,)),
                        None,
                        "gone",
                    ),
                )
            )
    chosen = sorted(rows, key=lambda r: r[0])[:ROWS_AT_MOST]
    return [row for row in (r for _, r in rows) if any(row is c for _, c in chosen)]


def _statements(cache: Cache, record: SourceRecord) -> list[tuple[Quotable, str]]:
    found = []
    for quotable in cache.quotables(record.id):
        if not quotable.label.isdigit():
            continue
        worded = stand_alone(quotable.text, record.language, record.short)
        if worded and 4 <= word_count(worded.text) <= LONGEST_CELL:
            found.append((quotable, worded.text))
    return found


def _aspect(cache: Cache, source: str, quotable: Quotable) -> str:
    """What a rule is about: the first subject with a page that it names, else the part that it stands in."""
    for slot in cache.subjects.slots_in(source, quotable.label):
        if page := subject_of(cache, slot).page:
            return page.title
    return quotable.section[-1] if quotable.section else quotable.where


def own_subject(cache: Cache, record: SourceRecord) -> Subject | None:
    """The subject that a document itself is, where its text names it: "PEP 440"."""
    return subject_of(cache, record.own) if record.own else None


def beside(cache: Cache, source: str) -> Iterator[tuple[SourceRecord, SourceRecord]]:
    """The pairs of documents, this one among them, of which one sets itself beside the other: it
    names the other in three sentences or more, and the two are not one text."""
    record = cache.source(source)
    if _newest(cache, source) != source:
        return  # what was replaced is put beside what replaced it, and nothing else
    mine = own_subject(cache, record)
    seen: set[frozenset[str]] = set()
    for other in sorted(
        {_newest(cache, s) for s in _speaking_of(cache, mine) | _spoken_of(cache, record)}
    ):
        pair = frozenset((source, other))
        if (
            other != source
            and cache.source(other).language == record.language
            and pair not in seen
            and cache.voices.voice(other) != cache.voices.voice(source)
        ):
            seen.add(pair)
            theirs = cache.source(other)
            yield (record, theirs) if record.short <= theirs.short else (theirs, record)


def _speaking_of(cache: Cache, subject: Subject | None) -> set[str]:
    """The documents that name a subject often, and are subjects themselves."""
    if subject is None:
        return set()
    counts: Counter[str] = Counter()
    for source, _, _, count in cache.subjects.named_counts(subject.slots):
        counts[source] += count
    return {
        source
        for source, count in counts.items()
        if count >= NAMED_FROM and cache.source(source).own
    }


def _spoken_of(cache: Cache, record: SourceRecord) -> set[str]:
    """The documents that this one names often."""
    if not record.own:
        return set()
    often = [f.slot for f in cache.subjects.found_in(record.id) if len(f.named_in) >= NAMED_FROM]
    return {other for slot in often for other in cache.sources_being(subject_of(cache, slot).slots)}


def _newest(cache: Cache, source: str) -> str:
    best = cache.source(source)
    for other in cache.voices.editions(source):
        record = cache.source(other)
        if record.language == best.language and newer(record, best):
            best = record
    return best.id


def pair_rows(cache: Cache, a: SourceRecord, b: SourceRecord) -> list[Row]:
    """What two documents say of the subjects that both speak of, subject by subject, and of each other."""
    rows = _of_each_other(cache, a, b)
    slots_b = {slot: s for slot in cache.subjects.slots_of(b.id) if (s := subject_of(cache, slot))}
    seen = {own.of for own in (own_subject(cache, a), own_subject(cache, b)) if own}
    for slot in cache.subjects.slots_of(a.id):
        subject = subject_of(cache, slot)
        if (
            subject.of in seen
            or subject.page is None
            or not any(s.of == subject.of for s in slots_b.values())
        ):
            continue
        seen.add(subject.of)
        left, right = _best(cache, subject, a), _best(cache, subject, b)
        if left and right:
            rows.append(Row(subject.page.title, left, right, "", subject.page.stem))
    return rows[:ROWS_AT_MOST]


def _of_each_other(cache: Cache, a: SourceRecord, b: SourceRecord) -> list[Row]:
    rows = []
    for speaker, other, left in ((a, b, True), (b, a, False)):
        subject = own_subject(cache, other)
        for claim in _claims(cache, subject, speaker)[:3] if subject else []:
            cell = Cell(speaker.id, claim.text, claim.evidence)
            rows.append(Row("Beside each other", cell if left else None, None if left else cell))
    return rows


def _best(cache: Cache, subject: Subject, record: SourceRecord) -> Cell | None:
    claims = _claims(cache, subject, record) or _claims(cache, subject, record, mentions=True)
    return Cell(record.id, claims[0].text, claims[0].evidence) if claims else None


def _claims(
    cache: Cache, subject: Subject, record: SourceRecord, *, mentions: bool = False
) -> list[Claim]:
    order = list(Role)
    found = [
        c
        for slot in subject.slots
        for source, c in cache.subjects.claims(slot)
        if source == record.id
        and (mentions or c.role is not Role.MENTIONS)
        and not c.items
        and word_count(c.text) <= LONGEST_CELL
    ]
    return sorted(found, key=lambda c: (order.index(c.role), -c.score, c.evidence))
