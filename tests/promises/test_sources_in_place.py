"""Notes and documents of the person's as sources where they lie: read, linked, never touched."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from app.compiler.queue import Item
from app.compiler.standing import Status
from app.ledger.decisions import sources_in_place
from app.vault import links
from app.vault.files import VaultFiles
from tests.app.history.plug import Plug
from tests.app.sources.tiny_pdf import Sheet, pdf
from tests.promises.page_checks import problems, source_records
from tests.promises.vaults import (
    HARBOUR,
    OIL,
    SOURCES,
    adopted,
    clock,
    compile_,
    files_in,
    opened,
    stamps,
    undo,
)

OWN = f"---\nsource: https://example.org/oil\naliases:\n  - Oil\n---\n{OIL}\nSee [[Ada]] and [[Lamps#Care]].\n"
NOTES = {
    "Clippings/Lamp oil.md": OWN,
    "Ada.md": "My aunt.\n",
    "Deep/Lamps.md": "# Care\n\nDust them.\n",
}
LEDGER = ".vaultloom/sources"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """Somebody's vault with a clipping."""
    return adopted(tmp_path / "vault", NOTES)


def place(
    vault: Path, *sources: str, documents: Sequence[str] = (), no: Sequence[str] = ()
) -> list[Item]:
    """Say what is a source where it lies, and compile."""
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.place(*([Path(p) for p in named] for named in (sources, documents, no)))
        compiler.scan()
        return compiler.run()


def targets(vault: Path) -> set[str | None]:
    """The files that the links of all pages lead to."""
    files = VaultFiles.scan(vault)
    pages = [p.relative_to(vault).as_posix() for p in (vault / "wiki").rglob("*.md")]
    return {
        files.resolve(link.path, page).path
        for page in pages
        for link in links.find((vault / page).read_text())
    }


def test_a_note_is_a_source_and_stays_the_persons_note(vault: Path) -> None:
    """Links lead to its headings; it gets no block ids and no copy, and keeps links of its own."""
    before = stamps(vault)
    (item,) = place(vault, "Clippings")
    assert item.status is Status.COMPILED
    assert (vault / "Clippings/Lamp oil.md").read_text() == OWN
    assert {path: stamps(vault)[path] for path in before} == before
    assert "Clippings/Lamp oil.md" in targets(vault)
    assert list((vault / "wiki/texts").iterdir()) == []
    assert problems(vault) == []


def test_a_note_whose_name_another_note_has_is_linked_by_its_edition(vault: Path) -> None:
    """A bare name would lead to two."""
    (vault / "Deep/Lamp oil.md").write_text("Another.\n")
    place(vault, "Clippings")
    assert not {"Clippings/Lamp oil.md", "Deep/Lamp oil.md"} & targets(vault)
    assert [p.stem for p in (vault / "wiki/texts").iterdir()] == ["Lamp oil 1"]
    assert problems(vault) == []


def test_a_pdf_is_linked_by_its_pages_where_it_lies(vault: Path) -> None:
    """Uncopied; the notes beside it are none of it."""
    (vault / "Papers").mkdir()
    (vault / "Papers/report.pdf").write_bytes(
        pdf(Sheet().lines(50, 700, *HARBOUR.splitlines()[2].split(". ")))
    )
    (vault / "Papers/Reading list.md").write_text(f"{OIL}\n")
    (item,) = place(vault, documents=["Papers"])
    assert (item.source, item.status) == ("Papers/report.pdf", Status.COMPILED)
    assert "Papers/report.pdf" in targets(vault)
    assert problems(vault) == []


def test_a_note_that_changes_is_read_anew_and_one_that_moves_keeps_its_id(vault: Path) -> None:
    """It is the person's: both happen."""
    place(vault, "Clippings")
    (known,) = source_records(vault)
    (vault / "Clippings/Lamp oil.md").write_text(f"{OWN}\nColza oil is a lamp oil from seeds.\n")
    assert [i.status for i in compile_(vault)] == [Status.COMPILED]
    (vault / "Clippings/Lamp oil.md").rename(vault / "Clippings/Oil for lamps.md")
    (moved,) = compile_(vault)
    assert (moved.status, moved.reason) == (
        Status.UNCHANGED,
        "Moved here from Clippings/Lamp oil.md; nothing had to be compiled.",
    )
    assert list(source_records(vault)) == [known]
    assert "Clippings/Oil for lamps.md" in targets(vault)
    assert problems(vault) == []


