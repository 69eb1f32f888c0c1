"""A note of the owner's that has the name of a compiled page.

What it does
    Finds pages that bear another name than their title, in brackets, because a note of the owner's has
    that name, where nothing says whether the note is on the same thing.

Why it matters
    If it is, the note is the page for that subject, and what sources say belongs beside it.

Example
    == Wick.md
    A town in Scotland, where we stayed in August.
    == raw/lamps.md
    # Harbour lamps

    A wick is a woven cord that draws oil up to the flame. Each wick lasts 9 days.
    A wick was 40 mm wide in 1830.
    $ vaultloom compile

Use instead
    $ vaultloom settle other-note

Fix safety
    There is none by itself. "It is the same thing" has the page stand beside the note, which is never
    changed; "It is something else" ends the question.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity, Way
from app.saying import said, say

CODE = "VL010"
NAME = "note-alike"
SEVERITY = Severity.INFO
WHY = said("If your note is on the same thing, what your sources say belongs beside it.")
SCOPE = Scope.NOTE


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each note because of which a page has another name."""
    page = checked.page(path)
    if page is None:
        return
    for note in checked.known.told_apart(page):
        message = say(
            "Your note “{note}” has this page's name. Whether it is on the same thing, nothing says.",
            note=note,
        )
        ways = (
            Way("same-note", "It is the same thing", (page.id, note)),
            Way("other-note", "It is something else", (page.id, note)),
        )
        yield Finding(CODE, NAME, SEVERITY, path, 1, message, ways=ways, also=(note,), what=note)
