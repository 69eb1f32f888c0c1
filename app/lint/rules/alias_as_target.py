"""A link by another name of a note.

What it does
    Finds links whose target is no file, but an alias in the properties of a note.

Why it matters
    Obsidian resolves file names only: it shows such a link faded, and makes an empty note of that name when
    it is clicked. Of compiled pages it is an error, in what a person wrote a warning.

Example
    == Round-trip efficiency.md
    ---
    aliases:
      - "RTE"
    ---
    == Batteries.md
    The [[RTE]] of a battery.

Use instead
    == Batteries.md
    The [[Round-trip efficiency|RTE]] of a battery.

Fix safety
    Safe where it is an alias of exactly one note: the words shown stay the same. Where several notes have
    it, which one is meant is for a person to say.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.lint.relinking import links_of, retargeted, severity_of, target_of
from app.saying import said, say
from app.vault.names import fold

CODE = "VL020"
NAME = "alias-as-target"
SEVERITY = Severity.ERROR
WHY = said("Obsidian knows file names only, and makes an empty note when such a link is clicked.")
SCOPE = Scope.NOTE


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each link of a note by an alias."""
    index, note = checked.index, checked.index.notes[path]
    for each in links_of(checked, path):
        link = each.link
        aliased = [] if each.resolution.path else index.called(fold(link.path))
        if not aliased:
            continue
        severity, what = severity_of(checked, path, link), target_of(link)
        if len(aliased) == 1:
            words = say(
                "“{name}” is another name of “{note}”, and Obsidian knows file names only.",
                name=link.path,
                note=index.notes[aliased[0]].stem,
            )
            fix = retargeted(checked, note, link, aliased[0])
            yield Finding(CODE, NAME, severity, path, link.line, words, fix, what=what)
        else:
            names = tuple(say("“{value}”", value=index.notes[each_].stem) for each_ in aliased)
            words = say(
                "“{name}” is another name of several notes: {names}.", name=link.path, names=names
            )
            yield Finding(CODE, NAME, severity, path, link.line, words, what=what)
