"""What the person wants to see no more: one finding, a rule on a page, a rule everywhere.

It is a decision like others, travels with the vault, and can be taken back.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from app.ledger.decisions import HEED, IGNORE, decisions
from app.lint.diagnostic import Finding
from app.lint.registry import BY_CODE
from app.saying import say


@dataclass(frozen=True, slots=True)
class Ignored:
    """What is not shown: a rule (its code), on a page where ``path`` says which, and of it only what
    ``what`` names; ``since`` is when that was said (ISO 8601, UTC)."""

    code: str
    path: str = ""
    what: str = ""
    since: str = ""

    def covers(self, found: Finding) -> bool:
        """Whether a finding is not to be shown."""
        return (
            found.code == self.code
            and self.path in ("", found.path)
            and self.what in ("", named(found))
        )


def named(found: Finding) -> str:
    """What of its file a finding is about: what names it, beside its rule and file."""
    return found.what or str(found.message)


def ignored(root: Path) -> list[Ignored]:
    """What is ignored in a vault, by the decisions of all devices; what was said first comes first."""
    said: dict[tuple[str, str, str], str] = {}
    for each in decisions(root):
        about = (each.about, each.other, each.mark)
        if each.what == IGNORE:
            said.setdefault(about, each.at)
        elif each.what == HEED:
            said.pop(about, None)
    return [Ignored(*about, since) for about, since in said.items()]


def without(found: Iterable[Finding], ignoring: Collection[Ignored]) -> list[Finding]:
    """The findings that are to be shown."""
    by_code: dict[str, list[Ignored]] = {}
    for each in ignoring:
        by_code.setdefault(each.code, []).append(each)
    return [f for f in found if not any(i.covers(f) for i in by_code.get(f.code, ()))]


def words(each: Ignored) -> str:
    """What is ignored, in words."""
    rule = BY_CODE[each.code].name if each.code in BY_CODE else each.code
    if each.what:
        return say("{rule} on {path}: {what}", rule=rule, path=each.path or "…", what=each.what)
    if each.path:
        return say("{rule} on {path}", rule=rule, path=each.path)
    return say("{rule} everywhere", rule=rule)


def told(found: Iterable[Ignored]) -> list[dict[str, str]]:
    """What is ignored, as JSON has it."""
    return [
        {
            "code": each.code,
            "path": each.path,
            "what": each.what,
            "since": each.since,
            "words": words(each),
        }
        for each in found
    ]
