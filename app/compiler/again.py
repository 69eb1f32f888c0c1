"""Compiling sources once more because what went into it changed: offered, and done when asked for."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from app.compiler.compile import Compiler
from app.compiler.queue import Item
from app.compiler.staleness import Cause, causes, inputs, may_be_offered, words
from app.errors import VaultloomError, VaultProblem
from app.ledger.records import SourceRecord
from app.saying import say, to_json


@dataclass(frozen=True, slots=True)
class Offer:
    """That ``sources`` can be compiled again; why, the commonest reason first; and about how many
    seconds that takes, None where too little is known of the reader."""

    sources: int
    reasons: tuple[str, ...]
    seconds: float | None

    def as_json(self) -> dict[str, object]:
        """As the protocol of the worker has it."""
        reasons = list(self.reasons)
        told = {"sources": self.sources, "reasons": reasons, "seconds": self.seconds}
        return {**told, "said": {"reasons": [to_json(each) for each in reasons]}}


def offer(compiler: Compiler) -> Offer | None:
    """What can be compiled again now; None where that is nothing."""
    found = list(_offered(compiler))
    if not found:
        return None
    now = inputs(compiler.reader, compiler.vault.found)
    counts = Counter(each for record, why in found for each in words(record, why, now))
    read = {r.path: r.size for r, why in found if why != (Cause.RULES,)}
    seconds = compiler.queue.seconds_for(read, compiler.reader.name)
    return Offer(len(found), tuple(each for each, _ in counts.most_common()), seconds)


def again(compiler: Compiler, sources: Sequence[str] | None = None) -> list[Item]:
    """Queue these sources (vault paths) once more, all that are offered without any.

    Raises VaultProblem if the vault can only be read, and VaultloomError, with nothing queued, for a
    path that is no compiled source.
    """
    if compiler.vault.readonly:
        raise VaultProblem(compiler.vault.readonly, remedy=compiler.vault.way_out)
    if sources is None:
        records: Iterable[SourceRecord] = [record for record, _ in _offered(compiler)]
    else:
        records = [_compiled(compiler, path) for path in dict.fromkeys(sources)]
    items = [_queued(compiler, record) for record in records]
    if items:
        compiler.session.queue_changed()
    return items


def _offered(compiler: Compiler) -> Iterator[tuple[SourceRecord, tuple[Cause, ...]]]:
    """The sources that are offered, with the causes; without those that are gone or wait already."""
    now = inputs(compiler.reader, compiler.vault.found)
    for record in compiler.ledger.cache.sources():
        why = causes(record, now)
        if not may_be_offered(record, why, now) or compiler.queue.waits(record.path):
            continue
        if (compiler.root / record.path).is_file():
            yield record, why


def _compiled(compiler: Compiler, path: str) -> SourceRecord:
    record = compiler.ledger.cache.source_by(path=path)
    if record is None:
        raise VaultloomError(
            say("“{path}” is no source that was compiled.", path=path),
            remedy="Name files as they lie in the vault.",
        )
    return record


def _queued(compiler: Compiler, record: SourceRecord) -> Item:
    """The new item of a source, or the one that waits for it already."""
    queue = compiler.queue
    waiting = [i for i in queue.of_source(record.path) if i.status.open]
    if waiting:
        return waiting[0]
    name = PurePosixPath(record.path).name
    return queue.add(name, record.path, size=record.size, sha256=record.sha256, again=True)
