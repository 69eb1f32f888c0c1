"""A property whose value Obsidian cannot show as what it is.

What it does
    Finds values that do not fit the type which the property has in this vault, links without quotes (which
    are lists of lists to YAML), maps, and whole numbers so long that their last digits are lost.

Why it matters
    Obsidian shows a warning instead of the value, or another number, and writes that back when a property of
    the note is edited. A link in quotes may stand in a property of any type.

Example
    == Wick.md
    ---
    up: [[Lamps]]
    ---
    Draws oil. See [[Lamps]].
    == Lamps.md
    See [[Wick]].

Use instead
    == Wick.md
    ---
    up: "[[Lamps]]"
    ---
    Draws oil. See [[Lamps]].

Fix safety
    Quotes around a link or a long number are safe. Anything else is left to the person.
"""

import re
from collections.abc import Iterator

from app.lint.blocks import entry_of, literal, raw_value
from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Edit, Finding, Fix, Risk, Severity
from app.saying import Said, said, say

CODE = "VL042"
NAME = "wrong-type"
SEVERITY = Severity.ERROR
WHY = said("Obsidian shows a warning instead of the value, or another number.")
SCOPE = Scope.NOTE

EXACT = 2**53
"""Whole numbers up to this are exact in JavaScript, in which Obsidian is written (ECMA-262, 6.1.6.1)."""

_BARE_LINK = re.compile(r"\[\[[^\[\]\n]+\]\]")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?")
_LISTS = ("tags", "aliases", "cssclasses")  # which have a rule of their own


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each such property of a note."""
    note = checked.index.notes[path]
    if note.problem or checked.is_source(path):
        return
    for name, value in note.properties.items():
        words = _wrong(name, value, checked.obsidian.types.get(name.lower(), ""))
        if words is None:
            continue
        text = checked.text(path) or ""
        entry = entry_of(text, name)
        severity = checked.severity(path, SEVERITY, Severity.WARNING)
        fix = _quoted(text, name, value)
        line = entry.line if entry else 1
        yield Finding(CODE, NAME, severity, path, line, words, fix, what=name)


def _wrong(name: str, value: object, kind: str) -> Said | None:
    if isinstance(value, dict) or (
        isinstance(value, list) and any(isinstance(v, list | dict) for v in value)
    ):
        return say("“{name}” holds lists in lists or names with values.", name=name)
    if _is_long(value):
        return say("“{name}” is a number so long that its last digits are lost.", name=name)
    if value is None or name.lower() in _LISTS or _is_link(value) or _fits(value, kind):
        return None
    return say(
        "“{name}” is not of the type that it has in this vault ({type}).", name=name, type=kind
    )


def _is_long(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) > EXACT


def _is_link(value: object) -> bool:
    """Whether a value is a link, which people put into properties of any type, such as a day's note."""
    return isinstance(value, str) and _BARE_LINK.fullmatch(value.strip()) is not None


def _fits(value: object, kind: str) -> bool:
    """Whether Obsidian takes a value for one of the type; what it makes of others is not known here."""
    if kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind == "checkbox":
        return isinstance(value, bool)
    if kind in ("date", "datetime"):
        text = str(value)
        return isinstance(value, str) and bool(_DATE.fullmatch(text) or _TIME.fullmatch(text))
    if kind == "text":
        return not isinstance(value, list | bool)
    return True


def _quoted(text: str, name: str, value: object) -> Fix | None:
    entry = entry_of(text, name)
    if entry is None:
        return None
    begin, end = raw_value(text, entry)
    written = text[begin:end]
    bare = _BARE_LINK.fullmatch(written) is not None
    if not bare and not (_is_long(value) and written.lstrip("+-").isdigit()):
        return None
    edit = Edit(begin, end, literal(written), written)
    return Fix("Put it in quotes", Risk.SAFE, (edit,))
