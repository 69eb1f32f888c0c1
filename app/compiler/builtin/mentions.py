"""Where a source names its subjects: every place, the longest name first."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import ahocorasick_rs

from app.compiler.lexicon import is_cjk
from app.ledger.naming import singular_phrase


@dataclass(frozen=True, slots=True)
class Mention:
    """A name in a text: whose it is (a slot or an id), and where."""

    owner: str
    start: int
    end: int


def lowered(text: str) -> str:
    """``text`` in lower case, character by character, so that positions stay."""
    return "".join(low if len(low := c.lower()) == 1 else c for c in text)


def variants(name: str, *, exact: bool) -> set[str]:
    """The spellings under which ``name`` is found: a term's plural, hyphen or space too."""
    if exact or is_cjk(name):
        return {name}
    found = {name, singular_phrase(name)}
    found |= {n.replace("-", " ") for n in found} | {n.replace("-", "") for n in found}
    return found | {plural for n in found if (plural := _plural(n))}


def _plural(name: str) -> str:
    if not re.search(r"[a-z]$", name) or name.endswith("s"):
        return ""
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return name[:-1] + "ies"
    return name + ("es" if name.endswith(("x", "ch", "sh")) else "s")


class NameFinder:
    """Finds names in texts. ``names`` maps each owner to its names; ``exact`` owners keep case.

    A single capitalised word is found as written only ("Rex" is not "rex"); longer names and
    terms in any case. A name that two owners share belongs to neither.
    """

    def __init__(
        self, names: Mapping[str, Iterable[str]], exact: frozenset[str] = frozenset()
    ) -> None:
        owners: dict[str, set[str]] = {}
        self._as_written: dict[str, set[str]] = {}
        for owner, spellings in names.items():
            for spelling in spellings:
                strict = owner in exact and " " not in spelling and not is_cjk(spelling)
                for form in variants(spelling, exact=owner in exact):
                    low = lowered(form)
                    owners.setdefault(low, set()).add(owner)
                    if strict:
                        self._as_written.setdefault(low, set()).add(form)
        self._owner = {
            low: next(iter(who)) for low, who in owners.items() if len(who) == 1 and len(low) > 1
        }
        self._patterns = sorted(self._owner)
        self._automaton = ahocorasick_rs.AhoCorasick(
            self._patterns, matchkind=ahocorasick_rs.MatchKind.LeftmostLongest
        )

    def find(self, text: str) -> list[Mention]:
        """The names in ``text``, in order, not overlapping, at word boundaries."""
        if not self._patterns:
            return []
        low = lowered(text)
        has_kana = _KANA.search(text) is not None
        found = []
        for index, start, end in self._automaton.find_matches_as_indexes(low):
            form = self._patterns[index]
            strict = self._as_written.get(form)
            if strict and text[start:end] not in strict:
                continue
            if is_cjk(form) and has_kana and _in_compound(text, start, end):
                continue
            if is_cjk(form) or (_boundary(low, start - 1, start) and _boundary(low, end, end - 1)):
                found.append(Mention(self._owner[form], start, end))
        return found


_KANA = re.compile(r"[\u3041-\u30fa]")
_HAN = re.compile(r"[\u3400-\u9fff]")


def _in_compound(text: str, start: int, end: int) -> bool:
    """Whether a Japanese name goes on in Chinese characters: 梅雨 within 梅雨前線 is another thing."""
    places = ((start - 1, start), (end, end - 1))
    return any(
        0 <= o < len(text) and _HAN.match(text[o]) and _HAN.match(text[i]) for o, i in places
    )


def _boundary(text: str, outside: int, inside: int) -> bool:
    if not 0 <= outside < len(text):
        return True
    a, b = text[outside], text[inside]
    if not (b.isalnum() or b == "_") or is_cjk(a):
        return True
    return not (a.isalnum() or a == "_")
