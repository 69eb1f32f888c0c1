"""What compiling tells, and when it must stop: the window, the command line and tests each answer
in their own way by a subclass."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one source is: ``done`` of ``total`` steps of ``stage``; ``left`` is about how many
    seconds it and all that waits may still take, None where too little is known to say."""

    item: str
    stage: str
    done: int
    total: int
    left: float | None = None


class Session:
    """The quiet session: tells nobody, never stops."""

    def progress(self, progress: Progress) -> None:
        """A source has come this far."""

    def queue_changed(self) -> None:
        """Something in the queue is other than before: ``Queue.news`` says what."""

    def pages_changed(self, paths: Iterable[str] | None = None) -> None:
        """These pages of the vault are other than before, new or gone; None for any of them."""

    def must_end(self) -> bool:
        """Whether the program is to end; what waits and what is under way stay for the next start."""
        return False

    def must_stop(self, item: str) -> bool:
        """Whether this source is to be given up now."""
        return False
