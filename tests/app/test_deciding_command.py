"""``vaultloom names``, ``merge``, ``apart`` and ``take-away``, as typed."""

import json
from pathlib import Path

import pytest

from app.__main__ import main
from tests.app.compiler.test_dispute_verdicts import HISTORY, SOCIETY
from tests.promises.vaults import SOURCES, compile_, new_vault


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with three sources."""
    made = new_vault(tmp_path / "vault")
    compile_(made, SOURCES)
    return made


def test_nothing_is_taken_away_before_it_is_shown_and_wanted(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["take-away", str(vault), "raw/oil.md"]) == 2
    told = capsys.readouterr()
    assert "Kerosene is a lamp oil that is distilled from petroleum" in told.out
    assert "Nothing was changed. Say --yes to have it done." in told.err
    assert (vault / "wiki/concepts/Kerosene.md").is_file()


def test_a_source_is_taken_away_by_its_name(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["take-away", str(vault), "oil.md", "--yes", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert "wiki/concepts/Kerosene.md" in told["removed"]
    assert not (vault / "wiki/concepts/Kerosene.md").exists()
    assert (vault / "raw/oil.md").is_file()


def test_two_names_are_merged_and_taken_apart(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("merge", "apart"):
        assert main([command, str(vault), "Kerosene", "Whale oil", "--yes"]) == 0
        assert "`vaultloom undo` takes it back." in capsys.readouterr().out
        merged = command == "merge"
        assert (vault / "wiki/concepts/Whale oil.md").exists() == (not merged)


def test_what_is_no_source_and_no_name_is_said_to_be_none(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["take-away", str(vault), "moon.md", "--yes"]) == 2
    assert "“moon.md” is no source that was compiled." in capsys.readouterr().err
    assert main(["merge", str(vault), "Kerosene", "Moon", "--yes"]) == 2
    assert "No source speaks of “Moon”." in capsys.readouterr().err


def test_names_to_be_settled_are_listed(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["names", str(vault), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_a_disagreement_is_settled_as_lint_names_its_ways(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vault = new_vault(tmp_path / "disputed")
    compile_(vault, {"society.md": SOCIETY, "history.md": HISTORY})
    main(["lint", str(vault), "--json"])
    (found,) = [f for f in json.loads(capsys.readouterr().out) if f["code"] == "VL060"]
    assert all(
        {"statement", "quote", "source", "place"} <= claim.keys() for claim in found["claims"]
    )
    (way,) = [w for w in found["ways"] if w["title"] == "“1821” holds"]
    assert main(["settle", str(vault), way["do"], *way["about"]]) == 2
    told = capsys.readouterr()
    assert told.out.startswith("Say that “1821” holds (Founded: 1824 or 1821):\n")
    assert "+> *Status: “1821” holds, as you said on" in told.out
    assert "Nothing was changed." in told.err
    assert main(["settle", str(vault), way["do"], *way["about"], "--yes"]) == 0
    capsys.readouterr()
    assert main(["lint", str(vault)]) == 0
    assert "VL060" not in capsys.readouterr().out
    assert main(["settle", str(vault), "both-hold", way["about"][0], "by the sea", "--yes"]) == 0
    assert "+> *Your note: by the sea*" in capsys.readouterr().out
