"""What is put side by side on a comparison page of its own: an older and a newer text, documents
that speak of each other, and subjects that sources set side by side.

Which pairs there are is found from one source and what it names, never by looking at all pairs.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cmp_to_key
from itertools import pairwise

from app.compiler.builtin.phrases import opening
from app.compiler.builtin.roles import aspect, kind_of_statement
from app.compiler.lexicon import NUMBERS, RULE_WORDS
from app.compiler.matching import Match, matches, roots
from app.compiler.resolve import Subject, names_of, subject_of
from app.compiler.revisions import Change, Piece, differing, revision
from app.compiler.sides import Saying, front, head_key, of_document, of_subject
from app.compiler.statements import dated, newer, version_words
from app.compiler.wording import capitalised, drop_pointers, incomplete, stand_alone, tidy
from app.ledger.cache import Cache
from app.ledger.naming import key
from app.ledger.pages import PageRow
from app.ledger.records import Quotable, SourceRecord
from app.sources.document import BlockKind

ROWS_AT_MOST = 32
ONE_SIDED = 4  # rows a side on what the other does not speak of
NAMED_FROM = 3  # sentences of one document that must name the other
LEAD_AT_MOST = 3  # sentences on each other above the table
LISTED_FROM = 3  # differences that a source lists itself, from which they are shown
LISTED_AT_MOST = 12
LONGEST_LABEL = 60  # characters
LONGEST_FRONT = 9  # words of a statement's beginning that can be its label
GROUPED_FROM = 9  # rows of a table from which it is cut into groups
_GROUPS = ("Form", "Order", "Rules", "Use", "Reasons", "Figures", "Origin", "")
_CONTRAST = re.compile(
    r"\b(?:unlike|whereas|in contrast|contrary to|compared (?:to|with)|compared|rather than|instead of"
    r"|differs?|different from|(?:more|less|fewer|\w{3,}er) (?:[\w-]+ ){0,4}than|as opposed to|compatible|equivalent"
    r"|supersedes?|replaces?|similar(?:ly)? to|based on|descends? from|while|both|neither)\b",
    re.IGNORECASE,
)
_SETS_BESIDE = re.compile(
    r"\b(?:unlike|whereas|in contrast (?:to|with)|contrary to|compared (?:to|with)|as opposed to"
    r"|(?:more|less|fewer|\w{3,}er) (?:[\w-]+ ){0,4}than|differs? from|while|both|neither)\b"
    r"|, but\b|im (?:Gegensatz|Unterschied) zu\b|anders als\b|während\b|contrairement à|à la différence d|tandis que|alors que"
    r"|不同于|与[^，。]{1,20}不同|相比|とは?異なり|に対して|に比べ",
    re.IGNORECASE,
)
_CLAUSES = re.compile(r",?\s+whereas\s+|,\s+(?:(?:while|but|and)\s+)?")
_DIFFERENCES = re.compile(
    r"\b(?:differences?|changes?|changed|compared|comparison|versus|vs\.?|migrat\w+|new since"
    r"|unterschiede?|änderungen|différences?|changements?)\b|变更|区别|差异|違い|変更",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"[^\W\d_]{3,}(?:[ '’-][^\W\d_]+)*")  # a name in words
_FIRST_NOUN = re.compile(
    r"^(?:(?:the|an?)\s+)?([\w-]+)\s+(?:for|of|between|among)\b", re.IGNORECASE
)
_REPLACES = {"replaces", "obsoletes", "supersedes"}
_REPLACED_BY = {"superseded-by", "obsoleted-by", "replaced-by"}


@dataclass(frozen=True, slots=True)
class Cell:
    """What one side says, with the sentences that it rests on; ``pieces`` that are ``other`` are
    not in the cell beside it."""

    source: str
    pieces: tuple[Piece, ...]
    evidence: tuple[str, ...]

    @property
    def text(self) -> str:
        """Its words."""
        return " ".join(p.text for p in self.pieces)


@dataclass(frozen=True, slots=True)
class Row:
    """One aspect: its name, what each side says (None: no sentence found), and a word on the two."""

    aspect: str
    left: Cell | None
    right: Cell | None
    verdict: str = ""
    page: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """What a comparison page shows: sentences of the one on the other, header fields
    by which the one replaces the other, rows, and what a source lists itself under a ``heading``. ``same`` counts
    the statements that stand in both, ``left_out`` the rows that found no room."""

    rows: tuple[Row, ...]
    lead: tuple[Cell, ...] = ()
    fields: tuple[Cell, ...] = ()
    heading: str = ""
    listed: tuple[Cell, ...] = ()
    same: int = 0
    left_out: int = 0

    @property
    def both(self) -> int:
        """The rows in which both sides say something."""
        return sum(row.left is not None and row.right is not None for row in self.rows)


# -- an older and a newer text


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
        and (r.id == source or cache.voices.voice(r.id) == cache.voices.voice(source) or _one_title(r, record))
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


def version_table(cache: Cache, older: SourceRecord, later: SourceRecord) -> Table:
    """What changed between two texts, what is new and what is gone, in the order of the newer one.

    Of what stands in one of them only, texts of rules show rules and what stands among them.
    """
    found = revision(of_document(cache, older), of_document(cache, later))
    rows = [_changed_row(cache, change) for change in found.changes if _worth_a_row(change)]
    rows = _without_repeats(rows)
    kept = set(sorted(range(len(rows)), key=lambda n: (_weight(rows[n]), n))[:ROWS_AT_MOST])
    shown = tuple(row for n, row in enumerate(rows) if n in kept)
    return Table(shown, same=found.same, left_out=len(rows) - len(shown))


def _worth_a_row(change: Change) -> bool:
    """Whether a reader misses it: an example by itself nobody does."""
    return not any(s.example for s in (change.old, change.new) if s) or None not in (
        change.old,
        change.new,
    )


def _weight(row: Row) -> tuple[int, bool]:
    """What is shown first where room is short: changes, then rules, then figures."""
    text = " ".join(c.text for c in (row.left, row.right) if c)
    rank = {"changed": 0, "new": 1, "gone": 1}[row.verdict]
    return rank, not (RULE_WORDS.search(text) or NUMBERS.search(text))


def _without_repeats(rows: Iterable[Row]) -> list[Row]:
    """Each row once, and one spelling of each label ("Pre-release version", "Pre-release versions")."""
    seen: set[tuple[str, str, str]] = set()
    spelled: dict[str, str] = {}
    kept = []
    for found in rows:
        row = replace(found, aspect=spelled.setdefault(head_key(found.aspect), found.aspect))
        what = (row.aspect, row.left.text if row.left else "", row.right.text if row.right else "")
        if what not in seen:
            seen.add(what)
            kept.append(row)
    return kept


def _changed_row(cache: Cache, change: Change) -> Row:
    old, new = change.old, change.new
    if old and new:
        name, left, right = _side_by_side(old, new)
        one, other = differing(left, right)
        verdict = "changed"
        cells = _cell(old, one), _cell(new, other)
    else:
        saying = new or old
        assert saying is not None  # a change has one side at least
        name, rest = named_apart(saying)
        verdict = "new" if new else "gone"
        cell = _cell(saying, [Piece(rest, other=False)])
        cells = (None, cell) if new else (cell, None)
    saying = new or old
    assert saying is not None
    return Row(_label(saying, name), *cells, verdict, _page_of(cache, name))


def _side_by_side(old: Saying, new: Saying) -> tuple[str, str, str]:
    """The label of a row and what each side says: without what they speak of, where that is one."""
    if old.example and new.example:
        return "", _as_code(old.text), _as_code(new.text)
    mine, theirs = named_apart(new), named_apart(old)
    if mine[0] and _one_name(mine[0], theirs[0]):
        return _without_version(mine[0]), theirs[1], mine[1]
    return mine[0], old.text, new.text


def _as_code(text: str) -> str:
    bare = text.rstrip(".").strip()
    return f"`{bare}`" if "`" not in bare else bare


def _one_name(a: str, b: str) -> bool:
    """Whether two phrases name one thing: alike, or one with a word more ("pre-release version number")."""
    a, b = _without_version(a), _without_version(b)
    mine, theirs = a.casefold().split(), b.casefold().split()
    return head_key(a) == head_key(b) or (
        min(len(mine), len(theirs)) >= 2 and (mine[:2] == theirs[:2])
    )


def named_apart(saying: Saying) -> tuple[str, str]:
    """What a statement speaks of, as a label, and the rest; the whole where its beginning is long."""
    if saying.head and saying.tail:
        return saying.head, saying.tail
    first = front(saying)
    if first and len(first.split()) <= LONGEST_FRONT:
        name = re.sub(r"^(?:the|an?)\s+", "", first, flags=re.IGNORECASE)
        return name, saying.text[len(first) :].strip()
    match = _FIRST_NOUN.match(saying.text)
    return (match.group(1) if match else _of_main_clause(saying)), saying.text


def _of_main_clause(saying: Saying) -> str:
    """What the main clause behind a condition speaks of ("When …, the patch version MUST …")."""
    for cut in re.finditer(r",\s+", saying.text):
        if opened := opening(saying.text[cut.end() :], "en"):
            return opened.phrase
        if match := _FIRST_NOUN.match(saying.text[cut.end() :]):
            return match.group(1)
    return ""


def _label(saying: Saying, name: str) -> str:
    """What a row is about: what its statement speaks of, behind what the paragraph speaks of."""
    item = _bare(saying.item)
    if saying.example:
        return f"{capitalised(item)}: example" if item else "Example"
    place = saying.place.section[-1] if saying.place.section else ""
    if not name:
        return capitalised(item or place or saying.place.where)
    bare = _bare(name)
    shared = _nouns(bare) & _nouns(item)
    lower = bare[:1].lower() + bare[1:] if bare[1:2].islower() else bare
    whole = f"{item}: {lower}" if item and not shared else bare
    return capitalised(whole if len(whole) <= LONGEST_LABEL else bare)


def _without_version(name: str) -> str:
    return re.sub(r"(?<=\S)\s+v?\d+(?:\.\d+)+$", "", name)


def _bare(name: str) -> str:
    """A name without what stands in brackets behind it."""
    return re.sub(r"\s*\([^()]*\)$", "", name)


def _nouns(name: str) -> set[str]:
    return {w.rstrip("s") for w in re.findall(r"\w+", name.casefold())}


def _cell(saying: Saying, pieces: Sequence[Piece]) -> Cell:
    bare = list(pieces)
    if bare:
        bare[-1] = replace(bare[-1], text=re.sub(r"(?<![.…])[.。]$", "", bare[-1].text))
    return Cell(saying.source, tuple(p for p in bare if p.text), saying.evidence)


def _page_of(cache: Cache, name: str) -> str:
    """The page of a thing that a label names, if it has one."""
    page = _page_at(cache, key(name)) if name else None
    return page.stem if page else ""


def _page_at(cache: Cache, name: str) -> PageRow | None:
    slot = cache.subjects.known_names([name]).get(name) if name else None
    page = subject_of(cache, slot).page if slot else None
    return page if page and not page.gone else None


# -- documents that speak of each other


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
            and other not in {r.id for r in family(cache, source)}
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
    return family(cache, source)[-1].id


def replaced(a: SourceRecord, b: SourceRecord) -> tuple[SourceRecord, SourceRecord] | None:
    """The two as (older, newer), where the header of one says that it replaces the other."""
    for one, other in ((a, b), (b, a)):
        fields = {name.casefold(): value for name, value in one.fields}
        if any(_names(fields.get(f, ""), other) for f in _REPLACES):
            return other, one
        if any(_names(fields.get(f, ""), other) for f in _REPLACED_BY):
            return one, other
    return None


def _names(value: str, record: SourceRecord) -> bool:
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


def pair_table(cache: Cache, a: SourceRecord, b: SourceRecord) -> Table:
    """What two documents say of the same things, and of each other."""
    own = [s for r in (a, b) if (s := own_subject(cache, r))]
    of_other = _Naming(cache, a, b)
    sides = [[s for s in of_document(cache, r) if not of_other.names(s)] for r in (a, b)]
    names = [n for s in own for n in names_of(s)]
    known = _known_to_both(cache, a, b, {s.of for s in own})
    found = matches(sides[0], sides[1], but=names, known=[n for n, _ in known])
    rows = _match_rows(cache, found, known)
    for side, sayings in enumerate(sides):
        rows += _one_sided(cache, sayings, sides[1 - side], rows, left=side == 0)
    heading, listed = _listed(cache, a, b, of_other)
    lead = _on_each_other(cache, a, b, of_other)
    return Table(_grouped(rows), lead, _fields(cache, a, b), heading, listed)


def _listed(
    cache: Cache, a: SourceRecord, b: SourceRecord, naming: "_Naming"
) -> tuple[str, tuple[Cell, ...]]:
    """What a document itself lists as its differences from the other, with its heading."""
    for record in (b, a):
        found: dict[int, Cell] = {}
        heading = ""
        for place in cache.quotables(record.id):
            if (
                place.kind is BlockKind.ITEM
                and place.label.isdigit()
                and place.block not in found
                and place.section
                and _DIFFERENCES.search(place.section[-1])
                and naming.in_heading(record.id, place.section[-1])
                and not incomplete(tidy(place.text).rstrip("."))
            ):
                heading = tidy(place.section[-1])
                pieces = (Piece(drop_pointers(tidy(place.text)), other=False),)
                found[place.block] = Cell(record.id, pieces, (place.label,))
        if len(found) >= LISTED_FROM:
            return heading, tuple(found[block] for block in sorted(found))[:LISTED_AT_MOST]
    return "", ()


class _Naming:
    """Which statements of two documents name the other one, or stand under a heading that does."""

    def __init__(self, cache: Cache, a: SourceRecord, b: SourceRecord) -> None:
        self._named: set[tuple[str, str]] = set()
        self._headings: dict[str, set[str]] = {}
        for speaker, spoken in ((a, b), (b, a)):
            other = own_subject(cache, spoken)
            if other is not None:
                self._named |= cache.subjects.naming(other.slots)
                self._headings[speaker.id] = {*other.slots, *map(key, names_of(other))}

    def names(self, saying: Saying) -> bool:
        """Whether a statement is on the other document."""
        return self.headed(saying) or (saying.source, saying.place.label) in self._named

    def headed(self, saying: Saying) -> bool:
        """Whether it stands under a heading that names the other document."""
        section = saying.place.section
        return bool(section) and key(section[-1]) in self._headings.get(saying.source, set())

    def in_heading(self, source: str, heading: str) -> bool:
        """Whether a heading of a document names the other one among other words."""
        return any(name in key(heading) for name in self._headings.get(source, set()))


def _fields(cache: Cache, a: SourceRecord, b: SourceRecord) -> tuple[Cell, ...]:
    """The header fields by which the one replaces the other."""
    found = []
    for record, other in ((b, a), (a, b)):
        for place in cache.quotables(record.id):
            name, _, value = place.text.partition(":")
            if (
                place.kind is BlockKind.FIELD
                and name.casefold() in _REPLACES | _REPLACED_BY
                and _names(value, other)
            ):
                pieces = (Piece(name, other=True), Piece(value.strip(), other=False))
                found.append(Cell(record.id, pieces, (place.label,)))
    return tuple(found)


def _known_to_both(
    cache: Cache, a: SourceRecord, b: SourceRecord, but: set[str]
) -> list[tuple[tuple[str, ...], Subject]]:
    """What both documents have a name for, with the names that they use."""
    found: dict[str, tuple[tuple[str, ...], Subject]] = {}
    theirs = {subject_of(cache, slot).of for slot in cache.subjects.slots_of(b.id)}
    for slot in cache.subjects.slots_of(a.id):
        subject = subject_of(cache, slot)
        if subject.of in theirs and subject.of not in but:
            names = [n.text for s, f in subject.found if s in {a.id, b.id} for n in f.names]
            found[subject.of] = (tuple(sorted(set(names))), subject)
    return [found[of] for of in sorted(found)]


def _match_rows(
    cache: Cache, found: Sequence[Match], known: Sequence[tuple[tuple[str, ...], Subject]]
) -> list[Row]:
    rows = []
    for match in found:
        left, right = match.left, match.right
        subject = next((s for names, s in known if _speaks_of(left, names) and _speaks_of(right, names)), None)
        same_head = head_key(left.head) and head_key(left.head) == head_key(right.head)
        name = left.head if same_head else _spelled(match)
        said = {head_key(part) for part in name.split(" / ")}
        if subject:
            said |= {head_key(n) for n in names_of(subject)}
        one, other = (s.tail if head_key(s.head) in said else s.text for s in (left, right))
        page = subject.page if subject and subject.page and not subject.page.gone else None
        rows.append(
            Row(
                page.title if page else capitalised(name),
                _cell(left, [Piece(one, other=False)]),
                _cell(right, [Piece(other, other=False)]),
                page=page.stem if page else _page_of(cache, name),
                group=left.aspect if left.aspect == right.aspect else left.aspect or right.aspect,
            )
        )
    return rows


def _speaks_of(saying: Saying, names: Iterable[str]) -> bool:
    """Whether a statement begins with one of these names."""
    spoken = key(front(saying))
    return any(key(name) in spoken for name in names)


def _spelled(match: Match) -> str:
    """The words that two statements share, as the left one spells them."""
    name = match.words[0]
    if " / " in name:
        return name
    found = re.search(rf"\b{re.escape(name)}\w*", match.left.text, re.IGNORECASE)
    return found.group() if found else name


def _one_sided(
    cache: Cache,
    sayings: Sequence[Saying],
    others: Sequence[Saying],
    rows: Sequence[Row],
    *,
    left: bool,
) -> list[Row]:
    """What one side alone speaks of, and defines: the things that it names most."""
    shown = {row.page for row in rows if row.page}
    shown |= {part for row in rows for part in map(head_key, row.aspect.split(" / "))}
    there = {w for s in others for w in roots(s.text)}
    best: dict[str, tuple[str, str, Saying]] = {}
    weight = Counter(head_key(s.item or s.head) for s in sayings)
    for saying in sayings:
        if not saying.defines:
            continue
        slots = [*saying.about, key(saying.head)]
        page = next((p for slot in slots if (p := _page_at(cache, slot))), None)
        name = page.title if page else _bare(saying.head)
        known = {page.stem if page else "", head_key(name)} & shown
        if not (page or _PLAIN.fullmatch(name)) or known or set(roots(name)) <= there:
            continue
        if page:
            weight[name] += len([p for p in cache.subjects.naming([page.of]) if p[0] == saying.source])
        best.setdefault(name, (name, page.stem if page else "", saying))
    chosen = sorted(best, key=lambda n: (-weight[n], n))[:ONE_SIDED]
    found = []
    for name in sorted(chosen, key=lambda n: best[n][2].place.start):
        _, stem, saying = best[name]
        own = head_key(saying.head) in {head_key(name), key(name)}
        cell = _cell(saying, [Piece(saying.tail if own else saying.text, other=False)])
        cells = (cell, None) if left else (None, cell)
        shown_name = saying.head if own else name
        found.append(Row(capitalised(shown_name), *cells, page=stem, group=saying.aspect))
    return found


def _grouped(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Rows by group in the order of subject pages; without groups where they are few."""
    shown = sorted(rows, key=lambda r: r.left is None or r.right is None)[:ROWS_AT_MOST]
    sizes = Counter(row.group for row in shown)
    small = {g for g, n in sizes.items() if n < 2} | {""}
    if len(shown) < GROUPED_FROM or len(sizes.keys() - small) < 2:
        return tuple(replace(row, group="") for row in _by_label(shown))
    named = [replace(row, group="" if row.group in small else row.group) for row in shown]
    return tuple(sorted(_by_label(named), key=lambda r: _GROUPS.index(r.group)))


