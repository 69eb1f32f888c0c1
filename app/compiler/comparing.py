"""What is put side by side on a comparison page of its own: an older and a newer text, documents
that speak of each other, and subjects that sources set side by side.

Which pairs there are is found from one source and what it names, never by looking at all pairs.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from app.compiler.lexicon import NUMBERS, RULE_WORDS
from app.compiler.matching import Match, matches
from app.compiler.resolve import Subject, names_of, subject_of, title_of
from app.compiler.revisions import Change, Piece, differing, revision
from app.compiler.sides import Saying, front, head_key, of_document, of_subject
from app.compiler.statements import newer
from app.compiler.wording import capitalised
from app.ledger.cache import Cache
from app.ledger.naming import key
from app.ledger.records import Kind, SourceRecord

ROWS_AT_MOST = 26
ONE_SIDED = 4  # rows a side on what the other does not speak of
NAMED_FROM = 3  # sentences of one document that must name the other
LEAD_AT_MOST = 3  # sentences on each other above the table
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
    """What a comparison page shows: sentences of the one on the other, and rows. ``same`` counts
    the statements that stand in both, ``left_out`` the rows that found no room."""

    rows: tuple[Row, ...]
    lead: tuple[Cell, ...] = ()
    same: int = 0
    left_out: int = 0

    @property
    def both(self) -> int:
        """The rows in which both sides say something."""
        return sum(row.left is not None and row.right is not None for row in self.rows)


# -- an older and a newer text


def versions(cache: Cache, source: str) -> Iterator[tuple[SourceRecord, SourceRecord]]:
    """The (older, newer) pairs of texts that a source is one of, neighbours in time only."""
    record = cache.source(source)
    translations = set(cache.voices.translations(source))
    for other in cache.voices.editions(source):
        if other in translations or cache.source(other).language != record.language:
            continue
        theirs = cache.source(other)
        if newer(theirs, record):
            yield record, theirs
        elif newer(record, theirs):
            yield theirs, record


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
    seen: set[tuple[str, str, str]] = set()
    kept = []
    for row in rows:
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
    if mine[0] and (_one_name(mine[0], theirs[0])):
        return mine[0], theirs[1], mine[1]
    return mine[0], old.text, new.text


def _as_code(text: str) -> str:
    bare = text.rstrip(".").strip()
    return f"`{bare}`" if "`" not in bare else bare


def _one_name(a: str, b: str) -> bool:
    """Whether two phrases name one thing: alike, or one with a word more ("pre-release version number")."""
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
    match = re.match(r"^(?:(?:the|an?)\s+)?([\w-]+)\s+(?:for|of|between|among)\b", saying.text, re.I)
    return (match.group(1) if match else ""), saying.text


def _label(saying: Saying, name: str) -> str:
    """What a row is about: what its statement speaks of, behind what the paragraph speaks of."""
    if saying.example:
        return f"{capitalised(saying.item)}: example" if saying.item else "Example"
    place = saying.place.section[-1] if saying.place.section else ""
    if not name:
        return capitalised(saying.item or place or saying.place.where)
    shared = {w.rstrip("s") for w in re.findall(r"\w+", name.casefold())} & {
        w.rstrip("s") for w in re.findall(r"\w+", saying.item.casefold())
    }
    whole = f"{saying.item}: {name}" if saying.item and not shared else name
    return capitalised(whole if len(whole) <= LONGEST_LABEL else name)


def _cell(saying: Saying, pieces: Sequence[Piece]) -> Cell:
    bare = list(pieces)
    if bare:
        bare[-1] = replace(bare[-1], text=re.sub(r"(?<![.…])[.。]$", "", bare[-1].text))
    return Cell(saying.source, tuple(p for p in bare if p.text), saying.evidence)


def _page_of(cache: Cache, name: str) -> str:
    """The page of a thing that a label names, if it has one."""
    slot = cache.subjects.known_names([key(name)]).get(key(name)) if name else None
    page = subject_of(cache, slot).page if slot else None
    return page.stem if page and not page.gone else ""


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
    of_each_other = {
        place
        for speaker, spoken in ((a, b), (b, a))
        if (own := own_subject(cache, spoken))
        for place in cache.subjects.naming(own.slots)
        if place[0] == speaker.id
    }
    sides = [
        [s for s in of_document(cache, r) if (r.id, s.place.label) not in of_each_other]
        for r in (a, b)
    ]
    own = [s for r in (a, b) if (s := own_subject(cache, r))]
    names = [n for s in own for n in names_of(s)]
    known = _known_to_both(cache, a, b, {s.of for s in own})
    found = matches(sides[0], sides[1], but=names, known=known)
    rows = _match_rows(cache, found, known)
    for side, sayings in enumerate(sides):
        rows += _one_sided(cache, sayings, sides[1 - side], rows, left=side == 0)
    lead = _on_each_other(cache, a, b, of_each_other)
    return Table(_grouped(rows), lead)


def _known_to_both(
    cache: Cache, a: SourceRecord, b: SourceRecord, but: set[str]
) -> dict[str, Subject]:
    """What both documents have a name for, by the names that they use."""
    found: dict[str, Subject] = {}
    theirs = {subject_of(cache, slot).of for slot in cache.subjects.slots_of(b.id)}
    for slot in cache.subjects.slots_of(a.id):
        subject = subject_of(cache, slot)
        if subject.of in theirs and subject.of not in but:
            found |= {
                f.names[0].text: subject for s, f in subject.found if s in {a.id, b.id}
            }
    return found


def _match_rows(cache: Cache, found: Sequence[Match], known: dict[str, Subject]) -> list[Row]:
    rows = []
    pages = {key(name): s.page for name, s in known.items() if s.page and not s.page.gone}
    for match in found:
        left, right = match.left, match.right
        if head_key(left.head) and head_key(left.head) == head_key(right.head):
            name, one, other = left.head, left.tail, right.tail
        else:
            name, one, other = _spelled(match), left.text, right.text
        page = pages.get(key(name))
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
    """What one side alone speaks of, where it has a page: the statement that defines it."""
    shown = {key(part) for row in rows for part in row.aspect.split(" / ")}
    there = " ".join(s.text for s in others).casefold()
    best: dict[str, Saying] = {}
    weight: Counter[str] = Counter()
    for saying in sayings:
        name = key(saying.head)
        page = _page_of(cache, saying.head)
        if not page or name in shown or saying.head.casefold().rstrip("s") in there:
            continue
        weight[page] += 1
        if page not in best or saying.defines > best[page].defines:
            best[page] = saying
    chosen = sorted(best, key=lambda p: (-weight[p], p))[:ONE_SIDED]
    found = []
    for page in sorted(chosen, key=lambda p: best[p].place.start):
        saying = best[page]
        cell = _cell(saying, [Piece(saying.tail, other=False)])
        cells = (cell, None) if left else (None, cell)
        found.append(Row(capitalised(saying.head), *cells, page=page, group=saying.aspect))
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
    cache: Cache, a: SourceRecord, b: SourceRecord, places: set[tuple[str, str]]
) -> tuple[Cell, ...]:
    """The sentences that say best what the one is beside the other, in reading order."""
    found = []
    for record in (a, b):
        everything = of_document(cache, replace(record, rule_text=False))
        found += [s for s in everything if (s.source, s.place.label) in places and not s.example]
    best = sorted(found, key=lambda s: (not _CONTRAST.search(s.text), not s.head, s.place.start))
    chosen = [s for s in best if _CONTRAST.search(s.text) or s.defines][:LEAD_AT_MOST]
    order = {a.id: 0, b.id: 1}
    chosen.sort(key=lambda s: (order[s.source], s.place.start))
    return tuple(Cell(s.source, (Piece(s.text, other=False),), s.evidence) for s in chosen)


# -- subjects that sources set side by side


def subjects_beside(cache: Cache, source: str) -> Iterator[tuple[Subject, Subject]]:
    """The pairs of subjects, each with a page of its own, that a sentence of this source sets side
    by side ("Unlike Borg, restic …"), or that a source did which has them compared already."""
    seen: set[frozenset[str]] = set()
    for place in cache.quotables(source):
        if not place.label.isdigit() or not _SETS_BESIDE.search(place.text):
            continue
        named = {s.of: s for slot in cache.subjects.slots_in(source, place.label) if (s := subject_of(cache, slot)).page}
        if len(named) != 2 or frozenset(named) in seen:
            continue
        seen.add(frozenset(named))
        one, other = (named[of] for of in sorted(named))
        if one.page and other.page and not one.page.gone and not other.page.gone:
            yield one, other


def subject_table(cache: Cache, one: Subject, other: Subject) -> Table:
    """What sources say of two subjects, and of the one beside the other."""
    record = cache.source(one.sources[0])
    language = record.language
    both = cache.subjects.naming(one.slots) & cache.subjects.naming(other.slots)
    sides = [of_subject(cache, subject, language) for subject in (one, other)]
    names = [n for s in (one, other) for n in names_of(s)]
    rows = _match_rows(
        cache,
        matches(*([s for s in side if s.example is False] for side in sides), but=names, of_one=True),
        {},
    )
    lead = []
    for source, label in sorted(both):
        if _SETS_BESIDE.search(cache.quotable(source, label).text):
            lead += [s for side in sides for s in side if (s.source, s.place.label) == (source, label)][:1]
    cells = tuple(Cell(s.source, (Piece(s.text, other=False),), s.evidence) for s in lead)
    return Table(_grouped(rows), cells)


def title_of_pair(a: str, b: str) -> str:
    """A title for two names; what they begin with alike is said once ("SemVer 1.0.0 and 2.0.0")."""
    mine, theirs = a.split(), b.split()
    common = 0
    while common < min(len(mine), len(theirs)) - 1 and mine[common] == theirs[common]:
        common += 1
    return f"{a} and {' '.join(theirs[common:])}"


def without_number(short: str) -> str:
    """A document's name without the number of its version."""
    return re.sub(r"\s+v?\d+(?:\.\d+)+$", "", short)


__all__ = [
    "Cell",
    "Kind",
    "Row",
    "Table",
    "beside",
    "pair_table",
    "subject_table",
    "subjects_beside",
    "title_of",
    "version_table",
    "versions",
]
