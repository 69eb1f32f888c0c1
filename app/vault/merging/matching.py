"""Which part of one text is which of another: by its words, its footnote marks, its likeness."""

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence

from app.vault.merging.page import LINED, Page, Section, Sort, Unit

Pairs = dict[Unit, Unit]

ALIKE = 0.6
"""From which likeness on a part without marks counts as reworded; below it is another one. Tried on
edits of pages of the samples: two paragraphs of one page are alike to 0.45 at most."""

_MOST_COMPARED = 2500  # pairs; likeness is not looked at in hostile pages
_MOST_USES = 50  # of a mark on one page, likewise
_LONGEST_COMPARED = 4000
_MARK = re.compile(r"\[\^[^\]\[\s]+\]")
_CALLOUT = re.compile(r"^ {0,3}> ?(\[![^\]]*\])")


def matched(ones: Sequence[Unit], others: Sequence[Unit], *, pinned: bool = False) -> Pairs:
    """Parts of ``ones`` with those of ``others`` that they are, each at most once.

    What is equal goes first, then equal marks, then marks in common, then likeness within a section.
    With ``pinned`` the first of the one is the first of the other, whatever they are.
    """
    pairs = _Pairing(ones, others)
    if pinned and ones and others:
        pairs.put(ones[0], others[0])
    pairs.by(lambda u: (u.under, u.sort, u.plain) if not u.name else None)
    pairs.by(lambda u: u.name or None)
    pairs.by(lambda u: u.plain if not u.name else None)
    pairs.by(lambda u: (u.under, u.sort, u.labels) if u.labels else None, likeliest=True)
    pairs.by(lambda u: (u.labels, u.sort in LINED and u.sort) if u.labels else None, likeliest=True)
    pairs.by_common_marks()
    pairs.by(lambda u: (u.under, _shape(u)) if _shape(u) else None)
    pairs.by_likeness()
    return pairs.found


def surely(ones: Sequence[Unit], others: Sequence[Unit]) -> Pairs:
    """Parts that are equal, or that have the same marks and are alike: what two added alike."""
    pairs = _Pairing(ones, others)
    pairs.by(lambda u: u.name or None)
    pairs.by(lambda u: (u.section, u.plain) if not u.name else None)
    pairs.by(lambda u: u.plain if not u.name else None)
    for one in pairs.rest(pairs.ones):
        for other in pairs.rest(pairs.others):
            if one.labels and one.labels == other.labels and likeness(one, other) >= ALIKE:
                pairs.put(one, other)
                break
    return pairs.found


def likeness(one: Unit, other: Unit) -> float:
    """How alike the words of two parts are, from 0 to 1."""
    from rapidfuzz import fuzz  # only where texts are compared: commands start sooner

    if max(len(one.plain), len(other.plain)) > _LONGEST_COMPARED:
        return float(one.plain == other.plain)
    return fuzz.ratio(_MARK.sub("", one.plain), _MARK.sub("", other.plain)) / 100


def _likeliest(one: Unit, others: Sequence[Unit]) -> Unit:
    return max(others, key=lambda other: likeness(one, other))


def sections(one: Page, other: Page, pairs: Pairs) -> dict[Section, Section]:
    """Sections of ``one`` with those of ``other`` that they are: by heading, the title by its level,
    and one with another heading where most of what is in it is the same."""
    found = {one.sections[0]: other.sections[0]}
    _by_heading(one.sections[1:], other.sections[1:], found)
    titles = [_title(page) for page in (one, other)]
    left = {s for s in other.sections if s not in set(found.values())}
    if titles[0] and titles[0] not in found and titles[1] in left:
        found[titles[0]] = titles[1]
        left.discard(titles[1])
    for section in one.sections:
        if section not in found and (renamed := _mostly(section, other, pairs)) in left:
            found[section] = renamed
            left.discard(renamed)
    return found


