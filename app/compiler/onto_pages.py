"""What is known, brought onto pages: each change of it is one step of the journal."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from app.compiler.building import whereabouts
from app.compiler.building.build import Build
from app.compiler.building.plan import Plan
from app.compiler.building.whereabouts import Whereabouts
from app.compiler.deletions import Deleted, Deletions
from app.compiler.edited import put_back
from app.compiler.joined_by_notes import Pair, joined_by_notes
from app.compiler.queue import Item
from app.compiler.render import catalogue
from app.compiler.session import Session
from app.compiler.standing import Status
from app.compiler.taking_away import Settlement
from app.history.journal import Journal
from app.ledger.decisions import (
    DELETED_STATEMENT,
    IN_NOTE,
    RESTORED_STATEMENT,
    Decision,
    decide,
    deleted_statements,
)
from app.ledger.files import FOLDER
from app.ledger.ledger import Fresh, Ledger
from app.ledger.pages import PageRow
from app.ledger.records import SourceRecord
from app.saying import say
from app.sources.document import Reading
from app.sources.edition import edition
from app.vault.files import FilesNow, VaultFiles
from app.vault.layout import Vault
from app.vault.names import fold, safe_stem, unique_stem
from app.vault.resting import Resting
from app.vault.rules import RULES
from app.vault.writing import Changes, Write, digest, read
from app.vault.writing import replace as write_file

_COUNTED = frozenset(("concept", "entity", "summary"))


@dataclass
class OntoPages:
    """The pages of one vault, kept up with the ledger. ``there`` are the vault's files now."""

    vault: Vault
    ledger: Ledger
    journal: Journal
    session: Session
    there: FilesNow
    clock: Callable[[], datetime]
    _doubted: set[str] | None = None  # notes to be looked into again, None for all
    _noted: set[str] = field(default_factory=set)  # notes whose names are to be looked at
    _wrote: dict[str, str] = field(default_factory=dict)  # hashes of what was written last, by path

    @property
    def root(self) -> Path:
        """The vault's folder."""
        return self.vault.root

    def look_again(self, notes: Iterable[str]) -> None:
        """Have these notes (vault paths) looked into once more, since they changed."""
        if self._doubted is not None:
            self._doubted |= set(notes)

    def _look(self, there: VaultFiles) -> Whereabouts:
        found = whereabouts.look(self.ledger, there, self.vault.folders, self._doubted)
        self._doubted = set()
        self._noted |= self.ledger.cache.others.fresh
        self.ledger.cache.others.fresh.clear()
        return found

    def _joined(self) -> bool:
        """Whether a note that changed gives one thing two names that were not known to be one."""
        rules = self.vault.rules
        return bool(joined_by_notes(self.ledger.cache, self.root, rules, self._noted))

    # -- what changes pages

    def write(self, item: Item, record: SourceRecord, read_: Reading | None) -> Item:
        """Bring a source onto pages that is new, or read anew, and return its item as it came out."""
        there = self.there.current()
        self.ledger.cache.begin()
        build = self._build(there, {fold(PurePosixPath(record.target).stem)})
        plan = build.add(record)
        self._noted.clear()
        if self.ledger.cache.pages.by_id("overview") is None:
            build.overview()
        if not item.again or plan.touched:
            build.log(_log_entry(record, plan))
        self._commit(build, *_step(item, record), first=self._edition(record, read_))
        page = self.ledger.cache.pages.summary_of(record.id)
        done = replace(
            item,
            status=Status.COMPILED,
            reason="",
            stage="",
            record=record.id,
            page=page.path if page else "",
            sentences=sum(q.label.isdigit() for q in record.sentences),
            claims=len(record.claims),
        )
        return with_pages(_with_cost(done, record), plan)

    def move(self, record: SourceRecord, read_: Reading | None) -> Plan:
        """Have the pages lead to where a source lies now. It belongs to the last step, since it is none
        that a person would take back."""
        self.ledger.cache.begin()
        build = self._build(self.there.current())
        plan = build.add(record)
        self._commit(build, None, first=self._edition(record, read_))
        return plan

    def settle(
        self, label: str, add: Callable[[Build], object], note: Mapping[str, object]
    ) -> Changes:
        """Write what ``add`` plans, as one step called ``label``."""
        self.ledger.cache.begin()
        try:
            build = self._build(self.there.current())
            add(build)
            if build.plan.touched and self.ledger.cache.pages.by_id("overview"):
                build.overview()  # it leads to places on pages that are others now
            return self._commit(build, label, dict(note))
        finally:
            self.ledger.cache.rollback()

    def previewed(self, add: Callable[[Build], object]) -> tuple[Write, ...]:
        """What ``add`` would write, and nothing is written."""
        self.ledger.cache.begin()
        try:
            there = self.there.current()
            build = self._new_build(there.names(), self._resting(there))
            add(build)
            return tuple(build.plan.writes)
        finally:
            self.ledger.cache.rollback()

    def restoring(self, row: PageRow, deleted: Sequence[Deleted]) -> Settlement:
        """The step that brings statements back to a page from which its owner deleted them."""

        def plan(build: Build) -> Plan:
            build.pages.resting = None  # its owner asks for it
            away = build.pages.deletions
            away.known.get(row.id, set()).difference_update(each.rests_on for each in deleted)
            away.restoring[row.id] = {each.mark for each in deleted}
            build.again(pages=[row.id])
            build.pages.write_decision(self._decided(RESTORED_STATEMENT, deleted))
            return build.plan

        label = say("bring back what was deleted from “{title}”", title=row.title)
        return Settlement(label, plan, {})

    def deleting(self, row: PageRow, deleted: Sequence[Deleted]) -> Settlement:
        """The step that takes what vanished from a page for deleted on purpose."""

        def plan(build: Build) -> Plan:
            known = build.pages.deletions.known.setdefault(row.id, set())
            known |= {each.rests_on for each in deleted}
            build.pages.write_decision(self._decided(DELETED_STATEMENT, deleted))
            return build.again(pages=[row.id])

        return Settlement(
            say("leave out what you deleted from “{title}”", title=row.title), plan, {}
        )

    def catch_up(self) -> Changes:
        """Bring the pages up to date with what others did in the vault: files of the ledger that came
        from another device; pages and sources renamed, moved, deleted; notes with names of ours. Pages
        that were left alone for a while are among it, once they may be written."""
        self.journal.recover()  # a step that the disk refused goes on first
        self.ledger.refresh()
        fresh, self.ledger.fresh = self.ledger.fresh, Fresh()
        self.ledger.cache.begin()
        try:
            there = self.there.current()
            found = self._look(there)
            resting = self._resting(there)
            self._take_up(resting, fresh)
            if not (found or fresh or self._joined()):
                self.ledger.cache.commit()
                self._noted.clear()
                return Changes()
            build = self._new_build(there.names(), resting)
            build.follow(found)
            build.catch_up(fresh)
            self._noted.clear()
            return self._commit(build, None)
        finally:
            self.ledger.cache.rollback()

    def go_on(self, add: Callable[[Build], object]) -> Changes:
        """Write what ``add`` plans, as part of the last step."""
        self.ledger.cache.begin()
        try:
            there = self.there.current()
            build = self._new_build(there.names(), self._resting(there))
            add(build)
            return self._commit(build, None)
        finally:
            self.ledger.cache.rollback()

    def _build(self, there: VaultFiles, more: Iterable[str] = ()) -> Build:
        """A build that also follows what others did; the cache is in a transaction."""
        found = self._look(there)
        taken = {*there.names(), *more}
        resting = self._resting(there)
        build = self._new_build(taken, resting)
        build.follow(found)
        return build

    def _resting(self, there: VaultFiles) -> Resting:
        return Resting(self.root, self.clock().timestamp(), there, self._wrote)

    def _take_up(self, resting: Resting, fresh: Fresh) -> None:
        """Have the pages that were left alone, and may be written now, rendered again; a summary whose
        source went meanwhile goes after it."""
        for row in self.ledger.cache.pages.behind():
            if resting.may_write(row.path, edited=True):
                fresh.pages.add(row.id)
                if row.kind == "summary" and self.ledger.cache.source_by_id(row.of) is None:
                    fresh.sources.add(row.of)

    def _new_build(self, taken: Iterable[str], resting: Resting | None = None) -> Build:
        build = Build(self.ledger, self.vault.rules, set(taken), self.names(), resting)
        build.noted, build.remember = set(self._noted), self._decided_by_notes
        away = deleted_statements(self.root)
        build.pages.deletions = Deletions(
            {page: set(statements) for page, statements in away.items()},
            clock=lambda: self.clock().timestamp(),
        )
        return build

    def remember(self, deleted: Sequence[Deleted]) -> None:
        """Keep what the owner deleted as decisions; they are no part of a step, so that undo leaves them,
        and in a file of their own, so that they keep no other decision from being taken back."""
        if deleted:
            write_file(self.root, self._decided(DELETED_STATEMENT, deleted))

    def _decided(self, what: str, deleted: Sequence[Deleted]) -> Write:
        at = self.clock().astimezone(UTC).isoformat(timespec="microseconds")
        taken = [Decision(at, what, d.page, mark=d.mark, rests_on=d.rests_on) for d in deleted]
        return decide(self.root, f"{self.vault.device}-deleted", *taken)

    def _decided_by_notes(self, pairs: Iterable[Pair]) -> Write:
        """The decision that names are one in a note, in a file of its own, as deletions are."""
        at = self.clock().astimezone(UTC).isoformat(timespec="microseconds")
        taken = [Decision(at, IN_NOTE, *pair) for pair in sorted(pairs)]
        return decide(self.root, f"{self.vault.device}-notes", *taken)

    def _commit(
        self,
        build: Build,
        label: str | None,
        note: dict[str, object] | None = None,
        *,
        first: Sequence[Write] = (),
    ) -> Changes:
        plan = build.plan
        changes = self.journal.commit(label, [*first, *plan.writes], note or {})
        self.remember(build.pages.deletions.found)
        ours = {*changes.created, *changes.updated}
        self._wrote |= {w.path: digest(w.after) for w in plan.writes if w.after and w.path in ours}
        late = put_back(self.journal, changes, plan.records)
        self.ledger.written({name: path for name, path in plan.files.items() if path not in late})
        self.ledger.cache.commit()
        if touched := self._touched(changes, plan.files):
            self.session.pages_changed(touched)
        return changes

    def _edition(self, record: SourceRecord, read_: Reading | None) -> list[Write]:
        if read_ is None or record.target == record.path:
            return []
        disk = read(self.root / record.target)
        text = edition(read_.document, record.path, record.sha256).encode()
        before = None if disk is None else digest(disk)
        return [] if disk == text else [Write(record.target, before, text)]

    def _touched(self, changes: Changes, files: Iterable[str]) -> set[str]:
        """The pages that a step wrote or took away, or of which the ledger knows something new."""
        hidden = f"{FOLDER}/"
        paths = {*changes.created, *changes.updated, *changes.removed}
        rows = [self.ledger.cache.pages.by_id(name[2:]) for name in files if name.startswith("p/")]
        return {p for p in paths if not p.startswith(hidden)} | {row.path for row in rows if row}

    # -- names

    def names(self) -> catalogue.CatalogueNames:
        """What links to the catalogue's pages say: as recorded, else free names."""
        rules = PurePosixPath(self.vault.found.path or RULES).stem
        purpose = PurePosixPath(self.vault.purpose).stem
        found = {}
        for ident in ("index", "overview", "log"):
            page = self.ledger.cache.pages.by_id(ident)
            found[ident] = page.link if page else self._free(ident)
        return catalogue.CatalogueNames(
            found["index"], found["overview"], found["log"], rules, purpose
        )

    def _free(self, ident: str) -> str:
        taken = set(self.there.current().names())
        return ident if fold(ident) not in taken else unique_stem(f"wiki {ident}", taken)

    def text_path(
        self, source: str, before: SourceRecord | None, there: VaultFiles, *, in_edition: bool
    ) -> str:
        """The file that links to a source lead to: itself, or its edition under a name that is free."""
        if not in_edition:
            return source
        if before and before.target != before.path:
            return before.target
        ours = {fold(stem) for stem in asdict(self.names()).values()}  # there before long
        stem = unique_stem(safe_stem(PurePosixPath(source).stem), ours | there.names())
        return f"{self.vault.folders.text}/{stem}.md"


