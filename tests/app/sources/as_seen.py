"""What stands in a file, found out by means that share nothing with the readers.

Decoding, entities, tags, marks and white space are taken away by plain replacements on both sides;
what is left of a sentence must be found in what is left of its file.
"""

import html
import io
import re
import unicodedata
import zipfile
from html.parser import HTMLParser

import pypdfium2

ENCODINGS = {
    "semver-2.0.0.de (UTF-16LE with BOM).txt": "utf-16",
    "semver-2.0.0.fr (ISO-8859-1).txt": "cp1252",
    "语义化版本 2.0.0 (GBK).txt": "gb18030",
}
_MARKS = re.compile(r"[\s*_`\[\]\\|~#>]")


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def file_as_seen(name: str, data: bytes) -> str:
    """What is left of a file."""
    if name.endswith(".pdf"):
        return _pdf_as_seen(data)
    if name.endswith(".docx"):
        return _docx_as_seen(data)
    text = data.decode(ENCODINGS.get(name, "utf-8-sig")).replace("\x00", "")
    if name.endswith((".html", ".htm")):
        page = _Text()
        page.feed(text)
        return bare("".join(page.words))
    text = re.sub(r":(pep|rfc):`(\d+)`", lambda m: f"{m[1].upper()} {m[2]}", text)
    text = re.sub(r":[\w-]+:`", "`", text)  # other roles
    text = re.sub(r"\s<(?:https?|#)[^<>\s]*>`__?", "`", text)  # addresses in reStructuredText
    text = re.sub(r"<(https?://[^<>\s]+)>", r"\1", text)  # and in Markdown
    text = re.sub(r"\]\([^()\s]*\)", "]", text)
    return bare(html.unescape(text))


def _pdf_as_seen(data: bytes) -> str:
    """The text of all pages in the file's own order."""
    with pypdfium2.PdfDocument(data) as opened:
        return letters("".join(page.get_textpage().get_text_range() for page in opened))


def _docx_as_seen(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        xml = archive.read("word/document.xml").decode()
    return bare(html.unescape(re.sub("<[^>]*>", "", xml)))


def letters(text: str) -> str:
    """Nothing but letters: hyphens at line ends and marks of notes are not there to compare."""
    return "".join(c for c in unicodedata.normalize("NFKC", text) if c.isalpha())


def bare(text: str) -> str:
    """What is left of words: no marks, no white space, nothing that shows nothing."""
    return _MARKS.sub("", text.replace("\u00ad", "").replace("\u200b", ""))
