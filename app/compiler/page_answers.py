"""What the owner of a page answers: to a newer text that is offered, and to whether they meant to delete."""

from dataclasses import replace

from app.compiler.building.build import Build
from app.compiler.compile import Compiler
from app.compiler.taking_away import Settlement
from app.errors import VaultloomError
from app.ledger.decisions import deleted_statements
from app.ledger.files import PageRecord, offer_name
from app.ledger.pages import PageRow
from app.saying import say
from app.vault.merging import Offer, taken
from app.vault.writing import read


def take_newer(compiler: Compiler, page: str, offer: str) -> Settlement:
    """Have the text of the sources stand in the place of the owner's. Raises VaultloomError where the page
    or the offer is another by now."""
    row, record, found = _offered(compiler, page, offer)
    disk = (read(compiler.root / row.path) or b"").decode()
    newer = taken(disk, found, record.base)
    if newer is None:
        raise _gone()
    label = say("take the newer text into “{title}”", title=row.title)
    return Settlement(label, lambda b: _answered(b, row, record, found, newer.encode()), {})


def keep_mine(compiler: Compiler, page: str, offer: str) -> Settlement:
    """Have the owner's text stand; nothing is offered for it until sources say something else. Raises
    VaultloomError as ``take_newer``."""
    row, record, found = _offered(compiler, page, offer)
    label = say("keep your text in “{title}”", title=row.title)
    return Settlement(label, lambda b: _answered(b, row, record, found, None), {})


def bring_back(compiler: Compiler, page: str) -> Settlement:
    """Bring back all statements that were deleted from a page."""
    row = _row(compiler, page)
    return compiler.onto.restoring(row, [d for d, _ in compiler.deleted_from(row)])


def stay_deleted(compiler: Compiler, page: str) -> Settlement:
    """Take what vanished from a page for deleted on purpose."""
    row = _row(compiler, page)
    away = deleted_statements(compiler.root).get(row.id, {})
    gone = [d for d, _ in compiler.deleted_from(row) if d.rests_on not in away]
    return compiler.onto.deleting(row, gone)


def make_again(compiler: Compiler, page: str) -> Settlement:
    """Make a page again that its owner deleted."""
    row = _row(compiler, page)
    label = say("make “{title}” again", title=row.title)
    return Settlement(label, lambda build: build.make_again(row), {})


def _answered(
    build: Build, row: PageRow, record: PageRecord, offer: Offer, content: bytes | None
) -> None:
    left = tuple(each for each in record.offers if each != offer)
    build.pages.answer(row, replace(record, offers=left, waits=bool(left)), content)


def _offered(compiler: Compiler, page: str, offer: str) -> tuple[PageRow, PageRecord, Offer]:
    row = _row(compiler, page)
    record = compiler.ledger.page_record(row.id)
    for each in record.offers if record else ():
        if record is not None and offer_name(each) == offer:
            return row, record, each
    raise _gone()


def _row(compiler: Compiler, page: str) -> PageRow:
    row = compiler.ledger.cache.pages.by_id(page)
    if row is None:
        raise _gone()
    return row


def _gone() -> VaultloomError:
    return VaultloomError("That is not there any more.", remedy="Look at the findings again.")
