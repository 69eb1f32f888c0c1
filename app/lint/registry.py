"""The rules. To add one: write its file in ``rules/`` and name it here.

A rule's file has ``CODE``; ``NAME``, by which people and programs call it; ``SEVERITY``, how bad it
is at its worst; ``WHY``, one sentence on why it matters; ``SCOPE``, what it looks at one at a time; a
docstring with the parts ``HEADS``; and ``check(checked, about)``, which gives the findings of one
note, source, subject or of the vault and looks at nothing that neither it nor what it says of others
depends on. A rule over subjects may have ``candidates(checked)``, the slots of those that it can find
something of: without it all are looked at.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from inspect import cleandoc
from types import ModuleType

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.lint.rules import (
    alias_as_target,
    ambiguous_link,
    bad_name,
    bad_tag,
    broken_link,
    changed_over_time,
    conflict_copy,
    contradiction,
    coverage_low,
    deleted_page,
    deprecated_property,
    duplicate_property,
    footnote_undefined,
    footnote_unused,
    gap,
    link_in_words,
    list_needed,
    may_be_one,
    missing_page,
    missing_property,
    needless_path,
    note_alike,
    open_fence,
    open_question,
    orphan,
    over_long,
    quote_not_in_source,
    raw_file_changed,
    self_link,
    source_gone,
    stale,
    table_pipe,
    too_thin,
    two_titles,
    two_versions,
    unreachable,
    unreadable_properties,
    unseen_file,
    unsourced_statement,
    vanished_statements,
    waiting_text,
    weak_source,
    wrong_type,
)

HEADS = ("What it does", "Why it matters", "Example", "Use instead", "Fix safety")
"""The parts of every rule's docstring, in this order."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its code, its name (what it finds), how bad that is at its worst, why it matters, what it looks
    at, how it explains itself, its check, and what it finds in a line (the first of its file)."""

    code: str
    name: str
    severity: Severity
    why: str
    scope: Scope
    explanation: dict[str, str]
    check: Callable[[Checked, str], Iterable[Finding]]
    candidates: Callable[[Checked], Iterable[str]] | None
    says: str


def rule_of(module: ModuleType) -> Rule:
    """The rule in a module."""
    explanation = _sections(cleandoc(module.__doc__ or ""))
    says = explanation.pop("")
    return Rule(
        module.CODE,
        module.NAME,
        module.SEVERITY,
        module.WHY,
        module.SCOPE,
        explanation,
        module.check,
        getattr(module, "candidates", None),
        says,
    )


def _sections(documentation: str) -> dict[str, str]:
    """The text under each head, and before the first; examples keep their indentation relative to each
    other."""
    sections: dict[str, list[str]] = {"": []}
    head = ""
    for line in documentation.splitlines():
        if line.rstrip(":") in HEADS:
            head = line.rstrip(":")
            sections[head] = []
        else:
            sections[head].append(line)
    return {name: cleandoc("\n".join(["", *lines])).strip() for name, lines in sections.items()}


RULES = tuple(
    rule_of(module)
    for module in (
        broken_link,
        orphan,
        waiting_text,
        source_gone,
        conflict_copy,
        two_versions,
        may_be_one,
        note_alike,
        vanished_statements,
        deleted_page,
        alias_as_target,
        ambiguous_link,
        needless_path,
        table_pipe,
        self_link,
        unseen_file,
        unreachable,
        open_fence,
        two_titles,
        bad_name,
        missing_page,
        too_thin,
        over_long,
        unreadable_properties,
        duplicate_property,
        wrong_type,
        list_needed,
        deprecated_property,
        missing_property,
        bad_tag,
        link_in_words,
        quote_not_in_source,
        raw_file_changed,
        stale,
        unsourced_statement,
        weak_source,
        coverage_low,
        footnote_undefined,
        footnote_unused,
        open_question,
        gap,
        contradiction,
        changed_over_time,
    )
)
"""One file a rule, by code."""

BY_CODE = {rule.code: rule for rule in RULES}
