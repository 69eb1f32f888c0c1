"""What sync tools and version control leave where two devices changed one file.

The names are those of the interop notes, 8.4. Obsidian Sync, Syncthing and Dropbox say in the name what
the file is; OneDrive ("Note-Laptop.md"), iCloud ("Note 2.md") and Google Drive ("Note (1).md") give
names that a person may give as well, so that only what the files hold tells.
"""

import re
from collections.abc import Container
from functools import lru_cache

_INSIDE = r"(?:[^()]|\([^()]*\))*"  # of brackets, which may hold a pair themselves
# Dropbox says it in the language of the system, always with the date.
_SAID = (
    re.compile(r"(.+)\.sync-conflict-\d{8}-\d{6}-[A-Z2-7]{7}(\.\w+)?", re.IGNORECASE),
    re.compile(rf"(.+?) *\({_INSIDE}conflicted copy{_INSIDE}\)(\.\w+)?", re.IGNORECASE),
    re.compile(
        r"(.+?) *\((?=.*\d{4}-\d\d-\d\d)(?=.*(?:konflikt|confli[ct]t?|冲突|衝突|競合))"
        rf"(?=.*(?:cop|kop|副本|複本|コピー)){_INSIDE}\)(\.\w+)?",
        re.IGNORECASE,
    ),
)
_MAYBE = re.compile(r"(.+?)(?: \d{1,2}| ?\(\d{1,2}\)|-[^-/]+(?:-\d{1,2})?)(\.\w+)")
_MARKERS = re.compile(
    r"^<{7} .*\n(?:.*\n)*?={7}\r?\n(?:.*\n)*?>{7} ", re.MULTILINE
)  # as git and jj write them
_ALIKE = 0.8
"""Of the lines of either, so many are in the other as well: two versions of a note, no template's."""
_ENOUGH = 5
"""With fewer lines, two notes of one template look alike."""


@lru_cache(maxsize=65_536)  # of a vault, again and again
def original_of(name: str) -> str | None:
    """The name of the file that a sync tool made this copy of; None where the name does not say so."""
    for pattern in _SAID:
        if found := pattern.fullmatch(name):
            return f"{found[1]}{found[2] or ''}"
    return None


def original_among(path: str, there: Container[str]) -> str | None:
    """The file of which ``path`` may be a copy by its name, if that is ``there``; what both hold has
    to say whether it is (``alike``)."""
    original = maybe_original(path)
    return original if original and original in there else None


def maybe_original(path: str) -> str:
    """The path of which ``path`` may be a copy by its name alone; "" for most."""
    folder, slash, name = path.rpartition("/")
    maybe = _maybe_of(name)
    return f"{folder}{slash}{maybe}" if maybe else ""


@lru_cache(maxsize=65_536)
def _maybe_of(name: str) -> str:
    found = _MAYBE.fullmatch(name)
    return f"{found[1]}{found[2]}" if found else ""


def may_be_copy(path: str) -> bool:
    """Whether a file may be a sync tool's copy of another one, as far as its name tells."""
    name = path.rpartition("/")[2]
    return bool(_maybe_of(name)) or original_of(name) is not None


def alike(one: str, other: str) -> bool:
    """Whether two texts are versions of one, by the lines that they share."""
    a, b = ({line for line in text.splitlines() if line.strip()} for text in (one, other))
    least, most = sorted((len(a), len(b)))
    return least >= _ENOUGH and len(a & b) >= _ALIKE * most


def marker_line(text: str) -> int:
    """The line, from 1, in which version control says that two versions follow; 0 where none does."""
    found = _MARKERS.search(text) if "<<<<<<< " in text else None
    return text.count("\n", 0, found.start()) + 1 if found else 0
