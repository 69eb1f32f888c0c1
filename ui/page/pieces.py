"""A long page in parts that are shown one at a time, and a part in pieces that are drawn in turn.

Qt takes longer for each further paragraph of a document, so a text of a megabyte is not given to
it whole; and between the pieces of a part the window can do other things.
"""

import re
from collections.abc import Iterator

PART = 120_000
"""About as many characters of HTML as are shown at once: some forty screens."""

PIECE = 20_000
"""About as many as Qt lays out in a fiftieth of a second."""

_BLOCK = re.compile(r"<(/?)(?:table|ul|ol|div|p|h[1-6]|pre|blockquote)\b[^>]*>")


def cut(html: str, size: int) -> list[str]:
    """The page cut between blocks that stand in no other; joined, the pieces are the page."""
    found, start = [], 0
    for end in _ends(html):
        if end - start >= size:
            found.append(html[start:end])
            start = end
    if start < len(html) or not found:
        found.append(html[start:])
    return found


def _ends(html: str) -> Iterator[int]:
    """Where a block ends that stands in no other."""
    depth = 0
    for found in _BLOCK.finditer(html):
        depth += -1 if found[1] else 1
        if depth == 0:
            yield found.end()
