"""Names that a note of the owner's gives to one thing: its file's name and its aliases.

They count as a source's "also known as" does, where the note agrees with what sources say of one of
them: a note "Rex" about a dog joins no names of Debian releases.
"""

from collections.abc import Iterable
from pathlib import Path

from app.compiler.own_note import agrees
from app.compiler.resolve import Subject, kind_of, subject_of
from app.compiler.statements import content_of
from app.ledger.cache import Cache
from app.ledger.records import Kind
from app.vault.rules import Rules

Pair = tuple[str, str]


def joined_by_notes(cache: Cache, root: Path, rules: Rules, notes: Iterable[str]) -> set[Pair]:
    """The pairs of slots (in order) of two subjects that one of these notes (vault paths) says are one
    thing; those left out of which the person said something already."""
    found: set[Pair] = set()
    for note in sorted(set(notes)):
        subjects = _named(cache, note)
        if len(subjects) < 2 or not any(_agrees(cache, root, rules, note, s) for s in subjects):
            continue
        first, *others = subjects
        found |= {
            _pair(first.of, other.of) for other in others if not _is_told_apart(cache, first, other)
        }
    return found


def _named(cache: Cache, note: str) -> list[Subject]:
    """The subjects that a note names, its file's name first."""
    if cache.source_by(path=note) is not None:
        return []
    subjects = (subject_of(cache, name) for name in cache.others.also_called(note))
    return list({s.of: s for s in subjects if s.found}.values())


def _agrees(cache: Cache, root: Path, rules: Rules, note: str, subject: Subject) -> bool:
    limits = rules.pages.statements_at_most
    at_most = limits.entity if kind_of(subject) is Kind.ENTITY else limits.concept
    return agrees(cache, root, note, subject, content_of(cache, subject, rules, at_most))


def _is_told_apart(cache: Cache, one: Subject, other: Subject) -> bool:
    return any(
        not same and told in other.slots
        for slot in one.slots
        for told, same in cache.verdicts.said_of(slot).items()
    )


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)
