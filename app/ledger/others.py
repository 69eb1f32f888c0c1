"""The notes of the vault that are not where a compiled page was last: what they are called, and
whether one of them is such a page, renamed or moved.

They are looked into once, and again when they changed; of what they say, names and links are kept.
"""

import re
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Set
from pathlib import Path, PurePosixPath

from app.ledger.naming import key
from app.ledger.rows import chunks, marks
from app.vault import links
from app.vault.frontmatter import read as read_note
from app.vault.names import fold

TABLES = """
CREATE TABLE other(path TEXT PRIMARY KEY, size INT, mtime INT, ident TEXT) WITHOUT ROWID;
CREATE INDEX other_ident ON other(ident) WHERE ident<>'';
CREATE TABLE other_name(key TEXT, path TEXT, alias INT, PRIMARY KEY(key, path, alias)) WITHOUT ROWID;
CREATE INDEX other_name_path ON other_name(path);
CREATE TABLE other_link(name TEXT, path TEXT, PRIMARY KEY(name, path)) WITHOUT ROWID;
CREATE INDEX other_link_path ON other_link(path);
CREATE TABLE looked_into(path TEXT PRIMARY KEY, size INT, mtime INT) WITHOUT ROWID;
"""
_HEAD = 20_000  # bytes in which the properties of a note end
_KINDS = frozenset(("concept", "entity", "summary", "comparison"))
TEXT = "source-text"
_IDENT_IN = 4000  # bytes; the id is the first of our properties
_ID = re.compile(r"""^id: *["']?([\w-]+)""", re.MULTILINE)


