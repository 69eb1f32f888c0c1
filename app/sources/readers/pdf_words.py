"""Putting the lines of a paragraph together: blanks, words broken at line ends, note marks."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeGuard

from app.sources.document import MarkKind
from app.sources.manuscript import Passage
from app.sources.readers.pdf_layout import Line
from app.sources.readers.pdf_page import Span
from app.sources.tidying import joint

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_LAST = re.compile(r"([^\W\d_]+(?:[-'’][^\W\d_]+)*)-$")
_FIRST = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_LAST_TOKEN = re.compile(r"\S+$")
_ADDRESS = re.compile(r"(?:https?://|ftp://|www\.|\S+@)\S*$", re.IGNORECASE)
_ADDRESS_BREAKS = ("/", ".", "-", "_", "=", "&", "?", "#", "@", ":", "%", "~")
_BREAKS_AFTER = ("/", "–", "—", "_")
_NO_BLANK_BEFORE = (".", ",", ";", ":", ")", "!", "?")
_NOTE_MARK = re.compile(r"(?:\d{1,3}|[*∗†‡§¶]{1,3}|[a-z])(?:\s*,\s*\d{1,3})*")
_AND = ("und", "oder", "bzw", "and", "or", "et", "ou", "y", "o")
_KEPT = frozenset(
    "self well high low long short half full one two three four five six single double "
    "first second third cross user end open real world state time ill".split()
)
_KEPT_AFTER = frozenset(
    "based like free related oriented specific driven friendly dependent independent known up "
    "defined aware level time term scale quality of".split()
)


class Words:
    """What words a document has, by which broken ones are put together."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._whole: Counter[str] = Counter()
        for line in lines:
            self._whole.update(_WORD.findall(_LAST.sub("", line.text.rstrip()).lower()))

    def joined(self, before: str, after: str) -> tuple[str, str]:
        """The end of a line as it reads when ``after`` follows, and what stands between them."""
        before, after = before.rstrip(), after.lstrip()
        if not before or not after:
            return before, ""
        last = _LAST_TOKEN.search(before)
        token = last.group() if last else before
        if in_address(before, after):
            return before, ""
        if token.endswith("-") and len(token) > 1:
            return self._at_hyphen(before, token, after)
        if token.endswith(_BREAKS_AFTER) and len(token) > 1 and after[0].isalnum():
            return before, ""
        return before, joint(before[-1], "\n", after[0])

    def _at_hyphen(self, before: str, token: str, after: str) -> tuple[str, str]:
        if token.endswith("/-"):
            return before[:-1], ""
        found, follows = _LAST.search(token), _FIRST.match(after)
        if found is None or follows is None:
            return before, ""
        first, second = found.group(1), follows.group()
        if not second[0].islower():
            return (before[:-1] if self._is_known(first, second) else before), ""
        if second in _AND:
            return before, " "
        if self._is_compound(first.lower(), second.lower()):
            return before, ""
        return before[:-1], ""

    def _is_known(self, first: str, second: str) -> bool:
        """Whether the document has the word elsewhere, whole rather than with a hyphen ("OPTIONAL")."""
        word = f"{first}{second}".lower()
        return self._whole[word] > self._whole[f"{first}-{second}".lower()]

    def _is_compound(self, first: str, second: str) -> bool:
        """Whether the hyphen between two parts is one of the word's own."""
        whole, parted = self._whole[first + second], self._whole[f"{first}-{second}"]
        if whole or parted:
            return parted > whole
        head, tail = first.rsplit("-", 1)[-1], second.split("-", 1)[0]
        return head in _KEPT or tail in _KEPT_AFTER or "-" in first


def is_broken(text: str) -> bool:
    """Whether a line ends in the middle of a word."""
    bare = text.rstrip()
    return bare.endswith("-") and bare[-2:-1].isalnum()


