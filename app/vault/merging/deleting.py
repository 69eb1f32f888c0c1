"""Statements that a person deleted, kept away from what is generated."""

from collections.abc import Collection

from app.vault.merging import notes
from app.vault.merging.corresponding import Three
from app.vault.merging.page import parsed
from app.vault.merging.relabelling import quotes
from app.vault.merging.weaving import Marks, Weaving
from app.vault.writing import digest


def rests_on(text: str) -> dict[str, str]:
    """What each mark of a page rests on, as a hash: its source and the words that its note quotes."""
    return {
        label: digest(f"{label.partition('-')[0]}\n{quote}".encode())
        for label, quote in quotes(text).items()
    }


def without(text: str, labels: Collection[str]) -> str:
    """A generated page without the statements that rest on these marks alone, and without headings that
    nothing follows then."""
    gone = frozenset(labels)
    if not gone:
        return text
    page = parsed(text, str)
    three = Three(page, page, page)
    weaving = Weaving(three, str, Marks(gone, gone, frozenset()))
    parts = weaving.parts()
    for part in parts:
        if part.new is not None and part.new.units and not part.entries:
            part.keep = part.heading is None
    notes.tidied(parts, three)
    return page.head + weaving.text(parts)
