"""One Vaultloom at a time in a vault.

The lock is the operating system's, so that it ends with the process that holds it, however that
ends; it lies with this device's state, since a lock that travels with a synced vault would outlive
its holder.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from app.errors import VaultBusy
from app.paths import state_folder
from app.saying import say

_PROBED = 0.2
"""Seconds for which a lock is tried again: whoever asks whether a vault is free holds it for a moment."""


@contextmanager
def hold(vault: Path) -> Iterator[None]:
    """Hold ``vault`` for this process; VaultBusy, naming the holder, if another one does."""
    folder = state_folder(vault)
    holder = folder / "holder"  # a file of its own: Windows lets nobody read a locked one
    try:
        lock = FileLock(folder / "lock")
        lock.acquire(timeout=_PROBED)
    except Timeout as busy:
        raise VaultBusy(
            say(
                "Another Vaultloom{holder} is working in “{vault}”.",
                holder=_named(holder),
                vault=vault.name,
            ),
            remedy="Close it, or wait until it is done.",
        ) from busy
    try:
        holder.write_text(str(os.getpid()), encoding="ascii")
        yield
    finally:
        lock.release()


def is_free(vault: Path) -> bool:
    """Whether nobody holds ``vault`` at this moment."""
    lock = FileLock(state_folder(vault) / "lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return False
    lock.release()
    return True


def _named(holder: Path) -> str:
    try:
        number = int(holder.read_text(encoding="ascii"))
        return say(" (process {number})", number=number)
    except (OSError, ValueError):  # it has only just started
        return ""
