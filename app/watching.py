"""What happens in an open vault: sources that come, change, move or go, and notes that change.

The operating system's hints only say when to look; what counts is what a look finds. A look at
everything comes at the start, when hints were lost or a folder came or went, and once a minute. So
a hint that is lost costs time, and one that comes twice costs nothing: a file is queued when its
bytes are neither compiled nor waited for, which the ledger and the queue know (``Taking.take``).

Everything here but ``Hints`` runs on the thread that the vault belongs to, a little at a time.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from app.compiler.compile import Compiler
from app.compiler.queue import Item
from app.compiler.standing import Status
from app.errors import SourceRefused
from app.ledger.decisions import InPlace, in_place
from app.saying import said, say
from app.sources.ignoring import UNFINISHED, is_ignored, is_temporary, is_unfinished
from app.sources.scanning import Stamp, stamp
from app.sources.settling import Absence, Patience, Seen, Settling
from app.vault import looking
from app.vault.conflicts import original_of
from app.vault.hints import Hinted, Hints
from app.vault.marker import MARKER
from app.vault.noticing import Noticing
from app.vault.writing import Changes, digest

EVERY = 60.0
"""Seconds between two looks at everything, where the system gives hints."""
WITHOUT_HINTS = 5.0
"""The same where it gives none."""
SHARE = 0.02
"""Of the time, at most, that looks at everything may take (a vault on a slow drive, no hints)."""
OFTEN = 0.1
"""The same while folders come and go."""
_GAP = 0.25  # seconds between two turns, while hints pour in
_READING = 0.2  # seconds of a turn that go into reading files, so that others get their turn


@dataclass(frozen=True, slots=True)
class Noticed:
    """What a turn found. ``queued`` are sources to be compiled; ``touched`` are notes that are not
    what they were, ``changed`` those among them that somebody else wrote or removed; ``gone`` and
    ``back`` are sources; ``said`` are words for the person; ``lost`` says that the vault is gone."""

    queued: tuple[Item, ...] = ()
    touched: frozenset[str] = frozenset()
    changed: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    lost: str = ""


class Watch:
    """Watches one vault. ``turn`` whenever ``wait`` is over; ``close`` at the end."""

    def __init__(
        self,
        compiler: Compiler,
        hints: Hints,
        *,
        clock: Callable[[], float] = time.monotonic,
        patience: Patience | None = None,
        every: float = EVERY,
        first: float = 0.0,
    ) -> None:
        """``first`` is the time in seconds until the first look."""
        self._compiler, self._root, self._clock = compiler, compiler.root, clock
        self._hints, self._every = hints, every
        self._patience = patience or Patience()
        self._gap = min(_GAP, self._patience.still / 4)
        self._notes = Noticing()
        self._sources = _Sources(compiler, self._patience)
        self._whole_at = self._may_turn_at = clock() + first
        self._may_look_at = 0.0
        self._lost_since: float | None = None
        self._unheard: dict[str, float] = {}
        self._said: set[str] = set()
        self._writable = compiler.vault.readonly is None

    # -- when

    def wait(self) -> float:
        """Seconds until there is something to do; a hint may shorten it, see ``Hints.wake``."""
        now = self._clock()
        if self._hints.are_waiting or self._sources.have_news:
            due = self._may_turn_at
        else:
            ends = (self._sources.due(now), self._notes.due(), self._whole_at)
            due = max(min(end for end in ends if end is not None), self._may_turn_at)
        return max(due - now, 0.0)

    def close(self) -> None:
        """Stop watching."""
        self._hints.close()

    # -- what

    def turn(self, *, with_notes: bool = True) -> Noticed:
        """Look where something may have changed, and queue what is to be compiled.

        Without ``with_notes`` what changed among the notes is kept for a later turn.
        """
        now = self._clock()
        if not self._is_there():
            return self._without_vault(now)
        if self._lost_since is not None:
            self._hints.forget()
            self._lost_since, self._whole_at = None, now
        hinted = self._hints.take()
        if hinted.everything:
            self._whole_at = min(self._whole_at, max(now, self._may_look_at))
        if self._whole_at <= now:
            self._look_everywhere(now, hinted)
        else:
            self._look_at(now, hinted.paths | set(self._sources.waiting))
        return self._outcome(now, with_notes=with_notes)

    def look_at_notes(self) -> frozenset[str]:
        """The notes that are not what they were, asked at once: their changes are not told again."""
        if self._is_there():
            self._notes.look(self._clock(), looking.look(self._root))
        return frozenset(self._notes.take(self._clock(), at_once=True))

    def next(self) -> Item | None:
        """The item of the queue to be compiled now: the first whose file nobody is writing."""
        if not self._writable:
            return None
        first = self._compiler.queue.next()
        if first is None or self._is_ready(first):
            return first
        waiting = self._compiler.queue.with_status(Status.WAITING)
        return next((i for i in waiting if i.id != first.id and self._is_ready(i)), None)

    def compiled(self, item: Item) -> None:
        """An item came out: what changed in its file meanwhile is queued."""
        if self._writable and item.source:
            self._look_at(self._clock(), {item.source})
            self._sources.offer(item.source, compiled=item.sha256)

    @property
    def waited_for(self) -> frozenset[str]:
        """The sources that somebody may still be writing."""
        return frozenset(self._sources.waiting)

    @property
    def gone(self) -> frozenset[str]:
        """The sources that are gone."""
        return self._sources.absence.known

    # -- looking

    def _look_everywhere(self, now: float, hinted: Hinted) -> None:
        started = time.perf_counter()
        self._hints.start()
        found = looking.look(self._root)
        changed = self._notes.look(now, found)
        self._doubt_hints(now, hinted, changed)
        if self._writable:
            self._sources.look(now, found)
        took = time.perf_counter() - started
        usual = WITHOUT_HINTS if self._hints.trouble else self._every
        self._whole_at = now + max(usual, took / SHARE)
        self._may_turn_at = now + took + self._gap
        self._may_look_at = now + took / OFTEN

    def _look_at(self, now: float, paths: Iterable[str]) -> None:
        wanted = self._sources.concerned_by(paths)
        for path in wanted & self._unheard.keys():
            del self._unheard[path]
        found = looking.look_at(self._root, wanted)
        self._notes.look(now, found, wanted)
        if self._writable:
            self._sources.look(now, found, wanted)
        self._may_turn_at = now + self._gap

    def _doubt_hints(self, now: float, hinted: Hinted, changed: set[str]) -> None:
        """Rely on hints no more, once a change was found of which there was none for a minute: the
        drive is another machine's, or a limit of the system is reached."""
        if hinted.everything or not self._hints.is_alive:
            self._unheard.clear()
            return
        if any(now - since >= self._every for since in self._unheard.values()):
            self._hints.give_up(said("it did not tell of the last change"))
        self._unheard |= dict.fromkeys(changed - hinted.paths, now)

    def _is_ready(self, item: Item) -> bool:
        """Whether nobody is writing the file of an item, and it is not away for a moment."""
        now = self._clock()
        self._look_at(now, {item.source})
        return self._sources.is_ready(item.source, now)

    # -- what came of it

    def _outcome(self, now: float, *, with_notes: bool) -> Noticed:
        queued = self._sources.take(now) if self._writable else ()
        touched = frozenset(filter(_lasts, self._notes.take(now) if with_notes else ()))
        gone, back = self._sources.gone(now), self._sources.back()
        return Noticed(
            queued=queued,
            touched=touched,
            changed=tuple(sorted(filter(self._is_others, touched))),
            gone=gone,
            back=back,
            said=self._to_say(now),
        )

    def _is_others(self, path: str) -> bool:
        """Whether somebody else wrote or removed a note: its bytes are not what we wrote last.

        Of sources is told by what becomes of them, of a sync tool's copies by what is found.
        """
        if self._sources.is_source(path) or original_of(path.rpartition("/")[2]):
            return False
        try:
            content = (self._root / path).read_bytes()
        except OSError:
            return not self._compiler.journal.wrote(path, None)
        sha256 = digest(content)
        row = self._compiler.ledger.cache.pages.at(path)
        ours = row is not None and row.base == sha256
        return not ours and not self._compiler.journal.wrote(path, sha256)

    def _to_say(self, now: float) -> tuple[str, ...]:
        """What was not said yet and holds now; what holds no more may be said again."""
        holds = {self._hints.trouble, _waited_for(self._sources.absence.waited_for(now))} - {""}
        fresh, self._said = sorted(holds - self._said), holds
        return tuple(fresh)

    # -- a vault that is away

    def _is_there(self) -> bool:
        return (self._root / MARKER).is_file() if self._writable else self._root.is_dir()

    def _without_vault(self, now: float) -> Noticed:
        """Nothing is noticed while the vault is away; after a while it is said to be."""
        since = self._lost_since = now if self._lost_since is None else self._lost_since
        self._hints.take()
        self._may_turn_at = self._whole_at = now + self._patience.still
        if now - since < self._patience.still:
            return Noticed()
        return Noticed(lost=say("The vault “{vault}” is not there any more.", vault=self._root))


