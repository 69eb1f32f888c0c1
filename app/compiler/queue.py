"""The sources that wait, are under way, or came out: kept on this device, across restarts."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from app.compiler.standing import Status
from app.saying import beside, read
from app.sources.scanning import Stamp


@dataclass(frozen=True, slots=True)
class Item:
    """One source on its way. ``source`` is its path in the vault, ``reason`` words for what ended
    otherwise than hoped; ``created``, ``updated`` and ``removed`` are pages; ``tries`` counts the
    starts of a source under way, so that one which ends the program is not tried for ever."""

    id: str
    name: str
    source: str
    status: Status = Status.WAITING
    reason: str = ""
    stage: str = ""
    done: int = 0
    total: int = 0
    created: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    page: str = ""
    sentences: int = 0
    claims: int = 0
    seconds: float = 0.0
    record: str = ""
    sha256: str = ""
    tries: int = 0

    def as_json(self) -> dict[str, object]:
        """The item as the worker and ``--json`` show it."""
        finished = self.status is Status.COMPILED
        result = {
            "created": list(self.created),
            "updated": list(self.updated),
            "removed": list(self.removed),
        }
        return {
            "id": self.id,
            "name": self.name,
            "source": self.source or None,
            "status": self.status.value,
            "stage": self.stage or None,
            "done": self.done,
            "total": self.total,
            "reason": self.reason,
            "result": result if finished else None,
            "page": self.page or None,
            **beside(reason=self.reason),
        }


@dataclass(frozen=True, slots=True)
class Known:
    """The sources that wait, and those that ended without pages, each with the bytes it had then."""

    open: frozenset[str]
    ended: frozenset[tuple[str, str]]

    def has(self, source: str, sha256: str) -> bool:
        """Whether there is nothing to do for these bytes of a source."""
        return source in self.open or (source, sha256) in self.ended


class Queue:
    """The items of one vault, first come first served. Each change is kept before it returns."""

    def __init__(self, state: Path) -> None:
        self._db = sqlite3.connect(
            state / "queue.sqlite", isolation_level=None, check_same_thread=False
        )
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")  # a killed process loses nothing by it
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS"
            " item(n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, status TEXT, data TEXT)"
        )
        self._db.execute("CREATE INDEX IF NOT EXISTS item_status ON item(status, n)")
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS stamp(path TEXT PRIMARY KEY, size INT, mtime INT, sha256 TEXT)"
        )

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def add(
        self, name: str, source: str, status: Status = Status.WAITING, reason: str = ""
    ) -> Item:
        """A new item at the end."""
        row = "INSERT INTO item(status, data) VALUES(?, '')"
        number = self._db.execute("BEGIN").execute(row, (status,)).lastrowid  # never used twice
        item = Item(f"i{number}", name, source, status, reason)
        self._db.execute("UPDATE item SET id=?, data=? WHERE n=?", (item.id, _dump(item), number))
        self._db.execute("COMMIT")
        return item

    def put(self, item: Item) -> Item:
        """Keep an item as it now is."""
        self._db.execute(
            "UPDATE item SET status=?, data=? WHERE id=?", (item.status, _dump(item), item.id)
        )
        return item

    def items(self) -> list[Item]:
        """All items, in order."""
        return [_load(row[0]) for row in self._db.execute("SELECT data FROM item ORDER BY n")]

    def get(self, item: str) -> Item | None:
        """One item."""
        row = self._db.execute("SELECT data FROM item WHERE id=?", (item,)).fetchone()
        return _load(row[0]) if row else None

    def next(self) -> Item | None:
        """The first item that still has something to do; one under way when the last run ended comes first."""
        row = self._db.execute(
            "SELECT data FROM item WHERE status IN ('working', 'waiting') ORDER BY n LIMIT 1"
        ).fetchone()
        return _load(row[0]) if row else None

    def known(self) -> "Known":
        """What waits, and what came out as refused, failed or stopped already."""
        rows = self._db.execute(
            "SELECT data FROM item"
            " WHERE status IN ('waiting', 'working', 'refused', 'failed', 'stopped')"
        )
        items = [_load(row[0]) for row in rows]
        return Known(
            frozenset(i.source for i in items if i.status.open),
            frozenset((i.source, i.sha256) for i in items if i.status.may_be_retried),
        )

    def waits(self, source: str) -> bool:
        """Whether a source is still to be compiled."""
        rows = self._db.execute("SELECT data FROM item WHERE status IN ('working', 'waiting')")
        return any(_load(row[0]).source == source for row in rows)

    def stamps(self) -> dict[str, Stamp]:
        """By what the files in raw/ were known when they were last looked at."""
        rows = self._db.execute("SELECT path, size, mtime, sha256 FROM stamp")
        return {row[0]: Stamp(row[1], row[2], row[3]) for row in rows}

    def put_stamps(self, stamps: Mapping[str, Stamp]) -> None:
        """Remember the files in raw/ as they are now; only what changed is written."""
        before = self.stamps()
        gone = [(path,) for path in before.keys() - stamps.keys()]
        fresh = [(p, s.size, s.mtime_ns, s.sha256) for p, s in stamps.items() if before.get(p) != s]
        if gone or fresh:
            self._db.execute("BEGIN")
            self._db.executemany("DELETE FROM stamp WHERE path=?", gone)
            self._db.executemany("INSERT OR REPLACE INTO stamp VALUES(?,?,?,?)", fresh)
            self._db.execute("COMMIT")

    def taken_back(self, record: str) -> None:
        """Say of the item that compiled this source that it was taken back."""
        for item in self.items():
            if record and item.record == record and item.status is Status.COMPILED:
                self.put(replace(item, status=Status.STOPPED, reason="Taken back.", page=""))

    def clear(self) -> None:
        """Drop the items that are done."""
        self._db.execute("DELETE FROM item WHERE status NOT IN ('working', 'waiting')")

    def stop(self, items: Iterable[str] | None = None) -> None:
        """Take items that wait out of the line, all of them when none is named."""
        for item in self.items():
            if item.status is Status.WAITING and (items is None or item.id in set(items)):
                self.put(replace(item, status=Status.STOPPED, reason="Stopped before it was read."))


def _dump(item: Item) -> str:
    return json.dumps({**asdict(item), **beside(reason=item.reason)}, ensure_ascii=False)


def _load(data: str) -> Item:
    values = json.loads(data)
    values["reason"] = read(values, "reason")
    values.pop("said", None)
    for name in ("created", "updated", "removed"):
        values[name] = tuple(values[name])
    return Item(**{**values, "status": Status(values["status"])})
