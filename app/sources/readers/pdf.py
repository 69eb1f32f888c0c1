"""PDF with a text layer: columns in reading order, headings, lists, tables, notes.

What is drawn is read as a reader of the page sees it; tags inside the file are not trusted. Every
block knows its page. Meant to run in a process of its own (``app.sources.converting``).

The way of a page: glyphs (``pdf_glyphs``) without running heads (``pdf_frames``) become lines in
reading order and tables (``pdf_layout``, ``pdf_tables``), lines become runs (``pdf_paragraphs``) with
roles (``pdf_roles``, ``pdf_headings``), and runs become blocks (``pdf_writing``, ``pdf_words``).
"""

from collections.abc import Sequence
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from app.errors import SourceRefused
from app.saying import say
from app.sources.document import Document
from app.sources.manuscript import Manuscript
from app.sources.readers import pdf_headings, pdf_metadata
from app.sources.readers.naming import stem
from app.sources.readers.pdf_frames import take_out, without_contents
from app.sources.readers.pdf_glyphs import page
from app.sources.readers.pdf_layout import Line, read_page
from app.sources.readers.pdf_page import Page, settle_weights
from app.sources.readers.pdf_paragraphs import runs
from app.sources.readers.pdf_roles import give_roles, note_marks, put_together
from app.sources.readers.pdf_runs import measure
from app.sources.readers.pdf_words import Words
from app.sources.readers.pdf_writing import Writer

FORMAT = "pdf"
_MOST_PAGES = 3_000
_FEW = 10  # characters; a page with fewer has no text layer
_LISTED = 12  # pages named one by one
_ENOUGH = 0.5


def read(data: bytes, name: str) -> Document:
    """A PDF as a document.

    Raises SourceRefused, with what to do, for one without text, with a password, or damaged.
    """
    opened = _opened(data, name)
    try:
        pages = _pages(opened, name)
        info = opened.get_metadata_dict()
    finally:
        opened.close()
    said = _said_of(pages, name)
    settle_weights(pages)
    body = _body(pages)
    take_out(pages, body)
    things = without_contents([thing for p in pages for thing in read_page(p, body)])
    measured = measure(things)
    found = give_roles(runs(things, measured), measured)
    marks = note_marks(found)
    found = pdf_headings.find(put_together(found), measured)
    manuscript = Manuscript()
    words = Words(thing for thing in things if isinstance(thing, Line))
    Writer(manuscript, words, marks).write(found)
    metadata = pdf_metadata.about(info, data)
    title = metadata.title or pdf_metadata.title_in(found, measured) or stem(name)
    return manuscript.document(
        name=name, metadata=metadata, title=title, format=FORMAT, encoding="PDF", recovered=said
    )


def _opened(data: bytes, name: str) -> Any:
    try:
        return pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        code = getattr(error, "err_code", None)
        if code == pdfium.FPDF_ERR_PASSWORD:
            raise SourceRefused(
                say("“{name}” needs a password to be opened.", name=name),
                remedy="Open it with its password, save a copy without one, and drop that.",
            ) from error
        if code == pdfium.FPDF_ERR_SECURITY:
            raise SourceRefused(
                say("“{name}” is protected in a way that cannot be read.", name=name),
                remedy="Print it to a new PDF, and drop that.",
            ) from error
        raise SourceRefused(
            say("“{name}” is damaged or incomplete: no program can tell its pages.", name=name),
            remedy="Get the file again; a download may have been cut short.",
        ) from error


def _pages(opened: Any, name: str) -> list[Page]:
    count = len(opened)
    if count > _MOST_PAGES:
        raise SourceRefused(
            say(
                "“{name}” has {count} pages; up to {most} can be read.",
                name=name,
                count=count,
                most=_MOST_PAGES,
            ),
            remedy="Split it into volumes.",
        )
    found: list[Page] = []
    for number in range(count):
        try:
            raw = opened[number]
        except pypdfium2.PdfiumError:
            found.append(Page(number + 1, 0.0, 0.0, is_damaged=True))
            continue
        found.append(page(raw, number + 1))
        raw.close()
    return found


def _said_of(pages: Sequence[Page], name: str) -> Sequence[str]:
    """What to say of pages without text. Raises SourceRefused where none has any."""
    without = [p for p in pages if _characters(p) < _FEW]
    if len(without) == len(pages):
        if any(p.has_picture for p in pages):
            raise SourceRefused(
                say("“{name}” is a scan: its pages are pictures without a text layer.", name=name),
                remedy="Run text recognition (OCR) over it, and drop the result.",
            )
        raise SourceRefused(say("“{name}” holds no text.", name=name), remedy="Leave it out.")
    return [
        *_named([p.number for p in without if p.is_damaged], "damaged and could not be opened"),
        *_named([p.number for p in without if p.has_picture], "a picture without a text layer"),
    ]


def _named(numbers: Sequence[int], what: str) -> Sequence[str]:
    """What to say of these pages, if there are any."""
    if not numbers:
        return ()
    shown = ", ".join(map(str, numbers[:_LISTED])) + (" …" if len(numbers) > _LISTED else "")
    if len(numbers) == 1:
        return (f"Page {shown} is {what}; what is on it was not read.",)
    return (f"Pages {shown} are {what}; what is on them was not read.",)


def _characters(one: Page) -> int:
    return sum(len("".join(f.text.split())) for f in one.fragments)


def _body(pages: Sequence[Page]) -> float:
    """The size in which most of the text is set."""
    counts: dict[float, int] = {}
    for one in pages:
        for fragment in one.fragments:
            size = fragment.style.size
            counts[size] = counts.get(size, 0) + len(fragment.text)
    return max(counts, key=lambda size: counts[size])
