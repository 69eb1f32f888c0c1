"""The ledger in SQLite: sources and their sentences, and over them its parts.

What sources say is in ``cache.subjects``, which of them are one text in ``cache.voices``, the
compiled pages in ``cache.pages``, what was judged of names and statements in ``cache.verdicts``, what the
person said of disagreements in ``cache.rulings``; each part brings its own tables.

It lives in the user's cache folder and can be deleted at any time: it is filled from the files
under ``.vaultloom/`` when they are not the ones that it knows. Nothing is stored here alone.
"""

import json
import re
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar, cast

from app.ledger import others, pages, rulings, subjects, verdicts, voices
from app.ledger.near import fold
from app.ledger.plain import from_plain, to_plain
from app.ledger.records import Asked, Point, Quotable, SourceRecord
from app.ledger.rows import dump, load, marks
from app.ledger.touched import Touched
from app.ledger.voices import sentence_hash

T = TypeVar("T")

SCHEMA = 22
_TABLES = """
CREATE TABLE source(id TEXT PRIMARY KEY, path TEXT, sha256 TEXT, added TEXT, own TEXT, data TEXT,
    points TEXT, folded TEXT, owes INT);
CREATE INDEX source_owes ON source(added, id) WHERE owes;
CREATE INDEX source_own ON source(own);
CREATE INDEX source_path ON source(path);
CREATE INDEX source_sha256 ON source(sha256);
CREATE INDEX source_added ON source(added, id, sha256, path);
CREATE TABLE quotable(source TEXT, label TEXT, hash TEXT, word INT, data TEXT, PRIMARY KEY(source, label))
  WITHOUT ROWID;
CREATE INDEX quotable_hash ON quotable(hash);
CREATE TABLE place(source TEXT PRIMARY KEY, away INT, long INT) WITHOUT ROWID;
CREATE TABLE seen(file TEXT PRIMARY KEY, size INT, mtime INT);
CREATE VIRTUAL TABLE words USING fts5(content, source UNINDEXED, label UNINDEXED,
  tokenize='unicode61 remove_diacritics 0');
"""
_ROOMS = (subjects, voices, pages, verdicts, rulings, others)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")


def words_of(text: str) -> str:
    """``text`` for the word index: Chinese, Japanese and Korean as pairs of characters."""

    def pairs(match: re.Match[str]) -> str:
        run = match.group()
        return " " + " ".join(run[i : i + 2] for i in range(max(1, len(run) - 1))) + " "

    return _CJK.sub(pairs, text.casefold())


@dataclass(frozen=True, slots=True)
class Target:
    """The files of a source: its own, and the one that links lead to; whether that is away, and whether
    links take its path, since another file has its name."""

    source: str
    path: str
    target: str
    away: bool
    long: bool


