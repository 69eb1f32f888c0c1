"""A look at a folder before anything is written in it: what is there, and which names are taken."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from app.vault.files import scan_paths
from app.vault.names import fold
from app.vault.rules import PLURALS, Folders

CLIPPINGS = "Clippings"
"""Where Obsidian's Web Clipper puts its notes (interop 7)."""

_PROPERTIES = re.compile(r"\ufeff?---\r?\n(.*?)^---", re.DOTALL | re.MULTILINE)
# What every page of ours has (see the design, "A compiled page"), as Obsidian may rewrite it.
_ID = re.compile(r"^id: *\S", re.MULTILINE)
_KIND = re.compile(rf"^kind: *[\"']?(?:{'|'.join(PLURALS)})[\"']?\s*$", re.MULTILINE)
_HEAD = 16_384
"""Bytes of a page that are read for its properties; a page of ours needs a tenth of that."""
# What a clipping has, by the Web Clipper's default template and older ones (interop 7).
_ADDRESS = re.compile(r"^(?:source|url): *[\"']?https?://", re.MULTILINE)
_CLIPPED = re.compile(
    r"^clipped:|^(?:tags|categories): *\S.*clippings?\b|^ *- *[\"']?(?:\[\[)?#?clippings?\b",
    re.MULTILINE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Survey:
    """What lies in a folder, hidden folders aside.

    ``names`` are the folded names of all files with their extension; ``nested`` are the vaults
    within this one, whose links Obsidian gets wrong.
    """

    notes: int
    raw: int
    wiki: int
    compiled: int
    clippings: int
    nested: tuple[str, ...]
    names: frozenset[str]

    def takes(self, name: str) -> bool:
        """Whether some file has this name, whatever its folder."""
        return fold(name) in self.names


def survey(root: Path, folders: Folders) -> Survey:
    """Look at everything under ``root`` once; nothing but the heads of pages is read."""
    files = list(scan_paths(root))
    wiki = [path for path in files if _within(path, folders.wiki)]
    raw = [path for path in files if _within(path, folders.raw)]
    notes = [path for path in files if path.endswith(".md")]
    return Survey(
        notes=len(set(notes) - set(wiki) - set(raw)),
        raw=len(raw),
        wiki=len(wiki),
        compiled=sum(is_compiled(root / path) for path in wiki if path.endswith(".md")),
        clippings=sum(_within(path, CLIPPINGS) for path in notes),
        nested=tuple(_nested(root)),
        names=frozenset(fold(path.rpartition("/")[2]) for path in files),
    )


def is_compiled(page: Path) -> bool:
    """Whether the file has the properties of a compiled page, edited or not."""
    block = _properties(page)
    return bool(_ID.search(block) and _KIND.search(block))


def is_clipping(note: Path) -> bool:
    """Whether a note has the properties of a web page that Obsidian's Web Clipper saved.

    That is the address, and the mark of a clipping: its tag or category, or when it was clipped.
    """
    block = _properties(note)
    return bool(_ADDRESS.search(block) and _CLIPPED.search(block))


def _properties(page: Path) -> str:
    """The properties of a note as they stand there, "" if it has none."""
    with page.open("rb") as file:
        head = file.read(_HEAD).decode("utf-8", errors="replace")
    block = _PROPERTIES.match(head)
    return block[1] if block else ""


def _nested(root: Path) -> Iterator[str]:
    for folder, inside, _ in os.walk(root):
        if ".obsidian" in inside and Path(folder) != root:
            yield Path(folder).relative_to(root).as_posix()
        inside[:] = sorted(name for name in inside if not name.startswith("."))


def _within(path: str, folder: str) -> bool:
    return path.startswith(f"{folder}/")
