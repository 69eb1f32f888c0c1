"""Fixes and what is ignored are ways of findings: shown first, one step, taken back."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.__main__ import main
from app.checkup import findings
from app.compiler.compile import Compiler, opened
from app.errors import VaultloomError
from app.knowing import checking
from app.lint.diagnostic import Finding, Way
from app.lint.ignoring import ignored
from app.settling import changed_pages, preview, settle, step_label
from tests.app.history.plug import Plug
from tests.promises.vaults import NOW, SOURCES, clock, compile_, files_in, new_vault

WICK = "wiki/concepts/Wick.md"
NOTE = "---\ntag: lamp # mine\n---\nOn the [[RTE]], [[RTE|again]] and [[Ghost]].\n"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A compiled vault with two notes of the owner's, one of which has three faults."""
    made = new_vault(tmp_path / "vault")
    compile_(made, SOURCES)
    (made / "Efficiency.md").write_text('---\naliases:\n  - "RTE"\n---\nSee [[Mine]].\n')
    (made / "Mine.md").write_text(NOTE)
    return made


@pytest.fixture
def compiler(vault: Path) -> Iterator[Compiler]:
    """The vault, opened."""
    with opened(vault, clock=clock, files=Plug()) as found:
        yield found


def found_in(compiler: Compiler, code: str) -> list[Finding]:
    """What a rule finds, ignored or not."""
    return [f for f in checking(compiler).everything() if f.code == code]


def test_a_fix_is_shown_done_as_one_step_and_taken_back(compiler: Compiler) -> None:
    before = files_in(compiler.root)
    key = found_in(compiler, "VL044")[0].key
    way = Way("fix", "", (key,))
    (page,) = changed_pages(compiler, preview(compiler, way))
    assert page.path == "Mine.md"
    assert [(place.gone, place.came) for place in page.places] == [
        (("tag: lamp # mine",), ("tags: # mine", "  - lamp"))
    ]
    assert files_in(compiler.root) == before

    changes = settle(compiler, way)
    assert changes.updated == ("Mine.md",)
    assert compiler.undo_label() == "fix “Mine.md”: Call it “tags”"
    assert not found_in(compiler, "VL044")
    compiler.undo()
    assert files_in(compiler.root) == before


def test_several_fixes_are_one_step(compiler: Compiler) -> None:
    """Findings of one rule and file that are about the same are fixed together."""
    before = files_in(compiler.root)
    keys = {f.key for code in ("VL020", "VL044") for f in found_in(compiler, code)}
    assert len(keys) == 2
    settle(compiler, Way("fix", "", tuple(keys)))
    text = (compiler.root / "Mine.md").read_text()
    assert "[[Efficiency|RTE]], [[Efficiency|again]] and [[Ghost]]" in text
    assert compiler.undo_label() == "fix 3 findings"
    compiler.undo()
    assert files_in(compiler.root) == before


def test_all_that_is_safe_is_one_step(compiler: Compiler) -> None:
    settle(compiler, Way("fix-safe", "", ()))
    assert {f.code for f in checking(compiler).everything()} == {"VL001"}
    with pytest.raises(VaultloomError, match="nothing that is safe"):
        settle(compiler, Way("fix-safe", "", ()))


def test_a_file_that_changed_since_is_not_touched(compiler: Compiler) -> None:
    """What was found is of another text."""
    found = checking(compiler).everything()
    key = next(f.key for f in found if f.code == "VL020")
    mine = compiler.root / "Mine.md"
    mine.write_text(f"Words more.\n{NOTE}")
    with pytest.raises(VaultloomError, match="was changed since"):
        settle(compiler, Way("fix", "", (key,)), found)
    assert mine.read_text() == f"Words more.\n{NOTE}"


@pytest.mark.parametrize(
    ("way", "words"),
    [
        (Way("fix", "", ("VL999 a.md x",)), "not there any more"),
        (Way("fix", "", ()), "not there any more"),
        (Way("ignore", "", ("VL999",)), "no rule"),
        (Way("heed", "", ("VL001",)), "not ignored"),
        (Way("ignore", "", ()), "about something else"),
        (Way("keep-apart", "", ("a",)), "about something else"),
    ],
)
def test_what_is_no_way_is_refused_with_words(compiler: Compiler, way: Way, words: str) -> None:
    with pytest.raises(VaultloomError, match=words):
        settle(compiler, way)


