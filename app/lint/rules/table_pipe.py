"""A link in a table whose pipe ends the cell.

What it does
    Finds wikilinks in tables that show other words behind a pipe without a backslash before it.

Why it matters
    Obsidian takes the pipe for the end of the cell: the link is cut in two, and the row has a cell too many.

Example
    == Wick.md
    See [[Lamps]].
    == Lamps.md
    | part | lasts |
    |---|---|
    | [[Wick|wick]] | 9 days |

Use instead
    == Lamps.md
    | part | lasts |
    |---|---|
    | [[Wick\\|wick]] | 9 days |

Fix safety
    Safe: the backslash is never shown.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Risk, Severity
from app.lint.relinking import links_of, put_in, target_of
from app.saying import said, say

CODE = "VL023"
NAME = "table-pipe"
SEVERITY = Severity.ERROR
WHY = said("Obsidian takes the pipe for the end of the cell, and cuts the link in two.")
SCOPE = Scope.NOTE


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each link of a note in a table with a bare pipe."""
    note = checked.index.notes[path]
    if not note.tables:
        return
    for each in links_of(checked, path):
        link = each.link
        if link.is_markdown or not note.in_table(link) or "|" not in link.written:
            continue
        bare = link.written.index("|")
        if link.written[bare - 1] == "\\":
            continue
        words = say("The pipe in {written} ends the cell of the table.", written=link.written)
        fix = put_in(note, link, f"{link.written[:bare]}\\{link.written[bare:]}", Risk.SAFE)
        severity = SEVERITY if checked.index.is_generated(path) else Severity.WARNING
        yield Finding(CODE, NAME, severity, path, link.line, words, fix, what=target_of(link))
