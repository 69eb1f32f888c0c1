"""One item of the queue compiled: read, extracted, judged, written, and how it came out."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path, PurePosixPath

from app.compiler.building.plan import Plan
from app.compiler.builtin import reader
from app.compiler.evidence import refuse_own_pages
from app.compiler.judging import judged
from app.compiler.kept_labels import with_kept_labels
from app.compiler.onto_pages import OntoPages, with_pages
from app.compiler.queue import Item, Queue
from app.compiler.readers import BuiltinReader, Reader
from app.compiler.recording import Known, record_of
from app.compiler.senses import told_apart
from app.compiler.session import Ending, Progress, PutBack, Session, StoppedByPerson
from app.compiler.staleness import Cause, causes, inputs
from app.compiler.standing import Status
from app.compiler.taking import is_stale
from app.compiler.timing import Timing
from app.compiler.under_way import UnderWay
from app.errors import ModelUnavailable, SourceRefused, VaultloomError
from app.history.journal import Journal
from app.ledger.files import load_source, source_path
from app.ledger.ids import source_id
from app.ledger.ledger import Ledger
from app.ledger.records import SourceRecord
from app.saying import say
from app.sources.anchors import needs_edition
from app.sources.reading import reading
from app.vault import links
from app.vault.files import FilesNow, VaultFiles
from app.vault.layout import Vault
from app.vault.writing import digest

STAGES = ("reading", "extracting", "writing")
MOST_TRIES = 3  # of a source with which the process ended each time


@dataclass
class OneSource:
    """Compiles the sources of one vault, each by itself; ``chosen`` is the reader that the next one is
    read by, ``vault`` the vault with its rules as they are now. What was written so far stands whatever
    becomes of the one under way."""

    vault: Callable[[], Vault]
    ledger: Ledger
    journal: Journal
    queue: Queue
    session: Session
    clock: Callable[[], datetime]
    onto: OntoPages
    there: FilesNow
    timing: Timing
    chosen: Callable[[], Reader]
    _reader: Reader = field(default_factory=BuiltinReader)  # who reads the source under way

    @property
    def root(self) -> Path:
        """The vault's folder."""
        return self.vault().root

    def _left(self, item: Item) -> float | None:
        return self.timing.left(self.chosen().name, item)

    def one(self, item: Item) -> Item:
        """Compile one item and return it as it came out; whatever it is, the next can follow."""
        self.timing.begin(item)
        self._reader, spent = self.chosen(), self.chosen().spent
        item = self.queue.put(replace(item, status=Status.WORKING, reason="", tries=item.tries + 1))
        self.session.queue_changed()
        try:
            done = self._compiled(item)
        finally:
            self.ledger.cache.rollback()
            seconds = self.timing.end()
        if self.session.must_end() and done.status in {Status.REFUSED, Status.FAILED}:
            done = replace(item, status=Status.WAITING)  # what ends the program ends its readers
        done = self.queue.put(replace(done, stage="", tries=0, seconds=seconds))
        self._take_time(done, self._reader.spent.calls - spent.calls)
        return done

    def _take_time(self, done: Item, asked: int) -> None:
        """Remember what a source took, unless replies to some of its questions were there before, or
        its pages were only rendered again."""
        if done.status is Status.COMPILED and done.calls <= asked and (asked or not done.again):
            self.queue.measured(done)
        if not self.queue.open:
            self.timing.rest()

    def _compiled(self, item: Item) -> Item:
        if item.tries > MOST_TRIES:
            words = "The program ended each time when this was read."
            return replace(item, status=Status.FAILED, reason=words)
        try:
            content = self._content(item)
            if content is None:  # not by its bytes: they may come back
                words = say("“{name}” is not there any more.", name=item.source)
                return replace(item, status=Status.REFUSED, reason=words, sha256="")
            item = self.queue.put(replace(item, sha256=digest(content), size=len(content)))
            return self._compile(item, content)
        except SourceRefused as refused:
            return replace(item, status=Status.REFUSED, reason=refused.words)
        except StoppedByPerson:
            words = "Stopped. Nothing of it was written."
            return replace(item, status=Status.STOPPED, reason=words)
        except (Ending, PutBack):
            return replace(item, status=Status.WAITING)
        except ModelUnavailable as unavailable:
            return self._without_model(item, unavailable)
        except VaultloomError as failed:
            return replace(item, status=Status.FAILED, reason=failed.words)
        except Exception as error:  # noqa: BLE001 - a job is an edge: the other sources go on
            words = say(
                "Something unexpected happened: {what}", what=f"{type(error).__name__}: {error}"
            )
            return replace(item, status=Status.FAILED, reason=words)

    def _without_model(self, item: Item, unavailable: ModelUnavailable) -> Item:
        """Let a source wait, and all others, which would fare no better; unless another reader was
        chosen meanwhile."""
        if self.chosen() is not self._reader:
            return replace(item, status=Status.WAITING)
        self.queue.pause(for_model=True)
        self.session.unavailable(unavailable)
        return replace(item, status=Status.WAITING, reason=unavailable.words)

    def _content(self, item: Item) -> bytes | None:
        if self.journal.recover():  # a step that the disk refused went on: pages are others now
            self.ledger.refresh()
        return self.journal.read(item.source)

    def _compile(self, item: Item, content: bytes) -> Item:
        known = self.ledger.cache.source_by(sha256=item.sha256)
        if known is not None and not is_stale(self.root, known):
            if not item.again:
                return self._already(item, known)
            if causes(known, inputs(self.chosen(), self.vault().found)) == (Cause.RULES,):
                return self._render_again(item, known)
        refuse_own_pages(item.name, content)
        self._stage(item, "reading")
        there = self.there.current()
        in_edition = not _is_linkable(item.source, there)
        if known is not None and self._is_only_moved(item, known, in_edition=in_edition):
            return self._move(item, known, content)
        read_ = reading(item.source, content, in_edition=in_edition)
        self._stage(item, "extracting")
        watch = self._watch(item)
        short = reader.short_name(read_.document, PurePosixPath(item.source).stem)
        found = self._reader.extract(read_, short, item.sha256, watch)
        there = self.there.current()  # a model may have read for an hour
        if in_edition == _is_linkable(item.source, there):
            return self._compile(item, content)
        known_ = self._known(item, len(content), there, in_edition=in_edition)
        record = self._with_kept_labels(record_of(known_, read_, found))
        record = told_apart(self.ledger.cache, record)
        record = judged(self.ledger, record, self._reader, watch)
        there = self.there.current()
        if self._known(item, len(content), there, in_edition=in_edition) != known_:
            return self._compile(item, content)  # what was replied is kept
        self._stage(item, "writing")
        return self.onto.write(item, record, read_)

    def _with_kept_labels(self, record: SourceRecord) -> SourceRecord:
        path = source_path(record.id)
        before = self.journal.read(path)
        return with_kept_labels(record, load_source(before, path)) if before else record

    def _watch(self, item: Item) -> UnderWay:
        return UnderWay(
            item,
            self.queue,
            self.session,
            self.timing,
            lambda: self.chosen() is not self._reader,
            self._left,
        )

    def _render_again(self, item: Item, known: SourceRecord) -> Item:
        """Render the pages of a source under rules that changed since; nothing is read or asked."""
        path = source_path(known.id)
        record = load_source((self.root / path).read_bytes(), path)
        self._stage(item, "writing")
        record = replace(record, rules=self.vault().found.rules_digest)
        return self.onto.write(item, record, None)

    def _already(self, item: Item, known: SourceRecord) -> Item:
        page = self.ledger.cache.pages.summary_of(known.id)
        status = Status.UNCHANGED if known.path == item.source else Status.DUPLICATE
        words = (
            "" if status is Status.UNCHANGED else say("The same bytes as {path}.", path=known.path)
        )
        return replace(
            item, status=status, reason=words, record=known.id, page=page.path if page else ""
        )

    def _is_only_moved(self, item: Item, known: SourceRecord, *, in_edition: bool) -> bool:
        """Whether a source lies elsewhere now and is otherwise what it was, so that every sentence
        keeps its place; ``known`` is its record, whose own file is gone."""
        suffixes = {PurePosixPath(p).suffix.lower() for p in (known.path, item.source)}
        return (
            len(suffixes) == 1
            and in_edition == (known.target != known.path)
            and known.version == reader.VERSION
            and self.ledger.cache.source_by(path=item.source) is None
        )

    def _move(self, item: Item, known: SourceRecord, content: bytes) -> Item:
        """Have the pages lead to where the source lies now. Nothing is extracted."""
        self._stage(item, "writing")
        record, plan = self.lead_to(known, item.source, content)
        words = say("Moved here from {path}; nothing had to be compiled.", path=known.path)
        return with_pages(replace(self._already(item, record), reason=words), plan)

    def lead_to(self, known: SourceRecord, place: str, content: bytes) -> tuple[SourceRecord, Plan]:
        """Have the pages lead to where a source lies now; its record, and what changed."""
        kept = known.target != known.path
        path = source_path(known.id)
        record = load_source((self.root / path).read_bytes(), path)
        record = replace(record, path=place, target=known.target if kept else place)
        read_ = reading(place, content, in_edition=True) if kept else None
        return record, self.onto.move(record, read_)

    def _stage(self, item: Item, stage: str) -> None:
        self.session.check(item.id)
        left = self._left(item)
        self.session.progress(Progress(item.id, stage, STAGES.index(stage), len(STAGES), left))

    def _known(self, item: Item, size: int, there: VaultFiles, *, in_edition: bool) -> Known:
        cache = self.ledger.cache
        moved = cache.source_by(sha256=item.sha256)  # its file is gone, else it were known
        before = cache.source_by(path=item.source) or moved
        return Known(
            id=before.id if before else source_id(item.sha256, cache.source_ids()),
            path=item.source,
            sha256=item.sha256,
            size=size,
            added=before.added if before else self.clock().astimezone().date().isoformat(),
            target=self.onto.text_path(item.source, before, there, in_edition=in_edition),
            rules=self.vault().found.rules_digest,
        )


def _is_linkable(source: str, there: VaultFiles) -> bool:
    """Whether a bare name leads into the source itself: Obsidian shows it, its name breaks no
    link, and no other file answers to it."""
    path = PurePosixPath(source)
    name = path.stem if path.suffix.lower() == ".md" else path.name
    found = links.find(f"[[{name}]]")
    plain = len(found) == 1 and found[0].path == name and not found[0].subpath
    if needs_edition(source) or not plain or "%%" in name:
        return False
    return there.resolve(name, source).candidates == (source,)
