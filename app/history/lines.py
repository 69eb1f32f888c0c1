"""Taking lines in and out of a file that only grows, such as a log, whatever else was added to it."""

from collections.abc import Sequence
from difflib import SequenceMatcher

_CONTEXT = 3
"""Lines before an insertion by which its place is found again; as many as a unified diff shows."""


def patched(before: bytes, now: bytes, after: bytes) -> bytes:
    """``now``, changed as ``before`` was to become ``after``.

    Lines that went are taken out where they stand together now; where they do not, somebody edited
    them and they stay. Lines that came stand after the same lines as there, else at the end.
    """
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    lines = now.splitlines(keepends=True)
    for first, last, added in reversed(_hunks(old, new)):
        _change(lines, old, first, last, added)
    return b"".join(lines)


def _hunks(old: list[bytes], new: list[bytes]) -> list[tuple[int, int, list[bytes]]]:
    """Which lines of ``old`` are replaced by which. What both begin and end with is set aside first:
    a log of years differs in a few lines only."""
    start = _same(old, new)
    end = _same(old[start:][::-1], new[start:][::-1])
    a, b = old[start : len(old) - end], new[start : len(new) - end]
    codes = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    return [(start + i, start + j, b[k:m]) for tag, i, j, k, m in codes if tag != "equal"]


def _same(one: Sequence[bytes], other: Sequence[bytes]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _change(
    lines: list[bytes], old: list[bytes], first: int, last: int, added: list[bytes]
) -> None:
    gone = old[first:last]
    if gone:
        place = _found(lines, gone)
        if place is not None:
            lines[place : place + len(gone)] = added
        return
    before = old[max(0, first - _CONTEXT) : first]
    place = _found(lines, before) if before else 0
    place = len(lines) if place is None else place + len(before)
    if place and not lines[place - 1].endswith(b"\n"):
        lines[place - 1] += b"\n"
    lines[place:place] = added


def _found(lines: list[bytes], wanted: list[bytes]) -> int | None:
    """Where these lines stand together, the last place of several."""
    ends = range(len(lines) - len(wanted), -1, -1)
    return next((n for n in ends if lines[n : n + len(wanted)] == wanted), None)
