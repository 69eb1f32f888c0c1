"""What stands inside a paragraph and is no place for a link: code, math, HTML.

Marks are read from left to right, as CommonMark does: an escaped one is none, code binds before
everything else, and a dollar sign inside ``[[ ]]`` opens no formula (Obsidian 0.13.28).
"""

import re
from bisect import bisect_left
from collections import defaultdict
from itertools import pairwise

_NOT_BREAK = re.compile(r"[^\r\n]")
_ATTRIBUTE = (
    r"""\s+[A-Za-z_:][\w:.-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^'\n]{0,2000}'|"[^"\n]{0,2000}"))?"""
)
_MARK = re.compile(
    rf"""\\[!-/:-@\[-`{{-~]
    |(?P<ticks>`+)
    |\[\[(?:(?!\[\[|\]\])[^`\n])+\]\]
    |\]\(<[^<>\n]*>
    |(?P<comment><!--)
    |(?P<tag></?[A-Za-z][A-Za-z0-9-]*(?:{_ATTRIBUTE}){{0,50}}\s*/?>|<[A-Za-z][\w+.-]+:[^\s<>]*>)
    |(?P<display>\$\$(?:\\.|[^$\\]){{1,20000}}\$\$)
    |(?P<math>\$(?![\s$])(?:\\.|[^$\\\n])*(?<!\s)\$(?!\d))
    """,
    re.VERBOSE | re.DOTALL,
)
_DISPLAY = re.compile(r"^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*\$\$", re.MULTILINE)
_PIPE = re.compile(r"(?<!\\)\|")

Passage = tuple[int, int, bool]


def blanked(text: str, start: int, end: int) -> str:
    """``text`` with all but line breaks in ``[start, end)`` turned into blanks."""
    return text[:start] + _NOT_BREAK.sub(" ", text[start:end]) + text[end:]


def masked_inline(text: str, passages: list[Passage]) -> str:
    """``text`` without the code, math and HTML inside ``passages`` (start, end, row of a table)."""
    if not any(mark in text for mark in "`$<"):
        return text
    text = _without(text, _display_math(text))
    spans = []
    for start, end, is_row in passages:
        for first, last in _cells(text, start, end) if is_row else [(start, end)]:
            spans += _spans(text, first, last)
    return _without(text, spans)


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    """``text`` with blanks in ``spans``, which are in order."""
    pieces = []
    position = 0
    for start, end in spans:
        if start >= position:
            pieces += [text[position:start], _NOT_BREAK.sub(" ", text[start:end])]
            position = end
    return "".join([*pieces, text[position:]])


def _display_math(text: str) -> list[tuple[int, int]]:
    """Formulas whose ``$$`` begins a line; they may hold blank lines."""
    spans: list[tuple[int, int]] = []
    for match in _DISPLAY.finditer(text):
        if spans and match.start() < spans[-1][1]:
            continue
        close = text.find("$$", match.end())
        if close < 0:
            break
        spans.append((match.end() - 2, close + 2))
    return spans


def _cells(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """A row's cells: a pipe without a backslash ends one, even between backticks."""
    pipes = [match.start() for match in _PIPE.finditer(text, start, end)]
    return list(pairwise([start, *pipes, end]))


def _spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    ticks = _runs(text, start, end)
    spans = []
    position = start
    while match := _MARK.search(text, position, end):
        position = match.end()
        if match["ticks"]:
            close = _closing(ticks[len(match["ticks"])], match.end())
            position = match.end() if close is None else close + len(match["ticks"])
        elif match["comment"]:
            close = text.find("-->", match.end(), end)
            position = match.end() if close < 0 else close + 3
        if position > match.end() or match["tag"] or match["display"] or match["math"]:
            spans.append((match.start(), position))
    return spans


def _runs(text: str, start: int, end: int) -> dict[int, list[int]]:
    """The places of backticks in a row, by how many they are."""
    runs: dict[int, list[int]] = defaultdict(list)
    for match in re.compile("`+").finditer(text, start, end):
        runs[len(match[0])].append(match.start())
    return runs


def _closing(places: list[int], after: int) -> int | None:
    index = bisect_left(places, after)
    return places[index] if index < len(places) else None
