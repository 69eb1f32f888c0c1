"""Readers: one file a format, each ``read(data: bytes, name: str) -> Document``.

A new format is a new file here and a line in ``READERS``. Those that libraries in C or large trees
stand behind run in a process of their own (``app.sources.converting``).
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import PurePath
from typing import cast

from app.errors import SourceRefused
from app.saying import say
from app.sources.converting import CONVERTERS, convert
from app.sources.document import Document
from app.sources.kinds import check, web_page_in_disguise

Reader = Callable[[bytes, str], Document]

READERS = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".txt": "text",
    ".text": "text",
    ".rst": "rst",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".pdf": "pdf",
    ".docx": "docx",
}
"""Which reader reads which extension."""


def reader_for(name: str, head: bytes) -> Reader:
    """The reader for a file, by its name and its first bytes (512 are enough).

    Raises SourceRefused, with the format's name, where there is none or where the bytes are not
    what the name says.
    """
    suffix = PurePath(name).suffix.lower()
    check(name, suffix, head, known=suffix in READERS)
    module = "html" if web_page_in_disguise(suffix, head) else READERS[suffix]
    if module in CONVERTERS:
        return partial(convert, module)
    # readers are loaded when they are needed: some cost a tenth of a second
    return cast("Reader", import_module(f"app.sources.readers.{module}").read)


def read(name: str, data: bytes) -> Document:
    """Read a file. Raises SourceRefused with a reason where it cannot be a source."""
    if not data.strip():
        raise SourceRefused(
            say("“{name}” is empty.", name=PurePath(name).name), remedy="Write something in it."
        )
    return reader_for(name, data[:4096])(data, PurePath(name).name)
