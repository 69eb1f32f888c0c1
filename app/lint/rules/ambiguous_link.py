"""A link that could mean either of several files.

What it does
    Finds links by a name that more than one file has, and by a part of a path that fits more than one. A
    file that lies in the vault's own folder is meant before all others, so that its name is not ambiguous.

Why it matters
    Obsidian takes the file in the note's own folder, else the one whose path is shortest, and which of
    equals comes first is not stable there. Where the note is moved, the link may lead elsewhere.

Example
    == Home/Lamps.md
    Ours. See [[Old lamps]].
    == Museum/Lamps.md
    Theirs. See [[Old lamps]].
    == Old lamps.md
    As in [[Lamps]] of brass.

Use instead
    == Old lamps.md
    As in [[Home/Lamps|Lamps]] of brass.

Fix safety
    Writing the path of the file that is meant now needs a look: the other one may have been meant. The
    words shown stay the same.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Risk, Severity
from app.lint.relinking import links_of, retargeted, target_of
from app.saying import said, say

CODE = "VL021"
NAME = "ambiguous-link"
SEVERITY = Severity.WARNING
WHY = said("Which of the files Obsidian takes is not stable, and changes where the note is moved.")
SCOPE = Scope.NOTE

_NAMED = 5  # files that a finding names


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each link of a note that more than one file fits."""
    note = checked.index.notes[path]
    for each in links_of(checked, path):
        link, meant = each.link, each.resolution
        if not meant.path or not meant.ambiguous:
            continue
        is_page = checked.index.is_generated(path) and not link.in_comment
        names = tuple(say("“{value}”", value=c) for c in meant.candidates[:_NAMED])
        words = say(
            "“{name}” fits {count} files: {names}. Obsidian takes the first.",
            name=link.path,
            count=len(meant.candidates),
            names=names,
        )
        severity = Severity.WARNING if is_page else Severity.INFO
        fix = retargeted(checked, note, link, meant.path, risk=Risk.REVIEW)
        yield Finding(CODE, NAME, severity, path, link.line, words, fix, what=target_of(link))