class Cache:
    """One vault's ledger, opened for reading and for taking in what was just written to its files."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._db = _opened(path)
        except sqlite3.DatabaseError:  # a power cut left half of it; the files are the truth
            for leftover in path.parent.glob(f"{path.name}*"):
                leftover.unlink()
            self._db = _opened(path)
        self.subjects = subjects.Subjects(self._db, self._quotable)
        self.voices = voices.Voices(self._db)
        self.pages = pages.Pages(self._db)
        self.verdicts = verdicts.Verdicts(self._db)
        self.rulings = rulings.Rulings(self._db)
        self.others = others.Others(self._db)
        self.touched = Touched(self._db)
        self._light: dict[str, SourceRecord] = {}  # sources without their lists, as asked for
        self._read: dict[tuple[str, str], Quotable] = {}  # sentences, as asked for
        self._whole: dict[str, tuple[Quotable, ...]] = {}  # all those of a source
        self._derived: dict[tuple[str, str], object] = {}
        if self._db.execute("PRAGMA user_version").fetchone()[0] != SCHEMA:
            self.clear()

    def clear(self) -> None:
        """Forget everything; the files are the truth."""
        names = self._db.execute(
            "SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'words_%' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        for (name,) in names:
            self._db.execute(f'DROP TABLE "{name}"')
        self._db.executescript("".join((_TABLES, *(room.TABLES for room in _ROOMS))))
        self._light.clear()
        self._forget_read()
        self._db.execute(f"PRAGMA user_version={SCHEMA}")
        self.touched.cleared()

    def close(self) -> None:
        """Let go of the database file."""
        self._db.close()

    def begin(self) -> None:
        """Start taking in a set of changes that belong together."""
        self._forget_read()
        self._db.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Keep the changes since ``begin``."""
        self._db.execute("COMMIT")

    def rollback(self) -> None:
        """Drop the changes since ``begin``, if any are open."""
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
            self._light.clear()
            self._forget_read()

    @property
    def is_changing(self) -> bool:
        """Whether a set of changes was begun and is not kept yet."""
        return self._db.in_transaction

    def _forget_read(self) -> None:
        for read in (self._read, self._whole, self._derived):
            read.clear()

    # -- sources

    def put_source(self, record: SourceRecord, share: float) -> None:
        """Take in a source, replacing what was known of it; near-copies are those of ``share``."""
        self._forget_read()
        if self.source_by_id(record.id):
            self.drop_source(record.id)
        light = replace(
            record, sentences=(), subjects=(), claims=(), points=(), facts=(), names=(), clashes=()
        )
        folded = [fold(s.text) for s in record.sentences if s.label.isdigit()]
        self._db.execute(
            "INSERT INTO source VALUES(?,?,?,?,?,?,?,?,?)",
            (
                record.id,
                record.path,
                record.sha256,
                record.added,
                record.own,
                dump(light),
                json.dumps([to_plain(p) for p in record.points], ensure_ascii=False),
                "\n".join(folded),
                int(record.asked.owes),
            ),
        )
        self._put_sentences(record)
        self.subjects.put(record)
        self.voices.put(record, folded, share, self.quotables)
        self.verdicts.put(record)

    def _put_sentences(self, record: SourceRecord) -> None:
        last = self._db.execute("SELECT rowid FROM words ORDER BY rowid DESC LIMIT 1").fetchone()
        numbered = list(enumerate(record.sentences, start=last[0] + 1 if last else 1))
        self._db.executemany(
            "INSERT INTO quotable VALUES(?,?,?,?,?)",
            [(record.id, q.label, sentence_hash(q.text), word, dump(q)) for word, q in numbered],
        )
        self._db.executemany(
            "INSERT INTO words(rowid, content, source, label) VALUES(?,?,?,?)",
            [(word, words_of(q.text), record.id, q.label) for word, q in numbered],
        )

    def drop_source(self, source: str) -> None:
        """Forget a source."""
        words = "SELECT word FROM quotable WHERE source=?"
        self._db.execute(f"DELETE FROM words WHERE rowid IN ({words})", (source,))
        self._db.execute("DELETE FROM quotable WHERE source=?", (source,))
        self.subjects.drop(source)
        self.voices.drop(source)
        self.verdicts.drop(source)
        self._db.execute("DELETE FROM source WHERE id=?", (source,))
        self._db.execute("DELETE FROM place WHERE source=?", (source,))
        self._light.pop(source, None)
        self._forget_read()

    def owing(self) -> str:
        """The source that came first of those on whose account an introduction may be asked for; empty
        if there is none."""
        row = self._db.execute("SELECT id FROM source WHERE owes ORDER BY added, id").fetchone()
        return str(row[0]) if row else ""

    def put_asked(self, source: str, asked: Asked) -> None:
        """Take in what a model was asked on account of a source, of which nothing else changed."""
        light = replace(self.source(source), asked=asked)
        query = "UPDATE source SET data=?, owes=? WHERE id=?"
        self._db.execute(query, (dump(light), int(asked.owes), source))
        self._light.pop(source, None)

    def paths_by_hash(self) -> dict[str, str]:
        """The path of each source by the SHA-256 of its bytes."""
        return dict(self._db.execute("SELECT sha256, path FROM source ORDER BY added, id"))

    def last_added(self) -> str:
        """The day on which the newest source came, empty if there is none."""
        found = self._db.execute("SELECT MAX(added) FROM source").fetchone()[0]
        return str(found or "")

    def added_on(self, day: str) -> list[SourceRecord]:
        """The sources that came on a day (YYYY-MM-DD), without their lists, by title."""
        rows = self._db.execute("SELECT data FROM source WHERE added=?", (day,))
        return sorted((load(SourceRecord, row[0]) for row in rows), key=lambda s: (s.title, s.id))

    def days(self, at_most: int) -> list[str]:
        """The last days on which sources came, the newest first."""
        rows = self._db.execute(
            "SELECT DISTINCT added FROM source ORDER BY added DESC LIMIT ?", (at_most,)
        )
        return [row[0] for row in rows]

    def count_sources(self) -> int:
        """How many sources there are."""
        return int(self._db.execute("SELECT COUNT(*) FROM source").fetchone()[0])

    def count_voices(self) -> int:
        """How many independent voices the sources speak with."""
        several = self.voices.several()
        return self.count_sources() - len(several) + len({self.voices.voice(s) for s in several})

    def source_ids(self) -> set[str]:
        """The ids of all sources."""
        return {row[0] for row in self._db.execute("SELECT id FROM source")}

    def sources(self) -> list[SourceRecord]:
        """All sources without their lists, by date and id."""
        found = [load(SourceRecord, row[0]) for row in self._db.execute("SELECT data FROM source")]
        return sorted(found, key=lambda s: (s.added, s.id))

    def source(self, source: str) -> SourceRecord:
        """A source without its lists; KeyError if there is none."""
        if source in self._light:
            return self._light[source]
        row = self._db.execute("SELECT data FROM source WHERE id=?", (source,)).fetchone()
        if row is None:
            raise KeyError(source)
        self._light[source] = load(SourceRecord, row[0])
        return self._light[source]

    def sources_being(self, slots: Iterable[str]) -> list[str]:
        """The sources that are themselves the subject of these slots."""
        wanted = sorted(slots)
        rows = self._db.execute(
            f"SELECT id FROM source WHERE own IN ({marks(wanted)}) ORDER BY id", wanted
        )
        return [row[0] for row in rows]

    def source_by_id(self, source: str) -> bool:
        """Whether there is a source with this id."""
        return self._db.execute("SELECT 1 FROM source WHERE id=?", (source,)).fetchone() is not None

    def source_by(self, *, sha256: str = "", path: str = "") -> SourceRecord | None:
        """The source with these bytes or at this path, if the ledger has one."""
        column, value = ("sha256", sha256) if sha256 else ("path", path)
        row = self._db.execute(
            f"SELECT data FROM source WHERE {column}=? ORDER BY id", (value,)
        ).fetchone()
        return load(SourceRecord, row[0]) if row else None

    def place_of(self, source: str) -> tuple[bool, bool]:
        """Whether the file that links to a source lead to is away, and whether such links take its path,
        since another file has its name."""
        row = self._db.execute("SELECT away, long FROM place WHERE source=?", (source,)).fetchone()
        return (bool(row[0]), bool(row[1])) if row else (False, False)

    def showing_editions(self, source: str) -> set[str]:
        """The ids of the pages that show sentences of texts which are one with this source: their notes
        may name it, and their voices count it."""
        editions = self.voices.editions(source)
        return {page for text in editions for page in self.pages.showing_source(text)}

    def showing_source(self, source: str) -> set[str]:
        """The ids of the pages with notes that may name a source."""
        return self.pages.showing_source(source) | self.showing_editions(source)

    def put_place(self, source: str, *, away: bool, long: bool) -> None:
        """Remember how a source is linked to."""
        self._db.execute(
            "INSERT OR REPLACE INTO place VALUES(?,?,?)", (source, int(away), int(long))
        )

    def targets(self) -> list[Target]:
        """The files of all sources."""
        rows = self._db.execute(
            "SELECT s.id, s.path, data ->> '$.target', COALESCE(p.away, 0), COALESCE(p.long, 0)"
            " FROM source s LEFT JOIN place p ON p.source=s.id ORDER BY s.id"
        )
        return [Target(r[0], r[1], r[2] or r[1], bool(r[3]), bool(r[4])) for r in rows]

    def points(self, source: str) -> tuple[Point, ...]:
        """The main points of a source."""
        row = self._db.execute("SELECT points FROM source WHERE id=?", (source,)).fetchone()
        return tuple(from_plain(Point, p) for p in json.loads(row[0])) if row else ()

    def quotables(self, source: str) -> tuple[Quotable, ...]:
        """All sentences of a source, in reading order; read once in a set of changes."""
        if source not in self._whole:
            rows = self._db.execute("SELECT data FROM quotable WHERE source=?", (source,))
            found = (load(Quotable, row[0]) for row in rows)
            self._whole[source] = tuple(sorted(found, key=lambda q: q.start))
        return self._whole[source]

    def count_sentences(self, source: str) -> int:
        """How many sentences of its text a source has; titles and the like are none."""
        row = self._db.execute(
            "SELECT COUNT(*) FROM quotable WHERE source=? AND label NOT GLOB '*[^0-9]*'", (source,)
        ).fetchone()
        return int(row[0])

    def count_all_sentences(self) -> int:
        """How many sentences, titles and the like all sources have together."""
        return int(self._db.execute("SELECT COUNT(*) FROM quotable").fetchone()[0])

    def derived(self, source: str, what: str, make: Callable[[], T]) -> T:
        """What ``make`` makes of one source and nothing else, made once in a set of changes."""
        known = self._derived.get((source, what))
        if known is None:
            known = self._derived[(source, what)] = make()
        return cast("T", known)

    def quotable(self, source: str, label: str) -> Quotable:
        """One sentence; KeyError if the source has none of that label."""
        if (source, label) in self._read:
            return self._read[(source, label)]
        row = self._db.execute(
            "SELECT data FROM quotable WHERE source=? AND label=?", (source, label)
        ).fetchone()
        if row is None:
            raise KeyError((source, label))
        return self._quotable(source, row[0])

    def words(self, source: str, label: str) -> str | None:
        """The words of one sentence; None if the source has none of that label. Nothing is kept of it,
        so that all sentences of a vault can be asked for."""
        row = self._db.execute(
            "SELECT data ->> '$.text' FROM quotable WHERE source=? AND label=?", (source, label)
        ).fetchone()
        return None if row is None else str(row[0])

    def words_between(self, source: str, first: str, last: str) -> list[str]:
        """The words of the sentences of a source from one to another, in reading order; none if it does
        not have both."""
        ends = self._db.execute(
            "SELECT MIN(data ->> '$.start'), MAX(data ->> '$.start'), COUNT(*) FROM quotable"
            " WHERE source=? AND label IN (?, ?)",
            (source, first, last),
        ).fetchone()
        if ends[2] < len({first, last}):
            return []
        rows = self._db.execute(
            "SELECT data ->> '$.text' FROM quotable WHERE source=? AND data ->> '$.start' BETWEEN ? AND ?"
            " ORDER BY data ->> '$.start'",
            (source, ends[0], ends[1]),
        )
        return [str(row[0]) for row in rows]

    def _quotable(self, source: str, data: str) -> Quotable:
        found = load(Quotable, data)
        self._read[(source, found.label)] = found
        return found

    def sentences_with(
        self, name: str, at_most: int = -1, *, begins: bool = False
    ) -> list[tuple[str, str]]:
        """The sentences (source, label) in which the words of ``name`` stand together; with
        ``at_most`` only so many of them, in the order in which they came. Its last word may go on where
        ``begins`` says so."""
        phrase = " ".join(re.findall(r"[^\W_]+", words_of(name)))
        if not phrase:
            return []
        rows = self._db.execute(
            "SELECT source, label FROM words WHERE words MATCH ? LIMIT ?",
            (f'"{phrase}"{"*" * begins}', at_most),
        )
        return [(row[0], row[1]) for row in rows]

    # -- being current

    def seen(self) -> dict[str, tuple[int, int]]:
        """Size and time of the ledger's files when they were last taken in."""
        return {
            row[0]: (row[1], row[2])
            for row in self._db.execute("SELECT file, size, mtime FROM seen")
        }

    def put_seen(self, file: str, stamp: tuple[int, int] | None) -> None:
        """Remember (or forget) the size and time of one of the ledger's files."""
        if stamp is None:
            self._db.execute("DELETE FROM seen WHERE file=?", (file,))
        else:
            self._db.execute("INSERT OR REPLACE INTO seen VALUES(?,?,?)", (file, *stamp))


def _opened(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=OFF")
        db.execute("SELECT name FROM sqlite_master").fetchall()
    except sqlite3.DatabaseError:
        db.close()
        raise
    return db
