"""A compiled page in which version control left two versions of some lines.

What it does
    Finds compiled pages that hold the marks of a merge that was not finished: a line of "<<<<<<<",
    one of "=======" and one of ">>>>>>>".

Why it matters
    Obsidian shows both versions, marks included, and the properties may be unreadable. Vaultloom
    takes the page for edited and leaves it as it is.

Example
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick
    <<<<<<< HEAD
    A wick draws oil.
    =======
    A wick draws kerosene.
    >>>>>>> laptop

Use instead
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick
    A wick draws kerosene.

Fix safety
    There is none: which version holds is for a person to say.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.saying import said, say

CODE = "VL008"
NAME = "two-versions"
SEVERITY = Severity.ERROR
WHY = said("Obsidian shows both versions, marks included, and may not read the properties.")
SCOPE = Scope.NOTE


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for a compiled page with marks."""
    note = checked.index.notes[path]
    if note.two_versions and path.startswith(f"{checked.folders.wiki}/"):
        message = say(
            "Two versions of some lines of “{note}” stand in it; a merge was not finished.",
            note=note.stem,
        )
        yield Finding(CODE, NAME, SEVERITY, path, note.two_versions, message)
