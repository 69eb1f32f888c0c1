"""A vault of 500 notes that somebody wrote before, opened, previewed, and compiled into."""

import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.adopting import Chosen, Look, look, take
from app.compiler.compile import opened
from app.compiler.queue import Item
from app.errors import NothingToUndo
from app.vault.files import VaultFiles
from app.vault.names import fold
from tests.app.history.plug import Plug
from tests.promises.page_checks import problems
from tests.promises.vaults import clock, files_in, stamps

FIXTURES = Path(__file__).parents[1] / "fixtures"
THEIRS = FIXTURES / "vaults" / "kepano-obsidian"
NOTES = 500
ADDED = {
    "Notes/Debian.md": "# Debian\n\nTo install on the old laptop, see [[GNU]].\n",
    "Projekte/Straße & Bahn/GNU.md": "---\naliases:\n  - gnu\n---\nAn antelope. [[Rex]] barked at it.\n",
    "Notes/Hunde/Rex.md": "# Rex\n\nRex is a dog. He was born in 2019 and likes [[Debian]] not at all.\n",
    "Notes/index.md": "My own index: [[Debian]], [[Rex]].\n",
    "Archive/debian-faq-extract.en.md": "Where I put what I thought of the FAQ.\n",
}
DOCUMENTS = (
    "debian-faq-extract.en.txt",
    "debian-handbook-chapter1.en.docx",
    "faq-debian-ch1-ch6.fr.pdf",
)
FOLDERS = ("Notes", "Projekte/Straße & Bahn", "日本語", "a b/c (d)", "Archive", "Wissen/2019/März")


@dataclass(frozen=True)
class Story:
    """What was seen and done, and all bytes before and after each step."""

    vault: Path
    found: Look
    items: list[Item]
    before: dict[str, bytes]
    adopted: dict[str, bytes]
    compiled: dict[str, bytes]
    broken: list[str]
    undone: dict[str, bytes]


def _their_notes() -> Iterator[tuple[str, str]]:
    """Path and text of one note after another; copies lie elsewhere and link to each other."""
    yield from ADDED.items()
    notes = [p for p in sorted(THEIRS.rglob("*.md")) if ".obsidian" not in p.parts]
    for note in notes:
        yield note.relative_to(THEIRS).as_posix(), note.read_text()
    for number in range(1, 10):
        for place, note in enumerate(notes):
            text = note.read_text().replace("]]", f" {number}]]", 3)
            folder = FOLDERS[(place + number) % len(FOLDERS)]
            yield f"{folder}/{note.stem} {number}.md", text


def _make(vault: Path) -> None:
    for path, text in list(dict(_their_notes()).items())[:NOTES]:
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_text(text)
    shutil.copytree(THEIRS / ".obsidian", vault / ".obsidian")
    shutil.copytree(THEIRS / "Attachments", vault / "Attachments")
    (vault / "Papers/Debian").mkdir(parents=True)
    for name in DOCUMENTS:
        shutil.copy(FIXTURES / "sources" / name, vault / "Papers/Debian")
    (vault / "Papers/Reading list.md").write_text("Read [[debian-faq-extract.en]] first.\n")
    (vault / "inner/.obsidian").mkdir(parents=True)
    (vault / "inner/paper.txt").write_text("A paper of another vault.\n")


def _undo_everything(vault: Path) -> None:
    with opened(vault, clock=clock, files=Plug()) as compiler:
        while compiler.undo_label():
            try:
                compiler.undo()
            except NothingToUndo:
                break


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    """The vault from the first look to the last undo."""
    vault = tmp_path_factory.mktemp("theirs") / "Zettelkasten"
    _make(vault)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VAULTLOOM_HOME", str(tmp_path_factory.mktemp("home")))
        before, times = files_in(vault), stamps(vault)
        found = look(vault)
        assert files_in(vault) == before
        take(found, Chosen([Path("Clippings")], [Path("Papers/Debian")]))
        adopted = files_in(vault)
        with opened(vault, clock=clock, files=Plug()) as compiler:
            compiler.scan()
            items = compiler.run()
        compiled = files_in(vault)
        broken = problems(vault)
        times_after = {path: time for path, time in stamps(vault).items() if path in times}
        assert times_after == times
        _undo_everything(vault)
        undone = files_in(vault)
    return Story(vault, found, items, before, adopted, compiled, broken, undone)


def _theirs(story: Story, files: dict[str, bytes]) -> dict[str, bytes]:
    return {path: content for path, content in files.items() if path in story.before}


def test_the_preview_says_what_is_there_and_what_could_be_a_source(story: Story) -> None:
    """All notes, the other vault within, the clippings, and the documents by their folder."""
    contents = story.found.preview.contents
    assert (contents.notes, contents.nested) == (NOTES + 1, ("inner",))
    offered = [(p.path, p.notes, dict(p.found), p.beside) for p in story.found.places]
    documents = {"docx": 1, "pdf": 1, "text": 1}
    assert offered == [("Clippings", True, {"note": 3}, 0), ("Papers/Debian", False, documents, 0)]


def test_no_file_of_theirs_changes_by_a_byte(story: Story) -> None:
    """Not by adding ours, not by compiling, not by undoing; the fixture compares the times."""
    for files in (story.adopted, story.compiled, story.undone):
        assert _theirs(story, files) == story.before


def test_every_source_in_place_is_compiled(story: Story) -> None:
    """From where it lies: nothing is copied into raw/."""
    assert {item.status.value for item in story.items} == {"compiled"}
    assert len(story.items) == len(DOCUMENTS) + 3
    assert not [path for path in story.compiled if path.startswith("raw/")]


def test_only_what_the_preview_named_is_added(story: Story) -> None:
    """And what was decided on."""
    added = {p for p in story.adopted if p not in story.before}
    decided = {p for p in added if p.startswith(".vaultloom/decisions/")}
    assert added - decided == set(story.found.preview.additions)
    assert len(decided) == 1


def test_no_name_is_taken_twice(story: Story) -> None:
    """No note of ours has the name of one of theirs, whatever the folder, nor of another of ours."""
    ours = [p for p in story.compiled if p not in story.before and p.endswith(".md")]
    names = Counter(fold(Path(path).stem) for path in ours)
    theirs = {fold(Path(path).stem) for path in story.before if path.endswith(".md")}
    assert len(ours) > 40
    assert [name for name, count in names.items() if count > 1] == []
    assert names.keys() & theirs == set()


def test_our_pages_on_what_they_have_notes_of_are_told_apart(story: Story) -> None:
    """Theirs on the laptop, the antelope and the dog keep their names, and links to them lead there."""
    for name in ("Debian", "GNU", "Rex"):
        page = story.compiled[f"wiki/entities/{name} (entity).md"].decode()
        assert "[^" in page
        assert f"wiki/entities/{name}.md" not in story.compiled
    files = VaultFiles(story.compiled)
    assert files.resolve("Rex", "Notes/Debian.md").candidates == ("Notes/Hunde/Rex.md",)
    assert files.resolve("Debian", "wiki/log.md").candidates == ("Notes/Debian.md",)


def test_all_that_we_wrote_keeps_the_promises(story: Story) -> None:
    """Quotes stand where notes say, links lead to one file each, pages are valid and reachable."""
    assert story.broken == []


def test_undoing_everything_brings_back_the_bytes(story: Story) -> None:
    """What is left are the decisions, by which taken back sources are not compiled unasked."""

    def without_decisions(files: dict[str, bytes]) -> dict[str, bytes]:
        return {p: c for p, c in files.items() if not p.startswith(".vaultloom/decisions/")}

    assert without_decisions(story.undone) == without_decisions(story.adopted)
