"""The sources that wait, are under way, or came out: kept on this device, across restarts."""

import json
import sqlite3
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import wraps
from pathlib import Path, PurePosixPath
from threading import RLock
from typing import Concatenate, ParamSpec, TypeVar

from app.compiler.pace import Amount, Measured, Pace
from app.compiler.standing import Status
from app.saying import beside, read
from app.settings import BUILTIN
from app.sources.scanning import Stamp

P = ParamSpec("P")
T = TypeVar("T")

TAKEN_BACK = "Taken back."
REMEMBERED = 100
"""Sources by which the pace is reckoned: a vault that grows, or a new machine, is soon noticed."""

_FOR_MODEL = "for a model"  # what the queue is paused for, where no person did it
_COLUMNS = {
    "rank": "rank INT",
    "source": "source TEXT DEFAULT ''",
    "kind": "kind TEXT DEFAULT ''",
    "size": "size INT DEFAULT 0",
    "hidden": "hidden INT DEFAULT 0",
}


@dataclass(frozen=True, slots=True)
class Item:
    """One source on its way. ``source`` is its path in the vault, ``reason`` words for what ended
    otherwise than hoped; ``created``, ``updated`` and ``removed`` are pages; ``tries`` counts the
    starts of a source under way, so that one which ends the program is not tried for ever;
    ``size`` is that of its file in bytes, ``seconds`` what it took. ``again`` is true for a source that
    is compiled already and is to be once more. Of one that was compiled, ``reader`` read it, a model
    in so many ``pieces`` of which ``failed_pieces`` were left to the built-in reader; the rest is what
    the model's replies cost, whenever they came."""

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
    size: int = 0
    again: bool = False
    reader: str = ""
    pieces: int = 0
    failed_pieces: int = 0
    calls: int = 0
    prompt_tokens: int = 0
    output_tokens: int = 0
    asked_seconds: float = 0.0

    @property
    def cost(self) -> dict[str, object] | None:
        """What a model's replies about it cost, None if none was asked."""
        if not self.calls:
            return None
        return {
            "calls": self.calls,
            "prompt_tokens": self.prompt_tokens,
            "output_tokens": self.output_tokens,
            "seconds": self.asked_seconds,
        }

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
            "reader": self.reader,
            "pieces": self.pieces,
            "failed_pieces": self.failed_pieces,
            "cost": self.cost,
            "passages": False,
            **beside(reason=self.reason),
        }


@dataclass(frozen=True, slots=True)
class News:
    """What is other than when news was last taken: items that are new or changed, as they are now,
    ids of those that are gone, and the ids of all that wait if they stand in another order."""

    items: tuple[Item, ...]
    gone: tuple[str, ...]
    order: tuple[str, ...] | None


class Known:
    """The sources that wait, and those that ended without pages, each with the bytes it had then."""

    def __init__(self, queue: "Queue") -> None:
        self._queue = queue

    def has(self, source: str, sha256: str) -> bool:
        """Whether there is nothing to do for these bytes of a source."""
        items = self._queue.of_source(source)
        return any(i.status.open or (i.status.may_be_retried and i.sha256 == sha256) for i in items)


def _alone(method: Callable[Concatenate["Queue", P], T]) -> Callable[Concatenate["Queue", P], T]:
    """One at a time: the worker is told to pause, and to change the order, while it compiles."""

    @wraps(method)
    def locked(queue: "Queue", /, *args: P.args, **kwargs: P.kwargs) -> T:
        with queue.lock:
            return method(queue, *args, **kwargs)

    return locked


