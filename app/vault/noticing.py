"""Which notes changed since they were last told of; pure code, told what was seen and when."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

Seen = tuple[int, int]


@dataclass
class Noticing:
    """Changes of files that are told together: when they are over for ``still`` seconds, and every
    ``longest`` seconds while they never are, so that a note which is touched all the time is told of.

    A file counts as removed once it was ``away`` for some seconds: editors and sync tools delete
    and make again. Times are seconds of any clock that only goes forward.
    """

    still: float = 1.0
    longest: float = 5.0
    away: float = 5.0
    _known: dict[str, Seen] | None = None
    _away: dict[str, float] = field(default_factory=dict)
    _unseen: set[str] = field(default_factory=set)  # told to be removed, and not looked for since
    _changed: set[str] = field(default_factory=set)
    _first: float = 0.0
    _last: float = 0.0

    def look(
        self, now: float, found: Mapping[str, Seen], among: Iterable[str] | None = None
    ) -> set[str]:
        """A look at the paths ``among``, at everything without it, found these files; which of them
        are new or changed since the last look.

        What the first look at everything finds is known; it is no change.
        """
        known = self._known
        if known is None:
            self._known = dict(found) if among is None else None
            return set()
        if among is None:
            changed = {path for path, seen in found.items() if known.get(path) != seen}
            missing = known.keys() - found.keys()
        else:
            looked_at = set(among)
            changed = {p for p in looked_at & found.keys() if known.get(p) != found[p]}
            missing = (looked_at & known.keys()) - found.keys()
        again = self._unseen if among is None else self._unseen & set(among)
        for path in again - found.keys():  # it may have been there for a moment when it was told of
            self._mark(path, now)
        self._unseen = self._unseen - again
        self._away = {p: since for p, since in self._away.items() if p not in found}
        for path in missing:
            self._away.setdefault(path, now)
        for path in changed:
            known[path] = found[path]
            self._mark(path, now)
        return changed

    def _mark(self, path: str, now: float) -> None:
        self._first = self._first if self._changed else now
        self._last = now
        self._changed.add(path)

    def take(self, now: float, *, at_once: bool = False) -> set[str]:
        """The files that changed and were not told of yet, if it is time."""
        for path in [p for p, since in self._away.items() if since + self.away <= now]:
            del self._away[path]
            if self._known is not None:
                self._known.pop(path, None)
            self._unseen.add(path)
            self._mark(path, now - self.still)
        if not self._changed or not (at_once or self._when() <= now):
            return set()
        taken, self._changed = self._changed, set()
        return taken

    def know_gone(self, paths: Iterable[str]) -> None:
        """These were not there when they were told of, and need not be looked for once more."""
        self._unseen.difference_update(paths)

    def due(self) -> float | None:
        """When there may be something to tell."""
        ends = [since + self.away for since in self._away.values()]
        return min([*ends, self._when()] if self._changed else ends, default=None)

    def _when(self) -> float:
        return min(self._last + self.still, self._first + self.longest)
