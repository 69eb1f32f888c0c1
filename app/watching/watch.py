"""What happens in an open vault: sources that come, change, move or go, and notes that change.

The operating system's hints only say when to look; what counts is what a look finds. A look at
everything comes at the start, when hints were lost or a folder came or went, and once a minute. So
a hint that is lost costs time, and one that comes twice costs nothing: a file is queued when its
bytes are neither compiled nor waited for, which the ledger and the queue know (``Taking.take``).

Everything here but ``Hints`` runs on the thread that the vault belongs to, a little at a time.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from app.compiler.compile import Compiler
from app.compiler.queue import Item
from app.compiler.standing import Status
from app.saying import said, say
from app.sources.ignoring import is_temporary
from app.sources.settling import Patience
from app.vault import looking
from app.vault.conflicts import original_of
from app.vault.hints import Hinted, Hints
from app.vault.marker import MARKER
from app.vault.noticing import Noticing
from app.vault.writing import Changes, digest
from app.watching.sources import Arrivals

EVERY = 60.0
"""Seconds between two looks at everything, where the system gives hints."""
WITHOUT_HINTS = 5.0
"""The same where it gives none."""
SHARE = 0.02
"""Of the time, at most, that looks at everything may take (a vault on a slow drive, no hints)."""
OFTEN = 0.1
"""The same while folders come and go."""
_GAP = 0.25  # seconds between two turns, while hints pour in


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
        self._sources = Arrivals(compiler, self._patience)
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
        for path in (
            hinted.paths & self._unheard.keys()
        ):  # the hint came after the look that found it
            del self._unheard[path]
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
        self._notes.know_gone(path for path in touched if not (self._root / path).exists())
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


def _lasts(path: str) -> bool:
    """Whether a file is there to stay, as far as its name tells."""
    return not is_temporary(path.rpartition("/")[2])


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
