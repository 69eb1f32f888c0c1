"""Where a sentence ends inside a paragraph.

A stop ends a sentence unless it belongs to an abbreviation, an initial, a number, or stands inside
brackets, quotation marks, code or a link that opened in mid-sentence. Semicolons never end one.
One pass over the text: no expression looks further than the next blank.
"""

import re
from collections.abc import Iterator, Sequence

from app.sources.abbreviations import (
    COUNTED,
    MAY_END,
    MONTHS_AND_NOUNS_AFTER_ORDINALS,
    NEVER_LAST,
    ORDINAL_LANGUAGES,
    STARTERS,
    TITLES_OF_FIRMS,
)
from app.sources.tidying import is_cjk

_STOP = re.compile(r"[.!?…‥。！？｡．۔।؟]+")
_CJK_STOPS = frozenset("。！？｡")
_CLOSERS = frozenset("\"'”’»」』）)]】》〉›*_")
_STOPS_AND_CLOSERS = _CLOSERS | frozenset(".!?…‥。！？｡．")
_NOTE = re.compile(r"(?:\[\d{1,3}\])+")
_PAIRS = {
    "(": ")",
    "（": "）",
    "[": "]",
    "【": "】",
    "「": "」",
    "『": "』",
    "“": "”",
    "《": "》",
    "«": "»",
    "„": "“",
}
_QUOTES = frozenset('"“「『«»„')
_LONGEST_BRACKET = 600  # characters; what is longer was never closed, or holds whole paragraphs
_GOES_ON = frozenset("、，；：,;:)）」』”’]")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]")
_NUMBER = re.compile(r"\d{1,4}")
_ENUMERATOR = re.compile(r"(?:\d{1,3}(?:\.\d{1,3})*|[a-zA-Z]|[ivxIVX]{1,5})")
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_OPENERS = "(\"'“‘[«»„‚‹›（「『*_"
_DASHES = frozenset("-–—")
_LABELLED = re.compile(
    r"(?:fig(?:ure)?|table|chapter|section|appendix|abbildung|tabelle|kapitel|abschnitt|tableau|chapitre"
    r"|annexe)\s+\d+(?:\.\d+)*",
    re.IGNORECASE,
)
"""What numbers a caption or a heading: "Figure 1.1. World-wide distribution" is one piece."""
_PART_NUMBER = re.compile(r"[^\s\d]{1,6}[-–]?\d")

Span = tuple[int, int]


def ends(text: str, kept: Sequence[Span], language: str) -> Iterator[int]:
    """The places right after each sentence of a paragraph but the last. ``kept`` is never cut."""
    brackets = _brackets(text)
    start = 0
    bracket = span = 0
    for stop in _STOP.finditer(text):
        at = stop.start()
        if at < start:
            continue
        while span < len(kept) and kept[span][1] <= at:
            span += 1
        if span < len(kept) and kept[span][0] <= at:
            continue
        while bracket < len(brackets) and brackets[bracket][1] < at:
            bracket += 1
        inside = brackets[bracket] if bracket < len(brackets) else None
        if inside is not None and inside[0] > at:
            inside = None
        end = _after_closers(text, stop.end())
        if end < len(text) and _is_end(text, start, stop, end, inside, language):
            yield end
            start = end


def _after_closers(text: str, end: int) -> int:
    while end < len(text) and text[end] in _STOPS_AND_CLOSERS:
        end += 1
    note = _NOTE.match(text, end)
    return note.end() if note else end


def _brackets(text: str) -> list[Span]:
    """The outermost pairs of brackets and quotation marks, as places of opener and closer."""
    found: list[Span] = []
    stack: list[tuple[str, int]] = []
    for mark in _marks(text):
        character = text[mark]
        if stack and character == stack[-1][0]:
            _, opened = stack.pop()
            if not stack and mark - opened <= _LONGEST_BRACKET:
                found.append((opened, mark))
            continue
        if stack and mark - stack[0][1] > _LONGEST_BRACKET:
            stack.clear()
        closer = _closer(text, mark)
        if closer:
            stack.append((closer, mark))
    return found


_BRACKET = re.compile("[" + re.escape("".join({*_PAIRS, *_PAIRS.values()})) + '"]')


def _marks(text: str) -> Iterator[int]:
    return (found.start() for found in _BRACKET.finditer(text))


