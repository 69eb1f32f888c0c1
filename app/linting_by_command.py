"""``vaultloom lint`` and ``vaultloom ignored``: what is wrong, why that matters, fixing it, and what the
person wants to see no more."""

import argparse
import json
import shlex
from collections.abc import Sequence
from pathlib import Path

from app.compiler.beside import looked_at
from app.compiler.compile import Compiler, opened
from app.errors import VaultloomError
from app.lint.diagnostic import Finding, Severity
from app.lint.ignoring import Ignored, ignored, told, words
from app.saying import say


def add_options(lint: argparse.ArgumentParser, listed: argparse.ArgumentParser) -> None:
    """The options of the two commands."""
    lint.add_argument(
        "vault", nargs="?", type=Path, metavar="VAULT", help="the folder of the vault"
    )
    lint.add_argument("--fix", action="store_true", help="apply the fixes that are safe")
    lint.add_argument(
        "--fix-reviewed",
        nargs="+",
        default=[],
        metavar="CODE",
        help="apply the fixes of these rules too that need a look, once you have looked",
    )
    lint.add_argument("--explain", metavar="CODE", help="say what a rule finds, and why")
    listed.add_argument("vault", type=Path, metavar="VAULT", help="the folder of the vault")


def run(options: argparse.Namespace) -> int:
    """``vaultloom lint``; the exit status: 1 only where errors are left."""
    if options.explain:
        print(explained(options.explain, as_json=options.as_json))
        return 0
    if options.vault is None:
        raise VaultloomError("Which vault?", remedy="Try: vaultloom lint VAULT")
    fixes = options.fix or options.fix_reviewed
    with (opened if fixes else looked_at)(options.vault) as compiler:
        found = _found(compiler, options)
    if options.as_json:
        print(json.dumps([f.to_json() for f in found], ensure_ascii=False, indent=1))
    else:
        _print(found, options.vault)
    return int(any(f.severity is Severity.ERROR for f in found))


def _found(compiler: Compiler, options: argparse.Namespace) -> list[Finding]:
    from app.checkup import findings, mend
    from app.compiling_by_command import complain
    from app.lint.registry import BY_CODE

    for code in options.fix_reviewed:
        if code not in BY_CODE:
            raise _no_rule(code)
    if compiler.vault.is_held:
        complain(f"{compiler.vault.readonly} What follows is how things stand meanwhile.")
    if options.fix or options.fix_reviewed:
        codes = options.fix_reviewed
        mend(compiler, findings(compiler), safe_ones=options.fix, of_rules=codes)
    return findings(compiler)


def _print(found: Sequence[Finding], vault: Path) -> None:
    for finding in found:
        print(
            f"{finding.path}:{finding.line}: {finding.severity.value}"
            f" {finding.code} {finding.message}"
        )
        if finding.fix and finding.fix.edits:
            print(f"    {finding.fix.risk.value} fix: {finding.fix.title}")
        for way in finding.ways:
            asked = [f"“{way.asks}”"] if way.asks else []
            about = " ".join([*(shlex.quote(each) for each in way.about), *asked])
            print(f"    {way.title}: vaultloom settle {shlex.quote(str(vault))} {way.do} {about}")
    print(f"{len(found)} finding{'s' * (len(found) != 1)}.")


def explained(code: str, *, as_json: bool = False) -> str:
    """The documentation of a rule, by its code or name. Raises VaultloomError where there is no such rule."""
    from app.lint.registry import RULES

    rule = next((rule for rule in RULES if code in (rule.code, rule.name)), None)
    if rule is None:
        raise _no_rule(code)
    if as_json:
        told = {"code": rule.code, "rule": rule.name, "severity": rule.severity, "why": rule.why}
        return json.dumps({**told, **rule.explanation}, ensure_ascii=False, indent=1)
    parts = [f"{rule.code} {rule.name} ({rule.severity})\n\n{rule.says}"]
    parts += [f"{head}\n{_indented(text)}" for head, text in rule.explanation.items()]
    return "\n\n".join(parts)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.splitlines())


def _no_rule(code: str) -> VaultloomError:
    return VaultloomError(
        say("There is no rule “{code}”.", code=code),
        remedy="Findings say their rules' codes; the README lists them.",
    )


def run_ignored(options: argparse.Namespace) -> int:
    """``vaultloom ignored``: what is ignored, and how that is taken back; the exit status."""
    with looked_at(options.vault) as compiler:
        found = ignored(compiler.root)
    if options.as_json:
        print(json.dumps(told(found), ensure_ascii=False, indent=1))
        return 0
    for each in found:
        about = " ".join(shlex.quote(v) for v in _about(each))
        print(words(each))
        print(f"    Show it again: vaultloom settle {shlex.quote(str(options.vault))} heed {about}")
    print(f"{len(found)} ignored.")
    return 0


def _about(each: Ignored) -> list[str]:
    about = [each.code, each.path, each.what]
    while not about[-1]:
        about.pop()
    return about
