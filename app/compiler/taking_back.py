"""Taking back what was done, any number of steps, and doing it again."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import PurePosixPath
from typing import Any

from app.compiler.queue import Queue
from app.history.journal import Journal
from app.history.step import Step
from app.history.undo import Terms, redo, stacks, undo
from app.ledger.decisions import FOLDER as DECISIONS
from app.ledger.files import PAGES, PageRecord, dump_page, load_page, page_path
from app.ledger.ledger import Ledger
from app.saying import beside
from app.vault.merging import merge
from app.vault.writing import Changes, Write


@dataclass(frozen=True, slots=True)
class Past:
    """A step by its name and when it was done (ISO 8601, UTC; empty where that was not kept)."""

    label: str
    at: str

    def as_json(self) -> dict[str, object]:
        """As ``History.as_json`` has it."""
        return {"label": self.label, "at": self.at or None, **beside(label=self.label)}


@dataclass(frozen=True, slots=True)
class History:
    """What can be taken back and done again, each in the order in which that would happen."""

    undo: tuple[Past, ...]
    redo: tuple[Past, ...]

    def as_json(self) -> dict[str, object]:
        """As ``undo --list --json`` prints it and the worker tells it."""
        return {"undo": [p.as_json() for p in self.undo], "redo": [p.as_json() for p in self.redo]}


@dataclass
class TakingBack:
    """Undo and redo in an open vault.

    ``set_aside`` is the decision not to compile these bytes unasked, ``keep`` that the pages of these
    sources (ids) stay although they are gone; ``make_catalogue`` has the index
    and the overview made from the ledger. Pages that a person edited since are merged.
    """

    ledger: Ledger
    journal: Journal
    queue: Queue
    set_aside: Callable[[str], Write]
    keep: Callable[[Sequence[str]], Write]
    make_catalogue: Callable[[], Changes]

    def history(self) -> History:
        """What can be taken back and done again."""
        found = stacks(self.journal)
        return History(
            tuple(_past(group[0]) for group in found.done),
            tuple(_past(step) for step in found.undone),
        )

    def undo_note(self) -> Mapping[str, object]:
        """What is known of the step that ``undo`` would take back."""
        done = stacks(self.journal).done
        return done[0][0].note if done else {}

    def undo(self) -> tuple[str, Changes]:
        """Take back the last step; what was compiled is not compiled again unasked.

        Raises NothingToUndo, having touched nothing, as ``app.history.undo`` does.
        """
        note = self.undo_note()
        also = self._aside(note)
        label, changes = undo(self.journal, also, self._terms(stacks(self.journal).done[:1]))
        self.ledger.refresh()
        self.queue.taken_back(str(note.get("source", "")))
        self._make_left(changes)
        return label, changes

    def _aside(self, note: Mapping[str, object]) -> list[Write]:
        """The decision that goes with a taking back; one that was taken back itself comes back."""
        sha256, done = str(note.get("sha256", "")), stacks(self.journal).done
        taken = note.get("taken_away")
        if not done:
            return []
        said = any(
            each.path.startswith(f"{DECISIONS}/") for step in done[0] for each in step.planned
        )
        if isinstance(taken, list) and not said:
            return [self.keep([str(source) for source in taken])]
        return [self.set_aside(sha256)] if sha256 and not done[0][0].redoes else []

    def redo(self) -> tuple[str, Changes]:
        """Do again what was taken back last, the decision about its bytes included; else as ``undo``."""
        undone = stacks(self.journal).undone
        source = str(undone[0].note.get("source", "")) if undone else ""
        label, changes = redo(self.journal, self._terms([undone[:1]]))
        self.ledger.refresh()
        page = self.ledger.cache.pages.summary_of(source) if source else None
        self.queue.brought_back(source, page.path if page else "")
        self._make_left(changes)
        return label, changes

    def _make_left(self, changes: Changes) -> None:
        made = self._made()
        if any(path in made for path in changes.kept):
            self.make_catalogue()

    def _terms(self, groups: Iterable[Sequence[Step]]) -> Terms:
        made, moved = self._made(), self._moved([step for group in groups for step in group])
        log = self.ledger.cache.pages.by_id("log")
        growing = log.path if log else ""
        return Terms(
            merged_page,
            lambda path: merged_record if path.startswith(f"{PAGES}/") else None,
            lambda path: path == growing or path.startswith(f"{DECISIONS}/"),
            lambda path: made.get(path, ""),
            lambda path: moved.get(path, path),
            self._named,
            self._is_away,
        )

    def _is_away(self, path: str) -> bool:
        """Whether a page was deleted by its owner: it stays so."""
        row = self.ledger.cache.pages.at(path)
        return row is not None and self.journal.read(row.path) is None

    def _named(self, path: str) -> str:
        """The page that a file of the ledger is about."""
        ident = PurePosixPath(path).stem
        row = self.ledger.cache.pages.by_id(ident) if path == page_path(ident) else None
        return row.path if row else path

    def _moved(self, steps: Iterable[Step]) -> dict[str, str]:
        """The pages of these steps that were renamed or moved since: where they were, and where they
        are, as the ledger knows."""
        moved = {}
        for step in steps:
            records = [each for each in step.written if each.path.startswith(f"{PAGES}/")]
            names = {n for each in records for n in (each.before, each.after) if n is not None}
            for content in self.journal.contents(step, names).values():
                record = load_page(content, PAGES)
                row = self.ledger.cache.pages.by_id(record.id)
                if row is not None and row.path != record.path:
                    moved[record.path] = row.path
        return moved

    def _made(self) -> dict[str, str]:
        """The files of the catalogue, each by the id of its page."""
        rows = [row for row in self.ledger.cache.pages.catalogue() if row.id != "log"]
        return {path: row.id for row in rows for path in (row.path, page_path(row.id))}


def merged_page(left: bytes, now: bytes, back: bytes) -> bytes | None:
    """A page that its owner edited since a step that is taken back, with the edits and without the step;
    None where both changed one thing."""
    try:
        found = merge(left.decode(), now.decode(), back.decode())
    except UnicodeDecodeError:
        return None
    return None if found.offers else found.text.encode()


def _facts(record: PageRecord) -> dict[str, Any]:
    return {each.name: getattr(record, each.name) for each in fields(record)}


def merged_record(left: bytes, now: bytes, back: bytes) -> bytes | None:
    """What is known of a page, where it was moved or the like since a step that is taken back ``left`` it
    so: each fact as it is now if it changed since, else as it is to come ``back``. None where both
    changed one fact."""
    was, is_, comes = (_facts(load_page(content, PAGES)) for content in (left, now, back))
    facts = {}
    for name, value in was.items():
        if value not in (is_[name], comes[name]) and is_[name] != comes[name]:
            return None
        facts[name] = comes[name] if is_[name] == value else is_[name]
    return dump_page(PageRecord(**facts))


def _past(step: Step) -> Past:
    return Past(step.label or "", step.at)
