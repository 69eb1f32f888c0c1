"""Which sources are one text, and so speak with one voice: near-copies and translations.

What is known here follows from the sources that are present, and goes when one of them goes: the
names that only an alignment of two texts joins are kept with that pair of texts.
"""

import hashlib
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from app.ledger.editions import align, hard_tokens
from app.ledger.near import fold, one_text
from app.ledger.records import Quotable, SourceRecord
from app.ledger.rows import chunks, marks

LoadSentences = Callable[[str], Sequence[Quotable]]
"""How the sentences of another source are had."""

TABLES = """
CREATE TABLE near(a TEXT, b TEXT, PRIMARY KEY(a, b)) WITHOUT ROWID;
CREATE TABLE hard(token TEXT, source TEXT, language TEXT, PRIMARY KEY(token, source)) WITHOUT ROWID;
CREATE INDEX hard_source ON hard(source);
CREATE TABLE translated(a TEXT, label TEXT, b TEXT, other TEXT, PRIMARY KEY(a, label, b)) WITHOUT ROWID;
CREATE INDEX translated_b ON translated(b);
CREATE TABLE same(slot TEXT, a TEXT, other TEXT, b TEXT, PRIMARY KEY(slot, a, other, b)) WITHOUT ROWID;
CREATE INDEX same_a ON same(a);
CREATE INDEX same_b ON same(b);
"""
CANDIDATES = 3  # texts in other languages that are aligned with a new one, the likeliest first
COMMON_TOKENS = 6  # that such a text must share with the new one
DICE = 0.6  # of two names in aligned sentences, from which they are one thing's
DICE_OF_RARER = 0.45
TOGETHER = 2  # aligned sentences that must hold both names


