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

    def waiting(self, item: str, words: str) -> None:
        """A source waits for a model server to be there again; ``words`` say what is the matter."""

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


class Watching:
    """The session as seen by a reader of one source."""

    def __init__(self, session: Session, item: str) -> None:
        self._session, self._item = session, item

    def stop(self) -> bool:
        """Whether reading is to end now."""
        return self._session.must_end() or self._session.must_stop(self._item)

    def check(self) -> None:
        """Raise Ending or StoppedByPerson if the source is not to go on."""
        self._session.check(self._item)

    def waiting(self, words: str) -> None:
        """See ``Session.waiting``."""
        self._session.waiting(self._item, words)


class StoppedByPerson(Exception):
    """The person stopped the source under way."""


class Ending(Exception):
    """The program is to end; the source under way is for the next start."""
