"""A note that no other note links to.

What it does
    Finds notes without a link from another note. Links in properties count; those from the index
    and the log do not, since these list everything.

Why it matters
    Nobody who reads comes across such a note; it is found only by whoever knows that it is there.
    On a compiled page it is a warning, since every one should be led to by another. For a
    person's own notes it is worth knowing and no more: many are meant to stand alone.

Example
    == wiki/concepts/Peak shaving.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Peak shaving
    == wiki/index.md
    - [[Peak shaving]]

Use instead
    == wiki/concepts/Flow battery.md
    ---
    id: "2v8xqd"
    kind: concept
    ---
    # Flow battery
    Used for [[Peak shaving]].
    == Batteries.md
    I want to know more of the [[Flow battery]].
    == wiki/concepts/Peak shaving.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Peak shaving
    See [[Batteries]].

Fix safety
    There is none: which note should lead here is for a person to say.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.saying import said, say

CODE = "VL002"
NAME = "orphan"
SEVERITY = Severity.WARNING
WHY = said("Nobody who reads comes across it; it is found only by whoever knows that it is there.")
SCOPE = Scope.NOTE

_LISTS = ("index", "log")


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding if the note is nobody's target and should be somebody's."""
    if _stands_alone(checked, path):
        return
    if all(checked.is_catalogue(source, _LISTS) for source in checked.index.incoming(path)):
        severity = Severity.WARNING if checked.index.is_generated(path) else Severity.INFO
        message = say("No other note links to “{note}”.", note=checked.index.notes[path].stem)
        yield Finding(CODE, NAME, severity, path, 1, message)


def _stands_alone(checked: Checked, path: str) -> bool:
    """Whether a note needs no links: sources and their summaries, the catalogue, the rules."""
    index, folders = checked.index, checked.folders
    if path.startswith((f"{folders.raw}/", f"{folders.text}/")):
        return True
    if index.copy_of(path) is not None:
        return True  # which is a finding of its own
    if index.is_generated(path) and index.notes[path].properties.get("kind") == "summary":
        return True  # a source from which no page was made; the index leads to it
    at_top = path.lower() == "index.md"  # a list of the owner's own, to which nothing needs to lead
    return at_top or checked.is_rules(path) or checked.is_catalogue(path)
