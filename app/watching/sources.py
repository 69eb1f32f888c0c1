"""The files in the places of sources of a watched vault: which of them settle, and which go."""

import time
from collections.abc import Iterable, Mapping
from functools import lru_cache

from app.compiler.compile import Compiler
from app.compiler.queue import Item
from app.errors import SourceRefused
from app.ledger.decisions import InPlace, in_place
from app.sources.ignoring import UNFINISHED, is_ignored, is_unfinished
from app.sources.scanning import Stamp, stamp
from app.sources.settling import Absence, Patience, Seen, Settling
from app.vault import looking
from app.vault.writing import digest

_READING = 0.2  # seconds of a turn that go into reading files, so that others get their turn


class Arrivals:
    """The files in the places of sources. A path is relative to the vault, a time in seconds of the clock
    of the watch."""

    def __init__(self, compiler: Compiler, patience: Patience) -> None:
        self._compiler, self._root, self._patience = compiler, compiler.root, patience
        self._settling, self.absence = Settling(patience), Absence(patience)
        self._stamps = compiler.queue.stamps()
        self._settling.know({path: _seen_in(each) for path, each in self._stamps.items()})
        self._places: tuple[str, ...] = ()
        self._said = InPlace()
        self._entered: dict[str, bool] = {}
        self._there: set[str] = set()
        self._unfinished: set[str] = set()
        self._unread: dict[str, Seen] = {}
        self._offered: set[str] = set()
        self._back: list[str] = []
        self._missing: dict[str, float] = {}
        self._locked: dict[str, float] = {}
        self._is_counted = False

    # -- when

    @property
    def waiting(self) -> set[str]:
        """The files that are to be looked at again."""
        return {*self._settling.waiting, *self._missing}

    @property
    def have_news(self) -> bool:
        """Whether files settled that were not read or not queued yet."""
        return bool(self._unread or self._offered)

    def due(self, now: float) -> float | None:
        """When there may be something to do."""
        missing = [since + self._patience.away for since in self._missing.values()]
        ends = [self._settling.due(), self.absence.due(now), *(m for m in missing if m > now)]
        return min((end for end in ends if end is not None), default=None)

    # -- looking

    def concerned_by(self, paths: Iterable[str]) -> set[str]:
        """The files to be looked at for a hint about ``paths``: a download that ended concerns the
        file that it is for."""
        wanted = set(paths)
        return wanted | {path.removesuffix(end) for path in wanted for end in UNFINISHED}

    def look(self, now: float, found: looking.Found, among: set[str] | None = None) -> None:
        """A look at the files ``among``, at everything without it, found these."""
        if among is None:
            self._places, self._said = self._compiler.placing.paths(), in_place(self._root)
            self._unfinished, self._entered = set(), {}
        looked_at = found.keys() if among is None else among
        downloads = {path for path in looked_at if path.endswith(UNFINISHED)}
        self._unfinished = (self._unfinished - downloads) | (downloads & found.keys())
        restless = set(self._settling.restless(now))
        sources = {
            path: self._seen(path, found[path], read=path in restless)
            for path in found
            if self.is_source(path)
        }
        self._settling.look(now, sources, among)
        self._missing = {p: since for p, since in self._missing.items() if p not in found}
        vanished = self._note_there(sources, among)
        if vanished or among is None or self.absence.is_waiting:
            self._count_absent(now)
        if among is None:
            self._offered |= self._stamps.keys() & self._there

    def _note_there(self, sources: Mapping[str, Seen], among: set[str] | None) -> set[str]:
        """The files that were there and are not any more."""
        before = self._there if among is None else self._there & among
        self._there = (self._there - before) | sources.keys()
        return before - sources.keys()

    def is_source(self, path: str) -> bool:
        """Whether a file lies in a place of sources and may be one."""
        if not any(path == place or path.startswith(f"{place}/") for place in self._places):
            return False
        folder, _, name = path.rpartition("/")
        hidden = is_ignored(name) or any(map(_is_ignored, folder.split("/")))
        if hidden or is_unfinished(path, self._unfinished):
            return False
        return self._compiler.placing.is_source(path, self._said) and self._may_enter(folder)

    def _may_enter(self, folder: str) -> bool:
        """Whether no folder on the way to a file, from its place on, is another vault or pages."""
        if folder in self._entered:
            return self._entered[folder]
        if not folder or folder in self._places:
            return True
        above = folder.rpartition("/")[0]
        may = self._compiler.placing.is_source(f"{folder}/", self._said) and self._may_enter(above)
        return self._entered.setdefault(folder, may)

    def _seen(self, path: str, state: tuple[int, int], *, read: bool) -> Seen:
        try:
            sha256 = digest((self._root / path).read_bytes()) if read else ""
        except OSError:
            sha256 = ""
        return Seen(*state, sha256)

    # -- what goes

    def _count_absent(self, now: float) -> None:
        """Which sources of the ledger are away. One whose bytes lie elsewhere has moved."""
        compiled = self._compiler.ledger.cache.paths_by_hash()
        known = set(compiled.values())
        elsewhere = {s.sha256 for p, s in self._stamps.items() if p in self._there - known}
        away = {p for sha, p in compiled.items() if p not in self._there and sha not in elsewhere}
        self._back += self.absence.look(now, self._not_there(away), self._without_place(known))

    def _not_there(self, away: set[str]) -> set[str]:
        """Those of the sources that are not there by any name: a place may have been taken back."""
        return {path for path in away if not (self._root / path).is_file()}

    def _without_place(self, known: set[str]) -> set[str]:
        """The sources whose whole place is away, or empty although two or more lay there."""
        lost = set()
        for place in self._places:
            inside = {path for path in known if path.startswith(f"{place}/")}
            left = any(path.startswith(f"{place}/") for path in self._there)
            if (len(inside) >= 2 and not left) or not (self._root / place).is_dir():
                lost |= inside
        return lost

    def gone(self, now: float) -> tuple[str, ...]:
        """The sources that are gone, each once."""
        return tuple(self.absence.gone(now))

    def back(self) -> tuple[str, ...]:
        """The sources that were gone and came back, each once."""
        back, self._back = self._back, []
        return tuple(back)

    def is_ready(self, path: str, now: float) -> bool:
        """Whether a file that waits can be compiled, or has been away for so long that it can be
        said to be gone; it was looked at just now."""
        if not (self._root / path).is_file():
            since = self._missing.setdefault(path, now)
            if now - since < self._patience.away:
                return False
        self._missing.pop(path, None)
        return not self._settling.is_changing(path)

    # -- what comes

    def offer(self, path: str, *, compiled: str) -> None:
        """Take a file into account once more, if these are not its bytes any more."""
        stamped = self._stamps.get(path)
        if stamped is not None and stamped.sha256 != compiled:
            self._offered.add(path)

    def take(self, now: float) -> tuple[Item, ...]:
        """Queue what has settled, as far as it can be read in a moment."""
        self._unread |= dict(sorted(self._settling.settled(now).items()))
        until = time.perf_counter() + _READING
        if self._missing:  # whose item is there no more, or goes by another name now
            waits = self._compiler.queue.waits
            self._missing = {p: since for p, since in self._missing.items() if waits(p)}
        items: list[Item] = []
        while self._unread and time.perf_counter() < until:
            path = next(iter(self._unread))
            items += self._read(now, path, self._unread.pop(path))
        settled = self._offered - self._settling.waiting - self._unread.keys()
        offered = sorted(settled & self._stamps.keys() & self._there)
        fresh = {path: self._stamps[path] for path in offered}
        self._offered = set()
        if fresh:
            self._compiler.queue.put_stamps(self._stamps)
            items += self._compiler.taking.take(self._without_doubtful(now, fresh))
        return tuple(items)

    def _read(self, now: float, path: str, seen: Seen) -> list[Item]:
        """Have a file that settled offered with its bytes; refused, if there is no reading it."""
        if not (self._root / path).is_file():
            self._settling.again(path)
            return []
        try:
            found = stamp(self._root, path, self._stamps.get(path))
        except SourceRefused as refused:
            return self._unreadable(now, path, refused)
        self._locked.pop(path, None)
        now_there = looking.look_at(self._root, [path]).get(path, (0, 0))
        if now_there == (found.size, found.mtime_ns) and seen.is_same(_seen_in(found)):
            self._stamps[path] = found
            self._offered.add(path)
        else:  # it was written before it was read, or while it was
            self._settling.again(path)
            self._settling.look(now, {path: Seen(*now_there)}, [path])
        return []

    def _unreadable(self, now: float, path: str, refused: SourceRefused) -> list[Item]:
        """Refuse a file; one that the system does not let us read is tried for a minute before, since
        whoever writes it may hold it."""
        since = self._locked.setdefault(path, now)
        is_locked = isinstance(refused.__cause__, OSError)
        if is_locked and now - since < self._patience.away:
            self._settling.again(path)
            self._settling.look(now, {path: Seen(1, -1)}, [path])
            return []
        item = self._compiler.taking.refuse(path, str(refused))
        return [item] if item else []

    def _without_doubtful(self, now: float, files: Mapping[str, Stamp]) -> dict[str, Stamp]:
        """Without the copies of a source that went away a moment ago and may be about to come back."""
        compiled = self._compiler.ledger.cache.paths_by_hash()
        return {
            path: each
            for path, each in files.items()
            if not self.absence.is_fresh(compiled.get(each.sha256, path), now)
        }


def _seen_in(found: Stamp) -> Seen:
    return Seen(found.size, found.mtime_ns, found.sha256)


@lru_cache(maxsize=1000)
def _is_ignored(folder: str) -> bool:
    return is_ignored(folder)
