"""Which things' findings may be others after a change.

What others see of a note (whether it is there, its headings, block ids and aliases, what kind of page
it is) is compared with what they saw before, so that an edit of its text concerns it alone, and what it
links to otherwise than before.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.ledger.cache import Cache
from app.ledger.decisions import FOLDER as DECISIONS
from app.ledger.files import signature
from app.ledger.naming import key, words
from app.ledger.touched import Touches
from app.lint.checked import Checked
from app.vault.names import fold
from app.vault.obsidian_settings import stamp

_NEAR = 50
"""Names with one word that are looked at: a word that more have tells nothing."""


@dataclass(frozen=True, slots=True)
class Dependents:
    """What is to be looked at again: notes by path, sources by id, subjects by their slots. What is not
    there any more may be among it."""

    notes: frozenset[str] = frozenset()
    sources: frozenset[str] = frozenset()
    slots: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Face:
    """What other notes see of a file; ``incoming`` and ``into`` are those that link to it, and to a part
    of it."""

    is_there: bool
    headings: tuple[str, ...] = ()
    block_ids: tuple[str, ...] = ()
    aliases: frozenset[str] = frozenset()
    kind: tuple[object, ...] = ()
    incoming: frozenset[str] = frozenset()
    into: frozenset[str] = frozenset()


class Depending:
    """What depends on what in one vault."""

    def __init__(self, checked: Checked) -> None:
        self._checked = checked
        self._decided: dict[str, tuple[int, int]] = {}
        self._gone = checked.gone
        self._names_before: set[str] = set()

    def begin(self) -> None:
        """Everything is looked at now; what changes from here on counts."""
        if self._checked.cache is not None:
            self._checked.cache.touched.watch()
        self._checked.reaching.begin(self._checked.start)
        self._decided, self._gone = self._decisions(), self._checked.gone

    def on(
        self, changed: Iterable[str], sources: Iterable[str], subjects: Iterable[str]
    ) -> Dependents | None:
        """What depends on these, and on what the ledger took in since; None for everything. The index is
        refreshed."""
        cache, paths = self._checked.cache, set(changed)
        touches = cache.touched.take() if cache is not None else Touches()
        notes = self._of_files(paths)
        if touches.all or stamp(self._checked.root) != self._checked.obsidian.stamp:
            return None
        notes |= {*self._of_decisions(), *self._namesakes(touches.notes)}
        if cache is None:
            return Dependents(frozenset(notes))
        of_files = self._sources_at(paths | (self._gone ^ self._checked.gone))
        self._gone = self._checked.gone
        spoken = {*touches.sources, *sources}
        slots = {*subjects, *self._slots(touches, spoken)}
        slots |= self._named_as({*paths, *touches.notes})
        notes |= {*touches.pages, *self._showing(spoken | of_files), *self._pages_of(slots)}
        notes |= {self._checked.known.purpose()} if spoken else set()
        return Dependents(
            frozenset(notes), frozenset({*spoken, *touches.shown, *of_files}), frozenset(slots)
        )

    # -- of files

    def _of_files(self, changed: Iterable[str]) -> set[str]:
        index = self._checked.index
        paths = index.concerned(changed)
        paths |= {copy for path in paths for copy in index.maybe_copies(path)}
        before = {path: self._face(path) for path in paths}
        self._names_before = {name for face in before.values() for name in face.aliases}
        refreshed = index.refresh(paths)
        notes = {*refreshed.read, *refreshed.linked, *refreshed.targets}
        notes |= self._checked.reaching.again(refreshed.linked, self._checked.start)
        for path, old in before.items():
            notes |= set(self._seeing(path, old, self._face(path)))
        return notes

    def _face(self, path: str) -> _Face:
        index = self._checked.index
        note = index.notes.get(path)
        if note is None:
            return _Face(index.has(path))
        return _Face(
            True,
            tuple(heading.text for heading in note.headings),
            note.block_ids,
            frozenset(fold(alias.strip()) for alias in note.aliases),
            (
                index.is_generated(path),
                index.copy_of(path),
                note.is_utf8,
                str(note.properties.get("kind")),
            ),
            index.incoming(path),
            index.linking_into(path),
        )

    def _seeing(self, path: str, old: _Face, new: _Face) -> Iterator[str]:
        """The notes that saw of a file what is other now."""
        index = self._checked.index
        if (old.headings, old.block_ids) != (new.headings, new.block_ids):
            yield from old.into | new.into
        names = old.aliases ^ new.aliases
        if old.kind != new.kind:
            yield from old.incoming | new.incoming | index.targets(path)
            names = old.aliases | new.aliases
        if old.is_there != new.is_there:
            yield from index.mentioning(path.rpartition(".")[0])
            names |= {n for each in index.files.alike(path) for n in self._aliases(each)}
            names |= old.aliases | new.aliases
        for name in names:
            yield from index.mentioning(name)
        if names or old.is_there != new.is_there:
            yield from self._namesakes([path])

    def _aliases(self, path: str) -> set[str]:
        note = self._checked.index.notes.get(path)
        return {fold(alias.strip()) for alias in note.aliases} if note else set()

    def _namesakes(self, paths: Iterable[str]) -> Iterator[str]:
        """The notes that have the name of one of these, told apart in brackets or not."""
        index = self._checked.index
        for path in paths:
            yield from index.files.alike(path)
            for name in (fold(path.rpartition("/")[2].removesuffix(".md")), *self._aliases(path)):
                yield from index.in_brackets(name)

    # -- of the ledger

    def _decisions(self) -> dict[str, tuple[int, int]]:
        return signature(self._checked.root, DECISIONS, "", ".jsonl", any_name=True)

    def _of_decisions(self) -> set[str]:
        """The pages from which other statements are to stay away than before."""
        now = self._decisions()
        if now == self._decided:
            return set()
        before, self._decided = self._checked.away, now
        self._checked.look_at_decisions()
        away = self._checked.away
        pages = {page for page in {*before, *away} if before.get(page) != away.get(page)}
        return self._paths(pages)

    def _paths(self, pages: Iterable[str]) -> set[str]:
        cache = self._checked.cache
        rows = (cache.pages.by_id(page) for page in pages) if cache else ()
        return {row.path for row in rows if row is not None}

    def _sources_at(self, paths: Iterable[str]) -> set[str]:
        cache = self._checked.cache
        found = (cache.source_by(path=path) for path in paths) if cache else ()
        return {record.id for record in found if record is not None}

    def _slots(self, touches: Touches, sources: Iterable[str]) -> set[str]:
        """The slots of subjects that may be others, or of which other things are said or known."""
        cache = self._checked.cache
        if cache is None:
            return set()
        slots = {*touches.slots, *(s for each in sources for s in cache.subjects.slots_of(each))}
        slots |= {s for name in touches.names for s, _ in cache.subjects.slots_named(name)}
        slots |= {near for slot in touches.slots for near in self._near(cache, slot)}
        return slots | {other for slot in slots for other in cache.verdicts.judged_with(slot)}

    def _near(self, cache: Cache, slot: str) -> Iterator[str]:
        """The slots that have a name of this one's, or whose name may be a part of its name: whether it has
        a page concerns them."""
        for name in (slot, *cache.subjects.stated_keys(slot)):
            yield from (other for other, _ in cache.subjects.slots_named(name))
        for word in words(cache.subjects.called(slot)):
            yield from cache.subjects.slots_with(word, _NEAR)

    def _named_as(self, paths: Iterable[str]) -> set[str]:
        """The slots of subjects that files are called by, or were: these may be their pages."""
        cache = self._checked.cache
        if cache is None:
            return set()
        names = {name for path in paths for name in self._names_at(path)} | self._names_before
        return {slot for name in names for slot, _ in cache.subjects.slots_named(key(name))}

    def _names_at(self, path: str) -> set[str]:
        stem = path.rpartition("/")[2].rpartition(".")[0]
        names = {stem, stem.partition(" (")[0], *self._aliases(path)}
        return names | {name.replace("_", " ") for name in names}

    def _showing(self, sources: Iterable[str]) -> set[str]:
        cache = self._checked.cache
        if cache is None:
            return set()
        return self._paths({page for each in sources for page in cache.showing_source(each)})

    def _pages_of(self, slots: Iterable[str]) -> set[str]:
        cache = self._checked.cache
        known = self._checked.known
        return {known.subject(slot).path for slot in slots} - {""} if cache else set()
