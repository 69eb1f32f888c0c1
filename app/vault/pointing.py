"""Where a line of a note is once the note is shown: a mark put in before, and an id that comes of it."""

import re

from app.vault.frontmatter import body_offset

LINE = "the-line"
"""The id of the place where the line begins."""

MARK = "\ue0b7"
"""What is put in; it is part of no anchor."""
_PLACE = f'<span id="{LINE}"></span>'
_TAG = re.compile(r"<[^>]*>")
_BEFORE = re.compile(
    r"(?:[ \t>]*(?:\[![^\]\n]+\][+-]?[ \t]*)?)"
    r"(?:#{1,6}[ \t]+|(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[.\][ \t]+)?|\[\^[^\]\s]+\]:[ \t]*|\|[ \t]*)?"
)
"""What begins a line and is not shown, or must begin it."""

_NOT_SHOWN = re.compile(r"[ \t>]*(?:`{3,}|~{3,}|[-*_=|: \t]*$|%%|<!--|\[[^\]^]+\]:)")
"""Lines in which a mark would do harm, or be seen by nobody: fences, rules, comments."""


def pointed(text: str, line: int) -> str:
    """The text of a note with a mark in a line, counted from 1, or the next one that is shown; none
    where the line is among the properties or there is none."""
    lines = text.split("\n")
    first = text.count("\n", 0, body_offset(text))
    for at in range(max(line - 1, 0), len(lines)):
        if at < first:
            return text
        if not _NOT_SHOWN.match(lines[at]):
            found = _BEFORE.match(lines[at])
            begin = found.end() if found else 0
            lines[at] = f"{lines[at][:begin]}{MARK}{lines[at][begin:]}"
            return "\n".join(lines)
    return text


def placed(html: str) -> str:
    """The note as HTML, an id where the mark was; a mark in an address or a title is none."""
    clean = _TAG.sub(_without_mark, html)
    return clean.replace(MARK, _PLACE, 1).replace(MARK, "")


def _without_mark(tag: re.Match[str]) -> str:
    return tag[0].replace(MARK, "").replace("%EE%82%B7", "")
