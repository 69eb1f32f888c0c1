"""A property that is given twice.

What it does
    Finds notes in whose properties a name stands more than once.

Why it matters
    Obsidian reads none of the properties then. Which value other programs take differs.

Example
    == Wick.md
    ---
    made: 1830
    tags:
      - lamp
    made: 1830
    ---
    See [[Lamps]].
    == Lamps.md
    See [[Wick]].

Use instead
    == Wick.md
    ---
    made: 1830
    tags:
      - lamp
    ---
    See [[Lamps]].

Fix safety
    Safe where all say the same: the later ones go. Where they differ, which one holds is for a person to
    say.
"""

from collections import defaultdict
from collections.abc import Iterator

from app.lint.blocks import Entry, entries, removed
from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Fix, Risk, Severity
from app.saying import said, say

CODE = "VL041"
NAME = "duplicate-property"
SEVERITY = Severity.ERROR
WHY = said("Obsidian reads none of the properties of a note in which one is given twice.")
SCOPE = Scope.NOTE


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each property of a note that is given again."""
    problem = checked.index.notes[path].problem
    if not problem or "is given twice" not in problem or checked.is_source(path):
        return
    text = checked.text(path)
    if text is None:
        return
    severity = checked.severity(path, SEVERITY, Severity.WARNING)
    given: dict[str, list[Entry]] = defaultdict(list)
    for each in entries(text):
        given[each.key].append(each)
    for name, (_first, *later) in given.items():
        message = say("The property “{name}” is given twice.", name=name)
        same = len({text[each.start : each.end].rstrip() for each in given[name]}) == 1
        for each in later:
            fix = (
                Fix("Take the later one away", Risk.SAFE, (removed(text, each),)) if same else None
            )
            yield Finding(CODE, NAME, severity, path, each.line, message, fix, what=name)