def _by_label(rows: Sequence[Row]) -> list[Row]:
    """Rows that bear one label follow one another."""
    first: dict[tuple[str, str], int] = {}
    for place, row in enumerate(rows):
        first.setdefault((row.group, row.aspect), place)
    return sorted(rows, key=lambda r: first[(r.group, r.aspect)])


def _on_each_other(
    cache: Cache, a: SourceRecord, b: SourceRecord, naming: _Naming
) -> tuple[Cell, ...]:
    """The sentences that say best what the one is beside the other, in reading order."""
    found = []
    for record in (a, b):
        everything = of_document(cache, replace(record, rule_text=False))
        found += [s for s in everything if naming.names(s) and not s.example]
    chosen = [s for s in found if _CONTRAST.search(s.text)]
    chosen.sort(key=lambda s: (not naming.headed(s), not s.head, s.source != b.id, s.place.start))
    order = {a.id: 1, b.id: 0}
    best = sorted(chosen[:LEAD_AT_MOST], key=lambda s: (order[s.source], s.place.start))
    return tuple(Cell(s.source, (Piece(s.text, other=False),), s.evidence) for s in best)


# -- subjects that sources set side by side


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


def _set_beside(
    cache: Cache, source: str, place: Quotable
) -> tuple[Subject, Subject] | None:
    """The two subjects of one kind that a sentence sets side by side, in the order of their slots."""
    named: dict[str, Subject] = {}
    for slot in cache.subjects.slots_in(source, place.label):
        subject = subject_of(cache, slot)
        if subject.page and not subject.page.gone:
            named[subject.of] = subject
    pairs = [
        (one, other)
        for one in named.values()
        for other in named.values()
        if one.of < other.of
    ]
    return next((p for p in pairs if sets_beside(place.text, names_of(p[0]), names_of(p[1]))), None)


