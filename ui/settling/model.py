"""The pages that would change as rows: each with the lines that go and those that come."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from ui import text
from ui.matching import Span
from ui.rows import Index
from ui.values import ChangedPage

RowRole = Qt.ItemDataRole.UserRole + 1

_WORD = re.compile(r"[\u3400-\u9fff]|\w+|\s+|.")
_ALIKE = 0.4
"""How much of two lines must be the same for one to be the other with words changed; a guess that
looked right on the pages of the samples."""


@dataclass(frozen=True)
class Head:
    """The head of a page, which folds and unfolds its lines."""

    page: ChangedPage
    came: int
    gone: int
    folded: bool


class Line(NamedTuple):
    """A line that ``comes``, or goes; ``other`` is the one that stands in its place on the other side.
    A tuple, because there may be ten thousand."""

    words: str
    comes: bool
    other: str = ""
    begins: bool = False
    """Whether a place of the page begins with it."""


class ChangesModel(QAbstractListModel):
    """Pages that go are folded at first: that they go says it all."""

    def __init__(self, pages: tuple[ChangedPage, ...], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pages = pages
        self._lines = [tuple(_lines(page)) for page in pages]
        self._folded = {page.path for page in pages if page.becomes == "gone"}
        self._rows: list[Head | Line] = []
        self._fill()

    def toggle(self, index: QModelIndex) -> None:
        """Fold or unfold a page at its head."""
        row: Head | Line | None = index.data(RowRole)
        if isinstance(row, Head):
            self._folded ^= {row.page.path}
            self.beginResetModel()
            self._fill()
            self.endResetModel()

    def _fill(self) -> None:
        self._rows = []
        for page, lines in zip(self._pages, self._lines, strict=True):
            came, folded = sum(line.comes for line in lines), page.path in self._folded
            self._rows.append(Head(page, came, len(lines) - came, folded))
            self._rows += () if folded else lines

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.page.title if isinstance(row, Head) else row.words
            case Qt.ItemDataRole.ToolTipRole:
                return row.page.path if isinstance(row, Head) else None
            case Qt.ItemDataRole.AccessibleTextRole:
                return _aloud(row)
            case _ if role == RowRole:
                return row
        return None


def _lines(page: ChangedPage) -> Iterator[Line]:
    """The lines of a page that hold something, place by place."""
    for gone, came in page.places:
        old, new = ([line for line in lines if line.strip()] for lines in (gone, came))
        pairs = len(old) == len(new)
        for at, words in enumerate(old):
            yield Line(words, False, new[at] if pairs else "", at == 0)
        for at, words in enumerate(new):
            yield Line(words, True, old[at] if pairs else "", at == 0 and not old)


def _aloud(row: Head | Line) -> str:
    if isinstance(row, Head):
        becomes = text.page_becomes(row.page.becomes)
        return text.listed(filter(None, [row.page.title, becomes]))
    return text.line_aloud(row.words, comes=row.comes)


@lru_cache(maxsize=2000)
def changed_words(line: Line) -> tuple[Span, ...]:
    """Which words of a line are not in its other; none where it is another line altogether."""
    ours, others = _WORD.findall(line.words), _WORD.findall(line.other)
    matcher = SequenceMatcher(None, others, ours, autojunk=False)
    if not line.other or matcher.ratio() < _ALIKE:
        return ()
    starts = [0]
    for word in ours:
        starts.append(starts[-1] + len(word))
    spans: list[Span] = []
    for tag, _, _, c, d in matcher.get_opcodes():
        if tag == "equal" or d == c:
            continue
        joins = spans and not line.words[spans[-1][1] : starts[c]].strip()
        first = spans.pop()[0] if joins else starts[c]
        spans.append((first, starts[d]))
    return tuple(spans)
