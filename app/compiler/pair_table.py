"""The tables that put two documents, or two subjects, side by side, aspect by aspect."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.compiler.builtin.phrases import opening
from app.compiler.builtin.roles import aspect, kind_of_statement
from app.compiler.comparing import names_document, own_subject, replacing_field, sets_beside
from app.compiler.heads import head_key
from app.compiler.matching import Match, matches, roots
from app.compiler.resolve import Subject, names_of, subject_of
from app.compiler.revisions import Piece
from app.compiler.sides import Saying, of_document, of_subject
from app.compiler.tables import (
    Cell,
    Row,
    Table,
    bare_name,
    cell_of,
    grouped,
    page_at,
    page_of,
    spelled,
)
from app.compiler.wording import (
    balanced,
    capitalised,
    drop_pointers,
    hangs,
    incomplete,
    stand_alone,
    tidy,
)
from app.ledger.cache import Cache
from app.ledger.naming import key
from app.ledger.records import SourceRecord
from app.sources.document import BlockKind

ONE_SIDED = 4  # rows a side on what the other does not speak of
LEAD_AT_MOST = 3  # sentences on each other above the table
LISTED_FROM = 3  # differences that a source lists itself, from which they are shown
LISTED_AT_MOST = 12
_CONTRAST = re.compile(
    r"\b(?:unlike|whereas|in contrast|contrary to|compared (?:to|with)|compared|rather than|instead of"
    r"|differs?|different from|(?:more|less|fewer|\w{3,}er) (?:[\w-]+ ){0,4}than|as opposed to|compatible|equivalent"
    r"|supersedes?|replaces?|similar(?:ly)? to|based on|descends? from|while|both|neither)\b",
    re.IGNORECASE,
)
_CLAUSES = re.compile(r",?\s+whereas\s+|,\s+(?:(?:while|but|and)\s+)?")
_DIFFERENCES = re.compile(
    r"\b(?:differences?|changes?|changed|compared|comparison|versus|vs\.?|migrat\w+|new since"
    r"|unterschiede?|änderungen|différences?|changements?)\b|变更|区别|差异|違い|変更",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"[^\W\d_]{3,}(?:[ '’-][^\W\d_]+)*")  # a name in words


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
    return Table(grouped(rows), lead, _fields(cache, a, b), heading, listed)


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
        subject = next(
            (s for names, s in known if _speaks_of(left, names) and _speaks_of(right, names)), None
        )
        same_head = head_key(left.head) and head_key(left.head) == head_key(right.head)
        name = left.head if same_head else spelled(match)
        said = {head_key(part) for part in name.split(" / ")}
        if subject:
            said |= {head_key(n) for n in names_of(subject)}
        one, other = (s.tail if head_key(s.head) in said else s.text for s in (left, right))
        page = subject.page if subject and subject.page and not subject.page.gone else None
        rows.append(
            Row(
                page.title if page else capitalised(name),
                cell_of(left, [Piece(one, other=False)]),
                cell_of(right, [Piece(other, other=False)]),
                page=page.link if page else page_of(cache, name),
                group=left.aspect if left.aspect == right.aspect else left.aspect or right.aspect,
            )
        )
    return rows


def _speaks_of(saying: Saying, names: Iterable[str]) -> bool:
    """Whether a statement begins with one of these names."""
    spoken = key(saying.front)
    return any(key(name) in spoken for name in names)


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
        page = next((p for slot in slots if (p := page_at(cache, slot))), None)
        name = page.title if page else bare_name(saying.head)
        known = {page.link if page else "", head_key(name)} & shown
        if not (page or _PLAIN.fullmatch(name)) or known or set(roots(name)) <= there:
            continue
        if page:
            weight[name] += len(
                [p for p in cache.subjects.naming([page.of]) if p[0] == saying.source]
            )
        best.setdefault(name, (name, page.link if page else "", saying))
    chosen = sorted(best, key=lambda n: (-weight[n], n))[:ONE_SIDED]
    found = []
    for name in sorted(chosen, key=lambda n: best[n][2].place.start):
        _, stem, saying = best[name]
        own = head_key(saying.head) in {head_key(name), key(name)}
        cell = cell_of(saying, [Piece(saying.tail if own else saying.text, other=False)])
        one, other = (cell, None) if left else (None, cell)
        shown_name = saying.head if own else name
        found.append(Row(capitalised(shown_name), one, other, page=stem, group=saying.aspect))
    return found


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
                and replacing_field(name)
                and names_document(value, other)
            ):
                pieces = (Piece(name, other=True), Piece(value.strip(), other=False))
                found.append(Cell(record.id, pieces, (place.label,)))
    return tuple(found)


def _listed(
    cache: Cache, a: SourceRecord, b: SourceRecord, naming: _Naming
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
        left, right = clauses
        if left and right:
            found.append(_of_one_sentence(left, right))
            continue
        for side, clause in zip(sides, clauses, strict=True):
            if clause:
                side.append(clause)
        lead += _whole(cache, source, label)
    found += matches(*sides, but=[*names[0], *names[1]], of_one=True)
    rows = _subject_rows(found, names)
    return Table(grouped(rows), tuple(lead[:LEAD_AT_MOST]))


def _subject_rows(found: Sequence[Match], names: tuple[Sequence[str], Sequence[str]]) -> list[Row]:
    """Rows whose cells say what is said of the subject that heads their column."""
    rows = []
    for match in found:
        cells = []
        for saying, own in zip((match.left, match.right), names, strict=True):
            headed = key(saying.head) in {key(n) for n in own}
            cells.append(
                cell_of(saying, [Piece(saying.tail if headed else saying.text, other=False)])
            )
        left, right = match.left.aspect, match.right.aspect
        group = left if left == right else left or right
        rows.append(Row(capitalised(spelled(match)), cells[0], cells[1], group=group))
    return rows


def _of_one_sentence(left: Saying, right: Saying) -> Match:
    """Two clauses of a sentence that sets two things side by side are on one aspect."""
    found = matches([left], [right], but=[left.head, right.head], of_one=True)
    verb = re.match(
        r"(?:(?:is|are|was|were|has|have|can|does)\s+)?(?:\w+ly\s+)?([\w-]+)", left.tail
    )
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
    """A sentence that sets two things side by side, as it stands."""
    record, text = cache.source(source), tidy(cache.quotable(source, label).text)
    worded = stand_alone(text, record.language, record.short)
    main = any(opening(piece, record.language) for piece in _CLAUSES.split(text))
    if worded is None and (not main or hangs(text, record.language) or not balanced(text)):
        return []
    return [Cell(source, (Piece(worded.text if worded else text, other=False),), (label,))]