def test_what_only_shows_cannot_be_fixed(compiler: Compiler) -> None:
    (ghost,) = found_in(compiler, "VL001")
    with pytest.raises(VaultloomError, match="fixed by themselves"):
        settle(compiler, Way("fix", "", (ghost.key,)))


def test_a_fix_on_a_compiled_page_stays_when_its_sources_change(vault: Path) -> None:
    """It is an edit like any other that its owner makes."""
    place = vault / WICK
    place.write_text(place.read_text() + "\nMine: the [[RTE]].\n")
    with opened(vault, clock=clock, files=Plug()) as compiler:
        (found,) = [f for f in found_in(compiler, "VL020") if f.path == WICK]
        assert found.severity == "warning"  # the owner wrote it
        settle(compiler, Way("fix", "", (found.key,)))
    os.utime(
        place, (NOW.timestamp() - 3600,) * 2
    )  # else it is left alone as one that is being edited
    more = "# More\n\nA wick is a cord that is sold by the yard. A wick burns for 7 hours.\n"
    compile_(vault, {"more.md": more})
    assert "Mine: the [[Efficiency|RTE]]." in place.read_text()
    assert "7 hours" in place.read_text()


@pytest.mark.parametrize("left_open", [0, 1, 2])
def test_what_is_ignored_is_not_shown_until_it_is_heeded(
    compiler: Compiler, left_open: int
) -> None:
    """This one, the rule on this page, the rule everywhere."""
    (ghost,) = found_in(compiler, "VL001")
    about = (ghost.code, ghost.path, ghost.what)[: 3 - left_open]
    before = files_in(compiler.root)
    assert changed_pages(compiler, preview(compiler, Way("ignore", "", about))) == []
    assert "ignore" in step_label(compiler, Way("ignore", "", about))
    settle(compiler, Way("ignore", "", about))
    assert not [f for f in findings(compiler) if f.code == "VL001"]
    assert [f.code for f in findings(compiler)]
    (listed,) = ignored(compiler.root)
    assert (listed.code, listed.path, listed.what)[: len(about)] == about
    assert listed.since.startswith("2026-11-30")

    settle(compiler, Way("heed", "", about))
    assert ghost in findings(compiler)
    assert ignored(compiler.root) == []
    compiler.undo()
    assert ghost not in findings(compiler)
    compiler.undo()
    assert ghost in findings(compiler)
    assert files_in(compiler.root) == before


def test_the_command_fixes_explains_and_lists_what_is_ignored(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With status 1 only where errors are left."""
    assert main(["lint", str(vault)]) == 0
    assert "safe fix: Call it “tags”" in capsys.readouterr().out
    assert main(["lint", "--explain", "alias-as-target"]) == 0
    assert "VL020 alias-as-target (error)" in capsys.readouterr().out
    assert main(["lint", "--explain", "VL999"]) == 2
    assert main(["lint", str(vault), "--fix"]) == 0
    capsys.readouterr()
    assert main(["lint", str(vault), "--json"]) == 0
    assert [f["code"] for f in json.loads(capsys.readouterr().out)] == ["VL001"]
    assert main(["settle", str(vault), "ignore", "VL001", "Mine.md", "Ghost", "--yes"]) == 0
    capsys.readouterr()
    assert main(["lint", str(vault)]) == 0
    assert capsys.readouterr().out == "0 findings.\n"
    assert main(["ignored", str(vault)]) == 0
    assert f"vaultloom settle {vault} heed VL001 Mine.md Ghost" in capsys.readouterr().out
    assert main(["settle", str(vault), "heed", "VL001", "Mine.md", "Ghost", "--yes"]) == 0
    capsys.readouterr()
    assert main(["ignored", str(vault), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_fixes_that_need_a_look_are_applied_by_rule(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (vault / "Mine.md").write_text("I am [[Mine]]; see [[RTE]] and [[Efficiency]].\n")
    assert main(["lint", str(vault), "--fix-reviewed", "VL024"]) == 0
    assert (vault / "Mine.md").read_text() == "I am Mine; see [[RTE]] and [[Efficiency]].\n"
    assert main(["lint", str(vault), "--fix-reviewed", "VL999"]) == 2
    capsys.readouterr()
