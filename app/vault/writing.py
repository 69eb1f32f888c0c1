"""One file written whole or not at all, and never over somebody else's edit.

The gate that every write goes through is ``app.history.journal``; this module is what it does to
a single file. The protocol is that of Obsidian's own users' reports: hash again right before
replacing, a dot-prefixed temporary file in the same folder, ``os.replace``.
"""

import hashlib
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Write:
    """One intended change of a file in the vault.

    ``path`` is relative to the vault, with "/". ``before`` is the SHA-256 (hex) of the bytes that
    are expected there now, None if the file must not exist. ``after`` is the new content, None to
    remove the file.
    """

    path: str
    before: str | None
    after: bytes | None


@dataclass(frozen=True, slots=True)
class Changes:
    """What a set of writes did, as vault-relative paths.

    ``kept`` are files that were not what was expected (somebody edited or made them meanwhile);
    they were left as they are.
    """

    created: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()


def digest(content: bytes) -> str:
    """The SHA-256 of ``content`` in hex, by which files are recognised everywhere."""
    return hashlib.sha256(content).hexdigest()
