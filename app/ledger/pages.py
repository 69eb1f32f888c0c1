"""Compiled pages as the index and other pages need them, and a page's line in the index.

They are found by id, by path, by what they are about and by the sentences that they show.
"""

import json
import re
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from app.ledger.naming import initial, sorting
from app.ledger.records import Fact, FactType
from app.ledger.rows import chunks, load, marks
from app.vault.escaping import escape
from app.vault.links import wikilink
from app.vault.names import fold

TABLES = """
CREATE TABLE page(id TEXT PRIMARY KEY, kind TEXT, of TEXT, path TEXT UNIQUE, title TEXT, created TEXT,
  base TEXT, gist TEXT DEFAULT '', statements INT DEFAULT 0, voices INT DEFAULT 0, disputed INT DEFAULT 0,
  aliases TEXT DEFAULT '[]', waits INT DEFAULT 0, gone INT DEFAULT 0, long INT DEFAULT 0, note TEXT DEFAULT '',
  behind INT DEFAULT 0,
  letter TEXT, sorting TEXT, name TEXT, line TEXT);
CREATE INDEX page_of ON page(of);
CREATE INDEX page_listed ON page(kind, gone, letter, sorting, id);
CREATE INDEX page_name ON page(name);
CREATE INDEX page_gone ON page(gone, name);
CREATE INDEX page_largest ON page(voices DESC, statements DESC, title, path)
  WHERE gone=0 AND kind IN ('concept', 'entity');
CREATE INDEX page_thinnest ON page(title, path) WHERE gone=0 AND kind IN ('concept', 'entity') AND statements=1;
CREATE INDEX page_waits ON page(path) WHERE waits;
CREATE INDEX page_behind ON page(path) WHERE behind;
CREATE TABLE compares(what TEXT, page TEXT, PRIMARY KEY(what, page)) WITHOUT ROWID;
CREATE INDEX compares_page ON compares(page);
CREATE TABLE shows(page TEXT, source TEXT, label TEXT);
CREATE INDEX shows_label ON shows(source, label);
CREATE INDEX shows_page ON shows(page);
CREATE TABLE leads(target TEXT, page TEXT, PRIMARY KEY(target, page)) WITHOUT ROWID;
CREATE INDEX leads_page ON leads(page);
CREATE TABLE changed(page TEXT PRIMARY KEY) WITHOUT ROWID;
"""
_SUBJECTS = "gone=0 AND kind IN ('concept', 'entity')"
_LARGEST = (
    f"(SELECT id FROM page WHERE {_SUBJECTS}"
    " ORDER BY voices DESC, statements DESC, title, path LIMIT ?)"
)


@dataclass(frozen=True, slots=True)
class PageRow:
    """A compiled page as the index, the list and other pages need it. ``base`` is a SHA-256;
    ``gone`` is true for one that its owner deleted, which nothing is to link to, ``long`` for one whose
    name another file has as well, so that links to it take its path. ``note`` is the path of the
    owner's own note on the same subject, which then is the subject's page; this one is beside it. It is
    ``behind`` while it was left alone and is to be rendered again."""

    id: str
    kind: str
    of: str
    path: str
    title: str
    created: str
    base: str = ""
    gist: str = ""
    statements: int = 0
    voices: int = 0
    disputed: bool = False
    aliases: tuple[str, ...] = ()
    waits: bool = False
    gone: bool = False
    long: bool = False
    note: str = ""
    behind: bool = False

    @property
    def stem(self) -> str:
        """The name of the page's file."""
        return PurePosixPath(self.path).stem

    @property
    def link(self) -> str:
        """What links to this page say: its name, its path where another file has that name."""
        return self.path.removesuffix(".md") if self.long else self.stem

    @property
    def about(self) -> str:
        """What links to the subject itself say: the owner's own note on it comes first."""
        return self.note.removesuffix(".md") or self.link


