"""What is to be written, and what becomes of which page by it."""

from dataclasses import dataclass, field

from app.ledger.pages import PageRow
from app.vault.writing import Write


@dataclass
class Plan:
    """What is to be written. ``files`` are the ledger's own among them, by the cache's names;
    ``records`` would make the records of pages what they were, by the pages' paths."""

    writes: list[Write] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    created: list[PageRow] = field(default_factory=list)
    updated: list[PageRow] = field(default_factory=list)
    waiting: list[PageRow] = field(default_factory=list)
    left: list[PageRow] = field(default_factory=list)
    removed: list[PageRow] = field(default_factory=list)
    records: dict[str, Write] = field(default_factory=dict)

    @property
    def touched(self) -> bool:
        """Whether any page is made, changed, taken away, waits, or was left for now."""
        return bool(self.created or self.updated or self.removed or self.waiting or self.left)
