"""Every rule explains itself, and its own example shows that it works."""

import re
from pathlib import Path

import pytest

from app.lint.checked import Checked
from app.lint.checking import check
from app.lint.diagnostic import Finding, Risk, Severity
from app.lint.fixing import apply
from app.lint.registry import HEADS, RULES, Rule
from app.vault.index import VaultIndex
from tests.app.lint.examples import files, played

rules = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of this machine's is used."""
    monkeypatch.setenv("VAULTLOOM_HOME", str(tmp_path / "home"))


@rules
def test_a_rule_explains_itself(rule: Rule) -> None:
    """Under the same heads, in the same order, with something under each, and in two single lines."""
    assert tuple(rule.explanation) == HEADS
    assert all(rule.explanation.values())
    assert re.fullmatch(r"VL\d{3}", rule.code)
    assert rule.says.endswith(".")
    assert "\n" not in rule.says
    assert rule.why.endswith(".")


@rules
def test_a_rules_example_is_found_and_its_cure_cures(rule: Rule, tmp_path: Path) -> None:
    """The example has the fault, once; with what to do instead it is gone."""
    with played(tmp_path / "vault", rule, rule.explanation["Example"]) as vault:
        (fault,) = vault.findings()
        assert (fault.code, fault.rule) == (rule.code, rule.name)
        assert list(Severity).index(fault.severity) >= list(Severity).index(rule.severity)
        vault.play(rule.explanation["Use instead"])
        assert vault.findings() == []


@rules
def test_a_rules_fix_gives_what_to_use_instead(rule: Rule, tmp_path: Path) -> None:
    """Where it has one, and what to use instead is written out."""
    with played(tmp_path / "vault", rule, rule.explanation["Example"]) as vault:
        (found,) = vault.findings()
        if not (found.fix and found.fix.edits):
            return
        text = (vault.root / found.path).read_text(encoding="utf-8")
        fixed = apply(text, [found.fix], {Risk.SAFE, Risk.REVIEW})[0]
        assert fixed != text
        wanted = files(rule.explanation["Use instead"])
        if wanted:
            assert fixed.strip() == wanted[found.path].strip()
        vault.write(found.path, fixed)
        if wanted:
            assert vault.findings() == []


def test_codes_and_names_are_unique() -> None:
    """They are what people put into scripts."""
    assert len({rule.code for rule in RULES}) == len({rule.name for rule in RULES}) == len(RULES)


def test_findings_come_by_file_and_line(tmp_path: Path) -> None:
    """Whatever rule they are of."""
    (tmp_path / "b.md").write_text("[[x]]\n[[a]] [[y]]")
    (tmp_path / "a.md").write_text("[[a#^x]]")
    (tmp_path / "c.md").write_text("[[b]]")
    found = check(Checked(VaultIndex.scan(tmp_path)))

    assert [(each.path, each.line, each.code) for each in found] == [
        ("a.md", 1, "VL001"),
        ("b.md", 1, "VL001"),
        ("b.md", 2, "VL001"),
        ("c.md", 1, "VL002"),
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


def test_a_finding_has_one_name_wherever_its_line_goes() -> None:
    """It is known by what it is about, or by its words."""
    first = Finding("VL001", "broken-link", Severity.ERROR, "a.md", 3, "Words.", what="Ghost")
    later = Finding("VL001", "broken-link", Severity.INFO, "a.md", 9, "Others.", what="Ghost")
    plain = Finding("VL001", "broken-link", Severity.INFO, "a.md", 9, "Words.")

    assert first.key == later.key == "VL001 a.md Ghost"
    assert plain.key == "VL001 a.md Words."
