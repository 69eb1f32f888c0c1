"""A property that Obsidian reads no more.

What it does
    Finds "tag", "alias" and "cssclass" among the properties, which became "tags", "aliases" and "cssclasses".

Why it matters
    Since version 1.9 Obsidian takes them for properties like any other: the note has no such tag, and is not
    found by such a name.

Example
    == Wick.md
    ---
    tag: lamp
    ---
    See [[Lamps]].
    == Lamps.md
    See [[Wick]].

Use instead
    == Wick.md
    ---
    tags:
      - lamp
    ---
    See [[Lamps]].

Fix safety
    Safe where the note has no property of the new name. Where it has both, what of the old one is still
    wanted is for a person to say.
"""

from collections.abc import Iterator

from app.lint.blocks import Entry, as_list, entry_of, literal, plain_item, replaced
from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Fix, Risk, Severity
from app.lint.rules.bad_tag import is_tag
from app.saying import said, say

CODE = "VL044"
NAME = "deprecated-property"
SEVERITY = Severity.WARNING
WHY = said("Obsidian takes it for a property like any other since version 1.9.")
SCOPE = Scope.NOTE

_NOW = {"tag": "tags", "alias": "aliases", "cssclass": "cssclasses"}


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each such property of a note."""
    note = checked.index.notes[path]
    if note.problem or checked.is_source(path):
        return
    for name in note.properties:
        if name not in _NOW:
            continue
        text = checked.text(path) or ""
        entry, now = entry_of(text, name), _NOW[name]
        message = say("“{name}” is called “{now}” today.", name=name, now=now)
        severity = checked.severity(path, SEVERITY, Severity.INFO)
        taken = any(other.lower() == now for other in note.properties)
        fix = None if taken or entry is None else _renamed(text, entry, note.properties[name], now)
        line = entry.line if entry else 1
        yield Finding(CODE, NAME, severity, path, line, message, fix, what=name)


def _renamed(text: str, entry: Entry, value: object, now: str) -> Fix | None:
    """The property under its new name, as a list; None where its values are none for that."""
    listed = (
        value if isinstance(value, list) else value.split(",") if isinstance(value, str) else []
    )
    items = [each.strip().removeprefix("#") for each in listed if isinstance(each, str)]
    items = [each for each in items if each]
    if len(items) < len(listed) or (now == "tags" and not all(map(is_tag, items))):
        return None
    write = literal if now == "aliases" else plain_item
    written = as_list(now, [write(each) for each in items])
    title = say("Call it “{now}”", now=now)
    return Fix(title, Risk.SAFE, (replaced(text, entry, written),)) if items else None
