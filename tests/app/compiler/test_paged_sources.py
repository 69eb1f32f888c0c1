"""A PDF is linked as it is, page by page; a Word document by its edition."""

import re
from pathlib import Path

import pytest

from app.vault import links
from app.vault.files import VaultFiles
from tests.app.sources.tiny_docx import docx, paragraph
from tests.app.sources.tiny_pdf import Sheet, pdf
from tests.promises.page_checks import problems
from tests.promises.vaults import clock, new_vault, opened

FIRST = (
    "A harbour lamp is a light that guides ships into a harbour at night.",
    "The harbour lamp was lit by Ada Winter in 1821 for the first time.",
)
SECOND = (
    "The harbour lamp of Northgate burned whale oil until the year 1850.",
    "Ada Winter wrote that the harbour lamp needs 4 litres of oil a night.",
)


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty vault."""
    monkeypatch.setenv("VAULTLOOM_HOME", str(tmp_path / "home"))
    return new_vault(tmp_path / "vault")


def _compile(vault: Path, *dropped: Path) -> None:
    with opened(vault, clock=clock) as compiler:
        compiler.add(list(dropped))
        assert [item.status for item in compiler.run()] == ["compiled"] * len(dropped)


def _report(folder: Path, name: str = "report.pdf", last: str = "") -> Path:
    folder.mkdir(exist_ok=True)
    second = (*SECOND, last) if last else SECOND
    content = pdf(Sheet().lines(50, 700, *FIRST), Sheet().lines(50, 700, *second))
    (folder / name).write_bytes(content)
    return folder / name


def _links(vault: Path) -> list[links.Link]:
    """The links in the notes of all pages."""
    notes = [
        line
        for page in (vault / "wiki").rglob("*.md")
        for line in page.read_text().splitlines()
        if re.match(r"\[\^[^\]]+\]: ", line)
    ]
    return [link for note in notes for link in links.find(note)]


def test_notes_lead_to_pages_of_the_pdf(vault: Path, tmp_path: Path) -> None:
    """By its name with the extension, to the page on which the words stand."""
    _compile(vault, _report(tmp_path / "in"))
    found = _links(vault)
    assert {link.path for link in found} == {"report.pdf"}
    assert {link.subpath for link in found} == {"page=1", "page=2"}
    files = VaultFiles.scan(vault)
    assert files.resolve("report.pdf", "wiki/x.md").candidates == ("raw/report.pdf",)
    assert not list((vault / "wiki" / "texts").iterdir())
    assert problems(vault) == []


def test_a_note_of_the_same_stem_is_another_file(vault: Path, tmp_path: Path) -> None:
    """Each is linked by its own name."""
    (tmp_path / "report.md").write_text(f"# Report\n\n{' '.join(FIRST)}\n")
    _compile(vault, _report(tmp_path / "in"), tmp_path / "report.md")
    assert {link.path for link in _links(vault)} >= {"report.pdf", "report"}
    assert problems(vault) == []


def test_two_files_of_one_name_are_told_apart(vault: Path, tmp_path: Path) -> None:
    """Links go by the name alone, whatever the folder."""
    _compile(vault, _report(tmp_path / "in"))
    other = tmp_path / "more"
    _report(other, last="The harbour lamp of Southgate is the youngest lamp of them all.")
    _compile(vault, other)
    assert problems(vault) == []


def test_a_pdf_whose_name_breaks_links_gets_an_edition(vault: Path) -> None:
    """Where it lies in raw/ under such a name already."""
    _report(vault / "raw", "odd [name]#1.pdf")
    with opened(vault, clock=clock) as compiler:
        compiler.scan()
        assert [item.status for item in compiler.run()] == ["compiled"]
    assert list((vault / "wiki" / "texts").iterdir())
    assert problems(vault) == []


def test_a_word_document_gets_an_edition(vault: Path, tmp_path: Path) -> None:
    """Obsidian cannot link into it."""
    path = tmp_path / "report.docx"
    path.write_bytes(docx(*(paragraph(line) for line in (*FIRST, *SECOND))))
    _compile(vault, path)
    assert {link.path for link in _links(vault)} == {"report"}
    assert all(link.block for link in _links(vault))
    assert problems(vault) == []
