"""A link by a path where the name alone would do.

What it does
    Finds wikilinks to notes that say folders although no other file has the note's name. Paths that begin
    with a dot, Markdown links, and vaults in which Obsidian is set to write whole paths are left alone.

Why it matters
    Where the note is moved by another program than Obsidian, the link leads nowhere; by its name it would
    still be found.

Example
    == Lamps/Wick.md
    See [[Old lamps]].
    == Old lamps.md
    The [[Lamps/Wick|wick]] of each.

Use instead
    == Old lamps.md
    The [[Wick|wick]] of each.

Fix safety
    Safe where the link says what is shown. Where it does not, the name is shown instead of the path, which
    needs a look.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Risk, Severity
from app.lint.relinking import links_of, put_in, rewritten, target_of
from app.saying import said, say
from app.vault.index import Outgoing

CODE = "VL022"
NAME = "needless-path"
SEVERITY = Severity.INFO
WHY = said("Where the note is moved by another program, the path leads nowhere; its name would.")
SCOPE = Scope.NOTE


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each link of a note that says folders in vain."""
    if checked.obsidian.writes_paths:
        return
    note = checked.index.notes[path]
    for each in links_of(checked, path):
        link = each.link
        if not _is_needless(checked, each):
            continue
        name = checked.index.notes[each.resolution.path or ""].stem
        words = say("“{path}” is found as “{name}” as well.", path=link.path, name=name)
        if link.display is None:
            subpath = f"#{link.subpath}" if link.subpath else ""
            written = f"{'!' if link.is_embed else ''}[[{name}{subpath}]]"
            risk = Risk.SAFE if link.is_embed else Risk.REVIEW
        else:
            written = rewritten(link, name, in_table=note.in_table(link))
            risk = Risk.SAFE
        fix = put_in(note, link, written, risk)
        yield Finding(CODE, NAME, SEVERITY, path, link.line, words, fix, what=target_of(link))


def _is_needless(checked: Checked, each: Outgoing) -> bool:
    link, path = each.link, each.resolution.path
    if path not in checked.index.notes or link.is_markdown or link.path.startswith("."):
        return False
    return "/" in link.path and len(checked.index.files.alike(path)) == 1
