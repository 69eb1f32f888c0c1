"""Sources that are not there any more: since when, and when what rested on them goes as well.

Nothing goes at once. A source that the owner deleted leaves its pages until they say so, or until the
rules' days are over; more than five are never taken away unasked, and while many are away together, or
with their whole folder, the days do not run: an unmounted drive is not a deletion.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path, PurePosixPath

from app.compiler.queue import Queue
from app.ledger.cache import Target
from app.ledger.decisions import STAYS
from app.ledger.ledger import Ledger

MANY = 5
"""So many at once are asked about, whatever the rules say (issue 5)."""


@dataclass
class GoneSources:
    """The sources of one vault that are gone. ``said_to_stay`` are those that the owner keeps pages of."""

    root: Path
    ledger: Ledger
    queue: Queue
    clock: Callable[[], datetime]
    days: int

    def look(self) -> list[Target]:
        """The sources that are gone now; since when is remembered on this device."""
        targets = self.ledger.cache.targets()
        gone = [each for each in targets if not (self.root / each.path).is_file()]
        now, known = self.clock().isoformat(), self.queue.gone_since()
        fresh = [each for each in gone if each.source not in known]
        counts = len(fresh) < MANY and not self._with_folder(fresh, targets)
        since = {each.source: known[each.source] for each in gone if each.source in known}
        since |= {each.source: now for each in fresh} if counts else {}
        if since != known:
            self.queue.put_gone_since(since)
        return gone

    def _with_folder(self, fresh: list[Target], targets: list[Target]) -> bool:
        """Whether two or more went with all that lay in their folder."""
        for folder in {PurePosixPath(each.path).parent for each in fresh}:
            inside = [each for each in targets if PurePosixPath(each.path).parent == folder]
            left = any((self.root / each.path).is_file() for each in inside)
            if not (self.root / folder).is_dir() or (len(inside) > 1 and not left):
                return True
        return False

    def stay(self) -> set[str]:
        """The ids of the sources whose pages the owner said are to stay."""
        return {
            thing.removeprefix("source ") for thing in self.ledger.cache.verdicts.said_of(STAYS)
        }

    def due(self) -> list[str]:
        """The ids of the sources whose days are over and that nobody said are to stay; none while there
        are more than five of them."""
        if not self.days:
            return []
        gone = {each.source for each in self.look()}
        since = self.queue.gone_since()
        last = self.clock() - timedelta(days=self.days)
        kept = self.stay()
        found = [
            source
            for source in sorted(gone & since.keys())
            if datetime.fromisoformat(since[source]) <= last and source not in kept
        ]
        return found if len(found) <= MANY else []
