"""A compiled page from which many statements vanished at once.

What it does
    Finds pages from which five statements or more are gone that their owner has not said anything of.

Why it matters
    What an owner deletes stays away for good. So many at once may as well be an editor's or a sync
    tool's mistake, which nobody would notice.

Example
    == raw/lamps.md
    # Harbour lamps

    ## Wicks

    A wick is a woven cord that draws oil up to the flame. Wicks MUST be trimmed before sunset.
    Each wick lasts 9 days. Ada Winter described the flat wick in 1830.
    == raw/more.md
    # More of the harbour

    ## The wick

    A wick is a strip of cotton that soaks up oil. A wick MUST be changed after 12 days. Every wick costs 3 cents.
    $ vaultloom compile
    == wiki/concepts/Wick.md
    Only this.
    == raw/again.md
    # Again

    ## The wick

    A wick is a cord that is sold by the yard. Every wick costs 5 dollars in winter. A wick burns for 7 hours.
    $ vaultloom compile

Use instead
    $ vaultloom settle bring-back

Fix safety
    Bringing them back needs a look. "I deleted them on purpose" keeps them away for good.
"""

from collections.abc import Iterator, Sequence

from app.ledger.pages import PageRow
from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Fix, Risk, Severity, Way
from app.lint.fixing import edits
from app.lint.known import Vanished
from app.saying import said, say
from app.vault.merging import merge
from app.vault.writing import read

CODE = "VL011"
NAME = "vanished-statements"
SEVERITY = Severity.WARNING
WHY = said("So many gone at once may be a mistake, which nobody would notice.")
SCOPE = Scope.NOTE

MANY = 5
"""So many that vanish together are asked about first (design, "A compiled page")."""


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for a page that lost many."""
    page = checked.page(path)
    if checked.ledger is None or page is None or not page.waits or page.gone:
        return
    record, disk = checked.ledger.page_record(page.id), read(checked.root / path)
    lost = lost_from(checked, page, disk) if disk is not None else ()
    if record is None or disk is None or len(lost) < MANY:
        return
    text = disk.decode(errors="replace")
    back = merge(record.base, text, record.base, restoring={each.mark for each in lost}).text
    message = say(
        "{count} statements vanished from “{title}”. They stay away until you say whether you deleted them.",
        count=len(lost),
        title=page.title,
    )
    ways = (
        Way("bring-back", "Bring them back", (page.id,)),
        Way("stay-deleted", "I deleted them on purpose", (page.id,)),
    )
    fix = Fix("Bring them back", Risk.REVIEW, edits(text, back))
    yield Finding(CODE, NAME, SEVERITY, path, 1, message, fix, ways=ways, what="statements")


def lost_from(checked: Checked, page: PageRow, disk: bytes) -> Sequence[Vanished]:
    """The statements that a page has no more, those left out that are to stay away."""
    record = checked.ledger.page_record(page.id) if checked.ledger else None
    if record is None:
        return ()
    away = checked.away.get(page.id, {})
    return [d for d in checked.known.vanished(record, disk) if d.rests_on not in away]
