"""The rules. To add one: write its file in ``rules/`` and name it here."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from inspect import cleandoc
from types import ModuleType

from app.lint.diagnostic import Finding
from app.lint.rules import broken_link, conflict_copy, orphan, two_versions
from app.vault.index import VaultIndex

HEADS = ("What it does", "Why it matters", "Example", "Use instead", "Fix safety")
"""The parts of every rule's docstring, in this order."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its code, its name (what it finds), how it explains itself, and its check."""

    code: str
    name: str
    explanation: dict[str, str]
    check: Callable[[VaultIndex], Iterable[Finding]]


def _rule(module: ModuleType) -> Rule:
    return Rule(module.CODE, module.NAME, _sections(cleandoc(module.__doc__ or "")), module.check)


def _sections(documentation: str) -> dict[str, str]:
    """The text under each head; examples keep their indentation relative to each other."""
    sections: dict[str, list[str]] = {}
    head = ""
    for line in documentation.splitlines():
        if line.rstrip(":") in HEADS:
            head = line.rstrip(":")
            sections[head] = []
        elif head:
            sections[head].append(line)
    return {name: cleandoc("\n".join(["", *lines])) for name, lines in sections.items()}


RULES = tuple(_rule(module) for module in (broken_link, orphan, conflict_copy, two_versions))
