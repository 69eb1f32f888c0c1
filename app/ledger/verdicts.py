"""What was judged of names and of statements, source by source, and what the person said of names.

A verdict belongs to the source with which it was asked, and goes with it; one on a sentence that is
not there any more, or reads otherwise now, does not count.
"""

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.ledger.records import SourceRecord, Verdict
from app.ledger.rows import marks

TABLES = """
CREATE TABLE names_judged(a TEXT, b TEXT, source TEXT, verdict TEXT, judge TEXT,
  PRIMARY KEY(a, b, source)) WITHOUT ROWID;
CREATE INDEX names_judged_source ON names_judged(source);
CREATE TABLE names_said(a TEXT, b TEXT, one INT, PRIMARY KEY(a, b)) WITHOUT ROWID;
CREATE TABLE claims_judged(source TEXT, label TEXT, other TEXT, place TEXT, digest TEXT, verdict TEXT,
  judge TEXT, PRIMARY KEY(source, label, other, place)) WITHOUT ROWID;
CREATE INDEX claims_judged_other ON claims_judged(other, place);
"""

Place = tuple[str, str]
"""A source and the label of a sentence of it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """Two sentences and the verdict on them; ``a`` is of the source with which it was asked."""

    a: Place
    b: Place
    verdict: Verdict


class Verdicts:
    """The verdicts of one vault, in tables of the ledger's cache."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def put(self, record: SourceRecord) -> None:
        """Take in what was judged when a source was compiled."""
        rows = [(n.slot, n.other, record.id, n.verdict, n.by) for n in record.names]
        rows += [(n.other, n.slot, record.id, n.verdict, n.by) for n in record.names]
        self._db.executemany("INSERT OR IGNORE INTO names_judged VALUES(?,?,?,?,?)", rows)
        self._db.executemany(
            "INSERT OR IGNORE INTO claims_judged VALUES(?,?,?,?,?,?,?)",
            [
                (record.id, c.label, c.source, c.other, c.digest, c.verdict, c.by)
                for c in record.clashes
            ],
        )

    def drop(self, source: str) -> None:
        """Forget what was judged with a source."""
        self._db.execute("DELETE FROM names_judged WHERE source=?", (source,))
        self._db.execute("DELETE FROM claims_judged WHERE source=?", (source,))

    def slots_with(self, source: str) -> set[str]:
        """The slots that were judged when this source was compiled."""
        rows = self._db.execute("SELECT a FROM names_judged WHERE source=?", (source,))
        return {row[0] for row in rows}

    def judged_with(self, slot: str) -> list[str]:
        """The slots of which was asked whether they are one with this one, whatever came of it."""
        query = "SELECT DISTINCT b FROM names_judged WHERE a=? ORDER BY b"
        return [row[0] for row in self._db.execute(query, (slot,))]

    def one_with(self, slot: str) -> list[str]:
        """The slots that were judged to be the same thing as this one, and nowhere another."""
        rows = self._db.execute(
            "SELECT b FROM names_judged WHERE a=? GROUP BY b HAVING SUM(verdict=?) > 0"
            " AND SUM(verdict=?) = 0 ORDER BY b",
            (slot, Verdict.SAME, Verdict.APART),
        )
        return [row[0] for row in rows]

    def apart_among(self, slots: Iterable[str]) -> list[tuple[str, str]]:
        """The pairs of these slots that were judged to be two things."""
        wanted = sorted(slots)
        found: list[tuple[str, str]] = []
        for slot in wanted:
            rows = self._db.execute(
                "SELECT DISTINCT b FROM names_judged WHERE a=? AND verdict=? AND b>a ORDER BY b",
                (slot, Verdict.APART),
            )
            found += [(slot, row[0]) for row in rows]
        there = set(wanted)
        return [pair for pair in found if pair[1] in there]

    # -- what the person said

    def say(self, said: Mapping[tuple[str, str], bool]) -> None:
        """Take in what the person said of pairs of names: whether they are one thing."""
        rows = [
            (*pair, int(one))
            for a, b in said
            for pair, one in (((a, b), said[a, b]), ((b, a), said[a, b]))
        ]
        self._db.executemany("INSERT OR REPLACE INTO names_said VALUES(?,?,?)", rows)

    def unsay(self) -> None:
        """Forget all that the person said of names."""
        self._db.execute("DELETE FROM names_said")

    def said(self) -> dict[tuple[str, str], bool]:
        """All that the person said of names, each pair in order."""
        rows = self._db.execute("SELECT a, b, one FROM names_said WHERE a<b")
        return {(row[0], row[1]): bool(row[2]) for row in rows}

    def said_of(self, slot: str) -> dict[str, bool]:
        """The slots that the person said are the same thing as this one, or another."""
        rows = self._db.execute("SELECT b, one FROM names_said WHERE a=? ORDER BY b", (slot,))
        return {row[0]: bool(row[1]) for row in rows}

    def open_names(self) -> list[tuple[str, str]]:
        """The pairs of slots of which nobody could tell whether they are one thing, and nobody has."""
        rows = self._db.execute(
            "SELECT DISTINCT j.a, j.b FROM names_judged j WHERE j.verdict=? AND j.a<j.b"
            " AND NOT EXISTS (SELECT 1 FROM names_judged k WHERE k.a=j.a AND k.b=j.b AND k.verdict IN (?,?))"
            " AND NOT EXISTS (SELECT 1 FROM names_said s WHERE s.a=j.a AND s.b=j.b) ORDER BY j.a, j.b",
            (Verdict.OPEN, Verdict.SAME, Verdict.APART),
        )
        return [(row[0], row[1]) for row in rows]

    def open_with(self, slot: str) -> list[tuple[str, str]]:
        """The pairs among ``open_names`` that this slot is in."""
        rows = self._db.execute(
            "SELECT DISTINCT j.a, j.b FROM names_judged j WHERE j.verdict=? AND j.a=?"
            " AND NOT EXISTS (SELECT 1 FROM names_judged k WHERE k.a=j.a AND k.b=j.b AND k.verdict IN (?,?))"
            " AND NOT EXISTS (SELECT 1 FROM names_said s WHERE s.a=j.a AND s.b=j.b) ORDER BY j.a, j.b",
            (Verdict.OPEN, slot, Verdict.SAME, Verdict.APART),
        )
        return [(min(row[0], row[1]), max(row[0], row[1])) for row in rows]

    def of_names(self, slots: Iterable[str], others: Iterable[str]) -> list[tuple[Verdict, str]]:
        """What was judged between the names of two subjects, and by whom."""
        a, b = sorted(slots), sorted(others)
        rows = self._db.execute(
            "SELECT verdict, judge FROM names_judged"
            f" WHERE a IN ({marks(a)}) AND b IN ({marks(b)}) ORDER BY a, b, source",
            (*a, *b),
        )
        return [(Verdict(row[0]), row[1]) for row in rows]

    def on_subject(self, slots: Iterable[str]) -> list[Judged]:
        """What was judged of two sentences that both say something of a subject, as they now read."""
        if self._db.execute("SELECT 1 FROM claims_judged LIMIT 1").fetchone() is None:
            return []
        wanted = sorted(slots)
        there = f"EXISTS (SELECT 1 FROM claim c WHERE c.slot IN ({marks(wanted)}) AND"
        rows = self._db.execute(
            "SELECT DISTINCT j.source, j.label, j.other, j.place, j.verdict FROM claim a"
            " JOIN claims_judged j ON j.source=a.source AND j.label=a.label"
            " JOIN quotable q ON q.source=j.other AND q.label=j.place"
            f" WHERE a.slot IN ({marks(wanted)}) AND q.hash=j.digest"
            f" AND {there} c.source=j.other AND c.label=j.place) ORDER BY 1, 2, 3, 4",
            (*wanted, *wanted),
        )
        return [Judged((r[0], r[1]), (r[2], r[3]), Verdict(r[4])) for r in rows]

    def of_sentence(self, place: Place) -> set[Place]:
        """The sentences that this one was held against as they now read, whatever came of it."""
        stands = (
            "FROM claims_judged j JOIN quotable q ON q.source=j.other AND q.label=j.place"
            " AND q.hash=j.digest"
        )
        asked = f"SELECT j.other, j.place {stands} WHERE j.source=? AND j.label=?"
        answered = f"SELECT j.source, j.label {stands} WHERE j.other=? AND j.place=?"
        rows = self._db.execute(f"{asked} UNION {answered}", (*place, *place))
        return {(row[0], row[1]) for row in rows}
