"""Files that are nobody's source: hidden ones, and what editors, systems and sync tools leave."""

import re
from collections.abc import Container

from app.vault.conflicts import original_of

# Obsidian and file managers hide names with a dot; the rest as in the interop notes, 8.3
_TEMPORARY = re.compile(
    r"~\$.*|.*~|\.#.*|.*\.(?:tmp|temp|swp|swo|part|partial|crdownload|download|aria2|icloud|lock)|4913"
    r"|~syncthing~.*|thumbs\.db|desktop\.ini|icon\r",
    re.IGNORECASE | re.DOTALL,
)


def is_ignored(name: str) -> bool:
    """Whether a file or folder of this name is passed over."""
    return is_temporary(name) or original_of(name) is not None


def is_temporary(name: str) -> bool:
    """Whether an editor, a system, a download or a sync tool made a file of this name for a moment."""
    return name.startswith(".") or _TEMPORARY.fullmatch(name) is not None


UNFINISHED = (".part", ".partial", ".crdownload", ".download", ".aria2")
"""What browsers and download programs put behind the name of a file that is not complete: beside an
empty file of that name (Firefox), or one that has its full size from the start (aria2)."""


def is_unfinished(path: str, there: Container[str]) -> bool:
    """Whether a file is still being downloaded, by what lies beside it; ``there`` are all files.

    A backup or lock beside a file ("x~", "~$x") says nothing of the kind.
    """
    return any(f"{path}{ending}" in there for ending in UNFINISHED)
