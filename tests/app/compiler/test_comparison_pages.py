"""Comparison pages: an older and a newer text, documents on each other, subjects side by side."""

from pathlib import Path

import pytest

from app.compiler.comparing import sets_beside
from tests.promises import page_checks
from tests.promises.vaults import compile_, made, new_vault

ORCHARD_2 = """# Orchard 2.0

Orchard is a photo library for small archives.

## Import

Orchard 2.0 imports JPEG and TIFF files. Each import is limited to 500 files. Duplicates are found by file name.

## Storage

The catalogue is kept in one XML file. Backups are written every 24 hours. Captions are not exported.
"""
ORCHARD_3 = """# Orchard 3.1

Orchard is a photo library for small archives.

## Import

Orchard 3.1 imports JPEG, TIFF and raw files. Each import is limited to 5,000 files. Duplicates are found by the
content of the files.

## Storage

The catalogue is kept in an SQLite database. Backups are written every 24 hours. Captions are exported with the
pictures. Several people may open one catalogue.
"""
POLICY_2019 = """# Remote work policy 2019

Employees may work from home on one day a week. Requests are made to the line manager two weeks in advance. The
company provides a laptop. Costs of an internet connection are not refunded. Confidential papers must not leave the
office. Employees must be reachable by phone between 9 and 17 o'clock. The policy is reviewed every two years.
"""
POLICY_2024 = """# Remote work policy 2024

Employees may work from home on three days a week. Requests are made to the line manager two weeks in advance. The
company provides a laptop and a screen. Costs of an internet connection are refunded up to 30 euros a month.
Confidential papers must not leave the office. Video calls require a headset. The policy is reviewed every two years.
"""
BACKUPS = """# Backup tools compared

## Borg

Borg is a deduplicating backup program. Borg stores chunks in a repository and splits files by content. Borg encrypts
data with AES in counter mode. Borg is written in Python with parts in Cython.

## Kopia

Kopia is a backup program that needs no server of its own. Kopia stores chunks in a repository on local disks. Kopia
encrypts data with AES-256 and Poly1305. Kopia is written in Go and comes as one file.

## Side by side

Unlike Borg, Kopia needs nothing on the remote machine but storage. Borg compresses with several algorithms, whereas
Kopia has compressed data since version 0.14 only.
"""


def _page(vault: Path, title: str) -> str:
    return (vault / "wiki/comparisons" / f"{title}.md").read_text()


def _rows(page: str) -> list[list[str]]:
    """The cells of a page's table, its marks left out."""
    lines = [line for line in page.splitlines() if line.startswith("|")][2:]
    return [[page_checks._MARK.sub("", c) for c in page_checks._cells(line)] for line in lines]


def test_two_versions_of_a_text_are_one_page_that_shows_the_words_that_differ(
    tmp_path: Path,
) -> None:
    vault = new_vault(tmp_path / "vault")
    compile_(vault, {"policy-2019.md": POLICY_2019, "policy-2024.md": POLICY_2024})
    page = _page(vault, "Remote work policy 2019 and 2024")
    assert _rows(page) == [
        [
            "Employees",
            "may work from home on **one day** a week",
            "may work from home on **three days** a week",
            "changed",
        ],
        ["Company", "provides a laptop", "provides a laptop **and a screen**", "changed"],
        [
            "Costs of an internet connection",
            "are **not** refunded",
            "are refunded **up to 30 euros a month**",
            "changed",
        ],
        ["Employees", "must be reachable by phone between 9 and 17 o'clock", "—", "gone"],
        ["Video calls", "—", "require a headset", "new"],
    ]
    assert "is the later by its number; neither gives a date. 3 statements stand in both" in page
    assert page_checks.problems(vault) == []


def test_manuals_of_two_releases_are_compared_though_little_of_them_is_the_same(
    tmp_path: Path,
) -> None:
    vault = new_vault(tmp_path / "vault")
    compile_(vault, {"o3.md": ORCHARD_3, "o2.md": ORCHARD_2})  # whichever comes first
    rows = {row[0]: row[1:] for row in _rows(_page(vault, "Orchard 2.0 and 3.1"))}
    limits = ["is limited to **500** files", "is limited to **5,000** files", "changed"]
    assert rows["Each import"] == limits
    assert rows["Captions"][2] == "changed"
    assert rows["Several people"] == ["—", "may open one catalogue", "new"]
    assert not any("24 hours" in cell for row in rows.values() for cell in row)


