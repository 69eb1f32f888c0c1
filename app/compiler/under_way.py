"""The source under way as its reader sees it: when to stop, and what to tell meanwhile."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app.compiler.queue import Item, Queue
from app.compiler.session import Progress, PutBack, Session
from app.compiler.timing import Timing

WAITING = "waiting"
"""The stage of a source that waits for a model server."""


@dataclass
class UnderWay:
    """A ``Watch`` over the reading of one item. ``is_superseded`` says whether another reader was
    chosen meanwhile; ``left`` about how many seconds everything may still take."""

    item: Item
    queue: Queue
    session: Session
    timing: Timing
    is_superseded: Callable[[], bool]
    left: Callable[[Item], float | None]
    waits: bool = False

    def stop(self) -> bool:
        """See ``Watch``; others get their turn."""
        self.session.turn()
        item = self.item.id
        return self.session.must_end() or self.session.must_stop(item) or self._goes_back()

    def check(self) -> None:
        """See ``Watch``. Raises Ending, StoppedByPerson or PutBack."""
        self.session.check(self.item.id)
        if self._goes_back():
            raise PutBack

    def _goes_back(self) -> bool:
        return self.queue.paused or (self.waits and self.is_superseded())

    def passages(self, done: int, total: int) -> None:
        """See ``Watch``."""
        self.timing.passages(done, total)
        left = self.left(self.item)
        self.session.progress(
            Progress(self.item.id, "extracting", done, total, left, passages=True)
        )

    def waiting(self, words: str) -> None:
        """See ``Watch``."""
        self.timing.wait()
        if not self.waits or words != self.item.reason:
            self.waits = True
            self._put(replace(self.item, stage=WAITING, reason=words))
            self.session.waiting(self.item.id, words)

    def going_on(self) -> None:
        """See ``Watch``."""
        self.timing.go_on()
        if self.waits:
            self.waits = False
            self._put(replace(self.item, stage="", reason=""))
            self.session.going_on(self.item.id)

    def _put(self, item: Item) -> None:
        self.item = self.queue.put(item)
        self.session.queue_changed()
