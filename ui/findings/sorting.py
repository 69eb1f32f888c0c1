"""Which findings are shown, and under which heads: by rule or by page, filtered and searched."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from ui.findings.values import Finding
from ui.findings.words import haystack, page_name
from ui.matching import fold, words_of

SEVERITIES = ("error", "warning", "info")
_GRAVITY = {name: at for at, name in enumerate(SEVERITIES)}

BY_RULE, BY_PAGE = "rule", "page"


class Head(NamedTuple):
    """The head of what belongs together: a rule's name or a page's path, how grave the gravest is, how
    many there are, and whether they are folded away."""

    by: str
    name: str
    severity: str
    number: int
    folded: bool
    code: str = ""


Row = Head | Finding


@dataclass(frozen=True)
class Showing:
    """What the person wants to see: grouped how, of which severities, with which words, and only of the
    page whose path is given."""

    by: str = BY_RULE
    hidden: frozenset[str] = frozenset()
    """Severities that are not shown."""

    typed: str = ""
    only: str = ""
    folded: frozenset[str] = frozenset()
    """Names of the heads that are folded."""

    @property
    def is_all(self) -> bool:
        """Whether nothing is left out."""
        return not (self.hidden or self.typed.strip() or self.only)


@dataclass
class Searched:
    """The words by which findings are found, each folded once: there may be ten thousand."""

    _kept: dict[Finding, str] = field(default_factory=dict)

    def keep(self, findings: Iterable[Finding]) -> None:
        """Forget what is not among these."""
        if self._kept:
            self._kept = {e: words for e in findings if (words := self._kept.get(e)) is not None}

    def prepare(self, findings: Iterable[Finding]) -> Iterator[None]:
        """Fold the words of one after the other, as far as that was not done yet."""
        for each in findings:
            if each not in self._kept:
                self.words(each)
                yield

    def words(self, finding: Finding) -> str:
        """All of a finding's words, folded."""
        found = self._kept.get(finding)
        if found is None:
            found = self._kept[finding] = fold(" ".join(haystack(finding)))
        return found


def chosen(findings: tuple[Finding, ...], showing: Showing, searched: Searched) -> list[Finding]:
    """Those that the person wants to see."""
    found, only, typed = list(findings), showing.only, words_of(showing.typed)
    if showing.hidden:
        found = [each for each in found if each.severity not in showing.hidden]
    if only:
        found = [each for each in found if each.path == only or only in each.also]
    for word in typed:
        found = [each for each in found if word in searched.words(each)]
    return found


def rows_of(findings: Iterable[Finding], showing: Showing) -> list[Row]:
    """Heads, the gravest first, and below each what belongs to it unless it is folded."""
    name = _page if showing.by == BY_PAGE else _rule
    groups: dict[str, list[Finding]] = {}
    for finding in findings:
        groups.setdefault(name(finding), []).append(finding)
    graded = [(_gravest(found), group, found) for group, found in groups.items()]
    made: list[Row] = []
    for severity, group, found in sorted(graded, key=_order(showing.by)):
        folded = group in showing.folded
        code = found[0].code if showing.by == BY_RULE else ""
        made.append(Head(showing.by, group, severity, len(found), folded, code))
        made += () if folded else found
    return made


def counts(findings: Iterable[Finding]) -> dict[str, int]:
    """How many there are of each severity."""
    return {**dict.fromkeys(SEVERITIES, 0), **Counter(map(_severity, findings))}


_page, _severity = attrgetter("path"), attrgetter("severity")


def _rule(finding: Finding) -> str:
    """Its rule; a disagreement that may be none is called so."""
    may_be_none = finding.rule == "contradiction" and finding.severity == "info"
    return "differs" if may_be_none else finding.rule


def _gravest(found: list[Finding]) -> str:
    first: str = found[0].severity
    return first if len(found) == 1 else min(set(map(_severity, found)), key=_gravity)


def _gravity(severity: str) -> int:
    return _GRAVITY.get(severity, len(_GRAVITY))


def _order(by: str) -> Callable[[tuple[str, str, list[Finding]]], tuple[int, str]]:
    """Rules stay in the order in which they come; pages go by their names."""

    def order(graded: tuple[str, str, list[Finding]]) -> tuple[int, str]:
        severity, name, _ = graded
        return _gravity(severity), page_name(name).casefold() if by == BY_PAGE else ""

    return order
