"""What is put side by side on a comparison page of its own: an older and a newer text, documents
that speak of each other, and subjects that sources set side by side.

Which pairs there are is found from one source and what it names, never by looking at all pairs.
What the pages say is made in ``app.compiler.version_table`` and ``app.compiler.pair_table``.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cmp_to_key
from itertools import pairwise

from app.compiler.lexicon import NUMBERS
from app.compiler.resolve import Subject, names_of, subject_of
from app.compiler.statements import dated, newer, version_words
from app.compiler.tables import without_version
from app.ledger.cache import Cache
from app.ledger.naming import key
from app.ledger.records import Quotable, SourceRecord

NAMED_FROM = 3  # sentences of one document that must name the other
_REPLACES = {"replaces", "obsoletes", "supersedes"}
_REPLACED_BY = {"superseded-by", "obsoleted-by", "replaced-by"}
# Words before the first of the two things, and words between them, by which a sentence sets them
# side by side; a regular expression for each that both fill in.
_BEFORE = (
    r"unlike|contrary to|in contrast (?:to|with)|compared (?:to|with)|as opposed to"
    r"|im Gegensatz zu|im Unterschied zu|anders als|contrairement à|à la différence d[e'’]"
)
_BETWEEN = (
    r"whereas|while|unlike|in contrast to|than|differs? from|as opposed to"
    r"|während|tandis que|alors que"
)
_SETS_BESIDE = re.compile(
    rf"\b(?:{_BEFORE}|{_BETWEEN}|both|neither)\b|, but\b"
    r"|不同于|与[^，。]{1,20}不同|相比|とは?異なり|に対して|に比べ",
    re.IGNORECASE,
)


def versions(cache: Cache, source: str) -> Iterator[tuple[SourceRecord, SourceRecord]]:
    """The (older, newer) pairs of texts that a source is one of, or a translation of one of.

    Of many versions of a text each is put beside the next. They are near-copies of one another, or
    bear one name with different numbers, by which, or by their dates, they are ordered.
    """
    seen: set[tuple[str, str]] = set()
    for text in (source, *cache.voices.translations(source)):
        ordered = family(cache, text)
        for older, later in pairwise(ordered):
            pair = (older.id, later.id)
            if text in pair and pair not in seen and newer(later, older):
                seen.add(pair)
                yield older, later


def family(cache: Cache, source: str) -> list[SourceRecord]:
    """The versions of a text in its language, itself among them, the oldest first."""
    record = cache.source(source)
    ids = {source, *cache.voices.editions(source)} - set(cache.voices.translations(source))
    if record.own:
        ids |= set(cache.sources_being(subject_of(cache, record.own).slots))
    known = [cache.source(i) for i in sorted(ids)]
    of_one = [
        r
        for r in known
        if r.language == record.language
        and (
            r.id == source
            or cache.voices.voice(r.id) == cache.voices.voice(source)
            or _one_title(r, record)
        )
    ]
    return sorted(of_one, key=cmp_to_key(_by_age))


def _one_title(a: SourceRecord, b: SourceRecord) -> bool:
    """Whether two titles are one but for the number of the version."""
    words, others = version_words(a.title), version_words(b.title)
    if not words or not others or words == others:
        return False
    return key(a.title.replace(words, " ")) == key(b.title.replace(others, " "))


def _by_age(a: SourceRecord, b: SourceRecord) -> int:
    return newer(a, b) - newer(b, a) or (a.id > b.id) - (a.id < b.id)


def own_subject(cache: Cache, record: SourceRecord) -> Subject | None:
    """The subject that a document itself is, where its text names it: "PEP 440"."""
    return subject_of(cache, record.own) if record.own else None


def beside(cache: Cache, source: str) -> Iterator[tuple[SourceRecord, SourceRecord]]:
    """The pairs of documents, this one or one that it is a translation of among them, of which one
    sets itself beside the other: it names the other in three sentences or more, and the two are
    not one text. What was replaced by a newer version is put beside that, and nothing else."""
    seen: set[tuple[str, str]] = set()
    for text in (source, *cache.voices.translations(source)):
        for pair in _beside(cache, text):
            ids = pair[0].id, pair[1].id
            if ids not in seen:
                seen.add(ids)
                yield pair


def _beside(cache: Cache, source: str) -> Iterator[tuple[SourceRecord, SourceRecord]]:
    versions_of_it = family(cache, source)
    if versions_of_it[-1].id != source:
        return
    record = cache.source(source)
    spoken = _speaking_of(cache, own_subject(cache, record)) | _spoken_of(cache, record)
    for other in sorted({_newest(cache, s) for s in spoken} - {r.id for r in versions_of_it}):
        theirs = cache.source(other)
        voices = {cache.voices.voice(other), cache.voices.voice(source)}
        if theirs.language == record.language and len(voices) == 2:
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
    return family(cache, source)[-1].id


def replacing_field(name: str) -> bool:
    """Whether a header field says what a document replaces, or what replaces it."""
    return name.casefold() in _REPLACES | _REPLACED_BY


def replaced(a: SourceRecord, b: SourceRecord) -> tuple[SourceRecord, SourceRecord] | None:
    """The two as (older, newer), where the header of one says that it replaces the other."""
    for one, other in ((a, b), (b, a)):
        fields = {name.casefold(): value for name, value in one.fields}
        if any(names_document(fields.get(f, ""), other) for f in _REPLACES):
            return other, one
        if any(names_document(fields.get(f, ""), other) for f in _REPLACED_BY):
            return one, other
    return None


def names_document(value: str, record: SourceRecord) -> bool:
    """Whether a header's value is a document: by its name, or by its number ("Replaces: 386")."""
    number = re.search(r"\d[\d.]*$", record.short)
    known = {record.short.casefold(), *([number.group()] if number else [])}
    return any(part.strip().casefold() in known for part in re.split(r"[,;]", value))


