"""Runs: lines of a PDF that belong together, what they are, and how lines compare."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from statistics import median

from app.sources.readers.pdf_layout import Line
from app.sources.readers.pdf_page import Style
from app.sources.readers.pdf_tables import Table

SIZE_STEP = 0.6  # points
_NEARLY = 0.9
_FULL = 2.0  # of the type's size, from the column's edge
_ENDS = (".", "!", "?", "。", "！", "？", "…", ":", "：")
CLOSERS = "\"'”’»」』）)]》*∗†‡ "
_BULLET = re.compile(r"[•‣▪●○◦■□⁃∙·➢✓❖►▶](?=\s|\S)\s*|[–—−*\-](?=\s)\s+")
_NUMBER = re.compile(
    r"(?:\((\d{1,3}|[a-zA-Z]|[ivx]{1,5})\)|(\d{1,3}|[a-z]|[ivx]{1,5})[.)]|(\d{1,2})．)(?:\s+|(?=[\u3040-\u9fff]))"
)


class Role(Enum):
    """What a run of lines is."""

    TEXT = auto()
    HEADING = auto()
    ITEM = auto()
    CODE = auto()
    NOTE = auto()
    CAPTION = auto()
    FORMULA = auto()
    TABLE = auto()


@dataclass(slots=True)
class Run:
    """Lines that belong together, in reading order; or a table."""

    lines: list[Line]
    role: Role = Role.TEXT
    table: Table | None = None
    page: int = 0
    above: float = 0.0  # the gap above it, in lines; 0 at the head of a column
    marker: str = ""
    level: int = 0

    @property
    def text(self) -> str:
        """Its words, line by line."""
        return "\n".join(line.text.strip() for line in self.lines)

    @property
    def style(self) -> Style:
        """The style of most of it."""
        counts: Counter[Style] = Counter()
        for line in self.lines:
            for style, count in line.letters:
                counts[style] += count
        return max(counts, key=lambda style: counts[style])


@dataclass(slots=True)
class Measure:
    """What is usual in a document."""

    body: float
    steps: dict[float, float] = field(default_factory=dict)  # between lines, by size

    def step(self, size: float) -> float:
        """The usual distance between lines of a size."""
        return self.steps.get(size, 1.2 * size)


def measure(things: Sequence[Line | Table]) -> Measure:
    """Measure a document."""
    sizes: Counter[float] = Counter()
    steps: dict[float, list[float]] = defaultdict(list)
    before: Line | None = None
    for line in (thing for thing in things if isinstance(thing, Line)):
        sizes[line.style.size] += len(line.text)
        if before and follows(before, line) and before.style.size == line.style.size:
            steps[line.style.size].append(before.baseline - line.baseline)
        before = line
    body = max(sizes, key=lambda size: sizes[size], default=10.0)
    usual = {size: median(found) for size, found in steps.items() if len(found) > 2}
    return Measure(body, {size: min(step, 2.2 * size) for size, step in usual.items()})


def follows(before: Line, line: Line) -> bool:
    return (before.page, before.part) == (line.page, line.part) and before.baseline > line.baseline


def same_size(last: Line, line: Line) -> bool:
    """Whether type goes on as it was, small capitals and the like within a line aside."""
    end, start = last.spans[-1].style.size, line.spans[0].style.size
    styles = abs(last.style.size - line.style.size)
    return min(styles, abs(end - start), abs(last.style.size - start)) <= SIZE_STEP


def is_full(line: Line) -> bool:
    return line.column[1] - line.right <= _FULL * line.size


def ends(text: str) -> bool:
    return text.rstrip().rstrip(CLOSERS).endswith(_ENDS)


def larger(line: Line, measured: Measure) -> bool:
    return line.style.size >= measured.body * 1.12


def bold(thing: Line | Run) -> bool:
    """Whether nearly all of it is bold."""
    return _share(thing, "bold")


def mono(line: Line) -> bool:
    return _share(line, "mono")


def _share(thing: Line | Run, face: str) -> bool:
    lines = thing.lines if isinstance(thing, Run) else [thing]
    counts = [(getattr(style, face), count) for line in lines for style, count in line.letters]
    total = sum(count for _, count in counts)
    return sum(count for has, count in counts if has) >= _NEARLY * total > 0


def marker(text: str) -> tuple[str, int]:
    """The mark that a list's item begins with ("•", "1"), and how long it is with its blank."""
    bare = text.lstrip()
    skipped = len(text) - len(bare)
    found = _BULLET.match(bare)
    if found and len(bare) > found.end():
        return "•", skipped + found.end()
    found = _NUMBER.match(bare)
    if found and len(bare) > found.end():
        return next(group for group in found.groups() if group), skipped + found.end()
    return "", 0


def place(line: Line) -> tuple[int, int]:
    return line.page, line.part
