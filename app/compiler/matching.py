"""Which statements of two sides are on one aspect: rows of a table that sets the two side by side.

Two statements are on one aspect where they speak of one thing and do it alike (both say how it is
written, both how it is ordered), or where they have a phrase or a sign in common. Each word that
they share counts by how rare it is in the two sides (inverse document frequency). What one side
calls otherwise is found by what both say of it: where "build metadata" and "local version" both
follow a plus, statements on the one are matched with those on the other.

Only pairs that share such a word are ever looked at, so that the cost is that of what the sides
have in common. A wrong row is worse than none.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from app.compiler.heads import head_key
from app.compiler.lexicon import RULE_WORDS, generic, stopwords
from app.compiler.sides import Saying
from app.ledger.naming import key, singular

ENOUGH = 5.5  # what the words in common must weigh together; found on the versioning documents
LEAST_OF_ONE = 2.5  # what they must weigh where each side speaks of one thing
KNOWN = 4.5  # what a thing that both sides have a name for counts
EXCEPTION = 3.0  # what it takes off that a statement is on an exception: general before exception
RARE = 2  # statements of a side that may hold a sign, for it to show what corresponds
FEW = 5  # statements of a side that may hold a sign, for it to say something
COMMON = 40  # a word that more statements of a side hold leads to no row by itself
LEAST_COUNTERPART = 6.0  # from which two statements show that their things correspond
_ONE = {  # words that are one aspect, whichever a text has
    **dict.fromkeys(
        "precedence sort sorted sorts order ordered ordering rank ranked ranking compare compared"
        " compares comparing comparison".split(),
        "order",
    ),
    **dict.fromkeys("form format scheme syntax layout".split(), "form"),
    **dict.fromkeys("comprise comprises comprised limited restricted".split(), "limit"),
    **dict.fromkeys("hyphen hyphens dash dashes".split(), "hyphen"),
    **dict.fromkeys("dot dots period periods".split(), "dot"),
}
_ASPECTS = frozenset(_ONE.values())
_SIGNS = frozenset(
    "plus hyphen dot comma colon semicolon tilde slash backslash underscore ascii unicode whitespace form".split()
)
_SAY_LITTLE = frozenset(
    "include includes included contain contains consist consists take takes make makes used using use always following"
    " given identifier identifiers series additional same different order ordered compared compare number numbers"
    " either both need needs".split()
)
_EXCEPTION = re.compile(
    r"\b(?:also|additional|additionally|alternative|legacy|historical|except|omit\w*|discouraged)\b",
    re.I,
)
_WORD = re.compile(r"`[^`]+`|[^\W_]+(?:[-'’][^\W_]+)*")
_ENDINGS = (
    *("ations", "ation", "ically", "ingly", "ments", "ment", "ions", "ion", "ings", "ing"),
    *("ally", "ied", "ies", "ers", "ed", "er", "es", "ly", "al", "s", "e", "y"),
)
_ROOT = 4  # letters that an ending leaves at least


@dataclass(frozen=True, slots=True)
class Match:
    """Two statements on one aspect, how sure that is, and the words that they share, what they
    speak of first."""

    left: Saying
    right: Saying
    score: float
    words: tuple[str, ...]


@dataclass(slots=True)
class _Words:
    """What of a statement can be shared: stems with the words that they are of, what it speaks of,
    and its phrases of two words."""

    stems: dict[str, str] = field(default_factory=dict)
    head: set[str] = field(default_factory=set)
    topic: str = ""
    noun: str = ""
    phrases: dict[str, str] = field(default_factory=dict)


def matches(
    left: Sequence[Saying],
    right: Sequence[Saying],
    *,
    but: Iterable[str] = (),
    known: Iterable[Iterable[str]] = (),
    of_one: bool = False,
) -> list[Match]:
    """The pairs of statements that are on one aspect, the surest first, each statement at most
    once. ``but`` are words that say nothing here, such as the names of the two sides; ``known``
    are the names of each thing that both speak of; ``of_one`` says that each side speaks of one thing
    only, so that what it says of it is all that there is to go by."""
    left, right = [s for s in left if not s.example], [s for s in right if not s.example]
    weighing = _Weighing(left, right, frozenset(_stems_of(but)), known)
    weighing.of_one = of_one
    first = _best(weighing, left, right)
    weighing.join(first)
    return _best(weighing, left, right)


def _best(weighing: "_Weighing", left: Sequence[Saying], right: Sequence[Saying]) -> list[Match]:
    scored = [(*weighing.score(a, b), a, b) for a, b in weighing.candidates()]
    found: list[Match] = []
    used: tuple[set[int], set[int]] = (set(), set())
    for score, words, a, b in sorted(scored, key=lambda s: (-s[0], s[2], s[3])):
        if score >= ENOUGH and a not in used[0] and b not in used[1]:
            used[0].add(a)
            used[1].add(b)
            found.append(Match(left[a], right[b], round(score, 3), words))
    return found


class _Weighing:
    """What the statements of two sides have in common, each word by how rare it is."""

    def __init__(
        self,
        left: Sequence[Saying],
        right: Sequence[Saying],
        names: frozenset[str],
        known: Iterable[Iterable[str]],
    ) -> None:
        self.sayings = (left, right)
        known = [tuple(names) for names in known]
        self._known_keys = [frozenset(map(key, names)) for names in known]
        self.known = [
            frozenset(k for name in names if (k := " ".join(_stems_of([name])))) for names in known
        ]
        terms = {t for t in _terms((*left, *right)) if not self._of_known(f" {t} ")}
        self.words = tuple([_words(s, names, terms) for s in side] for side in (left, right))
        self._counts = tuple(
            Counter(word for words in side for word in {*words.stems, *words.phrases, *words.head})
            for side in self.words
        )
        self._named: dict[str, str] = {}
        self.of_one = False
        self._all = len(left) + len(right)

    def candidates(self) -> list[tuple[int, int]]:
        """The pairs of places whose statements share a word that few others have."""
        places: dict[str, list[int]] = defaultdict(list)
        for place, words in enumerate(self.words[1]):
            for word in {*words.stems, *words.phrases, *words.head}:
                places[word].append(place)
        found = {
            (a, b)
            for a, words in enumerate(self.words[0])
            for word in {*words.stems, *words.phrases, *words.head}
            if self._counts[0][word] <= COMMON and len(places[word]) <= 2 * COMMON
            for b in places[word]
        }
        return sorted(found)

    def join(self, found: Sequence[Match]) -> None:
        """Take what two sides call otherwise, but say the same of, for one thing."""
        taken: set[str] = set()
        for match in found:
            pair = head_key(match.left.head), head_key(match.right.head)
            if (
                match.score < LEAST_COUNTERPART
                or not all(pair)
                or pair[0] == pair[1]
                or taken & set(pair)
                or not (match.left.aspect == match.right.aspect == "Form")
                or not any(self._tells(w) for w in match.words)
                or any(self._of_known(f" {_joined(head)} ") for head in pair_of(match))
            ):
                continue
            taken |= set(pair)
            self._join_heads(pair_of(match))

    def _join_heads(self, heads: tuple[str, str]) -> None:
        """Let statements that begin with either of two names be on one thing."""
        one = f"= {head_key(heads[0])} {head_key(heads[1])}"
        second = heads[1][:1].lower() + heads[1][1:] if heads[1][1:2].islower() else heads[1]
        self._named[one] = f"{heads[0]} / {second}"
        for side, head in enumerate(heads):
            core = [r for r in _stems_of([head], _SAY_LITTLE) if r] or _stems_of([head])
            for saying, words in zip(self.sayings[side], self.words[side], strict=True):
                spoken = f"{words.topic} | {_joined(saying.item)} "
                if f" {' '.join(core)} " in spoken:
                    words.head.add(one)
                    self._counts[side][one] += 1

    def score(self, a: int, b: int) -> tuple[float, tuple[str, ...]]:
        """How sure it is that two statements are on one aspect, and the words that name it."""
        left, right = self.sayings[0][a], self.sayings[1][b]
        mine, theirs = self.words[0][a], self.words[1][b]
        heads = {h for h in mine.head & theirs.head if _counts_as_head(h, mine, theirs)}
        shared = mine.stems.keys() & theirs.stems.keys()
        signs = {w for w in shared if w in _SIGNS and self._few(w)} - heads
        one_aspect = bool(left.aspect and left.aspect == right.aspect) or (
            left.defines and right.defines
        )
        phrases = {
            p
            for p in mine.phrases.keys() & theirs.phrases.keys()
            if one_aspect or (_holds(mine.topic, [p]) and _holds(theirs.topic, [p]))
        }
        named = (shared & (mine.head | theirs.head)) - heads - signs
        if heads and not shared and all(h in self._named for h in heads):
            return 0.0, ()
        known = self._known(a, b)
        if self.of_one:
            verb = _verb(left)
            surer = one_aspect or (verb in mine.stems and verb == _verb(right))
            return self._of_one(mine, theirs, surer=surer)
        if not phrases and not (
            (heads or signs or known or (named and len(shared) > 1)) and one_aspect
        ):
            return 0.0, ()
        score = (
            1.5 * self._weight(heads)
            + 1.2 * bool(heads & _ASPECTS)
            + self._weight(phrases)
            + self._weight(signs)
        )
        score += 0.9 * self._weight(named) + 0.4 * self._weight(shared - heads - signs - named)
        score += 1.5 * one_aspect + known * one_aspect
        score += 0.5 * (left.rule and right.rule) + 0.7 * (left.defines and right.defines)
        score -= EXCEPTION * (
            bool(_EXCEPTION.search(left.text)) + bool(_EXCEPTION.search(right.text))
        )
        score -= 0.02 * (len(mine.stems) + len(theirs.stems))
        words = [
            *(self._named[h] for h in sorted(heads) if h in self._named),
            *(mine.stems.get(h, h) for h in self._rarest(heads) if h not in self._named),
            *(mine.phrases[p] for p in self._rarest(phrases)),
            *(mine.stems[s] for s in sorted(signs)),
            *(mine.stems[s] for s in self._rarest(named)),
        ]
        return score, tuple(dict.fromkeys(words))

    def _of_one(
        self, mine: _Words, theirs: _Words, *, surer: bool
    ) -> tuple[float, tuple[str, ...]]:
        """The same for two statements whose subjects are the two sides: two words in common, or one
        where both have the same verb or are on the same aspect."""
        shared = mine.stems.keys() & theirs.stems.keys()
        phrases = mine.phrases.keys() & theirs.phrases.keys()
        if len(shared) < 2 - surer:
            return 0.0, ()
        weight = self._weight(shared) + self._weight(phrases) + surer
        words = [mine.phrases[p] for p in self._rarest(phrases)]
        words += [mine.stems[w] for w in self._rarest(shared)]
        return weight + ENOUGH - LEAST_OF_ONE, tuple(words)

    def _tells(self, word: str) -> bool:
        """Whether a sign is so rare in both sides that it shows what corresponds."""
        sign = _ONE.get(word, word)
        return sign in _SIGNS and all(0 < counts[sign] <= RARE for counts in self._counts)

    def _few(self, word: str) -> bool:
        return all(counts[word] <= FEW for counts in self._counts)

    def _known(self, a: int, b: int) -> float:
        """What it counts that both are on a thing that both sides have a name for."""
        best = 0.0
        for names, keys in zip(self.known, self._known_keys, strict=True):
            sure = [self._on(0, a, names, keys), self._on(1, b, names, keys)]
            best = max(best, KNOWN * min(sure))
        return best

    def _on(self, side: int, place: int, names: frozenset[str], keys: frozenset[str]) -> float:
        """How sure it is that a statement is on the thing of these names: its subject, or a part of it."""
        words, saying = self.words[side][place], self.sayings[side][place]
        if words.topic.strip() in names or (saying.defines and keys & set(saying.about)):
            return 1.0
        return 0.6 if _holds(words.topic, names) else 0.0

    def _of_known(self, topic: str) -> bool:
        return any(_holds(topic, names) for names in self.known)

    def _rarest(self, words: Iterable[str]) -> list[str]:
        return sorted(words, key=lambda w: (-self._rare(w), w))

    def _weight(self, words: Iterable[str]) -> float:
        return sum(self._rare(w) for w in sorted(words))

    def _rare(self, word: str) -> float:
        count = self._counts[0][word] + self._counts[1][word]
        return math.log(max(2.0, (1 + self._all) / max(1, count)))


def _counts_as_head(word: str, mine: _Words, theirs: _Words) -> bool:
    """Whether two heads share more than what goes before their nouns ("build tools")."""
    return word.startswith("= ") or word in {mine.noun, theirs.noun} or " " in word


def _verb(saying: Saying) -> str:
    """The stem of the word that follows what a statement speaks of."""
    words = _tokens(saying.tail)
    return stem(words[0]) if words else ""


def _holds(topic: str, names: Iterable[str]) -> bool:
    return any(f" {name} " in topic for name in names)


def pair_of(match: Match) -> tuple[str, str]:
    """What the two statements of a match speak of."""
    return match.left.head, match.right.head


def _joined(head: str) -> str:
    return " ".join(_stems_of([head]))


def _terms(sayings: Iterable[Saying]) -> set[str]:
    """Names of two words and more that statements speak of again and again: one thing each."""
    counts = Counter(" ".join(_stems_of([s.front])) for s in sayings)
    return {name for name, count in counts.items() if count >= 2 and " " in name}


def _words(saying: Saying, names: frozenset[str], terms: set[str]) -> _Words:
    stops = stopwords("en") | generic() | _SAY_LITTLE
    found = _Words()
    before, end = "", 0
    text = RULE_WORDS.sub(lambda m: "," * len(m.group()), saying.text).casefold()
    for match in _WORD.finditer(text):
        word = match.group()
        root = _ONE.get(word) or stem(word)
        useful = not (word in stops or root in names or word.isdigit() or word.startswith("`"))
        if useful:
            found.stems.setdefault(root, word)
            if before and text[end : match.start()] == " ":
                pair = f"{_ONE.get(before) or stem(before)} {root}"
                found.phrases.setdefault(pair, f"{before} {word}")
        before, end = (word, match.end()) if useful else ("", 0)
    spoken, *_ = re.split(r"\s(?:of|for|between|among)\s", saying.front, maxsplit=1)
    heads = [r for r in _stems_of([spoken], stops) if r not in names]
    found.noun = heads[-1] if heads else ""
    found.head = set(heads)
    whole = " ".join(_stems_of([saying.front]))
    found.topic = f" {whole} "
    inside = f" {' '.join(roots(saying.text))} "
    for term in terms:
        if f" {term} " in inside:  # one thing, whose words by themselves are others
            alone = inside.replace(f" {term} ", " | ")
            for root in term.split():
                if f" {root} " not in alone:
                    found.stems.pop(root, None)
            found.stems[term] = term
    for term in sorted(terms):
        if f" {term} " in f" {whole} ":
            found.head = (found.head - set(term.split())) | {term}
    return found


def _stems_of(names: Iterable[str], stops: frozenset[str] = frozenset()) -> list[str]:
    return [_ONE.get(w) or stem(w) for name in names for w in _tokens(name) if w not in stops]


def roots(text: str) -> list[str]:
    """The stems of the words of a text, words for one aspect as one."""
    return _stems_of([text])


def _tokens(text: str) -> list[str]:
    return [w for w in _WORD.findall(text.casefold()) if not w.startswith("`")]


def stem(word: str) -> str:
    """What words of one family have in common, roughly: "ordered" and "ordering" are one."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _ROOT:
            return word[: -len(ending)]
    return singular(word)
