"""A copy of a note that a sync tool made, since two devices changed it.

What it does
    Finds notes that Obsidian Sync, Syncthing, Dropbox, OneDrive, iCloud or Google Drive put beside
    another one of nearly the same name. Where the name alone does not say so, the note of that name
    must be there and be nearly the same; of compiled pages, have the same id.

Why it matters
    What was written on the other device is in one of the two only, and both come up in searches.
    Vaultloom leaves the page alone as long as there is a copy of it, links to no copy and takes
    none for a page or a source.

Example
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    A wick draws oil.
    == wiki/concepts/Wick-Laptop.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    A wick draws oil. It lasts nine days.

Use instead
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    A wick draws oil. It lasts nine days.
    == wiki/concepts/Wick-Laptop.md
    (to be deleted)

Fix safety
    There is none: what of the copy is to be kept is for a person to say. Take over what is missing,
    then delete the copy.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.saying import said, say

CODE = "VL007"
NAME = "conflict-copy"
SEVERITY = Severity.WARNING
WHY = said("What was written on the other device is in one of the two notes only.")
SCOPE = Scope.NOTE


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding if the note is a copy."""
    original = checked.index.copy_of(path)
    if original is not None:
        message = say(
            "Your sync tool made “{copy}” where two devices changed “{note}”."
            " Take over what is missing, then delete it.",
            copy=checked.index.notes[path].stem,
            note=original.rpartition("/")[2].removesuffix(".md"),
        )
        yield Finding(CODE, NAME, SEVERITY, path, 1, message)
