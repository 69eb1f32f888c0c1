"""What was read of a source and what a reader took from it, as the ledger keeps it."""

from dataclasses import dataclass

from app.compiler.builtin import reader
from app.compiler.builtin.reader import Extraction
from app.ledger.records import SourceRecord
from app.sources.document import Reading


@dataclass(frozen=True, slots=True)
class Known:
    """What is decided of a source whoever reads it: its id, path, bytes, the day when it first came,
    the file that links lead to, and the digest of the rules."""

    id: str
    path: str
    sha256: str
    size: int
    added: str
    target: str
    rules: str = ""


def record_of(known: Known, reading: Reading, found: Extraction) -> SourceRecord:
    """The record of a source."""
    document = reading.document
    return SourceRecord(
        id=known.id,
        path=known.path,
        sha256=known.sha256,
        size=known.size,
        format=document.format,
        title=document.title,
        short=found.short,
        language=document.language,
        added=known.added,
        target=known.target,
        reader=found.asked.model or reader.NAME,
        version=reader.VERSION,
        encoding=document.encoding,
        authors=document.metadata.authors,
        date=document.metadata.date,
        url=document.metadata.url,
        fields=document.metadata.fields,
        recovered=document.recovered,
        rule_text=found.rule_text,
        own=found.own,
        sentences=reader.quotables(reading),
        subjects=found.subjects,
        claims=found.claims,
        points=found.points,
        facts=found.facts,
        asked=found.asked,
        rules=known.rules,
    )
