"""Every error that a person may see, in one tree.

::

    VaultloomError          words for a person, and a way out
    ├── SourceRefused       this file cannot be a source; the others go on
    ├── VaultProblem        the folder cannot be opened or used as a vault
    ├── VaultBusy           another Vaultloom works in this vault
    ├── NotOurs             a file is not what Vaultloom last wrote; it stays as it is
    ├── RulesUnreadable     the machine-read block of AGENTS.md does not say what it should
    ├── NothingToUndo       there is no step to take back or do again, or it was edited since
    └── ModelUnavailable    no model can be asked before a person has mended something
"""

from app.saying import sentences


class VaultloomError(Exception):
    """Something went wrong that a person can understand and mend.

    ``message`` says what happened and to which file; ``remedy`` says what to do about it and
    may be empty. Where values stand in them, they are made with ``say``, so that the window can
    say them in the person's language.
    """

    def __init__(self, message: str, *, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy

    @property
    def words(self) -> str:
        """Both in one, as they are kept where there is only one place for them."""
        return sentences(self.message, self.remedy)

    def __str__(self) -> str:
        return f"{self.message} {self.remedy}".strip()


class SourceRefused(VaultloomError):
    """A file that cannot become a source: empty, unreadable, of an unknown format."""


class VaultProblem(VaultloomError):
    """A folder that cannot be opened, made or written as a vault."""


class VaultBusy(VaultloomError):
    """Another Vaultloom holds this vault."""


class NotOurs(VaultloomError):
    """A file on disk is not the one that was expected; nothing was written over it."""


class RulesUnreadable(VaultloomError):
    """The rules in AGENTS.md cannot be read."""


class NothingToUndo(VaultloomError):
    """There is nothing to take back or to do again, or that would lose a newer edit."""


class ModelUnavailable(VaultloomError):
    """No language model can be asked: no server, the wrong one, no model, no memory, no leave."""
