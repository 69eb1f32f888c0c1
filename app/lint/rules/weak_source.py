"""A page that rests on one source only, which itself is not sure.

What it does
    Finds pages on a concept or an entity that one voice alone carries, and of which that voice asserts
    nothing: in each sentence it only reports what another says ("reportedly", "according to"), or
    doubts it ("perhaps", "may have been"). A page that one voice carries is none by itself: its
    confidence says so already.

Why it matters
    Statements on a page read as if they were known. Here nobody vouches for them.

Example
    == raw/lamps.md
    # Bell of the Bishop Rock

    The Bishop Rock Bell is reportedly a bell that was cast in 1858 for the lighthouse keepers.
    $ vaultloom compile

Use instead
    == raw/bells.md
    # Bells of Scilly

    The Bishop Rock Bell is a bell of bronze that hung under the gallery of the lighthouse.
    $ vaultloom compile

Fix safety
    There is none: another source that speaks of it is what helps.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.saying import said, say

CODE = "VL054"
NAME = "weak-source"
SEVERITY = Severity.INFO
WHY = said("Its statements read as if they were known, and nobody vouches for them.")
SCOPE = Scope.NOTE


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for a page whose only voice asserts nothing of what it shows."""
    cache = checked.cache
    row = cache.pages.at(path) if cache else None
    if cache is None or row is None or row.voices != 1 or row.kind not in {"concept", "entity"}:
        return
    shown = [cache.words(source, label) for source, label in cache.pages.shown_by(row.id)]
    if not shown or not all(words and checked.known.is_unsure(words) for words in shown):
        return
    message = say(
        "All of “{title}” rests on one source that only reports or doubts it.", title=row.title
    )
    yield Finding(CODE, NAME, SEVERITY, path, 1, message, what=row.title)
