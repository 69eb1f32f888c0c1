"""Sources in, pages out: the queue worked off, one source after the other, each a transaction.

A ``Compiler`` holds a vault: nobody else compiles it meanwhile. Everything that it writes goes
through the journal, so that it can be killed at any instant and undone afterwards.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.compiler.deletions import Deleted, deleted_from
from app.compiler.gone import GoneSources
from app.compiler.one_source import OneSource
from app.compiler.onto_pages import OntoPages
from app.compiler.placing import Placing
from app.compiler.queue import Item, Queue
from app.compiler.readers import BUILTIN, BuiltinReader, Reader
from app.compiler.session import Session
from app.compiler.taking import Taking
from app.compiler.taking_away import Settlement, taking_away
from app.compiler.taking_back import History, TakingBack
from app.compiler.timing import Timing
from app.errors import VaultProblem
from app.history.journal import Journal
from app.history.lock import hold
from app.history.undo import redo_label, undo_label
from app.ledger.cache import Target
from app.ledger.decisions import (
    KEEP_SOURCE,
    SET_ASIDE,
    Decision,
    decide,
    deleted_statements,
)
from app.ledger.ledger import Fresh, Ledger
from app.ledger.pages import PageRow
from app.paths import begin_state, state_folder
from app.vault.files import FilesNow
from app.vault.layout import Vault, open_vault
from app.vault.resting import YOUNG
from app.vault.writing import DISK, Changes, Files, Write


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
    files: Files = DISK
    reader: Reader = field(default_factory=BuiltinReader)
    placing: Placing = field(init=False)
    taking: Taking = field(init=False)
    taking_back: TakingBack = field(init=False)
    timing: Timing = field(init=False)
    sources: OneSource = field(init=False)
    onto: OntoPages = field(init=False)
    gone: GoneSources = field(init=False)
    _there: FilesNow = field(init=False)
    _not_now: set[str] = field(default_factory=set)
    _may_introduce: bool = True
    _took_up: datetime | None = None

    def __post_init__(self) -> None:
        self.timing = Timing(self.queue)
        self._there = FilesNow(self.vault.root)
        self.onto = OntoPages(
            self.vault, self.ledger, self.journal, self.session, self._there, self.clock
        )
        self.sources = OneSource(
            lambda: self.vault,
            self.ledger,
            self.journal,
            self.queue,
            self.session,
            self.clock,
            self.onto,
            self._there,
            self.timing,
            lambda: self.reader,
        )
        days = self.vault.rules.sources.gone_for_days
        self.gone = GoneSources(self.root, self.ledger, self.queue, self.clock, days)
        self.placing = Placing(self.vault, self.now, self.files)
        self.taking = Taking(
            self.ledger,
            self.queue,
            self.session,
            self.placing,
            self._there,
            lambda what, about: self.decision((what, about)),
            self.files,
        )
        self.taking_back = TakingBack(
            self.ledger,
            self.journal,
            self.queue,
            lambda sha256: self.decision((SET_ASIDE, sha256)),
            lambda ids: self.decision(*((KEEP_SOURCE, source) for source in ids)),
            self._make_catalogue,
        )

    @property
    def root(self) -> Path:
        """The vault's folder."""
        return self.vault.root

    # -- taking sources in

    def add(self, paths: Sequence[Path]) -> list[Item]:
        """See ``Taking.add``. Raises VaultProblem if the vault can only be read."""
        self._must_be_writable()
        return self.taking.add(paths)

    def scan(self) -> list[Item]:
        """See ``Taking.scan``. Raises VaultProblem if the vault can only be read."""
        self._must_be_writable()
        return self.taking.scan()

    def place(
        self,
        sources: Sequence[Path] = (),
        documents: Sequence[Path] = (),
        not_sources: Sequence[Path] = (),
    ) -> tuple[str, ...]:
        """Make folders and files of the vault sources where they lie, or take that back; see
        ``Placing.decide``. Raises VaultProblem if the vault can only be read.
        """
        self._must_be_writable()
        fresh = self.placing.decide(sources, documents, not_sources)
        self.taking.let_go()
        return fresh

    def now(self) -> str:
        """The time as decisions have it: ISO 8601, UTC."""
        return self.clock().astimezone(UTC).isoformat(timespec="microseconds")

    # -- working the queue off

    def read_with(self, reader: Reader) -> None:
        """Read with this reader from the next source on; may be called on any thread.

        A source that waits for the server of another one goes back to the line, and a queue that was
        paused for want of a model goes on.
        """
        self.reader = reader
        if self.queue.resume_with_model():
            self.session.queue_changed()
        self.session.reader_chosen()

    def run(self, *, idle: bool = True) -> list[Item]:
        """Compile what waits until nothing does, or the queue is paused; the items that came out,
        in order. Nothing is compiled in a vault that can only be read."""
        finished: list[Item] = []
        if self.vault.readonly:
            return finished
        self.catch_up()
        while (item := self.queue.next()) is not None:
            finished.append(self.one(item))
            self.session.queue_changed()
            if self.session.must_end():
                return finished
        if idle:
            self.when_idle()
            while self.introduce_next(self.session.must_end):
                pass
        return finished

    @property
    def is_behind(self) -> bool:
        """Whether pages were left alone for a while and are to be brought up to date."""
        return self.vault.readonly is None and bool(self.ledger.cache.pages.behind())

    def take_up(self) -> Changes:
        """Bring pages up to date that were left alone, as far as they may be written now; looked for every
        ten seconds, however often this is called."""
        now = self.clock()
        just = self._took_up is not None and now - self._took_up < timedelta(seconds=YOUNG)
        if just or not self.is_behind:
            return Changes()
        self._took_up = now
        return self.catch_up()

    def catch_up(self) -> Changes:
        """See ``OntoPages.catch_up``; sources that are gone for the days that the rules say go as well.
        Nothing is done in a vault that can only be read."""
        if self.vault.readonly:
            return Changes()
        changes = self.onto.catch_up()
        due = self.gone.due()
        return self.settle(self.taking_away(due)) if due else changes

    def retry(self, *items: str) -> None:
        """Queue items once more, all that failed if none is named; see ``Queue.retry``."""
        if self.queue.retry(*items):
            self.session.queue_changed()

    def one(self, item: Item) -> Item:
        """See ``OneSource.one``."""
        return self.sources.one(item)

    def left(self, under_way: Item | None = None) -> float | None:
        """About how many seconds all that is to be done may take, None where too little is known."""
        return self.timing.left(self.reader.name, under_way)

    # -- the rest

    def when_idle(self) -> Changes:
        """What is rendered anew only when nothing waits: the overview."""
        self._may_introduce = True
        if not self.ledger.cache.source_ids():
            return Changes()
        self.catch_up()
        return self.onto.go_on(lambda build: build.overview())

    def introduce_next(self, stop: Callable[[], bool]) -> bool:
        """Ask the model how to introduce one more page, and write it; False when there is nothing to
        ask now. For when nothing waits: ``stop`` ends the asking, and the page is asked about later.

        A person took nothing in by it, so that it belongs to the last step, as the overview does.
        """
        off = self.vault.readonly is not None or self.vault.rules.introductions == "off"
        if self.reader.name == BUILTIN or off or self.queue.paused or not self._may_introduce:
            return False
        from app.compiler.chosen_reader import at_hand  # the built-in reader needs no client
        from app.compiler.introductions import Introducing

        found, reader_ = None, at_hand(self.reader, stop)
        if reader_ is not None:
            introducing = Introducing(self.ledger, self.vault, reader_, self.files)
            found = introducing.next(stop, self._not_now)
        if found is None:
            self._may_introduce = (
                stop()
            )  # else there is nothing to ask before something is compiled
            return False
        source = self.ledger.cache.owing()
        self.onto.go_on(lambda build: build.introduce(found, source))
        return True

    def taking_away(self, sources: Sequence[str]) -> Settlement:
        """The step that takes sources (ids) away with all that rested on them, everywhere. Their own
        files are not touched; what is still there is not compiled again unasked.

        Raises KeyError for what is no source.
        """
        cache = self.ledger.cache
        there = [r for s in sources if (self.root / (r := cache.source(s)).path).is_file()]
        aside = self.decision(*((SET_ASIDE, record.sha256) for record in there))
        return taking_away(cache, sources, aside if there else None)

    def settle(self, settlement: Settlement) -> Changes:
        """Do a step that the person chose; see ``app.settling``.

        Raises VaultProblem if the vault can only be read.
        """
        self._must_be_writable()
        return self.onto.settle(settlement.label, settlement.plan, settlement.note)

    def decision(self, *taken: tuple[str, ...]) -> Write:
        """The write of decisions of now: what, about what, and about what other thing."""
        at = self.now()
        decided = []
        for what, about, *more in taken:
            other, mark = (*more, "", "")[:2]
            decided.append(Decision(at, what, about, other, mark))
        return decide(self.root, self.vault.device, *decided)

    def deleted_from(self, page: PageRow) -> list[tuple[Deleted, str]]:
        """What the owner of a page deleted from it, with the words that each statement rests on."""
        return deleted_from(self.ledger, page)

    def restore(self, page: PageRow) -> Changes:
        """Bring back all that was deleted from a page, as one step. Raises VaultProblem if the vault can
        only be read."""
        self._must_be_writable()
        return self.settle(self.onto.restoring(page, [d for d, _ in self.deleted_from(page)]))

    def keep_deleted(self, page: PageRow) -> None:
        """Take all that vanished from a page for deleted on purpose. Raises VaultProblem if the vault can
        only be read."""
        self._must_be_writable()
        away = deleted_statements(self.root).get(page.id, {})
        gone = [d for d, _ in self.deleted_from(page) if d.rests_on not in away]
        self.onto.remember(gone)

    def undo(self) -> tuple[str, Changes]:
        """Take back the last step; its source stays where it lies and is not compiled again unasked.

        Raises NothingToUndo, having touched nothing, if there is none or a file was edited since
        and cannot be merged.
        """
        return self._turned(self.taking_back.undo)

    def redo(self) -> tuple[str, Changes]:
        """Do again what was taken back last, as long as nothing new was done since; raises as ``undo``."""
        return self._turned(self.taking_back.redo)

    def _turned(self, turn: Callable[[], tuple[str, Changes]]) -> tuple[str, Changes]:
        self._must_be_writable()
        self.catch_up()  # pages may lie elsewhere by now
        lay = {each.source: each for each in self.ledger.cache.targets()}
        label, changes = turn()
        self.ledger.fresh = Fresh()  # what was brought back fits together
        self._lead_to_moved(lay)
        self.onto.catch_up()  # with files that were renamed or removed meanwhile
        self.session.queue_changed()
        self.session.pages_changed()
        return label, changes

    def _lead_to_moved(self, lay: Mapping[str, Target]) -> None:
        """Have the pages lead to sources where they ``lay`` before a step was turned: whoever moved them did
        not take that back."""
        for each in self.ledger.cache.targets():
            now = lay.get(each.source, each)
            if now.path != each.path and self.journal.read(each.path) is None:
                content = self.journal.read(now.path)
                if content is not None:
                    self.sources.lead_to(self.ledger.cache.source(each.source), now.path, content)

    def _make_catalogue(self) -> Changes:
        """Make the index and the overview anew, as part of the last step."""
        return self.onto.go_on(lambda build: build.whole_catalogue())

    def undo_source(self) -> str:
        """The id of the source whose pages ``undo`` would take back, empty for any other step."""
        return str(self.taking_back.undo_note().get("source", ""))

    def undo_label(self) -> str | None:
        """What ``undo`` would take back."""
        return undo_label(self.journal)

    def redo_label(self) -> str | None:
        """What ``redo`` would do again."""
        return redo_label(self.journal)

    def history(self) -> History:
        """All that can be taken back and done again."""
        return self.taking_back.history()

    def _must_be_writable(self) -> None:
        if self.vault.readonly:
            raise VaultProblem(self.vault.readonly, remedy=self.vault.way_out)


@contextmanager
def opened(
    path: Path,
    session: Session | None = None,
    clock: Callable[[], datetime] = now,
    files: Files = DISK,
) -> Iterator[Compiler]:
    """Open a vault for compiling: locked, a step that was cut short completed, the ledger current.

    ``files`` are the calls through which every byte reaches the disk. Raises VaultProblem,
    VaultBusy or RulesUnreadable, each with what to do.
    """
    vault = open_vault(path)
    with hold(vault.root):
        if vault.id:
            begin_state(vault.root, vault.id)
        journal = Journal(vault.root, files, clock=clock)
        journal.recover()
        ledger = Ledger(vault.root, vault.rules.voices.one_text_from)
        queue = Queue(state_folder(vault.root))
        queue.put_back()
        try:
            yield Compiler(vault, ledger, journal, queue, session or Session(), clock, files)
        finally:
            ledger.close()
            queue.close()
