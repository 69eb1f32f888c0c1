"""A compiled page that its owner edited, for which sources have something newer.

What it does
    Finds each thing on a page that its owner and the sources changed both, and pages that stay as a
    whole while newer text waits for them.

Why it matters
    What the owner wrote stays, always. What sources say now is then not on the page, and the owner may
    not know.

Example
    == raw/lamps.md
    # Harbour lamps

    A wick is a woven cord that draws oil up to the flame. Each wick lasts 9 days.
    A wick was 40 mm wide in 1830.
    $ vaultloom compile
    $ edit wiki/concepts/Wick.md: "40 mm wide in 1830" -> "40 mm wide about 1830"
    $ edit raw/lamps.md: "40 mm wide in 1830" -> "40 mm wide in the year 1830"
    $ vaultloom compile

Use instead
    $ vaultloom settle take-newer

Fix safety
    Taking the newer text needs a look: what the owner wrote goes. "Keep mine" keeps it, and nothing is
    offered again until sources say something else.
"""

from collections.abc import Iterator

from app.ledger.files import PageRecord, offer_name
from app.ledger.pages import PageRow
from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Fix, Risk, Severity, Way
from app.lint.fixing import edits
from app.lint.rules.vanished_statements import MANY, lost_from
from app.saying import said, say
from app.vault.merging import Offer, standing, taken
from app.vault.writing import read

CODE = "VL003"
NAME = "waiting-text"
SEVERITY = Severity.INFO
WHY = said("What you wrote stays; what your sources say now is not on the page.")
SCOPE = Scope.NOTE


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each thing that waits, or one for all of a newer text."""
    page = checked.page(path)
    if checked.ledger is None or page is None or not page.waits or page.gone:
        return
    record, disk = checked.ledger.page_record(page.id), read(checked.root / path)
    many = record is not None and disk is not None and len(lost_from(checked, page, disk)) >= MANY
    if record is None or disk is None or not (record.offers or many):
        yield _waiting(page)
        return
    yield from _offered(page, record, disk.decode(errors="replace"))


def _waiting(page: PageRow) -> Finding:
    message = say(
        "You edited “{title}”, so it stays as it is; newer text from your sources waits.",
        title=page.title,
    )
    fix = Fix("Show the newer text", Risk.SHOW)
    return Finding(CODE, NAME, SEVERITY, page.path, 1, message, fix)


def _offered(page: PageRow, record: PageRecord, text: str) -> Iterator[Finding]:
    """A finding for each offer that is still to be decided, with the edits that take it."""
    for offer in standing(record.offers, [], text, record.base):
        start = max(text.replace("\r\n", "\n").find(offer.theirs), 0)
        newer = taken(text, offer, record.base)
        yield Finding(
            code=CODE,
            rule=NAME,
            severity=SEVERITY,
            path=page.path,
            line=text.replace("\r\n", "\n").count("\n", 0, start) + 1,
            message=_both_changed(offer),
            fix=None if newer is None else _take(text, newer),
            ways=_answers(page, offer, can_be_taken=newer is not None),
            what=offer_name(offer),
        )


def _answers(page: PageRow, offer: Offer, *, can_be_taken: bool) -> tuple[Way, ...]:
    about = (page.id, offer_name(offer))
    title = "Take the newer text" if offer.ours else "Take mine away"
    newer = (Way("take-newer", title, about),) if can_be_taken else ()
    return (*newer, Way("keep-mine", "Keep mine", about))


def _take(text: str, newer: str) -> Fix:
    return Fix("Take the newer text", Risk.REVIEW, edits(text, newer))


def _both_changed(offer: Offer) -> str:
    if not offer.ours:
        return say(
            "You changed “{theirs}”, so it stays; your sources no longer say it.",
            theirs=offer.theirs,
        )
    return say(
        "You changed “{theirs}”, so it stays; your sources now have “{ours}”.",
        theirs=offer.theirs,
        ours=offer.ours,
    )
