"""Fixes put into a text. Nothing is read or written here."""

from bisect import bisect_left, insort
from collections.abc import Container, Iterable
from difflib import SequenceMatcher
from itertools import accumulate

from app.lint.diagnostic import Edit, Fix, Risk


def apply(text: str, fixes: Iterable[Fix], allow: Container[Risk]) -> tuple[str, list[Fix]]:
    """``text`` with the allowed fixes in it, and which those are, in the order of their places.

    A fix goes in whole or not at all; one that overlaps an earlier one waits for the next run, as
    does one whose place no longer holds what it was made for.
    """
    wanted = [fix for fix in dict.fromkeys(fixes) if fix.risk in allow and _fits(text, fix)]
    applied: list[Fix] = []
    edits: list[Edit] = []
    for fix in sorted(wanted, key=lambda fix: min(fix.edits)):
        if all(_has_room(edits, edit) for edit in fix.edits):
            applied.append(fix)
            for edit in fix.edits:
                insort(edits, edit)
    return _edited(text, edits), applied


def edits(text: str, wanted: str) -> tuple[Edit, ...]:
    """The edits that make ``wanted`` of ``text``, whole lines each, in order."""
    lines, others = text.splitlines(keepends=True), wanted.splitlines(keepends=True)
    starts = [0, *accumulate(len(line) for line in lines)]
    return tuple(
        Edit(starts[a], starts[b], "".join(others[c:d]), "".join(lines[a:b]))
        for tag, a, b, c, d in SequenceMatcher(None, lines, others, autojunk=False).get_opcodes()
        if tag != "equal"
    )


def _fits(text: str, fix: Fix) -> bool:
    return bool(fix.edits) and all(text[edit.start : edit.end] == edit.before for edit in fix.edits)


def _has_room(edits: list[Edit], edit: Edit) -> bool:
    """Whether ``edit`` touches none of the others, and starts where none of them starts."""
    place = bisect_left(edits, edit.start, key=lambda other: other.start)
    after = edits[place] if place < len(edits) else None
    before = edits[place - 1] if place else None
    return (after is None or edit.start < after.start >= edit.end) and (
        before is None or before.end <= edit.start
    )


def _edited(text: str, edits: list[Edit]) -> str:
    pieces = []
    position = 0
    for edit in edits:
        pieces += [text[position : edit.start], edit.text]
        position = edit.end
    return "".join([*pieces, text[position:]])
