"""Every rule explains itself, and its own example shows that it works."""

import re
from pathlib import Path

import pytest

from app.lint.checking import check
from app.lint.diagnostic import Finding, Risk, Severity
from app.lint.fixing import apply
from app.lint.registry import HEADS, RULES, Rule
from app.vault.index import VaultIndex

rules = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)


def files(example: str) -> dict[str, str]:
    """The files in an example: "== path" and then the file's text."""
    parts = re.split(r"^== (.+)$\n?", example, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def write(root: Path, contents: dict[str, str]) -> None:
    """Files in a vault, folders made as needed."""
    for path, text in contents.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


def findings(root: Path, rule: Rule) -> list[Finding]:
    """What one rule finds in the vault at ``root``."""
    return list(rule.check(VaultIndex.scan(root)))


@rules
def test_a_rule_explains_itself(rule: Rule) -> None:
    """Under the same heads, in the same order, with something under each."""
    assert tuple(rule.explanation) == HEADS
    assert all(rule.explanation.values())
    assert re.fullmatch(r"VL\d{3}", rule.code)


@rules
def test_a_rules_example_is_found_and_its_cure_cures(rule: Rule, tmp_path: Path) -> None:
    """The example has the fault; with the files to use instead it is gone."""
    write(tmp_path, files(rule.explanation["Example"]))
    faults = findings(tmp_path, rule)
    write(tmp_path, files(rule.explanation["Use instead"]))

    assert faults
    assert {fault.code for fault in faults} == {rule.code}
    assert findings(tmp_path, rule) == []


@rules
def test_a_rules_safe_fix_gives_what_to_use_instead(rule: Rule, tmp_path: Path) -> None:
    """Where it has one."""
    write(tmp_path, files(rule.explanation["Example"]))
    wanted = files(rule.explanation["Use instead"])
    for finding in findings(tmp_path, rule):
        if finding.fix and finding.fix.risk is Risk.SAFE:
            text = (tmp_path / finding.path).read_text(encoding="utf-8")
            assert (
                apply(text, [finding.fix], {Risk.SAFE})[0].strip() == wanted[finding.path].strip()
            )


def test_codes_and_names_are_unique() -> None:
    """They are what people put into scripts."""
    assert len({rule.code for rule in RULES}) == len({rule.name for rule in RULES}) == len(RULES)


def test_findings_come_by_file_and_line_with_those_of_others(tmp_path: Path) -> None:
    """Extra findings take their place among those of the rules."""
    write(tmp_path, {"b.md": "[[x]]\n[[a]] [[y]]", "a.md": "[[b]]"})
    extra = Finding("VL003", "waiting-text", Severity.INFO, "a.md", 9, "A new text waits.")
    found = check(VaultIndex.scan(tmp_path), [extra])

    assert [(each.path, each.line, each.code) for each in found] == [
        ("a.md", 9, "VL003"),
        ("b.md", 1, "VL001"),
        ("b.md", 2, "VL001"),
    ]


def test_a_finding_is_printed_as_promised() -> None:
    """The keys of the JSON are stable; claims come only with disagreements."""
    plain = Finding("VL001", "broken-link", Severity.ERROR, "a.md", 3, "Words.")

    assert plain.to_json() == {
        "code": "VL001",
        "rule": "broken-link",
        "severity": "error",
        "path": "a.md",
        "line": 3,
        "message": "Words.",
        "fix": None,
    }
