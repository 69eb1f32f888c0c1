"""Which of three texts holds for a part: theirs where they changed it, else the new one."""

from collections.abc import Callable
from dataclasses import dataclass, field

from app.vault.merging.offers import Offer
from app.vault.merging.page import LINED, Canonical, Page, Section, Sort, Unit, lines_of, split_at

_LOOKED_INTO = LINED | {Sort.ITEM}
_DOT = " · "

Within = Callable[[Page, Page, Page], tuple[str, list[Offer]]]


@dataclass(slots=True, eq=False)
class Entry:
    """A part of the merged page: its text, and the parts of base, theirs and new that it is."""

    text: str
    sort: Sort
    base: Unit | None = None
    theirs: Unit | None = None
    new: Unit | None = None


def same(one: Unit, other: Unit) -> bool:
    """Whether two parts say the same in the same form; padding and renamed pages do not count."""
    return one.plain == other.plain and one.sort is other.sort


@dataclass
class Choosing:
    """Chooses for one page, and gathers what is to be offered. ``within`` merges the lines of a part
    that both changed, or that lost a statement with a mark in ``restoring``."""

    canonical: Canonical
    within: Within
    restoring: frozenset[str] = frozenset()
    offers: list[Offer] = field(default_factory=list)

    def of_three(self, base: Unit, theirs: Unit, new: Unit) -> Entry:
        """What holds for a part that all three have."""
        entry = Entry(theirs.text, theirs.sort, base, theirs, new)
        back = self.restoring & (new.labels - theirs.labels)
        if back and theirs.sort in LINED:
            entry.text = self._both(base, theirs, new)
        elif new.text == base.text or (not same(theirs, base) and same(new, base)):
            pass
        elif same(theirs, base) or same(theirs, new):
            entry.text, entry.sort = new.text, new.sort
        else:
            entry.text = self._both(base, theirs, new)
        return entry

    def of_two(self, theirs: Unit, new: Unit) -> Entry:
        """What holds for a part that both added."""
        if same(theirs, new):
            return Entry(new.text, new.sort, None, theirs, new)
        self.offer(theirs, new.text)
        return Entry(theirs.text, theirs.sort, None, theirs, new)

    def only_theirs(self, base: Unit | None, theirs: Unit) -> Entry | None:
        """What holds for a part that the new text does not have; None where it goes. Whether a
        definition does is seen when all else stands."""
        if base is not None and theirs.sort is not Sort.NOTE:
            if same(theirs, base):
                return None
            self.offer(theirs, "")
        return Entry(theirs.text, theirs.sort, base, theirs)

    def offer(self, theirs: Unit, ours: str) -> None:
        """Remember that ours may be taken for theirs."""
        self.offers.append(Offer(theirs.under, theirs.text, ours))

    def _both(self, base: Unit, theirs: Unit, new: Unit) -> str:
        """A part that both changed, merged line by line where it has lines, else theirs."""
        parts = self._parts(base, theirs, new)
        if parts is None:
            self.offer(theirs, new.text)
            return theirs.text
        text, offers = self.within(_page(parts[0]), _page(parts[1]), _page(parts[2]))
        self.offers += [Offer(theirs.under, o.theirs, o.ours) for o in offers]
        return text

    def _parts(self, *units: Unit) -> list[list[Unit]] | None:
        sorts = {unit.sort for unit in units}
        if len(sorts) > 1 or any("```" in u.text or "~~~" in u.text for u in units):
            return None
        if sorts <= _LOOKED_INTO and any("\n" in u.text for u in units):
            columns = {u.text.partition("\n")[0].count("|") for u in units}
            if Sort.TABLE not in sorts or len(columns) == 1:
                return [lines_of(u, self.canonical) for u in units]
        one_line = not any("\n" in u.text or u.labels for u in units)
        if one_line and any(_DOT in u.text for u in units):
            return [split_at(u, _DOT, self.canonical) for u in units]
        return None


def _page(units: list[Unit]) -> Page:
    return Page("", [Section(None, units)], "")
