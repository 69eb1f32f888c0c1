"""Which pages a change touches, and the writes that bring them up to date.

A source that comes or goes touches the pages of its own subjects; the pages that mention a subject which
gets a page now, or loses it (found by an index of words, rendered again without a call); the summaries
of the sources whose share on pages changed. Nothing else is looked at, so that the cost is that of the
source.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from app.compiler import comparing
from app.compiler.building.comparisons import Comparisons
from app.compiler.building.pages import PagePlan
from app.compiler.building.plan import Plan
from app.compiler.building.whereabouts import BESIDE, Whereabouts, naming
from app.compiler.builtin.mentions import variants
from app.compiler.disagree import Disagreement
from app.compiler.disputes import disputes_of
from app.compiler.joined_by_notes import Pair, joined_by_notes
from app.compiler.opening import Sentence, may_open, opening_of
from app.compiler.own_note import own_note
from app.compiler.render import catalogue, comparison_page, overview, subject_page, summary_page
from app.compiler.render.subject_page import Rendered
from app.compiler.resolve import Subject, kind_of, names_of, subject_of, title_of, unpaged
from app.compiler.statements import Content, content_of, worth_a_page
from app.ledger.files import (
    dump_introduction,
    dump_page,
    dump_source,
    introduction_path,
    load_source,
    page_path,
    source_path,
)
from app.ledger.introductions import Introduction
from app.ledger.ledger import Fresh, Ledger, record_of
from app.ledger.naming import initial, key
from app.ledger.pages import PageRow
from app.ledger.records import Kind, SourceRecord
from app.vault.names import fold, safe_stem
from app.vault.resting import Resting
from app.vault.rules import Rules
from app.vault.writing import Write, digest, read

LOG_HEAD = "# Log\n"
_SUBJECTS = frozenset((Kind.CONCEPT, Kind.ENTITY))


class Build:
    """One change's way onto pages. Use once; the cache must be in a transaction."""

    def __init__(
        self,
        ledger: Ledger,
        rules: Rules,
        taken: set[str],
        names: catalogue.CatalogueNames,
        resting: Resting | None = None,
    ) -> None:
        self.ledger, self.cache, self.rules = ledger, ledger.cache, rules
        self.names = names
        self.pages = PagePlan(ledger, rules, names, frozenset(taken), resting=resting)
        self._rendered: set[str] = set()
        self._comparisons = Comparisons(self.pages, self._rendered)
        self._introduced: dict[str, Introduction] = {}
        self._contents: dict[str, Content] = {}
        self._grouped: dict[str, str] = {}  # on which page slots were, "" for none
        self._found = Whereabouts()
        self.noted: set[str] = set()  # notes of the owner's that changed
        self.remember: Callable[[Iterable[Pair]], Write] | None = None  # that a note joins these
        self._parts: set[str] = set()  # of the index, and the overview, to be written again

    @property
    def plan(self) -> Plan:
        """What is to be written so far."""
        return self.pages.plan

    # -- what changed

    def add(self, record: SourceRecord) -> Plan:
        """The plan for a source that is new, or read anew."""
        named = {key(n.text) for found in record.subjects for n in found.names}
        named |= {slot for judged in record.names for slot in (judged.slot, judged.other)}
        slots = self._around(named | self._slots(record.id))
        pages = self.cache.showing_editions(record.id)
        self.ledger.put_source(record)
        slots |= self._join_by_notes(self._slots(record.id))
        self._summary_row(record)
        self.pages.write_ledger(f"s/{record.id}", source_path(record.id), dump_source(record))
        pages |= self.cache.showing_editions(record.id)
        self.again(slots=slots | self._slots(record.id), sources=[record.id], pages=pages)
        return self.plan

    def take_away(self, sources: Sequence[str]) -> Plan:
        """The plan for sources that are to be none any more: what rested on them goes, everywhere, and
        nothing else. Pages that rested on them alone go to the vault's trash."""
        self.pages.to_trash = True
        slots = self._around({slot for source in sources for slot in self._slots(source)})
        beside = {other for source in sources for other in self._beside(source)}
        naming = {page for source in sources for page in self.cache.showing_editions(source)}
        gone = [row for source in sources for row in self._without(source)]
        there = [s for s in sorted(beside) if self.cache.source_by_id(s)]
        self.again(slots=slots, sources=there, pages=naming, gone=gone)
        return self.plan

    def _beside(self, source: str) -> set[str]:
        """The sources whose pages say something of this one: near-copies, and those compared with it."""
        pages = self.cache.pages.comparisons_of(source)
        sides = {side for page in pages for side in page.of.split()[1:]}
        near = {*self.cache.voices.editions(source), *self._family(source)}
        return (near | sides) - {source}

    def _family(self, source: str) -> list[str]:
        return [record.id for record in comparing.family(self.cache, source)]

    def _without(self, source: str) -> list[PageRow]:
        """Take a source out of the ledger, with its summary, its comparisons and its edition; the pages
        that went, and their row."""
        record, summary = self.cache.source(source), self.cache.pages.summary_of(source)
        self._comparisons.without(source)
        self.cache.drop_source(source)
        self.pages.write_ledger(f"s/{source}", source_path(source), None)
        if record.target != record.path:
            self.pages.trash(record.target)
        return [summary] if summary and self.pages.remove(summary) else []

    def say_of_names(
        self, said: Mapping[tuple[str, str], bool], keep: str = "", decision: Write | None = None
    ) -> Plan:
        """The plan for what the person says of pairs of names (slots, in order): one thing, or two. The
        page ``keep`` (an id) is the one that stays where two become one."""
        slots = self._around({slot for pair in said for slot in pair})
        kept = self.cache.pages.by_id(keep)
        self.cache.verdicts.say(said)
        if decision is not None:
            self.pages.write_decision(decision)
        gone = []
        if kept is not None:
            joined = subject_of(self.cache, kept.of).slots
            others = [row for row in self.cache.pages.of_slots(joined) if row.id != keep]
            gone = [row for row in others if self.pages.remove(row, kept)]
        self.again(slots=slots, gone=gone)
        return self.plan

    def _join_by_notes(self, slots: set[str]) -> set[str]:
        """Have names be one that notes of the owner's give to one thing: the notes with any of these
        names, and those that changed. The slots concerned."""
        notes = {*self.cache.others.named(slots), *self.noted}
        pairs = joined_by_notes(self.cache, self.ledger.root, self.rules, notes)
        if not pairs or self.remember is None:
            return set()
        around = self._around({slot for pair in pairs for slot in pair})
        self.cache.verdicts.say(dict.fromkeys(pairs, True))
        self.pages.write_decision(self.remember(pairs))
        return around

    def make_again(self, row: PageRow) -> Plan:
        """The plan for a page that its owner deleted and wants back."""
        self.pages.made_again.add(row.id)
        back = replace(row, gone=False)
        self.cache.pages.put(back)
        self.again(pages=[row.id], gone=[] if row.kind == "index" else [back])
        if row.id == "overview":
            self.overview()
        return self.plan

    def stand_beside(self, row: PageRow) -> Plan:
        """The plan for a page that stands beside a note of the owner's from now on."""
        self.cache.pages.put(row)
        return self.again(pages=[row.id], gone=[row])

    def follow(self, found: Whereabouts) -> None:
        """Have what others did to the places of pages and sources in this build: see ``again``."""
        self._found = found
        for row in found.placed:
            self.pages.keep_place(row)
        for source, target in found.texts.items():
            path = source_path(source)
            record = load_source((self.ledger.root / path).read_bytes(), path)
            record = replace(record, target=target)
            self.ledger.put_source(record)
            self.pages.write_ledger(f"s/{source}", path, dump_source(record))
            found.again |= naming(self.cache, source)

    def catch_up(self, fresh: Fresh) -> Plan:
        """The plan for what came from another device. A text that was generated here is no edit of a
        person's, although another one is the last generated by now."""
        self.pages.generated = fresh.texts
        there = [s for s in sorted(fresh.sources) if self.cache.source_by_id(s)]
        gone = []
        for source in sorted(fresh.sources - set(there)):
            self._comparisons.without(source)
            summary = self.cache.pages.summary_of(source)
            gone += [summary] if summary and self.pages.remove(summary) else []
        for source in there:
            self._summary_row(self.cache.source(source))
        self._grouped |= dict.fromkeys(fresh.slots, "?")
        slots = fresh.slots | self._join_by_notes(fresh.slots)
        self.again(slots=slots, sources=there, pages=fresh.pages, gone=gone)
        if self.cache.pages.by_id("overview") is not None:
            self.overview()
        return self.plan

    def again(
        self,
        *,
        slots: Iterable[str] = (),
        sources: Iterable[str] = (),
        pages: Iterable[str] = (),
        gone: Iterable[PageRow] = (),
    ) -> Plan:
        """The plan for what may be said otherwise now: subjects, by their slots; sources, with what they
        are compared with; pages, by their ids; ``gone`` are pages that are no more, or are back."""
        about, listed = set(slots), list(sources)
        for page in sorted({*pages, *self._found.again}):
            about |= self._again(page)
        self._subjects(listed, about, [*gone, *self._found.back])
        for source in listed:
            self.pages.summaries |= {source, *self.cache.voices.editions(source)}
        self._render_summaries()
        self._index()
        if (self.plan.removed or self._found) and self.cache.pages.by_id("overview") is not None:
            self.overview()
        return self.plan

    def _again(self, page: str) -> set[str]:
        """Have a page rendered again; the slots whose pages are to be, for it."""
        row = self.cache.pages.by_id(page)
        if row is None:
            return set()
        if row.kind == Kind.SUMMARY:
            self.pages.summaries.add(row.of)
        elif row.kind == Kind.COMPARISON and not row.of.startswith("disputes "):
            self._comparisons.again[row.id] = row
        elif row.kind == "index":
            self._parts.add(row.id)
        return (
            {row.of.split()[-1]}
            if row.of.startswith("disputes ")
            else ({row.of} if row.kind in _SUBJECTS else set())
        )

    # -- subjects

    def _around(self, slots: set[str]) -> set[str]:
        """These slots and all that are one with any of them now; on which page each is, is remembered,
        since what mentions one that goes to another page is to be rendered again."""
        subjects = [subject_of(self.cache, slot) for slot in sorted(slots)]
        for subject in subjects:
            page = subject.page.id if subject.page else ""
            self._grouped |= dict.fromkeys(subject.slots, page)
        return slots | {slot for subject in subjects for slot in subject.slots}

    def _regrouped(self, changed: list[PageRow]) -> set[str]:
        """The subjects whose pages mention a name that is another page's now; a page that is ``changed``
        looks after its own."""
        known, again = {row.id for row in changed}, set[str]()
        for slot, before in sorted(self._grouped.items()):
            subject = subject_of(self.cache, slot)
            now = subject.page.id if subject.page else ""
            if now != before and not {now, before} & known and subject.found:
                again |= {s.of for s in self._naming(names_of(subject), now)}
        return again

    def _slots(self, source: str) -> set[str]:
        """The slots that a source speaks of, those judged when it was compiled, and the names of its things."""
        subjects = self.cache.subjects
        judged = self.cache.verdicts.slots_with(source)
        return {*subjects.slots_of(source), *judged, *subjects.names_beside(source)}

    def _subjects(self, sources: list[str], slots: set[str], changed: list[PageRow]) -> None:
        changed = [*changed, *self._without_subject(slots)]
        subjects = {s.of: s for slot in sorted(slots) if (s := subject_of(self.cache, slot)).found}
        changed += [row for s in subjects.values() if (row := self._new_page(s))]
        changed += [row for s in subjects.values() if (row := self._beside_note(s))]
        again = {s.of for row in changed for s in self._mentioning(row)} | self._regrouped(changed)
        again |= self._comparisons.plan(sources, slots)
        for of in [*subjects, *sorted(again - subjects.keys())]:
            self._subject(subject_of(self.cache, of))
        for row in changed:
            if row.kind in _SUBJECTS:
                self.pages.summaries |= set(subject_of(self.cache, row.of).sources)

    def _without_subject(self, slots: set[str]) -> list[PageRow]:
        """Take away the pages that no source says anything for any more, or whose subject turned
        out to be that of an older page; those taken away."""
        joined = slots | {s for slot in sorted(slots) for s in subject_of(self.cache, slot).slots}
        rows = {row.id: row for slot in sorted(joined) for row in self.cache.pages.of_slots([slot])}
        gone = []
        for row in rows.values():
            subject = subject_of(self.cache, row.of)
            other = subject.page if subject.page and subject.page.id != row.id else None
            empty = other is not None or not self._content(subject).statements
            went = self.pages.remove(row, other) if empty else self._needless(row, subject)
            if went:
                gone.append(row)
                self._comparisons.without_table(row)
        return gone

    def _content(self, subject: Subject) -> Content:
        if subject.of not in self._contents:
            self._contents[subject.of] = content_of(
                self.cache, subject, self.rules, self._at_most(kind_of(subject))
            )
        return self._contents[subject.of]

    def _needless(self, row: PageRow, subject: Subject) -> bool:
        """Take away a page that would not be there without a source that is taken away: what is left
        is not worth one. Its owner's stays."""
        if not self.pages.to_trash or row.gone:
            return False
        content, anew = self._content(subject), unpaged(self.cache, subject)
        if worth_a_page(self.cache, anew, content, self.rules) or self.pages.is_owners(row):
            return False
        return self.pages.remove(row)

    def _new_page(self, subject: Subject) -> PageRow | None:
        """A row for a subject that has no page and is worth one, registered so that others link to it.
        It is made on the day of its newest source, whichever device made it."""
        if subject.page:
            return None
        content = self._content(subject)
        if not worth_a_page(self.cache, subject, content, self.rules):
            return None
        date = max(self.cache.source(s).added for s in subject.sources)
        note = own_note(self.cache, self.ledger.root, subject, content)
        title = f"{title_of(subject)}{BESIDE}" if note else title_of(subject)
        row = self.pages.row(kind_of(subject), subject.of, title, date)
        row = replace(row, note=note)
        self.cache.pages.put(row, ())
        return row

    def _beside_note(self, subject: Subject) -> PageRow | None:
        """The row of a page that was told apart from a note of the owner's which, as it turns out now, is
        about its subject."""
        row = subject.page
        if row is None or row.note or row.gone:
            return None
        if fold(safe_stem(row.title)) == fold(row.stem) and not row.title.endswith(BESIDE):
            return None
        note = own_note(self.cache, self.ledger.root, subject, self._content(subject))
        if note:
            row = replace(row, note=note)
            self.cache.pages.put(row)
        return row if note else None

    def _mentioning(self, row: PageRow) -> list[Subject]:
        """The subjects whose pages mention what a page is about; other pages are rendered again, too."""
        subject = subject_of(self.cache, row.of)
        names = {row.title, *row.aliases, *(names_of(subject) if subject.found else ())}
        return self._naming(names, row.id, row.link, row.stem)

    def _naming(self, names: Iterable[str], but: str, *links: str) -> list[Subject]:
        """The subjects whose pages have one of these names, or links that say one of ``links``; the page
        ``but`` (an id) aside."""
        spelled = {form for name in names for form in variants(name, exact=False)}
        places = {p for name in spelled for p in self.cache.sentences_with(name)}
        pages = self.cache.pages.showing(places) | self.cache.pages.leading_to(links)
        slots = {slot for page in sorted(pages - {but}) for slot in self._again(page)}
        return [subject_of(self.cache, slot) for slot in sorted(slots)]

    def _subject(self, subject: Subject) -> None:
        if subject.page is None or subject.page.id in self._rendered:
            return
        content = self._content(subject)
        if not content.statements:
            return
        self._rendered.add(subject.page.id)
        disputes = disputes_of(self.cache, subject)
        table = self._comparisons.table(subject, disputes)
        page = subject.page
        opening = self._opening(subject, content, disputes)
        self.pages.take(
            subject_page.render(
                self.cache, subject, content, page, self.rules, disputes, table, opening
            )
        )
        if table and table.id not in self._rendered:
            self._rendered.add(table.id)
            sharing = self._comparisons.sharing(subject, disputes)
            pages = [p for s in sharing if (p := s.page) and not p.gone]
            self.pages.take(comparison_page.of_disputes(self.cache, pages, disputes, table))

    # -- introductions

    def introduce(self, introduction: Introduction, source: str) -> Plan:
        """The plan for a page that is introduced so from now on, on account of a source."""
        self._introduced[introduction.page] = introduction
        path = introduction_path(introduction.page)
        self.pages.write_file(path, dump_introduction(introduction))
        path = source_path(source)
        record = load_source((self.ledger.root / path).read_bytes(), path)
        record = replace(record, asked=replace(record.asked, introduced=introduction.page))
        self.pages.write_ledger(f"s/{source}", path, dump_source(record))
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
            self.pages.write_file(introduction_path(page), None)
        return found

    def _at_most(self, kind: Kind) -> int:
        limits = self.rules.pages.statements_at_most
        return limits.entity if kind is Kind.ENTITY else limits.concept

    # -- summaries

    def _summary_row(self, record: SourceRecord) -> None:
        if self.cache.pages.summary_of(record.id):
            return
        title = record.title
        own = {
            key(n.text)
            for s in self.cache.subjects.found_in(record.id)
            if not s.brief
            for n in s.names
        }
        if fold(safe_stem(title)) in self.pages.taken or key(title) in own:
            title = f"{title} (summary)"
        row = self.pages.row(Kind.SUMMARY, record.id, title, record.added)
        self.cache.pages.put(replace(row, title=record.title), ())

    def _render_summaries(self) -> None:
        for source in sorted(self.pages.summaries):
            row = self.cache.pages.summary_of(source)
            if row and self.cache.source_by_id(source):
                record = self.cache.source(source)
                self.pages.take(summary_page.render(self.cache, record, row, self.rules))

    # -- the catalogue

    def whole_catalogue(self) -> None:
        """Take in the index with all its parts, and the overview, as they now are."""
        self._index(whole=True)
        if self.cache.source_ids():
            self.overview()

    def _index(self, *, whole: bool = False) -> None:
        if self.cache.pages.by_id("index") is None and not self.cache.count_sources():
            return
        text = catalogue.index_page(self.cache, self._linked_names())
        self._catalogue("index", self.names.index, text)
        changed = [*self.pages.touched.values(), *self.plan.removed, *self.pages.placed]
        touched = {(p.kind, initial(p.title)) for p in changed}
        for kind, letter in catalogue.index_parts(self.cache):
            ident = f"{kind}-{letter}"
            again = whole or (kind, letter) in touched or ident in self._parts
            if again or not self.cache.pages.by_id(ident):
                stem = catalogue.part_stem(kind, letter)
                part = catalogue.index_part(self.cache, kind, letter, self.names)
                self._catalogue(ident, stem, part, f"{self.rules.folders.wiki}/index")

    def _linked_names(self) -> catalogue.CatalogueNames:
        """The names of the catalogue's pages without those that their owner deleted."""
        rows = {ident: self.cache.pages.by_id(ident) for ident in ("overview", "log")}
        there = self.pages.there
        return replace(
            self.names,
            overview="" if (row := rows["overview"]) and row.gone else self.names.overview,
            log="" if (row := rows["log"]) and row.gone else self.names.log,
            rules=self.names.rules if fold(self.names.rules) in there else "",
            purpose=self.names.purpose if fold(self.names.purpose) in there else "",
        )

    def _catalogue(self, ident: str, stem: str, text: str, folder: str = "") -> None:
        path = f"{folder or self.rules.folders.wiki}/{stem}.md"
        known = self.cache.pages.by_id(ident)
        row = known or PageRow(ident, "index", ident, path, PurePosixPath(path).stem, "")
        touched = dict(self.pages.touched)
        self.pages.take(Rendered(row, text, ()))
        self.pages.touched = touched

    def overview(self) -> None:
        """Take in the overview as it now is."""
        text = overview.overview_page(self.cache, self.cache.last_added())
        self._catalogue("overview", self.names.overview, text)

    def log(self, entry: str) -> None:
        """Append an entry to the log, whatever stands in it, and record which file the log is. One that
        its owner deleted is not made again."""
        known = self.cache.pages.by_id("log")
        path = known.path if known else f"{self.rules.folders.wiki}/{self.names.log}.md"
        disk = read(self.ledger.root / path)
        if known is not None and disk is None:
            return
        before = LOG_HEAD.encode() if disk is None else disk
        before += b"" if before.endswith(b"\n") else b"\n"
        self.plan.writes.append(
            Write(path, None if disk is None else digest(disk), before + entry.encode())
        )
        row = known or PageRow("log", "index", "log", path, self.names.log, "")
        self.cache.pages.put(row, ())
        self.pages.write_ledger("p/log", page_path("log"), dump_page(record_of(row, "", ())))
