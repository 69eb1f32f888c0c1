"""Rendered pages taken into a plan: made, changed, taken away, or left as their owner has them."""

from collections.abc import Callable, Mapping, Set
from dataclasses import asdict, dataclass, field, replace
from itertools import count
from pathlib import PurePosixPath

from app.compiler.building.plan import Plan
from app.compiler.deletions import Deletions
from app.compiler.edited import Edited, merged, one_name
from app.compiler.render import dispute
from app.compiler.render.bare_page import bare
from app.compiler.render.catalogue import CatalogueNames
from app.compiler.render.subject_page import Rendered
from app.ledger.files import PageRecord, dump_page, introduction_path, page_path
from app.ledger.ids import page_id
from app.ledger.ledger import Ledger, record_of, with_base
from app.ledger.pages import PageRow
from app.ledger.records import Kind
from app.vault.merging import Offer
from app.vault.names import fold, safe_stem, unique_stem
from app.vault.resting import Resting
from app.vault.rules import Rules
from app.vault.writing import Write, digest, read

TRASH = ".trash"


@dataclass
class PagePlan:
    """The pages of one build. ``there`` are the folded names of the vault's notes.

    ``summaries`` are the sources whose summaries are to be rendered again, ``touched`` the pages
    that were taken in, by id, ``placed`` those that lie elsewhere now, as they were before. What is
    taken away goes into the vault's trash where ``to_trash`` says so; ``made_again`` are pages (ids) that their
    owner deleted and wants back. ``generated`` are
    hashes of texts that were generated for pages on this device, by id. ``resting`` says which pages may
    be written now; the others are left alone, known to be behind. ``deletions`` are the
    statements that are to stay away from pages.
    """

    ledger: Ledger
    rules: Rules
    names: CatalogueNames
    there: Set[str]
    plan: Plan = field(default_factory=Plan)
    summaries: set[str] = field(default_factory=set)
    touched: dict[str, PageRow] = field(default_factory=dict)
    placed: list[PageRow] = field(default_factory=list)
    to_trash: bool = False
    made_again: set[str] = field(default_factory=set)
    generated: Mapping[str, Set[str]] = field(default_factory=dict)
    resting: Resting | None = None
    deletions: Deletions = field(default_factory=Deletions)
    taken: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.cache = self.ledger.cache
        ours = {fold(stem) for stem in asdict(self.names).values()}  # there before long
        self.taken = set(self.there) | ours | self.cache.pages.gone_names()

    def row(self, kind: Kind, of: str, title: str, date: str) -> PageRow:
        """The row of a new page under a name that is free."""
        stem = safe_stem(title)
        if fold(stem) in self.taken:
            stem = safe_stem(f"{title} ({kind.value})")
        stem = unique_stem(stem, self.taken)
        self.taken.add(fold(stem))
        return PageRow(
            page_id(kind.value, of),
            kind.value,
            of,
            f"{self.rules.folders.of(kind.value)}/{stem}.md",
            title,
            date,
        )

    def take(self, rendered: Rendered) -> None:
        """Plan the writes of a page that came out other than before; into one that a person edited goes
        what is new."""
        known = self.ledger.page_record(rendered.row.id)
        disk = read(self.ledger.root / rendered.row.path)
        if known is not None and disk is not None:
            self._notice(rendered.row, known, disk)
        rendered = replace(rendered, text=self.deletions.kept_away(rendered.row.id, rendered.text))
        row = replace(with_base(rendered.row, rendered.text), behind=False)
        old = set(known.shows) if known else set()
        if row.kind != Kind.SUMMARY:
            self.summaries |= {source for source, _ in old ^ set(rendered.shows)}
            self.summaries |= dispute.retold(known.base if known else "", rendered.text)
        if known is not None and not self._may_write(row, known):
            self._leave(row, rendered, known)
            return
        if known is None or (disk is None and row.id in self.made_again):
            self._create(row, rendered)
        elif disk is not None and self._is_unedited(digest(disk), row, known):
            self._update(row, rendered, disk, rendered.text.encode())
        elif disk is not None and (found := self._merged(row, known, disk, rendered.text)):
            self._merge(row, rendered, disk, found)
        else:
            self._wait(row, rendered, known)
        self.touched[row.id] = row

    def _may_write(self, row: PageRow, known: PageRecord) -> bool:
        """Whether a page may be written now: nobody is typing into it, it is here and in no conflict."""
        if self.resting is None:
            return True
        if not self.resting.is_here(row.path):
            return False
        disk = read(self.ledger.root / row.path)
        edited = disk is not None and not self._is_unedited(digest(disk), row, known)
        return self.resting.may_write(row.path, edited=edited)

    def _leave(self, row: PageRow, rendered: Rendered, known: PageRecord) -> None:
        """Leave a page alone for now; where there is something new for it, it is behind."""
        base, waits = digest(known.base.encode()), known.waits
        gone = read(self.ledger.root / row.path) is None
        kept = replace(row, base=base, gone=gone, waits=waits, behind=known.base != rendered.text)
        self.cache.pages.put(kept, rendered.shows)
        record = record_of(kept, known.base, rendered.shows, known.offers)
        self.write_ledger(f"p/{row.id}", page_path(row.id), dump_page(record))
        self.touched[row.id] = kept
        self.plan.left += [kept] if kept.behind else []

    def _is_unedited(self, found: str, row: PageRow, known: PageRecord) -> bool:
        """Whether a page is as it was generated, however its bytes came."""
        ours = {digest(known.base.encode()), row.base}
        return found in ours or found in self.generated.get(row.id, ())

    def remove(self, row: PageRow, into: PageRow | None = None) -> bool:
        """Plan to take a page away. One that its owner edited, or links to from a note of theirs, stays
        without what sources said; ``into`` is the page where that stands now."""
        known = self.ledger.page_record(row.id)
        if known is not None and not self._may_write(row, known):
            if self.is_owners(row) and known.base == bare(row, into).text:
                return False  # it says so already
            self.cache.pages.put(replace(row, behind=True))
            record = replace(known, behind=True)
            self.write_ledger(f"p/{row.id}", page_path(row.id), dump_page(record))
            return False
        disk = read(self.ledger.root / row.path)
        if known is None or disk is None:
            return False
        if not self._is_unedited(digest(disk), row, known) or self._is_linked_to(row):
            self.take(bare(row, into))
            return False
        self._go(row.path, disk)
        self.write_ledger(f"p/{row.id}", page_path(row.id), None)
        self.write_file(introduction_path(row.id), None)
        self.cache.pages.drop(row.id)
        self.plan.removed.append(row)
        self.taken.discard(fold(row.stem))
        self.summaries |= {source for source, _ in known.shows}
        return True

    def is_owners(self, row: PageRow) -> bool:
        """Whether the owner edited a page, or links to it from a note of theirs."""
        known, disk = self.ledger.page_record(row.id), read(self.ledger.root / row.path)
        if known is None or disk is None:
            return False
        return not self._is_unedited(digest(disk), row, known) or self._is_linked_to(row)

    def trash(self, path: str) -> None:
        """Plan to take away a file that is ours alone, a readable edition."""
        disk = read(self.ledger.root / path)
        if disk is not None:
            self._go(path, disk)

    def _go(self, path: str, disk: bytes) -> None:
        self.plan.writes.append(Write(path, digest(disk), None))
        if self.to_trash:
            name = PurePosixPath(path)
            for number in count(1):  # Obsidian's own names there (interop 8.1)
                place = f"{TRASH}/{name.stem}{f' {number}' if number > 1 else ''}{name.suffix}"
                planned = any(write.path == place for write in self.plan.writes)
                if not planned and not (self.ledger.root / place).exists():
                    self.plan.writes.append(Write(place, None, disk))
                    return

    def _is_linked_to(self, row: PageRow) -> bool:
        """Whether a note of the owner's links to a page that its subject's sources leave."""
        return self.to_trash and self.cache.others.links_to(row.path)

    def keep_place(self, row: PageRow) -> None:
        """Record where a page lies now, as it was last generated."""
        known = self.ledger.page_record(row.id)
        if known is not None:
            before = replace(row, path=known.path, title=known.title)
            self.placed.append(before)
            self.taken.discard(fold(before.stem))
            self.taken.add(fold(row.stem))
            kept = replace(known, path=row.path, title=row.title)
            self.write_ledger(f"p/{row.id}", page_path(row.id), dump_page(kept))

    def _create(self, row: PageRow, rendered: Rendered) -> None:
        """Plan a new file; whatever appears there meanwhile is somebody else's, and stays."""
        self._plan_page(row.path, None, rendered.text.encode())
        self.plan.created.append(row)
        self._keep(row, rendered)

    def _notice(self, row: PageRow, known: PageRecord, disk: bytes) -> None:
        if not self._is_unedited(digest(disk), row, known):
            self.deletions.notice(known, self.ledger.root / row.path, disk)

    def _merged(self, row: PageRow, known: PageRecord, disk: bytes, text: str) -> Edited | None:
        return merged(known, disk, text, self._name(), self.deletions.restoring.get(row.id, ()))

    def _name(self) -> Callable[[str], str]:
        """What gives one name for all links to a page, the name included that it had until now."""
        now = ((row, self.cache.pages.by_id(row.id)) for row in self.placed)
        return one_name({row.stem: after.stem for row, after in now if after})

    def _merge(self, row: PageRow, rendered: Rendered, disk: bytes, found: Edited) -> None:
        row = replace(row, waits=bool(found.offers) or row.id in self.deletions.asked)
        self._update(row, rendered, disk, found.content, found.offers)
        if row.waits:
            self.plan.waiting.append(row)

    def _update(
        self,
        row: PageRow,
        rendered: Rendered,
        disk: bytes,
        content: bytes,
        offers: tuple[Offer, ...] = (),
    ) -> None:
        if disk != content:
            self._plan_page(row.path, digest(disk), content)
            self.plan.updated = [each for each in self.plan.updated if each.id != row.id] + [row]
        else:  # what was planned when the overview was rendered first in this build
            self.plan.writes = [write for write in self.plan.writes if write.path != row.path]
        self._keep(row, rendered, offers)

    def _plan_page(self, path: str, before: str | None, after: bytes) -> None:
        """Plan a page's bytes; what was planned for it, or for another page of its name that goes in the
        same step, falls."""
        planned = next((write for write in self.plan.writes if write.path == path), None)
        if planned is not None:
            self.plan.writes.remove(planned)
            before = planned.before
        self.plan.writes.append(Write(path, before, after))

    def _wait(self, row: PageRow, rendered: Rendered, known: PageRecord) -> None:
        """The owner removed the page, or it is no text any more: it stays so, and the new text waits as a
        finding."""
        waits = known.base != rendered.text
        gone = read(self.ledger.root / row.path) is None
        kept = replace(row, base=digest(known.base.encode()), waits=waits, gone=gone)
        self.cache.pages.put(kept, rendered.shows)
        self.write_ledger(
            f"p/{row.id}",
            page_path(row.id),
            dump_page(record_of(kept, known.base, rendered.shows, known.offers)),
        )
        if waits:
            self.plan.waiting.append(row)

    def _keep(self, row: PageRow, rendered: Rendered, offers: tuple[Offer, ...] = ()) -> None:
        self.cache.pages.put(row, rendered.shows, rendered.text)
        path = page_path(row.id)
        record = dump_page(record_of(row, rendered.text, rendered.shows, offers))
        was = read(self.ledger.root / path)
        self.write_ledger(f"p/{row.id}", path, record)
        if was is not None and was != record:
            self.plan.records[row.path] = Write(path, digest(record), was)

    def answer(self, row: PageRow, record: PageRecord, content: bytes | None) -> None:
        """Plan what the owner of a page answered: its record, and its bytes where they change."""
        if content is not None:
            self.write_file(row.path, content)
            self.plan.updated.append(row)
        self.cache.pages.put(replace(row, waits=record.waits))
        self.write_ledger(f"p/{row.id}", page_path(row.id), dump_page(record))

    def write_decision(self, write: Write) -> None:
        """Plan a line of this device's decisions."""
        self.plan.writes.append(write)
        self.plan.files[f"d/{PurePosixPath(write.path).stem}"] = write.path

    def write_ledger(self, name: str, path: str, content: bytes | None) -> None:
        """Plan a file of the ledger that the cache knows by ``name``; None takes it away."""
        if self.write_file(path, content):
            self.plan.files[name] = path

    def write_file(self, path: str, content: bytes | None) -> bool:
        """Plan a write of one of the ledger's files, if it is not there as it should be."""
        disk = read(self.ledger.root / path)
        if disk == content:
            return False
        self.plan.writes = [w for w in self.plan.writes if w.path != path]
        self.plan.writes.append(Write(path, None if disk is None else digest(disk), content))
        return True
