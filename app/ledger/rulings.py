"""What the person said of disagreements: which of the positions holds, or whether both do.

A ruling names the sentences that it was given on, position by position, so that it outlives compiling
anew and sources that were edited; where none of them are there any more, it says nothing.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from enum import StrEnum
from pathlib import Path

from app.ledger.decisions import Decision, of_devices
from app.ledger.records import FactType
from app.ledger.rows import dump, load
from app.ledger.verdicts import Place

TABLES = """
CREATE TABLE ruling(at TEXT, device TEXT, n INT, data TEXT, PRIMARY KEY(at, device, n)) WITHOUT ROWID;
CREATE TABLE ruled(source TEXT, at TEXT, device TEXT, n INT, PRIMARY KEY(source, at, device, n)) WITHOUT ROWID;
"""


class What(StrEnum):
    """What can be said of a disagreement; also what decisions and ways call it."""

    HOLDS = "holds"
    NEWER = "newer-holds"  # of these the newer source's
    BOTH = "both-hold"
    CHANGED = "changed"  # each of its time
    NOT_SAME = "not-same"  # they speak of two things
    OPEN = "leave-open"


_OF_DISPUTES = frozenset(what.value for what in What)
_SIDES = 2  # that a disagreement has at least


@dataclass(frozen=True, slots=True)
class Witnessed:
    """A sentence that a position rested on: its source and label, a hash of its text, and the aspect and
    the value that it gave, empty where it is a whole statement."""

    source: str
    label: str
    digest: str
    aspect: str = ""
    value: str = ""

    @property
    def place(self) -> Place:
        """The sentence."""
        return self.source, self.label


_PARTS = len(fields(Witnessed))


@dataclass(frozen=True, slots=True)
class Ruling:
    """A person's verdict on one disagreement: when (ISO 8601, UTC), what, of which ``key`` (kind and aspect),
    ``sides`` the sentences of each position, ``holds`` one of the position that holds, and the person's
    own words."""

    at: str
    what: What
    key: str
    sides: tuple[tuple[Witnessed, ...], ...]
    holds: tuple[str, str] = ("", "")
    words: str = ""

    @property
    def places(self) -> list[Place]:
        """The sentences that it was given on, as they were called then."""
        return [each.place for side in self.sides for each in side]

    @property
    def type(self) -> str:
        """The kind of values that stood against each other (``FactType``)."""
        return self.key.partition(":")[0]

    @property
    def named(self) -> set[str]:
        """The slots of the names that are given crosswise, where it is about names: its pages are theirs."""
        of_names = self.type == FactType.NAME
        return {each.value for side in self.sides for each in side} if of_names else set()


def as_decision(ruling: Ruling) -> Decision:
    """A ruling as the decisions file has it."""
    return Decision(
        ruling.at,
        ruling.what,
        ruling.key,
        ruling.words,
        " ".join(ruling.holds).strip(),
        sides=tuple(tuple(astuple(each) for each in side) for side in ruling.sides),
    )


def ruling_of(decision: Decision) -> Ruling | None:
    """The ruling that a decision is; None where it is another one, or is none that can be read."""
    if decision.what not in _OF_DISPUTES:
        return None
    sides = tuple(
        tuple(Witnessed(*parts) for parts in side if len(parts) == _PARTS)
        for side in decision.sides
    )
    if len([side for side in sides if side]) < _SIDES:
        return None
    source, _, label = decision.mark.partition(" ")
    what, holds = What(decision.what), (source, label)
    return Ruling(decision.at, what, decision.about, sides, holds, decision.other)


@dataclass(frozen=True, slots=True)
class Kept:
    """A ruling with the device that it was given on, and its place among that device's: its order."""

    device: str
    n: int
    ruling: Ruling


def of_disputes(root: Path) -> list[Kept]:
    """All that was said of disagreements on all devices, in no order."""
    return [
        Kept(device, n, ruling)
        for n, (device, decision) in enumerate(of_devices(root))
        if (ruling := ruling_of(decision)) is not None
    ]


class Rulings:
    """What was said of the disagreements of one vault, in tables of the ledger's cache."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def say(self, said: Iterable[Kept]) -> None:
        """Take in what was said."""
        for each in said:
            order = (each.ruling.at, each.device, each.n)
            self._db.execute(
                "INSERT OR REPLACE INTO ruling VALUES(?,?,?,?)", (*order, dump(each.ruling))
            )
            self._db.executemany(
                "INSERT OR IGNORE INTO ruled VALUES(?,?,?,?)",
                [(source, *order) for source, _ in each.ruling.places],
            )

    def add(self, device: str, said: Sequence[Ruling]) -> None:
        """Take in what is said now on a device, behind all that was said there."""
        last = self._db.execute("SELECT COALESCE(MAX(n), 0) FROM ruling").fetchone()[0]
        self.say(Kept(device, last + n, each) for n, each in enumerate(said, start=1))

    def unsay(self) -> None:
        """Forget all that was said."""
        self._db.execute("DELETE FROM ruling")
        self._db.execute("DELETE FROM ruled")

    @property
    def any(self) -> bool:
        """Whether anything was said."""
        return self._db.execute("SELECT 1 FROM ruling LIMIT 1").fetchone() is not None

    def all(self) -> list[Ruling]:
        """All that was said, the last word first."""
        rows = self._db.execute("SELECT data FROM ruling ORDER BY at DESC, device DESC, n DESC")
        return [load(Ruling, row[0]) for row in rows]

    def beside(self, place: Place) -> set[Place]:
        """The sentences against which this one was held in what was said."""
        found: set[Place] = set()
        for ruling in self.naming([place[0]]):
            for side in ruling.sides:
                if place in {each.place for each in side}:
                    found |= {w.place for s in ruling.sides if s is not side for w in s}
        return found

    def naming(self, sources: Iterable[str]) -> list[Ruling]:
        """What was said of disagreements in which any of these sources spoke, the last word first."""
        found: dict[tuple[str, str, int], Ruling] = {}
        for source in sorted(set(sources)):
            rows = self._db.execute(
                "SELECT r.at, r.device, r.n, r.data FROM ruled u JOIN ruling r"
                " ON r.at=u.at AND r.device=u.device AND r.n=u.n WHERE u.source=?",
                (source,),
            )
            found |= {(row[0], row[1], row[2]): load(Ruling, row[3]) for row in rows}
        return [found[order] for order in sorted(found, reverse=True)]
