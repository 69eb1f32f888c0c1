"""Which slots of which sources are one subject.

Two are one when they have the same normal form, or one that differs in accents only where both are
proper names, or when a source states the one's name as another
name of the other ("Free Software Foundation (FSF)"), or when they stand in the same sentences of
translations of a text, or when a judge or the person said so. What the person says counts
before all else. A name that sources state for two different
subjects joins neither: doubt means two pages. The answer is found from the names around one slot,
not from all of them, so that it costs the same in a vault of any size.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum

from app.compiler.lexicon import is_cjk
from app.ledger.cache import Cache
from app.ledger.naming import unaccented
from app.ledger.pages import PageRow
from app.ledger.records import Kind, SubjectFound


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject over all sources: ``of`` is the slot that stands for it, ``slots`` are all of them."""

    of: str
    slots: tuple[str, ...]
    found: tuple[tuple[str, SubjectFound], ...]
    page: PageRow | None

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources that know it."""
        return tuple(dict.fromkeys(source for source, _ in self.found))


def subject_of(cache: Cache, slot: str) -> Subject:
    """The subject that a slot belongs to."""
    slots = _joined(cache, slot)
    found = tuple(entry for s in slots for entry in cache.subjects.found_as(s))
    pages = cache.pages.of_slots(slots)
    return Subject(
        _principal(cache, slots, pages), tuple(sorted(slots)), found, pages[0] if pages else None
    )


def _joined(cache: Cache, slot: str) -> set[str]:
    """The slots that are one thing with this one. What was told apart stays apart: of the reasons that
    would join it, those that say least give way."""
    edges: dict[tuple[str, str], _Reason] = {}
    seen, open_ = {slot}, [slot]
    while open_:
        here = open_.pop()
        for other, reason in _reasons(cache, here):
            pair = (here, other) if here < other else (other, here)
            edges[pair] = min(reason, edges.get(pair, reason))
            if other not in seen:
                seen.add(other)
                open_.append(other)
    if len(seen) == 1:
        return seen
    said = {(a, b) for a in seen for b, one in cache.verdicts.said_of(a).items() if not one}
    judged = set(cache.verdicts.apart_among(seen))
    apart = {_Reason.SAID: said, _Reason.STATED: said, _Reason.JUDGED: said | judged}
    return seen if not (said or judged) else _part(seen, edges, apart, slot)


class _Reason(IntEnum):
    """Why two slots are one, the surest first."""

    SAID = 0  # by the person
    STATED = 1  # by a source
    JUDGED = 2  # by a model


def _reasons(cache: Cache, slot: str) -> Iterator[tuple[str, _Reason]]:
    for name in sorted({slot, unaccented(slot), *cache.subjects.stated_keys(slot)}):
        yield from ((other, _Reason.STATED) for other in _owners(cache, name) if other != slot)
    yield from ((other, _Reason.STATED) for other in cache.voices.same_slots(slot))
    yield from ((other, _Reason.JUDGED) for other in cache.verdicts.one_with(slot))
    for other, one in cache.verdicts.said_of(slot).items():
        if one:
            yield other, _Reason.SAID


def _part(
    slots: set[str],
    edges: Mapping[tuple[str, str], _Reason],
    apart: Mapping[_Reason, set[tuple[str, str]]],
    slot: str,
) -> set[str]:
    """The part that a slot is in when slots are joined one reason after the other, and none that would
    join two which are told apart."""
    part = {each: frozenset((each,)) for each in slots}
    for (a, b), reason in sorted(edges.items(), key=lambda edge: (edge[1], edge[0])):
        one, other = part[a], part[b]
        held = any((x, y) in apart[reason] or (y, x) in apart[reason] for x in one for y in other)
        if one is not other and not held:
            part |= dict.fromkeys(one | other, one | other)
    return set(part[slot])


def _owners(cache: Cache, name: str) -> set[str]:
    named = cache.subjects.slots_named(name)
    stated = {slot for slot, by_statement in named if by_statement}
    if len(stated) > 1:
        return set()
    return {
        slot for slot, _ in named if slot == name or slot in stated or _are_names(cache, slot, name)
    }


def _are_names(cache: Cache, accented: str, name: str) -> bool:
    """Whether both a name with accents and the same without are proper names everywhere: Türkiye is
    Turkiye, but a résumé is not to resume."""
    kinds = {f.kind for slot in (accented, name) for _, f in cache.subjects.found_as(slot)}
    return kinds == {Kind.ENTITY}


def _principal(cache: Cache, slots: set[str], pages: list[PageRow]) -> str:
    """The slot whose name the page bears: that of its page, else one that is not merely another's
    stated name, the most named first; of names in two scripts the one that more sources have."""
    if pages:
        return pages[0].of
    stated = {
        k
        for s in slots
        for k in cache.subjects.stated_keys(s)
        if k != s and is_cjk(k) == is_cjk(s)  # a name in another script is no lesser name
    }
    there = [s for s in sorted(slots) if cache.subjects.found_as(s)] or sorted(slots)
    own = [s for s in there if s not in stated] or there

    def rank(slot: str) -> tuple[int, int, int, str]:
        named = sum(len(f.named_in) for _, f in cache.subjects.found_as(slot))
        scripts = {is_cjk(s) for s in own}
        known = cache.subjects.sources_naming(slot) if len(scripts) > 1 else 0
        return known, named, -len(slot), slot

    return max(own, key=rank)


def unpaged(cache: Cache, subject: Subject) -> Subject:
    """A subject as it were if it had no page yet."""
    return replace(subject, of=_principal(cache, set(subject.slots), []), page=None)


def title_of(subject: Subject) -> str:
    """The title of a subject: as its page has it, else the title that most sources give its main slot."""
    if subject.page:
        return subject.page.title
    counts: Counter[str] = Counter()
    for _, found in subject.found:
        if found.slot == subject.of:
            counts[found.names[0].text] += 1 + len(found.named_in)
    best = max(counts.values())
    return min(name for name, count in counts.items() if count == best)


def kind_of(subject: Subject) -> Kind:
    """Concept or entity: as its page has it, else as the sources that name it most say."""
    if subject.page:
        return Kind(subject.page.kind)
    weight: Counter[Kind] = Counter()
    for _, found in subject.found:
        weight[found.kind] += 1 + len(found.named_in)
    return Kind.ENTITY if weight[Kind.ENTITY] >= weight[Kind.CONCEPT] else Kind.CONCEPT


def names_of(subject: Subject) -> list[str]:
    """All names of a subject: the title first, then the others by how often sources use them."""
    counts: Counter[str] = Counter()
    for _, found in subject.found:
        for name in found.names:
            counts[name.text] += 2 if name.stated else 1
    title = title_of(subject)
    others = sorted((n for n in counts if n != title), key=lambda n: (-counts[n], n))
    return [title, *others]


def stated_names(subject: Subject) -> list[str]:
    """The other names that a page lists: those that a source states, and titles of joined slots."""
    found = {n.text for _, f in subject.found for n in f.names if n.stated}
    found |= {f.names[0].text for _, f in subject.found}
    title = title_of(subject)
    others = {
        n.casefold(): n for n in sorted(found, reverse=True)
    }  # of SemVer and semver the big one
    return sorted(n for low, n in others.items() if low != title.casefold())
