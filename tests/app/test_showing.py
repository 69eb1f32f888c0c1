"""What a footnote leads to: the source as read, with exactly the quoted words marked."""

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from app.compiler.compile import opened
from app.errors import VaultloomError
from app.showing import AROUND, html, linked_from, source_of
from app.sources.readers import read
from app.vault.index import VaultIndex
from tests.promises.vaults import SOURCES, compile_, new_vault

_NOTE = re.compile(r"^\[\^([^\]]+)\]: ", re.MULTILINE)
_QUOTED = re.compile(r'<span class="quoted"[^>]*>(.*?)</span>', re.DOTALL)
_TAG = re.compile(r"<[^>]+>")


def marked(shown: str) -> str:
    """The words that are marked, without tags."""
    return unescape(_TAG.sub("", "".join(_QUOTED.findall(shown))))


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A compiled vault of a note with a table, another, and a plain text."""
    folder = new_vault(tmp_path_factory.mktemp("showing") / "vault")
    compile_(folder, SOURCES)
    return folder


def test_every_note_of_every_page_leads_to_its_words(vault: Path) -> None:
    """The marked words are those of the note, whatever the format, and there is a place to go to."""
    with opened(vault) as compiler:
        pages = [p for p in vault.glob("wiki/*/*.md") if p.parent.name != "texts"]
        labels = {label for page in pages for label in _NOTE.findall(page.read_text("utf-8"))}
        assert len(labels) > 10
        for label in labels:
            shown = source_of(compiler, label)
            text = str(shown["html"])
            assert marked(text) == str(shown["quote"]).replace(" … ", "").replace("`", "")
            assert text.count(f'id="{shown["anchor"]}"') == 1
            assert (vault / str(shown["path"])).is_file()


@pytest.mark.parametrize("label", ["1", "inline-1", "zzz-4", "", "../raw-1"])
def test_a_note_of_the_person_leads_nowhere(vault: Path, label: str) -> None:
    """It is said in words, and the window shows the note instead."""
    with opened(vault) as compiler, pytest.raises(VaultloomError, match="none that Vaultloom"):
        source_of(compiler, label)


def test_a_source_that_changed_is_not_marked_at_wrong_places(tmp_path: Path) -> None:
    """Its places are those of the old text."""
    vault = new_vault(tmp_path / "vault")
    compile_(vault, SOURCES)
    page = next(vault.glob("wiki/summaries/*.md")).read_text("utf-8")
    for raw in (vault / "raw").iterdir():
        raw.write_text("Other words.\n")
    with opened(vault) as compiler, pytest.raises(VaultloomError, match="not the text any more"):
        source_of(compiler, _NOTE.findall(page)[0])


def test_nothing_of_a_source_is_taken_for_html() -> None:
    """Its words are shown as they are."""
    document = read("a.md", b"# A <b>title\n\nSome `<code>` & *words* there.\n")
    start = document.text.index("Some")
    shown = html(document, [(start, document.text.index(" there"))])

    assert "&lt;code&gt;" in shown
    assert marked(shown) == "Some <code> & words"


def test_a_long_source_is_shown_around_the_quote() -> None:
    """With a sign that there is more."""
    lines = "\n\n".join(f"Sentence number {n} says something." for n in range(20_000))
    document = read("a.txt", lines.encode())
    start = document.text.index("Sentence number 9000 ")
    shown = html(document, [(start, start + 20)])

    assert len(shown) < 4 * AROUND
    assert shown.startswith('<p class="cut">')
    assert marked(shown) == "Sentence number 9000"


def test_pages_are_numbered() -> None:
    """Where a text has pages, each new one begins with its number."""
    document = read("a.txt", b"On the first page.\n\nOn the second one.\n")
    first, second = (replace(b, page=n) for n, b in enumerate(document.blocks, start=1))
    shown = html(replace(document, blocks=(first, second)), [(second.start, second.end)])

    assert shown.index("first page") < shown.index("– 2 –") < shown.index("second one")
    assert marked(shown) == "On the second one."


def test_who_leads_to_a_page(vault: Path) -> None:
    """The pages with a link to it, by title, but not the lists that name every page."""
    with opened(vault) as compiler:
        index = VaultIndex.scan(compiler.root, compiler.vault.folders)
        summary = next(p.path for p in compiler.ledger.cache.pages.all() if p.kind == "summary")
        found = linked_from(compiler, index, summary)

    name = Path(summary).stem
    assert found
    for link in found:
        assert f"[[{name}" in (vault / str(link["path"])).read_text("utf-8")
    assert "wiki/index.md" not in [link["path"] for link in found]
    assert [str(link["title"]).casefold() for link in found] == sorted(
        str(link["title"]).casefold() for link in found
    )
