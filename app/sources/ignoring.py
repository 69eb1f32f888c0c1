"""Files that are nobody's source: hidden ones, and what editors, systems and sync tools leave."""

import re

# Obsidian and file managers hide names with a dot; the rest as in the interop notes, 8.3 and 8.4
_TEMPORARY = re.compile(
    r"~\$.*|.*~|\.#.*|.*\.(?:tmp|temp|swp|swo|part|partial|crdownload|download|icloud|lock)|4913"
    r"|~syncthing~.*|thumbs\.db|desktop\.ini|icon\r",
    re.IGNORECASE | re.DOTALL,
)
_CONFLICT = re.compile(
    r".+\.sync-conflict-\d{8}-\d{6}-[A-Z2-7]{7}(?:\.\w+)?|.+conflicted copy.+", re.IGNORECASE
)


def is_ignored(name: str) -> bool:
    """Whether a file or folder of this name is passed over."""
    return (
        name.startswith(".")
        or _TEMPORARY.fullmatch(name) is not None
        or _CONFLICT.fullmatch(name) is not None
    )
