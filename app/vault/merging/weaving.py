"""The merged page, put together: which parts it has, where they stand, what stands between them."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.vault.merging.choosing import Choosing, Entry, same
from app.vault.merging.corresponding import Correspondence, Three
from app.vault.merging.offers import Offer
from app.vault.merging.page import LINED, Canonical, Page, Section, Sort, Unit, lines_of
from app.vault.merging.placing import (
    Part,
    in_order,
    insert_beside,
    insert_parts,
    insert_theirs,
    runs_on,
)


@dataclass(frozen=True, slots=True)
class Marks:
    """Footnote marks of statements: those that base has, those of them that theirs has no more, and
    those that are to be brought back."""

    known: frozenset[str]
    gone: frozenset[str]
    restoring: frozenset[str]

    def are_gone(self, labels: Iterable[str]) -> bool:
        """Whether all of these that were there before are gone, and any was."""
        known = self.known.intersection(labels)
        return bool(known) and known <= self.gone and not self.restoring.intersection(labels)


def marks_of(three: Three, restoring: frozenset[str]) -> Marks:
    """The marks of a merge."""
    known, there = (
        frozenset(label for unit in page.units for label in unit.labels)
        for page in (three.base, three.theirs)
    )
    return Marks(known, known - there, restoring)


class Weaving:
    """One merge: what holds for each part, then where it stands. With ``pinned`` the pages are the
    lines of one part."""

    def __init__(
        self, three: Three, canonical: Canonical, marks: Marks, *, pinned: bool = False
    ) -> None:
        self.three, self.canonical, self.marks = three, canonical, marks
        self.what = Correspondence(three, pinned=pinned)
        self.choosing = Choosing(canonical, self._within, marks.restoring)

    def _within(self, *lines: Page) -> tuple[str, list[Offer]]:
        """The lines of one part, merged."""
        weaving = Weaving(Three(*lines), self.canonical, self.marks, pinned=True)
        return weaving.text(weaving.parts()), weaving.choosing.offers

    # -- what holds

    def parts(self) -> list[Part]:
        """The sections of the merged page, in order."""
        by_new = {section: self._part_of_new(section) for section in self.three.new.sections}
        placed = self._placed_by_theirs()
        of_theirs = [
            by_new[self.what.section_new[s]]
            if s in self.what.section_new
            else self._part_of_theirs(s)
            for s in self.three.theirs.sections
        ]
        late = self._fill(by_new)
        for part in of_theirs:
            insert_theirs(part, placed)
        result = insert_parts(self._skeleton(by_new), of_theirs)
        self._insert_late(result, late, by_new)
        return result

    def _skeleton(self, by_new: dict[Section, Part]) -> list[Part]:
        """The sections in the order of the new text, without those that a person moved."""
        known = [s for s in self.three.theirs.sections if s in self.what.section_new]
        places = [self.what.section_of_theirs.get(s) for s in known]
        at = [self.three.base.sections.index(b) if b else -1 for b in places]
        old = [n for n, b in enumerate(places) if b is not None]
        stay = {known[old[n]] for n in in_order([at[n] for n in old])}
        moved = {
            self.what.section_new[s] for n, s in enumerate(known) if at[n] >= 0 and s not in stay
        }
        return [part for section, part in by_new.items() if section not in moved]

    def _part_of_new(self, section: Section) -> Part:
        theirs, base = self.what.section_theirs.get(section), self.what.section_of_new.get(section)
        part = Part(None, theirs, section)
        if section.heading is None:
            return part
        if theirs is None or theirs.heading is None:
            part.heading = Entry(section.heading.text, Sort.HEADING, new=section.heading)
            part.keep = base is None or self.what.synced
        elif base is None or base.heading is None:
            part.heading = self.choosing.of_two(theirs.heading, section.heading)
        else:
            part.heading = self.choosing.of_three(base.heading, theirs.heading, section.heading)
        return part

    def _part_of_theirs(self, section: Section) -> Part:
        """A section that the new text does not have: a person's, or one that goes if nothing of
        theirs is in it."""
        assert section.heading is not None
        base = self.what.section_of_theirs.get(section)
        heading = Entry(section.heading.text, Sort.HEADING, theirs=section.heading)
        ours = base is not None and base.heading is not None and same(section.heading, base.heading)
        return Part(heading, section, None, keep=not ours)

    def _placed_by_theirs(self) -> dict[Unit, Entry]:
        """The entries that stand where theirs has them: a person's own, and what they moved."""
        found = {}
        for unit in self.three.theirs.units:
            base = self.what.base_of.get(unit)
            if base is not None and base in self.what.new_of:
                if unit not in self.what.stay:
                    both = self.choosing.of_three(base, unit, self.what.new_of[base])
                    if (left := self._without_deleted(both)) is not None:
                        found[unit] = left
            elif unit not in self.what.both_added:
                entry = self.choosing.only_theirs(base, unit)
                if entry is not None:
                    found[unit] = entry
        return found

    def _fill(self, by_new: dict[Section, Part]) -> list[Entry]:
        """Put in what stands where the new text has it; those whose place is to be looked for once
        all else stands."""
        late = []
        for section, part in by_new.items():
            for unit in section.units:
                entry = self._entry_of_new(unit)
                if entry is None:
                    continue
                if entry.theirs is None and (unit.sort is Sort.NOTE or not part.keep):
                    late.append(entry)
                else:
                    part.entries.append(entry)
        return late

    def _entry_of_new(self, unit: Unit) -> Entry | None:
        base = self.what.base_of_new.get(unit)
        theirs = self.what.theirs_of.get(base) if base else self.what.added_of.get(unit)
        if base is not None and theirs is not None:
            if theirs not in self.what.stay:
                return None
            return self._without_deleted(self.choosing.of_three(base, theirs, unit))
        if theirs is not None:
            return self.choosing.of_two(theirs, unit)
        if self._is_deleted(base, unit):
            return None
        return self._without_deleted(Entry(unit.text, unit.sort, base, None, unit))

    def _is_deleted(self, base: Unit | None, new: Unit) -> bool:
        """Whether a person deleted what this part of the new text says. Of a table or a quote with
        marks each line is looked at by itself."""
        if self.what.synced or (new.labels | {new.name}) & self.marks.restoring:
            return False
        if new.labels and new.sort in LINED:
            return False
        return base is not None or self.marks.are_gone(new.labels)

    def _without_deleted(self, entry: Entry) -> Entry | None:
        """A part of the new text without the lines that a person deleted, wherever they stood; None
        where nothing is left that it is for."""
        new = entry.new
        if (
            self.what.synced
            or new is None
            or entry.text != new.text
            or not new.labels & self.marks.gone
        ):
            return entry
        lines = lines_of(new, self.canonical)
        left = [line for line in lines if not self.marks.are_gone(line.labels)]
        if not any(line.labels for line in left):
            return None
        if new.sort is Sort.ITEM and lines[0] not in left:  # what hangs on it needs it
            left.insert(0, lines[0])
        entry.text = "\n".join(line.text for line in left)
        return entry

    def _insert_late(
        self, parts: list[Part], late: Iterable[Entry], by_new: dict[Section, Part]
    ) -> None:
        for entry in late:
            assert entry.new is not None
            section = self.three.new.sections[entry.new.section]
            kin = [u for u in section.units if (u.sort is Sort.NOTE) == (entry.sort is Sort.NOTE)]
            if not insert_beside(parts, entry, kin):
                by_new[section].entries.append(entry)

    # -- the text

    def text(self, parts: list[Part]) -> str:
        """The sections as one text."""
        standing = (part for part in parts if part.keep or part.entries)
        entries = [e for part in standing for e in (part.heading, *part.entries) if e]
        pieces = []
        before: Entry | None = None
        for entry in entries:
            pieces += [self._gap(before, entry), entry.text]
            before = entry
        changed = self.three.theirs.tail != self.three.base.tail
        return "".join(pieces) + (self.three.theirs.tail if changed else self.three.new.tail)

    def _gap(self, before: Entry | None, entry: Entry) -> str:
        """What stands between two entries: what theirs or the new text has there, where they are
        neighbours in it."""
        one = before or Entry("", entry.sort)
        new = _gap_in(one.new, entry.new, before, entry)
        theirs = _gap_in(one.theirs, entry.theirs, before, entry)
        base = _gap_in(one.base, entry.base, before, entry)
        if new is not None and (theirs is None or theirs == base):
            return new
        if theirs is not None:
            return theirs
        return _default_gap(before, entry)


def _gap_in(one: Unit | None, other: Unit | None, before: Entry | None, entry: Entry) -> str | None:
    if other is None or other.sort is not entry.sort:
        return None
    if before is None:
        return other.gap if other.at == 0 else None
    if one is None or one.sort is not before.sort or other.at != one.at + 1:
        return None
    return other.gap


_CLOSE = frozenset({Sort.ITEM, Sort.NOTE, Sort.LINE})


def _default_gap(before: Entry | None, entry: Entry) -> str:
    if before is None:
        return ""
    if runs_on(before, entry):
        return " "
    if entry.sort is Sort.LINE:
        unit = entry.theirs or entry.new
        return unit.gap if unit and unit.gap else "\n"
    if before.sort is Sort.HEADING:  # as Vaultloom writes them: only a title stands apart
        return "\n" if before.text.startswith("##") else "\n\n"
    return "\n" if before.sort is entry.sort and entry.sort in _CLOSE else "\n\n"
