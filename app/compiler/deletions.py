"""Statements that the owner of a page deleted: remembered, and kept away from it.

What vanished from a page counts as deleted once the file has been still for a minute: an editor or a
sync tool may be in the middle of something before that. Where many vanished at once the owner is asked
first.
"""

import time
from collections.abc import Callable, Set
from dataclasses import dataclass, field
from pathlib import Path

from app.ledger.decisions import deleted_statements
from app.ledger.files import PageRecord
from app.ledger.ledger import Ledger
from app.ledger.pages import PageRow
from app.vault.merging import lost, quotes, rests_on, without
from app.vault.writing import read

STILL = 60.0
"""Seconds for which a page must not have changed (design, "A compiled page")."""

MANY = 5
"""So many that vanish together are asked about first (design, likewise)."""


@dataclass(frozen=True, slots=True)
class Deleted:
    """A statement that vanished from a page: the page's id, its mark, and a hash of what it rests on."""

    page: str
    mark: str
    rests_on: str


@dataclass
class Deletions:
    """What is to stay away from which page, and what is ``found`` to be deleted since. ``known`` are
    hashes of what statements rest on, by the page's id; ``asked`` are the pages whose owner is to be asked,
    ``restoring`` the marks that are brought back, by page; ``clock`` gives seconds as files' times do."""

    known: dict[str, set[str]] = field(default_factory=dict)
    found: list[Deleted] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    restoring: dict[str, Set[str]] = field(default_factory=dict)
    clock: Callable[[], float] = time.time

    def notice(self, page: PageRecord, place: Path, disk: bytes) -> None:
        """Look for what its owner deleted from a page, and have it stay away."""
        gone = vanished(page, disk)
        if not gone or page.id in self.restoring or not self._is_still(place):
            return
        if len(gone) >= MANY:
            self.asked.add(page.id)
        else:
            self.found += gone
            self.known.setdefault(page.id, set()).update(each.rests_on for each in gone)

    def kept_away(self, page: str, text: str) -> str:
        """What was generated for a page, without what is to stay away from it."""
        away = self.known.get(page)
        if not away:
            return text
        return without(text, [mark for mark, words in rests_on(text).items() if words in away])

    def _is_still(self, place: Path) -> bool:
        try:
            return self.clock() - place.stat().st_mtime >= STILL
        except OSError:  # removed just now
            return False


def vanished(page: PageRecord, disk: bytes) -> list[Deleted]:
    """The statements that a page has no more, in the order in which they stood. None where the page has
    marks that were not in its last text: then it was generated elsewhere, and nobody deleted anything."""
    try:
        theirs = disk.decode()
    except UnicodeDecodeError:
        return []
    words = rests_on(page.base)
    if not rests_on(theirs).keys() <= words.keys():
        return []
    marks = dict.fromkeys(m for unit in lost(page.base, theirs) for m in sorted(unit.labels))
    return [Deleted(page.id, mark, words[mark]) for mark in marks if mark in words]


def deleted_from(ledger: Ledger, page: PageRow) -> list[tuple[Deleted, str]]:
    """What is to stay away from a page, and what vanished from it since, with the words that each rests
    on; empty words where its source says them no more."""
    found = {}
    record, disk = ledger.page_record(page.id), read(ledger.root / page.path)
    if record is not None and disk is not None:
        words = quotes(record.base)
        found = {d.rests_on: (d, words[d.mark]) for d in vanished(record, disk)}
    for rests, mark in deleted_statements(ledger.root).get(page.id, {}).items():
        found.setdefault(rests, (Deleted(page.id, mark, rests), _words(ledger, mark)))
    return list(found.values())


def _words(ledger: Ledger, mark: str) -> str:
    source, _, label = mark.partition("-")
    try:
        return ledger.cache.quotable(source, label.partition("-")[0]).text
    except KeyError:
        return ""
