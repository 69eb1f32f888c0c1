"""Taking back steps of the journal, and taking that back: each is itself a step of the journal.

What undo brings back are the bytes before the last named step, its continuations included; what redo
brings back are the bytes before the undo. Either never writes over something newer: where a file was
changed since, what may happen to it is in ``Terms``, and if that is nothing, no file is touched.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from app.errors import NothingToUndo, NotOurs
from app.history.journal import Journal
from app.history.lines import patched
from app.history.step import Planned, Step
from app.saying import Said, say
from app.vault.writing import Changes, Write, digest

_NAMED_IN_WORDS = 5
Merge = Callable[[bytes, bytes, bytes], bytes | None]


def refuse(_before: bytes, _now: bytes, _after: bytes) -> None:
    """The merge that never dares."""
    return


@dataclass(frozen=True, slots=True)
class Terms:
    """What may be done with files that were changed since the step that is taken back.

    ``merge`` is given what the step left, what is there now and what is to come back, and gives both
    in one, or None; ``merge_of`` some files is another one. A file that only ``grows`` (a log) loses
    the lines that are taken back and keeps all others. What is ``made`` from the ledger (the index) is
    left as it is, with all files of the same name, since whoever asks makes it anew afterwards; the
    empty name is for all else. ``moved`` is where a file of the steps lies now, ``named`` what a person
    knows of a file that was changed. A file that its owner removed and is to stay ``away`` is passed over.
    """

    merge: Merge = refuse
    merge_of: Callable[[str], Merge | None] = lambda _path: None
    grows: Callable[[str], bool] = lambda _path: False
    made: Callable[[str], str] = lambda _path: ""
    moved: Callable[[str], str] = lambda path: path
    named: Callable[[str], str] = lambda path: path
    away: Callable[[str], bool] = lambda _path: False


@dataclass(frozen=True, slots=True)
class Stacks:
    """What can be taken back, the last done first, and what can be redone, the last undone first."""

    done: tuple[tuple[Step, ...], ...]
    undone: tuple[Step, ...]


@dataclass(slots=True)
class _Way:
    """What it takes to get from the files as they are to the bytes before some steps."""

    writes: dict[str, Write] = field(default_factory=dict)
    edited: set[str] = field(default_factory=set)
    left: set[str] = field(default_factory=set)


def stacks(journal: Journal) -> Stacks:
    """What can be taken back and redone, as far as the steps are kept.

    A continuation belongs to the named step that was the last when it was written, and does not keep
    anything from being redone; a continuation of nothing cannot be named, and is not taken back.
    """
    steps = journal.steps()
    gone = {number for step in steps for number in (*step.undoes, *step.redoes)}
    done: list[list[Step]] = []
    undone: list[Step] = []
    for step in (each for each in steps if each.number not in gone):
        if step.undoes:
            undone += [step] if step.planned else []
        elif step.label is None:
            for group in done[-1:]:
                group.append(step)
        else:
            undone = undone if step.redoes else []
            done.append([step])
    return Stacks(tuple(map(tuple, done[::-1])), tuple(undone[::-1]))


def undo_label(journal: Journal) -> str | None:
    """What ``undo`` would take back, None if there is nothing."""
    done = stacks(journal).done
    return done[0][0].label if done else None


def redo_label(journal: Journal) -> str | None:
    """What ``redo`` would do again, None if there is nothing."""
    undone = stacks(journal).undone
    return undone[0].label if undone else None


def undo(
    journal: Journal, also: Sequence[Write] = (), terms: Terms | None = None
) -> tuple[str, Changes]:
    """Take back the last named step and what continues it; its label and what that changed.

    ``also`` is written in the same step, such as the decision to leave what was taken back alone.
    Once more takes the step before. ``kept`` are files that are to be made anew (see ``Terms``).
    Killed in the middle, ``Journal.recover`` completes it. Raises NothingToUndo, having touched
    nothing, if there is no step or a file was changed since and may not be changed now.
    """
    journal.recover()
    done = stacks(journal).done
    if not done:
        raise NothingToUndo("There is nothing to take back.")
    way = _way_back(journal, done[0], terms or Terms())
    if way.edited:
        raise NothingToUndo(
            say(
                "“{label}” cannot be taken back: {paths} changed since.",
                label=done[0][0].label,
                paths=_listed(way.edited),
            ),
            remedy="What was written there would be lost, so everything stays as it is.",
        )
    return _commit(journal, done[0], way, also, undoes=[step.number for step in done[0]])


def redo(journal: Journal, terms: Terms | None = None) -> tuple[str, Changes]:
    """Do again what was taken back last; its label and what that changed, else as ``undo``.

    What was written in the same step as the taking back is taken back as well.
    """
    journal.recover()
    undone = stacks(journal).undone
    if not undone:
        raise NothingToUndo("There is nothing to do again.")
    way = _way_back(journal, undone[:1], terms or Terms())
    if way.edited:
        raise NothingToUndo(
            say(
                "“{label}” cannot be done again: {paths} changed since.",
                label=undone[0].label,
                paths=_listed(way.edited),
            ),
            remedy="What was written there would be lost, so everything stays as it is."
            " Compiling the source again brings it back.",
        )
    return _commit(journal, undone[:1], way, redoes=[undone[0].number])


def _commit(
    journal: Journal,
    group: Sequence[Step],
    way: _Way,
    also: Sequence[Write] = (),
    undoes: Sequence[int] = (),
    redoes: Sequence[int] = (),
) -> tuple[str, Changes]:
    label = group[0].label or ""
    changes = journal.commit(
        label, _with(journal, way, also), group[0].note, undoes=undoes, redoes=redoes
    )
    return label, replace(changes, kept=(*changes.kept, *sorted(way.left)))


def _with(journal: Journal, way: _Way, also: Sequence[Write]) -> list[Write]:
    """The writes, and those beside them. Both may concern a file that only grows: what is appended
    to it as it is now then follows what comes back."""
    both = dict(way.writes)
    for each in also:
        known = both.get(each.path)
        both[each.path] = each
        if known is not None:
            there = journal.read(each.path) or b""
            added = (each.after or b"")[len(there) :]
            both[each.path] = replace(known, after=(known.after or b"") + added)
    return list(both.values())


def _way_back(journal: Journal, group: Sequence[Step], terms: Terms) -> _Way:
    way = _Way()
    made: dict[str, set[str]] = {}
    for path in dict.fromkeys(terms.moved(each.path) for step in group for each in step.written):
        name = terms.made(path)
        if name:
            made.setdefault(name, set()).add(path)
        try:
            now = journal.read(path)
            before = _before(journal, path, group, now, terms)
        except NotOurs:
            if terms.away(path):
                continue  # nothing is there to be lost, and nothing is put there
            (way.left if name else way.edited).add(path if name else terms.named(path))
            continue
        way.writes[path] = Write(path, None if now is None else digest(now), before)
    for paths in made.values():
        if paths & way.left:
            way.left |= paths
    way.writes = {path: each for path, each in way.writes.items() if path not in way.left}
    return way


def _before(
    journal: Journal, path: str, group: Iterable[Step], now: bytes | None, terms: Terms
) -> bytes | None:
    """What is to be at ``path`` when the steps are taken back, the last first; NotOurs if it was
    changed since, even between two of them, and may not be."""
    for step in reversed(tuple(group)):
        for each in step.written:
            if terms.moved(each.path) == path:
                now = _reversed(journal, step, each, now, terms)
    return now


def _reversed(
    journal: Journal, step: Step, each: Planned, now: bytes | None, terms: Terms
) -> bytes | None:
    found = None if now is None else digest(now)
    if found == each.before:
        return now
    before, after = (_bytes(journal, step, name) for name in (each.before, each.after))
    if found == each.after:
        return before
    merged = None
    if terms.grows(each.path):
        merged = patched(after or b"", now or b"", before or b"")
    elif before is not None and now is not None and after is not None:
        merged = (terms.merge_of(each.path) or terms.merge)(after, now, before)
    if merged is None:
        raise NotOurs(
            say("“{path}” was changed by somebody else; it stays as it is.", path=each.path)
        )
    return None if not merged and None in (now, before) else merged


def _bytes(journal: Journal, step: Step, name: str | None) -> bytes | None:
    return None if name is None else journal.contents(step, [name])[name]


def _listed(paths: Iterable[str]) -> Said:
    named = sorted(paths)
    shown = tuple(say("“{value}”", value=path) for path in named[:_NAMED_IN_WORDS])
    more = len(named) - _NAMED_IN_WORDS
    if more > 0:
        return say("{shown} and {count} more", shown=shown, count=more)
    return say("{shown}", shown=shown)
