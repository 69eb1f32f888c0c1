"""What reading with models cost, source by source and in all, in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.compiler.queue import Item
from app.compiler.readers import BUILTIN
from app.compiler.staleness import BUILTIN_WORDS
from app.ledger.records import SourceRecord


@dataclass(frozen=True, slots=True)
class Cost:
    """What one reader read, and what its replies cost; nothing for the built-in reader."""

    reader: str
    sources: int
    calls: int
    prompt_tokens: int
    output_tokens: int
    seconds: float

    def as_json(self) -> dict[str, object]:
        """The cost as ``status --json`` prints it."""
        return {
            "reader": self.reader,
            "sources": self.sources,
            "calls": self.calls,
            "prompt_tokens": self.prompt_tokens,
            "output_tokens": self.output_tokens,
            "seconds": round(self.seconds, 3),
        }


def costs(sources: Iterable[SourceRecord]) -> tuple[Cost, ...]:
    """What each reader read and cost, who read most first."""
    by_reader: dict[str, list[SourceRecord]] = {}
    for source in sources:
        by_reader.setdefault(source.reader, []).append(source)
    found = [_cost(reader, read) for reader, read in by_reader.items()]
    return tuple(sorted(found, key=lambda cost: (-cost.sources, cost.reader)))


def _cost(reader: str, read: list[SourceRecord]) -> Cost:
    asked = [source.asked for source in read]
    return Cost(
        reader,
        len(read),
        sum(a.calls for a in asked),
        sum(a.prompt_tokens for a in asked),
        sum(a.output_tokens for a in asked),
        sum(a.seconds for a in asked),
    )


def spent_words(calls: int, tokens: int, seconds: float) -> str:
    """ "3 calls, 2,140 tokens, 41 s"."""
    return f"{_counted(calls, 'call')}, {_counted(tokens, 'token')}, {time_words(seconds)}"


def time_words(seconds: float) -> str:
    """ "0.4 s", "41 s", "12 min", "3 h 5 min"."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 100:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def item_words(item: Item) -> str:
    """Who read a source and what that cost: "read by m, 3 calls, 2,140 tokens, 41 s"; nothing where
    the built-in reader did."""
    if not item.pieces and not item.failed_pieces and not item.calls:
        return ""
    whole = item.pieces + item.failed_pieces
    words = [f"read by {item.reader}"]
    if item.failed_pieces:
        words.append(f"{item.failed_pieces} of {whole} passages by {BUILTIN_WORDS}")
    if item.calls:
        tokens = item.prompt_tokens + item.output_tokens
        words.append(spent_words(item.calls, tokens, item.asked_seconds))
    return ", ".join(words)


def reader_words(name: str) -> str:
    """A reader in a sentence."""
    return BUILTIN_WORDS if name == BUILTIN else name


def _counted(number: int, one: str) -> str:
    return f"{number:,} {one}{'s' * (number != 1)}"
