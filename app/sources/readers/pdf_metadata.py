"""What a PDF says of itself: its information dictionary, then XMP."""

import re
from collections.abc import Mapping, Sequence

from app.sources.document import Metadata
from app.sources.readers.pdf_runs import Measure, Role, Run
from app.sources.tidying import one_line

_NO_TITLE = re.compile(
    r"(?:untitled|title|document\d*|microsoft (?:word|powerpoint|excel).*|slide \d+|"
    r"powerpoint presentation|.*\.(?:docx?|rtf|odt|tex|dvi|indd|qxd|pdf|pptx?|html?|ps|fm)|"
    r"https?://.*|[\W\d_]*)",
    re.IGNORECASE,
)
_DATE = re.compile(r"(?:D:)?(\d{4})(\d{2})?(\d{2})?")
_XMP = re.compile(rb"<x:xmpmeta.*?</x:xmpmeta>", re.DOTALL)
_XMP_TITLE = re.compile(r"<dc:title>.*?<rdf:li[^>]*>([^<]*)<", re.DOTALL)
_XMP_AUTHORS = re.compile(r"<dc:creator>(.*?)</dc:creator>", re.DOTALL)
_ITEM = re.compile(r"<rdf:li[^>]*>([^<]*)<")
_ENTITIES = {"&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'"}
_LONGEST_TITLE = 300
_LARGEST_XMP = 1_000_000
_LARGER = 1.15  # than the body


def about(info: Mapping[str, str], data: bytes) -> Metadata:
    """The title, authors and date that the file gives, as far as they are plausible."""
    xmp = _xmp(data)
    title = _plausible(info.get("Title", "")) or _plausible(_first(_XMP_TITLE, xmp))
    authors = _authors(info.get("Author", "")) or tuple(
        name
        for inner in _XMP_AUTHORS.findall(xmp)[:1]
        for item in _ITEM.findall(inner)
        if (name := _plain(item))
    )
    return Metadata(title=title, authors=authors, date=_date(info.get("CreationDate", "")))


def title_in(runs: Sequence[Run], measured: Measure) -> str:
    """The largest heading of the first page, where it is larger than the text."""
    first = next((run.page for run in runs if run.lines), 0)
    headings = [run for run in runs if run.role is Role.HEADING and run.page == first]
    if not headings:
        return ""
    largest = max(headings, key=lambda run: run.style.size)
    if largest.style.size < measured.body * _LARGER:
        return ""
    return one_line(largest.text)


def _xmp(data: bytes) -> str:
    found = _XMP.search(data)
    if found is None or len(found.group()) > _LARGEST_XMP:
        return ""
    return found.group().decode("utf-8", "replace")


def _first(pattern: "re.Pattern[str]", text: str) -> str:
    found = pattern.search(text)
    return _plain(found.group(1)) if found else ""


def _plain(text: str) -> str:
    for entity, character in _ENTITIES.items():
        text = text.replace(entity, character)
    return one_line(text)


def _plausible(title: str) -> str:
    """A title that somebody gave, not the name of a file or of a program."""
    words = one_line(title)
    if _NO_TITLE.fullmatch(words) or len(words) > _LONGEST_TITLE or "\ufffd" in words:
        return ""
    return words


def _authors(said: str) -> tuple[str, ...]:
    words = one_line(said)
    if not words or "\ufffd" in words or not any(character.isalpha() for character in words):
        return ()
    parts = re.split(r"\s*;\s*|\s+(?:and|und|et)\s+", words)
    return tuple(part for part in parts if part)


def _date(said: str) -> str:
    found = _DATE.match(said.strip())
    if not found or not 1900 <= int(found.group(1)) <= 2999:
        return ""
    return "-".join(part for part in found.groups() if part)
