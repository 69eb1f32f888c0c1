"""Which notes may be written now, by the protocol of the interop notes, 8.2 step 3.

A note that somebody types into is saved every two seconds, and a write in between loses words; one
of which a sync tool made a copy is to be settled by a person first; one that is in the cloud only is
not there to be read.
"""

import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from app.vault.conflicts import alike, original_among, original_of
from app.vault.files import VaultFiles
from app.vault.writing import digest, read

YOUNG = 10.0
"""Seconds for which a note is left alone after somebody saved it (interop 8.2, step 3)."""
_CLOUD_ON_MACOS = 0x40000000  # SF_DATALESS, <sys/stat.h>
_CLOUD_ON_WINDOWS = stat.FILE_ATTRIBUTE_OFFLINE | 0x00440000  # RECALL_ON_OPEN, …_ON_DATA_ACCESS
_ID = re.compile(r"""^id: *["']?([\w-]+)""", re.MULTILINE)
_HEAD = 4000  # characters; the id is the first of our properties


@dataclass
class Resting:
    """The notes of a vault at one moment: ``there`` are its files, ``now`` is in seconds since
    1970, by the clock that files are dated with. ``ours`` are hashes of what Vaultloom itself wrote last,
    by path: a note that still is that was saved by nobody else."""

    root: Path
    now: float
    there: VaultFiles = field(default_factory=VaultFiles)
    ours: Mapping[str, str] = field(default_factory=dict)

    def may_write(self, path: str, *, edited: bool) -> bool:
        """Whether the note at ``path`` may be written; ``edited`` says that its bytes are not ours. One
        that is not there may."""
        if not self.is_here(path) or path in self._copied:
            return False
        return not (edited and self._is_young(path))

    def is_here(self, path: str) -> bool:
        """Whether a note can be read without being fetched from a cloud; one that is nowhere can."""
        place = self.root / path
        try:
            state = place.stat()
        except (FileNotFoundError, NotADirectoryError):
            return not (place.parent / f".{place.name}.icloud").exists()
        flags = getattr(state, "st_flags", 0) & _CLOUD_ON_MACOS
        return not flags and not getattr(state, "st_file_attributes", 0) & _CLOUD_ON_WINDOWS

    def _is_young(self, path: str) -> bool:
        """Whether a note was saved a moment ago; a time further in the future is another clock's."""
        try:
            saved = (self.root / path).stat().st_mtime
        except OSError:
            return False
        return abs(self.now - saved) < YOUNG and not self._is_ours(path)

    def _is_ours(self, path: str) -> bool:
        wrote, disk = self.ours.get(path), read(self.root / path)
        return wrote is not None and disk is not None and digest(disk) == wrote

    @cached_property
    def _copied(self) -> frozenset[str]:
        """The notes of which a sync tool made a copy that is still there."""
        there, found = self.there, set()
        for path in there.maybe_copies:
            folder, slash, name = path.rpartition("/")
            if original := original_of(name):
                found.add(f"{folder}{slash}{original}")
            elif (maybe := original_among(path, there)) and self._are_one(path, maybe):
                found.add(maybe)
        return frozenset(found)

    def _are_one(self, path: str, other: str) -> bool:
        """Whether two files are versions of one note: a compiled page has an id of its own."""
        if not path.lower().endswith(".md"):
            return False
        try:
            texts = [(self.root / each).read_text("utf-8", "replace") for each in (path, other)]
        except OSError:
            return False
        ids = [_ID.search(text[:_HEAD]) for text in texts]
        if ids[0] or ids[1]:
            return bool(ids[0] and ids[1] and ids[0][1] == ids[1][1])
        return alike(*texts)