class Queue:
    """The items of one vault, in the order in which they are compiled: first come first served,
    unless a person said otherwise. Each change is kept before it returns."""

    def __init__(self, state: Path) -> None:
        self.lock = RLock()
        self.grown = 0
        """Grows whenever there is more to do than before."""
        self._touched: dict[str, None] = {}
        self._gone: dict[str, None] = {}
        self._reordered = False
        self._db = sqlite3.connect(
            state / "queue.sqlite", isolation_level=None, check_same_thread=False
        )
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")  # a killed process loses nothing by it
        _make_tables(self._db)
        self._paces: dict[str, Pace] = {}

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    # -- items

    @_alone
    def add(
        self,
        name: str,
        source: str,
        status: Status = Status.WAITING,
        reason: str = "",
        size: int = 0,
        sha256: str = "",
        *,
        again: bool = False,
    ) -> Item:
        """A new item at the end; ``size`` is that of its file in bytes, which have this hash."""
        row = "INSERT INTO item(status, data) VALUES(?, '')"
        number = self._db.execute("BEGIN").execute(row, (status,)).lastrowid  # never used twice
        ident = f"i{number}"
        item = Item(ident, name, source, status, reason, size=size, sha256=sha256, again=again)
        last = "(SELECT COALESCE(MAX(rank), 0) + 1 FROM item)"
        self._db.execute(f"UPDATE item SET id=?, rank={last} WHERE n=?", (item.id, number))
        self._write(item)
        self._db.execute("COMMIT")
        self.grown += status.open
        return item

    @_alone
    def put(self, item: Item) -> Item:
        """Keep an item as it now is."""
        self._write(item)
        return item

    @_alone
    def items(self) -> list[Item]:
        """All items that are shown, in order."""
        rows = self._db.execute("SELECT data FROM item WHERE NOT hidden ORDER BY rank")
        return [_load(row[0]) for row in rows]

    @_alone
    def get(self, item: str) -> Item | None:
        """One item."""
        row = self._db.execute("SELECT data FROM item WHERE id=?", (item,)).fetchone()
        return _load(row[0]) if row else None

    @_alone
    def with_status(self, *statuses: Status) -> list[Item]:
        """The items that are shown and stand so, in order."""
        marks = ",".join("?" * len(statuses))
        rows = self._db.execute(
            f"SELECT data FROM item WHERE status IN ({marks}) AND NOT hidden ORDER BY rank",
            statuses,
        )
        return [_load(row[0]) for row in rows]

    @_alone
    def of_source(self, source: str) -> list[Item]:
        """The items of a source of the vault, those that are no longer shown included."""
        rows = self._db.execute("SELECT data FROM item WHERE source=? ORDER BY rank", (source,))
        return [_load(row[0]) for row in rows]

    @_alone
    def next(self) -> Item | None:
        """The item to start now: the first that waits; none while the queue is paused."""
        if self.paused:
            return None
        row = self._db.execute(
            "SELECT data FROM item WHERE status='waiting' ORDER BY rank LIMIT 1"
        ).fetchone()
        return _load(row[0]) if row else None

    @property
    def open(self) -> int:
        """How many are under way or wait."""
        with self.lock:
            row = self._db.execute(
                "SELECT COUNT(*) FROM item WHERE status IN ('waiting', 'working')"
            ).fetchone()
        return int(row[0])

    def known(self) -> Known:
        """What waits, and what came out as refused, failed or stopped already."""
        return Known(self)

    def waits(self, source: str) -> bool:
        """Whether a source is still to be compiled."""
        return any(item.status.open for item in self.of_source(source))

    # -- what a person says

    @property
    def paused(self) -> bool:
        """Whether nothing more is to be started; kept over restarts."""
        return self._paused() != "no"

    @_alone
    def pause(self, *, paused: bool = True, for_model: bool = False) -> None:
        """Start nothing more, or go on; what the built-in reader reads is finished. ``for_model`` where
        not a person paused it, but want of a model."""
        value = _FOR_MODEL if paused and for_model else "yes" if paused else "no"
        self._db.execute("INSERT OR REPLACE INTO setting VALUES('paused', ?)", (value,))

    @_alone
    def resume_with_model(self) -> bool:
        """Go on, if it was paused for want of a model; whether it was."""
        was = self._paused() == _FOR_MODEL
        if was:
            self.pause(paused=False)
        return was

    @_alone
    def _paused(self) -> str:
        row = self._db.execute("SELECT value FROM setting WHERE name='paused'").fetchone()
        return str(row[0]) if row else "no"

    @_alone
    def move(self, items: Sequence[str], before: str | None = None) -> None:
        """Let items that wait come just before another that waits, or last; in their own order.

        What does not wait (any more) stays where it is; a ``before`` that does not wait is the end.
        """
        rows = self._db.execute("SELECT id, rank FROM item WHERE status='waiting' ORDER BY rank")
        ranks = dict(rows.fetchall())
        moved = [ident for ident in ranks if ident in set(items)]
        rest = [ident for ident in ranks if ident not in set(items)]
        place = _place(list(ranks), set(items), before)
        order = [*rest[:place], *moved, *rest[place:]]
        changed = [
            (rank, ident)
            for ident, rank in zip(order, ranks.values(), strict=True)
            if ranks[ident] != rank
        ]
        if changed:
            self._db.execute("BEGIN")
            self._db.executemany("UPDATE item SET rank=? WHERE id=?", changed)
            self._db.execute("COMMIT")
            self._reordered = True

    @_alone
    def retry(self, *items: str) -> list[str]:
        """Let items that ended wait once more, where they stand; all that failed if none is named.

        What was refused on arrival stays refused: there is no source. The ids of those that wait.
        """
        named = map(self.get, items) if items else self.with_status(Status.FAILED)
        again = [i for i in named if i and i.source and not i.status.open]
        for item in again:
            self._write(replace(item, status=Status.WAITING, reason="", tries=0))
        self.grown += len(again)
        return [item.id for item in again]

    @_alone
    def stop(self, items: Iterable[str] | None = None) -> None:
        """Take items that wait out of the line, all of them when none is named."""
        wanted = None if items is None else set(items)
        for item in self.with_status(Status.WAITING):
            if wanted is None or item.id in wanted:
                words = "Stopped before it was read."
                self._write(replace(item, status=Status.STOPPED, reason=words))

    @_alone
    def clear(self) -> None:
        """Show what is done no more. What ended without pages stays known, so that it is not
        taken for new the next time that someone looks into raw/."""
        done = "status NOT IN ('working', 'waiting') AND NOT hidden"
        self._gone |= dict.fromkeys(
            row[0] for row in self._db.execute(f"SELECT id FROM item WHERE {done}")
        )
        ended = "status IN ('refused', 'failed', 'stopped') AND source<>''"
        self._db.execute(f"UPDATE item SET hidden=1 WHERE {done} AND {ended}")
        self._db.execute(f"DELETE FROM item WHERE {done}")

    @_alone
    def taken_back(self, record: str) -> None:
        """Say of the item that compiled this source that it was taken back."""
        rows = self._db.execute(
            "SELECT data FROM item WHERE status='compiled' AND json_extract(data, '$.record')=?",
            (record,),
        )
        for item in [_load(row[0]) for row in rows] if record else []:
            self._write(replace(item, status=Status.STOPPED, reason=TAKEN_BACK, page=""))

    @_alone
    def brought_back(self, record: str, page: str) -> None:
        """Say of the item that compiled this source, and was taken back, that it is done again."""
        rows = self._db.execute(
            "SELECT data FROM item WHERE status='stopped' AND json_extract(data, '$.record')=?",
            (record,),
        )
        items = [_load(row[0]) for row in rows] if record else []
        for item in [each for each in items if each.reason == TAKEN_BACK]:
            self._write(replace(item, status=Status.COMPILED, reason="", page=page))

    # -- across restarts

    @_alone
    def put_back(self) -> None:
        """Let what was under way when the program ended wait, as the first."""
        under_way = self.with_status(Status.WORKING)
        for item in under_way:
            self._write(replace(item, status=Status.WAITING, stage=""))
        first = self._db.execute(
            "SELECT id FROM item WHERE status='waiting' ORDER BY rank LIMIT 1"
        ).fetchone()
        if under_way:
            self.move([item.id for item in under_way], first[0])

    @_alone
    def stamps(self) -> dict[str, Stamp]:
        """By what the files in raw/ were known when they were last looked at."""
        rows = self._db.execute("SELECT path, size, mtime, sha256 FROM stamp")
        return {row[0]: Stamp(row[1], row[2], row[3]) for row in rows}

    @_alone
    def gone_since(self) -> dict[str, str]:
        """Since when sources (by id) are not there, as far as this device noticed (ISO 8601)."""
        return dict(self._db.execute("SELECT source, since FROM gone"))

    @_alone
    def put_gone_since(self, since: Mapping[str, str]) -> None:
        """Remember since when sources are not there; all others are."""
        self._db.execute("BEGIN")
        self._db.execute("DELETE FROM gone")
        self._db.executemany("INSERT INTO gone VALUES(?,?)", list(since.items()))
        self._db.execute("COMMIT")

    @_alone
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

    # -- news and pace

    @_alone
    def news(self) -> News:
        """What changed since this was last asked; it costs what changed, not what waits."""
        items = [item for ident in self._touched if (item := self.get(ident))]
        order = [i.id for i in self.with_status(Status.WAITING)] if self._reordered else None
        found = News(tuple(items), tuple(self._gone), None if order is None else tuple(order))
        self._touched, self._gone, self._reordered = {}, {}, False
        return found

    @_alone
    def measured(self, item: Item) -> None:
        """Remember how long a source took that was compiled, and with which reader."""
        self._db.execute(
            "INSERT INTO pace(kind, size, seconds, reader) VALUES(?, ?, ?, ?)",
            (_kind(item), item.size, item.seconds, item.reader or BUILTIN),
        )
        old = "SELECT n FROM pace WHERE reader=? ORDER BY n DESC LIMIT -1 OFFSET ?"
        named = (item.reader or BUILTIN, REMEMBERED)
        self._db.execute(f"DELETE FROM pace WHERE n IN ({old})", named)
        self._paces.pop(item.reader or BUILTIN, None)

    @_alone
    def seconds_waiting(self, reader: str = BUILTIN) -> float | None:
        """What all that waits is likely to take with a reader, None while too little is known of it."""
        rows = self._db.execute(
            "SELECT kind, COUNT(*), SUM(size) FROM item WHERE status='waiting' GROUP BY kind"
        )
        return self._seconds([Amount(*row) for row in rows], reader)

    @_alone
    def seconds_of(self, item: Item, reader: str = BUILTIN) -> float | None:
        """What one source is likely to take, None while too little is known."""
        return self._seconds([Amount(_kind(item), 1, item.size)], reader)

    @_alone
    def seconds_for(self, sources: Mapping[str, int], reader: str) -> float | None:
        """What these sources, paths with their sizes in bytes, are likely to take."""
        amounts = [Amount(_ending(path), 1, size) for path, size in sources.items()]
        return self._seconds(amounts, reader)

    def _seconds(self, amounts: Sequence[Amount], reader: str) -> float | None:
        return self._pace(reader).seconds(amounts) if amounts else 0.0

    def _pace(self, reader: str) -> Pace:
        if reader not in self._paces:
            rows = self._db.execute(
                "SELECT kind, size, seconds FROM pace WHERE reader=?", (reader,)
            )
            self._paces[reader] = Pace([Measured(*row) for row in rows])
        return self._paces[reader]

    def _write(self, item: Item) -> None:
        self._db.execute(
            "UPDATE item SET status=?, source=?, kind=?, size=?, hidden=0, data=? WHERE id=?",
            (item.status, item.source, _kind(item), item.size, _dump(item), item.id),
        )
        self._touched[item.id] = None