class Pages:
    """The pages of one vault, in tables of the ledger's cache."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def put(
        self, page: PageRow, shows: Iterable[tuple[str, str]] | None = None, text: str | None = None
    ) -> None:
        """Take in a page, the sentences (source, label) that it shows, and what its text links to."""
        self._db.execute(
            "INSERT OR REPLACE INTO page VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
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
                int(page.long),
                page.note,
                int(page.behind),
                initial(page.title),
                sorting(page.title),
                fold(page.stem),
                line(page),
            ),
        )
        if page.kind == "comparison":
            self._db.executemany(
                "INSERT OR IGNORE INTO compares VALUES(?,?)",
                [(what, page.id) for what in page.of.split()[1:]],
            )
        if text is not None:
            self._db.execute("DELETE FROM leads WHERE page=?", (page.id,))
            self._db.executemany(
                "INSERT INTO leads VALUES(?,?)", [(target, page.id) for target in led_to(text)]
            )
        if shows is not None:
            places = list(shows)
            self._db.execute("DELETE FROM shows WHERE page=?", (page.id,))
            self._db.executemany(
                "INSERT INTO shows VALUES(?,?,?)", [(page.id, s, label) for s, label in places]
            )
            self.seen(page.id)
            if page.kind in {"concept", "entity"} and len({source for source, _ in places}) > 1:
                self._db.execute("INSERT INTO changed VALUES(?)", (page.id,))

    def drop(self, page: str) -> None:
        """Forget a page and what it shows."""
        self._db.execute("DELETE FROM page WHERE id=?", (page,))
        self._db.execute("DELETE FROM shows WHERE page=?", (page,))
        self._db.execute("DELETE FROM compares WHERE page=?", (page,))
        self._db.execute("DELETE FROM leads WHERE page=?", (page,))
        self.seen(page)

    def seen(self, page: str) -> None:
        """Take a page out of those that changed."""
        self._db.execute("DELETE FROM changed WHERE page=?", (page,))

    def changed(self) -> list[PageRow]:
        """The subject pages that rest on two sources or more and were rendered since they were last
        ``seen``, those that most voices carry first."""
        rows = self._db.execute(
            "SELECT p.* FROM changed c JOIN page p ON p.id=c.page WHERE p.gone=0 AND p.waits=0"
            " ORDER BY p.voices DESC, p.statements DESC, p.title, p.path"
        )
        return [_row(row) for row in rows]

    def all(self) -> list[PageRow]:
        """All pages, by path."""
        return [_row(row) for row in self._db.execute("SELECT * FROM page ORDER BY path")]

    def catalogue(self) -> list[PageRow]:
        """The index with its parts, the overview and the log, deleted ones included."""
        return [_row(row) for row in self._db.execute("SELECT * FROM page WHERE kind='index'")]

    def in_brackets(self) -> list[PageRow]:
        """The pages whose file's name has brackets, by path."""
        rows = self._db.execute("SELECT * FROM page WHERE path LIKE '%(%' ORDER BY path")
        return [_row(row) for row in rows]

    def by_id(self, page: str) -> PageRow | None:
        """The page with this id, None if there is none."""
        row = self._db.execute("SELECT * FROM page WHERE id=?", (page,)).fetchone()
        return _row(row) if row else None

    def at(self, path: str) -> PageRow | None:
        """The page with this path, None if there is none."""
        row = self._db.execute("SELECT * FROM page WHERE path=?", (path,)).fetchone()
        return _row(row) if row else None

    def of_slots(self, slots: Iterable[str]) -> list[PageRow]:
        """The subject pages recorded for any of these slots, first seen first."""
        wanted = sorted(slots)
        rows = self._db.execute(
            f"SELECT * FROM page WHERE of IN ({marks(wanted)}) AND kind IN ('concept', 'entity')"
            " ORDER BY gone, statements=0, created, id",
            wanted,
        )
        return [_row(row) for row in rows]

    def summary_of(self, source: str) -> PageRow | None:
        """The summary page of a source, None if it has none."""
        row = self._db.execute(
            "SELECT * FROM page WHERE of=? AND kind='summary'", (source,)
        ).fetchone()
        return _row(row) if row else None

    def shown_summary_of(self, source: str) -> PageRow | None:
        """The summary page of a source that can be linked to: one that its owner did not delete."""
        summary = self.summary_of(source)
        return None if summary is None or summary.gone else summary

    def comparisons_of(self, source: str) -> list[PageRow]:
        """The comparison pages that put a source beside another."""
        found = {
            page.id: page
            for sort in ("pair", "versions")
            for page in self.comparisons_with(sort, [source])
        }
        return sorted(found.values(), key=lambda p: (p.title, p.id))

    def comparisons_with(self, sort: str, what: Iterable[str]) -> list[PageRow]:
        """The comparison pages of a sort ("pair", "versions", "subjects") of which any of these is
        a side, those left out that their owner deleted."""
        wanted = sorted(what)
        found: dict[str, PageRow] = {}
        for part in chunks(wanted):
            rows = self._db.execute(
                "SELECT p.* FROM compares c JOIN page p ON p.id=c.page"
                f" WHERE c.what IN ({marks(part)}) AND p.gone=0",
                part,
            )
            found |= {row[0]: _row(row) for row in rows if row[2].startswith(f"{sort} ")}
        return sorted(found.values(), key=lambda p: (p.title, p.id))

    def comparisons_showing(self, slots: Iterable[str], least: int) -> list[PageRow]:
        """The comparison pages that show so many sentences on the subject of these slots."""
        wanted = sorted(slots)
        rows = self._db.execute(
            "SELECT p.*, COUNT(DISTINCT s.source || ' ' || s.label) FROM claim c"
            " JOIN shows s ON s.source=c.source AND s.label=c.label JOIN page p ON p.id=s.page"
            f" WHERE c.slot IN ({marks(wanted)}) AND c.role<>'mentions' AND p.kind='comparison' AND p.gone=0"
            " GROUP BY p.id",
            wanted,
        )
        found = [
            _row(row) for row in rows if row[-1] >= least and not row[2].startswith("disputes ")
        ]
        return sorted(found, key=lambda p: (p.title, p.id))

    def count(self) -> dict[str, int]:
        """How many pages there are of each kind."""
        return dict(self._db.execute("SELECT kind, COUNT(*) FROM page GROUP BY kind"))

    def count_of_kinds(self) -> dict[str, int]:
        """How many pages there are of each kind, those that their owner deleted left out."""
        query = "SELECT kind, COUNT(*) FROM page WHERE gone=0 GROUP BY kind"
        return dict(self._db.execute(query))

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
        return [_row(row) for row in rows]

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
        return [_row(row) for row in rows]

    def thinnest(self, at_most: int) -> tuple[list[PageRow], int]:
        """The first subject pages with one statement only, by title, and how many there are."""
        where = f"{_SUBJECTS} AND statements=1"
        rows = self._db.execute(
            f"SELECT * FROM page WHERE {where} ORDER BY title, path LIMIT ?", (at_most,)
        )
        found = [_row(row) for row in rows]
        count = self._db.execute(f"SELECT COUNT(*) FROM page WHERE {where}").fetchone()[0]
        return found, count

    def disputed(self, at_most: int) -> list[PageRow]:
        """The subject pages on which sources disagree, those that most voices carry first."""
        rows = self._db.execute(
            f"SELECT * FROM page WHERE disputed=1 AND {_SUBJECTS}"
            " ORDER BY voices DESC, statements DESC, title, path LIMIT ?",
            (at_most,),
        )
        return [_row(row) for row in rows]

    def on_one_voice(self, at_most: int, statements: int) -> list[PageRow]:
        """The subject pages of at least so many statements for all of which one voice speaks alone,
        those with most statements first."""
        rows = self._db.execute(
            f"SELECT * FROM page WHERE voices=1 AND statements>=? AND {_SUBJECTS}"
            " ORDER BY statements DESC, title, path LIMIT ?",
            (statements, at_most),
        )
        return [_row(row) for row in rows]

    def made_on(self, day: str, at_most: int) -> tuple[list[PageRow], int]:
        """The largest subject pages made on a day (YYYY-MM-DD), and how many there are."""
        where = f"created=? AND {_SUBJECTS}"
        rows = self._db.execute(
            f"SELECT * FROM page WHERE {where}"
            " ORDER BY voices DESC, statements DESC, title, path LIMIT ?",
            (day, at_most),
        )
        found = [_row(row) for row in rows]
        count = self._db.execute(f"SELECT COUNT(*) FROM page WHERE {where}", (day,)).fetchone()[0]
        return found, count

    def named_on(self, at_most: int) -> list[tuple[str, str, str, str]]:
        """What the sentences that the largest pages show name: (page, source, label, slot), sorted."""
        rows = self._db.execute(
            "SELECT DISTINCT s.page, s.source, s.label, m.slot FROM shows s"
            " JOIN mention m ON m.source=s.source AND m.label=s.label"
            f" WHERE s.page IN {_LARGEST} ORDER BY s.source, s.label, s.page, m.slot",
            (at_most,),
        )
        return [(row[0], row[1], row[2], row[3]) for row in rows]

    def shown_on(self, at_most: int) -> list[tuple[str, str, str, str]]:
        """The sentences that the largest pages show: (page, source, label, text), sorted."""
        rows = self._db.execute(
            "SELECT DISTINCT s.page, s.source, s.label, q.data ->> '$.text' FROM shows s"
            " JOIN quotable q ON q.source=s.source AND q.label=s.label"
            f" WHERE s.page IN {_LARGEST} ORDER BY s.page, s.source, s.label",
            (at_most,),
        )
        return [(row[0], row[1], row[2], row[3]) for row in rows]

    def dated_on(self, at_most: int) -> list[tuple[str, str, Fact]]:
        """The dates in the sentences that the largest pages show: (page, source, fact), sorted."""
        rows = self._db.execute(
            "SELECT DISTINCT s.page, s.source, f.data FROM shows s"
            " JOIN fact f ON f.source=s.source AND f.label=s.label"
            f" WHERE f.type=? AND s.page IN {_LARGEST} ORDER BY s.page, s.source, f.value, f.data",
            (FactType.DATE, at_most),
        )
        return [(row[0], row[1], load(Fact, row[2])) for row in rows]

    def waiting(self) -> list[PageRow]:
        """The pages for which a newer text waits, by path."""
        rows = self._db.execute("SELECT * FROM page WHERE waits ORDER BY path")
        return [_row(row) for row in rows]

    def behind(self) -> list[PageRow]:
        """The pages that were left alone and are to be rendered again, by path."""
        rows = self._db.execute("SELECT * FROM page WHERE behind ORDER BY path")
        return [_row(row) for row in rows]

    def places(self) -> list[tuple[str, str, bool, bool]]:
        """Where each page was last: (id, path, gone, long)."""
        rows = self._db.execute("SELECT id, path, gone, long FROM page")
        return [(row[0], row[1], bool(row[2]), bool(row[3])) for row in rows]

    def gone(self) -> list[PageRow]:
        """The pages that their owner deleted, by path."""
        rows = self._db.execute("SELECT * FROM page WHERE gone=1 ORDER BY path")
        return [_row(row) for row in rows]

    def named(self, stem: str) -> PageRow | None:
        """The page whose file is called so, in any case; None if there is none."""
        row = self._db.execute("SELECT * FROM page WHERE name=?", (fold(stem),)).fetchone()
        return _row(row) if row else None

    def gone_names(self) -> set[str]:
        """The folded names of the pages that their owner deleted: no other page takes their place."""
        return {row[0] for row in self._db.execute("SELECT name FROM page WHERE gone=1")}

    def with_notes(self) -> list[PageRow]:
        """The pages that are beside a note of the owner's."""
        return [_row(row) for row in self._db.execute("SELECT * FROM page WHERE note<>''")]

    def leading_to(self, targets: Iterable[str]) -> set[str]:
        """The ids of the pages whose last generated text links to any of these names or paths."""
        found: set[str] = set()
        for part in chunks(sorted({fold(target) for target in targets})):
            query = f"SELECT page FROM leads WHERE target IN ({marks(part)})"
            found |= {row[0] for row in self._db.execute(query, part)}
        return found

    def shown_by(self, page: str) -> list[tuple[str, str]]:
        """The sentences (source, label) that a page shows, each once."""
        rows = self._db.execute(
            "SELECT DISTINCT source, label FROM shows WHERE page=? ORDER BY source, label", (page,)
        )
        return [(row[0], row[1]) for row in rows]

    def showing_source(self, source: str) -> set[str]:
        """The ids of the pages that show any sentence of a source."""
        rows = self._db.execute("SELECT DISTINCT page FROM shows WHERE source=?", (source,))
        return {row[0] for row in rows}

    def showing(self, places: Iterable[tuple[str, str]]) -> set[str]:
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


_LED_TO = re.compile(r"(?<!\\)\[\[([^\[\]|#\n]+)")


def led_to(text: str) -> set[str]:
    """The names and paths that a generated text links to, folded."""
    return {fold(target.rstrip("\\")) for target in _LED_TO.findall(text)}


def line(page: PageRow) -> str:
    """A page's line: its link, its gist, how many statements and voices."""
    gist = f": {escape(page.gist)}" if page.gist else ""
    if page.kind == "summary":
        return f"- {wikilink(page.link)}{gist}"
    return f"- {wikilink(page.link)}{gist} · {counted(page)}"


def counted(page: PageRow) -> str:
    """A page's statements and voices in words."""
    statements = f"{page.statements} statement{'s' * (page.statements != 1)}"
    voices = "one voice" if page.voices == 1 else f"{page.voices} voices"
    return f"{statements}, {voices}" + (", disputed" if page.disputed else "")


def _row(
    row: tuple[str, str, str, str, str, str, str, str, int, int, int, str, int, int, int, str, int],
) -> PageRow:
    aliases = tuple(json.loads(row[11]))
    flags = bool(row[12]), bool(row[13]), bool(row[14])
    return PageRow(*row[:10], bool(row[10]), aliases, *flags, row[15], bool(row[16]))
