"""Properties that cannot be read.

What it does
    Finds notes whose block of properties is no YAML, or no list of names and values. Templates that are not
    filled in are left alone, and so are notes in the folder of sources.

Why it matters
    Obsidian shows an error instead of the properties, and has neither tags nor aliases of the note.

Example
    == Lamps.md
    ---
    title: Lamps: a history
    tags:
      - lamp
    ---
    See [[Wick]].
    == Wick.md
    See [[Lamps]].

Use instead
    == Lamps.md
    ---
    title: "Lamps: a history"
    tags:
      - lamp
    ---
    See [[Wick]].

Fix safety
    Where putting the values of single lines in quotes makes all of it readable, that needs a look. Nothing
    else is guessed.
"""

from collections.abc import Iterator

from app.lint.blocks import Entry, entries, literal, raw_value
from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Edit, Finding, Fix, Risk, Severity
from app.saying import said, say
from app.vault import frontmatter

CODE = "VL040"
NAME = "unreadable-properties"
SEVERITY = Severity.ERROR
WHY = said(
    "Obsidian shows an error instead of the properties, and knows no tag or alias of the note."
)
SCOPE = Scope.NOTE

_OPENS = frozenset("[{|>&*")  # what begins something else than words


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for a note with such properties."""
    note = checked.index.notes[path]
    if not note.problem or is_told_elsewhere(note.problem) or checked.is_source(path):
        return
    severity = checked.severity(path, SEVERITY, Severity.WARNING)
    fix = _fix(checked.text(path) or "") if note.is_utf8 else None
    message = say(
        "The properties of “{note}” cannot be read: {why}", note=note.stem, why=said(note.problem)
    )
    yield Finding(CODE, NAME, severity, path, 1, message, fix, what="properties")


def is_told_elsewhere(problem: str) -> bool:
    """Whether it is a name that is given twice, a template, or a file that is no text at all."""
    return "is given twice" in problem or "template" in problem


def _fix(text: str) -> Fix | None:
    """Quotes around the values that cannot be read as they stand, if all can be read then."""
    edits = [edit for each in entries(text) if (edit := _quoted(text, each)) is not None]
    tried = text
    for edit in reversed(edits):
        tried = tried[: edit.start] + edit.text + tried[edit.end :]
    if not edits or frontmatter.read(tried).problem:
        return None
    return Fix("Put values in quotes", Risk.REVIEW, tuple(edits))


def _quoted(text: str, each: Entry) -> Edit | None:
    """The edit of a property of one line that by itself cannot be read."""
    begin, end = raw_value(text, each)
    value = text[begin:end]
    alone = f"---\n{text[each.start : each.end].rstrip()}\n---\n"
    if not value or value[0] in _OPENS or text[end : each.end].strip():
        return None
    if frontmatter.read(alone).problem is None:
        return None
    words = value[1:-1] if len(value) > 1 and value[0] == value[-1] == '"' else value
    return Edit(begin, end, literal(words), value)
