"""A compiled page with more than one heading of the first level.

What it does
    Finds compiled pages on which a second heading has the level of the title.

Why it matters
    A page has one title. Outlines, exports and publishing tools take each such heading for the begin of
    another page.

Example
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick

    A wick draws oil.

    # Trimming

    Before sunset.

Use instead
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick

    A wick draws oil.

    ## Trimming

    Before sunset.

Fix safety
    Making the later ones headings of the second level needs a look: those below them may belong one level
    lower as well. Links to them still lead there.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Edit, Finding, Fix, Risk, Severity
from app.saying import said, say
from app.vault.markdown import Heading

CODE = "VL032"
NAME = "two-titles"
SEVERITY = Severity.WARNING
WHY = said("Outlines, exports and publishing tools take each for the begin of another page.")
SCOPE = Scope.NOTE


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each title of a compiled page after the first."""
    note = checked.index.notes[path]
    later = [each for each in note.headings if each.level == 1][1:]
    if note.two_versions:
        return  # whose marks underline what stands above them
    if not later or not (checked.is_page(path) or checked.is_catalogue(path)):
        return
    for heading in later:
        message = say("“{heading}” is a second title on this page.", heading=heading.text)
        fix = _lower(checked, path, heading) if note.is_utf8 else None
        yield Finding(CODE, NAME, SEVERITY, path, heading.line, message, fix, what=heading.text)


def _lower(checked: Checked, path: str, heading: Heading) -> Fix | None:
    """The heading one level lower; None where it is underlined instead of marked."""
    text = checked.text(path) or ""
    place = (
        heading.start
        + len(text[heading.start : heading.end])
        - len(text[heading.start : heading.end].lstrip(" "))
    )
    if text[place : place + 1] != "#":
        return None
    edit = Edit(place, place + 1, "##", before="#")
    return Fix("Make it a heading of the second level", Risk.REVIEW, (edit,))
