"""A vault of five hundred notes of somebody's, some with names that sources use as well."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from app.compiler.compile import opened
from app.vault.names import fold
from tests.app.history.plug import Plug
from tests.promises.page_checks import problems
from tests.promises.test_living_vault import catch_up
from tests.promises.vaults import FIXTURES, SOURCES, adopted, clock, compile_, files_in

DOCUMENTS = ("debian-faq-extract.en.txt", "debian-handbook-chapter1.en.docx")
WORDS = "garden apple river winter bread music train letter kitchen cat morning weather".split()
OWN = {
    "Debian.md": "# Debian\n\nThe Linux distribution that runs on my server. It is free software.\n",
    "Tech/GNU.md": "---\ntags:\n  - software\n---\nA free operating system, not Unix.\n",
    "Family/Rex.md": "Rex is our dog. Born in 2015, he likes to chase balls and sleep on the sofa.\n",
}


@pytest.fixture(scope="module")
def lived_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The vault, with documents on Debian compiled into it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VAULTLOOM_HOME", str(tmp_path_factory.mktemp("home")))
        folder = tmp_path_factory.mktemp("vaults")
        vault = adopted(folder / "vault", foreign_notes())
        documents = [Path(shutil.copy2(FIXTURES / name, folder / name)) for name in DOCUMENTS]
        with opened(vault, clock=clock, files=Plug()) as compiler:
            compiler.add(documents)
            compiler.run()
        return vault


def foreign_notes() -> dict[str, str]:
    """Five hundred notes, by path."""
    notes = dict(OWN)
    for n in range(497):
        word, folder = WORDS[n % len(WORDS)], ("", "Daily/", "Ideas/", "People/")[n % 4]
        text = " ".join(WORDS[(n * k) % len(WORDS)] for k in range(1, 40))
        notes[f"{folder}{word.capitalize()} {n}.md"] = f"# {word} {n}\n\n{text}.\n"
    return notes


def test_none_of_the_owners_notes_is_changed(lived_in: Path) -> None:
    notes = foreign_notes()
    assert {path: (lived_in / path).read_text() for path in notes} == notes


def test_no_name_is_there_twice(lived_in: Path) -> None:
    counts = Counter(
        fold(note.stem)
        for note in lived_in.rglob("*.md")
        if not note.relative_to(lived_in).as_posix().startswith(".")
    )
    assert [name for name, count in counts.items() if count > 1] == []


def test_notes_on_the_same_things_are_linked_to_and_have_a_page_beside_them(
    lived_in: Path,
) -> None:
    wiki = "".join(page.read_text() for page in (lived_in / "wiki").rglob("*.md"))
    assert "*Your note: [[Debian]]." in wiki
    assert "*Your note: [[Tech/GNU|GNU]]." in wiki
    assert wiki.count("[[Debian]]") > 2
    assert problems(lived_in) == []


def test_a_note_on_something_else_of_that_name_is_not_linked_to(lived_in: Path) -> None:
    wiki = "".join(page.read_text() for page in (lived_in / "wiki").rglob("*.md"))
    assert "[[Family/Rex" not in wiki
    assert "[[Rex]]" not in wiki
    assert "[[Rex (entity)|Rex]]" in wiki


def test_a_note_that_goes_and_comes_back_is_the_subjects_page_again(tmp_path: Path) -> None:
    vault = adopted(
        tmp_path / "vault", {"Notes/Wick.md": "The cord that draws oil to the flame.\n"}
    )
    compile_(vault, SOURCES)
    page = vault / "wiki/concepts/Wick (sources).md"
    before = files_in(vault, "wiki")
    assert "*Your note: [[Notes/Wick|Wick]]." in page.read_text()
    note = (vault / "Notes/Wick.md").rename(tmp_path / "away.md")
    catch_up(vault)
    assert "Your note" not in page.read_text()
    assert problems(vault) == []
    note.rename(vault / "Notes/Wick.md")
    catch_up(vault)
    assert files_in(vault, "wiki") == before