def in_address(before: str, after: str) -> bool:
    """Whether a line ends in the middle of an address, web or mail, and the next goes on with it."""
    last = _LAST_TOKEN.search(before.rstrip())
    if last is None or not after.strip():
        return False
    token, after = last.group(), after.lstrip()
    if token.lower().endswith(("http:", "https:")):
        return after.startswith("//")
    is_cut = _ADDRESS.search(token) is not None and token.endswith(_ADDRESS_BREAKS)
    return is_cut and not after[0].isupper()


def spans_of(lines: Sequence[Line], words: Words, marks: frozenset[str]) -> list[Span]:
    """The words of a paragraph's lines; note marks of the page are left out."""
    spans: list[Span] = []
    for line in lines:
        kept = without_marks(line.spans, marks)
        if spans and kept:
            before, between = words.joined(spans[-1].text, "".join(span.text for span in kept))
            spans[-1].text = before + between
            kept[0].text = kept[0].text.lstrip()
        spans += kept
    return spans


def without_marks(spans: Sequence[Span], marks: frozenset[str]) -> list[Span]:
    """Copies of the spans but for marks of notes that are on the page."""
    found: list[Span] = []
    dropped = False
    for span in spans:
        if span.raised and is_note_mark(span.text) and marks_in(span.text) <= marks:
            if found and span.text.endswith(" ") and not found[-1].text.endswith(" "):
                found[-1].text += " "
            dropped = True
            continue
        if dropped and found and span.text.startswith(_NO_BLANK_BEFORE):
            found[-1].text = found[-1].text.rstrip()
        dropped = False
        found.append(Span(span.text, span.style, span.raised))
    return found


def is_note_mark(text: str) -> bool:
    """Whether something above the line can be the mark of a note."""
    return _NOTE_MARK.fullmatch(text.strip()) is not None


def marks_in(text: str) -> frozenset[str]:
    """The marks in "1" or "1, 2"."""
    return frozenset(mark for mark in re.split(r"[\s,]+", text.strip()) if mark)


def passage(spans: Sequence[Span], *, plain: bool = False) -> Passage:
    """The words with what sets some of them apart; ``plain`` for headings, which do so as a whole."""
    found = Passage()
    merged = _merged(spans)
    for number, span in enumerate(merged):
        text = span.text
        glued = _is_glued(merged, number)
        if span.style.mono and not plain and text.strip() and not glued:
            found.add(" " * (len(text) - len(text.lstrip())))
            found.code(text.strip())
            found.add(" " * (len(text) - len(text.rstrip())))
            continue
        kind = MarkKind.STRONG if span.style.bold else MarkKind.EMPHASIS
        if plain or not (span.style.bold or span.style.italic):
            found.add(text)
        else:
            with found.marked(kind):
                found.add(text)
    return found


def _is_glued(spans: Sequence[Span], number: int) -> bool:
    """Whether a span is one mark that belongs to the word beside it, as a typewriter's quotation
    mark does, and so no code."""
    text = spans[number].text
    if len(text.strip()) != 1 or text.strip().isalnum():
        return False
    before = spans[number - 1] if number and not text[0].isspace() else None
    after = spans[number + 1] if number + 1 < len(spans) and not text[-1].isspace() else None
    beside = [s.text[place] for s, place in ((before, -1), (after, 0)) if _is_prose(s)]
    return any(c.isalnum() or c == "-" for c in beside)


def _is_prose(span: Span | None) -> TypeGuard[Span]:
    return span is not None and bool(span.text) and not span.style.mono


def _merged(spans: Sequence[Span]) -> list[Span]:
    """Neighbours in one face as one."""
    merged: list[Span] = []
    for span in spans:
        last = merged[-1] if merged else None
        if last and _face(last) == _face(span):
            last.text += span.text
        else:
            merged.append(Span(span.text, span.style))
    return merged


def _face(span: Span) -> tuple[bool, bool, bool]:
    return span.style.bold, span.style.italic, span.style.mono