class Voices:
    """The voices of one vault, in tables of the ledger's cache."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def put(
        self, record: SourceRecord, folded: list[str], share: float, load: LoadSentences
    ) -> None:
        """Compare a source that was just taken in with those that it may be one text with."""
        self._put_near_copies(record.id, folded, share)
        self._put_translations(record, load)

    def drop(self, source: str) -> None:
        """Forget a source."""
        for other in self.editions(source):
            self._db.execute("DELETE FROM near WHERE a=? AND b=?", (other, source))
        self._db.execute("DELETE FROM near WHERE a=?", (source,))
        self._db.execute("DELETE FROM hard WHERE source=?", (source,))
        self._db.execute("DELETE FROM translated WHERE a=? OR b=?", (source, source))
        self._db.execute("DELETE FROM same WHERE a=? OR b=?", (source, source))

    def voice(self, source: str) -> str:
        """The voice that a source speaks with: the first id of all the texts that it is one with."""
        seen, open_ = {source}, [source]
        while open_:
            for (other,) in self._db.execute("SELECT b FROM near WHERE a=?", (open_.pop(),)):
                if other not in seen:
                    seen.add(other)
                    open_.append(other)
        return min(seen)

    def editions(self, source: str) -> list[str]:
        """The sources that are one text with this one, itself left out."""
        return sorted(row[0] for row in self._db.execute("SELECT b FROM near WHERE a=?", (source,)))

    def several(self) -> set[str]:
        """The sources that are one text with another."""
        return {row[0] for row in self._db.execute("SELECT DISTINCT a FROM near")}

    def translations(self, source: str) -> list[str]:
        """The translations among them."""
        rows = self._db.execute("SELECT DISTINCT b FROM translated WHERE a=?", (source,))
        return sorted(row[0] for row in rows)

    def translated(self, source: str, label: str) -> list[tuple[str, str]]:
        """The same sentence in translations, as (source, label)."""
        rows = self._db.execute(
            "SELECT b, other FROM translated WHERE a=? AND label=? ORDER BY b", (source, label)
        )
        return [(row[0], row[1]) for row in rows]

    def aligned(self, source: str, other: str) -> dict[str, str]:
        """The sentences of two translations of a text, by label."""
        rows = self._db.execute(
            "SELECT label, other FROM translated WHERE a=? AND b=?", (source, other)
        )
        return {row[0]: row[1] for row in rows}

    def same_slots(self, slot: str) -> list[str]:
        """The names that stand where this one stands in a translation."""
        return [
            row[0]
            for row in self._db.execute(
                "SELECT DISTINCT other FROM same WHERE slot=? ORDER BY other", (slot,)
            )
        ]

    def same_names(self, source: str, other: str) -> list[tuple[str, str]]:
        """The slots of two translations that name one thing."""
        rows = self._db.execute(
            "SELECT slot, other FROM same WHERE a=? AND b=? ORDER BY slot", (source, other)
        )
        return [(row[0], row[1]) for row in rows]

    # -- near-copies

    def _put_near_copies(self, source: str, folded: list[str], share: float) -> None:
        hashes = {sentence_hash(f) for f in folded if len(f) > 20}
        for other, common in self._sharing(hashes, source):
            if common < 3:
                continue
            row = self._db.execute("SELECT folded FROM source WHERE id=?", (other,)).fetchone()
            if one_text(folded, row[0].split("\n"), share):
                self._join(source, other)

    def _join(self, source: str, other: str) -> None:
        self._db.executemany(
            "INSERT OR IGNORE INTO near VALUES(?,?)", [(source, other), (other, source)]
        )

    def _sharing(self, hashes: set[str], source: str) -> list[tuple[str, int]]:
        counts: Counter[str] = Counter()
        for part in chunks(sorted(hashes)):
            rows = self._db.execute(
                "SELECT source, COUNT(DISTINCT hash) FROM quotable"
                f" WHERE hash IN ({marks(part)}) AND source<>? AND label GLOB '[0-9]*' GROUP BY source",
                (*part, source),
            )
            for other, count in rows:
                counts[other] += count
        return sorted(counts.items())

    # -- translations

    def _put_translations(self, record: SourceRecord, load: LoadSentences) -> None:
        language = record.language.split("-")[0]
        tokens = hard_tokens(record.sentences)
        for other in self._likely(tokens, language):
            pairs = align(record.sentences, load(other))
            if pairs:
                self._join(record.id, other)
                self._keep_pairs(record.id, other, pairs)
                self._keep_names(record, other, pairs)
        self._db.executemany(
            "INSERT OR IGNORE INTO hard VALUES(?,?,?)",
            [(t, record.id, language) for t in sorted(tokens)],
        )

    def _likely(self, tokens: set[str], language: str) -> list[str]:
        counts: Counter[str] = Counter()
        for part in chunks(sorted(tokens)):
            rows = self._db.execute(
                f"SELECT source, COUNT(*) FROM hard WHERE token IN ({marks(part)}) AND language<>? GROUP BY source",
                (*part, language),
            )
            for other, count in rows:
                counts[other] += count
        likely = sorted(
            (-count, other) for other, count in counts.items() if count >= COMMON_TOKENS
        )
        return [other for _, other in likely[:CANDIDATES]]

    def _keep_pairs(self, source: str, other: str, pairs: list[tuple[str, str]]) -> None:
        rows = [(source, a, other, b) for a, b in pairs] + [(other, b, source, a) for a, b in pairs]
        self._db.executemany("INSERT OR IGNORE INTO translated VALUES(?,?,?,?)", rows)

    def _keep_names(self, record: SourceRecord, other: str, pairs: list[tuple[str, str]]) -> None:
        """Names that stand in aligned sentences again and again, and hardly anywhere else, are one thing's."""
        mine: dict[str, set[str]] = {}
        for subject in record.subjects:
            for label in subject.named_in:
                mine.setdefault(label, set()).add(subject.slot)
        theirs: dict[str, set[str]] = {}
        for slot, label in self._db.execute(
            "SELECT slot, label FROM mention WHERE source=?", (other,)
        ):
            theirs.setdefault(label, set()).add(slot)
        for slot, name in paired_names(
            [(mine.get(a, set()), theirs.get(b, set())) for a, b in pairs]
        ):
            self._db.execute(
                "INSERT OR IGNORE INTO same VALUES(?,?,?,?)", (slot, record.id, name, other)
            )
            self._db.execute(
                "INSERT OR IGNORE INTO same VALUES(?,?,?,?)", (name, other, slot, record.id)
            )


def paired_names(aligned: Iterable[tuple[set[str], set[str]]]) -> list[tuple[str, str]]:
    """The names (one of each side) that go together in aligned sentences, each at most once."""
    left: Counter[str] = Counter()
    right: Counter[str] = Counter()
    both: Counter[tuple[str, str]] = Counter()
    for a, b in aligned:
        left.update(a)
        right.update(b)
        both.update((x, y) for x in a - b for y in b - a)
    scored = [
        (2 * count / (left[x] + right[y]), count, x, y)
        for (x, y), count in both.items()
        if count >= TOGETHER
    ]
    taken: set[str] = set()
    found = []
    for dice, _, x, y in sorted(scored, key=lambda s: (-s[0], -s[1], sorted((s[2], s[3])))):
        if (
            x not in taken
            and y not in taken
            and _one_thing(dice, both[(x, y)], min(left[x], right[y]))
        ):
            taken |= {x, y}
            found.append((x, y))
    return found


def _one_thing(dice: float, together: int, rarer: int) -> bool:
    """Whether two names go together often enough: nearly always, or always for the rarer of them,
    which one language may say more often by its short form."""
    return dice >= DICE or (dice >= DICE_OF_RARER and together >= 3 and together >= 0.8 * rarer)


def sentence_hash(text: str) -> str:
    """What equal sentences have in common, case and marks aside."""
    return hashlib.blake2b(fold(text).encode(), digest_size=8).hexdigest()
