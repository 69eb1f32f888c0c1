"""How a source in the queue stands; by itself, because the window reads it too."""

from enum import StrEnum


class Status(StrEnum):
    """How a source stands."""

    WAITING = "waiting"
    WORKING = "working"
    COMPILED = "compiled"
    UNCHANGED = "unchanged"
    DUPLICATE = "duplicate"
    REFUSED = "refused"
    FAILED = "failed"
    STOPPED = "stopped"

    @property
    def open(self) -> bool:
        """Whether there is still something to do."""
        return self in {Status.WAITING, Status.WORKING}

    @property
    def may_be_retried(self) -> bool:
        """Whether it ended without pages, and trying again makes sense."""
        return self in {Status.REFUSED, Status.FAILED, Status.STOPPED}
