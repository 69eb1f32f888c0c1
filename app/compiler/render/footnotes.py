"""Footnotes: the source's own words, and a link to where they stand.

A label is the source's short id and the sentence's, ``[^k3f-87]``: a pure function of the ledger,
so that it never renumbers.
"""

import re
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from app.compiler.wording import tidy
from app.ledger.cache import Cache
from app.ledger.records import Quotable, SourceRecord
from app.sources.document import BlockKind
from app.vault.links import wikilink
from app.vault.markdown import escape

EDITIONS_AT_MOST = 3


@dataclass
class Footnotes:
    """The notes of one page, in the order in which its marks come. ``not_holding`` are the sentences that
    do not hold by what the person said, with the word that goes before a statement which rests on one."""

    cache: Cache
    short: bool = True
    notes: dict[str, str] = field(default_factory=dict)
    shown: list[tuple[str, str]] = field(default_factory=list)
    not_holding: dict[tuple[str, str], str] = field(default_factory=dict)
    _sources: dict[str, SourceRecord] = field(default_factory=dict)

    def mark(
        self, source: str, evidence: tuple[str, ...], editions: tuple[tuple[str, str], ...] = ()
    ) -> str:
        """The mark for sentences of a source; its note is added once. ``editions`` are the same
        sentence in near-copies of the text: links only."""
        label = note_label(source, evidence)
        self.shown += [(source, e) for e in evidence]
        if label not in self.notes:
            self.notes[label] = self._note(source, evidence, editions)
        return f"[^{label}]"

    def section(self) -> str:
        """The definitions, each a paragraph of its own line."""
        return "\n".join(f"[^{label}]: {note}" for label, note in self.notes.items())

    def _note(
        self, source: str, evidence: tuple[str, ...], editions: tuple[tuple[str, str], ...]
    ) -> str:
        places = [self.cache.quotable(source, label) for label in evidence]
        quote = " … ".join(quoted(p) for p in places)
        links = [self._link(source, places[0], with_short=self.short)]
        links += [
            self._link(s, self.cache.quotable(s, label), with_short=True, beside=source)
            for s, label in editions[:EDITIONS_AT_MOST]
        ]
        return f"“{quote}” " + " · ".join(links)

    def _link(self, source: str, place: Quotable, *, with_short: bool, beside: str = "") -> str:
        record = self._source(source)
        language = record.language.split("-")[0]
        if beside and language != self._source(beside).language.split("-")[0]:
            marker = place.where.rpartition(", ")[2]
            number = marker if marker[:1].isdigit() else ""
            words = ", ".join(w for w in (language, number) if w)
            return led_to(self.cache, record, place.anchor, display_words(words))
        where = "" if place.where in {record.title, record.short} else place.where
        if with_short and where.endswith(record.short):
            where = ""  # a chapter's own heading says its name again
        words = (
            ", ".join(w for w in (record.short if with_short else "", where) if w) or record.short
        )
        return led_to(self.cache, record, place.anchor, display_words(words))

    def _source(self, source: str) -> SourceRecord:
        if source not in self._sources:
            self._sources[source] = self.cache.source(source)
        return self._sources[source]


def quoted(place: Quotable) -> str:
    """A source's words for a note; a line of code as code."""
    text = tidy(place.text)
    if place.kind is BlockKind.CODE and "`" not in text:
        return f"`{text}`"
    return escape(text)


def note_label(source: str, evidence: tuple[str, ...]) -> str:
    """The label of the note for these sentences: "k3f-87", "k3f-87-88" for several."""
    ends = dict.fromkeys((evidence[0], evidence[-1]))
    return "-".join((source, *ends))


def led_to(
    cache: Cache, record: SourceRecord, anchor: str = "", words: str = "", *, in_table: bool = False
) -> str:
    """The link to a place in a source; its words alone while the file is not there."""
    away, long = cache.place_of(record.id)
    if away:
        return escape(words or record.short, in_table=in_table)
    path = record.target.removesuffix(".md")
    return wikilink(path if long else target_name(record), anchor, words, in_table=in_table)


def target_name(record: SourceRecord) -> str:
    """The name by which the file of a source is linked: with its extension, unless it is a note."""
    path = PurePosixPath(record.target)
    return path.stem if path.suffix.lower() == ".md" else path.name


def display_words(words: str) -> str:
    """Words for the display part of a link: nothing that ends it or opens code in it."""
    return tidy(re.sub(r"[\[\]|`*]|\^(?=\w)", " ", words).replace("==", "="))
