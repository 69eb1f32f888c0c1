"""What is wrong in an open vault, by all rules, and mending what is safe to mend."""

from collections.abc import Collection, Sequence

from app.compiler.compile import Compiler
from app.knowing import checking
from app.lint.diagnostic import Finding, Way
from app.lint.ignoring import ignored, without
from app.mending import can_fix, is_safe
from app.settling import settle
from app.vault.writing import Changes


def findings(compiler: Compiler) -> list[Finding]:
    """Everything that is wrong in the vault, by file and line, what the person ignores left out."""
    return without(checking(compiler).everything(), ignored(compiler.root))


def mend(
    compiler: Compiler,
    found: Sequence[Finding],
    *,
    safe_ones: bool = True,
    of_rules: Collection[str] = (),
) -> Changes:
    """Apply the safe fixes among ``found``, and those of these rules that need a look, as one step of the
    journal."""
    chosen = [f for f in found if (safe_ones and is_safe(f)) or (f.code in of_rules and can_fix(f))]
    if not chosen:
        return Changes()
    if all(map(is_safe, chosen)):
        return settle(compiler, Way("fix-safe", "", ()), chosen)
    keys = tuple(dict.fromkeys(each.key for each in chosen))
    return settle(compiler, Way("fix", "", keys), chosen)
