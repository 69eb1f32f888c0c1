"""A vault that is watched: real files and a real observer, and a clock that goes when it is told to."""

import queue
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from watchdog.observers.polling import PollingObserver

from app.compiler.compile import Compiler, opened
from app.compiler.queue import Item
from app.compiler.standing import Status
from app.vault.hints import Hints, Observer
from app.watching.watch import Noticed, Watch
from tests.promises.vaults import clock as hour

LIMIT = 120.0
"""Seconds after which something that should happen is said not to."""


def native() -> Observer:
    """The observer of this system."""
    from watchdog.observers import Observer as Native

    return Native()


def polling() -> Observer:
    """The one that works everywhere."""
    return PollingObserver(timeout=0.05)


def refused() -> Observer:
    """None, since the system has no more watches."""
    raise OSError(28, "inotify watch limit reached")


OBSERVERS = (native, polling, refused)


class Watched:
    """One vault, watched by hand; what came out is kept."""

    def __init__(self, compiler: Compiler, make: Callable[[], Observer]) -> None:
        self.compiler, self.root, self.raw = compiler, compiler.root, compiler.root / "raw"
        self.now = 1000.0
        self.out: list[Item] = []
        self.noticed: list[Noticed] = []
        self._woken = queue.SimpleQueue[None]()
        self.hints = Hints(self.root, lambda: self._woken.put(None), make)
        self.watch = Watch(compiler, self.hints, clock=lambda: self.now)

    def begin(self) -> None:
        """Look for the first time, and have the observer started."""
        self.work()
        self._woken.get(timeout=LIMIT)
        self.work()

    def look(self) -> Noticed:
        """One turn."""
        noticed = self.watch.turn()
        self.noticed.append(noticed)
        return noticed

    def work(self) -> None:
        """A turn, and all that is to be compiled now."""
        self.look()
        while (item := self.watch.next()) is not None:
            done = self.compiler.one(item)
            self.out.append(done)
            self.watch.compiled(done)
            self.look()

    def passes(self, seconds: float) -> None:
        """Time goes by, with a turn whenever one is due."""
        end = self.now + seconds
        while self.now < end:
            self.now = min(max(self.now + self.watch.wait(), self.now + 0.1), end)
            self.work()

    def until(self, holds: Callable[[], bool], step: float = 0.0) -> None:
        """Take hints as they come until this holds; ``step`` seconds of the clock go by with each."""
        end = time.monotonic() + LIMIT
        while not holds():
            assert time.monotonic() < end, [i.source for i in self.out]
            with suppress(queue.Empty):
                self._woken.get(timeout=0.02)
            self.now += step
            self.work()

    def sees(self, path: str) -> None:
        """Wait until a file was seen that somebody may still be writing."""
        step = 0.25 if self.hints.trouble else 0.0
        self.until(lambda: path in self.watch.waited_for, step)

    def is_told(self) -> None:
        """Wait for a hint, where there are some; where not, for the next look."""
        if self.hints.trouble:
            self.now += 5.0
        else:
            self._woken.get(timeout=LIMIT)
        self.work()

    def settles(self) -> None:
        """Go on until nothing is waited for, and then for a look at everything."""
        self.passes(1.0)
        self.until(lambda: not self.watch.waited_for, 0.5)
        self.passes(65.0)
        self.until(lambda: not self.watch.waited_for, 0.5)

    def compiled(self) -> Counter[str]:
        """How often each source was compiled."""
        return Counter(i.source for i in self.out if i.status is Status.COMPILED)

    def steps(self) -> int:
        """How many compiles the journal knows."""
        labels = [step.label or "" for step in self.compiler.journal.steps()]
        return sum(label.startswith("compile ") for label in labels)

    def sources(self) -> set[str]:
        """The sources that the ledger knows."""
        return set(self.compiler.ledger.cache.paths_by_hash().values())


@contextmanager
def watched(vault: Path, make: Callable[[], Observer] = native) -> Iterator[Watched]:
    """A watched vault, the first look done; the observer is ended afterwards."""
    with opened(vault, clock=hour) as compiler:
        watching = Watched(compiler, make)
        try:
            watching.begin()
            yield watching
        finally:
            watching.watch.close()
