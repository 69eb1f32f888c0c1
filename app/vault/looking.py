"""What lies in a vault right now, by size and time of change, without reading any of it."""

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

Found = dict[str, tuple[int, int]]
"""Vault-relative path with "/": size in bytes and time of change in nanoseconds."""


def look(root: Path) -> Found:
    """Every file under ``root`` that is not hidden; links to folders are not followed.

    A folder or file that cannot be looked at is passed over, as one that is not there.
    """
    return dict(_below(root, ""))


def look_at(root: Path, paths: Iterable[str]) -> Found:
    """Those of these paths where a file is; what is hidden is none."""
    found = {}
    for path in paths:
        if path.startswith(".") or "/." in path:
            continue
        try:
            state = (root / path).stat()
        except (OSError, ValueError):
            continue
        if not stat.S_ISDIR(state.st_mode):
            found[path] = (state.st_size, state.st_mtime_ns)
    return found


def _below(root: Path, prefix: str) -> Iterator[tuple[str, tuple[int, int]]]:
    open_ = [prefix]
    while open_:
        at = open_.pop()
        try:
            with os.scandir(root / at) as entries:
                named = [e for e in entries if not e.name.startswith(".")]
        except OSError:
            continue
        for entry in named:
            try:
                if entry.is_dir(follow_symlinks=False):
                    open_.append(f"{at}{entry.name}/")
                elif not entry.is_dir():
                    state = entry.stat()
                    yield f"{at}{entry.name}", (state.st_size, state.st_mtime_ns)
            except OSError:
                continue
