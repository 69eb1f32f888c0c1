"""The comparisons of the samples about version numbers, which stand for what such pages are to be."""

from pathlib import Path

import pytest

from tests.promises.vaults import compile_, new_vault

SAMPLES = Path(__file__).parents[3] / "resources" / "samples"


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    vault = new_vault(tmp_path_factory.mktemp("samples") / "vault")
    names = ("semver-1.0.0.en.md", "pep-0386.rst", "pep-0440.rst", "semver-2.0.0.en.md")
    compile_(vault, {name: (SAMPLES / name).read_text() for name in names})
    return vault


def _row(page: str, *cells: str) -> str:
    """The one row of a page's table in which these words stand, without its marks."""
    (found,) = (
        line
        for line in page.splitlines()
        if line.startswith("|") and all(cell in line for cell in cells)
    )
    return found


def test_what_changed_between_two_versions_of_a_standard(vault: Path) -> None:
    page = (vault / "wiki/comparisons/SemVer 1.0.0 and 2.0.0.md").read_text()
    assert "**and MUST NOT contain leading zeroes**" in _row(page, "| Normal version number |")
    assert "**by increments of one**" in _row(page, "| Normal version number: each element |")
    row = _row(page, "MAY be denoted by appending **an arbitrary string**")
    assert "**a hyphen and a series of dot separated identifiers**" in row
    row = _row(page, "SHOULD be determined by lexicographic ASCII sort order")
    assert "Precedence for two pre-release versions" in row
    assert "| changed |" in row
    assert "| — |" in _row(page, "MUST be ignored when determining version precedence")
    assert "| gone |" in _row(page, 'SHOULD be tagged "semver"')
    assert "**may** change" in _row(page, "**MAY** change at any time")


def test_what_is_said_in_other_words_is_neither_new_nor_gone(vault: Path) -> None:
    page = (vault / "wiki/comparisons/SemVer 1.0.0 and 2.0.0.md").read_text()
    assert "reset to zero" not in page


def test_two_standards_are_compared_by_what_each_calls_its_own_way(vault: Path) -> None:
    page = (vault / "wiki/comparisons/SemVer and PEP 440.md").read_text()
    order = _row(page, "MUST be ignored when determining version precedence")
    assert order.startswith("| Build metadata / local version identifiers |")
    assert "Comparison and ordering of local versions considers each segment" in order
    assert "separated from the public version identifier by a plus" in _row(page, "a plus sign and")
    assert "ordered first by phase" in _row(page, "have a lower precedence than the associated")
    lead = page.split("| |", maxsplit=1)[0]
    assert "more prescriptive than [[PEP 440]]" in lead
    assert "are not compatible with PEP 440" in lead


def test_what_a_standard_replaces_and_lists_as_changed_is_shown(vault: Path) -> None:
    page = (vault / "wiki/comparisons/PEP 386 and PEP 440.md").read_text()
    assert "**Replaces**: 386" in page
    assert "**Superseded-By**: 440" in page
    assert "## Summary of differences from PEP 386\n- Moved the description of" in page


def test_comparisons_are_linked_from_the_pages_concerned(vault: Path) -> None:
    pages = {p.stem: p.read_text() for p in (vault / "wiki").rglob("*.md")}
    for name in (
        "Build metadata",
        "Pre-release",
        "Semantic Versioning 2.0.0",
    ):
        assert "[[SemVer 1.0.0 and 2.0.0" in pages[name], name
        assert "[[SemVer and PEP 440" in pages[name], name


def test_standards_that_differ_do_not_contradict_each_other(vault: Path) -> None:
    pages = [p.read_text() for p in (vault / "wiki").rglob("*.md")]
    assert not any("contradiction]" in page for page in pages)
