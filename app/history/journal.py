"""The one gate: every change of a vault is a step that is done whole, and can be taken back.

A write-ahead log. The plan of a step, with the bytes before and after, is stored durably on this
device before the first file is touched; then the files are written one by one; then the step is
marked as finished. Killed at any instant, ``recover`` ends where an undisturbed run would have
ended: a plan that was stored is rolled forward, one that was not never happened.

Files that a person dropped stay when the compiling of them is undone: a caller copies sources to
``raw/`` outside the journal, and plans only what is made from them.

Whoever makes a ``Journal`` holds the vault (``app.history.lock``) for as long as it is used.
"""

import json
import os
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

from app.errors import NotOurs, VaultProblem
from app.history.step import Planned, Step, contents, pack, unpack
from app.paths import state_folder
from app.saying import of_system, say
from app.vault.writing import DISK, Changes, Files, Write, digest, locate, put, read, sweep

MOST_STEPS = 200
MOST_BYTES = 500_000_000
_EMPTY: Mapping[str, object] = MappingProxyType({})


def now() -> datetime:
    """The time of day, where nobody gives another clock."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class _Look:
    """The writes sorted by what stands in the vault at the moment of planning."""

    planned: tuple[Planned, ...]
    blobs: Mapping[str, bytes]
    unchanged: tuple[str, ...]
    kept: tuple[str, ...]


class Journal:
    """The steps of one vault on this device, kept for undo and redo up to 200 of them or 500 MB."""

    def __init__(
        self,
        vault: Path,
        files: Files = DISK,
        *,
        clock: Callable[[], datetime] = now,
        most_steps: int = MOST_STEPS,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        self._vault = vault
        self._files = files
        self._clock = clock
        self._most_steps = most_steps
        self._most_bytes = most_bytes
        self._folder = state_folder(vault) / "journal"
        self._folder.mkdir(exist_ok=True)
        self._sizes = _numbered(self._folder, ".zip")  # of all steps, oldest first
        self._done = set(_numbered(self._folder, ".done"))
        self._known: dict[int, Step] = {}  # those that were looked into
        self._wrote: dict[str, str | None] = {}

    def steps(self) -> tuple[Step, ...]:
        """The steps as far as they are kept, oldest first, those that take others back included."""
        found = [self._step(number) for number in list(self._sizes)]
        return tuple(step for step in found if step is not None)

    def commit(
        self,
        label: str | None,
        writes: Sequence[Write],
        note: Mapping[str, object] = _EMPTY,
        *,
        undoes: Sequence[int] = (),
        redoes: Sequence[int] = (),
    ) -> Changes:
        """Do ``writes`` as one step called ``label``.

        ``label`` None continues the named step before it: undo takes both back together. A file
        that has its new bytes already is ``unchanged`` and not written; one that is not what its
        write expects is somebody else's, is ``kept``, and the others go on. If nothing is left to
        write, nothing is stored. ``note`` is JSON that belongs to the step; ``undoes`` and ``redoes``
        are the numbers of the steps that this one takes back (see ``app.history.undo``); a named
        step without them is something new, with which what could be redone is forgotten.

        Raises VaultProblem where the system refuses a file; the step then waits, and the next
        ``commit``, ``recover`` or undo goes on with it first.
        """
        self.recover()
        look = self._look(writes)
        if not look.planned and not undoes and not redoes:
            return Changes(unchanged=look.unchanged, kept=look.kept)
        number = max(self._sizes, default=0) + 1
        at = self._clock().astimezone(UTC).isoformat(timespec="seconds")
        step = Step(number, label, look.planned, dict(note), tuple(undoes), tuple(redoes), at)
        self._store(step, look.blobs)
        done = changes_of(self._finish(step, look.blobs))
        return replace(done, unchanged=look.unchanged, kept=look.kept + done.kept)

    def recover(self) -> list[Step]:
        """Roll every stored but unfinished step forward and return it, finished.

        Each file: as it was planned upon, it is written; as planned already, it is left; anything
        else is a person's, and is kept.
        """
        recovered = []
        for number in [each for each in self._sizes if each not in self._done]:
            step = self._step(number)
            if step is None:
                continue
            for each in step.planned:
                self._sweep(each.path)
            names = {each.after for each in step.planned if each.after is not None}
            recovered.append(self._finish(step, contents(self._file(step.number), names)))
        self._tidy()
        return recovered

    def read(self, path: str) -> bytes | None:
        """What is in the vault at ``path``, None if nothing is; NotOurs for what is no plain file.

        Raises VaultProblem if the system refuses.
        """
        with _asked(path):
            return read(locate(self._vault, path))

    def wrote(self, path: str, sha256: str | None) -> bool:
        """Whether these bytes (None: no file) are what this program wrote last at ``path``."""
        return path in self._wrote and self._wrote[path] == sha256

    def contents(self, step: Step, names: Iterable[str]) -> dict[str, bytes]:
        """The bytes with these hashes, which ``step`` mentions."""
        return contents(self._file(step.number), names)

    def _step(self, number: int) -> Step | None:
        """The step of this number; None, and forgotten, if the disk damaged it.

        Steps are looked into only when they are asked for: starting costs no more with many.
        """
        if number not in self._known:
            file = self._file(number)
            try:
                step = unpack(file)
            except (FileNotFoundError, zipfile.BadZipFile, KeyError, ValueError):
                del self._sizes[number]  # nothing in it can be trusted, so it never happened
                return None
            self._known[number] = replace(step, kept=_kept(file.with_suffix(".done")))
        return self._known[number]

    def _look(self, writes: Sequence[Write]) -> _Look:
        if len({write.path for write in writes}) < len(writes):
            raise ValueError("a step writes each file once")
        planned, blobs, unchanged, kept = [], dict[str, bytes](), [], []
        for write in writes:
            after = None if write.after is None else digest(write.after)
            try:
                found = self.read(write.path)
            except NotOurs:
                kept.append(write.path)
                continue
            before = None if found is None else digest(found)
            if before == after:
                unchanged.append(write.path)
            elif before != write.before:
                kept.append(write.path)
            else:
                planned.append(Planned(write.path, before, after))
                blobs |= {digest(each): each for each in (found, write.after) if each is not None}
        return _Look(tuple(planned), blobs, tuple(unchanged), tuple(kept))

    def _store(self, step: Step, blobs: Mapping[str, bytes]) -> None:
        file = self._file(step.number)
        # The mark of a step whose file the disk lost must not pass for this one's.
        self._remove(file.with_suffix(".done"))
        self._done.discard(step.number)
        packed = pack(step, blobs)
        self._keep(file, packed)
        self._sizes[step.number] = len(packed)
        self._known[step.number] = step

    def _finish(self, step: Step, blobs: Mapping[str, bytes]) -> Step:
        written = [each for each in step.planned if self._write(each, blobs)]
        self._wrote |= {each.path: each.after for each in written}
        for folder in {locate(self._vault, each.path).parent for each in written}:
            if folder.is_dir():  # what was to be removed may be gone with its folder
                with _asked(str(folder)):
                    self._files.sync(folder)
        kept = {each.path for each in step.planned} - {each.path for each in written}
        mark = self._file(step.number).with_suffix(".done")
        self._keep(mark, json.dumps(sorted(kept), ensure_ascii=False).encode())
        finished = replace(step, kept=frozenset(kept))
        self._known[step.number] = finished
        self._done.add(step.number)
        self._tidy()
        return finished

    def _write(self, each: Planned, blobs: Mapping[str, bytes]) -> bool:
        """Whether the file is as planned now; False if it is somebody else's."""
        after = None if each.after is None else blobs[each.after]
        try:
            with _asked(each.path):
                put(self._vault, Write(each.path, each.before, after), self._files)
        except NotOurs:
            return False
        return True

    def _sweep(self, path: str) -> None:
        try:
            with _asked(path):
                sweep(locate(self._vault, path), self._files)
        except NotOurs:
            return  # it has become a link out of the vault; nothing of ours is there

    def _keep(self, file: Path, content: bytes) -> None:
        draft = file.with_name(f".{file.name}.tmp")
        with _asked(str(file)):
            self._files.write(draft, content, None)
            self._files.replace(draft, file)
            self._files.sync(self._folder)

    def _remove(self, file: Path) -> None:
        with _asked(str(file)):
            self._files.remove(file)

    def _file(self, number: int) -> Path:
        return self._folder / f"{number:08}.zip"

    def _tidy(self) -> None:
        """Forget what neither undo nor redo can take any more: what was taken back (whoever took it
        back holds all bytes of it), what could be redone once something new was done, and what is
        past the limits.

        The oldest go first. A step goes before the one that took it back, and never goes while it
        is unfinished.
        """
        newest = self._last()
        if newest is not None and newest.finished:
            for number in sorted({*newest.undoes, *newest.redoes} & self._sizes.keys()):
                self._forget(number)
            for number in self._outlived(newest):
                self._forget(number)
        while self._too_much():
            self._forget(min(self._sizes))

    def _outlived(self, newest: Step) -> list[int]:
        """What took steps back before ``newest``, if that is something new. All of it came after the
        new step before, so that only what came since is looked into."""
        if newest.label is None or newest.undoes or newest.redoes:
            return []
        found = []
        for number in sorted(self._sizes.keys() - {newest.number}, reverse=True):
            step = self._step(number)
            if step is not None and step.undoes:
                found.append(number)
            elif step is not None and step.label is not None and not step.redoes:
                break
        return found[::-1]

    def _last(self, *, named: bool = False) -> Step | None:
        """The newest step, or the newest that has a label."""
        for number in sorted(self._sizes, reverse=True):
            step = self._step(number)
            if step is not None and not (named and step.label is None):
                return step
        return None

    def _too_much(self) -> bool:
        """Whether the oldest step should go; the last named one and what continues it never do."""
        last = self._last(named=True)
        oldest = next((s for n in sorted(self._sizes) if (s := self._step(n))), None)
        if last is None or oldest is None or last.number == oldest.number or not oldest.finished:
            return False
        size = sum(self._sizes.values())
        headless = oldest.label is None
        return headless or len(self._sizes) > self._most_steps or size > self._most_bytes

    def _forget(self, number: int) -> None:
        file = self._file(number)
        self._remove(file)  # first: a plan without its mark would be done again
        self._remove(file.with_suffix(".done"))
        del self._sizes[number]
        self._known.pop(number, None)


