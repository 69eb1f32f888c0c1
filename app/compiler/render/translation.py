"""The summary of a translation: where it differs from the text, and the names that it gives.

A third telling of the same points is not worth a page; a list of differences and a table of names
is (the example pages' guide, "Other languages").
"""

import re
from collections import Counter

from app.compiler.lexicon import NUMBERS, RULE_WORDS
from app.compiler.render.footnotes import Footnotes
from app.compiler.render.linking import Linker
from app.compiler.resolve import subject_of
from app.compiler.wording import drop_pointers, ended, tidy
from app.ledger.cache import Cache
from app.ledger.records import Quotable, SourceRecord
from app.vault.links import wikilink
from app.vault.markdown import escape

DIFFERENCES_AT_MOST = 12


def original_of(cache: Cache, record: SourceRecord, language: str) -> SourceRecord | None:
    """The edition that a translation is told apart from: the closest one in the vault's language or
    in English, else one that comes before it; None for such an edition itself."""
    wanted = language if language not in {"", "source"} else "en"
    if record.language.split("-")[0] == wanted:
        return None
    others = [cache.source(s) for s in cache.voices.translations(record.id)]
    likeliest = [s for s in others if s.language.split("-")[0] == wanted] or [
        s for s in others if s.id < record.id
    ]
    return max(
        likeliest, key=lambda s: (len(cache.voices.aligned(record.id, s.id)), s.id), default=None
    )


def differences(
    cache: Cache, record: SourceRecord, original: SourceRecord, notes: Footnotes
) -> str:
    """The sentences whose numbers or key words are others than the original's, both side by side."""
    pairs = []
    for label, other in cache.voices.aligned(record.id, original.id).items():
        mine, theirs = cache.quotable(record.id, label), cache.quotable(original.id, other)
        if label.isdigit() and differ(mine.text, theirs.text):
            pairs.append((mine, theirs))
    if not pairs:
        return ""
    pairs.sort(key=lambda pair: pair[0].start)
    shown = [_line(record, m, original, t, notes) for m, t in pairs[:DIFFERENCES_AT_MOST]]
    return f"## Where it differs from {escape(original.short)}\n" + "\n".join(shown)


def differ(a: str, b: str) -> bool:
    """Whether two translations of a sentence differ in numbers of two digits or more, or in key words.

    A translation that has key words of its own language instead ("DOIT") is no difference.
    """
    mine, theirs = Counter(RULE_WORDS.findall(a)), Counter(RULE_WORDS.findall(b))
    return _figures(a) != _figures(b) or bool(mine and theirs and mine != theirs)


def _figures(text: str) -> Counter[str]:
    return Counter(n for n in NUMBERS.findall(re.sub(r"`[^`]*`", "", text)) if len(n) > 1)


def _line(
    record: SourceRecord, mine: Quotable, original: SourceRecord, theirs: Quotable, notes: Footnotes
) -> str:
    here = escape(ended(drop_pointers(tidy(mine.text)))) + notes.mark(record.id, (mine.label,))
    there = escape(ended(drop_pointers(tidy(theirs.text)))) + notes.mark(
        original.id, (theirs.label,)
    )
    return f"- {here}\n  - **{escape(original.short)}**: {there}"


def names(
    cache: Cache, record: SourceRecord, original: SourceRecord, linker: Linker, notes: Footnotes
) -> str:
    """The names of one thing in both languages, each with the sentence that gives it."""
    rows = []
    mine = {f.slot: f for f in cache.subjects.found_in(record.id)}
    theirs = {f.slot: f for f in cache.subjects.found_in(original.id)}
    for slot, other in cache.voices.same_names(record.id, original.id):
        if slot in mine and other in theirs:
            page = subject_of(cache, other).page
            page = None if page is None or page.gone else page
            title = theirs[other].names[0].text
            shown = (
                wikilink(page.link, display=title, in_table=True)
                if page
                else escape(title, in_table=True)
            )
            if page:
                linker.note(page)
            shown += notes.mark(original.id, (theirs[other].named_in[0],))
            mark = notes.mark(record.id, (mine[slot].named_in[0],))
            rows.append(f"| {shown} | {escape(mine[slot].names[0].text, in_table=True)}{mark} |")
    if not rows:
        return ""
    head = f"| {escape(original.short, in_table=True)} | {escape(record.short, in_table=True)} |\n|---|---|\n"
    return "## Names\n" + head + "\n".join(sorted(rows))
