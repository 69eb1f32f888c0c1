"""A source that would be compiled otherwise now.

What it does
    Finds sources that were compiled with other means than are chosen now: an older version of the built-in
    reader, another model or another version of it, another question to it, or other rules in
    ``AGENTS.md``. Each finding says which. A source whose file changed, or is gone, is a finding of its
    own, and one that a model read is not stale while no model is chosen.

Why it matters
    Its pages are right as they are, but not what they would be now; beside pages that were made since
    they may read differently.

Example
    == raw/lamps.md
    # Harbour lamps

    A wick is a cord that draws oil into the flame of a lamp.
    $ vaultloom compile
    == AGENTS.md
    ```yaml vaultloom
    version: 1
    pages:
      statements_at_most: {concept: 5, entity: 5, summary: 5}
    ```

Use instead
    $ vaultloom settle recompile

Fix safety
    There is none by itself. Compiling again is offered and never done unasked; where only the rules
    changed, pages are rendered from what is known, and no model is asked.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity, Way
from app.saying import said, say

CODE = "VL052"
NAME = "stale"
SEVERITY = Severity.INFO
WHY = said("Its pages are not what they would be if they were made now.")
SCOPE = Scope.SOURCE


def check(checked: Checked, source: str) -> Iterator[Finding]:
    """A finding for a source that may be compiled again, on its summary page, with the reasons."""
    reasons = checked.known.stale(source) if checked.cache else ()
    if checked.cache is None or not reasons:
        return
    record = checked.cache.source(source)
    page = checked.cache.pages.shown_summary_of(source)
    if not (checked.root / record.path).is_file():
        return
    yield Finding(
        code=CODE,
        rule=NAME,
        severity=SEVERITY,
        path=page.path if page else record.path,
        line=1,
        message=say(
            "“{title}” would be compiled otherwise now: {reasons}.",
            title=record.short,
            reasons=tuple(reasons),
        ),
        ways=(Way("recompile", "Compile the source again", (record.path,)),),
        what=record.path,
    )
