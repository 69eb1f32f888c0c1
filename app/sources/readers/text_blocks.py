"""The blocks of plain text.

Chunks of lines between blank lines are looked at one after the other: numbered headings
("1.2. What is…?", also over two lines), lists with hanging lines, terms that stand alone on a line
with a colon, text drawn with blanks, and paragraphs, whose lines are joined.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from app.sources.document import BlockKind
from app.sources.manuscript import Manuscript, introduces
from app.sources.tidying import is_cjk, one_line

_NUMBERED = re.compile(r"(\d{1,3}(?:\.\d{1,3}){0,5})[.)]?[ \t]+\S")
_CHAPTER = re.compile(
    r"(?:chapter|part|section|appendix|book|kapitel|teil|anhang|chapitre|partie|annexe|capítulo|"
    r"parte)[ \t]+(?:\d{1,3}|[IVXLC]{1,7}|[A-Z])\b|"
    r"第[ \t]?[\d一二三四五六七八九十百]{1,4}[ \t]?[章节節回部编編]",
    re.IGNORECASE,
)
_BULLET = re.compile(r"([*•·–—‣◦○●▪■-]|o(?=  ))[ \t]+(?=\S)|(\d{1,3}|[A-Za-z])[.)][ \t]+(?=\S)")
_NOTE = re.compile(r"\^?\[\d{1,3}\]$")
_RULE = re.compile(r"([=\-~^*_#+])\1{2,}$|(?:[*\-_#~=] ?){3,}$")
_DRAWN = re.compile(r"\S {3,}\S|\t\S|[|+][-=]{3,}[|+]")
_GLUED_TO_NEXT = re.compile(r"(?:[/#]|https?:)$")
_GLUED_TO_LAST = re.compile(r"/\w|[:;,.)!?](?:\s|$)")
_HYPHENATED = re.compile(r"\w-$")
_ENDS = (".", "!", "?", "。", "！", "？", "…", ":", "：", ";", "；", "”", '"', "」", ")", "）")
_LONGEST_HEADING = 200
_LONGEST_TERM = 80
_TAB = 8
_HEADING_LINES = 3


@dataclass(frozen=True, slots=True)
class _Line:
    indent: int
    words: str


@dataclass(slots=True)
class _Open:
    """An item or a term that later, deeper lines hang on."""

    indent: int  # from which on lines hang on it
    block: int | None
    depth: int
    lead: int | None = None  # what its list hangs on


def write_down(text: str) -> tuple[Manuscript, str]:
    """The blocks of a text, and its title: its first heading, or ""."""
    walk = _Walk(list(_chunks(text)))
    walk.all()
    return walk.manuscript, walk.title


def _chunks(text: str) -> Iterator[list[_Line]]:
    chunk: list[_Line] = []
    for raw in text.split("\n"):
        line = raw.expandtabs(_TAB)
        words = line.strip()
        if words:
            lead = line[: len(line) - len(line.lstrip())]
            # a full-width blank is as wide as two
            chunk.append(_Line(len(lead) + lead.count("\u3000"), words))
        elif chunk:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


class _Walk:
    def __init__(self, chunks: list[list[_Line]]) -> None:
        self.manuscript = Manuscript()
        self.title = ""
        self._chunks = chunks
        self._width = _usual_width(chunks)
        self._open: list[_Open] = []
        self._before: int | None = None
        self._lead: int | None = None  # what the list that is open hangs on
        self._has_title = False

    def all(self) -> None:
        for place, chunk in enumerate(self._chunks):
            following = self._chunks[place + 1] if place + 1 < len(self._chunks) else []
            self._chunk(place, chunk, following)

    def _chunk(self, place: int, chunk: list[_Line], following: list[_Line]) -> None:
        chunk = self._underlined(chunk)
        if not chunk or (len(chunk) == 1 and _NOTE.match(chunk[0].words)):
            return
        first = chunk[0]
        self._leave(first)
        level = self._heading_level(place, chunk, following)
        if level:
            self._heading(chunk, level)
        elif _BULLET.match(first.words) and _is_list(chunk):
            self._list(chunk)
        elif _is_term(chunk, following):
            self._term(first)
        elif _is_drawn(chunk):
            self.manuscript.add_code(_as_drawn(chunk), parent=self._parent())
            self._lead = None
        else:
            self._paragraphs(chunk)

    def _underlined(self, chunk: list[_Line]) -> list[_Line]:
        """Write down a heading that is underlined; what is left of the chunk."""
        if len(chunk) >= 2 and _RULE.match(chunk[1].words) and not _RULE.match(chunk[0].words):
            self._leave(_Line(0, ""))
            self._heading(chunk[:1], 2 if chunk[1].words[0] in "-~" else 1)
            return [line for line in chunk[2:] if not _RULE.match(line.words)]
        return [line for line in chunk if not _RULE.match(line.words)]

    def _leave(self, first: _Line) -> None:
        """Close the items and terms that this chunk does not hang on."""
        left: _Open | None = None
        while self._open and first.indent < self._open[-1].indent:
            left = self._open.pop()
        if left is not None:
            self._before = None
            goes_on = left.indent == first.indent + 1 and _BULLET.match(first.words)
            self._lead = left.lead if goes_on else None

    def _heading_level(self, place: int, chunk: list[_Line], following: list[_Line]) -> int:
        """The level of the heading that the chunk is, or 0."""
        words = " ".join(line.words for line in chunk)
        if len(chunk) > _HEADING_LINES or len(words) > _LONGEST_HEADING or chunk[0].indent:
            return 0
        if _CHAPTER.match(words) and not words.endswith((".", "。", ",")):
            return 1 if not self._has_title else 2
        numbered = _NUMBERED.match(words)
        if numbered:
            return self._numbered_level(numbered.group(1), chunk, words, following)
        return self._unnumbered_level(place, chunk, words, following)

    def _numbered_level(
        self, number: str, chunk: list[_Line], words: str, following: list[_Line]
    ) -> int:
        if any(_NUMBERED.match(line.words) for line in chunk[1:]) or words.endswith(
            (".", "。", ";")
        ):
            return 0
        depth = number.count(".") + 1
        again = bool(following) and _NUMBERED.match(following[0].words)
        if depth == 1 and (not following or again):
            return 0  # a list with blank lines between its items
        return min(depth + 1, 6)

    def _unnumbered_level(
        self, place: int, chunk: list[_Line], words: str, following: list[_Line]
    ) -> int:
        if len(chunk) > 1 or not following or words.endswith(_ENDS[:11]):
            return 0
        if place == 0:
            return 1
        if _BULLET.match(words) or not any(character.isalpha() for character in words):
            return 0
        deeper = following[0].indent >= 2 and not _BULLET.match(following[0].words)
        shouted = words.isupper() and len(words) >= 4
        return 2 if deeper or shouted else 0

    def _heading(self, chunk: list[_Line], level: int) -> None:
        index = self.manuscript.add(BlockKind.HEADING, _joined(chunk), level=level)
        if index is not None and not self.title:
            self.title = self.manuscript.text_of(index)
        self._has_title = self._has_title or level == 1
        self._open.clear()
        self._before = None
        self._lead = None

    def _parent(self) -> int | None:
        return self._open[-1].block if self._open else None

    def _list(self, chunk: list[_Line]) -> None:
        for lines in _items(chunk):
            bullet = _BULLET.match(lines[0].words)
            assert bullet is not None, "items begin with a bullet"
            self._item(lines, bullet)

    def _item(self, lines: list[_Line], bullet: "re.Match[str]") -> None:
        at = lines[0].indent
        self._leave(lines[0])
        depth = self._open[-1].depth + 1 if self._open else 0
        if self._before is not None:
            leads = introduces(self.manuscript.text_of(self._before))
            self._lead = self._before if leads else self._parent()
        parent = self._lead if self._lead is not None else self._parent()
        words = [_Line(at, lines[0].words[bullet.end() :]), *lines[1:]]
        index = self.manuscript.add(
            BlockKind.ITEM,
            _joined(words),
            level=depth,
            marker=bullet.group(2) or "",
            parent=parent,
        )
        self._open.append(_Open(at + 1, index, depth, parent))
        self._before = None

    def _term(self, line: _Line) -> None:
        index = self.manuscript.add(
            BlockKind.TERM, line.words.rstrip(":： "), parent=self._parent()
        )
        self._open.append(_Open(line.indent + 1, index, self._open[-1].depth if self._open else -1))
        self._before = None
        self._lead = None

    def _paragraphs(self, chunk: list[_Line]) -> None:
        for lines in _split(chunk, self._width):
            self._before = self.manuscript.add(
                BlockKind.PARAGRAPH, _joined(lines), parent=self._parent()
            )
        self._lead = None


def _usual_width(chunks: Sequence[list[_Line]]) -> int:
    """The width at which lines were broken: nine in ten lines inside paragraphs fit in it."""
    lengths = sorted(
        line.indent + len(line.words) for chunk in chunks if len(chunk) > 2 for line in chunk[:-1]
    )
    return lengths[len(lengths) * 9 // 10] if lengths else 0


def _split(chunk: list[_Line], width: int) -> Iterator[list[_Line]]:
    """Cut a chunk where a line was ended on purpose: indented anew, or short before a capital."""
    lines = [chunk[0]]
    for line, following in pairwise(chunk):
        if _new_paragraph(line, following, width):
            yield lines
            lines = []
        lines.append(following)
    yield lines


def _new_paragraph(line: _Line, following: _Line, width: int) -> bool:
    if following.indent >= line.indent + 2:
        return True
    if _glue(line.words, following.words) != "\n":
        return False
    first = following.words.split(" ", 1)[0]
    if first[:1].islower() or not width:
        return False
    unspaced = is_cjk(line.words[-1]) and is_cjk(first[0])
    room = 1 if unspaced else len(first) + 1
    fits = line.indent + len(line.words) + room <= width * 3 // 4
    return fits or (line.words.endswith(("。", "！", "？")) and following.indent >= 2)


def _items(chunk: list[_Line]) -> Iterator[list[_Line]]:
    """The items of a chunk. A line that begins like one, but hangs under its words, is none."""
    item: list[_Line] = []
    for line in chunk:
        bullet = _BULLET.match(line.words)
        if bullet and item and not _same_list(item, line, bullet):
            bullet = None
        if bullet and item:
            yield item
            item = []
        item.append(line)
    yield item


def _same_list(item: list[_Line], line: _Line, bullet: "re.Match[str]") -> bool:
    first = _BULLET.match(item[0].words)
    same_kind = first is not None and (first.group(1) is None) == (bullet.group(1) is None)
    return same_kind and (line.indent != item[0].indent + first.end() if first else False)


def _is_list(chunk: list[_Line]) -> bool:
    """One item, or several; a single letter or dash that begins a sentence is none."""
    first = _BULLET.match(chunk[0].words)
    if first is None:
        return False
    number = first.group(2)
    if number is None:
        return (
            first.group(1) not in "-–—"
            or len(chunk) == 1
            or chunk[1].indent != chunk[0].indent
            or (_BULLET.match(chunk[1].words) is not None)
        )
    return not number.isalpha() or number in "aA" or chunk[0].indent > 0


def _is_term(chunk: list[_Line], following: list[_Line]) -> bool:
    """A single line with a colon, with deeper text and no list under it."""
    words = chunk[0].words
    if len(chunk) != 1 or not words.endswith((":", "：")) or len(words) > _LONGEST_TERM:
        return False
    if not following or following[0].indent < chunk[0].indent + 2:
        return False
    return not _BULLET.match(following[0].words)


def _is_drawn(chunk: list[_Line]) -> bool:
    """Whether blanks or lines were used to draw: tables, columns, pictures of letters."""
    drawn = sum(1 for line in chunk if _DRAWN.search(line.words))
    return drawn >= 2 and drawn * 2 >= len(chunk)


def _as_drawn(chunk: list[_Line]) -> str:
    least = min(line.indent for line in chunk)
    return "\n".join(" " * (line.indent - least) + line.words for line in chunk)


def _joined(lines: list[_Line]) -> str:
    """The lines as one; addresses and words broken at a slash or a hyphen without a blank."""
    parts = [lines[0].words]
    for line, following in pairwise(lines):
        parts += (_glue(line.words, following.words), following.words)
    return one_line("".join(parts))


def _glue(line: str, following: str) -> str:
    if _GLUED_TO_LAST.match(following) or _GLUED_TO_NEXT.search(line[-8:]):
        return ""
    if _HYPHENATED.search(line[-2:]) and following[:1].isalnum():
        word = following.split(" ", 1)[0].lower()
        return (
            " " if word in ("and", "or", "und", "oder", "bzw.", "et", "ou", "y", "o", "to") else ""
        )
    return "\n"
