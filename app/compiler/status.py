"""How a vault stands: its queue, its pages, and what is stale for which reasons."""

from dataclasses import dataclass

from app import settings
from app.compiler.builtin import reader
from app.compiler.compile import Compiler
from app.compiler.queue import Item
from app.compiler.readers import fixed_prompt, prompt_hash
from app.vault.writing import digest, read


@dataclass(frozen=True, slots=True)
class Stale:
    """Something that is not what a fresh compile would make, and why, in words."""

    path: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VaultStatus:
    """The state of a vault; ``pages`` counts them by kind."""

    queue: tuple[Item, ...]
    paused: bool
    pages: dict[str, int]
    sources: int
    stale: tuple[Stale, ...]
    undo: str | None
    reader: str = reader.NAME

    @property
    def words(self) -> str:
        """Who reads by the person's settings, for a person."""
        return "Built-in reader" if self.reader == reader.NAME else self.reader

    def as_json(self) -> dict[str, object]:
        """The status as ``--json`` prints it."""
        return {
            "queue": [i.as_json() for i in self.queue],
            "paused": self.paused,
            "pages": self.pages,
            "sources": self.sources,
            "stale": [{"path": s.path, "reasons": list(s.reasons)} for s in self.stale],
            "model": {"name": self.reader, "words": self.words},
            "undo": self.undo,
        }


def status(compiler: Compiler) -> VaultStatus:
    """Look at everything; nothing is written."""
    cache = compiler.ledger.cache
    counts = {kind: count for kind, count in cache.pages.count().items() if kind != "index"}
    return VaultStatus(
        tuple(compiler.queue.items()),
        compiler.queue.paused,
        dict(sorted(counts.items())),
        cache.count_sources(),
        tuple(_stale_sources(compiler) + _stale_pages(compiler)),
        compiler.undo_label(),
        settings.load().model,
    )


def _stale_sources(compiler: Compiler) -> list[Stale]:
    found = []
    prompt = prompt_hash(fixed_prompt(compiler.vault.found))
    for source in compiler.ledger.cache.sources():
        reasons = []
        content = read(compiler.root / source.path)
        if content is None:
            reasons.append("source gone")
        elif len(content) != source.size or digest(content) != source.sha256:
            reasons.append("source changed")
        if source.version != reader.VERSION:
            reasons.append("reader version changed")
        if source.asked.prompt not in {"", prompt}:
            reasons.append("what the model is asked changed")
        if reasons:
            found.append(Stale(source.path, tuple(reasons)))
    return found


def _stale_pages(compiler: Compiler) -> list[Stale]:
    return [
        Stale(page.path, ("new text waits, since you edited the page",))
        for page in compiler.ledger.cache.pages.waiting()
    ]
