"""A property that must be a list and is not.

What it does
    Finds tags, aliases and CSS classes that are several in one line of words, divided by commas, and sources
    of compiled pages that are not a list.

Why it matters
    Since version 1.9 Obsidian takes such words for one tag, alias or class, and as a tag they are not valid.

Example
    == Wick.md
    ---
    tags: lamp, oil
    ---
    See [[Lamps]].
    == Lamps.md
    See [[Wick]].

Use instead
    == Wick.md
    ---
    tags:
      - lamp
      - oil
    ---
    See [[Lamps]].

Fix safety
    Safe for tags and classes, which hold no commas. An alias may have a comma of its own, so that it needs a
    look.
"""

from collections.abc import Iterator

from app.lint.blocks import as_list, entry_of, literal, plain_item, replaced
from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Fix, Risk, Severity
from app.saying import said, say

CODE = "VL043"
NAME = "list-needed"
SEVERITY = Severity.ERROR
WHY = said("Obsidian takes all of it for one tag, alias or class.")
SCOPE = Scope.NOTE

_LISTS = ("tags", "aliases", "cssclasses")


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each such property of a note."""
    note = checked.index.notes[path]
    if note.problem or checked.is_source(path):
        return
    needed = (*_LISTS, "sources") if checked.is_page(path) else _LISTS
    for name, value in note.properties.items():
        if name not in needed or not isinstance(value, str) or not value.strip():
            continue
        if "," not in value and name != "sources":
            continue
        text = checked.text(path) or ""
        entry = entry_of(text, name)
        message = say("“{name}” is one line of words, and must be a list.", name=name)
        severity = checked.severity(path, SEVERITY, Severity.WARNING)
        fix = None
        if entry is not None:
            items = [value] if name == "sources" else _items(value)
            risk = Risk.REVIEW if name == "aliases" else Risk.SAFE
            to_write = literal if name in ("aliases", "sources") else plain_item
            written = as_list(name, [to_write(item) for item in items])
            fix = Fix("Make it a list", risk, (replaced(text, entry, written),))
        line = entry.line if entry else 1
        yield Finding(CODE, NAME, severity, path, line, message, fix, what=name)


def _items(value: str) -> list[str]:
    return [item.strip() for item in value.split(",") if item.strip()]
