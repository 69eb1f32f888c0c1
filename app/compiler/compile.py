"""Sources in, pages out: the queue worked off, one source after the other, each a transaction.

A ``Compiler`` holds a vault: nobody else compiles it meanwhile. Everything that it writes goes
through the journal, so that it can be killed at any instant and undone afterwards.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

from app.compiler.build import Build, Plan, log_write
from app.compiler.builtin import reader
from app.compiler.queue import Item, Queue, Status
from app.compiler.render import catalogue
from app.compiler.session import Progress, Session
from app.errors import SourceRefused, VaultloomError
from app.history.journal import Journal
from app.history.lock import hold
from app.history.undo import undo, undo_label
from app.ledger.decisions import Decision, decide, set_aside
from app.ledger.ids import source_id
from app.ledger.ledger import Ledger
from app.ledger.records import SourceRecord
from app.paths import state_folder
from app.sources.anchors import needs_edition
from app.sources.document import Reading
from app.sources.edition import edition
from app.sources.intake import Arrival, intake
from app.sources.intake import Status as ArrivalStatus
from app.sources.reading import reading
from app.sources.scanning import Stamp, scan
from app.vault.files import VaultFiles
from app.vault.layout import Vault, open_vault
from app.vault.names import fold, unique_stem
from app.vault.rules import RULES
from app.vault.writing import Changes, Write, digest, read

STAGES = ("reading", "extracting", "writing")


def now() -> datetime:
    """The time of day, where nobody gives another clock."""
    return datetime.now(UTC)


@dataclass
class Compiler:
    """One vault, opened for compiling."""

    vault: Vault
    ledger: Ledger
    journal: Journal
    queue: Queue
    session: Session = field(default_factory=Session)
    clock: Callable[[], datetime] = now

    @property
    def root(self) -> Path:
        """The vault's folder."""
        return self.vault.root

    # -- taking sources in

    def add(self, paths: Sequence[Path]) -> list[Item]:
        """Copy dropped files and folders into raw/ and queue them; what is refused says why."""
        known = {s.sha256: s.path for s in self.ledger.cache.sources()}
        known |= {
            digest(c): i.source
            for i in self.queue.items()
            if i.status.open and (c := read(self.root / i.source))
        }
        folders = self.vault.folders
        arrivals = intake(
            self.root, paths, self._taken(), known, raw=folders.raw, wiki=folders.wiki
        )
        items = [self._arrived(a) for a in arrivals]
        self.session.queue_changed()
        return items

    def scan(self) -> list[Item]:
        """Queue what is new or changed in raw/, whoever put it there.

        Files that were looked at before and did not change are not read again; the stamps by which
        they are known are this device's.
        """
        looked = scan(self.root, self.queue.stamps(), self.vault.folders.raw)
        self.queue.put_stamps(looked.files)
        items = [
            self.queue.add(PurePosixPath(path).name, "", Status.REFUSED, why)
            for path, why in looked.refused
        ]
        items += [
            self.queue.add(PurePosixPath(p).name, p)
            for p, stamp in looked.files.items()
            if self._is_new(p, stamp)
        ]
        if items:
            self.session.queue_changed()
        return items

    def _is_new(self, path: str, stamp: Stamp) -> bool:
        record = self.ledger.cache.source_by(path=path)
        if record is not None and record.sha256 == stamp.sha256:
            return False
        if self.queue.knows(path, stamp.sha256) or stamp.sha256 in set_aside(self.root):
            return False
        same = self.ledger.cache.source_by(sha256=stamp.sha256)
        return same is None or not (self.root / same.path).is_file()

    def _arrived(self, arrival: Arrival) -> Item:
        name = arrival.name
        if arrival.status is ArrivalStatus.REFUSED:
            return self.queue.add(name, "", Status.REFUSED, arrival.reason)
        record = self.ledger.cache.source_by(sha256=arrival.sha256)
        if record is not None and not self._is_stale(record):
            return self._known(arrival, record)
        if arrival.status is ArrivalStatus.DUPLICATE and record is None:
            return self.queue.add(name, arrival.path, Status.DUPLICATE, arrival.reason)
        self._take_in_after_all(arrival.sha256)
        return self.queue.add(name, arrival.path)

    def _known(self, arrival: Arrival, record: SourceRecord) -> Item:
        """Bytes that were compiled already: there is nothing to do."""
        status = Status.DUPLICATE if arrival.status is ArrivalStatus.DUPLICATE else Status.UNCHANGED
        page = self.ledger.cache.summary_of(record.id)
        item = self.queue.add(arrival.name, record.path, status, arrival.reason)
        return self.queue.put(replace(item, page=page.path if page else "", record=record.id))

    def _take_in_after_all(self, sha256: str) -> None:
        if sha256 in set_aside(self.root):
            self.journal.commit(None, [self._decision("take-in", sha256)])

    def _decision(self, what: str, about: str) -> Write:
        at = self.clock().astimezone(UTC).isoformat(timespec="microseconds")
        return decide(self.root, self.vault.device, Decision(at, what, about))

    # -- working the queue off

    def run(self, *, idle: bool = True) -> list[Item]:
        """Compile what waits until nothing does; the items that came out, in order."""
        finished = []
        while (item := self.queue.next()) is not None:
            finished.append(self.one(item))
            self.session.queue_changed()
        if idle and any(i.status is Status.COMPILED for i in finished):
            self.when_idle()
        return finished

    def retry(self, item: str) -> None:
        """Queue an item once more; one that was refused on arrival stays refused."""
        found = self.queue.get(item)
        if found and found.source and not found.status.open:
            self.queue.put(replace(found, status=Status.WAITING, reason=""))
            self.session.queue_changed()

    def one(self, item: Item) -> Item:
        """Compile one item and return it as it came out."""
        started = time.perf_counter()
        content = read(self.root / item.source)
        sha256 = digest(content) if content is not None else ""
        item = self.queue.put(replace(item, status=Status.WORKING, reason="", sha256=sha256))
        self.session.queue_changed()
        try:
            done = self._compile(item, content)
        except SourceRefused as refused:
            done = replace(item, status=Status.REFUSED, reason=str(refused))
        except StoppedByPerson:
            done = replace(
                item, status=Status.STOPPED, reason="Stopped. Nothing of it was written."
            )
        except VaultloomError as failed:
            done = replace(item, status=Status.FAILED, reason=str(failed))
        finally:
            self.ledger.cache.rollback()
        return self.queue.put(
            replace(done, stage="", seconds=round(time.perf_counter() - started, 3))
        )

    def _compile(self, item: Item, content: bytes | None) -> Item:
        if content is None:
            raise SourceRefused(f"“{item.name}” is no longer in {self.vault.folders.raw}/.")
        known = self.ledger.cache.source_by(sha256=item.sha256)
        if known is not None and not self._is_stale(known):
            return self._already(item, known)
        self._stage(item, "reading")
        read_ = reading(item.source, content)
        self._stage(item, "extracting")
        record = self._record(item, read_, len(content))
        self._stage(item, "writing")
        return self._write(item, record, read_)

    def _already(self, item: Item, known: SourceRecord) -> Item:
        page = self.ledger.cache.summary_of(known.id)
        status = Status.UNCHANGED if known.path == item.source else Status.DUPLICATE
        words = "" if status is Status.UNCHANGED else f"The same bytes as {known.path}."
        return replace(
            item, status=status, reason=words, record=known.id, page=page.path if page else ""
        )

    def _is_stale(self, record: SourceRecord) -> bool:
        return read(self.root / record.path) is None

    def _stage(self, item: Item, stage: str) -> None:
        if self.session.must_stop(item.id):
            raise StoppedByPerson
        self.session.progress(Progress(item.id, stage, STAGES.index(stage), len(STAGES)))

    def _record(self, item: Item, read_: Reading, size: int) -> SourceRecord:
        cache, document = self.ledger.cache, read_.document
        before = cache.source_by(path=item.source)
        taken = self._taken()
        found = reader.extract(read_, reader.short_name(document, PurePosixPath(item.source).stem))
        target = item.source
        if needs_edition(item.source):
            folder = self.vault.folders.text
            target = (
                before.target
                if before
                else f"{folder}/{unique_stem(PurePosixPath(item.source).stem, taken)}.md"
            )
        return SourceRecord(
            id=before.id if before else source_id(item.sha256, cache.source_ids()),
            path=item.source,
            sha256=item.sha256,
            size=size,
            format=document.format,
            title=document.title,
            short=found.short,
            language=document.language,
            added=before.added if before else self.clock().astimezone().date().isoformat(),
            target=target,
            reader=reader.NAME,
            version=reader.VERSION,
            encoding=document.encoding,
            authors=document.metadata.authors,
            date=document.metadata.date,
            url=document.metadata.url,
            fields=document.metadata.fields,
            recovered=document.recovered,
            rule_text=found.rule_text,
            sentences=reader.quotables(read_),
            subjects=found.subjects,
            claims=found.claims,
            points=found.points,
        )

    def _write(self, item: Item, record: SourceRecord, read_: Reading) -> Item:
        self.ledger.cache.begin()
        names = self.names()
        taken = self._taken() | {fold(PurePosixPath(record.target).stem)}
        plan = Build(self.ledger, self.vault.rules, taken, names).add(record)
        if self.ledger.cache.page("overview") is None:
            self._overview(plan)
        writes = [*self._edition(record, read_), *plan.writes, self._log(record, plan, names)]
        self.journal.commit(
            f"compile “{record.title}”", writes, {"source": record.id, "sha256": record.sha256}
        )
        self.ledger.written(plan.files)
        self.ledger.cache.commit()
        self.session.pages_changed()
        page = self.ledger.cache.summary_of(record.id)
        return replace(
            item,
            status=Status.COMPILED,
            record=record.id,
            page=page.path if page else "",
            created=tuple(p.path for p in plan.created if p.kind != "index"),
            updated=tuple(p.path for p in plan.updated if p.kind != "index"),
            sentences=sum(q.label.isdigit() for q in record.sentences),
            claims=len(record.claims),
        )

    def _edition(self, record: SourceRecord, read_: Reading) -> list[Write]:
        if record.target == record.path:
            return []
        disk = read(self.root / record.target)
        text = edition(read_.document, record.path, record.sha256).encode()
        return (
            []
            if disk == text
            else [Write(record.target, None if disk is None else digest(disk), text)]
        )

    def _log(self, record: SourceRecord, plan: Plan, names: catalogue.CatalogueNames) -> Write:
        count = sum(q.label.isdigit() for q in record.sentences)
        made = [p.title for p in plan.created if p.kind in {"concept", "entity"}]
        changed = sum(p.kind in {"concept", "entity", "summary"} for p in plan.updated)
        words = [f"{record.path}, {count} sentences."]
        words += [f"Created: {'; '.join(made)}."] if made else []
        words += [f"Updated: {changed} page{'s' * (changed != 1)}."] if changed else []
        words += (
            [f"Kept as you edited it: {'; '.join(p.title for p in plan.waiting)}."]
            if plan.waiting
            else []
        )
        entry = catalogue.log_entry(record.added, record.title, [" ".join(words)])
        return log_write(self.ledger, f"{self.vault.folders.wiki}/{names.log}.md", entry)

    # -- the rest

    def when_idle(self) -> Changes:
        """What is rendered anew only when nothing waits: the overview."""
        if not self.ledger.cache.source_ids():
            return Changes()
        self.ledger.cache.begin()
        plan = Plan()
        self._overview(plan)
        changes = self.journal.commit(None, plan.writes)
        self.ledger.written(plan.files)
        self.ledger.cache.commit()
        return changes

    def _overview(self, plan: Plan) -> None:
        """Add the overview as it now is to ``plan``; the cache is in a transaction."""
        date = max(s.added for s in self.ledger.cache.sources())
        names = self.names()
        build = Build(self.ledger, self.vault.rules, self._taken(), names, plan)
        build.catalogue_page(
            "overview", names.overview, catalogue.overview_page(self.ledger.cache, date)
        )

    def undo(self) -> tuple[str, Changes]:
        """Take back the last step; its source stays in raw/ and is not compiled again unasked."""
        named = [s for s in self.journal.steps() if not s.undoes and s.label is not None]
        note = named[-1].note if named else {}
        sha256, source = str(note.get("sha256", "")), str(note.get("source", ""))
        label, changes = undo(self.journal, [self._decision("set-aside", sha256)] if sha256 else [])
        self.ledger.refresh()
        self.queue.taken_back(source)
        self.session.queue_changed()
        self.session.pages_changed()
        return label, changes

    def undo_label(self) -> str | None:
        """What ``undo`` would take back."""
        return undo_label(self.journal)

    def _taken(self) -> set[str]:
        return {fold(name) for name in VaultFiles.scan(self.root).names()}

    def names(self) -> catalogue.CatalogueNames:
        """The stems of the catalogue's pages: as recorded, else free ones."""
        rules = PurePosixPath(self.vault.found.path or RULES).stem
        purpose = PurePosixPath(self.vault.purpose).stem
        found = {}
        for ident in ("index", "overview", "log"):
            page = self.ledger.cache.page(ident)
            found[ident] = page.stem if page else self._free(ident)
        return catalogue.CatalogueNames(
            found["index"], found["overview"], found["log"], rules, purpose
        )

    def _free(self, ident: str) -> str:
        wiki = self.vault.folders.wiki
        if read(self.root / f"{wiki}/{ident}.md") is not None and ident == "log":
            return ident
        taken = self._taken()
        return ident if fold(ident) not in taken else unique_stem(f"wiki {ident}", taken)


class StoppedByPerson(Exception):
    """The person stopped the source under way."""


@contextmanager
def opened(
    path: Path, session: Session | None = None, clock: Callable[[], datetime] = now
) -> Iterator[Compiler]:
    """Open a vault for compiling: locked, a step that was cut short completed, the ledger current.

    Raises VaultProblem, VaultBusy or RulesUnreadable, each with what to do.
    """
    vault = open_vault(path)
    with hold(vault.root):
        journal = Journal(vault.root)
        journal.recover()
        ledger = Ledger(vault.root, vault.rules.voices.one_text_from)
        queue = Queue(state_folder(vault.root))
        try:
            yield Compiler(vault, ledger, journal, queue, session or Session(), clock)
        finally:
            ledger.close()
            queue.close()
