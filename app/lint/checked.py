"""What rules look at: the notes of a vault, its ledger, its rules, and what only the compiler knows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from app.ledger.cache import Cache
from app.ledger.decisions import deleted_statements
from app.ledger.ledger import Ledger
from app.ledger.pages import PageRow
from app.lint.diagnostic import Severity
from app.lint.known import Known, Nothing
from app.lint.reaching import Reaching
from app.vault.index import VaultIndex
from app.vault.names import fold
from app.vault.obsidian_settings import ObsidianSettings, settings_of
from app.vault.rules import Folders, Rules


class Scope(StrEnum):
    """What a rule looks at one at a time: a note (by path), a source (by id), a subject (by the slot that
    stands for it), or the vault (which is ""), for what costs no more than what it finds."""

    NOTE = "note"
    SOURCE = "source"
    SUBJECT = "subject"
    VAULT = "vault"


_RULES = frozenset({"agents", "purpose"})
_CATALOGUE = ("index", "log", "overview")


@dataclass
class Checked:
    """A vault to be checked. ``ledger`` is None where it has none; ``gone`` are the paths of sources that
    are not there any more; ``away`` are the statements that are to stay away from pages (by the page's
    id, what each rests on, and its mark)."""

    index: VaultIndex
    rules: Rules = field(default_factory=Rules)
    ledger: Ledger | None = None
    known: Known = field(default_factory=Nothing)
    gone: frozenset[str] = frozenset()
    away: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    obsidian: ObsidianSettings = field(default_factory=ObsidianSettings)

    reaching: Reaching = field(init=False)
    _page: tuple[str, PageRow | None] = (
        "",
        None,
    )  # what was asked last: rules take turns on a note
    _source: tuple[str, bool] = ("", False)

    def __post_init__(self) -> None:
        """Look up what is decided and set, and what the index leads to."""
        self.reaching = Reaching(self.index)
        self.look_at_settings()
        self.look_at_decisions()

    @property
    def root(self) -> Path:
        """The vault's folder."""
        return self.index.root

    @property
    def folders(self) -> Folders:
        """Where things are in the vault."""
        return self.index.folders

    @property
    def start(self) -> str:
        """The path of the index, "" where there is none."""
        row = self.cache.pages.by_id("index") if self.cache else None
        path = row.path if row else f"{self.folders.wiki}/index.md"
        return path if path in self.index.notes else ""

    @property
    def cache(self) -> Cache | None:
        """What the ledger knows, None in a vault without one."""
        return self.ledger.cache if self.ledger else None

    def look_at_settings(self) -> None:
        """Read anew how Obsidian is set in this vault."""
        self.obsidian = settings_of(self.root)

    def look_at_decisions(self) -> None:
        """Read anew what the person decided."""
        self.away = deleted_statements(self.root)

    def forget(self) -> None:
        """Ask the ledger anew what is where."""
        self._page, self._source = ("", None), ("", False)

    def page(self, path: str) -> PageRow | None:
        """What the ledger knows of the page at a path; None where there is none."""
        if self._page[0] != path:
            self._page = path, self.cache.pages.at(path) if self.cache else None
        return self._page[1]

    def text(self, path: str) -> str | None:
        """The text of a note as its file has it, line ends included; None where it is none."""
        try:
            return (self.root / path).read_bytes().decode()
        except (OSError, UnicodeDecodeError):
            return None

    def is_source(self, path: str) -> bool:
        """Whether a note is a source, or the readable edition of one: it is as its writer wrote it."""
        folders = self.folders
        if path.startswith((f"{folders.raw}/", f"{folders.text}/")):
            return True
        if self.cache is None:
            return False
        if self._source[0] != path:
            self._source = path, self.cache.source_by(path=path) is not None
        return self._source[1]

    def is_catalogue(self, path: str, names: tuple[str, ...] = _CATALOGUE) -> bool:
        """Whether a note is a page about the vault itself, whatever name it had to take ("index 1", "wiki
        index", "Index of concepts, A")."""
        row = self.page(path)
        if row is not None and row.kind == "index":
            name = row.id if row.id in _CATALOGUE else "index"  # of which it is a part: "entity-B"
            return name in names
        if not path.startswith(f"{self.folders.wiki}/") or self.index.is_generated(path):
            return False
        stem = fold(path.rpartition("/")[2].removesuffix(".md"))
        return any(stem == name or _begins(stem, name) for name in names)

    def is_page(self, path: str) -> bool:
        """Whether a note is a compiled page, also where its properties do not say so any more and only the
        ledger knows it."""
        if self.index.is_generated(path):
            return True
        if self.index.copy_of(path) is not None:
            return False
        row = self.page(path)
        return row is not None and row.kind != "index"

    def severity(self, path: str, on_page: Severity, elsewhere: Severity) -> Severity:
        """How bad something is, on a compiled page or on a note of the owner's own."""
        return on_page if self.is_page(path) or self.is_catalogue(path) else elsewhere

    def is_rules(self, path: str) -> bool:
        """Whether a note holds the vault's rules or its purpose."""
        return "/" not in path and fold(path.removesuffix(".md")) in _RULES

    def is_owners(self, path: str) -> bool:
        """Whether a note is the owner's own: no compiled page, none about the vault, none in the folder of
        sources; one that is a source where it lies is."""
        if path not in self.index.notes or self.is_page(path):
            return False
        if path.startswith((f"{self.folders.raw}/", f"{self.folders.text}/")):
            return False
        return not (self.is_catalogue(path) or self.is_rules(path))


def _begins(stem: str, name: str) -> bool:
    """Whether a stem begins with a name as a word of its own."""
    rest = stem[len(name) :]
    return stem.startswith(name) and not (rest[0].isalnum() or rest[0] == "_")
