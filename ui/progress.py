"""How far the source under way has come, as one share that never runs backwards."""

from ui.values import Progress

_SPANS = {
    "copying": (0.0, 0.03),
    "reading": (0.03, 0.12),
    "extracting": (0.12, 0.88),
    "waiting": (0.12, 0.88),  # for a server, between two passages
    "writing": (0.88, 1.0),
}


class Course:
    """Follows one source at a time; a new source begins at nothing."""

    def __init__(self) -> None:
        self._item: str | None = None
        self.share = 0.0

    def share_of(self, item: str) -> float:
        """How far this source is; nothing where another one is under way."""
        return self.share if item == self._item else 0.0

    def note(self, progress: Progress) -> None:
        """Take in what the worker said last."""
        if progress.item != self._item:
            self._item, self.share = progress.item, 0.0
        start, end = _SPANS.get(progress.stage, (0.0, 1.0))
        inside = min(progress.done / progress.total, 1.0) if progress.total else 0.0
        self.share = max(self.share, start + (end - start) * inside)
