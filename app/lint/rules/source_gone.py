"""A source whose file is not there any more.

What it does
    Finds the summary pages of sources that were deleted, or moved out of the vault.

Why it matters
    What rests on such a source can be read, but not looked up. Nothing of it is taken away unasked.

Example
    == raw/lamps.md
    # Harbour lamps

    A wick is a woven cord that draws oil up to the flame. Each wick lasts 9 days.
    A wick was 40 mm wide in 1830.
    $ vaultloom compile
    $ rm raw/lamps.md

Use instead
    $ vaultloom settle take-away

Fix safety
    There is none by itself. Taking away what rested on it can be undone; "Keep its pages" leaves all as
    it is.
"""

from collections.abc import Iterator

from app.ledger.decisions import STAYS
from app.ledger.records import SourceRecord
from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity, Way
from app.saying import said, say

CODE = "VL006"
NAME = "source-gone"
SEVERITY = Severity.WARNING
WHY = said("What rests on it can be read, but not looked up any more.")
SCOPE = Scope.VAULT


_LISTED = 50
"""With more that are gone at once, taking all away is a way of the first of them only."""


def check(checked: Checked, _vault: str) -> Iterator[Finding]:
    """A finding for each source that is gone, on its summary page: nothing of it was taken away."""
    cache = checked.cache
    if cache is None or not checked.gone:
        return
    stay = {thing.removeprefix("source ") for thing in cache.verdicts.said_of(STAYS)}
    sources = [cache.source_by(path=path) for path in sorted(checked.gone)]
    there = [source for source in sources if source and source.id not in stay]
    for source in there:
        page = cache.pages.summary_of(source.id)
        if page and not page.gone:
            all_ = len(there) <= _LISTED or source is there[0]
            others = [each.id for each in there if each is not source] if all_ else []
            yield _gone(source, page.path, others)


def _gone(source: SourceRecord, page: str, others: list[str]) -> Finding:
    message = say(
        "Its source “{path}” is gone. What rests on it stays until you say so, or until the days that"
        " the rules say are over.",
        path=source.path,
    )
    ways = [Way("take-away", "Take away what rested on it", (source.id,))]
    if others:
        count = len(others) + 1
        title = say("Take away what rested on all {count} that are gone", count=count)
        ways.append(Way("take-away", title, (source.id, *others)))
    ways.append(Way("keep-source", "Keep its pages", (source.id,)))
    return Finding(CODE, NAME, SEVERITY, page, 1, message, ways=tuple(ways), what=source.path)
