"""A link among other words of a property.

What it does
    Finds properties that hold a link and more than it.

Why it matters
    Obsidian makes a link of a property only where it is the whole value, or a whole item of a list. Here it
    shows brackets, and neither page knows of the other.

Example
    == Wick.md
    ---
    note: "see [[Lamps]] and more"
    ---
    See [[Lamps]].
    == Lamps.md
    See [[Wick]].

Use instead
    == Wick.md
    ---
    note: "[[Lamps]]"
    ---
    See [[Lamps]].

Fix safety
    There is none: what of it is wanted is for a person to say.
"""

import re
from collections.abc import Iterator

from app.lint.blocks import entry_of
from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.saying import said, say

CODE = "VL047"
NAME = "link-in-words"
SEVERITY = Severity.INFO
WHY = said("Obsidian makes a link of a property only where it is the whole value.")
SCOPE = Scope.NOTE

_LINK = re.compile(r"\[\[[^\[\]\n]+\]\]")


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each such property of a note."""
    note = checked.index.notes[path]
    if note.problem or checked.is_source(path):
        return
    for name, value in note.properties.items():
        items = value if isinstance(value, list) else [value]
        if not any(isinstance(item, str) and _is_mixed(item) for item in items):
            continue
        entry = entry_of(checked.text(path) or "", name)
        message = say("“{name}” holds a link among other words, which is none there.", name=name)
        yield Finding(CODE, NAME, SEVERITY, path, entry.line if entry else 1, message, what=name)


def _is_mixed(item: str) -> bool:
    return (
        "[[" in item
        and _LINK.search(item) is not None
        and not _LINK.fullmatch(item.strip().removeprefix("!"))
    )