def test_of_three_versions_each_is_put_beside_the_next(tmp_path: Path) -> None:
    vault = new_vault(tmp_path / "vault")
    four = ORCHARD_3.replace("3.1", "4.0").replace("5,000", "9,000").replace("SQLite", "DuckDB")
    compile_(vault, {"o2.md": ORCHARD_2, "o4.md": four})
    compile_(vault, {"o3.md": ORCHARD_3})
    found = sorted(p.name for p in (vault / "wiki/comparisons").iterdir())
    assert found == ["Orchard 2.0 and 3.1.md", "Orchard 3.1 and 4.0.md"]
    assert page_checks.problems(vault) == []


def test_two_tools_that_a_text_sets_side_by_side_are_one_page_linked_from_theirs(
    tmp_path: Path,
) -> None:
    vault = new_vault(tmp_path / "vault")
    compile_(vault, {"tools.md": BACKUPS})
    page = _page(vault, "Borg and Kopia")
    rows = {row[0]: row[1:] for row in _rows(page)}
    assert rows["Compresses"] == [
        "compresses with several algorithms",
        "has compressed data since version 0.14 only",
    ]
    assert rows["Encrypts"][0] == "encrypts data with AES in counter mode"
    assert rows["Written"][1] == "is written in Go and comes as one file"
    assert "Unlike [[Borg]], [[Kopia]] needs nothing on the remote machine but storage." in page
    for name in ("Borg", "Kopia"):
        assert "[[Borg and Kopia]]" in (vault / f"wiki/entities/{name}.md").read_text()
    assert page_checks.problems(vault) == []


def test_subjects_that_no_sentence_sets_side_by_side_are_not_compared(tmp_path: Path) -> None:
    vault = new_vault(tmp_path / "vault")
    compile_(vault, {"tools.md": BACKUPS.split("## Side by side", maxsplit=1)[0]})
    assert not list((vault / "wiki/comparisons").glob("*.md"))


def test_the_same_sources_give_the_same_comparisons(tmp_path: Path) -> None:
    vaults = [new_vault(tmp_path / name) for name in ("one", "two")]
    for vault in vaults:
        compile_(vault, {"o2.md": ORCHARD_2, "o3.md": ORCHARD_3, "tools.md": BACKUPS})
    assert made(vaults[0]) == made(vaults[1])


@pytest.mark.parametrize(
    ("text", "together"),
    [
        ("Unlike Borg, Kopia needs no server.", True),
        ("Borg compresses, whereas Kopia does not.", True),
        ("Kopia is faster than Borg.", True),
        ("Neither Borg nor Kopia checks names.", True),
        ("Anders als Borg braucht Kopia keinen Server.", True),
        ("Borg and Kopia are free.", False),
        ("Borg locks its repository while one client writes.", False),
        ("Kopia came after Borg, but both are used here.", False),
    ],
)
def test_only_a_sentence_that_says_so_sets_two_things_side_by_side(
    text: str, *, together: bool
) -> None:
    assert sets_beside(text, ["Borg"], ["Kopia"]) is together


def test_texts_that_have_no_more_to_do_with_each_other_are_not_compared_any_more(
    tmp_path: Path,
) -> None:
    vault = new_vault(tmp_path / "vault")
    compile_(vault, {"2019.md": POLICY_2019, "2024.md": POLICY_2024})
    assert list((vault / "wiki/comparisons").iterdir())
    (vault / "raw/2024.md").write_text("# Lunch\n\nThe canteen opens at noon. Soup is free.\n")
    compile_(vault)
    assert not list((vault / "wiki/comparisons").iterdir())
    assert page_checks.problems(vault) == []


def test_a_comparison_links_to_a_page_as_soon_as_it_is_there_and_no_longer(tmp_path: Path) -> None:
    vault = new_vault(tmp_path / "vault")
    tools = BACKUPS.replace("but storage.", "but MSO disks of the Metal Storage Office.")
    compile_(vault, {"tools.md": tools})
    assert "but MSO disks" in _page(vault, "Borg and Kopia")
    mso = "MSO is a kind of disk. MSO was made in 1991. MSO has 4 heads."
    office = "The Metal Storage Office is an office. The Metal Storage Office keeps 9 vaults."
    compile_(vault, {"d.md": f"# Disks\n\n{mso}\n", "o.md": f"# Offices\n\n{office}\n"})
    page = _page(vault, "Borg and Kopia")
    assert "[[MSO]] disks of the [[Metal Storage Office]]" in page
    one = (
        "The Metal Storage Office (MSO) was founded in 1950. The Metal Storage Office (MSO) is old."
    )
    compile_(vault, {"one.md": f"# Both\n\n{one}\n"})
    page = _page(vault, "Borg and Kopia")
    assert ("[[MSO]]" in page) + ("[[Metal Storage Office]]" in page) == 1
    assert page_checks.problems(vault) == []
