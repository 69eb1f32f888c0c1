"""Pages that their owner edited: merged with what is new, and what then is offered."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from app.history.journal import Journal
from app.ledger.files import PageRecord
from app.vault.merging import Offer, merge, standing
from app.vault.names import fold
from app.vault.writing import Changes, Write


@dataclass(frozen=True, slots=True)
class Edited:
    """An edited page with what is new in it, as bytes, and what is offered for it."""

    content: bytes
    offers: tuple[Offer, ...]


def merged(
    known: PageRecord,
    disk: bytes,
    new: str,
    canonical: Callable[[str], str],
    restoring: Collection[str] = (),
) -> Edited | None:
    """A page of which ``disk`` is what stands there, ``new`` what is rendered now; None where what
    stands there is no text, so that nothing can be put into it. ``restoring`` are marks of statements
    that are brought back."""
    try:
        theirs = disk.decode()
    except UnicodeDecodeError:
        return None
    found = merge(known.base, theirs, new, canonical, restoring=restoring)
    offers = standing(known.offers, found.offers, found.text, new)
    return Edited(found.text.encode(), offers)


def one_name(renamed: Mapping[str, str]) -> Callable[[str], str]:
    """What gives the same for all links that lead to one page, by name or by path: names are unique.
    ``renamed`` leads from names that pages had to those that they have."""
    names = {fold(old): fold(new) for old, new in renamed.items()}

    def canonical(target: str) -> str:
        name = fold(target.rpartition("/")[2].removesuffix(".md"))
        return names.get(name, name)

    return canonical


def put_back(journal: Journal, changes: Changes, records: Mapping[str, Write]) -> set[str]:
    """Where a page turned out to be edited in the very moment of writing and was kept, make its record
    what it was: else what the page lacks would pass for deleted. ``records`` are the writes that do
    that, by the page's path; the paths of those that were done."""
    late = [records[path] for path in changes.kept if path in records]
    if late:
        journal.commit(None, late)
    return {write.path for write in late}
