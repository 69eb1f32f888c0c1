"""Linting a vault that somebody really lives in: the counts are those of two counters of others."""

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

from app.checkup import findings
from app.compiler.compile import opened
from app.lint.diagnostic import Finding
from app.vault.layout import adopt
from tests.app.history.plug import Plug
from tests.promises.vaults import SOURCES, clock, compile_, files_in

VAULTS = Path(__file__).parents[2] / "fixtures" / "vaults"
ALL = json.loads((VAULTS / "expected.json").read_text(encoding="utf-8"))
EXPECTED, STUB = ALL["kepano-obsidian"], ALL["obsidiantools-stub"]
COUNTED = EXPECTED["counted_with_frontmatter_links"]


@pytest.fixture
def kepano(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the vault, looked after from now on."""
    monkeypatch.setenv("VAULTLOOM_HOME", str(tmp_path / "home"))
    vault = tmp_path / "kepano"
    shutil.copytree(VAULTS / "kepano-obsidian", vault)
    adopt(vault, files=Plug())
    return vault


def linted(vault: Path) -> list[Finding]:
    """What ``vaultloom lint`` lists."""
    with opened(vault, clock=clock, files=Plug()) as compiler:
        return findings(compiler)


def test_a_real_vault_has_the_findings_that_others_count_in_it(kepano: Path) -> None:
    """49 targets that are no file, properties included, 71 notes that no other links to, and no more."""
    found = linted(kepano)
    broken = [each.message for each in found if each.rule == "broken-link"]
    assert len(broken) == COUNTED["unresolved_link_occurrences"]
    assert len(set(broken)) == COUNTED["unresolved_targets"] == 49
    assert sorted(set(broken)) == sorted(
        f"There is no note or file “{name}”." for name in EXPECTED["unresolved_target_names"]
    )
    lonely = [each.path for each in found if each.rule == "orphan"]
    assert len(lonely) == len(set(lonely)) == COUNTED["notes_without_inlinks"] == 71
    assert len(found) == len(broken) + len(lonely)


def test_compiling_changes_no_note_of_it_and_adds_no_finding(kepano: Path) -> None:
    """Its notes keep their bytes, and what is found in them stays the same."""
    notes = [path for path in files_in(VAULTS / "kepano-obsidian") if path.endswith(".md")]
    before = {path: files_in(kepano)[path] for path in notes}
    found = linted(kepano)
    compile_(kepano, SOURCES)
    assert {path: files_in(kepano)[path] for path in notes} == before
    assert len(notes) == COUNTED["notes"]
    assert linted(kepano) == found


def test_a_librarys_own_test_vault_has_the_broken_links_that_it_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each missing note as often as it is linked to, the files that are embedded and not there, and two
    properties that Obsidian cannot show: a list in a list, and a map."""
    monkeypatch.setenv("VAULTLOOM_HOME", str(tmp_path / "home"))
    vault = tmp_path / "stub"
    shutil.copytree(VAULTS / "obsidiantools-stub", vault)
    adopt(vault, files=Plug())
    found = linted(vault)
    broken = Counter(
        each.what.partition("#")[0].removesuffix(".md")
        for each in found
        if each.rule == "broken-link"
    )
    missing = {name: STUB["n_backlinks"][name] for name in STUB["nonexistent_notes"]}
    assert broken == missing | dict.fromkeys(STUB["embedded_missing_files"], 1)
    others = {
        (each.rule, each.what) for each in found if each.rule not in ("broken-link", "orphan")
    }
    assert others == {("wrong-type", "references"), ("wrong-type", "chart_peaks")}
