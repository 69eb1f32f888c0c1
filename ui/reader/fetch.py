"""A model on its way: its share, which never runs backwards, and how long it still takes."""

import time
from collections.abc import Callable

from ui.reader.values import Pulled

_TELLING = 0.1
"""The share that must have come before time left is told (`window.md`: after a tenth)."""


class Fetch:
    """Follows one pull. The bytes that were there before it began say nothing of its speed."""

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        self.name = name
        self.share, self.done, self.total = 0.0, 0, 0
        self.left: float | None = None
        """Seconds, None while nobody can say."""

        self._clock = clock
        self._began: tuple[float, int] | None = None

    def note(self, pulled: Pulled) -> None:
        """Take in what the server said last; without a total it says only that it is busy."""
        if not pulled.total:
            return
        if self._began is None:
            self._began = self._clock(), pulled.done
        self.done, self.total = pulled.done, pulled.total
        self.share = max(self.share, min(pulled.done / pulled.total, 1.0))
        self.left = self._reckoned(*self._began)

    def _reckoned(self, began: float, there: int) -> float | None:
        came, seconds = self.done - there, self._clock() - began
        if seconds <= 0 or came < _TELLING * (self.total - there) or not came:
            return None
        return (self.total - self.done) * seconds / came
