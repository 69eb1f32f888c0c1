"""Disagreements are found again at once where they stand otherwise, and nowhere else."""

import json
from pathlib import Path

import pytest

from app.compiler.compile import Compiler
from app.knowing import checking
from app.lint.checking import Checking
from app.lint.diagnostic import Finding
from app.settling import settle
from app.vault.writing import Changes
from tests.app.compiler.test_dispute_tables import HANDBOOK, RELEASES
from tests.app.compiler.test_dispute_verdicts import open_
from tests.promises.vaults import compile_, new_vault


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault in which two names are given crosswise."""
    made = new_vault(tmp_path / "vault")
    compile_(made, {"releases.md": RELEASES, "handbook.md": HANDBOOK})
    return made


def disputes(findings: list[Finding]) -> list[tuple[str, int, str]]:
    """Where the disagreements among findings stand, and their keys."""
    return [(f.path, f.line, f.what) for f in findings if f.code == "VL060"]


def again(compiler: Compiler, checked: Checking, changes: Changes) -> list[tuple[str, int, str]]:
    """What is found after a change; a look at everything finds the same."""
    paths = (*changes.created, *changes.updated, *changes.removed)
    found = disputes(checked.again(paths))
    assert found == disputes(checking(compiler).everything())
    return found


def test_what_is_settled_goes_and_comes_back_with_undo(vault: Path) -> None:
    with open_(vault) as compiler:
        checked = checking(compiler)
        before = disputes(checked.everything())
        assert len(before) == 2
        (way, *_) = next(f for f in checked.findings if f.code == "VL060").ways
        assert len(again(compiler, checked, settle(compiler, way))) == 1
        assert again(compiler, checked, compiler.undo()[1]) == before


def test_a_finding_follows_its_line(vault: Path) -> None:
    with open_(vault) as compiler:
        checked = checking(compiler)
        ((path, line, _), *_) = disputes(checked.everything())
        text = (vault / path).read_text()
        (vault / path).write_text(text.replace("\n# ", "\nMine.\n\n# ", 1))
        ((_, moved, _), *_) = again(compiler, checked, Changes(updated=(path,)))
        assert moved == line + 2


def test_a_disagreement_on_two_pages_goes_to_the_other_when_one_is_deleted(vault: Path) -> None:
    with open_(vault) as compiler:
        checked = checking(compiler)
        assert {path for path, _, _ in disputes(checked.everything())} == {"wiki/entities/Buzz.md"}
        (vault / "wiki/entities/Buzz.md").unlink()
        changes = compiler.catch_up()
        found = again(
            compiler, checked, Changes(removed=("wiki/entities/Buzz.md", *changes.updated))
        )
        assert {path for path, _, _ in found} == {"wiki/entities/Rex.md"}


def test_what_another_device_said_is_no_finding_any_more(vault: Path) -> None:
    with open_(vault) as compiler:
        checked = checking(compiler)
        checked.everything()
        (way, *_) = next(f for f in checked.findings if f.code == "VL060").ways
        again(compiler, checked, settle(compiler, way))
        (ours,) = (vault / ".vaultloom/decisions").glob("*.jsonl")
        said = json.loads(ours.read_text())
        again(compiler, checked, compiler.undo()[1])
        ours.with_name("other.jsonl").write_text(json.dumps(said) + "\n")
        assert len(again(compiler, checked, compiler.catch_up())) == 1
