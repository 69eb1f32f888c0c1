"""The ledger of one vault: its files, and the cache that answers from them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.errors import VaultProblem
from app.ledger.cache import Cache
from app.ledger.decisions import FOLDER as DECISIONS
from app.ledger.decisions import of_pairs
from app.ledger.files import (
    PAGES,
    SOURCES,
    PageRecord,
    introduction_path,
    load_introduction,
    load_page,
    load_source,
    page_path,
    signature,
    source_path,
)
from app.ledger.introductions import Introduction
from app.ledger.pages import PageRow
from app.ledger.records import SourceRecord
from app.ledger.rulings import Ruling, of_disputes
from app.paths import cache_folder
from app.vault.merging import Offer
from app.vault.writing import digest


@dataclass
class Fresh:
    """What files of the ledger that came from elsewhere changed: sources and the slots that they speak
    of, then and now; pages by id, with the hashes of the texts that were generated for them here."""

    slots: set[str] = field(default_factory=set)
    sources: set[str] = field(default_factory=set)
    pages: set[str] = field(default_factory=set)
    texts: dict[str, set[str]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.slots or self.sources or self.pages)

    def source(self, cache: Cache, source: str) -> None:
        """Take in what the cache knows of a source."""
        self.sources.add(source)
        self.slots |= {*cache.subjects.slots_of(source), *cache.verdicts.slots_with(source)}
        self.slots |= cache.subjects.names_beside(source)
        self.pages |= cache.showing_editions(source)

    def ruling(self, cache: Cache, ruling: Ruling) -> None:
        """Take in what the cache knows of the sentences of a disagreement."""
        self.slots |= cache.subjects.slots_at(ruling.places) | ruling.named
        self.pages |= cache.pages.showing(ruling.places)

    def page(self, cache: Cache, page: str) -> None:
        """Take in what the cache knows of a page that another device rendered as well."""
        self.pages.add(page)
        row = cache.pages.by_id(page)
        if row is not None:
            self.texts.setdefault(page, set()).add(row.base)


class Ledger:
    """What Vaultloom knows of a vault. Opening it takes in whatever changed in its files."""

    def __init__(self, root: Path, one_text_from: float, cache: Path | None = None) -> None:
        """``cache`` is the database, by default that of this device for this vault."""
        self.root = root
        self._share = one_text_from
        self.cache = Cache(cache or cache_folder(root) / "ledger.sqlite")
        self.fresh = Fresh()
        self.refresh()

    def close(self) -> None:
        """Let go of the cache."""
        self.cache.close()

    def refresh(self) -> None:
        """Take in the files of the ledger that are not the ones that the cache knows. What changed by
        it is kept in ``fresh``, unless the cache knew nothing: then it was only filled."""
        found = signature(self.root, SOURCES, "s/") | signature(self.root, PAGES, "p/")
        found |= signature(self.root, DECISIONS, "d/", ".jsonl", any_name=True)
        seen = self.cache.seen()
        if found == seen:
            return
        fresh = self.fresh if seen else Fresh()
        self.cache.begin()
        for name in sorted(seen.keys() - found.keys()):
            self._forget(name, fresh)
        for name in sorted(n for n, stamp in found.items() if seen.get(n) != stamp):
            self._take_in(name, found[name], fresh)
        self.cache.commit()

    def _take_said(self, fresh: "Fresh") -> None:
        """Take in what the person said on all devices."""
        before, now = self.cache.verdicts.said(), of_pairs(self.root)
        if before != now:
            fresh.slots |= {slot for pair, _ in before.items() ^ now.items() for slot in pair}
            self.cache.verdicts.unsay()
            self.cache.verdicts.say(now)
        self._take_ruled(fresh)

    def _take_ruled(self, fresh: "Fresh") -> None:
        """Take in what the person said of disagreements on all devices."""
        before, kept = self.cache.rulings.all(), of_disputes(self.root)
        now = [each.ruling for each in kept]
        for ruling in {*before} ^ {*now}:
            fresh.ruling(self.cache, ruling)
        self.cache.rulings.unsay()
        self.cache.rulings.say(kept)

    def _forget(self, name: str, fresh: "Fresh") -> None:
        kind, _, ident = name.partition("/")
        if kind == "d":
            self._take_said(fresh)
        elif kind == "s":
            fresh.source(self.cache, ident)
            self.cache.drop_source(ident)
        else:
            fresh.pages.add(ident)
            self.cache.pages.drop(ident)
        self.cache.put_seen(name, None)

    def _take_in(self, name: str, stamp: tuple[int, int], fresh: "Fresh") -> None:
        kind, _, ident = name.partition("/")
        if kind == "d":
            self._take_said(fresh)
        elif kind == "s":
            path = source_path(ident)
            fresh.source(self.cache, ident)
            self.cache.put_source(load_source((self.root / path).read_bytes(), path), self._share)
            fresh.source(self.cache, ident)
        else:
            path = page_path(ident)
            record = load_page((self.root / path).read_bytes(), path)
            fresh.page(self.cache, ident)
            self.cache.pages.put(row_of(record), record.shows, record.base)
        self.cache.put_seen(name, stamp)

    def put_source(self, record: SourceRecord) -> None:
        """Take a source into the cache, ahead of its file being written."""
        self.cache.put_source(record, self._share)

    def written(self, files: Mapping[str, str]) -> None:
        """Remember these files ("s/k3f" or "p/9d4hwn" to path) as taken in, as they now stand on disk."""
        for name, path in files.items():
            place = self.root / path
            if place.exists():
                stat = place.stat()
                self.cache.put_seen(name, (stat.st_size, stat.st_mtime_ns))
            else:
                self.cache.put_seen(name, None)

    def page_record(self, page: str) -> PageRecord | None:
        """A page's record with its last generated text, None if it has none."""
        place = self.root / page_path(page)
        if not place.is_file():
            return None
        return load_page(place.read_bytes(), page_path(page))

    def introduction(self, page: str) -> Introduction | None:
        """What is kept of a page's introduction; None if none was asked for, or if its file is damaged,
        without which nothing is lost but an order of statements."""
        place = self.root / introduction_path(page)
        try:
            return load_introduction(place.read_bytes(), introduction_path(page))
        except (FileNotFoundError, VaultProblem):
            return None


def row_of(record: PageRecord) -> PageRow:
    """A page's record as the cache keeps it."""
    return PageRow(
        record.id,
        record.kind,
        record.of,
        record.path,
        record.title,
        record.created,
        digest(record.base.encode()),
        record.gist,
        record.statements,
        record.voices,
        record.disputed,
        record.aliases,
        record.waits,
        note=record.note,
        behind=record.behind,
    )


def record_of(
    row: PageRow,
    base: str,
    shows: tuple[tuple[str, str], ...],
    offers: tuple[Offer, ...] = (),
) -> PageRecord:
    """A page's row as a record, with its generated text and what is offered for it."""
    return PageRecord(
        row.id,
        row.kind,
        row.of,
        row.path,
        row.title,
        row.created,
        base,
        row.waits,
        row.gist,
        row.statements,
        row.voices,
        row.disputed,
        row.aliases,
        shows,
        row.note,
        row.behind,
        offers,
    )


def with_base(row: PageRow, text: str) -> PageRow:
    """A row that knows ``text`` as its last generated one."""
    return replace(row, base=digest(text.encode()))
