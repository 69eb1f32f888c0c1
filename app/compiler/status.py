"""How a vault stands: its queue, its pages, and what is stale for which reasons."""

from dataclasses import dataclass

from app.compiler.again import Offer, offer
from app.compiler.compile import Compiler
from app.compiler.costs import Cost, costs
from app.compiler.queue import Item
from app.compiler.readers import BUILTIN
from app.compiler.staleness import causes, inputs, words
from app.ledger.pages import PageRow
from app.vault.writing import digest, read


@dataclass(frozen=True, slots=True)
class Stale:
    """Something that is not what a fresh compile would make, and why, in words."""

    path: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VaultStatus:
    """The state of a vault; ``pages`` counts them by kind. ``reader`` reads from now on, ``costs`` are
    what was spent so far, ``left`` about how many seconds the queue may take; ``offer`` is what can be
    compiled again."""

    queue: tuple[Item, ...]
    paused: bool
    pages: dict[str, int]
    sources: int
    stale: tuple[Stale, ...]
    undo: str | None
    redo: str | None = None
    reader: str = BUILTIN
    costs: tuple[Cost, ...] = ()
    left: float | None = None
    offer: Offer | None = None

    @property
    def words(self) -> str:
        """Who reads from now on, for a person."""
        return "Built-in reader" if self.reader == BUILTIN else self.reader

    def as_json(self) -> dict[str, object]:
        """The status as ``--json`` prints it."""
        return {
            "queue": [i.as_json() for i in self.queue],
            "paused": self.paused,
            "pages": self.pages,
            "sources": self.sources,
            "stale": [{"path": s.path, "reasons": list(s.reasons)} for s in self.stale],
            "model": {"name": self.reader, "words": self.words},
            "costs": [cost.as_json() for cost in self.costs],
            "seconds_left": self.left,
            "offer": self.offer.as_json() if self.offer else None,
            "undo": self.undo,
            "redo": self.redo,
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
        compiler.redo_label(),
        compiler.reader.name,
        costs(cache.sources()),
        compiler.queue.seconds_waiting(compiler.reader.name),
        offer(compiler),
    )


def _stale_sources(compiler: Compiler) -> list[Stale]:
    found = []
    now = inputs(compiler.reader, compiler.vault.found)
    for source in compiler.ledger.cache.sources():
        reasons = []
        content = read(compiler.root / source.path)
        if content is None:
            reasons.append("source gone")
        elif len(content) != source.size or digest(content) != source.sha256:
            reasons.append("source changed")
        reasons += words(source, causes(source, now), now)
        if reasons:
            found.append(Stale(source.path, tuple(reasons)))
    return found


def _stale_pages(compiler: Compiler) -> list[Stale]:
    return [Stale(page.path, (_waits(page),)) for page in compiler.ledger.cache.pages.waiting()] + [
        Stale(page.path, ("left alone while it is edited, in a cloud, or has a conflict copy",))
        for page in compiler.ledger.cache.pages.behind()
    ]


def _waits(page: PageRow) -> str:
    did = "deleted" if page.gone else "edited"
    return f"new text waits, since you {did} the page"
