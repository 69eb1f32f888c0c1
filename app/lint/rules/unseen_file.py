"""A link to a file that Obsidian does not see.

What it does
    Finds links to files that are there, but in a folder whose name begins with a dot, or of a kind that
    Obsidian does not show (text, HTML, DOCX, EPUB and the like).

Why it matters
    To Obsidian such a file does not exist: the link is shown faded, and a click makes an empty note.

Example
    == raw/report.txt
    Lamps burn oil.
    == Lamps.md
    As in [[report.txt]].

Use instead
    == Lamps.md
    As in raw/report.txt, which Obsidian cannot show.

Fix safety
    There is none: the file may be moved, converted, or named without a link. Compiled sources of such kinds
    have a readable edition that can be linked to.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.lint.relinking import links_of, severity_of, target_of
from app.saying import said, say
from app.vault.files import is_hidden_path
from app.vault.names import fold

CODE = "VL025"
NAME = "unseen-file"
SEVERITY = Severity.ERROR
WHY = said("To Obsidian the file does not exist: it shows the link faded.")
SCOPE = Scope.NOTE


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each link of a note to a file that is there and not seen."""
    index = checked.index
    for each in links_of(checked, path):
        link = each.link
        if each.resolution.path is not None or index.called(fold(link.path)):
            continue
        unseen = index.unseen(link.path)
        if unseen:
            words = say("Obsidian shows no files of the kind of “{path}”.", path=unseen)
            if is_hidden_path(unseen):
                words = say("“{path}” lies where Obsidian does not look.", path=unseen)
            severity = severity_of(checked, path, link)
            yield Finding(CODE, NAME, severity, path, link.line, words, what=target_of(link))
