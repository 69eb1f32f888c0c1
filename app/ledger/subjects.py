"""What the sources say of subjects: their names, the sentences that name them, claims and facts.

A subject is known here by its slots, the normal forms of its names; which slots are one thing is
not decided here.
"""

import sqlite3
from collections.abc import Callable, Iterable

from app.ledger.naming import LETTERS_AT_MOST, initials, key, short_forms, unaccented, words
from app.ledger.records import (
    Claim,
    Fact,
    FactType,
    Kind,
    Quotable,
    Role,
    SourceRecord,
    SubjectFound,
)
from app.ledger.rows import chunks, dump, load, marks

ReadSentence = Callable[[str, str], Quotable]
"""How a sentence is had from its source and its stored data."""

SENSES = "("
"""Goes before a bare name among the parts by which subjects are found."""

TABLES = """
CREATE TABLE found(source TEXT, slot TEXT, data TEXT, named INT, brief INT, PRIMARY KEY(source, slot)) WITHOUT ROWID;
CREATE INDEX found_slot ON found(slot);
CREATE TABLE name(key TEXT, source TEXT, slot TEXT, stated INT);
CREATE INDEX name_key ON name(key);
CREATE INDEX name_slot ON name(slot, stated, key);
CREATE INDEX name_source ON name(source);
CREATE TABLE claim(source TEXT, slot TEXT, n INT, label TEXT, role TEXT, data TEXT, brief INT,
  PRIMARY KEY(slot, source, n))
  WITHOUT ROWID;
CREATE INDEX claim_source ON claim(source, label);
CREATE TABLE mention(slot TEXT, source TEXT, label TEXT, section TEXT);
CREATE INDEX mention_slot ON mention(slot);
CREATE INDEX mention_place ON mention(source, label);
CREATE TABLE fact(source TEXT, label TEXT, type TEXT, aspect TEXT, value TEXT, data TEXT);
CREATE INDEX fact_value ON fact(type, value);
CREATE INDEX fact_aspect ON fact(type, aspect);
CREATE INDEX fact_place ON fact(source, label);
CREATE TABLE part(word TEXT, source TEXT, slot TEXT, PRIMARY KEY(word, source, slot)) WITHOUT ROWID;
CREATE INDEX part_source ON part(source);
"""


def parts_of(subject: SubjectFound) -> set[str]:
    """By what a name is found that may be another's: its words, and the letters that may stand for
    it, behind a "~"; what has a sense also by its bare name, behind a "("."""
    title = subject.names[0].text
    found = {word for word in words(title) if len(word) > 2}
    letters = initials(title).casefold() if " " in title.strip() else title.casefold()
    for short in short_forms(title):
        found.add(f"~{short}")
    if subject.sense:
        found.add(f"{SENSES}{subject.bare}")
    return found | ({f"~{letters}"} if 2 <= len(letters) <= LETTERS_AT_MOST else set())


