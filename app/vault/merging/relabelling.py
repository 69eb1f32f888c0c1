"""Footnote labels by what they stand for: in a source that was edited another sentence may bear a label.

What a label means is what its definition quotes. Labels of the last text, and of theirs, are given
the names that their sentences have in the new one, so that a mark never rests on other words.
"""

import re

from app.vault.merging.page import NOTE_START

_MARK = re.compile(r"\[\^([^\]\[\s]+)\]")
_QUOTE = re.compile(r"“(.*)”")
OLD = "-old"
"""What follows a label whose sentence is gone while another bears its name."""


def relabelled(base: str, theirs: str, new: str) -> tuple[str, str]:
    """``base`` and ``theirs`` with the labels that their sentences have in ``new``."""
    names = _renamed(quotes(base), quotes(new))
    if not names:
        return base, theirs

    def one(match: re.Match[str]) -> str:
        return f"[^{names.get(match[1], match[1])}]"

    return _MARK.sub(one, base), _MARK.sub(one, theirs)


def _renamed(before: dict[str, str], now: dict[str, str]) -> dict[str, str]:
    """Labels of the last text that mean something else now, with what they are called instead."""
    strayed = [label for label in before if label in now and now[label] != before[label]]
    if not strayed:
        return {}
    meaning: dict[str, list[str]] = {}
    for label, quote in reversed(now.items()):
        if before.get(label) != quote:
            meaning.setdefault(quote, []).append(label)
    names = {}
    for label, quote in before.items():
        if now.get(label) == quote:
            continue
        if meaning.get(quote):
            names[label] = meaning[quote].pop()
        elif label in now and not _is_edition(before[label], now[label]):
            names[label] = label + OLD
    return names


def _is_edition(before: str, now: str) -> bool:
    """Whether a sentence is the other one, edited."""
    from rapidfuzz import fuzz  # only where texts are compared: commands start sooner

    return fuzz.ratio(before, now) >= 70


def quotes(text: str) -> dict[str, str]:
    """What the definitions of a page quote, by label; all of one that quotes nothing."""
    found: dict[str, str] = {}
    for line in text.split("\n"):
        if match := NOTE_START.match(line):
            quote = _QUOTE.search(line)
            found.setdefault(match[1], quote[1] if quote else line[match.end() :].strip())
    return found
