"""A code fence on a compiled page that nothing closes.

What it does
    Finds compiled pages with a line of three backticks or tildes that begins code and has no other one that
    ends it.

Why it matters
    All that follows is shown as code: headings, links and footnotes in it are none any more.

Example
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick
    ```
    trim(wick)

    A wick draws oil.

Use instead
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick
    ```
    trim(wick)
    ```

    A wick draws oil.

Fix safety
    There is none: where the code ends is for a person to say.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.saying import said, say

CODE = "VL031"
NAME = "open-fence"
SEVERITY = Severity.ERROR
WHY = said("All that follows is shown as code, its headings and links as well.")
SCOPE = Scope.NOTE


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for a compiled page with a fence that is open."""
    note = checked.index.notes[path]
    if note.open_fence and (checked.is_page(path) or checked.is_catalogue(path)):
        message = say("The code that begins here on “{note}” never ends.", note=note.stem)
        yield Finding(CODE, NAME, SEVERITY, path, note.open_fence, message)