def _numbered(folder: Path, ending: str) -> dict[int, int]:
    """The files of steps with this ending, by number, and their sizes."""
    with os.scandir(folder) as entries:
        found = [
            (e.name.removesuffix(ending), e.stat().st_size)
            for e in entries
            if e.name.endswith(ending)
        ]
    return {int(stem): size for stem, size in sorted(found) if stem.isdecimal()}


def changes_of(step: Step) -> Changes:
    """What a finished step did."""
    written = step.written
    return Changes(
        created=tuple(each.path for each in written if each.before is None),
        updated=tuple(each.path for each in written if each.before and each.after),
        removed=tuple(each.path for each in written if each.after is None),
        kept=tuple(each.path for each in step.planned if each not in written),
    )


def _kept(mark: Path) -> frozenset[str] | None:
    try:
        return frozenset(json.loads(mark.read_bytes()))
    except FileNotFoundError:
        return None
    except ValueError:  # damaged by the disk; that it is there says that the step was finished
        return frozenset()


@contextmanager
def _asked(path: str) -> Iterator[None]:
    """What the system is asked to do with a file; VaultProblem in words where it refuses."""
    try:
        yield
    except OSError as error:
        raise VaultProblem(
            say("“{path}” could not be read or written: {why}.", path=path, why=of_system(error)),
            remedy="Allow it, or free some space, then try again; nothing is lost.",
        ) from error
