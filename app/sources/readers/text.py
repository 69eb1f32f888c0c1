"""Plain text: what layout tells a reader, by blank lines and indentation.

Text with Markdown's marks in it is read as Markdown, whatever it is called.
"""

import re
from collections.abc import Sequence

from app.sources.decoding import decode
from app.sources.document import Document, Metadata
from app.sources.readers import markdown
from app.sources.readers.naming import stem
from app.sources.readers.text_blocks import write_down
from app.sources.tidying import clean

FORMAT = "text"
_SAMPLE = 200_000  # characters that are looked at for marks
_UNDERLINE = re.compile(r"(?:=+|-+)[ \t]*")
_ATX = re.compile(r"#{1,6} +\S")
_FENCE = re.compile(r"(?:```|~~~)[\w+-]*[ \t]*$")
_LINK = re.compile(
    r"\[[^\[\]\n]{1,200}\]\((?:https?://|/|#|\.)[^()\s]{0,400}\)|\[\[[^\[\]\n]{1,200}\]\]"
)
_ENOUGH = 2


def read(data: bytes, name: str) -> Document:
    """A text file as a document. Raises SourceRefused where there are no words in it."""
    decoded = decode(data)
    text = clean(decoded.text)
    return read_text(text, name, decoded.encoding, decoded.recovered)


def read_text(text: str, name: str, encoding: str, recovered: Sequence[str]) -> Document:
    """Text that was decoded already."""
    if is_markdown(text):
        return markdown.read_text(text, name, encoding, recovered)
    manuscript, title = write_down(text)
    return manuscript.document(
        name=name,
        metadata=Metadata(),
        title=title or stem(name),
        format=FORMAT,
        encoding=encoding,
        recovered=recovered,
    )


def is_markdown(text: str) -> bool:
    """Whether at least two of Markdown's marks are in the text: headings, fences, links."""
    lines = text[:_SAMPLE].split("\n")
    found = 2 * (lines[0].rstrip() == "---" and any(line.rstrip() == "---" for line in lines[1:60]))
    before = ""
    for line in lines:
        found += _is_mark(line, before)
        found += len(_LINK.findall(line)) if "](" in line or "[[" in line else 0
        if found >= _ENOUGH:
            return True
        before = line
    return False


def _is_mark(line: str, before: str) -> bool:
    if line[:1] in ("#", "`", "~"):
        return bool((not before.strip() and _ATX.match(line)) or _FENCE.match(line))
    if len(line) < 3 or not _UNDERLINE.fullmatch(line):
        return False
    return bool(before.strip()) and not before[:1].isspace() and len(before) <= 200