def in_display_order(
    cache: Cache, a: SourceRecord, b: SourceRecord
) -> tuple[SourceRecord, SourceRecord]:
    """Which of two documents stands on the left: the replaced one, else the one that the other
    speaks of more."""
    if found := replaced(a, b):
        return found
    counts = [
        sum(
            count
            for source, _, _, count in cache.subjects.named_counts(own.slots)
            if source == speaker.id
        )
        if (own := own_subject(cache, spoken))
        else 0
        for spoken, speaker in ((a, b), (b, a))
    ]
    return (a, b) if counts[0] >= counts[1] else (b, a)


def subjects_beside(cache: Cache, source: str) -> Iterator[tuple[Subject, Subject]]:
    """The pairs of subjects, each with a page of its own, that a sentence of this source sets side
    by side ("Unlike Borg, restic …")."""
    seen: set[frozenset[str]] = set()
    for place in cache.quotables(source):
        if not place.label.isdigit() or not _SETS_BESIDE.search(place.text):
            continue
        pair = _set_beside(cache, source, place)
        if pair and frozenset(s.of for s in pair) not in seen:
            seen.add(frozenset(s.of for s in pair))
            yield pair


def _set_beside(cache: Cache, source: str, place: Quotable) -> tuple[Subject, Subject] | None:
    """The two subjects of one kind that a sentence sets side by side, in the order of their slots."""
    named: dict[str, Subject] = {}
    for slot in cache.subjects.slots_in(source, place.label):
        subject = subject_of(cache, slot)
        if subject.page and not subject.page.gone:
            named[subject.of] = subject
    pairs = [
        (one, other) for one in named.values() for other in named.values() if one.of < other.of
    ]
    return next((p for p in pairs if sets_beside(place.text, names_of(p[0]), names_of(p[1]))), None)


def sets_beside(text: str, one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether a sentence sets the bearers of two sets of names side by side."""
    flat = re.sub(r"\s+", " ", text)
    a, b = _any_of(one), _any_of(other)
    return any(
        re.search(shape, flat, re.IGNORECASE)
        for x, y in ((a, b), (b, a))
        for shape in _shapes(x, y)
    )


def _any_of(names: Sequence[str]) -> str:
    ordered = sorted(names, key=lambda n: (-len(n), n))
    return "(?:" + "|".join(re.escape(n) + "s?" for n in ordered) + ")"


def _shapes(x: str, y: str) -> tuple[str, ...]:
    """The shapes of sentences that set x beside y, as regular expressions."""
    the = r"(?:the |that of |those of )?"
    return (
        rf"\b(?:{_BEFORE})\s?{the}{x}\b.*\b{y}\b",
        rf"\b{x}\b.*\b(?:{_BETWEEN})\b {the}(?:\w+ ){{0,2}}{y}\b",
        rf"\b{x}\b.*, but {the}{y}\b",
        rf"\b(?:both {the}{x} and|neither {the}{x} nor) {the}{y}\b",
        rf"(?:不同于|相比于?|与)\s?{x}.*{y}|{x}(?:とは?異なり|に対して|に比べ).*{y}",
    )


def title_of_versions(older: SourceRecord, later: SourceRecord) -> str:
    """A title for two versions of one text; what their names begin with alike is said once
    ("SemVer 1.0.0 and 2.0.0"), and what they do not say their dates do."""
    mine, theirs = older.short.split(), later.short.split()
    if mine == theirs:
        a, b = (
            r.date[:10] if dated(older, later) else version_words(r.title) for r in (older, later)
        )
        return f"{older.short}, {a} and {b}" if a and b else f"{older.short}, two versions"
    common = 0
    while common < min(len(mine), len(theirs)) - 1 and mine[common] == theirs[common]:
        common += 1
    if not NUMBERS.search(theirs[common]):
        common = 0
    return f"{older.short} and {' '.join(theirs[common:])}"


def title_of_pair(left: SourceRecord, right: SourceRecord) -> str:
    """A title for two documents: their names without the numbers of their versions."""
    return " and ".join(without_version(r.short) for r in (left, right))
