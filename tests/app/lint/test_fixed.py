"""Every fix of every rule, in every vault at hand: nothing new is wrong, nothing else that a reader sees is
other than before, and undo brings back every byte."""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from html import unescape
from pathlib import Path

import pytest

from app.compiler.compile import Compiler, opened
from app.knowing import checking
from app.lint.checking import Checking
from app.lint.diagnostic import Finding, Way
from app.paths import resources
from app.settling import settle
from app.vault.frontmatter import read as read_note
from app.vault.html import render
from app.vault.layout import adopt
from tests.app.history.plug import Plug
from tests.app.lint.planting import compiled, ground
from tests.app.lint.test_planted import plant
from tests.promises.vaults import SOURCES, clock, compile_, files_in, new_vault

VAULTS = Path(__file__).parents[2] / "fixtures" / "vaults"

# Rules whose fix means to change words that are shown: a path that becomes a name, text that an owner and the
# sources changed both, statements that come back, a row that was cut in two, the words of a footnote.
CHANGES_WORDS = frozenset({"VL003", "VL011", "VL022", "VL023", "VL050", "VL056", "VL057"})


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of this machine's is used."""
    monkeypatch.setenv("VAULTLOOM_HOME", str(tmp_path / "home"))


def shown(text: str) -> str:
    """What a reader sees of a note: no markup, no targets of links, no properties, no blanks."""
    page = render(read_note(text).body, lambda _target: None)
    return re.sub(r"\s+", "", unescape(re.sub(r"<[^>]*>", "", page)))


@contextmanager
def planted(root: Path, seed: int) -> Iterator[Compiler]:
    """A vault in which every fault is planted."""
    with ground(root, seed) as made:
        plant(made, "first")
        compiled(made)
        plant(made, "between")
        made.compile()
        plant(made, "last")
        yield made.compiler


@contextmanager
def of_somebody(root: Path, name: str) -> Iterator[Compiler]:
    """A vault that somebody really lives in, looked after from now on."""
    shutil.copytree(VAULTS / name, root)
    adopt(root, files=Plug())
    with opened(root, clock=clock, files=Plug()) as compiler:
        yield compiler


@contextmanager
def of_samples(root: Path) -> Iterator[Compiler]:
    """What is compiled of the samples, with a note of the owner's that links as people do."""
    samples = {each.name: each.read_text() for each in (resources() / "samples").glob("*.md")}
    new_vault(root)
    compile_(root, {**SOURCES, **samples})
    page = next((root / "wiki/concepts").glob("*.md"))
    (root / "Mine.md").write_text(
        f"---\ntag: mine\nup: [[{page.stem}]]\n---\nI am [[Mine]]; see [[wiki/concepts/{page.stem}]].\n\n"
        f"| a | b |\n|---|---|\n| [[{page.stem}|x]] | c |\n"
    )
    with opened(root, clock=clock, files=Plug()) as compiler:
        yield compiler


@pytest.mark.parametrize(
    "made",
    [
        pytest.param(lambda root: planted(root, 11), id="planted", marks=pytest.mark.long),
        pytest.param(
            lambda root: planted(root, 12), id="planted otherwise", marks=pytest.mark.long
        ),
        pytest.param(lambda root: of_somebody(root, "kepano-obsidian"), id="kepano"),
        pytest.param(lambda root: of_somebody(root, "obsidiantools-stub"), id="stub"),
        pytest.param(of_samples, id="samples"),
    ],
)
def test_every_fix_mends_its_finding_and_nothing_else(
    tmp_path: Path, made: Callable[[Path], AbstractContextManager[Compiler]]
) -> None:
    """One by one, and then all that are safe at once."""
    with made(tmp_path / "vault") as compiler:
        checks = checking(compiler)
        found = checks.everything()
        fixable = {f.key: f for f in found if f.fix and f.fix.edits}
        for key, each in fixable.items():
            mends(compiler, checks, each, Way("fix", "", (key,)), found)
        if any(f.fix and f.fix.risk == "safe" for f in fixable.values()):
            mends(compiler, checks, None, Way("fix-safe", "", ()), found)


def mends(
    compiler: Compiler, checks: Checking, fixed: Finding | None, way: Way, found: list[Finding]
) -> None:
    """A step of fixing does what it should, and undo takes it back."""
    before, text = files_in(compiler.root), _texts(compiler.root)
    changes = settle(compiler, way, found)
    assert not changes.kept
    touched = {*changes.created, *changes.updated, *changes.removed}
    after = checks.again(touched)
    known = {each.key for each in found}
    assert [each for each in after if each.key not in known] == []
    if fixed is not None:
        assert fixed.key not in {each.key for each in after}
        if fixed.code not in CHANGES_WORDS:
            now = _texts(compiler.root)
            for path in text.keys() | now.keys():
                assert shown(text.get(path, "")) == shown(now.get(path, "")), (path, fixed)
    compiler.undo()
    assert files_in(compiler.root) == before
    assert checks.again(touched) == found


def _texts(root: Path) -> dict[str, str]:
    """The notes that people see."""
    return {
        path: content.decode("utf-8", "replace")
        for path, content in files_in(root).items()
        if path.endswith(".md") and not path.startswith(".")
    }