def _log_entry(record: SourceRecord, plan: Plan) -> str:
    count = sum(q.label.isdigit() for q in record.sentences)
    made = [p.title for p in plan.created if p.kind in {"concept", "entity"}]
    changed = sum(p.kind in _COUNTED for p in plan.updated)
    words = [f"{record.path}, {count} sentence{'s' * (count != 1)}."]
    words += [f"Created: {'; '.join(made)}."] if made else []
    words += [f"Updated: {changed} page{'s' * (changed != 1)}."] if changed else []
    gone = [p.title for p in plan.removed]
    words += [f"Removed, since nothing is said of them any more: {'; '.join(gone)}."] * bool(gone)
    waits = [p.title for p in plan.waiting]
    words += [f"Kept as you edited it: {'; '.join(waits)}."] if waits else []
    left = [p.title for p in plan.left if p.kind != "index"]
    words += [f"Left for now: {'; '.join(left)}."] if left else []
    return catalogue.log_entry(record.added, record.title, " ".join(words))


def with_pages(item: Item, plan: Plan) -> Item:
    """The item with the pages that came of it."""
    return replace(
        item,
        created=tuple(p.path for p in plan.created if p.kind != "index"),
        updated=tuple(p.path for p in plan.updated if p.kind != "index"),
        removed=tuple(p.path for p in plan.removed if p.kind != "index"),
    )


def _with_cost(item: Item, record: SourceRecord) -> Item:
    """The item with who read it, and what that cost."""
    asked = record.asked
    return replace(
        item,
        reader=record.reader,
        pieces=asked.pieces,
        failed_pieces=len(asked.failed),
        calls=asked.calls,
        prompt_tokens=asked.prompt_tokens,
        output_tokens=asked.output_tokens,
        asked_seconds=asked.seconds,
    )


def _step(item: Item, record: SourceRecord) -> tuple[str, dict[str, object]]:
    """The step that compiles a source. One that was compiled before stays so when it is undone."""
    if item.again:
        return say("compile “{title}” again", title=record.title), {}
    note: dict[str, object] = {"source": record.id, "sha256": record.sha256}
    return say("compile “{title}”", title=record.title), note
