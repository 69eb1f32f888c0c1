"""A compiled page that is longer than the rules allow.

What it does
    Counts the statements on compiled pages on concepts and entities and on summaries, and their words,
    outside callouts, tables and ``## Notes``. The limits are those of ``pages.statements_at_most`` in
    ``AGENTS.md``, and so many times ``pages.words_in_statement_at_most``; a quarter more is let pass.

Why it matters
    Nobody reads to its end; what matters is lost among what does not. Pages are kept short when they
    are made, so that one which is too long has grown since, or comes from elsewhere.

Example
    == AGENTS.md
    ```yaml vaultloom
    version: 1
    pages:
      statements_at_most: {concept: 3, entity: 3, summary: 3}
    ```
    $ vaultloom compile
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick

    - A wick draws oil.
    - A wick is made of cotton.
    - A wick is trimmed every day.
    - A wick lasts nine days.

Use instead
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick

    - A wick draws oil.
    - A wick is made of cotton.
    - A wick is trimmed every day.

    ## Notes

    A wick lasts nine days.

Fix safety
    There is none: what can go, or be a page of its own, is for its owner to say.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.lint.page_parts import Part, is_as_generated, parts, words_in
from app.saying import said, say
from app.vault.merging.page import Sort

CODE = "VL038"
NAME = "over-long"
SEVERITY = Severity.INFO
WHY = said("Nobody reads to its end, and what matters is lost among what does not.")
SCOPE = Scope.NOTE

MORE = 1.25
"""So many times a limit is let pass: what changed over time is shown twice, a gist is counted apart."""


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding if a page has more statements, or more words, than the rules allow."""
    if not checked.index.is_generated(path):
        return
    note = checked.index.notes[path]
    limit = getattr(checked.rules.pages.statements_at_most, str(note.properties.get("kind")), 0)
    if not limit:
        return
    text = checked.text(path) or ""
    most = limit * checked.rules.pages.words_in_statement_at_most
    if is_as_generated(checked, path, text):
        return
    found = [part for part in parts(text) if _is_counted(part)]
    words = sum(words_in(part.text) for part in found)
    counted = {"title": note.stem, "count": len(found), "limit": limit}
    if len(found) > limit * MORE:
        message = say(
            "“{title}” has {count} statements; the rules have {limit} at most.", **counted
        )
        yield Finding(CODE, NAME, SEVERITY, path, 1, message, what="statements")
    elif words > most * MORE:
        message = say(
            "“{title}” has {count} words; by the rules {limit} are enough.",
            title=note.stem,
            count=words,
            limit=most,
        )
        yield Finding(CODE, NAME, SEVERITY, path, 1, message, what="words")


def _is_counted(part: Part) -> bool:
    """Whether a part is a statement: links alone are none."""
    return part.sort in {Sort.PIECE, Sort.ITEM} and (bool(part.labels) or words_in(part.text) > 2)
