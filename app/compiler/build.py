"""Which pages a source touches, and the writes that bring them up to date.

The pages of the source's own subjects; the pages that mention a subject which gets a page now
(found by an index of words, rendered again without a call); the summaries of the sources whose
share on pages changed. Nothing else is looked at, so that the cost is that of the source.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import PurePosixPath

from app.compiler import comparing
from app.compiler.builtin.mentions import variants
from app.compiler.disagree import Disagreement
from app.compiler.disputes import disputes_of
from app.compiler.opening import Sentence, may_open, opening_of
from app.compiler.pair_table import pair_table, subject_table
from app.compiler.render import catalogue, comparison_page, subject_page, summary_page
from app.compiler.render.subject_page import Rendered
from app.compiler.resolve import Subject, kind_of, names_of, subject_of, title_of
from app.compiler.statements import Content, content_of, worth_a_page
from app.compiler.version_table import version_table
from app.ledger.files import (
    PageRecord,
    dump_introduction,
    dump_page,
    dump_source,
    introduction_path,
    load_source,
    page_path,
    source_path,
)
from app.ledger.ids import page_id
from app.ledger.introductions import Introduction
from app.ledger.ledger import Ledger, record_of, with_base
from app.ledger.naming import initial, key
from app.ledger.pages import PageRow
from app.ledger.records import FactType, Kind, SourceRecord
from app.ledger.verdicts import Place
from app.vault.names import fold, safe_stem, unique_stem
from app.vault.rules import Rules
from app.vault.writing import Write, digest, read

LOG_HEAD = "# Log\n"


@dataclass
class Plan:
    """What is to be written. ``files`` are the ledger's own among them, by the cache's names."""

    writes: list[Write] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    created: list[PageRow] = field(default_factory=list)
    updated: list[PageRow] = field(default_factory=list)
    waiting: list[PageRow] = field(default_factory=list)
    removed: list[PageRow] = field(default_factory=list)

    @property
    def touched(self) -> bool:
        """Whether any page is made, changed, taken away, or waits."""
        return bool(self.created or self.updated or self.removed or self.waiting)


class Build:
    """One source's way onto pages. Use once; the cache must be in a transaction."""

    def __init__(
        self,
        ledger: Ledger,
        rules: Rules,
        taken: set[str],
        names: catalogue.CatalogueNames,
    ) -> None:
        self.ledger, self.cache, self.rules = ledger, ledger.cache, rules
        self.names = names
        self.there = frozenset(taken)
        self.taken = taken | {fold(stem) for stem in asdict(names).values()}  # there before long
        self.plan = Plan()
        self._rendered: set[str] = set()
        self._introduced: dict[str, Introduction] = {}
        self._summaries: set[str] = set()
        self._touched: dict[str, PageRow] = {}
        self._contents: dict[str, Content] = {}
        self._concerned: set[str] = set()  # subjects whose pages link to comparison pages
        self._compared: dict[str, PageRow] = {}  # comparison pages to be rendered again
        self._date = ""
        self.cache.pages.mark_gone(taken)

    def add(self, record: SourceRecord) -> Plan:
        """The plan for a source that is new, or read anew."""
        before = self._slots(record.id) if self.cache.source_by_id(record.id) else set()
        self.ledger.put_source(record)
        self._summary_row(record)
        self._write_ledger(f"s/{record.id}", source_path(record.id), dump_source(record))
        self._date = record.added
        self._subjects(record, before | self._slots(record.id))
        self._summaries |= {record.id, *self.cache.voices.editions(record.id)}
        self._render_summaries()
        self._index()
        return self.plan

    # -- subjects

    def _slots(self, source: str) -> set[str]:
        """The slots that a source speaks of, and those that were judged when it was compiled."""
        return {*self.cache.subjects.slots_of(source), *self.cache.verdicts.slots_with(source)}

    def _subjects(self, record: SourceRecord, slots: set[str]) -> None:
        changed = self._without_subject(slots)
        subjects = {s.of: s for slot in sorted(slots) if (s := subject_of(self.cache, slot)).found}
        changed += [row for s in subjects.values() if (row := self._new_page(s, record.added))]
        again = {s.of for row in changed for s in self._mentioning(row)}
        again |= self._plan_comparisons(record.id, slots)
        for of in [*subjects, *sorted(again - subjects.keys())]:
            self._subject(subject_of(self.cache, of))
        for row in changed:
            self._summaries |= set(subject_of(self.cache, row.of).sources)

    def _without_subject(self, slots: set[str]) -> list[PageRow]:
        """Take away the pages that no source says anything for any more, or whose subject turned
        out to be that of an older page; those taken away."""
        joined = slots | {s for slot in sorted(slots) for s in subject_of(self.cache, slot).slots}
        rows = {row.id: row for slot in sorted(joined) for row in self.cache.pages.of_slots([slot])}
        gone = []
        for row in rows.values():
            subject = subject_of(self.cache, row.of)
            other = subject.page is not None and subject.page.id != row.id
            if (other or not self._content(subject).statements) and self._remove(row):
                gone.append(row)
                self._without_table(row)
        return gone

    def _without_table(self, row: PageRow) -> None:
        """Take away the page of the disagreements on a subject whose own page goes: what is still
        disputed stands on the page that it joins. Pages that may link to it are concerned."""
        table = self.cache.pages.by_id(page_id("comparison", f"disputes {row.of}"))
        if table is not None:
            self._concern((), self.ledger.page_record(table.id))
            self._remove(table)

    def _remove(self, row: PageRow) -> bool:
        """Plan to take a page away; one that its owner edited stays, and says that it waits."""
        known = self.ledger.page_record(row.id)
        disk = read(self.ledger.root / row.path)
        if known is None or disk is None:
            return False
        if digest(disk) != digest(known.base.encode()):
            self._wait(row, Rendered(row, "", ()), known)
            return False
        self.plan.writes.append(Write(row.path, digest(disk), None))
        self._write_ledger(f"p/{row.id}", page_path(row.id), None)
        self._write_file(introduction_path(row.id), None)
        self.cache.pages.drop(row.id)
        self.plan.removed.append(row)
        self.taken.discard(fold(row.stem))
        self._summaries |= {source for source, _ in known.shows}
        return True

    def _content(self, subject: Subject) -> Content:
        if subject.of not in self._contents:
            self._contents[subject.of] = content_of(
                self.cache, subject, self.rules, self._at_most(kind_of(subject))
            )
        return self._contents[subject.of]

    def _new_page(self, subject: Subject, date: str) -> PageRow | None:
        """A row for a subject that has no page and is worth one, registered so that others link to it."""
        if subject.page:
            return None
        content = self._content(subject)
        if not worth_a_page(self.cache, subject, content, self.rules):
            return None
        kind = kind_of(subject)
        row = self._row(kind, subject.of, title_of(subject), date)
        self.cache.pages.put(row, ())
        return row

    def _row(self, kind: Kind, of: str, title: str, date: str) -> PageRow:
        stem = safe_stem(title)
        if fold(stem) in self.taken:
            stem = safe_stem(f"{title} ({kind.value})")
        stem = unique_stem(stem, self.taken)
        self.taken.add(fold(stem))
        return PageRow(
            page_id(kind.value, of),
            kind.value,
            of,
            f"{self.rules.folders.of(kind.value)}/{stem}.md",
            title,
            date,
        )

    def _mentioning(self, row: PageRow) -> list[Subject]:
        subject = subject_of(self.cache, row.of)
        names = {row.title, *row.aliases, *(names_of(subject) if subject.found else ())}
        spelled = {form for name in names for form in variants(name, exact=False)}
        places = {p for name in spelled for p in self.cache.sentences_with(name)}
        found = []
        for page in sorted(self.cache.pages.showing(places) - {row.id}):
            other = self.cache.pages.by_id(page)
            if other and other.kind in {Kind.CONCEPT, Kind.ENTITY}:
                found.append(subject_of(self.cache, other.of))
            elif other and other.kind == Kind.SUMMARY:
                self._summaries.add(other.of)
            elif other and other.kind == Kind.COMPARISON:
                self._compared[other.id] = other
        return found

    def _subject(self, subject: Subject) -> None:
        if subject.page is None or subject.page.id in self._rendered:
            return
        content = self._content(subject)
        if not content.statements:
            return
        self._rendered.add(subject.page.id)
        disputes = disputes_of(self.cache, subject)
        table = self._dispute_table(subject, disputes)
        page = subject.page
        opening = self._opening(subject, content, disputes)
        self._take(
            subject_page.render(
                self.cache, subject, content, page, self.rules, disputes, table, opening
            )
        )
        if table and table.id not in self._rendered:
            self._rendered.add(table.id)
            pages = [p for s in self._sharing(subject, disputes) if (p := s.page)]
            self._take(comparison_page.of_disputes(self.cache, pages, disputes, table))

    # -- introductions

    def introduce(self, introduction: Introduction, source: str) -> Plan:
        """The plan for a page that is introduced so from now on, on account of a source."""
        self._introduced[introduction.page] = introduction
        path = introduction_path(introduction.page)
        self._write_file(path, dump_introduction(introduction))
        path = source_path(source)
        record = load_source((self.ledger.root / path).read_bytes(), path)
        record = replace(record, asked=replace(record.asked, introduced=introduction.page))
        self._write_ledger(f"s/{source}", path, dump_source(record))
        self.cache.put_asked(source, record.asked)
        row = self.cache.pages.by_id(introduction.page)
        if introduction.picks and row is not None:
            self._subject(subject_of(self.cache, row.of))
        return self.plan

    def _opening(
        self, subject: Subject, content: Content, disputes: list[Disagreement]
    ) -> list[Sentence]:
        """How a page is introduced, if it is; what rests on a claim that changed is given up."""
        assert subject.page is not None
        page = subject.page.id
        known = self._introduced.get(page) or self.ledger.introduction(page)
        if known is None or not known.picks or self.rules.introductions == "off":
            return []
        allowed = may_open(self.cache, content, disputes, self.rules)
        found = opening_of(known, content, allowed, subject)
        if not found:
            self._write_file(introduction_path(page), None)
        return found

    def _at_most(self, kind: Kind) -> int:
        limits = self.rules.pages.statements_at_most
        return limits.entity if kind is Kind.ENTITY else limits.concept

    # -- comparisons

    def _dispute_table(self, subject: Subject, disputes: list[Disagreement]) -> PageRow | None:
        """The row of a subject's comparison page; none where the callouts are enough. Where sources
        disagree on names only, the subjects of these names share one page."""
        from_ = self.rules.comparisons.disagreement_from
        positions = max((len(d.positions) for d in disputes), default=0)
        wanted = len(disputes) >= from_.disagreements or positions >= from_.positions
        sharing = self._sharing(subject, disputes)
        if sharing[0].of != subject.of:
            self._comparison(f"disputes {subject.of}", "", wanted=False)
        title = f"Where sources disagree on {title_of(subject)}"
        if len(sharing) > 1:
            called = sorted(d.aspect.removeprefix("name of ") for d in disputes)
            title = f"What {', '.join(called[:-1])} and {called[-1]} are called"
        return self._comparison(f"disputes {sharing[0].of}", title, wanted=wanted)

    def _sharing(self, subject: Subject, disputes: list[Disagreement]) -> list[Subject]:
        """The subjects with pages whose names are all that these disagreements are about, always in
        the same order; the subject alone where they are about more."""
        if len(disputes) < 2 or any(d.type is not FactType.NAME for d in disputes):
            return [subject]
        names = {p.value for d in disputes for p in d.positions}
        found = {s.of: s for n in sorted(names) if (s := subject_of(self.cache, n)).page}
        same = [found[of] for of in sorted(found) if self._asks_the_same(found[of], disputes)]
        return same if subject.of in {s.of for s in same} else [subject]

    def _asks_the_same(self, subject: Subject, disputes: list[Disagreement]) -> bool:
        theirs = disputes_of(self.cache, subject)
        return {d.key for d in theirs} == {d.key for d in disputes}

    def _comparison(self, of: str, title: str, *, wanted: bool) -> PageRow | None:
        """The row of a comparison page, made when it is wanted first; one that is no longer is taken away."""
        row = self.cache.pages.by_id(page_id("comparison", of))
        if row is not None and not wanted:
            self._remove(row)
            return None
        if row is None and wanted:
            row = self._row(Kind.COMPARISON, of, title, self._date)
            self.cache.pages.put(row, ())
        return row if wanted else None

    def _plan_comparisons(self, source: str, slots: set[str]) -> set[str]:
        """Decide which comparison pages of this source there are, so that the pages concerned link
        to them; the subjects whose pages these are."""
        pairs = list(comparing.versions(self.cache, source))
        beside = list(comparing.beside(self.cache, source))
        self._no_longer_next(source)
        wanted = {f"versions {older.id} {later.id}" for older, later in pairs}
        self._no_longer_beside(source, wanted | {f"pair {a.id} {b.id}" for a, b in beside})
        for older, later in pairs:
            self._versions(older, later)
        for a, b in beside:
            self._documents(a, b)
        for one, other in self._subjects_beside(source, slots):
            self._two_subjects(one, other)
        for page in self._compared.values():
            self._compare_again(page)
        return self._concerned

    def _compare_again(self, page: PageRow) -> None:
        """Render a comparison page again, since a page that it names came or went; that of disagreements
        names none but those whose own it is."""
        sort, *sides = page.of.split()
        if self.cache.pages.by_id(page.id) is None or len(sides) != 2:
            return
        if sort == "subjects":
            one, other = (subject_of(self.cache, slot) for slot in sides)
            if one.page and other.page:
                self._two_subjects(one, other)
            return
        a, b = (self.cache.source(source) for source in sides)
        (self._versions if sort == "versions" else self._documents)(a, b)

    def _no_longer_next(self, source: str) -> None:
        """Take away the pages of versions between which this one came."""
        there = [record.id for record in comparing.family(self.cache, source)]
        for page in self.cache.pages.comparisons_with("versions", there):
            older, later = page.of.split()[1:]
            if {older, later} <= set(there) and abs(there.index(older) - there.index(later)) > 1:
                self._remove(page)
                self._summaries |= {older, later}

    def _no_longer_beside(self, source: str, wanted: set[str]) -> None:
        """Take away the pages that put this source beside one which it has no more to do with, now that
        it reads otherwise."""
        for sort in ("versions", "pair"):
            for page in self.cache.pages.comparisons_with(sort, [source]):
                if page.of not in wanted:
                    self._concern((), self.ledger.page_record(page.id))
                    self._remove(page)
                    self._summaries |= set(page.of.split()[1:])

    def _subjects_beside(self, source: str, slots: set[str]) -> list[tuple[Subject, Subject]]:
        """The pairs of subjects that this source sets side by side, and those of its subjects that
        another source did."""
        found = {(a.of, b.of): (a, b) for a, b in comparing.subjects_beside(self.cache, source)}
        for page in self.cache.pages.comparisons_with("subjects", slots):
            one, other = (subject_of(self.cache, slot) for slot in page.of.split()[1:])
            if {one.of, other.of} == set(page.of.split()[1:]) and one.page and other.page:
                found.setdefault((one.of, other.of), (one, other))
            else:
                self._remove(page)
        return [found[pair] for pair in sorted(found)]

    @property
    def _pair_from(self) -> int:
        return self.rules.comparisons.pair_from

    def _versions(self, older: SourceRecord, later: SourceRecord) -> None:
        table = version_table(self.cache, older, later)
        wanted = len([r for r in table.rows if r.verdict == "changed"]) >= 2
        title = comparing.title_of_versions(older, later)
        row = self._comparison(f"versions {older.id} {later.id}", title, wanted=wanted)
        if row:
            self._compare(row, comparison_page.of_versions(self.cache, older, later, table, row))
        self._concerns(older, later)
        for page in self.cache.pages.comparisons_with("pair", [older.id]):
            self._remove(page)
            self._summaries |= set(page.of.split()[1:])

    def _documents(self, a: SourceRecord, b: SourceRecord) -> None:
        left, right = comparing.in_display_order(self.cache, a, b)
        table = pair_table(self.cache, left, right)
        said = table.both + len(table.lead) + len(table.listed)
        wanted = said >= self._pair_from and (table.both >= 2 or bool(table.listed))
        title = comparing.title_of_pair(left, right)
        row = self._comparison(f"pair {a.id} {b.id}", title, wanted=wanted)
        if row:
            self._compare(row, comparison_page.of_pair(self.cache, left, right, table, row))
        self._concerns(a, b)

    def _two_subjects(self, one: Subject, other: Subject) -> None:
        table = subject_table(self.cache, one, other)
        wanted = table.both >= 2 and table.both + len(table.lead) >= self._pair_from
        title = f"{title_of(one)} and {title_of(other)}"
        row = self._comparison(f"subjects {one.of} {other.of}", title, wanted=wanted)
        if row:
            self._compare(row, comparison_page.of_subjects(self.cache, one, other, table, row))
        self._concerned |= {one.of, other.of}

    def _compare(self, row: PageRow, rendered: Rendered) -> None:
        """Take a comparison page in; the pages of what it shows sentences on link to it."""
        if row.id in self._rendered:
            return
        self._rendered.add(row.id)
        known = self.ledger.page_record(row.id)
        self._take(rendered)
        self._concern(rendered.shows, known)

    def _concern(self, shows: Iterable[Place], known: PageRecord | None) -> None:
        """Have the pages of the subjects of these sentences rendered again, and of those that are shown
        so far."""
        places = {*shows, *(known.shows if known else ())}
        slots = {s for source, label in places for s in self.cache.subjects.slots_in(source, label)}
        subjects = (subject_of(self.cache, slot) for slot in sorted(slots))
        self._concerned |= {s.of for s in subjects if s.page}

    def _concerns(self, *records: SourceRecord) -> None:
        self._summaries |= {record.id for record in records}
        owns = [comparing.own_subject(self.cache, record) for record in records]
        self._concerned |= {own.of for own in owns if own}

    # -- summaries

    def _summary_row(self, record: SourceRecord) -> None:
        if self.cache.pages.summary_of(record.id):
            return
        title = record.title
        own = {key(n.text) for s in self.cache.subjects.found_in(record.id) for n in s.names}
        if fold(safe_stem(title)) in self.taken or key(title) in own:
            title = f"{title} (summary)"
        self.cache.pages.put(
            replace(self._row(Kind.SUMMARY, record.id, title, record.added), title=record.title), ()
        )

    def _render_summaries(self) -> None:
        for source in sorted(self._summaries):
            row = self.cache.pages.summary_of(source)
            if row:
                self._take(
                    summary_page.render(self.cache, self.cache.source(source), row, self.rules)
                )

    # -- taking pages in

    def _take(self, rendered: Rendered) -> None:
        """Plan the writes of a page that came out other than before; a person's edit is left alone."""
        row = with_base(rendered.row, rendered.text)
        known = self.ledger.page_record(row.id)
        old = set(known.shows) if known else set()
        if row.kind != Kind.SUMMARY:
            self._summaries |= {source for source, _ in old ^ set(rendered.shows)}
        disk = read(self.ledger.root / row.path)
        if known is None:
            self._create(row, rendered)
        elif disk is not None and digest(disk) in {digest(known.base.encode()), row.base}:
            self._update(row, rendered, known, disk)
        else:
            self._wait(row, rendered, known)
        self._touched[row.id] = row

    def _create(self, row: PageRow, rendered: Rendered) -> None:
        """Plan a new file; whatever appears there meanwhile is somebody else's, and stays."""
        gone = next((w for w in self.plan.writes if w.path == row.path and w.after is None), None)
        if gone is not None:  # another page of this name goes in the same step
            self.plan.writes.remove(gone)
        before = gone.before if gone else None
        self.plan.writes.append(Write(row.path, before, rendered.text.encode()))
        self.plan.created.append(row)
        self._keep(row, rendered)

    def _update(self, row: PageRow, rendered: Rendered, known: PageRecord, disk: bytes) -> None:
        if disk != rendered.text.encode():
            self.plan.writes.append(Write(row.path, digest(disk), rendered.text.encode()))
            self.plan.updated.append(row)
        self._keep(row, rendered)

    def _wait(self, row: PageRow, rendered: Rendered, known: PageRecord) -> None:
        """The owner edited or removed the page: it stays so, and the new text waits as a finding."""
        waits = known.base != rendered.text
        gone = read(self.ledger.root / row.path) is None
        kept = replace(row, base=digest(known.base.encode()), waits=waits, gone=gone)
        self.cache.pages.put(kept, rendered.shows)
        self._write_ledger(
            f"p/{row.id}", page_path(row.id), dump_page(record_of(kept, known.base, rendered.shows))
        )
        if waits:
            self.plan.waiting.append(row)

    def _keep(self, row: PageRow, rendered: Rendered) -> None:
        self.cache.pages.put(row, rendered.shows)
        self._write_ledger(
            f"p/{row.id}",
            page_path(row.id),
            dump_page(record_of(row, rendered.text, rendered.shows)),
        )

    def _write_ledger(self, name: str, path: str, content: bytes | None) -> None:
        if self._write_file(path, content):
            self.plan.files[name] = path

    def _write_file(self, path: str, content: bytes | None) -> bool:
        """Plan a write of one of the ledger's files, if it is not there as it should be."""
        disk = read(self.ledger.root / path)
        if disk == content:
            return False
        self.plan.writes = [w for w in self.plan.writes if w.path != path]
        self.plan.writes.append(Write(path, None if disk is None else digest(disk), content))
        return True

    # -- the catalogue

    def _index(self) -> None:
        text = catalogue.index_page(self.cache, self._linked_names())
        self._catalogue("index", self.names.index, text)
        touched = {(p.kind, initial(p.title)) for p in self._touched.values()}
        for kind, letter in catalogue.index_parts(self.cache):
            ident = f"{kind}-{letter}"
            if (kind, letter) in touched or not self.cache.pages.by_id(ident):
                stem = catalogue.part_stem(kind, letter)
                part = catalogue.index_part(self.cache, kind, letter, self.names)
                self._catalogue(ident, stem, part, f"{self.rules.folders.wiki}/index")

    def _linked_names(self) -> catalogue.CatalogueNames:
        """The names of the catalogue's pages without those that their owner deleted."""
        overview = self.cache.pages.by_id("overview")
        return replace(
            self.names,
            overview="" if overview and overview.gone else self.names.overview,
            rules=self.names.rules if fold(self.names.rules) in self.there else "",
            purpose=self.names.purpose if fold(self.names.purpose) in self.there else "",
        )

    def _catalogue(self, ident: str, stem: str, text: str, folder: str = "") -> None:
        path = f"{folder or self.rules.folders.wiki}/{stem}.md"
        row = PageRow(ident, "index", ident, path, PurePosixPath(path).stem, "")
        touched = dict(self._touched)
        self._take(Rendered(row, text, ()))
        self._touched = touched

    def overview(self, text: str) -> None:
        """Take in the overview as it now is."""
        self._catalogue("overview", self.names.overview, text)

    def log(self, entry: str) -> None:
        """Append an entry to the log, whatever stands in it, and record which file the log is."""
        path = f"{self.rules.folders.wiki}/{self.names.log}.md"
        disk = read(self.ledger.root / path)
        before = LOG_HEAD.encode() if disk is None else disk
        before += b"" if before.endswith(b"\n") else b"\n"
        self.plan.writes.append(
            Write(path, None if disk is None else digest(disk), before + entry.encode())
        )
        row = PageRow("log", "index", "log", path, self.names.log, "")
        self.cache.pages.put(row, ())
        self._write_ledger("p/log", page_path("log"), dump_page(record_of(row, "", ())))
