"""A compiled page without a property that it must have.

What it does
    Finds compiled pages that the ledger knows and whose id, kind, sources or dates are gone.

Why it matters
    By its id Vaultloom knows the page where it is renamed, by its kind Obsidian's views list it; without them
    it is taken for a note of yours.

Example
    == raw/lamps.md
    # Harbour lamps

    A wick is a woven cord that draws oil up to the flame. Each wick lasts 9 days.
    A wick was 40 mm wide in 1830.
    $ vaultloom compile
    $ edit wiki/concepts/Wick.md: "kind: "concept"" -> ""

Use instead
    $ vaultloom lint --fix-reviewed

Fix safety
    Writing it again as it was last generated needs a look: its owner may have taken it away on purpose.
"""

from collections.abc import Iterator

from app.lint.blocks import Entry, entries, line_end
from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Edit, Finding, Fix, Risk, Severity
from app.saying import said, say

CODE = "VL045"
NAME = "missing-property"
SEVERITY = Severity.WARNING
WHY = said("Without it the page may be taken for a note of yours, or be missing from lists.")
SCOPE = Scope.NOTE

REQUIRED = ("id", "kind", "sources", "created", "updated")
"""What every compiled page is generated with."""


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each property that a page lacks."""
    note = checked.index.notes[path]
    page = checked.page(path)
    if note.problem or not checked.is_page(path) or checked.ledger is None or page is None:
        return
    for name in [each for each in REQUIRED if each not in note.properties]:
        record = checked.ledger.page_record(page.id)
        fix = _put_back(checked.text(path) or "", record.base if record else "", name)
        message = say("This page lacks the property “{name}”.", name=name)
        yield Finding(CODE, NAME, SEVERITY, path, 1, message, fix, what=name)


def _put_back(text: str, base: str, name: str) -> Fix | None:
    """The property as it was last generated, behind the one that stood before it."""
    there, generated = entries(text), entries(base)
    place = next((n for n, each in enumerate(generated) if each.key == name), None)
    if place is None:
        return None
    before = [_named(there, each.key) for each in generated[:place]]
    last = next((each for each in reversed(before) if each is not None), None)
    start = last.end if last else text.find("\n") + 1 if there else -1
    if start < 0:
        return None
    entry = generated[place]
    written = base[entry.start : entry.end].replace("\n", line_end(text))
    return Fix("Write it again", Risk.REVIEW, (Edit(start, start, written, ""),))


def _named(there: list[Entry], key: str) -> Entry | None:
    return next((each for each in there if each.key == key), None)
