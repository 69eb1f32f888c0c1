"""What compiling tells, and when it must stop: the window, the command line and tests each answer
in their own way by a subclass."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.errors import ModelUnavailable


@dataclass(frozen=True, slots=True)
class Progress:
    """How far one source is: ``done`` of ``total`` steps of ``stage``; ``left`` is about how many
    seconds it and all that waits may still take, None where too little is known to say. Where
    ``passages`` is true, ``done`` and ``total`` count the passages that a model is asked about."""

    item: str
    stage: str
    done: int
    total: int
    left: float | None = None
    passages: bool = False


class Session:
    """The quiet session: tells nobody, never stops."""

    def progress(self, progress: Progress) -> None:
        """A source has come this far."""

    def queue_changed(self) -> None:
        """Something in the queue is other than before: ``Queue.news`` says what."""

    def pages_changed(self, paths: Iterable[str] | None = None) -> None:
        """These pages of the vault are other than before, new or gone; None for any of them."""

    def waiting(self, item: str, words: str) -> None:
        """A source waits for a model server to be there again; ``words`` say what is the matter."""

    def going_on(self, item: str) -> None:
        """The server that a source waited for is there again."""

    def unavailable(self, error: ModelUnavailable) -> None:
        """The queue was paused, since a person has to mend something before a model can be asked."""

    def reader_chosen(self) -> None:
        """From the next source on another reader reads; may be said on any thread."""

    def turn(self) -> None:
        """A reader waits for a model, on the thread that the vault belongs to: whoever shares it may
        do something short now. Said many times a second; never in the middle of a change."""

    def must_end(self) -> bool:
        """Whether the program is to end; what waits and what is under way stay for the next start."""
        return False

    def must_stop(self, item: str) -> bool:
        """Whether this source is to be given up now."""
        return False

    def check(self, item: str) -> None:
        """Raise Ending or StoppedByPerson if this source is not to go on."""
        if self.must_end():
            raise Ending
        if self.must_stop(item):
            raise StoppedByPerson


class StoppedByPerson(Exception):
    """The person stopped the source under way."""


class Ending(Exception):
    """The program is to end; the source under way is for the next start."""


class PutBack(Exception):
    """The source under way goes back to the line: the queue was paused while a model read it, or
    another reader was chosen while it waited for a server. What was replied so far is kept."""
