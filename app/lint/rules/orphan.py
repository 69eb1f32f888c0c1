"""A note that no other note links to.

What it does
    Finds notes without a link from another note. Links in properties count; those from the index
    and the log do not, since these list everything.

Why it matters
    Nobody who reads comes across such a note; it is found only by whoever knows that it is there.
    On a compiled page it is a warning, since every one should be led to by another. For a
    person's own notes it is worth knowing and no more: many are meant to stand alone.

Example
    == wiki/concepts/Peak shaving.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Peak shaving
    == wiki/index.md
    - [[Peak shaving]]

Use instead
    == wiki/concepts/Flow battery.md
    ---
    id: "2v8xqd"
    kind: concept
    ---
    # Flow battery
    Used for [[Peak shaving]].
    == Batteries.md
    I want to know more of the [[Flow battery]].
    == wiki/concepts/Peak shaving.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Peak shaving
    See [[Batteries]].

Fix safety
    There is none: which note should lead here is for a person to say.
"""

import re
from collections.abc import Iterator

from app.lint.diagnostic import Finding, Severity
from app.saying import say
from app.vault.index import VaultIndex
from app.vault.names import fold

CODE = "VL002"
NAME = "orphan"

_RULES = frozenset({"agents", "purpose"})
# The pages of the catalogue, whatever name they had to take: "index 1", "Index of concepts, A".
_LISTS = re.compile(r"(?:index|log)\b")
_CATALOGUE = re.compile(r"(?:index|log|overview)\b")


def check(index: VaultIndex) -> Iterator[Finding]:
    """A finding for each note that is nobody's target and should be somebody's."""
    for path, note in index.notes.items():
        if _stands_alone(index, path):
            continue
        if all(_is_catalogue(index, source, _LISTS) for source in index.incoming(path)):
            severity = Severity.WARNING if index.is_generated(path) else Severity.INFO
            message = say("No other note links to “{note}”.", note=note.stem)
            yield Finding(CODE, NAME, severity, path, 1, message)


def _stands_alone(index: VaultIndex, path: str) -> bool:
    """Whether a note needs no links: sources and their summaries, the catalogue, the rules."""
    folders = index.folders
    if path.startswith((f"{folders.raw}/", f"{folders.text}/")):
        return True
    if index.copy_of(path) is not None:
        return True  # which is a finding of its own
    if index.is_generated(path) and index.notes[path].properties.get("kind") == "summary":
        return True  # a source from which no page was made; the index leads to it
    at_top = "/" not in path and fold(index.notes[path].stem) in _RULES
    return at_top or _is_catalogue(index, path, _CATALOGUE)


def _is_catalogue(index: VaultIndex, path: str, names: re.Pattern[str]) -> bool:
    in_wiki = path.startswith(f"{index.folders.wiki}/") and not index.is_generated(path)
    return in_wiki and names.match(fold(index.notes[path].stem)) is not None