class Subjects:
    """What the sources of one vault say of subjects, in tables of the ledger's cache."""

    def __init__(self, db: sqlite3.Connection, read: ReadSentence) -> None:
        self._db, self._read = db, read

    def put(self, record: SourceRecord) -> None:
        """Take in what a source says of its subjects, and the facts in its sentences."""
        self._db.executemany(
            "INSERT INTO found VALUES(?,?,?,?,?)",
            [(record.id, s.slot, dump(s), len(s.named_in), int(s.brief)) for s in record.subjects],
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
            (plain, record.id, s.slot, 0)
            for s in record.subjects
            if s.kind is Kind.ENTITY and (plain := unaccented(s.slot)) != s.slot
        ]
        rows += [
            (key(n.text), record.id, s.slot, 1)
            for s in record.subjects
            for n in s.names
            if n.stated
        ]
        self._db.executemany("INSERT INTO name VALUES(?,?,?,?)", rows)
        self._db.executemany(
            "INSERT OR IGNORE INTO part VALUES(?,?,?)",
            [(w, record.id, s.slot) for s in record.subjects if not s.brief for w in parts_of(s)],
        )
        counted: dict[str, int] = {}
        for claim in record.claims:
            counted[claim.slot] = counted.get(claim.slot, -1) + 1
            self._db.execute(
                "INSERT INTO claim VALUES(?,?,?,?,?,?,?)",
                (
                    record.id,
                    claim.slot,
                    counted[claim.slot],
                    claim.evidence[0],
                    claim.role,
                    dump(claim),
                    int(claim.brief),
                ),
            )
        self._db.executemany(
            "INSERT INTO fact VALUES(?,?,?,?,?,?)",
            [(record.id, f.label, f.type, f.aspect, f.value, dump(f)) for f in record.facts],
        )

    def drop(self, source: str) -> None:
        """Forget what a source says of its subjects."""
        for table in ("found", "name", "claim", "mention", "fact", "part"):
            self._db.execute(f"DELETE FROM {table} WHERE source=?", (source,))

    def found_in(self, source: str) -> list[SubjectFound]:
        """The subjects of a source, as it calls them."""
        rows = self._db.execute("SELECT data FROM found WHERE source=? ORDER BY slot", (source,))
        return [load(SubjectFound, row[0]) for row in rows]

    def found_as(self, slot: str) -> list[tuple[str, SubjectFound]]:
        """The sources that know a subject by this normal form, with what each found."""
        rows = self._db.execute(
            "SELECT source, data FROM found WHERE slot=? ORDER BY source", (slot,)
        )
        return [(row[0], load(SubjectFound, row[1])) for row in rows]

    def called(self, slot: str) -> str:
        """How the first source that knows a subject by this normal form spells it; "" if none does."""
        row = self._db.execute(
            "SELECT data FROM found WHERE slot=? ORDER BY source LIMIT 1", (slot,)
        ).fetchone()
        return load(SubjectFound, row[0]).names[0].text if row else ""

    def slots_of(self, source: str) -> list[str]:
        """The slots of the subjects of a source."""
        return [
            row[0]
            for row in self._db.execute(
                "SELECT slot FROM found WHERE source=? ORDER BY slot", (source,)
            )
        ]

    def slots(self) -> list[str]:
        """The slots of all subjects."""
        return [row[0] for row in self._db.execute("SELECT DISTINCT slot FROM found ORDER BY slot")]

    def slots_in(self, source: str, label: str, *, brief: bool = False) -> list[str]:
        """The slots of the subjects that a sentence names; of those that are subjects only because their
        source is brief where ``brief`` says so."""
        rows = self._db.execute(
            "SELECT m.slot FROM mention m JOIN found f ON f.source=m.source AND f.slot=m.slot"
            " WHERE m.source=? AND m.label=? AND f.brief<=? ORDER BY m.slot",
            (source, label, int(brief)),
        )
        return [r[0] for r in rows]

    def slots_at(self, places: Iterable[tuple[str, str]]) -> set[str]:
        """The slots that any of these sentences (source, label) names, or that something is said of there."""
        found: set[str] = set()
        for place in places:
            for table in ("mention", "claim"):
                query = f"SELECT DISTINCT slot FROM {table} WHERE source=? AND label=?"
                found |= {row[0] for row in self._db.execute(query, place)}
        return found

    def names_beside(self, source: str) -> set[str]:
        """The names (normal forms) that any source gives to what this one gives a name to."""
        rows = self._db.execute(
            "SELECT DISTINCT value FROM fact WHERE type=? AND aspect IN"
            " (SELECT aspect FROM fact WHERE source=? AND type=?)",
            (FactType.NAME, source, FactType.NAME),
        )
        return {row[0] for row in rows}

    def slots_named(self, name_key: str) -> list[tuple[str, bool]]:
        """The slots that a name belongs to, and whether a source states it as another name of theirs."""
        rows = self._db.execute(
            "SELECT DISTINCT slot, stated FROM name WHERE key=? ORDER BY slot, stated", (name_key,)
        )
        return [(row[0], bool(row[1])) for row in rows]

    def sources_naming(self, name_key: str) -> int:
        """How many sources have this name for a subject, as its title or as another name that they state."""
        row = self._db.execute(
            "SELECT COUNT(DISTINCT source) FROM name WHERE key=?", (name_key,)
        ).fetchone()
        return int(row[0])

    def stated_keys(self, slot: str) -> list[str]:
        """The other names that sources state for a slot, as normal forms."""
        rows = self._db.execute(
            "SELECT DISTINCT key FROM name WHERE slot=? AND stated=1 ORDER BY key", (slot,)
        )
        return [row[0] for row in rows]

    def slots_with(self, part: str, at_most: int) -> list[str]:
        """The slots that have this part of a name (``parts_of``), the first in order."""
        rows = self._db.execute(
            "SELECT DISTINCT slot FROM part WHERE word=? ORDER BY slot LIMIT ?", (part, at_most)
        )
        return [row[0] for row in rows]

    def slots_said(self, source: str, label: str) -> list[str]:
        """The slots that a sentence says something of, mere mentions aside."""
        rows = self._db.execute(
            "SELECT slot FROM claim WHERE source=? AND label=? AND role<>? ORDER BY slot",
            (source, label, Role.MENTIONS),
        )
        return [row[0] for row in rows]

    def count_said(self, slot: str) -> int:
        """How many things are said of a slot, mere mentions aside."""
        row = self._db.execute(
            "SELECT COUNT(*) FROM claim WHERE slot=? AND role<>?", (slot, Role.MENTIONS)
        ).fetchone()
        return int(row[0])

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

    def claims(self, slot: str) -> list[tuple[str, Claim]]:
        """What all sources say of a slot, source by source."""
        rows = self._db.execute(
            "SELECT source, data FROM claim WHERE slot=? ORDER BY source, n", (slot,)
        )
        return [(row[0], load(Claim, row[1])) for row in rows]

    def first_claims(self, slot: str, at_most: int) -> list[tuple[str, Claim]]:
        """The first things that sources say of a slot, definitions before others; no more is read."""
        rows = self._db.execute(
            "SELECT source, data FROM claim WHERE slot=? AND role<>?"
            " ORDER BY role<>?, source, n LIMIT ?",
            (slot, Role.MENTIONS, Role.DEFINES, at_most),
        )
        return [(row[0], load(Claim, row[1])) for row in rows]

    def claims_of(self, source: str) -> list[Claim]:
        """What one source says of all its subjects, subject by subject."""
        rows = self._db.execute("SELECT data FROM claim WHERE source=? ORDER BY slot, n", (source,))
        return [load(Claim, row[0]) for row in rows]

    def claims_in_place(self, slot: str) -> list[tuple[str, Claim, Quotable]]:
        """The same, each with the first sentence that it rests on."""
        rows = self._db.execute(
            "SELECT c.source, c.data, q.data FROM claim c JOIN quotable q"
            " ON q.source=c.source AND q.label=c.label WHERE c.slot=? ORDER BY c.source, c.n",
            (slot,),
        )
        return [(row[0], load(Claim, row[1]), self._read(row[0], row[2])) for row in rows]

    def newest_in_place(
        self, slots: Iterable[str], source: str, at_most: int
    ) -> list[tuple[str, Claim, Quotable]]:
        """The same of all these slots: what one source says, and of what the others say so much as came
        last. Only this is read, however much there is."""
        wanted = sorted(slots)
        rows: list[tuple[str, str, str]] = []
        for whose, limit in (("=", -1), ("<>", at_most)):
            rows += self._db.execute(
                "SELECT k.source, c.data, q.data FROM (SELECT c.slot, c.source, c.n, s.added FROM claim c"
                f" JOIN source s ON s.id=c.source WHERE c.slot IN ({marks(wanted)}) AND c.source{whose}?"
                " ORDER BY s.added DESC, c.source DESC, c.slot, c.n LIMIT ?) k"
                " JOIN claim c ON c.slot=k.slot AND c.source=k.source AND c.n=k.n"
                " JOIN quotable q ON q.source=c.source AND q.label=c.label"
                " ORDER BY k.added, k.source, k.slot, k.n",
                (*wanted, source, limit),
            )
        return [(row[0], load(Claim, row[1]), self._read(row[0], row[2])) for row in rows]

    def first_said(self, slots: Iterable[str], source: str, at_most: int) -> list[str]:
        """What is said of these slots, mere mentions aside: first what this source says, then by role and
        source."""
        wanted, roles = sorted(slots), [role for role in Role if role is not Role.MENTIONS]
        order = " ".join(f"WHEN '{role}' THEN {n}" for n, role in enumerate(roles))
        rows = self._db.execute(
            "SELECT c.data FROM (SELECT slot, source, n, role FROM claim"
            f" WHERE slot IN ({marks(wanted)}) AND role<>? ORDER BY source<>?, CASE role {order} END,"
            " source, n, slot LIMIT ?) k JOIN claim c ON c.slot=k.slot AND c.source=k.source AND c.n=k.n"
            f" ORDER BY k.source<>?, CASE k.role {order} END, k.source, k.n, k.slot",
            (*wanted, Role.MENTIONS, source, at_most, source),
        )
        return [load(Claim, row[0]).text for row in rows]

    def said_in(self, slots: Iterable[str]) -> set[tuple[str, str]]:
        """The first sentences (source, label) of all claims about these slots; mere mentions aside, unless
        the source is so short that it speaks of all that it names."""
        wanted = sorted(slots)
        rows = self._db.execute(
            f"SELECT source, label FROM claim WHERE slot IN ({marks(wanted)}) AND (role<>? OR brief)",
            (*wanted, Role.MENTIONS),
        )
        return {(row[0], row[1]) for row in rows}

    def named_briefly(self, slots: Iterable[str]) -> set[tuple[str, str]]:
        """The sentences (source, label) of brief sources that name any of these slots."""
        wanted = sorted(slots)
        rows = self._db.execute(
            f"SELECT source, label FROM claim WHERE slot IN ({marks(wanted)}) AND brief", wanted
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

    def most_named(self, at_most: int) -> list[str]:
        """The slots that most sentences name, those that a page is named after left out."""
        rows = self._db.execute(
            "SELECT slot FROM found WHERE slot NOT IN (SELECT of FROM page) AND NOT brief"
            " GROUP BY slot ORDER BY SUM(named) DESC, slot LIMIT ?",
            (at_most,),
        )
        return [row[0] for row in rows]

    def roles_of(self, slots: Iterable[str]) -> dict[Role, int]:
        """How many claims sources make about these slots, by what they do for their subject."""
        wanted = sorted(slots)
        rows = self._db.execute(
            f"SELECT role, COUNT(*) FROM claim WHERE slot IN ({marks(wanted)}) GROUP BY role",
            wanted,
        )
        return {Role(row[0]): int(row[1]) for row in rows}

    def often_named(self, sentences: int) -> list[str]:
        """The slots that so many sentences name."""
        query = "SELECT slot FROM found GROUP BY slot HAVING SUM(named)>=? ORDER BY slot"
        return [row[0] for row in self._db.execute(query, (sentences,))]

    def unpaged(self, sources: int) -> list[str]:
        """The slots after which no page is named and that may belong to a subject of so many sources: those
        that so many have, and those that are joined with another by a name, a judge or the person."""
        rows = self._db.execute(
            "SELECT slot FROM found WHERE slot NOT IN (SELECT of FROM page)"
            " GROUP BY slot HAVING COUNT(*)>=? OR slot IN (SELECT slot FROM name WHERE stated=1)"
            " OR slot IN (SELECT a FROM names_judged) OR slot IN (SELECT a FROM names_said)"
            " OR slot IN (SELECT slot FROM same) ORDER BY slot",
            (sources,),
        )
        return [row[0] for row in rows]

    def facts_naming(self, slots: Iterable[str]) -> list[tuple[str, Fact]]:
        """The facts of all sentences that name a subject, by source and place."""
        wanted = sorted(slots)
        rows = self._db.execute(
            "SELECT DISTINCT f.source, f.data FROM mention m JOIN fact f ON f.source=m.source AND f.label=m.label"
            f" WHERE m.slot IN ({marks(wanted)}) ORDER BY f.source, f.rowid",
            wanted,
        )
        return [(row[0], load(Fact, row[1])) for row in rows]

    def facts_giving(self, kind: FactType, values: Iterable[str]) -> list[tuple[str, Fact]]:
        """All facts of the aspects for which some source gives one of these values."""
        wanted = sorted(values)
        rows = self._db.execute(
            "SELECT source, data FROM fact WHERE type=? AND aspect IN"
            f" (SELECT aspect FROM fact WHERE type=? AND value IN ({marks(wanted)})) ORDER BY source, rowid",
            (kind, kind, *wanted),
        )
        return [(row[0], load(Fact, row[1])) for row in rows]
