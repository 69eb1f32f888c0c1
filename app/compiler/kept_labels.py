"""Sentences keep their labels when their source is edited or read anew.

A sentence is its text and its occurrence: the first "Yes." of the new text is the first of the old one.
What it was called when first seen it is called for good, and a label is never given to another sentence,
so that footnotes, verdicts and deletions outlive the edit.
"""

import re
from collections import Counter
from dataclasses import replace

from app.ledger.records import Claim, Quotable, SourceRecord
from app.ledger.voices import sentence_hash

_LABEL = re.compile(r"([a-z]*)(\d+)")


def with_kept_labels(record: SourceRecord, before: SourceRecord) -> SourceRecord:
    """The record with the labels that ``before``, an earlier one of the same source, gave."""
    known = {occurrence: q.label for occurrence, q in _occurrences(before.sentences).items()}
    last = _last_given(before)
    new: dict[str, str] = {}
    for occurrence, q in _occurrences(record.sentences).items():
        letter = _taken_apart(q.label)[0]
        kept = known.get(occurrence)
        if kept is None or _taken_apart(kept)[0] != letter:
            last[letter] += 1
            kept = f"{letter}{last[letter]}"
        new[q.label] = kept
    given = tuple(sorted(last.items()))
    renamed = record if all(a == b for a, b in new.items()) else _relabelled(record, new)
    return replace(renamed, given=given if given != _given_in(renamed) else ())


def _occurrences(sentences: tuple[Quotable, ...]) -> dict[tuple[str, str, int], Quotable]:
    """Each sentence by its kind of label, its text and how often that text came before."""
    counts: Counter[tuple[str, str]] = Counter()
    found = {}
    for q in sorted(sentences, key=lambda q: q.start):
        text = (_taken_apart(q.label)[0], sentence_hash(q.text))
        found[(*text, counts[text])] = q
        counts[text] += 1
    return found


def _last_given(record: SourceRecord) -> "Counter[str]":
    """The highest number that each kind of label was ever given in a source."""
    return Counter(dict(record.given or _given_in(record)))


def _given_in(record: SourceRecord) -> tuple[tuple[str, int], ...]:
    highest: dict[str, int] = {}
    for q in record.sentences:
        letter, number = _taken_apart(q.label)
        highest[letter] = max(number, highest.get(letter, 0))
    return tuple(sorted(highest.items()))


def _taken_apart(label: str) -> tuple[str, int]:
    match = _LABEL.fullmatch(label)
    return (match[1], int(match[2])) if match else (label, 0)


def _relabelled(record: SourceRecord, new: dict[str, str]) -> SourceRecord:
    def to(label: str) -> str:
        return new.get(label, label)

    def claim(old: Claim) -> Claim:
        items = tuple((text, to(label)) for text, label in old.items)
        return replace(old, evidence=tuple(map(to, old.evidence)), items=items)

    return replace(
        record,
        sentences=tuple(
            replace(q, label=to(q.label), lead_in=to(q.lead_in)) for q in record.sentences
        ),
        subjects=tuple(
            replace(
                s,
                names=tuple(replace(n, label=to(n.label)) for n in s.names),
                named_in=tuple(map(to, s.named_in)),
            )
            for s in record.subjects
        ),
        claims=tuple(map(claim, record.claims)),
        points=tuple(replace(p, label=to(p.label), claim=claim(p.claim)) for p in record.points),
        facts=tuple(replace(f, label=to(f.label)) for f in record.facts),
    )
