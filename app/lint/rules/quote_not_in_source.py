"""A footnote whose words do not stand in its source.

What it does
    Looks at the footnotes of compiled pages as they stand on disk. Their words must be those of the
    sentences that the label names, as the source was read; of a source whose file has changed since, they
    must stand in what its file says now. A footnote that another program wrote, and that quotes a source
    of this vault, is held to the same. Words that were left out of a quote are no fault.

Why it matters
    A footnote is what a statement rests on. One that quotes what its source does not say proves
    nothing, however it came about: by an edit, a changed file, or another program.

Example
    == raw/lamp.md
    A wick draws oil up from the tank.
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick

    A wick draws oil.[^1]

    [^1]: “A wick draws kerosene.” [[lamp]]

Use instead
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick

    A wick draws oil.[^1]

    [^1]: “A wick draws oil up from the tank.” [[lamp]]

Fix safety
    The source's words can be put back as they were, which needs a look: somebody may have changed them
    on purpose. Where the file has changed, compiling it again is the way; nothing is put back then.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.ledger.records import SourceRecord
from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Edit, Finding, Fix, Risk, Severity, Way
from app.lint.page_parts import Definition, definitions, last_generated, plain
from app.lint.raw_files import Raw, raw, text_at
from app.saying import said, say
from app.vault import links

CODE = "VL050"
NAME = "quote-not-in-source"
SEVERITY = Severity.WARNING
WHY = said("A footnote that quotes what its source does not say proves nothing.")
SCOPE = Scope.NOTE

_LEFT_OUT = re.compile(r"\s*(?:\[…\]|…)\s*")
_SHOWN = 80  # characters of a quote in a message


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each footnote of a compiled page with words that its source does not have."""
    if not (checked.index.is_generated(path) or checked.is_catalogue(path)):
        return
    base: dict[str, Definition] | None = None
    for note in definitions(checked.text(path) or ""):
        source = _quoted(checked, path, note)
        if source is None or source.has(note):
            continue
        if base is None:
            base = {each.label: each for each in definitions(last_generated(checked, path))}
        yield _finding(path, note, source, base.get(note.label))


@dataclass(frozen=True, slots=True)
class _Source:
    """The source that a footnote quotes: what the ledger has of it, if anything, and its file."""

    checked: Checked
    record: SourceRecord | None
    path: str

    @property
    def file(self) -> Path:
        return self.checked.root / self.path

    @property
    def is_changed(self) -> bool:
        """Whether its file is not the one that was compiled."""
        return self.record is not None and raw(self.checked.root, self.record) is Raw.CHANGED

    def has(self, note: Definition) -> bool:
        """Whether it has the words of a footnote, where the label says if it says so."""
        if not note.quote:
            return False
        return any(_stand(note.quote, [plain(t) for t in texts]) for texts in self.texts(note))

    def texts(self, note: Definition) -> Iterator[list[str]]:
        """What may hold the words, likeliest first: the sentences that a label names, else all of the text."""
        cache = self.checked.cache
        if self.record is None or cache is None or self.is_changed:
            yield [text_at(self.file)]
        elif note.places is None:
            yield [" ".join(each.text for each in cache.quotables(self.record.id))]
        else:
            source, first, last = note.places
            ends = [cache.words(source, label) for label in dict.fromkeys((first, last))]
            yield [words for words in ends if words]
            if first != last and None not in ends:
                yield cache.words_between(source, first, last)


def _stand(quote: str, texts: Sequence[str]) -> bool:
    """Whether a quote stands in a text, or each of its pieces where something was left out."""
    if any(quote in text for text in texts):
        return True
    pieces = [piece for piece in _LEFT_OUT.split(quote) if piece]
    return bool(pieces) and all(any(piece in text for text in texts) for piece in pieces)


def _quoted(checked: Checked, path: str, note: Definition) -> _Source | None:
    """The source that a footnote quotes: the one that its label names, else one that it links to. None
    where it is its writer's own, or quotes something else."""
    cache = checked.cache
    if cache is not None and note.places and cache.source_by_id(note.places[0]):
        record = cache.source(note.places[0])
        return _Source(checked, record, record.path)
    for link in links.find(note.text) if note.quote is not None else ():
        file = checked.index.files.resolve(link.path, path).path
        if file and file.startswith(f"{checked.folders.raw}/"):
            return _Source(checked, cache.source_by(path=file) if cache else None, file)
    return None


def _finding(path: str, note: Definition, source: _Source, base: Definition | None) -> Finding:
    ways: tuple[Way, ...] = ()
    if source.is_changed:
        ways = (Way("recompile", "Compile the source again", (source.path,)),)
    fix = None
    if base is not None and base.text != note.text and source.has(base):
        before = f"[^{note.label}]: {base.text}"
        edit = Edit(note.start, note.end, before, note.written)
        fix = Fix("Put the words of the source back", Risk.REVIEW, (edit,))
    message = _message(note, source)
    return Finding(CODE, NAME, SEVERITY, path, note.line, message, fix, ways=ways, what=note.label)


def _message(note: Definition, source: _Source) -> str:
    if not note.quote:
        return say("A footnote to “{source}” quotes nothing of it.", source=source.path)
    quote = note.quote if len(note.quote) <= _SHOWN else f"{note.quote[:_SHOWN].rstrip()} …"
    words = {"source": source.path, "quote": quote}
    if source.is_changed or not any(source.texts(note)):
        return say("“{source}” says no more: “{quote}”", **words)
    return say("“{source}” does not say at that place: “{quote}”", **words)
