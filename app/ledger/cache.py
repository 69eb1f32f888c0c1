"""The ledger in SQLite: what its files say, found by subject, name and word.

It lives in the user's cache folder and can be deleted at any time: it is filled from the files
under ``.vaultloom/`` when they are not the ones that it knows. Nothing is stored here alone.
"""

import json
import re
import sqlite3
from collections.abc import Container, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from app.ledger.naming import initial, key, sorting
from app.ledger.near import fold
from app.ledger.pages import PageRow, line
from app.ledger.plain import from_plain, to_plain
from app.ledger.records import (
    Claim,
    Fact,
    FactType,
    Point,
    Quotable,
    Role,
    SourceRecord,
    SubjectFound,
)
from app.ledger.voices import TABLES, Voices, chunks, marks, sentence_hash
from app.vault.names import fold as fold_name

__all__ = ["Cache", "PageRow"]

SCHEMA = 12
_TABLES = """
CREATE TABLE source(id TEXT PRIMARY KEY, path TEXT, sha256 TEXT, added TEXT, own TEXT, data TEXT,
    points TEXT, folded TEXT);
CREATE INDEX source_own ON source(own);
CREATE INDEX source_path ON source(path);
CREATE INDEX source_sha256 ON source(sha256);
CREATE INDEX source_added ON source(added, id, sha256, path);
CREATE TABLE quotable(source TEXT, label TEXT, hash TEXT, word INT, data TEXT, PRIMARY KEY(source, label))
  WITHOUT ROWID;
CREATE INDEX quotable_hash ON quotable(hash);
CREATE TABLE found(source TEXT, slot TEXT, data TEXT, named INT, PRIMARY KEY(source, slot)) WITHOUT ROWID;
CREATE INDEX found_slot ON found(slot);
CREATE TABLE name(key TEXT, source TEXT, slot TEXT, stated INT);
CREATE INDEX name_key ON name(key);
CREATE INDEX name_slot ON name(slot, stated, key);
CREATE INDEX name_source ON name(source);
CREATE TABLE claim(source TEXT, slot TEXT, n INT, label TEXT, role TEXT, data TEXT, PRIMARY KEY(slot, source, n))
  WITHOUT ROWID;
CREATE INDEX claim_source ON claim(source);
CREATE TABLE mention(slot TEXT, source TEXT, label TEXT, section TEXT);
CREATE INDEX mention_slot ON mention(slot);
CREATE INDEX mention_place ON mention(source, label);
CREATE TABLE fact(source TEXT, label TEXT, type TEXT, aspect TEXT, value TEXT, data TEXT);
CREATE INDEX fact_value ON fact(type, value);
CREATE INDEX fact_aspect ON fact(type, aspect);
CREATE INDEX fact_place ON fact(source, label);
CREATE TABLE page(id TEXT PRIMARY KEY, kind TEXT, of TEXT, path TEXT UNIQUE, title TEXT, created TEXT,
  base TEXT, gist TEXT DEFAULT '', statements INT DEFAULT 0, voices INT DEFAULT 0, disputed INT DEFAULT 0,
  aliases TEXT DEFAULT '[]', waits INT DEFAULT 0, gone INT DEFAULT 0,
  letter TEXT, sorting TEXT, name TEXT, line TEXT);
CREATE INDEX page_of ON page(of);
CREATE INDEX page_listed ON page(kind, gone, letter, sorting, id);
CREATE INDEX page_name ON page(name);
CREATE INDEX page_gone ON page(gone, name);
CREATE INDEX page_largest ON page(voices DESC, statements DESC, title, path)
  WHERE gone=0 AND kind IN ('concept', 'entity');
CREATE INDEX page_thinnest ON page(title, path) WHERE gone=0 AND kind IN ('concept', 'entity') AND statements=1;
CREATE INDEX page_waits ON page(path) WHERE waits;
CREATE TABLE shows(page TEXT, source TEXT, label TEXT);
CREATE INDEX shows_label ON shows(source, label);
CREATE INDEX shows_page ON shows(page);
CREATE TABLE seen(file TEXT PRIMARY KEY, size INT, mtime INT);
CREATE VIRTUAL TABLE words USING fts5(content, source UNINDEXED, label UNINDEXED,
  tokenize='unicode61 remove_diacritics 0');
"""
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")
_SUBJECTS = "gone=0 AND kind IN ('concept', 'entity')"
T = TypeVar("T")


