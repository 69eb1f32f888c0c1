"""Compiled pages as the index and other pages need them, and a page's line in the index."""

from dataclasses import dataclass
from pathlib import Path

from app.vault.escaping import escape
from app.vault.links import wikilink


@dataclass(frozen=True, slots=True)
class PageRow:
    """A compiled page as the index, the list and other pages need it. ``base`` is a SHA-256;
    ``gone`` is true for one that its owner deleted, which nothing is to link to."""

    id: str
    kind: str
    of: str
    path: str
    title: str
    created: str
    base: str = ""
    gist: str = ""
    statements: int = 0
    voices: int = 0
    disputed: bool = False
    aliases: tuple[str, ...] = ()
    waits: bool = False
    gone: bool = False

    @property
    def stem(self) -> str:
        """The name that links to this page use."""
        return Path(self.path).stem


def line(page: PageRow) -> str:
    """A page's line: its link, its gist, how many statements and voices."""
    gist = f": {escape(page.gist)}" if page.gist else ""
    if page.kind == "summary":
        return f"- {wikilink(page.stem)}{gist}"
    return f"- {wikilink(page.stem)}{gist} · {counted(page)}"


def counted(page: PageRow) -> str:
    """A page's statements and voices in words."""
    statements = f"{page.statements} statement{'s' * (page.statements != 1)}"
    voices = "one voice" if page.voices == 1 else f"{page.voices} voices"
    return f"{statements}, {voices}" + (", disputed" if page.disputed else "")
