"""What became of each statement of an older text in a newer one: same, changed, gone, or new.

Statements are aligned three times, the surest first: those that say the same; those that are alike
letter by letter, the more so where they stand in paragraphs that are aligned already; and those
that say something else of one thing in words of one stem. Each is aligned at most once.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.compiler.heads import head_key
from app.compiler.lexicon import NEGATIONS, NUMBERS, RULE_WORDS, stopwords
from app.compiler.sides import Saying
from app.ledger.near import alike, fold

SAME = 95.0  # of 100, letter by letter: the same rule, newly spelled
CHANGED = 58.0
NEIGHBOURS = 12.0  # what it counts that two statements stand in paragraphs that belong together
LONG_ENOUGH = 6  # content words, fewer than which are found anywhere
SAID = 0.85  # of them, from which another statement says the same
_HALF_OF_WORDS = 0.5
_MOST_OF_SHORTER = 0.6
_MARKS = re.compile(r"[-=]>|[<>=]+")
_VERB = re.compile(
    r"\b(?:MUST|SHOULD|MAY|SHALL|must|should|may|shall|is|are|was|were)(?: NOT| not)?(?: be)?\s+([a-z]{4,})"
)
_DIGITS = {
    word: str(n)
    for n, word in enumerate("zero one two three four five six seven eight nine ten".split())
}
_IDLE = frozenset("number value".split())
_STEM = 6  # letters by which words are known as one: "determined", "determining"


@dataclass(frozen=True, slots=True)
class Change:
    """A statement of the newer text beside the one of the older that it replaced; one is None
    where the other text has no such statement."""

    old: Saying | None
    new: Saying | None

    @property
    def alone(self) -> Saying | None:
        """The statement that stands in one of the texts only; None where both have one."""
        return (self.old or self.new) if self.old is None or self.new is None else None


@dataclass(frozen=True, slots=True)
class Revision:
    """What changed between two texts, in the order of the newer, and how many statements did not."""

    changes: tuple[Change, ...]
    same: int


def revision(older: Sequence[Saying], later: Sequence[Saying]) -> Revision:
    """The changes from one text to another."""
    aligning = _Aligning(older, later)
    aligning.take_same()
    same = len(aligning.pairs)
    aligning.take_alike()
    aligning.take_of_one_thing()
    return Revision(tuple(aligning.in_order()), same)


class _Aligning:
    """The statements of two texts, as far as they are aligned. ``pairs`` are their places in the
    two lists, the newer text's first."""

    def __init__(self, older: Sequence[Saying], later: Sequence[Saying]) -> None:
        self.older, self.later = older, later
        self.pairs: dict[int, int] = {}
        self._same: set[int] = set()
        self._used: set[int] = set()
        self._spots: Counter[tuple[object, object]] = Counter()

    def take_same(self) -> None:
        """Align what says the same in both."""
        by_text: dict[str, list[int]] = {}
        for place, saying in enumerate(self.older):
            by_text.setdefault(fold(saying.text), []).append(place)
        for place, saying in enumerate(self.later):
            there = [p for p in by_text.get(fold(saying.text), []) if p not in self._used]
            if there and says_same(self.older[there[0]].text, saying.text):
                self._take(place, there[0])
        for _, place, other in sorted(self._alike(SAME), key=lambda x: (-x[0], *x[1:])):
            if self._open(place, other) and says_same(
                self.older[other].text, self.later[place].text
            ):
                self._take(place, other)
        self._same = set(self.pairs)

    def take_alike(self) -> None:
        """Align what is alike; those in aligned paragraphs first."""
        for least in (CHANGED + NEIGHBOURS, CHANGED):
            scored = [
                (score + self._bonus(place, other), place, other)
                for score, place, other in self._alike(least - NEIGHBOURS)
            ]
            for score, place, other in sorted(scored, key=lambda x: (-x[0], *x[1:])):
                if score >= least and self._open(place, other):
                    self._take(place, other)

    def take_of_one_thing(self) -> None:
        """Align what says something of one thing by words of one stem."""
        by_thing: dict[str, list[int]] = {}
        for other, old in enumerate(self.older):
            by_thing.setdefault(_first_noun(old), []).append(other)
        scored = []
        for place, new in enumerate(self.later):
            for other in by_thing.get(_first_noun(new), ()):
                score = _of_one_thing(self.older[other], new) if self._open(place, other) else 0.0
                if score:
                    scored.append((score, place, other))
        for _, place, other in sorted(scored, key=lambda x: (-x[0], *x[1:])):
            if self._open(place, other):
                self._take(place, other)

    def in_order(self) -> Iterator[Change]:
        """What is not the same, in the order of the newer text; what is gone stands behind what it
        stood behind, and at the end where its whole part is gone."""
        behind: dict[int, list[Saying]] = {}
        of = {old: new for new, old in self.pairs.items()}
        parts = {self.older[old].place.section for old in of}
        last = -1
        for place, saying in enumerate(self.older):
            if place in of:
                last = of[place]
            else:
                there = saying.place.section in parts
                behind.setdefault(last if there else len(self.later), []).append(saying)
        everything = {True: [_words(s) for s in self.later], False: [_words(s) for s in self.older]}
        for change in self._changes(behind):
            alone = change.alone
            if alone is None or not _stands_in(alone, everything[change.new is None]):
                yield change

    def _changes(self, behind: dict[int, list[Saying]]) -> Iterator[Change]:
        yield from (Change(old, None) for old in behind.get(-1, ()))
        for place, saying in enumerate(self.later):
            if place not in self._same:
                old = self.older[self.pairs[place]] if place in self.pairs else None
                yield Change(old, saying)
            yield from (Change(gone, None) for gone in behind.get(place, ()))
        yield from (Change(gone, None) for gone in behind.get(len(self.later), ()))

    def _open(self, place: int, other: int) -> bool:
        return place not in self.pairs and other not in self._used

    def _take(self, place: int, other: int) -> None:
        self.pairs[place] = other
        self._used.add(other)
        self._spots[(self.later[place].spot, self.older[other].spot)] += 1

    def _bonus(self, place: int, other: int) -> float:
        """Neighbours belong together; examples do where they are written with the same marks."""
        new, old = self.later[place], self.older[other]
        if new.example:
            alike = set(_MARKS.findall(new.text)) == set(_MARKS.findall(old.text))
            return NEIGHBOURS if alike else -CHANGED
        return NEIGHBOURS * (self._spots[(new.spot, old.spot)] > 0)

    def _alike(self, least: float) -> Iterator[tuple[float, int, int]]:
        for example in (False, True):
            places = [
                p for p, s in enumerate(self.older) if p not in self._used and s.example is example
            ]
            theirs = [fold(self.older[p].text) for p in places]
            for place, saying in enumerate(self.later):
                if place not in self.pairs and saying.example is example:
                    for found, score in alike(fold(saying.text), theirs, least):
                        yield score, place, places[found]