def _closer(text: str, at: int) -> str:
    """The mark that would close the one at ``at``, or "" if it opens nothing."""
    character = text[at]
    if character == '"':
        before = text[at - 1] if at else " "
        after = text[at + 1] if at + 1 < len(text) else " "
        opens = (before.isspace() or before in "([（—–-/`") and not after.isspace()
        return '"' if opens else ""
    if character in "«»":
        return _closer_of_guillemet(text, at)
    if character == "“" and at and (text[at - 1].isalnum() or text[at - 1] in ".!?,"):
        # closes a German „quotation“; in Chinese an opening mark follows a character directly
        return "”" if is_cjk(text[at - 1]) else ""
    return _PAIRS.get(character, "")


def _closer_of_guillemet(text: str, at: int) -> str:
    """French and Swiss texts quote «so» or « so », German ones »so«: the blanks beside it tell."""
    before = text[at - 1] if at else " "
    after = text[at + 1] if at + 1 < len(text) else " "
    if not (before.isspace() or before in "([（—–-/'’"):
        return ""
    if text[at] == "«":
        return "»"
    return "" if after.isspace() else "«"


def _is_end(
    text: str, start: int, stop: "re.Match[str]", end: int, inside: Span | None, language: str
) -> bool:
    after = text[end]
    if inside is not None and not _may_end_inside(text, start, stop, end, inside):
        return False
    if not after.isspace():
        return _CJK_STOPS.issuperset(stop.group()[-1]) and after not in _GOES_ON
    following = _next_word(text, end)
    if not following:
        return True
    if stop.group() == ".":
        return _full_stop_ends(text, start, stop.start(), following, language)
    return not following[0].islower() or _CJK_STOPS.issuperset(stop.group()[-1])


def _may_end_inside(text: str, start: int, stop: "re.Match[str]", end: int, inside: Span) -> bool:
    """Whether a stop inside a bracket may end the sentence: the bracket closes right after it."""
    opened, closed = inside
    if end <= closed:
        return False
    if text[opened] not in _QUOTES:
        return not text[start:opened].strip()
    if text[end].isspace() or text[end] in _QUOTES:
        return True
    if not text[start:opened].strip():
        return False  # 「……？」と言った and “……！”他说 go on
    # “……？”了解: a title or a question quoted in mid-sentence goes on, 他说：“……。”然后 does not
    return stop.group()[-1] == "。" and text[opened - 1] in "：:，,"


def _next_word(text: str, at: int) -> str:
    while at < len(text) and (text[at].isspace() or text[at] in _OPENERS):
        at += 1
    end = text.find(" ", at, at + 60)
    return text[at : end if end >= 0 else at + 60]


def _full_stop_ends(text: str, start: int, at: int, following: str, language: str) -> bool:
    """Whether a single full stop before a blank ends the sentence."""
    token = text[max(start, text.rfind(" ", start, at) + 1) : at].lstrip(_OPENERS)
    if not token:
        return not following[0].islower()
    before = text[start : at - len(token)].strip()
    if not before and _ENUMERATOR.fullmatch(token):
        return False
    if token[-1].isdigit() and _LABELLED.fullmatch(text[start:at].strip()):
        return False
    word = _WORD.match(following)
    starter = word is not None and word.group() in STARTERS
    return _token_ends(token, following, language, starter=starter)


def _token_ends(token: str, following: str, language: str, *, starter: bool) -> bool:
    lower = token.lower().rstrip(".")
    if lower in NEVER_LAST:
        return False
    if lower in COUNTED and (
        following[0].isdigit() or following[0] in "§#" or _PART_NUMBER.match(following)
    ):
        return False
    if _INITIALS.fullmatch(token) and not is_cjk(token[-1]):
        return starter
    if lower in TITLES_OF_FIRMS:
        return starter
    number = token.lstrip("-–")
    if _NUMBER.fullmatch(number) and language[:2] in ORDINAL_LANGUAGES:
        return starter or not _follows_ordinal(number, following)
    if following[0].islower():
        return lower not in COUNTED and lower not in MAY_END and _is_plain_word(token)
    return True


def _follows_ordinal(token: str, following: str) -> bool:
    """Whether "3. Mai" or "2. Auflage" may be meant: a short number and no obvious new sentence."""
    known = following.rstrip(".,;:)").lower() in MONTHS_AND_NOUNS_AFTER_ORDINALS
    if following[0] in _DASHES:  # "vom 23. - 31. August"
        return len(following) < 2 or following[1].isdigit()
    return known or (len(token) <= 2 and following[0].isalpha())


def _is_plain_word(token: str) -> bool:
    """A word in small letters that is long enough to be no unknown abbreviation."""
    return len(token) >= 2 and token.isalpha() and token.islower()