def sets_beside(text: str, one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether a sentence sets the bearers of two sets of names side by side."""
    flat = re.sub(r"\s+", " ", text)
    a, b = (
        "(?:" + "|".join(re.escape(n) + "s?" for n in sorted(names, key=lambda n: (-len(n), n))) + ")"
        for names in (one, other)
    )
    the = r"(?:the |that of |those of )?"
    for x, y in ((a, b), (b, a)):
        shapes = (
            rf"(?:unlike|contrary to|in contrast (?:to|with)|compared (?:to|with)|as opposed to|im Gegensatz zu|im Unterschied zu"
            rf"|anders als|contrairement à|à la différence d[e'’])\s?{the}{x}\b.*\b{y}\b",
            rf"\b{x}\b.*\b(?:whereas|while|unlike|in contrast to|than|differs? from|as opposed to|während|tandis que|alors que)\b"
            rf" {the}(?:\w+ ){{0,2}}{y}\b",
            rf"\b{x}\b.*, but {the}{y}\b",
            rf"\b(?:both {the}{x} and|neither {the}{x} nor) {the}{y}\b",
            rf"(?:不同于|相比于?|与)\s?{x}.*{y}|{x}(?:とは?異なり|に対して|に比べ).*{y}",
        )
        if any(re.search(shape, flat, re.IGNORECASE) for shape in shapes):
            return True
    return False


def subject_table(cache: Cache, one: Subject, other: Subject) -> Table:
    """What sources say of two subjects, and of the one beside the other.

    A sentence that says something of each is a row of its own; of what they are said by themselves
    that is matched which is on one aspect. Other sentences that set them side by side go above.
    """
    names = names_of(one), names_of(other)
    places = cache.subjects.naming(one.slots) & cache.subjects.naming(other.slots)
    together = [p for p in sorted(places) if sets_beside(cache.quotable(*p).text, *names)]
    languages = [cache.source(source).language for source, _ in together] or ["en"]
    sides = [
        [s for s in of_subject(cache, x, languages[0]) if (s.source, s.place.label) not in together]
        for x in (one, other)
    ]
    found: list[Match] = []
    lead: list[Cell] = []
    for source, label in together:
        clauses = [_clause_of(cache, source, label, n) for n in names]
        if all(clauses):
            found.append(_of_one_sentence(*clauses))
            continue
        for side, clause in zip(sides, clauses, strict=True):
            side += [clause] if clause else []
        lead += _whole(cache, source, label)
    found += matches(*sides, but=[*names[0], *names[1]], of_one=True)
    rows = _subject_rows(found, names)
    return Table(_grouped(rows), tuple(lead[:LEAD_AT_MOST]))


def _subject_rows(found: Sequence[Match], names: tuple[Sequence[str], Sequence[str]]) -> list[Row]:
    """Rows whose cells say what is said of the subject that heads their column."""
    rows = []
    for match in found:
        cells = []
        for saying, own in zip((match.left, match.right), names, strict=True):
            headed = key(saying.head) in {key(n) for n in own}
            cells.append(_cell(saying, [Piece(saying.tail if headed else saying.text, other=False)]))
        left, right = match.left.aspect, match.right.aspect
        group = left if left == right else left or right
        rows.append(Row(capitalised(_spelled(match)), *cells, group=group))
    return rows


def _of_one_sentence(left: Saying | None, right: Saying | None) -> Match:
    """Two clauses of a sentence that sets two things side by side are on one aspect."""
    assert left and right  # asked for before
    found = matches([left], [right], but=[left.head, right.head], of_one=True)
    verb = re.match(r"(?:(?:is|are|was|were|has|have|can|does)\s+)?(?:\w+ly\s+)?([\w-]+)", left.tail)
    words = found[0].words if found else (verb.group(1) if verb else left.tail,)
    return Match(left, right, 0.0, words)


def _clause_of(cache: Cache, source: str, label: str, names: Sequence[str]) -> Saying | None:
    """The clause of a sentence that says something of the bearer of these names ("Unlike Borg,
    restic needs …")."""
    record, place = cache.source(source), cache.quotable(source, label)
    for piece in _CLAUSES.split(tidy(place.text)):
        clause = re.sub(r"^(?:the)\s+", "", piece.strip(), flags=re.IGNORECASE)
        name = next((n for n in names if clause.casefold().startswith(f"{n.casefold()} ")), None)
        if name and opening(clause, record.language):
            tail = clause[len(name) :].strip()
            group = aspect(clause, kind_of_statement(clause))
            return Saying(source, (label,), clause, place, name, tail, aspect=group)
    return None


def _whole(cache: Cache, source: str, label: str) -> list[Cell]:
    record, place = cache.source(source), cache.quotable(source, label)
    worded = stand_alone(place.text, record.language, record.short)
    return [Cell(source, (Piece(worded.text, other=False),), (label,))] if worded else []


# -- titles


def title_of_versions(older: SourceRecord, later: SourceRecord) -> str:
    """A title for two versions of one text; what their names begin with alike is said once
    ("SemVer 1.0.0 and 2.0.0"), and what they do not say their dates do."""
    mine, theirs = older.short.split(), later.short.split()
    if mine == theirs:
        a, b = (r.date[:10] if dated(older, later) else version_words(r.title) for r in (older, later))
        return f"{older.short}, {a} and {b}" if a and b else f"{older.short}, two versions"
    common = 0
    while common < min(len(mine), len(theirs)) - 1 and mine[common] == theirs[common]:
        common += 1
    if not NUMBERS.search(theirs[common]):
        common = 0
    return f"{older.short} and {' '.join(theirs[common:])}"


def title_of_pair(left: SourceRecord, right: SourceRecord) -> str:
    """A title for two documents: their names without the numbers of their versions."""
    return " and ".join(_without_version(r.short) for r in (left, right))
