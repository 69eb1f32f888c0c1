"""Whether the quotes on compiled pages stand in the files of their sources.

Nothing of the program is used here, not even what its tests use: pages and the ledger are read as
text, files by Python's own means (PDF by asking PDFium for a page's text, in the file's order).
Entities are decoded; tags, marks of markup, roles of reStructuredText and white space are taken
away on both sides, and what is left of each piece of a quote must be found in what is left of its
file.
"""

import html
import json
import re
import unicodedata
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pypdfium2

_NOTE = re.compile(r"^\[\^(?P<label>[\w-]+)\]: “(?P<quote>.*)” \[\[", re.MULTILINE)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_MARKS = re.compile(r"[\s*_`\[\]\\|~#>]")
_SHOWS_NOTHING = str.maketrans("", "", "\u00ad\u200b\ufeff\x00")
_UTF16, _ENCODINGS = (b"\xff\xfe", b"\xfe\xff"), ("utf-8-sig", "gb18030", "cp1252")
_ROLES = (
    (re.compile(r":(?:pep|rfc):`(\d+)`"), r"\1"),
    (re.compile(r":[\w-]+:`"), "`"),
    (re.compile(r"\s<(?:https?|#)[^<>\s]*>`__?"), "`"),
)
_LINKS = ((re.compile(r"<(https?://[^<>\s]+)>"), r"\1"), (re.compile(r"\]\([^()\s]*\)"), "]"))


@dataclass(frozen=True)
class Piece:
    """A piece of a quote, and the file in which it must stand."""

    file: Path
    words: str


def on_pages(vault: Path) -> list[Piece]:
    """The pieces of all notes of all compiled pages."""
    files = {record["id"]: vault / record["path"] for record in _records(vault)}
    texts = [page.read_text(encoding="utf-8") for page in sorted(vault.rglob("wiki/*/*.md"))]
    texts.append((vault / "wiki/overview.md").read_text(encoding="utf-8"))
    return [
        Piece(files[note["label"].split("-")[0]], piece)
        for text in texts
        for note in _NOTE.finditer(text)
        for piece in _ESCAPED.sub(r"\1", note["quote"]).split(" … ")
    ]


def recorded(vault: Path) -> list[Piece]:
    """All quotes that the ledger has recorded."""
    return [
        Piece(vault / record["path"], sentence["text"])
        for record in _records(vault)
        for sentence in record["sentences"]
    ]


def missing(pieces: list[Piece]) -> list[Piece]:
    """Those that do not stand in their files."""
    seen = {file: _Seen(file) for file in {piece.file for piece in pieces}}
    return [piece for piece in pieces if not seen[piece.file].has(piece.words)]


def _records(vault: Path) -> list[dict[str, Any]]:
    files = sorted((vault / ".vaultloom/sources").glob("*.json"))
    return [json.loads(file.read_text(encoding="utf-8")) for file in files]


class _Seen:
    """What is left of a file."""

    def __init__(self, file: Path) -> None:
        data, kind = file.read_bytes(), file.suffix.lower()
        self._paged = kind == ".pdf"
        if self._paged:
            with pypdfium2.PdfDocument(data) as opened:
                pages = [page.get_textpage().get_text_range() for page in opened]
            self._text = _alone("".join(pages))
            self._letters, self._places = _letters(self._text)
        elif kind == ".docx":
            self._text = _bare("".join(_of_word(file)))
        else:
            self._text = _bare(_plain(_decoded(data), kind))

    def has(self, words: str) -> bool:
        """Whether a piece of a quote stands in it."""
        if not self._paged:
            return _bare(words) in self._text
        return any(self._agrees(place, words) for place in self._found(_letters(_alone(words))[0]))

    def _found(self, letters: str) -> Iterator[tuple[int, int]]:
        """Where the letters of a piece stand: breaks of words and marks of notes are no letters."""
        at = self._letters.find(letters)
        while at >= 0:
            start = self._places[at] if letters else 0
            end = self._places[at + len(letters) - 1] + 1 if letters else len(self._text)
            yield start, end
            at = self._letters.find(letters, at + 1) if letters else -1

    def _agrees(self, place: tuple[int, int], words: str) -> bool:
        """Whether the digits of a piece come in the same order there, marks of notes between them."""
        start, end = place
        here = iter(c for c in self._text[max(0, start - 30) : end + 30] if c.isdigit())
        return all(digit in here for digit in _alone(words) if digit.isdigit())


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def _decoded(data: bytes) -> str:
    if data.startswith(_UTF16):
        return data.decode("utf-16")
    for encoding in _ENCODINGS:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise AssertionError("no encoding fits")


def _plain(text: str, kind: str) -> str:
    if kind in {".html", ".htm"}:
        page = _Words()
        page.feed(text)
        return "".join(page.found)
    for pattern, words in (*_ROLES, *_LINKS) if kind == ".rst" else _LINKS:
        text = pattern.sub(words, text)
    return html.unescape(text)


def _of_word(file: Path) -> Iterator[str]:
    with zipfile.ZipFile(file) as archive:
        for part in ("word/document.xml", "word/footnotes.xml"):
            if part in archive.namelist():
                yield html.unescape(re.sub("<[^>]*>", "", archive.read(part).decode()))


def _bare(text: str) -> str:
    """Words without marks and white space."""
    return _MARKS.sub("", text.translate(_SHOWS_NOTHING)).replace("PEP", "")


def _alone(text: str) -> str:
    """Letters and digits."""
    return "".join(c for c in unicodedata.normalize("NFKC", text) if c.isalnum())


def _letters(text: str) -> tuple[str, list[int]]:
    """The letters of a text, and where each stands in it."""
    places = [place for place, c in enumerate(text) if c.isalpha()]
    return "".join(text[place] for place in places), places
