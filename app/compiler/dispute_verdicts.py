"""What a person says of a disagreement: which position holds, that both do, that it changed over time, that
it is none, or that it stays open.

A verdict is remembered and never asked again unless a new source speaks (``app.compiler.ruled``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.compiler.building.build import Build
from app.compiler.building.plan import Plan
from app.compiler.compile import Compiler
from app.compiler.disagree import Disagreement
from app.compiler.disputes import concerned_by, disputes_of, found_on
from app.compiler.in_time import newest
from app.compiler.render.dispute import question, value_of
from app.compiler.resolve import Subject, subject_of
from app.compiler.ruled import sides_of
from app.errors import VaultloomError
from app.ledger.cache import Cache
from app.ledger.decisions import decide
from app.ledger.pages import PageRow
from app.ledger.records import FactType
from app.ledger.rulings import Ruling, What, as_decision
from app.saying import say
from app.vault.writing import Write


@dataclass(frozen=True, slots=True)
class DisputesSaid:
    """What the person says of disagreements; ``decision`` is the write that remembers it, ``label`` names
    the step."""

    said: tuple[Ruling, ...]
    label: str
    decision: Write
    device: str

    def plan(self, build: Build) -> Plan:
        """What it takes: the pages on which these disagreements stand are rendered again, and no others."""
        build.cache.rulings.add(self.device, self.said)
        build.pages.write_decision(self.decision)
        return build.again(slots=concerned_by(build.cache, self.said))


@dataclass(frozen=True, slots=True)
class OnPages:
    """A disagreement with all the pages that it stands on, and what names it on the first."""

    found: Disagreement
    key: str
    pages: list[PageRow]


def asked_on(cache: Cache, slot: str) -> Iterator[OnPages]:
    """The disagreements of which the person is to be asked, of those on the page of a subject; what stands
    on several pages belongs to the first of them."""
    subject = subject_of(cache, slot)
    asked: dict[str, set[str]] = {}  # on the pages of other subjects
    for each in _asked(cache, subject):
        pages = sorted(_pages(cache, subject, each, asked), key=lambda page: page.path)
        if subject.page and pages[0].id == subject.page.id:
            yield OnPages(each, key_of(subject.page.of, each), pages)


def _asked(cache: Cache, subject: Subject) -> list[Disagreement]:
    """What a subject's page asks; one that says that nothing is open is not looked into."""
    page = subject.page
    if page is None or page.gone or not page.disputed:
        return []
    return [each for each in disputes_of(cache, subject) if each.asks]


def _pages(
    cache: Cache, subject: Subject, found: Disagreement, asked: dict[str, set[str]]
) -> Iterator[PageRow]:
    """The pages that a disagreement stands on, this subject's first; what others ask is kept in ``asked``."""
    slots = cache.subjects.slots_at(found.places)
    if found.type is FactType.NAME:
        slots |= {w.fact.value for p in found.positions for w in p.witnesses}
    others = {s.of: s for slot in sorted(slots) if (s := subject_of(cache, slot)).page}
    for other in [subject, *(s for of, s in others.items() if of != subject.of)]:
        if other.of not in asked:
            asked[other.of] = {each.everywhere for each in _asked(cache, other)}
        if other.page and found.everywhere in asked[other.of]:
            yield other.page


def key_of(slot: str, found: Disagreement) -> str:
    """What names a disagreement on a subject to a person's choice."""
    return f"{slot} {found.key}"


def found(compiler: Compiler, key: str) -> tuple[Subject, Disagreement]:
    """The subject and the disagreement that a key names. Raises VaultloomError if there is none any more."""
    cache = compiler.ledger.cache
    for slot, rest in _halves(key):
        subject = subject_of(cache, slot)
        for each in found_on(cache, subject) if subject.found else ():
            if each.key == rest:
                return subject, each
    raise VaultloomError(
        "That disagreement is not there any more.", remedy="Look at the findings again."
    )


def _halves(key: str) -> Iterator[tuple[str, str]]:
    for at, char in enumerate(key):
        if char == " ":
            yield key[:at], key[at + 1 :]


def one_holds(compiler: Compiler, key: str, witness: str) -> DisputesSaid:
    """What it takes to have one position hold: the one with this sentence ("source label")."""
    _, dispute = found(compiler, key)
    source, _, label = witness.partition(" ")
    for position in dispute.positions:
        if any((w.source, w.fact.label) == (source, label) for w in position.witnesses):
            words = _question(compiler, dispute)
            value = value_of(dispute, position)
            name = say("say that “{value}” holds ({question})", value=value, question=words)
            return _said(compiler, [_ruling(compiler, dispute, What.HOLDS, (source, label))], name)
    raise VaultloomError(
        say("“{witness}” is no sentence of that disagreement.", witness=witness),
        remedy="Look at the findings again.",
    )


def said(compiler: Compiler, what: What, key: str, words: str = "") -> DisputesSaid:
    """What it takes to say something of a disagreement as a whole, in the person's own words where they
    have any."""
    _, dispute = found(compiler, key)
    asked = _question(compiler, dispute)
    names = {
        What.BOTH: say("say that both hold ({question})", question=asked),
        What.CHANGED: say("say that it changed over time ({question})", question=asked),
        What.NOT_SAME: say("say that it is not about the same thing ({question})", question=asked),
        What.OPEN: say("leave open ({question})", question=asked),
    }
    return _said(compiler, [_ruling(compiler, dispute, what, words=words)], names[what])


def newer_holds(compiler: Compiler, keys: Sequence[str]) -> DisputesSaid:
    """What it takes to have the newer source's position hold in each of these disagreements; those are
    left out of which nothing tells which source is newer."""
    rulings = []
    for key in dict.fromkeys(keys):
        _, dispute = found(compiler, key)
        at = newest(compiler.ledger.cache, dispute)
        if at is not None:
            first = dispute.positions[at].witnesses[0]
            holds = first.source, first.fact.label
            rulings.append(_ruling(compiler, dispute, What.NEWER, holds))
    if not rulings:
        raise VaultloomError(
            "Nothing tells which of these sources is the newer one: their dates are equal or unknown.",
            remedy="Choose which position holds, one disagreement after the other.",
        )
    left = len(set(keys)) - len(rulings)
    label = say("have the newer source hold")
    if len(rulings) > 1:
        label = say("have the newer source hold in {count} disagreements", count=len(rulings))
    if left:
        label = say(
            "{done}; {left} left out, since dates are equal or unknown", done=label, left=left
        )
    return _said(compiler, rulings, label)


def _question(compiler: Compiler, dispute: Disagreement) -> str:
    return question(compiler.ledger.cache, dispute).rstrip("?")


def _ruling(
    compiler: Compiler,
    dispute: Disagreement,
    what: What,
    holds: tuple[str, str] = ("", ""),
    words: str = "",
) -> Ruling:
    sides = sides_of(compiler.ledger.cache, dispute)
    words = words.encode("utf-8", "replace").decode()  # half a character of a command line's
    return Ruling(compiler.now(), what, dispute.key, sides, holds, words)


def _said(compiler: Compiler, rulings: Sequence[Ruling], label: str) -> DisputesSaid:
    taken = [as_decision(each) for each in rulings]
    device = compiler.vault.device
    write = decide(compiler.root, device, *taken)
    return DisputesSaid(tuple(rulings), label, write, device)
