"""How far the source under way has come, as one share that never runs backwards."""

from collections.abc import Callable
from time import monotonic

from ui.values import Progress

_SPANS = {
    "copying": (0.0, 0.03),
    "reading": (0.03, 0.12),
    "extracting": (0.12, 0.88),
    "writing": (0.88, 1.0),
}
_TRUSTED = 0.1


class Course:
    """Follows one source at a time; a new source begins at nothing."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._item: str | None = None
        self._began = 0.0
        self.share = 0.0

    def note(self, progress: Progress) -> None:
        """Take in what the worker said last."""
        if progress.item != self._item:
            self._item, self.share, self._began = progress.item, 0.0, self._clock()
        start, end = _SPANS.get(progress.stage, (0.0, 1.0))
        inside = min(progress.done / progress.total, 1.0) if progress.total else 0.0
        self.share = max(self.share, start + (end - start) * inside)

    def left(self) -> float | None:
        """Seconds that it may still take, once a tenth is done."""
        if self.share < _TRUSTED:
            return None
        return (self._clock() - self._began) * (1 - self.share) / self.share
