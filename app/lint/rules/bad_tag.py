"""A tag that Obsidian does not take.

What it does
    Finds tags in properties with blanks or marks that end a tag, tags of digits only, and tags behind a "#"
    without quotes, which YAML takes for a comment.

Why it matters
    Obsidian drops such a tag: the note is not found by it.

Example
    == Wick.md
    ---
    tags:
      - #lamp
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
    Taking the "#" away is safe: it is what was meant. A dash in the place of blanks needs a look. Other tags
    are left to the person.
"""

import re
from collections.abc import Iterator

from app.lint.blocks import Entry, entry_of, plain_item
from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Edit, Finding, Fix, Risk, Severity
from app.saying import said, say

CODE = "VL046"
NAME = "bad-tag"
SEVERITY = Severity.ERROR
WHY = said("Obsidian drops such a tag, so that the note is not found by it.")
SCOPE = Scope.NOTE

# interop 3: what no tag holds.
_ILLEGAL = re.compile(r"[\s'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\\u2000-\u206f\u2e00-\u2e7f]")
_COMMENT = re.compile(r"^([ \t]*-[ \t]+)#([^\s#]\S*)[ \t]*\r?$", re.MULTILINE)


def is_tag(words: str) -> bool:
    """Whether Obsidian takes this for a tag; one "#" in front is no harm."""
    bare = words.removeprefix("#")
    return bool(bare) and not _ILLEGAL.search(bare) and not bare.isdigit()


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each such tag of a note."""
    note = checked.index.notes[path]
    if note.problem or checked.is_source(path):
        return
    tags = note.properties.get("tags")
    listed = tags if isinstance(tags, list) else [tags] if isinstance(tags, str) else []
    if not listed or (isinstance(tags, str) and "," in tags):  # which is a finding of its own
        return
    if all(isinstance(tag, str) and is_tag(tag) for tag in listed):
        return
    text = checked.text(path) or ""
    entry = entry_of(text, "tags")
    severity = checked.severity(path, SEVERITY, Severity.WARNING)
    if entry is not None:
        yield from _behind_marks(text, entry, path, severity)
    for tag in listed:
        if tag is not None and not (isinstance(tag, str) and is_tag(tag)):
            yield _refused(text, entry, path, severity, tag)


def _behind_marks(text: str, entry: Entry, path: str, severity: Severity) -> Iterator[Finding]:
    for found in _COMMENT.finditer(text, entry.start, entry.end):
        message = say("“#{tag}” without quotes is a comment, and no tag.", tag=found[2])
        edits = (Edit(found.end(1), found.end(2), plain_item(found[2]), f"#{found[2]}"),)
        fix = (
            Fix(say("Write “{tag}”", tag=found[2]), Risk.SAFE, edits) if is_tag(found[2]) else None
        )
        line = text.count("\n", 0, found.start()) + 1
        yield Finding(CODE, NAME, severity, path, line, message, fix, what=found[2])


def _refused(text: str, entry: Entry | None, path: str, severity: Severity, tag: object) -> Finding:
    words = str(tag)
    message = say("Obsidian takes no tag “{tag}”.", tag=words)
    line, fix = entry.line if entry else 1, None
    dashed = "-".join(words.removeprefix("#").split())
    place = _place(text, entry, words) if entry else None
    if place is not None and isinstance(tag, str):
        line = text.count("\n", 0, place[0]) + 1
        if dashed != words and is_tag(dashed):
            edit = Edit(*place, plain_item(dashed), text[place[0] : place[1]])
            fix = Fix(say("Write “{tag}”", tag=dashed), Risk.REVIEW, (edit,))
    return Finding(CODE, NAME, severity, path, line, message, fix, what=words)


def _place(text: str, entry: Entry, words: str) -> tuple[int, int] | None:
    """Where a tag stands as an item or the value, quotes included; None where it stands otherwise."""
    bare = re.escape(words)
    begins, ends = r"(?:-[ \t]+|:[ \t]+|[\[,][ \t]*)", r"(?=[ \t]*(?:\r?$|[,\]]))"
    pattern = re.compile(rf"{begins}(\"{bare}\"|'{bare}'|{bare}){ends}", re.MULTILINE)
    found = pattern.search(text, entry.start, entry.end)
    return found.span(1) if found else None