def words_of(text: str) -> str:
    """``text`` for the word index: Chinese, Japanese and Korean as pairs of characters."""

    def pairs(match: re.Match[str]) -> str:
        run = match.group()
        return " " + " ".join(run[i : i + 2] for i in range(max(1, len(run) - 1))) + " "

    return _CJK.sub(pairs, text.casefold())


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
        self.voices = Voices(self._db)
        self._light: dict[str, SourceRecord] = {}  # sources without their lists, as asked for
        self._read: dict[tuple[str, str], Quotable] = {}  # sentences, as asked for
        if self._db.execute("PRAGMA user_version").fetchone()[0] != SCHEMA:
            self.clear()

    def clear(self) -> None:
        """Forget everything; the files are the truth."""
        names = self._db.execute(
            "SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'words_%' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        for (name,) in names:
            self._db.execute(f'DROP TABLE "{name}"')
        self._db.executescript(_TABLES + TABLES)
        self._light.clear()
        self._read.clear()
        self._db.execute(f"PRAGMA user_version={SCHEMA}")

    def close(self) -> None:
        """Let go of the database file."""
        self._db.close()

    def begin(self) -> None:
        """Start taking in a set of changes that belong together."""
        self._read.clear()
        self._db.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """Keep the changes since ``begin``."""
        self._db.execute("COMMIT")

    def rollback(self) -> None:
        """Drop the changes since ``begin``, if any are open."""
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
            self._light.clear()
            self._read.clear()

    # -- sources

    def put_source(self, record: SourceRecord, share: float) -> None:
        """Take in a source, replacing what was known of it; near-copies are those of ``share``."""
        if self.source_by_id(record.id):
            self.drop_source(record.id)
        light = replace(record, sentences=(), subjects=(), claims=(), points=(), facts=())
        folded = [fold(s.text) for s in record.sentences if s.label.isdigit()]
        self._db.execute(
            "INSERT INTO source VALUES(?,?,?,?,?,?,?,?)",
            (
                record.id,
                record.path,
                record.sha256,
                record.added,
                record.own,
                _dump(light),
                json.dumps([to_plain(p) for p in record.points], ensure_ascii=False),
                "\n".join(folded),
            ),
        )
        self._put_sentences(record)
        self._put_subjects(record)
        self._db.executemany(
            "INSERT INTO fact VALUES(?,?,?,?,?,?)",
            [(record.id, f.label, f.type, f.aspect, f.value, _dump(f)) for f in record.facts],
        )
        self.voices.put(record, folded, share, self.quotables)

    def _put_sentences(self, record: SourceRecord) -> None:
        last = self._db.execute("SELECT rowid FROM words ORDER BY rowid DESC LIMIT 1").fetchone()
        numbered = list(enumerate(record.sentences, start=last[0] + 1 if last else 1))
        self._db.executemany(
            "INSERT INTO quotable VALUES(?,?,?,?,?)",
            [(record.id, q.label, sentence_hash(q.text), word, _dump(q)) for word, q in numbered],
        )
        self._db.executemany(
            "INSERT INTO words(rowid, content, source, label) VALUES(?,?,?,?)",
            [(word, words_of(q.text), record.id, q.label) for word, q in numbered],
        )

    def _put_subjects(self, record: SourceRecord) -> None:
        self._db.executemany(
            "INSERT INTO found VALUES(?,?,?,?)",
            [(record.id, s.slot, _dump(s), len(s.named_in)) for s in record.subjects],
        )
        section = {q.label: q.section[-1] if q.section else "" for q in record.sentences}
        self._db.executemany(
            "INSERT INTO mention VALUES(?,?,?,?)",
            [
                (s.slot, record.id, label, section.get(label, ""))
                for s in record.subjects
                for label in s.named_in
            ],
        )
        rows = [(s.slot, record.id, s.slot, 0) for s in record.subjects]
        rows += [
            (key(n.text), record.id, s.slot, 1)
            for s in record.subjects
            for n in s.names
            if n.stated
        ]
        self._db.executemany("INSERT INTO name VALUES(?,?,?,?)", rows)
        counted: dict[str, int] = {}
        for claim in record.claims:
            counted[claim.slot] = counted.get(claim.slot, -1) + 1
            self._db.execute(
                "INSERT INTO claim VALUES(?,?,?,?,?,?)",
                (
                    record.id,
                    claim.slot,
                    counted[claim.slot],
                    claim.evidence[0],
                    claim.role,
                    _dump(claim),
                ),
            )

    def drop_source(self, source: str) -> None:
        """Forget a source."""
        words = "SELECT word FROM quotable WHERE source=?"
        self._db.execute(f"DELETE FROM words WHERE rowid IN ({words})", (source,))
        for table in ("quotable", "found", "name", "claim", "mention", "fact"):
            self._db.execute(f"DELETE FROM {table} WHERE source=?", (source,))
        self.voices.drop(source)
        self._db.execute("DELETE FROM source WHERE id=?", (source,))
        self._light.pop(source, None)
        self._read.clear()

    def paths_by_hash(self) -> dict[str, str]:
        """The path of each source by the SHA-256 of its bytes."""
        return dict(self._db.execute("SELECT sha256, path FROM source ORDER BY added, id"))

    def last_added(self) -> str:
        """The day on which the newest source came, empty if there is none."""
        found = self._db.execute("SELECT MAX(added) FROM source").fetchone()[0]
        return str(found or "")

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
        found = [_load(SourceRecord, row[0]) for row in self._db.execute("SELECT data FROM source")]
        return sorted(found, key=lambda s: (s.added, s.id))

    def source(self, source: str) -> SourceRecord:
        """A source without its lists; KeyError if there is none."""
        if source in self._light:
            return self._light[source]
        row = self._db.execute("SELECT data FROM source WHERE id=?", (source,)).fetchone()
        if row is None:
            raise KeyError(source)
        self._light[source] = _load(SourceRecord, row[0])
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
        return _load(SourceRecord, row[0]) if row else None

    def points(self, source: str) -> tuple[Point, ...]:
        """The main points of a source."""
        row = self._db.execute("SELECT points FROM source WHERE id=?", (source,)).fetchone()
        return tuple(from_plain(Point, p) for p in json.loads(row[0])) if row else ()

    def quotables(self, source: str) -> list[Quotable]:
        """All sentences of a source, in reading order."""
        rows = self._db.execute("SELECT data FROM quotable WHERE source=?", (source,))
        return sorted((_load(Quotable, r[0]) for r in rows), key=lambda q: q.start)

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

    def _quotable(self, source: str, data: str) -> Quotable:
        found = _load(Quotable, data)
        self._read[(source, found.label)] = found
        return found

    # -- subjects

    def found_in(self, source: str) -> list[SubjectFound]:
        """The subjects of a source, as it calls them."""
        rows = self._db.execute("SELECT data FROM found WHERE source=? ORDER BY slot", (source,))
        return [_load(SubjectFound, row[0]) for row in rows]

    def found_as(self, slot: str) -> list[tuple[str, SubjectFound]]:
        """The sources that know a subject by this normal form, with what each found."""
        rows = self._db.execute(
            "SELECT source, data FROM found WHERE slot=? ORDER BY source", (slot,)
        )
        return [(row[0], _load(SubjectFound, row[1])) for row in rows]

    def slots_named(self, name_key: str) -> list[tuple[str, bool]]:
        """The slots that a name belongs to, and whether a source states it as another name of theirs."""
        rows = self._db.execute(
            "SELECT DISTINCT slot, stated FROM name WHERE key=? ORDER BY slot, stated", (name_key,)
        )
        return [(row[0], bool(row[1])) for row in rows]

    def stated_keys(self, slot: str) -> list[str]:
        """The other names that sources state for a slot, as normal forms."""
        rows = self._db.execute(
            "SELECT DISTINCT key FROM name WHERE slot=? AND stated=1 ORDER BY key", (slot,)
        )
        return [row[0] for row in rows]

    def claims(self, slot: str) -> list[tuple[str, Claim]]:
        """What all sources say of a slot, source by source."""
        rows = self._db.execute(
            "SELECT source, data FROM claim WHERE slot=? ORDER BY source, n", (slot,)
        )
        return [(row[0], _load(Claim, row[1])) for row in rows]

    def claims_in_place(self, slot: str) -> list[tuple[str, Claim, Quotable]]:
        """The same, each with the first sentence that it rests on."""
        rows = self._db.execute(
            "SELECT c.source, c.data, q.data FROM claim c JOIN quotable q"
            " ON q.source=c.source AND q.label=c.label WHERE c.slot=? ORDER BY c.source, c.n",
            (slot,),
        )
        return [(row[0], _load(Claim, row[1]), self._quotable(row[0], row[2])) for row in rows]

    def said_in(self, slots: Iterable[str]) -> set[tuple[str, str]]:
        """The first sentences (source, label) of all claims about these slots, mere mentions aside."""
        wanted = sorted(slots)
        rows = self._db.execute(
            f"SELECT source, label FROM claim WHERE slot IN ({marks(wanted)}) AND role<>?",
            (*wanted, Role.MENTIONS),
        )
        return {(row[0], row[1]) for row in rows}

    def named_counts(self, slots: Iterable[str]) -> list[tuple[str, str, str, int]]:
        """How often sources name a subject, section by section: (source, section, a label there, count)."""
        wanted = sorted(slots)
        rows = self._db.execute(
            "SELECT source, section, MIN(label), COUNT(DISTINCT label) FROM mention"
            f" WHERE slot IN ({marks(wanted)}) GROUP BY source, section",
            wanted,
        )
        return sorted((r[0], r[1], r[2], r[3]) for r in rows)

    def naming(self, slots: Iterable[str]) -> set[tuple[str, str]]:
        """All sentences (source, label) that name a subject."""
        wanted = sorted(slots)
        rows = self._db.execute(
            f"SELECT source, label FROM mention WHERE slot IN ({marks(wanted)})", wanted
        )
        return {(r[0], r[1]) for r in rows}

    def facts_naming(self, slots: Iterable[str]) -> list[tuple[str, Fact]]:
        """The facts of all sentences that name a subject, by source and place."""
        wanted = sorted(slots)
        rows = self._db.execute(
            "SELECT DISTINCT f.source, f.data FROM mention m JOIN fact f ON f.source=m.source AND f.label=m.label"
            f" WHERE m.slot IN ({marks(wanted)}) ORDER BY f.source, f.rowid",
            wanted,
        )
        return [(row[0], _load(Fact, row[1])) for row in rows]

    def facts_giving(self, kind: FactType, values: Iterable[str]) -> list[tuple[str, Fact]]:
        """All facts of the aspects for which some source gives one of these values."""
        wanted = sorted(values)
        rows = self._db.execute(
            "SELECT source, data FROM fact WHERE type=? AND aspect IN"
            f" (SELECT aspect FROM fact WHERE type=? AND value IN ({marks(wanted)})) ORDER BY source, rowid",
            (kind, kind, *wanted),
        )
        return [(row[0], _load(Fact, row[1])) for row in rows]

    def slots_in(self, source: str, label: str) -> list[str]:
        """The slots of the subjects that a sentence names."""
        rows = self._db.execute(
            "SELECT slot FROM mention WHERE source=? AND label=? ORDER BY slot", (source, label)
        )
        return [r[0] for r in rows]

    def known_names(self, keys: Iterable[str]) -> dict[str, str]:
        """Which of these normal forms are names, each with the one slot that it belongs to."""
        found: dict[str, set[str]] = {}
        for part in chunks(sorted(set(keys))):
            for name_key, slot in self._db.execute(
                f"SELECT DISTINCT key, slot FROM name WHERE key IN ({marks(part)})", part
            ):
                found.setdefault(name_key, set()).add(slot)
        return {
            k: next(iter(s)) if len(s) == 1 else k
            for k, s in found.items()
            if len(s) == 1 or k in s
        }

    def pages_of(self, slots: Iterable[str]) -> list[PageRow]:
        """The subject pages recorded for any of these slots, first seen first."""
        wanted = sorted(slots)
        rows = self._db.execute(
            f"SELECT * FROM page WHERE of IN ({marks(wanted)}) AND kind IN ('concept', 'entity') ORDER BY created, id",
            wanted,
        )
        return [_page(row) for row in rows]

    def summary_of(self, source: str) -> PageRow | None:
        """The summary page of a source."""
        row = self._db.execute(
            "SELECT * FROM page WHERE of=? AND kind='summary'", (source,)
        ).fetchone()
        return _page(row) if row else None

    def shown_summary_of(self, source: str) -> PageRow | None:
        """The summary page of a source that can be linked to: one that its owner did not delete."""
        summary = self.summary_of(source)
        return None if summary is None or summary.gone else summary

    def comparisons_of(self, source: str) -> list[PageRow]:
        """The comparison pages that put a source beside another."""
        rows = self._db.execute(
            "SELECT * FROM page WHERE kind='comparison' AND gone=0 AND ' ' || of || ' ' LIKE ? ORDER BY title",
            (f"% {source} %",),
        )
        return [_page(row) for row in rows]

    def slots_of(self, source: str) -> list[str]:
        """The slots of the subjects of a source."""
        return [
            row[0]
            for row in self._db.execute(
                "SELECT slot FROM found WHERE source=? ORDER BY slot", (source,)
            )
        ]

    # -- pages

    def put_page(self, page: PageRow, shows: Iterable[tuple[str, str]] | None = None) -> None:
        """Take in a page, and the sentences (source, label) that it shows."""
        self._db.execute(
            "INSERT OR REPLACE INTO page VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
            (
                page.id,
                page.kind,
                page.of,
                page.path,
                page.title,
                page.created,
                page.base,
                page.gist,
                page.statements,
                page.voices,
                int(page.disputed),
                json.dumps(page.aliases, ensure_ascii=False),
                int(page.waits),
                int(page.gone),
                initial(page.title),
                sorting(page.title),
                fold_name(page.stem),
                line(page),
            ),
        )
        if shows is not None:
            self._db.execute("DELETE FROM shows WHERE page=?", (page.id,))
            self._db.executemany(
                "INSERT INTO shows VALUES(?,?,?)", [(page.id, s, label) for s, label in shows]
            )

    def drop_page(self, page: str) -> None:
        """Forget a page."""
        self._db.execute("DELETE FROM page WHERE id=?", (page,))
        self._db.execute("DELETE FROM shows WHERE page=?", (page,))

    def pages(self) -> list[PageRow]:
        """All pages, by path."""
        return [_page(row) for row in self._db.execute("SELECT * FROM page ORDER BY path")]

    def count_pages(self) -> dict[str, int]:
        """How many pages there are of each kind."""
        return dict(self._db.execute("SELECT kind, COUNT(*) FROM page GROUP BY kind"))

    def count_listed(self) -> dict[tuple[str, str], int]:
        """How many pages the index lists by kind and first letter."""
        rows = self._db.execute(
            "SELECT kind, letter, COUNT(*) FROM page WHERE kind<>'index' AND gone=0"
            " GROUP BY kind, letter"
        )
        return {(row[0], row[1]): row[2] for row in rows}

    def listed(self, kind: str) -> list[PageRow]:
        """The pages that the index lists of a kind, in its order."""
        rows = self._db.execute(
            "SELECT * FROM page WHERE kind=? AND gone=0 ORDER BY sorting, id", (kind,)
        )
        return [_page(row) for row in rows]

    def lines(self, kind: str, letter: str = "") -> list[str]:
        """The lines of the index for a kind, or for those under a letter, in its order."""
        where, values = "kind=? AND gone=0", [kind]
        if letter:
            where, values = f"{where} AND letter=?", [kind, letter]
        query = f"SELECT line FROM page WHERE {where} ORDER BY sorting, id"
        return [row[0] for row in self._db.execute(query, values)]

    def largest(self, at_most: int) -> list[PageRow]:
        """The subject pages that most voices carry, those with most statements first."""
        rows = self._db.execute(
            f"SELECT * FROM page WHERE {_SUBJECTS}"
            " ORDER BY voices DESC, statements DESC, title, path LIMIT ?",
            (at_most,),
        )
        return [_page(row) for row in rows]

    def thinnest(self, at_most: int) -> tuple[list[PageRow], int]:
        """The first subject pages with one statement only, by title, and how many there are."""
        where = f"{_SUBJECTS} AND statements=1"
        rows = self._db.execute(
            f"SELECT * FROM page WHERE {where} ORDER BY title, path LIMIT ?", (at_most,)
        )
        found = [_page(row) for row in rows]
        count = self._db.execute(f"SELECT COUNT(*) FROM page WHERE {where}").fetchone()[0]
        return found, count

    def disputed(self, at_most: int) -> list[PageRow]:
        """The subject pages on which sources disagree."""
        rows = self._db.execute(
            "SELECT * FROM page WHERE disputed=1 AND gone=0 AND kind IN ('concept', 'entity') ORDER BY "
            "title, id LIMIT ?",
            (at_most,),
        )
        return [_page(row) for row in rows]

    def waiting(self) -> list[PageRow]:
        """The pages for which a newer text waits, by path."""
        rows = self._db.execute("SELECT * FROM page WHERE waits ORDER BY path")
        return [_page(row) for row in rows]

    def page_at(self, path: str) -> PageRow | None:
        """The page with this path."""
        row = self._db.execute("SELECT * FROM page WHERE path=?", (path,)).fetchone()
        return _page(row) if row else None

    def page(self, page: str) -> PageRow | None:
        """A page by its id."""
        row = self._db.execute("SELECT * FROM page WHERE id=?", (page,)).fetchone()
        return _page(row) if row else None

    def mark_gone(self, taken: Container[str]) -> None:
        """Say of each page whether it is there: ``taken`` are the folded names of the vault's notes."""
        for gone in (0, 1):
            query = "SELECT group_concat(name, '/') FROM page WHERE gone=?"
            names = self._db.execute(query, (gone,)).fetchone()[0] or ""
            changed = [n for n in names.split("/") if n and (n not in taken) != bool(gone)]
            self._db.executemany(
                "UPDATE page SET gone=? WHERE name=?", [(1 - gone, name) for name in changed]
            )

    def pages_showing(self, places: Iterable[tuple[str, str]]) -> set[str]:
        """The ids of the pages that show any of these sentences (source, label)."""
        found: set[str] = set()
        for source, label in places:
            found |= {
                row[0]
                for row in self._db.execute(
                    "SELECT page FROM shows WHERE source=? AND label=?", (source, label)
                )
            }
        return found

    def shown_of(self, source: str) -> dict[str, set[str]]:
        """Which pages show each sentence of a source, by label."""
        shown: dict[str, set[str]] = {}
        query = "SELECT s.label, s.page FROM shows s JOIN page p ON p.id=s.page WHERE s.source=? AND p.kind<>'summary'"
        for label, page in self._db.execute(query, (source,)):
            shown.setdefault(label, set()).add(page)
        return shown

    def sentences_with(self, name: str) -> list[tuple[str, str]]:
        """The sentences (source, label) in which the words of ``name`` stand together."""
        phrase = " ".join(re.findall(r"[^\W_]+", words_of(name)))
        if not phrase:
            return []
        rows = self._db.execute(
            "SELECT source, label FROM words WHERE words MATCH ?", (f'"{phrase}"',)
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


def _page(
    row: tuple[str, str, str, str, str, str, str, str, int, int, int, str, int, int],
) -> PageRow:
    aliases = tuple(json.loads(row[11]))
    return PageRow(*row[:10], bool(row[10]), aliases, bool(row[12]), bool(row[13]))


def _dump(value: Any) -> str:
    return json.dumps(to_plain(value), ensure_ascii=False, separators=(",", ":"))


def _load(kind: type[T], data: str) -> T:
    return from_plain(kind, json.loads(data))
