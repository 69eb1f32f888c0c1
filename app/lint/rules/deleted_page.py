"""A compiled page that its owner deleted while something still speaks for it.

What it does
    Finds pages that were deleted while notes of the owner's link to them, or sources have something for
    them.

Why it matters
    A page that was deleted stays away for good. A note that links to it then leads nowhere, and what
    sources say of its subject stands nowhere.

Example
    == raw/lamps.md
    # Harbour lamps

    A wick is a woven cord that draws oil up to the flame. Each wick lasts 9 days.
    A wick was 40 mm wide in 1830.
    == Mine.md
    I must buy a new [[Wick]].
    $ vaultloom compile
    $ rm wiki/concepts/Wick.md
    $ vaultloom compile

Use instead
    $ vaultloom settle make-again

Fix safety
    There is none by itself. "Make it again" can be undone; "Leave it deleted" ends the question.
"""

from collections.abc import Iterator, Sequence

from app.ledger.decisions import STAYS
from app.ledger.pages import PageRow
from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity, Way
from app.saying import said, say

CODE = "VL012"
NAME = "deleted-page"
SEVERITY = Severity.INFO
WHY = said("Your notes link to a page that stays away, or your sources have something for it.")
SCOPE = Scope.VAULT

_NAMED = 5  # notes that a finding names


def check(checked: Checked, _vault: str) -> Iterator[Finding]:
    """A finding for each page that its owner deleted while notes of theirs link to it, or sources have
    something for it; those left out of which they said that this is no matter."""
    cache = checked.cache
    if cache is None:
        return
    stay = cache.verdicts.said_of(STAYS)
    for page in cache.pages.gone():
        linking = cache.others.linking(page.path)
        linking = [] if page.kind == "index" else linking
        if f"page {page.id}" in stay or not (linking or page.waits):
            continue
        ways = (
            Way("make-again", "Make it again", (page.id,)),
            Way("stay-away", "Leave it deleted", (page.id,)),
        )
        message = _deleted(page, linking)
        yield Finding(CODE, NAME, SEVERITY, page.path, 1, message, ways=ways, what=page.id)


def _deleted(page: PageRow, linking: Sequence[str]) -> str:
    if not linking:
        return say(
            "You deleted “{title}”, so it stays away; your sources have something for it.",
            title=page.title,
        )
    notes = tuple(say("“{value}”", value=path) for path in linking[:_NAMED])
    return say(
        "You deleted “{title}”, and {count} of your notes link to it: {notes}.",
        title=page.title,
        count=len(linking),
        notes=notes,
    )
