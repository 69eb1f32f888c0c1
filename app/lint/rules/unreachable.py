"""A compiled page to which no way leads from the index.

What it does
    Finds compiled pages that nobody comes to who starts at the index and follows links, over however many
    pages.

Why it matters
    The index is where whoever reads begins. A page without a way from there may be linked to all the same,
    by pages that themselves cannot be reached.

Example
    == wiki/index.md
    - [[Lamp]]
    == wiki/concepts/Lamp.md
    ---
    id: "2v8xqd"
    kind: concept
    ---
    # Lamp
    Burns oil.
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick
    Draws oil, as in a [[Lamp]].
    == Mine.md
    On a [[Wick]].

Use instead
    == wiki/concepts/Lamp.md
    ---
    id: "2v8xqd"
    kind: concept
    ---
    # Lamp
    Burns oil that a [[Wick]] draws.

Fix safety
    There is none: where the way should lead along is for a person to say. The index itself is made anew with
    the next source, and lists every page that the ledger knows.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.saying import said, say

CODE = "VL030"
NAME = "unreachable"
SEVERITY = Severity.WARNING
WHY = said("Whoever starts at the index and follows links never comes to this page.")
SCOPE = Scope.NOTE


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for a compiled page that cannot be reached."""
    if not checked.start or path in checked.reaching or not checked.index.is_generated(path):
        return
    message = say("No way leads from the index to “{note}”.", note=checked.index.notes[path].stem)
    yield Finding(CODE, NAME, SEVERITY, path, 1, message)
