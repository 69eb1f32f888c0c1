"""A source that would be compiled otherwise now.

What it does
    Finds sources that were compiled with other means than are chosen now: an older version of the built-in
    reader, another model or another version of it, another question to it, or other rules in
    ``AGENTS.md``. Each finding says which. A source whose file changed, or is gone, is a finding of its
    own, and one that a model read is not stale while no model is chosen. More than five for the same
    reasons are one finding, on the index: after an update that may be all there are.

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
    There is none by itself. Compiling again is offered, where it would be read as well as it was, and never
    done unasked; where only the rules changed, pages are rendered from what is known, and no model is asked.
"""

from collections.abc import Iterator, Sequence

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity, Way
from app.lint.known import Stale
from app.saying import said, say

CODE = "VL052"
NAME = "stale"
SEVERITY = Severity.INFO
WHY = said("Its pages are not what they would be if they were made now.")
SCOPE = Scope.NOTE

FEW = 5
"""So many for the same reasons are shown one by one."""


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """At the index, a finding for each source that may be compiled again, with the reasons; one for all
    where many have the same."""
    index = checked.cache.pages.by_id("index") if checked.cache else None
    if index is None or index.path != path:
        return
    by_reasons: dict[tuple[str, ...], list[Stale]] = {}
    for each in checked.known.stale():
        if (checked.root / each.path).is_file():
            by_reasons.setdefault(each.reasons, []).append(each)
    for reasons, group in by_reasons.items():
        if len(group) > FEW:
            yield _all(path, reasons, group)
        else:
            yield from (_one(checked, each) for each in group)


def _one(checked: Checked, stale: Stale) -> Finding:
    page = checked.cache.pages.shown_summary_of(stale.source) if checked.cache else None
    message = say(
        "“{title}” would be compiled otherwise now: {reasons}.",
        title=stale.title,
        reasons=stale.reasons,
    )
    way = Way("recompile", "Compile the source again", (stale.path,))
    return Finding(
        code=CODE,
        rule=NAME,
        severity=SEVERITY,
        path=page.path if page else stale.path,
        line=1,
        message=message,
        ways=(way,) if stale.is_offered else (),
        what=stale.path,
    )


def _all(path: str, reasons: tuple[str, ...], group: Sequence[Stale]) -> Finding:
    message = say(
        "{count} sources would be compiled otherwise now: {reasons}.",
        count=len(group),
        reasons=reasons,
    )
    way = Way("recompile", "Compile all again that are offered", ())
    return Finding(
        code=CODE,
        rule=NAME,
        severity=SEVERITY,
        path=path,
        line=1,
        message=message,
        ways=(way,) if any(each.is_offered for each in group) else (),
        what=", ".join(map(str, reasons)),
    )
