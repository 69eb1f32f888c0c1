"""What of a person's page and of a new text is what of the last one, parts and sections."""

from dataclasses import dataclass

from app.vault.merging.choosing import same
from app.vault.merging.matching import matched, sections, surely
from app.vault.merging.page import Page, Section, Unit
from app.vault.merging.placing import in_order


@dataclass(frozen=True, slots=True)
class Three:
    """What was last generated, what stands there now, and what is new."""

    base: Page
    theirs: Page
    new: Page


class Correspondence:
    """What is what in three pages.

    ``theirs_of`` and ``new_of`` lead from parts of base, ``base_of`` and ``base_of_new`` back;
    ``both_added`` leads from theirs to new where base has neither. ``synced`` says that theirs holds
    a statement that was generated elsewhere. ``stay`` are the parts of theirs that nobody moved.
    """

    def __init__(self, three: Three, *, pinned: bool = False) -> None:
        self.base, self.theirs, self.new = three.base, three.theirs, three.new
        self._match(pinned=pinned)
        self._match_sections()
        self.stay = self._unmoved()

    def _match(self, *, pinned: bool) -> None:
        base, theirs, new = self.base.units, self.theirs.units, self.new.units
        """Parts that are one."""
        self.theirs_of = matched(base, theirs, pinned=pinned)
        self.new_of = matched(base, new, pinned=pinned)
        self._rematch_joined()
        self.base_of = {t: b for b, t in self.theirs_of.items()}
        self.base_of_new = {n: b for b, n in self.new_of.items()}
        self.both_added = surely(
            [t for t in theirs if t not in self.base_of],
            [n for n in new if n not in self.base_of_new],
        )
        self.added_of = {n: t for t, n in self.both_added.items()}
        self.synced = any(t.labels and same(t, n) for t, n in self.both_added.items())

    def _rematch_joined(self) -> None:
        """A new statement that joins one which was deleted with one which was not is the latter."""
        for base, new in list(self.new_of.items()):
            if base in self.theirs_of or not new.labels:
                continue
            kept = (b for b in self.base.units if b in self.theirs_of and b not in self.new_of)
            other = next((b for b in kept if b.labels & new.labels), None)
            if other is not None:
                del self.new_of[base]
                self.new_of[other] = new

    def _match_sections(self) -> None:
        """Sections that are one; what both added goes by its heading."""
        theirs_of = sections(self.base, self.theirs, self.theirs_of)
        new_of = sections(self.base, self.new, self.new_of)
        self.section_of_theirs = {t: b for b, t in theirs_of.items()}
        self.section_of_new = {n: b for b, n in new_of.items()}
        self.section_theirs = {n: theirs_of[b] for b, n in new_of.items() if b in theirs_of}
        free = [t for t in self.theirs.sections if t not in self.section_of_theirs]
        for new in self.new.sections:
            if new not in self.section_of_new:
                found = next((t for t in free if t.name == new.name), None)
                if found is not None:
                    self.section_theirs[new] = found
                    free.remove(found)
        self.section_new = {t: n for n, t in self.section_theirs.items()}
        self._section_theirs_of = theirs_of

    def _unmoved(self) -> set[Unit]:
        """The parts of theirs that stand in their section, in the order, in which they stood."""
        found: set[Unit] = set()
        for section in self.theirs.sections:
            stayed = [u for u in section.units if self._is_at_home(u, section)]
            run = in_order([self.base_of[u].at for u in stayed])
            found |= {stayed[index] for index in run}
        return found

    def _is_at_home(self, unit: Unit, section: Section) -> bool:
        base = self.base_of.get(unit)
        if base is None:
            return False
        return self._section_theirs_of.get(self.base.sections[base.section]) is section
