"""What definitions say that things are, so that two things of one name are not taken for one.

A definition's class is found by the last word of what follows its verb: "the smallest planet of the
Solar System" is a planet. ``resources/classes.toml`` has the words, and which classes go together.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from app.compiler.lexicon import is_cjk
from app.ledger.naming import singular
from app.paths import resources

_IS = re.compile(
    r"\b(?:is|are|was|were|ist|sind|war|waren)\s+(?:(?:originally|now|also|auch)\s+)?"
    r"(?:one of the|an?|the|eine?[rs]?|der|die|das)\s+(?P<what>[^.;:()]{3,120})"
)
_ENDS = re.compile(
    r",|\s(?:that|which|who|whose|where|when|in|of|for|on|by|with|from|to|at|near|between|about|made|written"
    r"|used|held|known|found|founded|built|fought|released|published|directed|born|and|der|die|das|den|dem"
    r"|des|von|für|mit|auf|aus|im|am|vom|zwischen|und)\b"
)
_KIND_OF = re.compile(r"^(?:\w+ )?(?:kind|type|sort|species|breed|piece) of (?:an? )?")
_IS_WIDE = re.compile(r"(?:是|はまた)(?P<what>[^，。；]{2,40})")
_STATE = re.compile(
    r"\b(?:U\.?S\.?|American|southern|southeastern|northern|western|eastern)?\s?state (?:of|in) (?:the )?"
    r"(?:\w+ )?(?:United States|Mexico|India|Brazil|Australia)|\bstate in the (?:\w+ )?United States"
)
_BORN = re.compile(
    r"\b(?:born|geboren)\b[^.;]{0,30}?\b(\d{4})\b|\((?:\w+ )?(?:\d+ \w+ )?(\d{4})\s?[–-]\s?(?:\d+ \w+ )?\d{4}\)"
    r"|\bam \d+\. \w+ (\d{4}) geboren|(\d{4})年[^，。]{0,12}(?:出生|生于)"
)
_BY = re.compile(
    r"\b(?:album|song|single|film|EP|novel|symphony|quintet|opera)\b[^.;,]{0,20}?\bby (?:the )?"
    r"(?P<who>(?:[A-Z][\w'’-]+)(?: [A-Z][\w'’-]+)*)"
)
_TELLING = re.compile(r"\d+|[A-Z]\w{2,}")
_NATIONAL = re.compile(r"(?:ish|ian|ese|ican|ench|utch)$")
_SPORTS = frozenset(
    "skier weightlifter footballer swimmer boxer cyclist wrestler cricketer golfer rower fencer gymnast".split()
)


@dataclass(slots=True)
class Profile:
    """What is known of what a thing is: its classes, each with the word that says so, the years of birth
    and the creators that are given, and the figures and names said of it."""

    classes: dict[str, str] = field(default_factory=dict)
    born: set[str] = field(default_factory=set)
    by: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)

    def take(self, text: str, *, defines: bool) -> None:
        """Learn from a statement on the thing."""
        if defines:
            for word, kind in classes_in(text):
                self.classes.setdefault(kind, word)
            self.by |= {match.group("who") for match in _BY.finditer(text)}
        self.born |= {year for match in _BORN.finditer(text) for year in match.groups() if year}
        self.told |= {w for w in _TELLING.findall(text) if not _NATIONAL.search(w)}

    def learn(self, other: "Profile") -> None:
        """Add what is known of another that is the same."""
        self.classes |= {k: w for k, w in other.classes.items() if k not in self.classes}
        self.born |= other.born
        self.by |= other.by
        self.told |= other.told


def cannot_be_one(one: Profile, other: Profile, name: str) -> bool:
    """Whether two things of this name are certainly two: no class of one goes with one of the other, or
    they are people of other years of birth or sports, or works of other creators."""
    if not one.classes or not other.classes:
        return False
    if not any(_go_together(a, b) for a in one.classes for b in other.classes):
        return True
    if "person" in one.classes and "person" in other.classes:
        return _two_people(one, other, name)
    works = {"album", "song", "film", "book", "music"}
    same = works & one.classes.keys() & other.classes.keys()
    return bool(same and one.by and other.by) and not (_words(one.by) & _words(other.by))


def _two_people(one: Profile, other: Profile, name: str) -> bool:
    if one.born and other.born:
        return not one.born & other.born
    sports = [{p.classes["person"]} & _SPORTS for p in (one, other)]
    shared = (one.told & other.told) - set(re.findall(r"\w+", name))
    return bool(sports[0] and sports[1]) and not sports[0] & sports[1] and not shared


def _words(names: Iterable[str]) -> set[str]:
    return {word for name in names for word in name.casefold().split()}


def _go_together(one: str, other: str) -> bool:
    return one == other or other in _classes()[one].beside or one in _classes()[other].beside


def classes_in(text: str) -> Iterator[tuple[str, str]]:
    """The classes that a definition gives its subject, each as (word, class)."""
    match = (_IS_WIDE if is_cjk(text) else _IS).search(text)
    if match is None:
        return
    if is_cjk(text):
        yield from _ending(match.group("what"))
        return
    if _STATE.search(text):
        yield "state", "part"
        return
    what = _KIND_OF.sub("", match.group("what"))
    noun = _ENDS.split(what, maxsplit=1)[0]
    yield from _ending(noun)
    second = re.match(r"\s(?:and|und) (?:an? |eine? )?([^,.;]+)", what[len(noun) :])
    if second:
        yield from _ending(_ENDS.split(second.group(1), maxsplit=1)[0])


def _ending(noun: str) -> Iterator[tuple[str, str]]:
    """The class of a noun phrase by its last word or two; in German and Chinese, by how it ends."""
    found = class_of(noun)
    if found:
        yield found


def class_of(noun: str) -> tuple[str, str] | None:
    """The (word, class) that a noun phrase ends with, None where it is in no list."""
    words = noun.strip().casefold().split()
    if not words:
        return None
    lists = _by_word()
    two = " ".join(words[-2:])
    for word in (two, words[-1], singular(words[-1])):
        if word in lists:
            return word, lists[word]
    last = words[-1]
    ends = [
        w for w in lists if last.endswith(w) and (is_cjk(w) or (len(w) >= 5 and noun[:1].isupper()))
    ]
    return (max(ends, key=len), lists[max(ends, key=len)]) if ends else None


@dataclass(frozen=True, slots=True)
class _Class:
    words: frozenset[str]
    beside: frozenset[str]


@cache
def _classes() -> dict[str, _Class]:
    with (resources() / "classes.toml").open("rb") as file:
        found = tomllib.load(file)
    return {
        name: _Class(frozenset([*c["words"].split(), *c.get("two", ())]), frozenset(c["beside"]))
        for name, c in found.items()
    }


@cache
def _by_word() -> dict[str, str]:
    return {word: name for name, each in _classes().items() for word in each.words}