def _by_heading(
    ones: Sequence[Section], others: Sequence[Section], found: dict[Section, Section]
) -> None:
    waiting: dict[str, list[Section]] = defaultdict(list)
    for section in reversed(others):
        waiting[section.name].append(section)
    for section in ones:
        if waiting[section.name]:
            found[section] = waiting[section.name].pop()


def _title(page: Page) -> Section | None:
    ones = (s for s in page.sections[1:] if s.heading and re.match(r" {0,3}#\s", s.heading.text))
    return next(ones, None)


def _mostly(section: Section, other: Page, pairs: Pairs) -> Section | None:
    counts: dict[int, int] = defaultdict(int)
    for unit in section.units:
        if unit in pairs:
            counts[pairs[unit].section] += 1
    best = max(counts, key=lambda n: (counts[n], -n), default=None)
    if best is None or counts[best] * 2 <= len(section.units):
        return None
    return other.sections[best]


def _shape(unit: Unit) -> str:
    """What kind of thing without marks it is, where its words are bound to change: a callout of a
    kind, a table with such a head."""
    if unit.labels:
        return ""
    if unit.sort is Sort.TABLE:
        return unit.plain.partition("\n")[0]
    match = _CALLOUT.match(unit.text) if unit.sort is Sort.QUOTE else None
    return match[1] if match else ""


class _Pairing:
    def __init__(self, ones: Sequence[Unit], others: Sequence[Unit]) -> None:
        self.ones, self.others = ones, others
        self.found: Pairs = {}
        self._taken: set[Unit] = set()

    def rest(self, units: Iterable[Unit]) -> list[Unit]:
        return [u for u in units if u not in self.found and u not in self._taken]

    def put(self, one: Unit, other: Unit) -> None:
        self.found[one] = other
        self._taken.add(other)

    def by(self, key: Callable[[Unit], Hashable], *, likeliest: bool = False) -> None:
        """Pair what has the same key, in order, or the likeliest first; None is no key."""
        waiting: dict[Hashable, list[Unit]] = defaultdict(list)
        for other in self.rest(self.others):
            waiting[key(other)].append(other)
        for one in self.rest(self.ones):
            if (found := key(one)) is None or not waiting[found]:
                continue
            here = waiting[found]
            several = likeliest and 1 < len(here) < 50
            best = _likeliest(one, here) if several else here[0]
            here.remove(best)
            self.put(one, best)

    def by_common_marks(self) -> None:
        """Pair what has marks in common, the larger share first."""
        using: dict[str, list[Unit]] = defaultdict(list)
        for other in self.rest(self.others):
            for label in other.labels:
                if len(using[label]) < _MOST_USES:
                    using[label].append(other)
        scored = []
        for n, one in enumerate(self.rest(self.ones)):
            for other in {o.at: o for label in sorted(one.labels) for o in using[label]}.values():
                if one.sort is not other.sort and {one.sort, other.sort} & LINED:
                    continue  # statements that moved into a table are looked at line by line
                share = len(one.labels & other.labels) / len(one.labels | other.labels)
                scored.append((-share, one.under != other.under, n, other.at, one, other))
        for *_, one, other in sorted(scored, key=lambda s: s[:4]):
            if one not in self.found and other not in self._taken:
                self.put(one, other)

    def by_likeness(self) -> None:
        """Pair what has no marks and is alike, within one section and of one sort."""
        ones = [u for u in self.rest(self.ones) if not u.labels and u.plain and not u.name]
        others = [u for u in self.rest(self.others) if not u.labels and u.plain and not u.name]
        if len(ones) * len(others) > _MOST_COMPARED:
            return
        scored = [
            (-value, one.at, other.at, one, other)
            for one in ones
            for other in others
            if one.under == other.under and one.sort is other.sort
            if (value := likeness(one, other)) >= ALIKE
        ]
        for *_, one, other in sorted(scored, key=lambda s: s[:3]):
            if one not in self.found and other not in self._taken:
                self.put(one, other)
