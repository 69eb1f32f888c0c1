"""Writing a document down: readers put in words, marks and blocks; places come out right.

A reader hands over text as its format has it, line breaks and all. Here lines are joined, marks
keep covering the words that they covered, and blocks are set one after the other.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from unicodedata import is_normalized, normalize

from app.errors import SourceRefused
from app.saying import say
from app.sources import language
from app.sources.document import Block, BlockKind, Document, Mark, MarkKind, Metadata
from app.sources.tidying import clean, joint, one_line, spaces

CELL_BREAK = " | "
"""Stands between the cells of a row in a document's text."""

_KEPT_BLANK = "\ufdd0"  # a blank inside code: a noncharacter, which ``clean`` lets nobody else use
_CLOSE_TOGETHER = (BlockKind.ITEM, BlockKind.ROW, BlockKind.FIELD)
_LEAD_IN_ENDS = (":", "：", "、", "，", ",", "—", "–")
_LEAD_IN_CUES = (
    "following", "as follows", "below", "these are", "folgende", "suivant", "siguiente", "如下",
    "とおり", "通りです",
)  # fmt: skip
_ADDRESS = re.compile(r"[→⇒➜>\s]*(?:https?://|www\.)\S+")
_STOPS = (".", "!", "?", "。", "！", "？", "…")


class Passage:
    """The words of one block, as they are met."""

    def __init__(self, text: str = "") -> None:
        self._parts: list[str] = []
        self._length = 0
        self._marks: list[Mark] = []
        if text:
            self.add(text)

    def add(self, text: str) -> None:
        """Put in words; white space is tidied later."""
        text = clean(text)
        self._parts.append(text)
        self._length += len(text)

    def code(self, text: str) -> None:
        """Put in words that the source sets as code: they get single backticks and keep blanks."""
        inner = " ".join(clean(text).split("\n"))
        if not inner.strip():
            return
        start = self._length
        self.add("`")
        self._parts.append(inner.replace(" ", _KEPT_BLANK))
        self._length += len(inner)
        self.add("`")
        self._marks.append(Mark(start, self._length, MarkKind.CODE))

    def drop_blank(self) -> None:
        """Take back the white space put in last: what it led to is left out."""
        if self._parts:
            last = self._parts[-1].rstrip()
            self._length -= len(self._parts[-1]) - len(last)
            self._parts[-1] = last

    @property
    def length(self) -> int:
        """How much was put in so far; for ``mark``."""
        return self._length

    def mark(self, start: int, kind: MarkKind, target: str = "") -> None:
        """Mark everything put in since ``start``."""
        self._marks.append(Mark(start, self._length, kind, target))

    @contextmanager
    def marked(self, kind: MarkKind, target: str = "") -> Iterator[None]:
        """Mark what is put in meanwhile."""
        start = self._length
        yield
        self.mark(start, kind, target)

    def finish(self) -> tuple[str, tuple[Mark, ...]]:
        """The words on one line, and the marks at their places in it."""
        raw = "".join(self._parts)
        if not is_normalized("NFC", raw):  # a mark stood between a letter and its accent
            return one_line(normalize("NFC", raw)).replace(_KEPT_BLANK, " "), ()
        text, edges, shifts = _tidied(raw)
        marks = (_moved(mark, edges, shifts, len(text)) for mark in self._marks)
        kept = sorted(
            (mark for mark in marks if mark.start < mark.end), key=lambda m: (m.start, -m.end)
        )
        trimmed = (_trimmed(mark, text) for mark in kept)
        return text.replace(_KEPT_BLANK, " "), tuple(m for m in trimmed if m.start < m.end)


def _tidied(raw: str) -> tuple[str, list[int], list[int]]:
    """The text on one line; and from which place in ``raw`` on places move by how much."""
    parts: list[str] = []
    edges, shifts = [0], [0]
    first = len(raw) - len(raw.lstrip())
    last = len(raw.rstrip())
    done, shift = first, -first
    edges.append(first)
    shifts.append(shift)
    for run in spaces(raw):
        if run.start() < first or run.end() > last:
            continue
        blank = joint(raw[run.start() - 1], run.group(), raw[run.end()])
        parts += (raw[done : run.start()], blank)
        done = run.end()
        shift -= done - run.start() - len(blank)
        edges.append(done)
        shifts.append(shift)
    parts.append(raw[done:last])
    return "".join(parts), edges, shifts


def _moved(mark: Mark, edges: list[int], shifts: list[int], length: int) -> Mark:
    def place(old: int) -> int:
        return min(max(old + shifts[bisect_right(edges, old) - 1], 0), length)

    return Mark(place(mark.start), place(mark.end), mark.kind, mark.target)


def _trimmed(mark: Mark, text: str) -> Mark:
    """The mark without the blanks at its ends."""
    words = text[mark.start : mark.end]
    start = mark.start + len(words) - len(words.lstrip())
    end = mark.start + len(words.rstrip())
    return Mark(start, max(start, end), mark.kind, mark.target)