def test_compiling_again_writes_nothing(vault: Path) -> None:
    """Nor does saying the same again."""
    place(vault, "Clippings")
    before = stamps(vault)
    assert place(vault, "Clippings", "Clippings/Lamp oil.md") == []
    with opened(vault, clock=clock, files=Plug()) as compiler:
        (item,) = compiler.add([vault / "Clippings/Lamp oil.md"])
    assert item.status is Status.DUPLICATE
    assert stamps(vault) == before


def test_undo_leaves_the_source_where_it_lies(vault: Path) -> None:
    """Its pages go; it is not compiled again unasked, and it is when asked."""
    before = files_in(vault, "wiki", LEDGER)
    place(vault, "Clippings")
    undo(vault)
    assert (vault / "Clippings/Lamp oil.md").read_text() == OWN
    assert files_in(vault, "wiki", LEDGER) == before
    assert compile_(vault) == []
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.add([vault / "Clippings/Lamp oil.md"])
        assert [item.status for item in compiler.run()] == [Status.COMPILED]


def test_what_is_gone_before_it_is_read_is_said_by_its_own_path(vault: Path) -> None:
    """Not as if it had been in raw/."""
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.place([Path("Clippings")])
        compiler.scan()
        (vault / "Clippings/Lamp oil.md").unlink()
        (item,) = compiler.run()
    assert item.status is Status.REFUSED
    assert item.reason == "“Clippings/Lamp oil.md” is not there any more."


def test_what_waits_is_let_go_when_its_place_is_none_any_more(vault: Path) -> None:
    """Nothing of it is read."""
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.place([Path("Clippings")])
        compiler.scan()
        assert compiler.place(not_sources=[Path("Clippings")]) == ("Clippings",)
        assert compiler.run() == []
    assert source_records(vault) == {}


def test_a_copy_of_a_page_in_a_place_is_no_evidence(vault: Path) -> None:
    """Nor is a page that the person moved there."""
    compile_(vault, SOURCES)
    before = files_in(vault, LEDGER)
    (vault / "Clippings/Lamp oil.md").unlink()
    shutil.copy(vault / "wiki/concepts/Wick.md", vault / "Clippings/My wick.md")
    (vault / "wiki/entities/Northgate.md").rename(vault / "Clippings/Northgate.md")
    items = place(vault, "Clippings")
    assert [item.status for item in items] == [Status.REFUSED] * 2
    assert files_in(vault, LEDGER) == before


def test_a_place_that_rules_made_a_folder_of_pages_is_passed_over(vault: Path) -> None:
    """The rules may change after the decision, on another device too."""
    place(vault, "Clippings")
    (vault / "AGENTS.md").write_text(
        "```yaml vaultloom\nfolders: {raw: raw, wiki: Clippings, text: Clippings/t}\n```\n"
    )
    (vault / "Clippings/More.md").write_text(HARBOUR)
    with opened(vault, clock=clock, files=Plug()) as compiler:
        assert sources_in_place(vault) == ("Clippings",)
        assert compiler.placing.paths() == ("raw",)
        assert compiler.scan() == []


def test_pictures_in_a_place_are_passed_over_without_a_word(vault: Path) -> None:
    """Attachments lie among documents in many vaults; nobody asked to read them."""
    (vault / "Clippings/photo.png").write_bytes(b"\x89PNG\r\n")
    (vault / "Clippings/inner/.obsidian").mkdir(parents=True)
    (vault / "Clippings/inner/theirs.md").write_text(HARBOUR)
    items = place(vault, "Clippings")
    assert [item.source for item in items] == ["Clippings/Lamp oil.md"]
    with opened(vault, clock=clock, files=Plug()) as compiler:
        assert [item.name for item in compiler.queue.items()] == ["Lamp oil.md"]
