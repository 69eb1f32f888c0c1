"""How long the source under way takes, and how long all that is to be done may still take."""

import time
from collections.abc import Callable

from app.compiler.pace import Course
from app.compiler.queue import Item, Queue

_NEVER = float("inf")
_ASKED = 0.05
"""Seconds; a passage that took less was replied to before, and says nothing of the others."""


class Timing:
    """The course of the queue with its source under way.

    The time in which a source only waits for a server is no part of what it takes. ``clock`` gives
    seconds.
    """

    def __init__(self, queue: Queue, clock: Callable[[], float] = time.perf_counter) -> None:
        self._queue, self._clock = queue, clock
        self._course, self._spent = Course(), 0.0
        self._began: float | None = None
        self._item: Item | None = None
        self._waited, self._waits_since = 0.0, _NEVER
        self._passages: list[float] = []
        self._to_come, self._last = 0, 0.0

    # -- the source under way

    def begin(self, item: Item | None = None) -> None:
        """A source is begun."""
        self._item = item
        self._began, self._waited, self._waits_since = self._clock(), 0.0, _NEVER
        self._passages, self._to_come, self._last = [], 0, 0.0

    def wait(self) -> None:
        """It waits for a server from now on."""
        if self._waits_since is _NEVER:
            self._waits_since = self._clock()

    def go_on(self) -> None:
        """The server is there again."""
        self._waited, self._waits_since = self._waited + self._waiting, _NEVER

    def passages(self, done: int, total: int) -> None:
        """So many of the passages that a model is asked about were read."""
        if done:
            self._passages.append(self.running - self._last)
        self._to_come, self._last = total - done, self.running

    def end(self) -> float:
        """It came out; the seconds that it took."""
        seconds, self._began, self._item = self.running, None, None
        self._spent += seconds
        return round(seconds, 3)

    def rest(self) -> None:
        """An empty queue is the end of a run."""
        self._course, self._spent = Course(), 0.0

    @property
    def running(self) -> float:
        """Seconds that went into the source under way."""
        if self._began is None:
            return 0.0
        return self._clock() - self._began - self._waited - self._waiting

    @property
    def _waiting(self) -> float:
        return 0.0 if self._waits_since is _NEVER else self._clock() - self._waits_since

    # -- what is to come

    def left(self, reader: str, under_way: Item | None = None) -> float | None:
        """About how many seconds all that is to be done may take with the reader of this name, None
        where too little is known."""
        rest = self._queue.seconds_waiting(reader)
        under_way = under_way or self._item
        if under_way is not None and self._began is not None and rest is not None:
            own = self._left_of(under_way, reader)
            rest = None if own is None else rest + own
        work = (self._queue.grown, reader)
        return self._course.left(self._spent + self.running, rest, work)

    def _left_of(self, item: Item, reader: str) -> float | None:
        """Of the source under way: by its passages where some were asked about, else as others were."""
        asked = [seconds for seconds in self._passages if seconds >= _ASKED]
        if asked and self._to_come >= 0:
            mean = sum(asked) / len(asked)
            return max(mean * self._to_come - (self.running - self._last), 0.0)
        known = self._queue.seconds_of(item, reader)
        return None if known is None else max(known - self.running, 0.0)
