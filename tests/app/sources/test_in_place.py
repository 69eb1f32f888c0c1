"""What of a vault can be a source where it lies, and what is offered as one."""

import os
from pathlib import Path

import pytest

from app.errors import SourceRefused
from app.sources.in_place import Ground, Place, places
from app.vault.rules import Folders

CLIP = '---\ntitle: "A web page"\nsource: "https://example.org/a"\ntags:\n  - "clippings"\n---\nText.\n'
LINK = "---\nurl: https://example.org/b\n---\nA note on a web page.\n"


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    """A vault with notes, documents, pages and another vault in it."""
    files = {
        ".obsidian/templates.json": '{"folder": "Meta/Forms"}',
        "AGENTS.md": "rules",
        "Notes/a.md": "# A",
        "Notes/Deep/paper.pdf": "%PDF-1.7",
        "Notes/Deep/More/paper.docx": "PK\x03\x04",
        "Notes/Deep/picture.png": "\x89PNG",
        "Notes/Deep/~$paper.docx": "lock",
        "Notes/Deep/empty.txt": "",
        "Clippings/one.md": CLIP,
        "Web/one.md": CLIP,
        "Web/two.md": CLIP.replace("source:", "url:"),
        "Web/three.md": CLIP.replace('  - "clippings"', '  - "[[Clippings]]"'),
        "Web/own.md": LINK,
        "Links/one.md": LINK,
        "Links/two.md": LINK,
        "Links/three.md": LINK,
        "raw/r.txt": "A source.",
        "wiki/p.txt": "Not a source.",
        "Templates/t.txt": "{{title}}",
        "Meta/Forms/f.html": "<html>",
        "inner/.obsidian/app.json": "{}",
        "inner/x.txt": "Another vault's.",
        "letter.txt": "A letter.",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(text.encode("latin-1"))
    return Ground(tmp_path, Folders(), ("AGENTS.md", "purpose.md"))


def test_clippings_come_first_and_documents_by_the_folder_that_they_lie_in(ground: Ground) -> None:
    """Not templates, pages, sources that are there, other vaults, empty or unreadable files."""
    assert places(ground) == (
        Place("Clippings", True, (("note", 1),), len(CLIP)),
        Place(
            "Web", True, (("note", 4),), sum(f.stat().st_size for f in ground.root.glob("Web/*"))
        ),
        Place("Notes/Deep", False, (("docx", 1), ("pdf", 1)), 12),
        Place("letter.txt", False, (("text", 1),), 9),
    )


def test_what_is_chosen_is_shown_so_and_what_lies_in_it_is_not_offered(ground: Ground) -> None:
    """Named by hand, or gone meanwhile: it can be taken back."""
    chosen = [("Notes", False), ("Clippings", True), ("gone.pdf", True)]
    found = places(ground, chosen, lambda path: path != "Notes/a.md")
    assert [(p.path, p.found, p.beside, p.chosen) for p in found] == [
        ("Clippings", (("note", 1),), 0, True),
        ("Web", (("note", 4),), 0, False),
        ("Notes", (("docx", 1), ("pdf", 1)), 1, True),
        ("gone.pdf", (), 0, True),
        ("letter.txt", (("text", 1),), 0, False),
    ]


@pytest.mark.parametrize(
    ("named", "words"),
    [
        (".", "the vault itself"),
        ("", "the vault itself"),
        ("Notes/..", "no “Notes/..” in the vault|the vault itself"),
        ("wiki", "made by Vaultloom"),
        ("WIKI/p.txt", "made by Vaultloom"),
        ("raw", "a source already"),
        ("raw/r.txt", "a source already"),
        (".obsidian", "hidden"),
        ("Notes/Deep/~$paper.docx", "temporary"),
        ("AGENTS.md", "says how Vaultloom works"),
        ("inner", "is another vault"),
        ("inner/x.txt", "another vault, “inner”"),
        ("Notes/Deep/picture.png", "Pictures cannot be read"),
        ("nowhere", "no “nowhere” in the vault"),
        ("../other.txt", "no “../other.txt” in the vault"),
    ],
)
def test_what_can_be_no_source_is_refused_in_words(ground: Ground, named: str, words: str) -> None:
    """Pages above all: they are never evidence, whoever names them."""
    (ground.root.parent / "other.txt").touch()
    with pytest.raises(SourceRefused, match=words):
        ground.path(Path(named))


def test_a_folder_above_pages_or_sources_is_refused(tmp_path: Path) -> None:
    """Where the rules put them deeper."""
    folders = Folders(raw="Work/in", wiki="Work/out", text="Work/out/texts")
    (tmp_path / "Work/in").mkdir(parents=True)
    with pytest.raises(SourceRefused, match="holds Work/in"):
        Ground(tmp_path, folders).path(Path("Work"))


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_a_link_to_a_folder_elsewhere_is_refused(ground: Ground, tmp_path: Path) -> None:
    """Its files would not lie in the vault."""
    outside = tmp_path.parent / f"{tmp_path.name} outside"
    outside.mkdir()
    (ground.root / "linked").symlink_to(outside, target_is_directory=True)
    with pytest.raises(SourceRefused, match="link to another folder"):
        ground.path(Path("linked"))


def test_a_place_is_named_from_the_vault_or_in_full_in_any_spelling(ground: Ground) -> None:
    """And known by the spelling that the folder has."""
    for named in ("Notes/Deep", "notes/deep", "./Notes//Deep/", str(ground.root / "Notes/Deep")):
        assert ground.path(Path(named)) == "Notes/Deep"