def _make_tables(db: sqlite3.Connection) -> None:
    """Make what is missing, in a queue from before there was an order as well."""
    db.execute(
        "CREATE TABLE IF NOT EXISTS"
        " item(n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, status TEXT, data TEXT)"
    )
    there = {row[1] for row in db.execute("PRAGMA table_info(item)")}
    for name, what in _COLUMNS.items():
        if name not in there:
            db.execute(f"ALTER TABLE item ADD COLUMN {what}")
    if "rank" not in there:
        source = "COALESCE(json_extract(data, '$.source'), '')"
        db.execute(f"UPDATE item SET rank=n, source={source} WHERE data<>''")
    db.execute("DROP INDEX IF EXISTS item_status")
    db.execute("CREATE INDEX IF NOT EXISTS item_in_order ON item(status, rank)")
    db.execute("CREATE INDEX IF NOT EXISTS item_source ON item(source)")
    db.execute("CREATE INDEX IF NOT EXISTS item_rank ON item(rank)")
    db.execute(
        "CREATE TABLE IF NOT EXISTS stamp(path TEXT PRIMARY KEY, size INT, mtime INT, sha256 TEXT)"
    )
    db.execute("CREATE TABLE IF NOT EXISTS gone(source TEXT PRIMARY KEY, since TEXT)")
    db.execute("CREATE TABLE IF NOT EXISTS setting(name TEXT PRIMARY KEY, value TEXT)")
    db.execute(
        "CREATE TABLE IF NOT EXISTS"
        " pace(n INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT, size INT, seconds REAL)"
    )
    if "reader" not in {row[1] for row in db.execute("PRAGMA table_info(pace)")}:
        db.execute(f"ALTER TABLE pace ADD COLUMN reader TEXT DEFAULT '{BUILTIN}'")


def _place(order: Sequence[str], moved: Container[str], before: str | None) -> int:
    """Where among the others those that are moved go: before the first from ``before`` on that
    stays, or last."""
    start = order.index(before) if before in order else len(order)
    return sum(ident not in moved for ident in order[:start])


def _kind(item: Item) -> str:
    return _ending(item.source)


def _ending(path: str) -> str:
    return PurePosixPath(path).suffix.lower()


def _dump(item: Item) -> str:
    return json.dumps({**asdict(item), **beside(reason=item.reason)}, ensure_ascii=False)


def _load(data: str) -> Item:
    values = json.loads(data)
    values["reason"] = read(values, "reason")
    values.pop("said", None)
    for name in ("created", "updated", "removed"):
        values[name] = tuple(values[name])
    return Item(**{**values, "status": Status(values["status"])})
