"""Files that must not break anything: each ends as a document or is refused with a reason."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import SourceRefused
from app.sources.edition import anchors, edition
from app.sources.readers import READERS, read, reader_for
from app.sources.sentences import split
from tests.app.sources.places import FIXTURES

_NASTY = sorted(path for path in FIXTURES.rglob("*") if path.is_file())


@pytest.mark.parametrize("path", _NASTY, ids=lambda path: path.name[:40])
def test_every_file_ends_well(path: Path) -> None:
    """And quickly."""
    try:
        document = read(path.name, path.read_bytes())
    except SourceRefused as refused:
        reason = refused.message
    else:
        reason = path.name
        assert document.title
        assert split(document)
        assert "CANARY-5150" not in document.text
    assert path.name in reason


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("a.pdf", b"%PDF-1.7", "is damaged or incomplete"),
        ("a.pdf", b"PK\x03\x04", "it is a ZIP archive"),
        ("a.pdf", b"words", "it is no PDF file"),
        ("a.odt", b"PK\x03\x04", "Word documents of this kind cannot be read yet"),
        ("a.pptx", b"PK\x03\x04", "Presentations cannot be read yet"),
        ("a.xlsx", b"PK\x03\x04", "Spreadsheets and data tables cannot be read yet"),
        ("a.csv", b"a,b", "Spreadsheets and data tables cannot be read yet"),
        ("a.epub", b"PK\x03\x04", "E-books cannot be read yet"),
        ("a.eml", b"From: x", "E-mail messages cannot be read yet"),
        ("a.png", b"\x89PNG", "Pictures cannot be read yet"),
        ("a.mp3", b"ID3", "Sound files cannot be read yet"),
        ("a.mp4", b"....ftyp", "Films cannot be read yet"),
        ("a.py", b"x = 1", "Source code files cannot be read yet"),
        ("a.xyz", b"text", "Files named .xyz cannot be read"),
        ("a", b"text", "has no extension"),
        ("a.pdf", b"<!DOCTYPE html><p>x", "it is a web page"),
        ("a.txt", b"%PDF-1.7 text", "it is a PDF"),
        ("a.txt", b"\x89PNG\r\n\x1a\n", "it is a picture"),
        ("a.md", b"PK\x03\x04zip", "it is a ZIP archive"),
        ("a.txt", bytes(range(1, 32)) * 20, "holds no text"),
        ("a.md", b"", "is empty"),
        ("a.md", b" \n\t", "is empty"),
    ],
)
def test_refusals_say_why(name: str, data: bytes, reason: str) -> None:
    """By the name of the format, and with a way out."""
    with pytest.raises(SourceRefused, match=reason) as caught:
        read(name, data)
    assert caught.value.remedy


@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.rst"])
def test_a_page_under_another_name_is_read_as_a_page(name: str) -> None:
    """And said so."""
    document = read(name, b"<!DOCTYPE html><html><body><h1>Head</h1><p>Words.</p></body></html>")
    assert (document.text, document.format) == ("Head\n\nWords.", "html")
    assert "no web page" in document.recovered[0]


def test_utf16_is_text() -> None:
    """For all its zeros."""
    assert reader_for("a.txt", "Grüße aus Köln".encode("utf-16-le"))


_NAMES = st.sampled_from([f"x{suffix}" for suffix in READERS])
_PIECES = st.sampled_from(
    [
        "# ", "## ", "- ", "1. ", "> ", "    ", "\n", "\n\n", "```", "`", "*", "**", "_", "[[", "]]",
        "[", "](", ")", "|", "|-|", "---\n", "===\n", "%%", "<!--", "-->", "<p>", "</p>", "<div hidden>",
        "<table><tr><td>", "<li>", "<pre>", "<b>", "</b>", "::\n\n", ".. x::\n", ":a:`b`", "``", "..\n",
        "[^1]", "[^1]: ", "[#]_", "$", "==", "~~", "&amp;", "&#0;", "\x00", "\ufeff", "\u200b", "e\u0301",
        "word ", "Word. ", "e.g. ", "字。", "「", "」", "“", "”", "\"", "(", ")", "1.0.0. ", "a: b\n", "+--+\n",
        "\t", "\r\n", "…", "\u3000", ":", "\ud83e\uddea".encode("utf-16", "surrogatepass").decode("utf-16"),
    ]
)  # fmt: skip


def _holds_together(name: str, data: bytes) -> None:
    try:
        document = read(name, data)
    except SourceRefused:
        return
    assert document.title
    end = 0
    for block in document.blocks:
        assert end <= block.start < block.end <= len(document.text)
        assert block.parent is None or 0 <= block.parent < len(document.blocks)
        assert all(block.start <= a <= b <= block.end for a, b in block.cells)
        end = block.end
    for mark in document.marks:
        assert 0 <= mark.start < mark.end <= len(document.text)
    for sentence in split(document):
        assert document.text[sentence.start : sentence.end] == sentence.text != ""
    assert len(anchors(document, name)) == len(document.blocks)
    assert edition(document, f"raw/{name}", "00")


@settings(deadline=None, max_examples=80)
@given(name=_NAMES, data=st.binary(max_size=300))
def test_any_bytes(name: str, data: bytes) -> None:
    """Only SourceRefused, or a document whose parts are in order and inside the text."""
    _holds_together(name, data)


@settings(deadline=None, max_examples=150)
@given(name=_NAMES, pieces=st.lists(_PIECES, max_size=40))
def test_any_marks(name: str, pieces: list[str]) -> None:
    """The same for text made of marks."""
    _holds_together(name, "".join(pieces).encode("utf-8", "replace"))


@pytest.mark.parametrize("name", ["x.md", "x.txt", "x.html", "x.rst"])
@pytest.mark.parametrize(
    "piece",
    [
        "[",
        "![",
        "[[",
        "*a ",
        "`",
        "<",
        "> ",
        "- ",
        "$",
        "a. ",
        "“a. ",
        "(a. ",
        "|a",
        "%% ",
        "字。",
        "<b>",
    ],
)
def test_nothing_but_one_mark(name: str, piece: str) -> None:
    """Thousands of times in a row, in time."""
    _holds_together(name, piece.encode() * (1_000 if name == "x.rst" else 6_000) + b"a")
