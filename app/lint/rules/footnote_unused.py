"""A footnote's definition on a compiled page that no mark leads to.

What it does
    Finds definitions whose label is used nowhere on the page.

Why it matters
    The statement that rested on it is gone, or lost its mark; Obsidian shows the words nowhere.

Example
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick

    A wick draws oil.

    [^1]: “A wick draws oil up from the tank.”

Use instead
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick

    A wick draws oil.

Fix safety
    Taking it away is safe where it is as it was generated: nothing shows it. One that somebody wrote or
    changed needs a look, since the mark may be what is missing.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Edit, Finding, Fix, Risk, Severity
from app.lint.page_parts import Definition, definitions, is_as_generated, last_generated, marks
from app.saying import said, say
from app.vault.names import fold

CODE = "VL057"
NAME = "footnote-unused"
SEVERITY = Severity.INFO
WHY = said(
    "Obsidian shows its words nowhere, and the statement that rested on it is gone or lost its mark."
)
SCOPE = Scope.NOTE


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each definition that no mark leads to."""
    if not (checked.index.is_generated(path) or checked.is_catalogue(path)):
        return
    text = checked.text(path) or ""
    found = [] if is_as_generated(checked, path, text) else definitions(text)
    used = {fold(mark.label) for mark in marks(text)} if found else set()
    unused = [note for note in found if fold(note.label) not in used]
    if not unused:
        return
    base = {note.written for note in definitions(last_generated(checked, path))}
    for note in unused:
        risk = Risk.SAFE if note.written in base else Risk.REVIEW
        message = say("No mark leads to the footnote “{label}”.", label=note.label)
        fix = Fix("Take it away", risk, (_without(text, note),))
        yield Finding(CODE, NAME, SEVERITY, path, note.line, message, fix, what=note.label)


def _without(text: str, note: Definition) -> Edit:
    """The edit that takes the line away, with its end."""
    end = text.find("\n", note.end)
    end = len(text) if end < 0 else end + 1
    return Edit(note.start, end, "", text[note.start : end])
