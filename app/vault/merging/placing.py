"""Where each part of a merged page stands.

What Vaultloom generated stands where the new text has it. What a person wrote, or moved, stands
behind what it stands behind in theirs.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from app.vault.merging.choosing import Entry
from app.vault.merging.page import Section, Sort, Unit

NOTES = "notes"


@dataclass(slots=True, eq=False)
class Part:
    """A section of the merged page. ``keep`` says that its heading stands though nothing follows it."""

    heading: Entry | None
    theirs: Section | None = None
    new: Section | None = None
    keep: bool = True
    entries: list[Entry] = field(default_factory=list)


def in_order(places: Sequence[int]) -> set[int]:
    """The indices of the longest run of places that rise: what was not moved. Of several the one
    that ends lowest."""
    ends: list[int] = []  # the index that a run of each length ends at
    before: dict[int, int] = {}
    for index, place in enumerate(places):
        length = bisect_left(ends, place, key=lambda end: places[end])
        before[index] = ends[length - 1] if length else -1
        ends[length : length + 1] = [index]
    found = set()
    index = ends[-1] if ends else -1
    while index >= 0:
        found.add(index)
        index = before[index]
    return found


def insert_theirs(part: Part, placed: Mapping[Unit, Entry]) -> None:
    """Put the entries of a person into a section, each behind what it stands behind in theirs."""
    if part.theirs is None:
        return
    here = {entry.theirs: entry for entry in part.entries if entry.theirs}
    behind: Entry | None = None
    for unit in part.theirs.units:
        if unit in placed:
            entry = placed[unit]
            at = 0 if behind is None else part.entries.index(behind) + 1
            part.entries.insert(_past_paragraph(part.entries, at, entry), entry)
            behind = entry
        else:
            behind = here.get(unit, behind)


def _past_paragraph(entries: Sequence[Entry], at: int, entry: Entry) -> int:
    """The place behind the paragraph that ``at`` is in the middle of, for what would part it."""
    if entry.sort is Sort.PIECE and entry.theirs and not entry.theirs.gap.count("\n"):
        return at
    while 0 < at < len(entries) and runs_on(entries[at - 1], entries[at]):
        at += 1
    return at


def runs_on(one: Entry, other: Entry) -> bool:
    """Whether two entries are pieces of one paragraph."""
    if one.sort is not Sort.PIECE or other.sort is not Sort.PIECE:
        return False
    pairs = ((one.theirs, other.theirs), (one.new, other.new))
    return any(a and b and a.paragraph == b.paragraph for a, b in pairs)


def insert_parts(parts: list[Part], of_theirs: Sequence[Part]) -> list[Part]:
    """``parts`` with those of a person, given with all of theirs in their order: each behind the one
    that it stands behind there. The person's notes stay last."""
    result = list(parts)
    there = set(parts)
    last = max((n for n, part in enumerate(of_theirs) if part in there), default=-1)
    behind: Part | None = None
    at_end = False
    for number, part in enumerate(of_theirs):
        if part not in there:
            at_end = at_end or (
                number > last and part.theirs is not None and part.theirs.name == NOTES
            )
            at = len(result) if at_end else result.index(behind) + 1 if behind else 0
            result.insert(at, part)
        behind = part
    return result


def insert_beside(parts: Sequence[Part], entry: Entry, neighbours: Sequence[Unit]) -> bool:
    """Put an entry beside the nearest of the units around it in the new text that stand somewhere;
    whether there is any."""
    assert entry.new is not None
    at = neighbours.index(entry.new)
    standing = {e.new: (part, e) for part in parts for e in part.entries if e.new}
    for offset, unit in [(1, u) for u in reversed(neighbours[:at])] + [
        (0, u) for u in neighbours[at + 1 :]
    ]:
        if unit in standing:
            part, beside = standing[unit]
            place = part.entries.index(beside) + offset
            part.entries.insert(_past_paragraph(part.entries, place, entry), entry)
            return True
    return False
