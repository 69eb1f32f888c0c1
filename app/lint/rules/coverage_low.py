"""A source of which pages use little.

What it does
    Finds sources of twenty sentences and more of which pages rest on less than a tenth, or where the
    parts that no page rests on hold half of the sentences; the parts are named. Of texts that are one
    (translations, near-copies) only the one that is used most counts. The summary page has the whole map.

Why it matters
    What no page rests on is not found by reading pages: it may be what the source was kept for.

Example
    == raw/tides.md
    # Notes on tides

    ## Wick

    A wick is a cord that draws oil into the flame of a lamp.

    ## Remarks

    It came late. It went early. It stood for an hour. It was seen from afar. It was heard at night. It
    turned twice. It fell short. It rose again. It held for long. It broke at last. It was mended. It was
    lost. It was found. It was sold. It was kept. It was given. It was taken. It was left. It was told. It
    was written.
    $ vaultloom compile

Use instead
    == raw/tides.md
    # Notes on tides

    ## Wick

    A wick is a cord that draws oil into the flame of a lamp.
    $ vaultloom compile

Fix safety
    There is none: what a page would rest on is for the reader of the source to say.
"""

from collections.abc import Iterator, Sequence

from app.ledger.records import SourceRecord
from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.lint.known import PartUse
from app.saying import said, say

CODE = "VL055"
NAME = "coverage-low"
SEVERITY = Severity.INFO
WHY = said("What no page rests on is not found by reading pages.")
SCOPE = Scope.SOURCE

SENTENCES = 20
"""A shorter source is read in a minute."""

LITTLE = 0.1
UNUSED = 0.5
_PARTS = 3  # that are named


def check(checked: Checked, source: str) -> Iterator[Finding]:
    """A finding for a source of which little is used, on its summary page."""
    cache = checked.cache
    page = cache.pages.shown_summary_of(source) if cache else None
    if cache is None or page is None or not _is_little(checked, source):
        return
    parts = checked.known.coverage(source)
    note = checked.index.notes.get(page.path)
    line = next((h.line for h in note.headings if h.text == "Coverage"), 1) if note else 1
    message = _message(cache.source(source), parts)
    yield Finding(CODE, NAME, SEVERITY, page.path, line, message, what=cache.source(source).path)


def _is_little(checked: Checked, source: str) -> bool:
    cache = checked.cache
    if cache is None or cache.count_sentences(source) < SENTENCES:
        return False
    parts = checked.known.coverage(source)
    total = sum(part.sentences for part in parts)
    unused = sum(part.sentences for part in parts if not part.used)
    share = _share(parts)
    if not total or (share >= LITTLE and unused < total * UNUSED):
        return False
    others = cache.voices.editions(source)
    return all(
        (share, source) >= (_share(checked.known.coverage(o)), o) for o in others if o != source
    )


def _share(parts: Sequence[PartUse]) -> float:
    total = sum(part.sentences for part in parts)
    return sum(part.used for part in parts) / total if total else 0.0


def _message(record: SourceRecord, parts: Sequence[PartUse]) -> str:
    total, used = sum(part.sentences for part in parts), sum(part.used for part in parts)
    unused = sorted((p for p in parts if not p.used and p.name), key=lambda p: -p.sentences)
    words = {"title": record.short, "used": used, "total": total}
    if not unused:
        return say("Pages rest on {used} of the {total} sentences of “{title}”.", **words)
    named = tuple(say("“{value}”", value=part.name) for part in unused[:_PARTS])
    return say(
        "Pages rest on {used} of the {total} sentences of “{title}”, on none of {parts}.",
        **words,
        parts=named,
    )
