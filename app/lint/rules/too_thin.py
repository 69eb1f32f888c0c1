"""A page on a concept or an entity on which nothing stands.

What it does
    Finds compiled pages on a concept or an entity without any statement that has a source, and with fewer
    than twenty words of their owner's outside ``## Notes``. A page that is one good definition is not
    thin, and a page that is waiting for a newer text is a finding of its own.

Why it matters
    Whoever follows a link to it comes back with nothing.

Example
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick

    ## Related
    [[Lamp]]

Use instead
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick

    A wick draws oil.[^1]

    ## Related
    [[Lamp]]

    [^1]: “A wick draws oil up from the tank.”

Fix safety
    There is none: what should stand there, sources or its owner must say.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.lint.page_parts import has_marks, is_as_generated, parts, words_in
from app.saying import said, say

CODE = "VL037"
NAME = "too-thin"
SEVERITY = Severity.INFO
WHY = said("Whoever follows a link to it comes back with nothing.")
SCOPE = Scope.NOTE

WORDS = 20
_KINDS = frozenset({"concept", "entity"})


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding if nothing stands on a page that should say something."""
    if not checked.index.is_generated(path):
        return
    note = checked.index.notes[path]
    row = checked.cache.pages.at(path) if checked.cache else None
    if note.properties.get("kind") not in _KINDS or (row is not None and row.waits):
        return
    text = checked.text(path) or ""
    if is_as_generated(checked, path, text) or has_marks(text):
        return
    found = parts(text)
    if sum(words_in(part.text) for part in found) < WORDS:
        message = say("Nothing stands on “{title}” that a source says.", title=note.stem)
        yield Finding(CODE, NAME, SEVERITY, path, 1, message)
