"""When a file that somebody writes may be taken, and when one that is away is gone.

Nothing here looks at a disk or a clock: it is told what was seen and when, and answers. What counts
is what two looks apart in time found, never that something was said to have happened; so an event
that is lost, or comes twice, changes nothing.
"""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Seen:
    """A file as a look found it: size in bytes and time of change in nanoseconds.

    ``sha256`` is there where somebody read it, since its time alone kept changing.
    """

    size: int
    mtime_ns: int
    sha256: str = ""

    def is_same(self, other: "Seen") -> bool:
        """Whether both are the same bytes, as far as can be told."""
        if self.size != other.size:
            return False
        read_twice = self.sha256 != "" and self.sha256 == other.sha256
        return read_twice or self.mtime_ns == other.mtime_ns


@dataclass(frozen=True, slots=True)
class Patience:
    """For how many seconds things have to stay as they are.

    A file ``still`` (Obsidian saves two seconds after the last key, interop 8.1), an ``empty`` one
    longer, since something is about to be written into it. ``restless`` is for how long a time of
    change may run on before the bytes are compared instead. A file is ``away`` for a minute (the
    design, "Merging"), and ``many`` that vanish together are waited for.
    """

    still: float = 2.0
    empty: float = 10.0
    restless: float = 10.0
    away: float = 60.0
    many: int = 5


@dataclass(frozen=True, slots=True)
class _Pending:
    """A file that is waited for: as it is now and since when, and since when it has that size."""

    seen: Seen
    since: float
    size_since: float


@dataclass
class Settling:
    """The files of a place, and which of them stopped changing. Times are seconds of any clock
    that only goes forward."""

    patience: Patience = field(default_factory=Patience)
    _pending: dict[str, _Pending] = field(default_factory=dict)
    _settled: dict[str, Seen] = field(default_factory=dict)

    def know(self, files: Mapping[str, Seen]) -> None:
        """These files, as they are here, settled long ago."""
        self._settled |= files

    def look(
        self, now: float, found: Mapping[str, Seen], among: Iterable[str] | None = None
    ) -> None:
        """A look at the paths ``among``, at everything without it, found these files.

        A file that is not there is no longer waited for; if it comes back as it was, it is known.
        """
        looked_at = self._pending.keys() | found.keys() if among is None else set(among)
        for path in looked_at:
            seen = found.get(path)
            settled = self._settled.get(path)
            if seen is None or (settled is not None and settled.is_same(seen)):
                self._pending.pop(path, None)
            else:
                self._pending[path] = _waited_for(self._pending.get(path), seen, now)

    def settled(self, now: float) -> dict[str, Seen]:
        """The files that have been as they are for long enough, each once."""
        done = {p: each.seen for p, each in self._pending.items() if self._due(each) <= now}
        for path, seen in done.items():
            self._settled[path] = seen
            del self._pending[path]
        return done

    def again(self, path: str) -> None:
        """Forget that a file settled: it is waited for anew when it is seen."""
        self._settled.pop(path, None)

    def is_changing(self, path: str) -> bool:
        """Whether a file that had settled is being written again."""
        return path in self._pending and path in self._settled

    @property
    def waiting(self) -> Set[str]:
        """The files that are waited for."""
        return self._pending.keys()

    def restless(self, now: float) -> list[str]:
        """The files whose time of change keeps changing while their size does not."""
        most = self.patience.restless
        return [
            path
            for path, each in self._pending.items()
            if each.seen.sha256 or (each.since > each.size_since and now - each.size_since >= most)
        ]

    def due(self) -> float | None:
        """When the first file that is waited for could have settled."""
        return min((self._due(each) for each in self._pending.values()), default=None)

    def _due(self, each: _Pending) -> float:
        return each.since + (self.patience.still if each.seen.size else self.patience.empty)


def _waited_for(before: _Pending | None, seen: Seen, now: float) -> _Pending:
    """A wait goes on as long as the file stays the same, however often one looks at it."""
    if before is None or before.seen.size != seen.size:
        return _Pending(seen, now, now)
    if before.seen.is_same(seen):
        return replace(before, seen=seen)
    return _Pending(seen, now, before.size_since)


@dataclass
class Absence:
    """The sources that are away, and which of them are gone."""

    patience: Patience = field(default_factory=Patience)
    _since: dict[str, float] = field(default_factory=dict)
    _gone: set[str] = field(default_factory=set)
    _held: frozenset[str] = frozenset()

    def look(self, now: float, away: Iterable[str], held: Iterable[str] = ()) -> list[str]:
        """``away`` are all sources that are not there now; those that came back after being gone.

        Those ``held`` are away with the whole folder that they lie in.
        """
        missing = set(away)
        back = sorted(self._gone - missing)
        self._gone &= missing
        self._since = {path: self._since.get(path, now) for path in missing - self._gone}
        self._held = frozenset(held)
        return back

    def gone(self, now: float) -> list[str]:
        """The sources that are gone by now, each once; nothing while many are away together."""
        if len(self._since) >= self.patience.many:
            return []
        ready = [p for p in self._ready(now) if p not in self._held]
        for path in ready:
            del self._since[path]
        self._gone |= set(ready)
        return ready

    def waited_for(self, now: float) -> list[str]:
        """The sources that were away for long enough, but may well come back: many together, or
        with the folder that they lie in."""
        many = len(self._since) >= self.patience.many
        return [path for path in self._ready(now) if many or path in self._held]

    @property
    def known(self) -> frozenset[str]:
        """The sources that are gone."""
        return frozenset(self._gone)

    @property
    def is_waiting(self) -> bool:
        """Whether a source is away, gone or not."""
        return bool(self._since or self._gone)

    def is_fresh(self, path: str, now: float) -> bool:
        """Whether a source went away so lately that it may be about to come back."""
        since = self._since.get(path)
        return since is not None and now - since < self.patience.still

    def due(self, now: float) -> float | None:
        """When something could be gone, or is to be said to be waited for, for the first time."""
        ends = (since + self.patience.away for since in self._since.values())
        return min((end for end in ends if end > now), default=None)

    def _ready(self, now: float) -> list[str]:
        return sorted(p for p, since in self._since.items() if since + self.patience.away <= now)
