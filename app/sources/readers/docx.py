"""Word documents: headings, lists, tables, links and notes, by mammoth and the HTML blocks.

Pictures, comments, tracked deletions and hidden words are left out. Meant to run in a process of
its own (``app.sources.converting``).
"""

import re
from typing import Any

import mammoth
from lxml import etree
from lxml.html import HTMLParser

from app.errors import SourceRefused
from app.saying import say
from app.sources.document import Document
from app.sources.readers import docx_lists
from app.sources.readers.docx_package import Package
from app.sources.readers.html_blocks import write_down
from app.sources.readers.naming import stem
from app.sources.tidying import one_line

FORMAT = "docx"
Element = Any

_TITLE_CLASS = "document-title"
_STYLES = f"""
p[style-name='Title'] => h1.{_TITLE_CLASS}:fresh
p[style-name='Subtitle'] => p:fresh
p[style-name='Quote'] => blockquote > p:fresh
p[style-name='Intense Quote'] => blockquote > p:fresh
p[style-name='Block Text'] => blockquote > p:fresh
p[style-name='Source Code'] => pre:separator('\\n')
p[style-name='Code'] => pre:separator('\\n')
p[style-name='HTML Preformatted'] => pre:separator('\\n')
p[style-name='Preformatted Text'] => pre:separator('\\n')
r[style-name='Verbatim Char'] => code
r[style-name='HTML Code'] => code
r[style-name='Source Text'] => code
r[style-name='Code Char'] => code
"""
_NOTE = re.compile(r"#(?:foot|end)note-(?:ref-)?\d+")
_FILE_NAME = re.compile(
    r".*\.(?:docx?|odt|rtf|dotx?)|(?:untitled|document|word)\s*\d*", re.IGNORECASE
)


def read(data: bytes, name: str) -> Document:
    """A Word document as a document.

    Raises SourceRefused where it is damaged, dangerous or without words.
    """
    package = Package(data, name)
    root = _tree(package, name)
    docx_lists.unmark(root)
    for anchor in list(root.iter("a")):
        _take_out_note_mark(anchor)
    manuscript = write_down(root)
    metadata = package.metadata()
    said = "" if _FILE_NAME.fullmatch(metadata.title) else metadata.title
    title = _title(root) or said or _only_heading(root) or stem(name)
    return manuscript.document(
        name=name, metadata=metadata, title=title, format=FORMAT, encoding="UTF-8"
    )


def _tree(package: Package, name: str) -> Element:
    try:
        result = mammoth.convert_to_html(
            package.for_mammoth(),
            style_map=_STYLES,
            convert_image=mammoth.images.img_element(lambda _: {}),
        )
    except (KeyError, ValueError, OSError, AttributeError) as error:
        raise SourceRefused(
            say("“{name}” is not built as a Word document is.", name=name),
            remedy="Open it in Word or LibreOffice, and save it again.",
        ) from error
    page = f"<html><body>{result.value}</body></html>"
    parser = HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    return etree.fromstring(page.encode("utf-8", "replace"), parser)


def _take_out_note_mark(anchor: Element) -> None:
    """Note marks in the text, and the arrows that lead back from the notes."""
    if not _NOTE.fullmatch(anchor.get("href") or ""):
        return
    parent = anchor.getparent()
    before = anchor.getprevious()
    if anchor.tail:
        if before is not None:
            before.tail = (before.tail or "") + anchor.tail
        else:
            parent.text = (parent.text or "") + anchor.tail
    parent.remove(anchor)


def _title(root: Element) -> str:
    return next(
        (_words(h1) for h1 in root.iter("h1") if h1.get("class") == _TITLE_CLASS and _words(h1)), ""
    )


def _only_heading(root: Element) -> str:
    found = [_words(h1) for h1 in root.iter("h1")]
    return found[0] if len(found) == 1 else ""


def _words(element: Element) -> str:
    return one_line("".join(element.itertext()))