def _stands_in(saying: Saying, others: Sequence[set[str]]) -> bool:
    """Whether another text says it in words of its own, so that it is neither new nor gone."""
    mine = _words(saying)
    return len(mine) >= LONG_ENOUGH and any(len(mine & o) >= SAID * len(mine) for o in others)


def _words(saying: Saying) -> set[str]:
    text = NEGATIONS.sub(" not ", saying.text)
    kept = {
        _DIGITS.get(w, w)[:_STEM]
        for w in fold(text).split()
        if w in _DIGITS
        or (w not in _IDLE and w not in stopwords("en") and (len(w) > 2 or w.isdigit()))
    }
    return kept | ({"not"} if NEGATIONS.search(saying.text) else set())


def says_same(a: str, b: str) -> bool:
    """Whether two wordings are one but for spelling: the same numbers, negations, and key words
    of RFC 2119, which bind in capitals only."""
    return all(
        Counter(m if marks is RULE_WORDS else m.casefold() for m in marks.findall(a))
        == Counter(m if marks is RULE_WORDS else m.casefold() for m in marks.findall(b))
        for marks in (NUMBERS, NEGATIONS, RULE_WORDS)
    )


def _of_one_thing(old: Saying, new: Saying) -> float:
    """How much two statements on one thing have in common; 0 where that is too little."""
    if old.example or new.example or not _first_noun(new):
        return 0.0
    mine, theirs = _stems(_said(new), new), _stems(_said(old), old)
    common = mine & theirs
    if not common or (not (old.rule and new.rule) and len(common) < 2):
        return 0.0
    return len(common) + 0.5 * (old.rule and new.rule) + 2.0 * (_verb(old) == _verb(new) != "")


def _verb(saying: Saying) -> str:
    match = _VERB.search(saying.text)
    return match.group(1)[:_STEM] if match else ""


def _first_noun(saying: Saying) -> str:
    """What a statement speaks of, also where that is a long phrase ("Precedence for two …")."""
    if saying.head:
        return head_key(saying.head)
    match = re.match(
        r"^(?:(?:the|an?)\s+)?([\w-]+)\s+(?:for|of|between|among)\b", saying.text, re.I
    )
    return head_key(match.group(1)) if match else ""


def _said(saying: Saying) -> str:
    return saying.tail or saying.text.split(" ", 1)[-1]


def _stems(text: str, saying: Saying) -> set[str]:
    heads = {w[:_STEM] for w in fold(saying.head).split()}
    stops = stopwords("en")
    return {w[:_STEM] for w in fold(text).split() if w not in stops and len(w) > 2} - heads


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words of a cell; ``other`` where the cell beside it has other words or none."""

    text: str
    other: bool


_TOKENS = re.compile(r"`[^`]*`[^\s`]*|\S+")


def differing(a: str, b: str) -> tuple[list[Piece], list[Piece]]:
    """Two wordings cut at the words in which they differ; whole where they differ in most."""
    from difflib import SequenceMatcher

    mine, theirs = _TOKENS.findall(a), _TOKENS.findall(b)
    matcher = SequenceMatcher(None, _bare(mine), _bare(theirs), autojunk=False)
    common = sum(block.size for block in matcher.get_matching_blocks())
    if matcher.ratio() < _HALF_OF_WORDS and common < _MOST_OF_SHORTER * min(len(mine), len(theirs)):
        return [Piece(a, False)], [Piece(b, False)]
    left: list[Piece] = []
    right: list[Piece] = []
    for tag, i, j, k, n in matcher.get_opcodes():
        left += _piece(mine[i:j], tag)
        right += _piece(theirs[k:n], tag)
    return left, right


def _bare(tokens: Iterable[str]) -> list[str]:
    return [t.rstrip(",;:.") or t for t in tokens]


def _piece(tokens: list[str], tag: str) -> list[Piece]:
    return [Piece(" ".join(tokens), tag != "equal")] if tokens else []
