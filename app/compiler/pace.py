"""How long what waits may still take, reckoned from how long the last sources took.

No clock is asked here: everything that is known comes in as values, sizes in bytes and times in
seconds.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

ENOUGH = 3
"""Sources that must have been compiled before anything is said: one may have been any."""

TRUSTED = 0.1
"""The share of a run after which time left is said; before it, guesses jump about."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A source that was compiled: its kind (the ending of its name), its bytes, its seconds."""

    kind: str
    size: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Amount:
    """Sources of one kind that are to be compiled: how many, and their bytes together."""

    kind: str
    count: int
    size: int


@dataclass(frozen=True, slots=True)
class _Line:
    """What a source takes however small it is, and what each of its bytes adds."""

    each: float
    byte: float

    def seconds(self, amount: Amount) -> float:
        return self.each * amount.count + self.byte * amount.size


class Pace:
    """The speed of one vault on this device; kinds that were seen often enough have their own."""

    def __init__(self, measured: Sequence[Measured]) -> None:
        self._all = _line(measured) if len(measured) >= ENOUGH else None
        by_kind: dict[str, list[Measured]] = {}
        for each in measured:
            by_kind.setdefault(each.kind, []).append(each)
        self._kinds = {k: _line(seen) for k, seen in by_kind.items() if len(seen) >= ENOUGH}

    def seconds(self, amounts: Iterable[Amount]) -> float | None:
        """What these sources take together; None while too few were measured."""
        if self._all is None:
            return None
        return sum(self._kinds.get(a.kind, self._all).seconds(a) for a in amounts)


class Course:
    """One run, from a queue that was empty to one that is empty again."""

    def __init__(self) -> None:
        self._said: float | None = None
        self._work: Hashable = 0

    def left(self, spent: float, rest: float | None, work: Hashable) -> float | None:
        """Seconds to say after ``spent`` seconds of work with ``rest`` to come, None for silence.

        It never rises while the same sources are worked off; ``work`` is another than before when
        sources were added, or another reader reads them, and then it may.
        """
        if work != self._work:
            self._work, self._said = work, None
        if rest is None or (self._said is None and spent < TRUSTED * (spent + rest)):
            return self._said
        self._said = rest if self._said is None else min(self._said, rest)
        return self._said


def _line(measured: Sequence[Measured]) -> _Line:
    """Least squares; where that says that bytes or sources cost less than nothing, means."""
    count = len(measured)
    size = sum(m.size for m in measured) / count
    seconds = sum(m.seconds for m in measured) / count
    spread = sum((m.size - size) ** 2 for m in measured)
    together = sum((m.size - size) * (m.seconds - seconds) for m in measured)
    byte = together / spread if spread else 0.0
    if byte <= 0:
        return _Line(seconds, 0.0)
    each = seconds - byte * size
    return _Line(each, byte) if each >= 0 else _Line(0.0, seconds / size)
