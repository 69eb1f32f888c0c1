"""How often sources name a subject, and how little they may say of it."""

from collections import Counter
from dataclasses import dataclass

from app.compiler.builtin.mentions import variants
from app.compiler.render.translation import original_of
from app.compiler.resolve import Subject, names_of, subject_of
from app.ledger.cache import Cache
from app.ledger.naming import key, words
from app.vault.names import fold, safe_stem

LOOKED_AT = 40
"""Sentences that name a subject, of which is looked at whether they name a longer one."""


@dataclass(frozen=True, slots=True)
class Named:
    """In how many ``sentences`` of how many ``sources`` a subject is named, translations aside; how many
    ``voices`` name it, and the source that does so ``mostly`` (its id)."""

    sentences: int
    sources: int
    voices: int
    mostly: str


def named(cache: Cache, subject: Subject) -> Named:
    """How often sources name a subject."""
    counts: Counter[str] = Counter()
    for source, found in subject.found:
        counts[source] += len(found.named_in)
    voices = {cache.voices.voice(source) for source in counts}
    told = {source: n for source, n in counts.items() if _is_original(cache, source)}
    mostly = min(told or counts, key=lambda source: (-counts[source], source), default="")
    return Named(sum(told.values()), len(told), len(voices), mostly)


def _is_original(cache: Cache, source: str) -> bool:
    return original_of(cache, cache.source(source), "source") is None


def spelled(subject: Subject) -> frozenset[str]:
    """All that a file for a subject may be called, folded: its names, in singular and plural, their words
    apart, in one, or joined by a sign."""
    names = names_of(subject) if subject.found else ()
    forms = {form for name in names for form in variants(name, exact=False)}
    forms |= {form.replace(" ", sign) for form in forms for sign in ("-", "_", "")}
    return frozenset(fold(safe_stem(form)) for form in forms)


def is_elsewhere(cache: Cache, subject: Subject) -> bool:
    """Whether something else may be a subject's page: that of another with one of its names, a note of
    the owner's, the summary of a source that it is, or a page on what it may be one with, or is a part
    of by name."""
    keys = {key(name) for name in names_of(subject)} | set(subject.slots)
    slots = {slot for each in keys for slot, _ in cache.subjects.slots_named(each)}
    others = [subject_of(cache, slot) for slot in sorted(slots - set(subject.slots))]
    if any(other.page for other in others) or cache.others.named(keys):
        return True
    if cache.sources_being(subject.slots):
        return True
    if any(cache.verdicts.open_with(slot) for slot in subject.slots):
        return True
    return _is_part_of_another(cache, subject)


def _is_part_of_another(cache: Cache, subject: Subject) -> bool:
    """Whether most sentences that name a subject name one with a page whose name holds its own."""
    places = sorted(cache.subjects.naming(subject.slots))[:LOOKED_AT]
    mine = [set(words(name)) for name in names_of(subject)]
    longer: dict[str, bool] = {}
    within = 0
    for source, label in places:
        slots = set(cache.subjects.slots_in(source, label)) - set(subject.slots)
        for slot in slots - longer.keys():
            longer[slot] = _is_longer(cache, slot, mine)
        within += any(longer[slot] for slot in slots)
    return within * 2 >= len(places) > 0


def _is_longer(cache: Cache, slot: str, names: list[set[str]]) -> bool:
    title = set(words(cache.subjects.called(slot)))
    return any(name < title for name in names) and subject_of(cache, slot).page is not None
