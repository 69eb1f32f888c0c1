"""What of the ledger's cache changed since somebody last asked: so much must be looked at again.

The database notes it itself, in a table that only this connection has, by triggers; what is rolled back
was never touched. Nothing is noted before the first ``watch``.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

# The table that changes, and what of a row is then touched: its kind, and the column that names it.
_WATCHED = {
    "source": [("source", "id")],
    "found": [("slot", "slot")],
    "name": [("name", "key")],
    "names_said": [("slot", "a")],
    "names_judged": [("slot", "a"), ("slot", "b")],
    "claims_judged": [("source", "source"), ("source", "other")],
    "same": [("slot", "slot"), ("slot", "other")],
    "near": [("source", "a"), ("source", "b")],
    "page": [("page", "path"), ("slot", "of")],
    "shows": [("shown", "source")],
    "other": [("note", "path")],
}
_WHEN = {"INSERT": ("NEW",), "DELETE": ("OLD",), "UPDATE": ("OLD", "NEW")}


@dataclass(frozen=True, slots=True)
class Touches:
    """What changed: ``sources`` by id, and those ``shown`` elsewhere than before; ``slots`` of subjects,
    and ``names`` of them (normal forms); ``pages`` and ``notes`` by path. ``all`` says that everything may
    have."""

    sources: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()
    slots: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    pages: frozenset[str] = frozenset()
    notes: frozenset[str] = frozenset()
    all: bool = False


class Touched:
    """The changes of one cache, noted from the first ``watch`` on."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._watches = False

    def watch(self) -> None:
        """Note what changes from now on; what was noted until now is forgotten."""
        self._watches = True
        self._db.execute("PRAGMA recursive_triggers=ON")  # a row that is replaced goes, then comes
        self._db.execute(
            "CREATE TEMP TABLE IF NOT EXISTS touched(kind TEXT, name TEXT, PRIMARY KEY(kind, name))"
            " WITHOUT ROWID"
        )
        self._db.execute("DELETE FROM temp.touched")
        for statement in _triggers():
            self._db.execute(statement)

    def cleared(self) -> None:
        """The tables were made anew: all was touched, and triggers went with the tables."""
        if self._watches:
            self.watch()
            self._db.execute("INSERT INTO temp.touched VALUES('all', '')")

    def take(self) -> Touches:
        """What changed since this was last asked."""
        found: dict[str, set[str]] = {}
        for kind, name in self._db.execute("SELECT kind, name FROM temp.touched"):
            found.setdefault(kind, set()).add(str(name or ""))
        self._db.execute("DELETE FROM temp.touched")
        return Touches(
            sources=frozenset(found.get("source", ())),
            shown=frozenset(found.get("shown", ())),
            slots=frozenset(found.get("slot", ())),
            names=frozenset(found.get("name", ())),
            pages=frozenset(found.get("page", ())),
            notes=frozenset(found.get("note", ())),
            all="all" in found,
        )


def _triggers() -> Iterator[str]:
    for table, touches in _WATCHED.items():
        for when, rows in _WHEN.items():
            notes = " ".join(
                f"INSERT OR IGNORE INTO touched VALUES('{kind}', {row}.\"{column}\");"
                for kind, column in touches
                for row in rows
            )
            yield (
                f"CREATE TEMP TRIGGER IF NOT EXISTS touched_{table}_{when.lower()} AFTER {when}"
                f' ON main."{table}" BEGIN {notes} END'
            )
