"""One name for two things: two pages, told apart by their titles."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from app.compiler.classes import classes_in
from tests.app.compiler.test_names import record
from tests.promises.page_checks import problems
from tests.promises.vaults import compile_, files_in, made, new_vault

PLANET = """# Inner planets

Mercury is the smallest planet of the Solar System. Mercury circles the Sun in 88 days. A day on Mercury is long.
"""
METAL = """# Metals

Mercury is a chemical element that is liquid at room temperature. Mercury was mined at Almadén. Old thermometers
hold mercury.
"""
TOXIC = """# Poisons

Mercury is a heavy metal that harms the nerves. Mercury evaporates slowly. Hatters breathed Mercury every day.
"""


def titles(vault: Path) -> set[str]:
    """The names of all pages on subjects."""
    return {
        p.stem for kind in ("concepts", "entities") for p in (vault / "wiki" / kind).glob("*.md")
    }


def compiled(folder: Path, sources: Mapping[str, str]) -> Path:
    vault = new_vault(folder)
    compile_(vault, dict(sources))
    assert problems(vault) == []
    return vault


def body(vault: Path, title: str) -> str:
    (page,) = (vault / "wiki").rglob(f"{title}.md")
    return page.read_text()


def test_what_cannot_be_one_thing_gets_two_pages(tmp_path: Path) -> None:
    vault = compiled(tmp_path / "v", {"a.md": PLANET, "b.md": METAL})
    assert {"Mercury", "Mercury (element)"} <= titles(vault)
    assert "smallest planet" in body(vault, "Mercury")
    assert "Almadén" in body(vault, "Mercury (element)")
    assert "Almadén" not in body(vault, "Mercury")


def test_a_third_source_joins_the_thing_that_it_means(tmp_path: Path) -> None:
    vault = compiled(tmp_path / "v", {"a.md": PLANET, "b.md": METAL, "c.md": TOXIC})
    assert "harms the nerves" in body(vault, "Mercury (element)")
    (found,) = [s for s in record(vault, "c.md").subjects if s.sense]
    assert (found.slot, found.sense) == ("mercuryelement", "element")


def test_a_source_read_again_keeps_the_senses(tmp_path: Path) -> None:
    vault = compiled(tmp_path / "v", {"a.md": PLANET, "b.md": METAL})
    before = made(vault)
    for name in ("a.md", "b.md"):
        (vault / "raw" / name).write_text((vault / "raw" / name).read_text() + "\n")
    compile_(vault)
    assert titles(vault) >= {"Mercury", "Mercury (element)"}
    assert {p for p in made(vault) if "/entities/" in p} == {p for p in before if "/entities/" in p}


def test_the_same_sources_give_the_same_bytes(tmp_path: Path) -> None:
    one, two = (compiled(tmp_path / n, {"a.md": PLANET, "b.md": METAL}) for n in "vw")
    assert files_in(one, "wiki") == files_in(two, "wiki")


def test_brackets_in_a_heading_say_which_one_is_meant_from_there_on(tmp_path: Path) -> None:
    both = (
        "# Mercury (planet)\n\nMercury circles the Sun in 88 days. Mercury has no moon. One sees Mercury at dusk.\n\n"
        "# Mercury (element)\n\nMercury is liquid. Mercury was mined at Almadén. Thermometers hold Mercury.\n"
    )
    vault = compiled(tmp_path / "v", {"both.md": both})
    assert {"Mercury (planet)", "Mercury (element)"} <= titles(vault)
    assert "no moon" in body(vault, "Mercury (planet)")
    assert "no moon" not in body(vault, "Mercury (element)")


def test_a_name_leads_to_the_thing_that_its_source_means(tmp_path: Path) -> None:
    alloy = METAL + "\n## Amalgam\n\nAmalgam is an alloy that holds Mercury. Amalgam fills teeth.\n"
    vault = compiled(tmp_path / "v", {"a.md": PLANET, "b.md": alloy})
    assert "[[Mercury (element)|Mercury]]" in body(vault, "Amalgam")
    assert "[[Mercury]]" not in body(vault, "Amalgam")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Orrin is an operating system that is free.", "Orrin is a project with a leader."),
        ("Orrin is an operating system that is free.", "Orrin is an association of people."),
        ("Orrin is a city on the coast.", "Orrin is a country of one town."),
        ("Orrin was a battle near a hill.", "Orrin is a village near a hill."),
        ("Orrin is a tool for keepers.", "Orrin is a dog that barks."),
        ("Orrin is a painter of lamps.", "Orrin is a writer on lamps."),
    ],
)
def test_what_may_be_one_thing_stays_one(tmp_path: Path, one: str, other: str) -> None:
    rest = " Orrin grows. Many know Orrin."
    vault = compiled(tmp_path / "v", {"a.md": one + rest + "\n", "b.md": other + rest + "\n"})
    assert titles(vault) == {"Orrin"}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Orrin is the smallest planet of the Solar System.", "planet"),
        ("Orrin was a Finnish skier and soldier.", "skier"),
        ("Orrin is a kind of snake.", "snake"),
        ("Orrin is a state in the southeastern United States.", "state"),
        ("Orrin ist ein chemisches Element.", "element"),
        ("水星是太阳系中最小的行星。", "行星"),
    ],
)
def test_a_definition_says_what_a_thing_is_by_its_last_word(text: str, word: str) -> None:
    assert word in [found for found, _ in classes_in(text)]
