"""Which comparison pages there are: of disagreements, of versions of a text, of what sources set side
by side."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from app.compiler import comparing
from app.compiler.building.pages import PagePlan
from app.compiler.disagree import Disagreement
from app.compiler.disputes import disputes_of
from app.compiler.pair_table import pair_table, subject_table
from app.compiler.render import comparison_page
from app.compiler.render.subject_page import Rendered
from app.compiler.resolve import Subject, subject_of, title_of
from app.compiler.version_table import version_table
from app.ledger.files import PageRecord
from app.ledger.ids import page_id
from app.ledger.pages import PageRow
from app.ledger.records import FactType, Kind, SourceRecord
from app.ledger.verdicts import Place


@dataclass
class Comparisons:
    """The comparison pages of one build. ``rendered`` are the pages that are done, by id, ``again``
    those to be rendered again, ``concerned`` the subjects whose pages link to what came or went."""

    pages: PagePlan
    rendered: set[str]
    again: dict[str, PageRow] = field(default_factory=dict)
    concerned: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.cache, self.rules = self.pages.cache, self.pages.rules

    def table(self, subject: Subject, disputes: list[Disagreement]) -> PageRow | None:
        """The row of a subject's comparison page; none where the callouts are enough. Where sources
        disagree on names only, the subjects of these names share one page."""
        from_ = self.rules.comparisons.disagreement_from
        positions = max((len(d.positions) for d in disputes), default=0)
        wanted = len(disputes) >= from_.disagreements or positions >= from_.positions
        sharing = self.sharing(subject, disputes)
        wanted = wanted and any(s.page and not s.page.gone for s in sharing)
        if sharing[0].of != subject.of:
            self._comparison(f"disputes {subject.of}", "", wanted=False)
        title = f"Where sources disagree on {title_of(subject)}"
        if len(sharing) > 1:
            called = sorted(d.aspect.removeprefix("name of ") for d in disputes)
            title = f"What {', '.join(called[:-1])} and {called[-1]} are called"
        return self._comparison(
            f"disputes {sharing[0].of}", title, wanted=wanted, sources=subject.sources
        )

    def sharing(self, subject: Subject, disputes: list[Disagreement]) -> list[Subject]:
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

    def _comparison(
        self, of: str, title: str, *, wanted: bool, sources: Iterable[str] = ()
    ) -> PageRow | None:
        """The row of a comparison page, made when it is wanted first; one that is no longer is taken away."""
        row = self.cache.pages.by_id(page_id("comparison", of))
        if row is not None and not wanted:
            self.pages.remove(row)
            return None
        if row is None and wanted:
            date = max(self.cache.source(source).added for source in sources)
            row = self.pages.row(Kind.COMPARISON, of, title, date)
            self.cache.pages.put(row, ())
        return row if wanted else None

    def plan(self, sources: Iterable[str], slots: set[str]) -> set[str]:
        """Decide which comparison pages of these sources there are, so that the pages concerned link
        to them; the subjects whose pages these are."""
        for source in sources:
            self._of_source(source)
        for one, other in self._subjects_beside(sources, slots):
            self._two_subjects(one, other)
        for page in list(self.again.values()):
            self._compare_again(page)
        return self.concerned

    def _of_source(self, source: str) -> None:
        pairs = list(comparing.versions(self.cache, source))
        beside = list(comparing.beside(self.cache, source))
        self._no_longer_next(source)
        wanted = {f"versions {older.id} {later.id}" for older, later in pairs}
        self._no_longer_beside(source, wanted | {f"pair {a.id} {b.id}" for a, b in beside})
        for older, later in pairs:
            self._versions(older, later)
        for a, b in beside:
            self._documents(a, b)

    def without(self, source: str) -> None:
        """Take away the pages that put this source beside another."""
        self._no_longer_beside(source, set())

    def without_table(self, row: PageRow) -> None:
        """Take away the page of the disagreements on a subject whose own page goes: what is still
        disputed stands on the page that it joins. Pages that may link to it are concerned."""
        table = self.cache.pages.by_id(page_id("comparison", f"disputes {row.of}"))
        if table is not None:
            self.concern((), self.pages.ledger.page_record(table.id))
            self.pages.remove(table)

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
                self.pages.remove(page)
                self.pages.summaries |= {older, later}

    def _no_longer_beside(self, source: str, wanted: set[str]) -> None:
        """Take away the pages that put this source beside one which it has no more to do with, now that
        it reads otherwise."""
        for sort in ("versions", "pair"):
            for page in self.cache.pages.comparisons_with(sort, [source]):
                if page.of not in wanted:
                    self.concern((), self.pages.ledger.page_record(page.id))
                    self.pages.remove(page)
                    self.pages.summaries |= set(page.of.split()[1:])

    def _subjects_beside(
        self, sources: Iterable[str], slots: set[str]
    ) -> list[tuple[Subject, Subject]]:
        """The pairs of subjects that these sources set side by side, and those of these subjects that
        another source did."""
        found = {
            (a.of, b.of): (a, b)
            for source in sources
            for a, b in comparing.subjects_beside(self.cache, source)
        }
        for page in self.cache.pages.comparisons_with("subjects", slots):
            one, other = (subject_of(self.cache, slot) for slot in page.of.split()[1:])
            if {one.of, other.of} == set(page.of.split()[1:]) and one.page and other.page:
                found.setdefault((one.of, other.of), (one, other))
            else:
                self.pages.remove(page)
        return [found[pair] for pair in sorted(found)]

    @property
    def _pair_from(self) -> int:
        return self.rules.comparisons.pair_from

    def _versions(self, older: SourceRecord, later: SourceRecord) -> None:
        table = version_table(self.cache, older, later)
        wanted = len([r for r in table.rows if r.verdict == "changed"]) >= 2
        title = comparing.title_of_versions(older, later)
        sides = (older.id, later.id)
        row = self._comparison(
            f"versions {older.id} {later.id}", title, wanted=wanted, sources=sides
        )
        if row:
            self._compare(row, comparison_page.of_versions(self.cache, older, later, table, row))
        self._concerns(older, later)
        for page in self.cache.pages.comparisons_with("pair", [older.id]):
            self.pages.remove(page)
            self.pages.summaries |= set(page.of.split()[1:])

    def _documents(self, a: SourceRecord, b: SourceRecord) -> None:
        left, right = comparing.in_display_order(self.cache, a, b)
        table = pair_table(self.cache, left, right)
        said = table.both + len(table.lead) + len(table.listed)
        wanted = said >= self._pair_from and (table.both >= 2 or bool(table.listed))
        title = comparing.title_of_pair(left, right)
        row = self._comparison(f"pair {a.id} {b.id}", title, wanted=wanted, sources=(a.id, b.id))
        if row:
            self._compare(row, comparison_page.of_pair(self.cache, left, right, table, row))
        self._concerns(a, b)

    def _two_subjects(self, one: Subject, other: Subject) -> None:
        table = subject_table(self.cache, one, other)
        wanted = table.both >= 2 and table.both + len(table.lead) >= self._pair_from
        title = f"{title_of(one)} and {title_of(other)}"
        sources = {*one.sources, *other.sources}
        row = self._comparison(
            f"subjects {one.of} {other.of}", title, wanted=wanted, sources=sources
        )
        if row:
            self._compare(row, comparison_page.of_subjects(self.cache, one, other, table, row))
        self.concerned |= {one.of, other.of}

    def _compare(self, row: PageRow, rendered: Rendered) -> None:
        """Take a comparison page in; the pages of what it shows sentences on link to it."""
        if row.id in self.rendered:
            return
        self.rendered.add(row.id)
        known = self.pages.ledger.page_record(row.id)
        self.pages.take(rendered)
        self.concern(rendered.shows, known)

    def concern(self, shows: Iterable[Place], known: PageRecord | None) -> None:
        """Have the pages of the subjects of these sentences rendered again, and of those that are shown
        so far."""
        places = {*shows, *(known.shows if known else ())}
        slots = {s for source, label in places for s in self.cache.subjects.slots_in(source, label)}
        subjects = (subject_of(self.cache, slot) for slot in sorted(slots))
        self.concerned |= {s.of for s in subjects if s.page}

    def _concerns(self, *records: SourceRecord) -> None:
        self.pages.summaries |= {record.id for record in records}
        owns = [comparing.own_subject(self.cache, record) for record in records]
        self.concerned |= {own.of for own in owns if own}
