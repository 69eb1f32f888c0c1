"""A file's bytes to a reading: document, sentences, and where each block can be linked."""

from app.sources.anchors import has_pages, needs_edition
from app.sources.decoding import decode
from app.sources.document import Reading
from app.sources.edition import anchors
from app.sources.readers import read
from app.sources.sentences import split


def reading(name: str, data: bytes, *, in_edition: bool = False) -> Reading:
    """Read a source. Raises SourceRefused with a reason where it cannot be one.

    ``name`` is the file's name with its extension; a folder before it does no harm. With
    ``in_edition`` links lead into the edition of a note, as they do for every other file.
    """
    document = read(name, data)
    source = "" if needs_edition(name) or has_pages(name) else decode(data).text
    places = anchors(document, name, source, in_edition=in_edition)
    return Reading(document, split(document), places)