class Others:
    """What is known of the notes that are no compiled pages, in tables of the ledger's cache."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.fresh: set[str] = set()
        """The notes that were taken in and that nobody has asked for since."""

    def look(self, root: Path, there: Collection[str], doubted: Set[str] | None) -> bool:
        """Take in the notes ``there`` (vault paths): those that are new, and of those that are known the
        ``doubted``, all where it is None. Whether any was."""
        known, wanted, fresh = self.paths(), set(there), False
        for path in known - wanted:
            self._drop(path)
        doubtful = wanted if doubted is None else (wanted - known) | (wanted & doubted)
        for path in doubtful:
            stamp = _stamp(root / path)
            if stamp is not None and self._known(path) != stamp:
                self._put(path, stamp, root / path)
                fresh = True
        return fresh

    def strangers(
        self, root: Path, pages: Mapping[str, str], ids: Set[str], doubted: Set[str] | None
    ) -> set[str]:
        """The places of compiled ``pages`` (path: id) at which another page (of all ``ids``) lies now,
        since files were renamed in turn; looked for as ``look`` does."""
        found = set[str]()
        known = {
            row[0]: (row[1], row[2])
            for row in (self._db.execute("SELECT * FROM looked_into") if doubted is None else ())
        }
        for path in pages.keys() if doubted is None else pages.keys() & doubted:
            stamp = _stamp(root / path)
            if stamp is None or known.get(path) == stamp:
                continue
            ident = _ident_in(root / path)
            if ident in ids and ident != pages[path]:
                found.add(path)
            else:
                self._db.execute("INSERT OR REPLACE INTO looked_into VALUES(?,?,?)", (path, *stamp))
        return found

    def paths(self) -> set[str]:
        """The notes that are known."""
        return {row[0] for row in self._db.execute("SELECT path FROM other")}

    def _known(self, path: str) -> tuple[int, int] | None:
        query = "SELECT size, mtime FROM other WHERE path=?"
        row = self._db.execute(query, (path,)).fetchone()
        return (row[0], row[1]) if row else None

    def _drop(self, path: str) -> None:
        self._db.execute("DELETE FROM other WHERE path=?", (path,))
        self._db.execute("DELETE FROM other_name WHERE path=?", (path,))
        self._db.execute("DELETE FROM other_link WHERE path=?", (path,))

    def _put(self, path: str, stamp: tuple[int, int], place: Path) -> None:
        try:
            content = place.read_bytes()
        except OSError:
            return
        self._drop(path)
        properties = read_note(content[:_HEAD].decode("utf-8", "replace")).properties
        ident = ident_of(properties)
        self._db.execute("INSERT INTO other VALUES(?,?,?,?)", (path, *stamp, ident))
        if not ident and b"[" in content:
            text = content.decode("utf-8", "replace")
            found = (*links.find(text), *links.property_links(properties, text))
            self._db.executemany(
                "INSERT INTO other_link VALUES(?,?)",
                [(name, path) for name in {_name(each.path) for each in found}],
            )
        self.fresh.add(path)
        names = {(key(place.stem), 0), *((key(a), 1) for a in aliases_of(properties))}
        self._db.executemany(
            "INSERT INTO other_name VALUES(?,?,?)", [(name, path, alias) for name, alias in names]
        )

    def with_ident(self, ident: str) -> str:
        """The first note that says it is the page (or the text of a source) ``ident``; "" if none."""
        row = self._db.execute(
            "SELECT path FROM other WHERE ident=? ORDER BY path", (ident,)
        ).fetchone()
        return row[0] if row else ""

    def named(self, keys: Iterable[str]) -> dict[str, bool]:
        """The notes of the owner's that bear one of these names (normal forms), as their file's name or
        as an alias; and whether an alias says so."""
        found: dict[str, bool] = {}
        for part in chunks(sorted(set(keys))):
            rows = self._db.execute(
                "SELECT n.path, MAX(n.alias) FROM other_name n JOIN other o ON o.path=n.path"
                f" WHERE n.key IN ({marks(part)}) AND o.ident='' GROUP BY n.path ORDER BY n.path",
                part,
            )
            for path, alias in rows:
                found[path] = found.get(path, False) or bool(alias)
        return found

    def also_called(self, path: str) -> list[str]:
        """The names (normal forms) of a note of the owner's: its file's, then its aliases."""
        rows = self._db.execute(
            "SELECT key FROM other_name WHERE path=? ORDER BY alias, key", (path,)
        )
        return [row[0] for row in rows]

    def links_to(self, path: str) -> bool:
        """Whether a note of the owner's links to the file at ``path``, by its name or any path with it."""
        query = "SELECT 1 FROM other_link WHERE name=? LIMIT 1"
        return self._db.execute(query, (_name(path),)).fetchone() is not None

    def linking(self, path: str) -> list[str]:
        """The notes of the owner's that link to the file at ``path``, likewise."""
        query = "SELECT DISTINCT path FROM other_link WHERE name=? ORDER BY path"
        return [row[0] for row in self._db.execute(query, (_name(path),))]

    def aliased(self) -> list[str]:
        """The notes of the owner's that have aliases."""
        rows = self._db.execute(
            "SELECT DISTINCT n.path FROM other_name n JOIN other o ON o.path=n.path"
            " WHERE n.alias=1 AND o.ident='' ORDER BY n.path"
        )
        return [row[0] for row in rows]


def _name(target: str) -> str:
    return fold(PurePosixPath(target.removesuffix(".md")).name)


def ident_of(properties: dict[str, object]) -> str:
    """Which compiled page, or text of which source, a note's properties say that it is; else ""."""
    kind = properties.get("kind")
    if kind == TEXT:
        return f"text:{properties.get('sha256', '')}"
    ident = properties.get("id")
    return str(ident) if kind in _KINDS and isinstance(ident, str) else ""


def aliases_of(properties: dict[str, object]) -> list[str]:
    """The aliases in a note's properties, a single one in the old form too."""
    found = properties.get("aliases") or properties.get("alias") or []
    listed = found if isinstance(found, list) else [found]
    return [each for each in listed if isinstance(each, str) and each.strip()]


def _ident_in(place: Path) -> str:
    try:
        with place.open("rb") as file:
            found = _ID.search(file.read(_IDENT_IN).decode("utf-8", "replace"))
    except OSError:
        return ""
    return found[1] if found else ""


def _stamp(place: Path) -> tuple[int, int] | None:
    try:
        found = place.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns
