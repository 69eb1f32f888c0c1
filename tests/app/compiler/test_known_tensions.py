"""What real documents are known to disagree on, and what only looks like it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.compiler.compile import Compiler, opened
from tests.app.history.plug import Plug
from tests.benchmarks.pairs import shown
from tests.promises.vaults import FIXTURES, clock, new_vault

SAMPLES = Path(__file__).parents[3] / "resources" / "samples"
OURS = """# What Debian is called after

Debian 1.3 Bo (June 5th, 1997) came third. The name joins two: that of Ian Murdock and that of his wife, Debra.
"""


@pytest.fixture(name="debian", scope="module")
def _debian(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Compiler]:
    """The FAQ, the handbook, and a note of ours, in one vault."""
    folder = tmp_path_factory.mktemp("debian")
    (folder / "name.md").write_text(OURS)
    names = ("debian-faq-extract.en.txt", "debian-handbook-chapter1.en.docx")
    vault = new_vault(folder / "vault")
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.add([*(FIXTURES / name for name in names), folder / "name.md"])
        compiler.run()
        yield compiler


def test_what_a_release_was_called_and_who_somebody_was_is_disputed(debian: Compiler) -> None:
    found = {d.key: {p.words for p in d.positions} for d in shown(debian)}
    assert found["name:name of 1.1"] == {"Buzz", "Rex"}
    assert found["role:debra"] == {"wife", "girlfriend"}


def test_packages_and_source_packages_are_two_things(debian: Compiler) -> None:
    """59100 of the one and 31,000 of the other are no disagreement; nor is anything else there."""
    assert {d.key for d in shown(debian)} == {
        "name:name of 1.1",
        "name:name of 1.2",
        "role:debra",
    }


def test_what_a_newer_version_says_otherwise_is_a_change_and_no_disagreement(
    tmp_path: Path,
) -> None:
    vault = new_vault(tmp_path / "vault")
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.add([SAMPLES / f"semver-{version}.en.md" for version in ("1.0.0", "2.0.0")])
        compiler.run()
        assert shown(compiler) == []
    (table,) = (vault / "wiki" / "comparisons").glob("*.md")
    assert table.stem == "SemVer 1.0.0 and 2.0.0"
    assert "denoted by" in table.read_text()
