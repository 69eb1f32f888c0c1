"""What a person says of names: that two are one thing, or that they are two.

A verdict is remembered and never asked again; it counts before everything that sources or models say.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from app.compiler.compile import Compiler
from app.compiler.resolve import Subject, subject_of, title_of
from app.errors import VaultloomError
from app.ledger.cache import Cache
from app.ledger.decisions import APART, ONE
from app.ledger.naming import key
from app.saying import say
from app.vault.writing import Write


@dataclass(frozen=True, slots=True)
class NamesSaid:
    """What the person says of pairs of names (slots, in order): whether they are one thing. ``keep`` is
    the page (its id) that stays, ``decision`` the write that remembers it, ``label`` names the step."""

    pairs: Mapping[tuple[str, str], bool]
    label: str
    decision: Write
    keep: str = ""


@dataclass(frozen=True, slots=True)
class MaybeOne:
    """Two subjects with pages that may be one thing, and their titles."""

    one: str
    other: str
    title: str
    other_title: str
    path: str
    other_path: str


def open_pairs(cache: Cache) -> Iterator[MaybeOne]:
    """The subjects with pages of which nobody could tell whether they are one, each pair once."""
    return _pairs(cache, cache.verdicts.open_names())


def open_with(cache: Cache, slot: str) -> Iterator[MaybeOne]:
    """Those of these pairs in which the subject of a slot is the first by the slots that stand for them."""
    subject = subject_of(cache, slot)
    names = {pair for each in subject.slots for pair in cache.verdicts.open_with(each)}
    for pair in _pairs(cache, sorted(names)):
        if min(pair.one, pair.other) == subject.of:
            yield pair


def _pairs(cache: Cache, names: Iterable[tuple[str, str]]) -> Iterator[MaybeOne]:
    seen = set()
    for a, b in names:
        one, other = subject_of(cache, a), subject_of(cache, b)
        pair = tuple(sorted((one.of, other.of)))
        if one.of == other.of or pair in seen or one.page is None or other.page is None:
            continue
        seen.add(pair)
        if one.page.gone or other.page.gone or _told_apart(cache, one, other):
            continue
        paths = one.page.path, other.page.path
        yield MaybeOne(one.of, other.of, title_of(one), title_of(other), *paths)


def _told_apart(cache: Cache, one: Subject, other: Subject) -> bool:
    return any(
        not same
        for s in one.slots
        for o, same in cache.verdicts.said_of(s).items()
        if o in other.slots
    )


def found(compiler: Compiler, name: str) -> Subject:
    """The subject that is called ``name``, or whose page lies there. Raises VaultloomError if none is."""
    cache = compiler.ledger.cache
    row = cache.pages.at(name) or cache.pages.at(f"{name}.md") or cache.pages.named(name)
    subject = subject_of(cache, row.of if row and row.kind in {"concept", "entity"} else key(name))
    owners = cache.subjects.slots_named(key(name))
    if not subject.found and owners:
        subject = subject_of(cache, owners[0][0])
    if not subject.found:
        raise VaultloomError(
            say("No source speaks of “{name}”.", name=name),
            remedy="Names are those on pages; `vaultloom names` lists what may be one thing.",
        )
    return subject


def merged(compiler: Compiler, keep: Subject, other: Subject) -> NamesSaid:
    """What it takes to make two subjects one; the page of the first stays."""
    if keep.of == other.of:
        raise VaultloomError(
            say("“{name}” is one thing already.", name=title_of(keep)),
            remedy="`vaultloom apart` tells names apart again.",
        )
    cache = compiler.ledger.cache
    pairs = {_pair(keep.of, other.of): True}
    for slot in keep.slots:  # what was told apart before is one now
        for told, same in cache.verdicts.said_of(slot).items():
            if told in other.slots and not same:
                pairs[_pair(slot, told)] = True
    label = say("merge “{other}” into “{title}”", other=title_of(other), title=title_of(keep))
    page = keep.page or other.page
    return NamesSaid(pairs, label, _decision(compiler, pairs), page.id if page else "")


def kept_apart(compiler: Compiler, one: Subject, other: Subject) -> NamesSaid:
    """What it takes to keep two subjects two, whatever sources say."""
    pairs = {_pair(one.of, other.of): False}
    label = say("keep “{title}” and “{other}” apart", title=title_of(one), other=title_of(other))
    return NamesSaid(pairs, label, _decision(compiler, pairs))


def split(compiler: Compiler, subject: Subject, name: str) -> NamesSaid:
    """What it takes to make a name (a slot) of a subject a subject of its own: the inverse of a merge."""
    slot = key(name)
    others = [each for each in subject.slots if each != slot]
    if slot not in subject.slots or not others:
        raise VaultloomError(
            say("“{name}” is no name of its own there.", name=name),
            remedy="Only a name that a source uses for itself can be told apart.",
        )
    pairs = {_pair(slot, each): False for each in others}
    label = say("tell “{name}” apart from “{title}”", name=name, title=title_of(subject))
    return NamesSaid(pairs, label, _decision(compiler, pairs))


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _decision(compiler: Compiler, pairs: Mapping[tuple[str, str], bool]) -> Write:
    return compiler.decision(
        *((ONE if one else APART, *pair) for pair, one in sorted(pairs.items()))
    )
