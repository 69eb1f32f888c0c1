"""How sources come into the queue: dropped, put into their places by others, changed or moved."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from app.compiler.placing import Placing
from app.compiler.queue import Item, Queue
from app.compiler.session import Session
from app.compiler.standing import Status
from app.ledger.decisions import set_aside
from app.ledger.ledger import Ledger
from app.ledger.records import SourceRecord
from app.sources.intake import Arrival, intake
from app.sources.intake import Status as ArrivalStatus
from app.sources.scanning import Scan, Stamp, scan
from app.vault.files import FilesNow
from app.vault.writing import Files, Write, is_draft, read
from app.vault.writing import replace as write_file

UNREAD = "unread"  # stands for the hash of a file that could not be read


@dataclass
class Taking:
    """The way into the queue of a vault that can be written.

    ``decision`` makes the write of a decision: what, about what.
    """

    ledger: Ledger
    queue: Queue
    session: Session
    placing: Placing
    there: FilesNow
    decision: Callable[[str, str], Write]
    files: Files

    @property
    def root(self) -> Path:
        """The vault's folder."""
        return self.placing.vault.root

    def add(self, paths: Sequence[Path]) -> list[Item]:
        """Copy dropped files and folders into raw/ and queue them; what is refused says why.

        What lies in the vault already is not copied: it is a source where it lies from now on.
        """
        looked = self._look()
        known = {stamp.sha256: path for path, stamp in looked.files.items()}
        known |= self.ledger.cache.paths_by_hash()
        arrivals = intake(
            self.root,
            paths,
            set(self.there.current().names()),
            known,
            ground=self.placing.ground(),
            files=self.files,
        )
        self.placing.keep([a.path for a in arrivals if a.status is ArrivalStatus.IN_PLACE])
        items = [self._arrived(a) for a in arrivals]
        self.session.queue_changed()
        return items

    def scan(self) -> list[Item]:
        """Queue what is new or changed in the places of sources, whoever put it there.

        Files that were looked at before and did not change are not read again; the stamps by which
        they are known are this device's.
        """
        looked = self._look()
        items = [
            self.queue.add(PurePosixPath(path).name, "", Status.REFUSED, why)
            for path, why in looked.refused
        ]
        items += self.take(looked.files)
        if items:
            self.session.queue_changed()
        return items

    def take(self, files: Mapping[str, Stamp]) -> list[Item]:
        """Queue those of these files of the vault that are new, changed or moved; nobody is told."""
        known, aside = self.queue.known(), set_aside(self.root)
        said = self.placing.said()
        compiled = self.ledger.cache.paths_by_hash()
        fresh = {
            path: stamp
            for path, stamp in files.items()
            if compiled.get(stamp.sha256) != path
            and self.placing.is_source(path, said)
            and not known.has(path, stamp.sha256)
            and stamp.sha256 not in aside
            and self._is_new(path, stamp)
        }
        lost = self._lost_while_waiting() if fresh else {}
        return [self._queued(p, stamp, lost.pop(stamp.sha256, None)) for p, stamp in fresh.items()]

    def _lost_while_waiting(self) -> dict[str, Item]:
        """The items that wait for a file which is not there any more, by its bytes."""
        return {
            i.sha256: i
            for i in self.queue.with_status(Status.WAITING)
            if i.sha256 and not (self.root / i.source).is_file()
        }

    def _queued(self, path: str, stamp: Stamp, lost: Item | None) -> Item:
        """A new item, or the one of the same bytes that were renamed while they waited."""
        name = PurePosixPath(path).name
        if lost:
            return self.queue.put(replace(lost, name=name, source=path))
        return self.queue.add(name, path, size=stamp.size, sha256=stamp.sha256)

    def refuse(self, path: str, why: str) -> Item | None:
        """Say in the queue why a file that lies among the sources is none; None if it was said."""
        if self.queue.known().has(path, UNREAD):
            return None
        item = self.queue.add(PurePosixPath(path).name, path, Status.REFUSED, why)
        return self.queue.put(replace(item, sha256=UNREAD))

    def let_go(self) -> None:
        """Take out of the line what waits in places that are none any more."""
        said = self.placing.said()
        waiting = [i for i in self.queue.items() if i.status is Status.WAITING]
        gone = [i.id for i in waiting if not self.placing.is_source(i.source, said)]
        if gone:
            self.queue.stop(gone)
            self.session.queue_changed()

    def _look(self) -> Scan:
        """What lies in the places of sources, without what a killed copying of a new file left beside it."""
        said = self.placing.said()
        looked = scan(
            self.root,
            self.queue.stamps(),
            self.placing.paths(),
            lambda p: self.placing.is_source(p, said),
        )
        self.queue.put_stamps(looked.files)
        ours = f"{self.placing.vault.folders.raw}/"
        for folder in {p.rpartition("/")[0] for p in looked.files if p.startswith(ours)}:
            for draft in [d for d in (self.root / folder).iterdir() if is_draft(d.name)]:
                self.files.remove(draft)
        return looked

    def _is_new(self, path: str, stamp: Stamp) -> bool:
        record = self.ledger.cache.source_by(path=path)
        if record is not None and record.sha256 == stamp.sha256:
            return False
        same = self.ledger.cache.source_by(sha256=stamp.sha256)
        return same is None or not (self.root / same.path).is_file()

    def _arrived(self, arrival: Arrival) -> Item:
        name = arrival.name
        if arrival.status is ArrivalStatus.REFUSED:
            return self.queue.add(name, "", Status.REFUSED, arrival.reason)
        record = self.ledger.cache.source_by(sha256=arrival.sha256)
        if record is not None and not is_stale(self.root, record):
            return self._known(arrival, record)
        if self.queue.waits(arrival.path):
            return self.queue.add(name, arrival.path, Status.DUPLICATE, arrival.reason)
        self._take_in_after_all(arrival.sha256)
        size = (self.root / arrival.path).stat().st_size
        return self.queue.add(name, arrival.path, size=size, sha256=arrival.sha256)

    def _known(self, arrival: Arrival, record: SourceRecord) -> Item:
        """Bytes that were compiled already: there is nothing to do."""
        status = Status.DUPLICATE if arrival.status is ArrivalStatus.DUPLICATE else Status.UNCHANGED
        page = self.ledger.cache.pages.summary_of(record.id)
        item = self.queue.add(arrival.name, record.path, status, arrival.reason)
        return self.queue.put(replace(item, page=page.path if page else "", record=record.id))

    def _take_in_after_all(self, sha256: str) -> None:
        """Decide so where undo set these bytes aside. A decision is no step: undo leaves it."""
        if sha256 in set_aside(self.root):
            write_file(self.root, self.decision("take-in", sha256), self.files)


def is_stale(root: Path, record: SourceRecord) -> bool:
    """Whether the file of a compiled source is not there any more."""
    return read(root / record.path) is None
