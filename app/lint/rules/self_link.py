"""A link to the note that it stands in.

What it does
    Finds links in the text of a note that lead to that note as a whole. Links to its headings and blocks
    lead somewhere, and are left alone.

Why it matters
    Whoever clicks it is where they are already; and a note embedded in itself is not shown.

Example
    == Wick.md
    A [[Wick]] draws oil into the flame of the [[Lamp]].
    == Lamp.md
    See [[Wick]].

Use instead
    == Wick.md
    A Wick draws oil into the flame of the [[Lamp]].

Fix safety
    Writing the words without the link needs a look: another note may have been meant.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Edit, Finding, Fix, Risk, Severity
from app.lint.relinking import links_of, target_of
from app.saying import said, say
from app.vault.links import Link

CODE = "VL024"
NAME = "self-link"
SEVERITY = Severity.WARNING
WHY = said("Whoever clicks it is where they are already.")
SCOPE = Scope.NOTE


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each link of a note to itself."""
    note = checked.index.notes[path]
    for each in links_of(checked, path):
        link = each.link
        if each.resolution.path != path or not link.path or link.subpath or link.in_property:
            continue
        severity = SEVERITY if checked.index.is_generated(path) else Severity.INFO
        words = say("“{note}” links to itself.", note=note.stem)
        fix = _plain(link) if note.is_utf8 and not link.is_embed else None
        what = f"{'!' if link.is_embed else ''}{target_of(link)}"
        yield Finding(CODE, NAME, severity, path, link.line, words, fix, what=what)


def _plain(link: Link) -> Fix:
    shown = link.display if link.display is not None else link.path
    edit = Edit(link.start, link.end, shown, before=link.written)
    return Fix(say("Write “{words}” without a link", words=shown), Risk.REVIEW, (edit,))
