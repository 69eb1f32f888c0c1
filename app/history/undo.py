"""Taking back the last step of the journal, which is itself a step of the journal.

What undo brings back are the bytes before the last named step, its continuations included. It
never writes over something newer: if any of the files was edited since, even between the step and
its continuation, nothing is touched.
"""

from collections.abc import Sequence

from app.errors import NothingToUndo, NotOurs
from app.history.journal import Journal
from app.history.step import Step
from app.saying import Said, say
from app.vault.writing import Changes, Write, digest

_NAMED_IN_WORDS = 5


def undo_label(journal: Journal) -> str | None:
    """What ``undo`` would take back, None if there is nothing."""
    group = _last_group(journal)
    return group[0].label if group else None


def undo(journal: Journal, also: Sequence[Write] = ()) -> tuple[str, Changes]:
    """Take back the last named step and what continues it; its label and what that changed.

    ``also`` is written in the same step, such as the decision to leave what was taken back alone.
    Once more takes the step before. Killed in the middle, ``Journal.recover`` completes it.
    Raises NothingToUndo, having touched nothing, if there is no step or a file was edited since.
    """
    journal.recover()
    group = _last_group(journal)
    if not group or group[0].label is None:
        raise NothingToUndo("There is nothing to take back.")
    label = group[0].label
    writes, edited = _backwards(journal, group)
    if edited:
        raise NothingToUndo(
            say(
                "“{label}” cannot be taken back: {paths} changed since.",
                label=label,
                paths=_listed(edited),
            ),
            remedy="What was written there would be lost, so everything stays as it is.",
        )
    return label, journal.commit(label, [*writes, *also], undoes=[step.number for step in group])


def _last_group(journal: Journal) -> list[Step]:
    """The last named step and its continuations; a continuation of nothing is no group."""
    steps = [step for step in journal.steps() if not step.undoes]
    named = [i for i, step in enumerate(steps) if step.label is not None]
    return steps[named[-1] :] if named else []


def _backwards(journal: Journal, group: list[Step]) -> tuple[list[Write], list[str]]:
    """The writes that bring the old bytes back, and the files that were edited since."""
    first: dict[str, tuple[Step, str | None]] = {}
    last: dict[str, str | None] = {}
    edited: list[str] = []
    for step in group:
        for each in step.written:
            if last.get(each.path, each.before) != each.before:
                edited.append(each.path)
            first.setdefault(each.path, (step, each.before))
            last[each.path] = each.after
    writes = []
    for path, (step, before) in first.items():
        content = None if before is None else journal.contents(step, [before])[before]
        writes.append(Write(path, last[path], content))
    now_edited = [w.path for w in writes if _edited(journal, w)]
    return writes, sorted({*edited, *now_edited})


def _edited(journal: Journal, write: Write) -> bool:
    """Whether the file is neither what the steps left there nor what undo would bring back."""
    try:
        found = journal.read(write.path)
    except NotOurs:
        return True
    now = None if found is None else digest(found)
    return now not in (write.before, None if write.after is None else digest(write.after))


def _listed(paths: list[str]) -> Said:
    shown = tuple(say("“{value}”", value=path) for path in paths[:_NAMED_IN_WORDS])
    more = len(paths) - _NAMED_IN_WORDS
    if more > 0:
        return say("{shown} and {count} more", shown=shown, count=more)
    return say("{shown}", shown=shown)