def follow(compiler: Compiler, noticed: Noticed) -> Changes:
    """Bring pages up to date with what others did: notes and pages changed, renamed or removed, sources
    gone or back. What that wrote; raises VaultProblem where the disk refuses."""
    if not (noticed.changed or noticed.gone or noticed.back):
        return Changes()
    compiler.onto.look_again(noticed.changed)
    return compiler.catch_up()


class _Sources:
    """The files in the places of sources: which of them settle, and which go."""

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


def _lasts(path: str) -> bool:
    """Whether a file is there to stay, as far as its name tells."""
    return not is_temporary(path.rpartition("/")[2])


def _seen_in(found: Stamp) -> Seen:
    return Seen(found.size, found.mtime_ns, found.sha256)


@lru_cache(maxsize=1000)
def _is_ignored(folder: str) -> bool:
    return is_ignored(folder)


def _waited_for(paths: list[str]) -> str:
    if not paths:
        return ""
    places = ", ".join(sorted({path.rpartition("/")[0] for path in paths}))
    if len(paths) == 1:
        return say(
            "1 source is away, and its whole folder, {places}. Until it comes back, its pages stay"
            " as they are.",
            places=places,
        )
    return say(
        "{number} sources are away at once, from {places}. Until they come back, their pages stay"
        " as they are.",
        number=len(paths),
        places=places,
    )