class Manuscript:
    """A document being written, block by block, in reading order."""

    page = 0
    """The page that the next blocks begin on, where there are pages."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._texts: list[str] = []
        self._marks: list[Mark] = []

    def add(
        self,
        kind: BlockKind,
        words: Passage | str,
        *,
        level: int = 0,
        marker: str = "",
        parent: int | None = None,
    ) -> int | None:
        """Set down one block; its index, or None if it has no letter or digit in it."""
        passage = Passage(words) if isinstance(words, str) else words
        text, marks = passage.finish()
        if not any(character.isalnum() for character in text):
            return None
        if kind is BlockKind.TERM:
            text = text.rstrip(":： ")
        start = self._separate(kind)
        self._put(text)
        last = self._length
        for m in marks:
            self._marks.append(Mark(start + m.start, min(start + m.end, last), m.kind, m.target))
        return self._set(Block(kind, start, self._length, level, marker, parent), text)

    def add_code(self, text: str, *, parent: int | None = None) -> int | None:
        """Set down a block of code as it is, without blank lines at its ends."""
        lines = clean(text).expandtabs(4).split("\n")
        while lines and not lines[-1].strip():
            lines.pop()
        while lines and not lines[0].strip():
            lines.pop(0)
        code = "\n".join(line.rstrip() for line in lines)
        if not code:
            return None
        start = self._separate(BlockKind.CODE)
        self._put(code)
        return self._set(Block(BlockKind.CODE, start, self._length, parent=parent), code)

    def add_row(
        self, cells: Sequence[Passage], *, parent: int | None = None, header: bool = False
    ) -> int | None:
        """Set down a row of a table; None if all its cells are empty."""
        finished = [cell.finish() for cell in cells]
        if not any(any(c.isalnum() for c in text) for text, _ in finished):
            return None
        start = self._separate(BlockKind.ROW)
        places: list[tuple[int, int]] = []
        for number, (text, marks) in enumerate(finished):
            if number:
                self._put(CELL_BREAK)
            at = self._length
            self._put(text)
            places.append((at, self._length))
            self._marks += (Mark(at + m.start, at + m.end, m.kind, m.target) for m in marks)
        return self._set(
            Block(
                BlockKind.ROW,
                start,
                self._length,
                parent=parent,
                cells=tuple(places),
                header=header,
            ),
            CELL_BREAK.join(text for text, _ in finished),
        )

    def text_of(self, index: int) -> str:
        """The words of a block that was set down."""
        return self._texts[index]

    @property
    def texts(self) -> Sequence[str]:
        """The words of every block so far."""
        return self._texts

    @property
    def blocks(self) -> Sequence[Block]:
        """What was set down so far."""
        return self._blocks

    def _separate(self, kind: BlockKind) -> int:
        if self._blocks:
            close = kind in _CLOSE_TOGETHER and self._blocks[-1].kind is kind
            self._put("\n" if close else "\n\n")
        return self._length

    def _put(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)

    def _set(self, block: Block, text: str) -> int:
        self._blocks.append(replace(block, page=self.page) if self.page else block)
        self._texts.append(text)
        return len(self._blocks) - 1

    def document(
        self,
        *,
        name: str,
        metadata: Metadata,
        title: str,
        format: str,  # noqa: A002 - the name of the field
        encoding: str,
        recovered: Sequence[str] = (),
    ) -> Document:
        """The finished document. Raises SourceRefused where there are no words in it."""
        if not self._blocks:
            raise SourceRefused(
                say("“{name}” holds no text.", name=name),
                remedy="Write something in it, or leave it out.",
            )
        text = "".join(self._parts)
        blocks = tuple(self._blocks)
        return Document(
            text=text,
            blocks=blocks,
            marks=tuple(self._marks),
            metadata=metadata,
            title=title.replace("`", "").strip() or title,
            language=language.of_blocks(text, blocks),
            encoding=encoding,
            format=format,
            recovered=tuple(recovered),
        )


def introduces(text: str) -> bool:
    """Whether a paragraph leads in to the list that comes right after it.

    It does when it ends in a colon or a comma, when it is no whole sentence, or when its last
    sentence says that something follows. An address alone leads elsewhere.
    """
    if _ADDRESS.fullmatch(text):
        return False
    if text.endswith(_LEAD_IN_ENDS):
        return True
    bare = text.rstrip("\"'”’」』）)*_ ")
    if not bare.endswith(_STOPS):
        return len(text) <= 200  # longer than any lead-in: text whose full stop was forgotten
    tail = bare[-160:]
    last = max((tail[:-1].rfind(stop + gap) for stop in _STOPS for gap in (" ", "")), default=-1)
    return any(cue in tail[last + 1 :].lower() for cue in _LEAD_IN_CUES)
