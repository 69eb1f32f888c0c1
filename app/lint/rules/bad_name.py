"""A name that Obsidian cannot link to, or that a sync tool or another system cannot take.

What it does
    Finds notes whose names, or folders' names, hold what ends a link ("#", "^", "|", two brackets), what
    Windows and Android refuse (a colon, a question mark, a quote and the like, a blank or a dot at the end,
    the names of devices), or more than 255 bytes; and notes whose names differ from a neighbour's in case or
    accents' form only. Files in the folder of sources are named as they came.

Why it matters
    No link can lead to a note of the first kind. The others are not synced, or one replaces the other, on
    some device.

Example
    == C#.md
    A language. See [[Notes]].
    == Notes.md
    On C#.

Use instead
    == Notes.md
    On [[C Sharp]].
    == C Sharp.md
    A language. See [[Notes]].
    $ rm C#.md

Fix safety
    There is none: rename the note in Obsidian, which keeps the links to it.
"""

import re
from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.saying import Said, said, say
from app.vault.names import fold, is_device

CODE = "VL033"
NAME = "file-name"
SEVERITY = Severity.ERROR
WHY = said("No link leads to such a note, or another device does not get it.")
SCOPE = Scope.NOTE

LONGEST = 255
"""Bytes of UTF-8 in a name: what the file systems in use take (interop 1.8)."""

_ENDS_LINKS = re.compile(r"[#^|]|\[\[|\]\]")
_REFUSED = re.compile(r"[\\\\:*?\"<>\x00-\x1f]")


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for what is wrong with the name of a note."""
    if path.startswith(f"{checked.folders.raw}/") or checked.index.copy_of(path):
        return
    name = path.rpartition("/")[2]
    if ending := _ENDS_LINKS.search(name):
        message = say(
            "No link can lead to “{name}”: “{mark}” ends its target.", name=name, mark=ending[0]
        )
        yield Finding(CODE, NAME, Severity.ERROR, path, 1, message, what="links")
    elif words := _refused(path) or _twin(checked, path):
        severity = Severity.WARNING if checked.is_page(path) else Severity.INFO
        yield Finding(CODE, NAME, severity, path, 1, words, what="systems")


def _refused(path: str) -> Said | None:
    for part in path.split("/"):
        stem = part.rpartition(".")[0] if part.lower().endswith(".md") else part
        found = _REFUSED.search(part)
        if found:
            return say("Some systems refuse “{mark}” in “{name}”.", mark=found[0], name=part)
        if stem != stem.rstrip(" .") or part != part.strip() or is_device(stem):
            return say("Windows cannot take the name “{name}”.", name=part)
        if len(part.encode()) > LONGEST:
            return say("The name “{name}” is too long for most systems.", name=part)
    return None


def _twin(checked: Checked, path: str) -> Said | None:
    """A neighbour before it whose name is the same to other systems."""
    folder = path.rpartition("/")[0]
    names = fold(path)
    for other in sorted(checked.index.files.alike(path)):
        if other < path and fold(other) == names and fold(other.rpartition("/")[0]) == fold(folder):
            return say(
                "To other systems “{name}” and “{other}” are one file.", name=path, other=other
            )
    return None
