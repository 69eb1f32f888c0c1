"""Every rule, over a whole vault."""

from collections.abc import Iterable

from app.lint.diagnostic import Finding
from app.lint.registry import RULES
from app.vault.index import VaultIndex


def check(index: VaultIndex, extra: Iterable[Finding] = ()) -> list[Finding]:
    """What is wrong in the vault, by file and line; ``extra`` is what others have found."""
    found = [finding for rule in RULES for finding in rule.check(index)]
    return sorted([*found, *extra], key=lambda each: (each.path, each.line, each.code))
