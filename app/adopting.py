"""A vault that exists already: shown with what would be added, and asked, before anything is written.

What lies in it can be a source where it lies; the person says what, and may say otherwise later.
"""

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.ledger import decisions
from app.sources.in_place import Ground, Place, is_readable, places
from app.vault import layout
from app.vault.layout import Preview
from app.vault.rules import find_rules

_FORMATS = {
    "note": ("note", "notes"),
    "pdf": ("PDF", "PDFs"),
    "docx": ("Word document", "Word documents"),
    "html": ("web page", "web pages"),
    "text": ("text file", "text files"),
    "rst": ("reStructuredText", "reStructuredTexts"),
    "markdown": ("Markdown file", "Markdown files"),
}


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is to be a source where it lies, or no longer: as named, from the vault or in full."""

    sources: Sequence[Path] = ()
    documents: Sequence[Path] = ()
    not_sources: Sequence[Path] = ()

    def __bool__(self) -> bool:
        return bool(self.sources or self.documents or self.not_sources)


@dataclass(frozen=True, slots=True)
class Look:
    """A vault as it is: what would be added to it, and what in it could be, or is, a source."""

    preview: Preview
    ground: Ground
    places: tuple[Place, ...]

    def check(self, chosen: Chosen) -> None:
        """Raise SourceRefused for what cannot be a source where it lies."""
        for path in (*chosen.sources, *chosen.documents):
            self.ground.path(path)

    def adds(self, chosen: Chosen) -> bool:
        """Whether files would be added: in a vault of ours not if only its sources are spoken of."""
        return bool(self.preview.additions) and not (self.preview.ours and chosen)

    def as_json(self) -> dict[str, object]:
        """The look as ``--json`` prints it."""
        holds = self.preview.contents
        return {
            "vault": str(self.preview.root),
            "ours": self.preview.ours,
            "additions": list(self.preview.additions),
            "folders": list(self.preview.folders),
            "contents": {
                "notes": holds.notes,
                "raw": holds.raw,
                "wiki": holds.wiki,
                "nested": list(holds.nested),
            },
            "places": [place.as_json() for place in self.places],
        }


def look(path: Path) -> Look:
    """Look at a vault that exists; nothing is written. Raises VaultProblem as ``preview`` does."""
    shown = layout.preview(path)
    ground = Ground(shown.root, find_rules(shown.root).rules.folders, shown.own)
    said = decisions.in_place(shown.root)
    chosen = [(p, said.said[p] == decisions.SOURCE_IN_PLACE) for p in said.places]
    return Look(shown, ground, places(ground, chosen, said.takes))


def take(found: Look, chosen: Chosen) -> tuple[str, ...]:
    """Add what is missing, and decide on the sources in place; the paths that are decided anew.

    Raises SourceRefused, having written nothing, for what cannot be a source where it lies.
    """
    found.check(chosen)
    if found.adds(chosen):
        layout.adopt(found.preview.root)
    if not chosen:
        return ()
    from app.compiler.compile import opened  # the window only looks, and need not wait for it

    with opened(found.preview.root) as compiler:
        return compiler.place(chosen.sources, chosen.documents, chosen.not_sources)


def words(found: Look, chosen: Chosen) -> list[str]:
    """What is there and what would be added, for a terminal."""
    shown = found.preview
    lines = [f"{shown.root}", "", holds_words(shown)]
    if shown.contents.nested:
        lines.append(f"Within it lie other vaults: {', '.join(shown.contents.nested)}.")
    if shown.ours:
        lines.append("It is a Vaultloom vault already.")
    if found.adds(chosen):
        lines += ["", "This would be added to it:", *(f"  {path}" for path in shown.additions)]
        lines += [f"  {folder}/" for folder in shown.folders]
        lines += ["Nothing else: no note, no file and no setting of Obsidian is changed or moved."]
    return [*lines, *_places_words(found.places)]


def holds_words(shown: Preview) -> str:
    """ "It holds 103 notes and 4 files in raw." """
    holds = shown.contents
    counts = (
        (holds.notes, "note", "notes"),
        (holds.raw, "file in its folder of sources", "files in its folder of sources"),
        (holds.wiki, "file in its folder of pages", "files in its folder of pages"),
    )
    there = [_counted(number, one, many) for number, one, many in counts if number]
    return f"It holds {', '.join(there)}." if there else "It is empty."


def _places_words(found: Iterable[Place]) -> list[str]:
    lines = []
    are = [place for place in found if place.chosen]
    could = [place for place in found if not place.chosen]
    if are:
        lines += ["", "Sources where they lie, uncopied (--not-source takes one back):"]
        lines += [f"  {_row(place, '')}" for place in are]
    if could:
        lines += ["", "Could be sources where they lie, uncopied and unchanged:"]
        lines += [f"  {_row(place, _option(place))}" for place in could]
    return lines


def _option(place: Place) -> str:
    whole = place.notes or is_readable(place.path)  # a file by itself
    return "--source" if whole else "--documents"


def _row(place: Place, option: str) -> str:
    beside = _counted(place.beside, "note stays a note", "notes stay notes")
    named = f"{option} {shlex.quote(place.path)}" if option else place.path
    return f"{named}: {place_words(place)}" + (f"; {beside}" * bool(place.beside))


def place_words(place: Place) -> str:
    """ "12 PDFs, 3 Word documents, 4.2 MB" """
    counts = [_counted(count, *_FORMATS[kind]) for kind, count in place.found]
    return ", ".join([*counts, size_words(place.size)]) if counts else "nothing that can be read"


def size_words(size: int) -> str:
    """A number of bytes as a person says it: "4.2 MB", "38 kB"."""
    if size >= 1_000_000:
        return f"{size / 1_000_000:.1f} MB"
    return f"{max(1, round(size / 1000))} kB"


def done_words(before: Look, after: Look, fresh: Sequence[str]) -> list[str]:
    """What was done, for a terminal."""
    lines = [""]
    added = len(before.preview.additions) - len(after.preview.additions)
    if added:
        lines.append(_counted(added, "file added.", "files added."))
    taken = {place.path for place in after.places if place.chosen}
    for path in fresh:
        what = "is a source where it lies" if path in taken else "is no source any more"
        lines.append(f"“{path}” {what}.")
    if any(path not in taken for path in fresh):
        lines.append("Pages that were made from it stay as they are.")
    if taken & {*fresh}:
        lines.append(f"To compile: vaultloom compile {shlex.quote(str(after.preview.root))}")
    return lines if len(lines) > 1 else ["", "Nothing was changed."]


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
