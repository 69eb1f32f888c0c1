"""From lines in reading order to paragraphs, list items, code, notes and captions."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from statistics import median

from app.sources.readers.pdf_glyphs import Style
from app.sources.readers.pdf_layout import Line
from app.sources.readers.pdf_tables import Table
from app.sources.readers.pdf_words import is_note_mark

_WIDER_AFTER_STOP = 1.12
_WIDER = 1.22  # of the usual distance between lines
_HEADING_STEP = 1.65  # of the type's size, between the lines of one heading
_INDENT = 0.6  # of the type's size
_SIZE_STEP = 0.6  # points
_NEARLY = 0.9
_SMALL = 0.93  # of the body's size: notes, captions
_FULL = 2.0  # of the type's size, from the column's edge
_STOPS = (".", "!", "?", ":", "。", "！", "？", "：", ";", "；")
_ENDS = (".", "!", "?", "。", "！", "？", "…", ":", "：")
_CLOSERS = "\"'”’»」』）)]》*∗†‡ "
_SIGNS = "=∑∫∏√≤≥≈→±×∂∞"
_BULLET = re.compile(r"[•‣▪●○◦■□⁃∙·➢✓❖►▶](?=\s|\S)\s*|[–—−*\-](?=\s)\s+")
_NUMBER = re.compile(
    r"(?:\((\d{1,3}|[a-zA-Z]|[ivx]{1,5})\)|(\d{1,3}|[a-z]|[ivx]{1,5})[.)]|(\d{1,2})．)(?:\s+|(?=[\u3040-\u9fff]))"
)
_CAPTION = re.compile(
    r"(?:figure|fig\.|table|tab\.|listing|algorithm|abbildung|abb\.|tabelle|tableau|figura|tabla|"
    r"図|表|图|圖)\s*(?:\d+|[IVX]+)(?:[.\-]\d+)*\s*(?:[:.：．–—|]|\s|$)",
    re.IGNORECASE,
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
        if before and _follows(before, line) and before.style.size == line.style.size:
            steps[line.style.size].append(before.baseline - line.baseline)
        before = line
    body = max(sizes, key=lambda size: sizes[size], default=10.0)
    usual = {size: median(found) for size, found in steps.items() if len(found) > 2}
    return Measure(body, {size: min(step, 2.2 * size) for size, step in usual.items()})


def _follows(before: Line, line: Line) -> bool:
    return (before.page, before.part) == (line.page, line.part) and before.baseline > line.baseline


def runs(things: Sequence[Line | Table], measured: Measure) -> list[Run]:
    """The lines of a document in runs, each with its role but for headings."""
    found: list[Run] = []
    for thing in things:
        last = found[-1] if found and found[-1].table is None else None
        if isinstance(thing, Table):
            found.append(Run([], Role.TABLE, thing, thing.page))
        elif last is not None and _goes_on(last, thing, measured):
            last.lines.append(thing)
        else:
            found.append(_begun(thing, last, measured))
    for run in found:
        _give_role(run, measured)
    found = _with_formulas(found)
    _find_notes(found, measured)
    return found


def _begun(line: Line, last: Run | None, measured: Measure) -> Run:
    run = Run([line], page=line.page)
    if last is not None and _follows(last.lines[-1], line):
        run.above = (last.lines[-1].baseline - line.baseline) / measured.step(line.style.size)
    return run


def _goes_on(run: Run, line: Line, measured: Measure) -> bool:
    """Whether a line goes on with what a run has begun."""
    last = run.lines[-1]
    if not _follows(last, line) or last.loose or line.loose:
        return False
    step = last.baseline - line.baseline
    if _mono(line) and _mono(last) and _is_code(run):
        return step <= 2.5 * measured.step(line.style.size)
    if _mono(line) != _mono(last) and (_ends(last.text) or not _is_full(last)):
        return False
    if not _same_size(last, line):
        return False
    if _starts_item(line, last):
        return False
    if bold(last) != bold(line) and last.spans[-1].style.bold != line.spans[0].style.bold:
        return False
    if _larger(line, measured) or (bold(last) and bold(line)):
        return step <= max(_HEADING_STEP * line.size, 1.05 * measured.step(line.size))
    usual = measured.step(max(line.style.size, last.style.size))
    if step > (_WIDER_AFTER_STOP if _ends(last.text) else _WIDER) * usual:
        return False
    return not _is_set_off(run, line)


def _is_code(run: Run) -> bool:
    return all(_mono(line) for line in run.lines)


def _same_size(last: Line, line: Line) -> bool:
    """Whether type goes on as it was, small capitals and the like within a line aside."""
    end, start = last.spans[-1].style.size, line.spans[0].style.size
    styles = abs(last.style.size - line.style.size)
    return min(styles, abs(end - start), abs(last.style.size - start)) <= _SIZE_STEP


def _is_set_off(run: Run, line: Line) -> bool:
    """Whether the line is indented, or the one before ends early, as between paragraphs."""
    last = run.lines[-1]
    indent = _INDENT * line.size
    if len(run.lines) > 1:
        if abs(line.left - run.lines[-1].left) > indent and not _is_centred(run, line):
            return True
    elif line.left > last.left + indent and not marker(last.text)[0]:
        return _ends(last.text) or not _is_full(last)
    elif line.left < last.left - 4 * line.size and not marker(last.text)[0]:
        return True
    return _ends_early(last, line)


def _is_centred(run: Run, line: Line) -> bool:
    middles = [(other.left + other.right) / 2 for other in (*run.lines, line)]
    lefts = [other.left for other in (*run.lines, line)]
    return max(middles) - min(middles) < line.size / 2 and max(lefts) - min(lefts) > line.size


def _ends_early(last: Line, line: Line) -> bool:
    """Whether the first word of a line would have fitted on the line before."""
    room = last.column[1] - last.right
    word = line.text.split(maxsplit=1)[0] if line.text.strip() else ""
    width = (line.right - line.left) * (len(word) + 1) / max(len(line.text), 1)
    if room <= width + line.size / 2:
        return False
    if last.text.rstrip(_CLOSERS).endswith(_STOPS):
        return True
    return room > max(width + line.size, 0.3 * (last.column[1] - last.column[0]))


def _is_full(line: Line) -> bool:
    return line.column[1] - line.right <= _FULL * line.size


def _ends(text: str) -> bool:
    return text.rstrip().rstrip(_CLOSERS).endswith(_ENDS)


def _larger(line: Line, measured: Measure) -> bool:
    return line.style.size >= measured.body * 1.12


def bold(thing: Line | Run) -> bool:
    """Whether nearly all of it is bold."""
    return _share(thing, "bold")


def _mono(line: Line) -> bool:
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


def _starts_item(line: Line, last: Line) -> bool:
    mark, _ = marker(line.text)
    if mark == "•":
        return line.text.lstrip()[0] not in "-–—−*·" or _may_break(last, line)
    return bool(mark) and _may_break(last, line)


def _may_break(last: Line, line: Line) -> bool:
    """Whether something new may begin after a line: it ended, or it left room."""
    return (
        _ends(last.text)
        or last.text.rstrip().endswith((",", ";", "；", "、"))
        or not _is_full(last)
    )


def _with_formulas(found: Sequence[Run]) -> list[Run]:
    """Pieces of displayed formulas, one after the other and set in from the left, as one run."""
    result: list[Run] = []
    for run in found:
        last = result[-1] if result else None
        if last and _is_piece(last) and _is_piece(run) and _place(last) == _place(run):
            last.lines += run.lines
        else:
            result.append(run)
    for run in result:
        if _is_piece(run) and any(sign in run.text for sign in _SIGNS):
            run.role = Role.FORMULA
    return result


def _is_piece(run: Run) -> bool:
    """Whether it may be a piece of a formula: short, set in, and without words."""
    if run.table is not None or run.role is not Role.TEXT:
        return False
    set_in = all(line.left > line.column[0] + 2 * line.size for line in run.lines)
    longest = max(len(line.text) for line in run.lines)
    return set_in and longest < 80 and not re.search(r"[^\W\d_]{4,}", run.text)


def _give_role(run: Run, measured: Measure) -> None:
    if run.table is not None or not run.lines:
        return
    text = run.text
    if all(_mono(line) for line in run.lines):
        run.role = Role.CODE
    elif _CAPTION.match(text) and _is_caption(run, measured):
        run.role = Role.CAPTION
    elif (found := marker(text)[0]) and not (bold(run) and _larger(run.lines[0], measured)):
        run.role, run.marker = Role.ITEM, "" if found == "•" else found


def _is_caption(run: Run, measured: Measure) -> bool:
    first = run.lines[0].spans[0].style
    rest = run.style
    return first.bold or first.italic or rest.size < measured.body * 0.97 or len(run.lines) == 1


def _find_notes(found: Sequence[Run], measured: Measure) -> None:
    """Small type at the foot of a column, below larger type or beginning with a note's mark."""
    for column in _columns(found):
        for run in reversed(column):
            if run.table is not None or run.style.size > measured.body * _SMALL:
                break
            if run.role not in (Role.TEXT, Role.ITEM):
                break
            starts_with_mark = run.lines[0].spans[0].raised
            larger_above = any(o.lines and o.style.size > run.style.size + 0.4 for o in column)
            if starts_with_mark or larger_above:
                run.role = Role.NOTE


def _columns(found: Sequence[Run]) -> Iterator[list[Run]]:
    column: list[Run] = []
    for run in found:
        if column and _place(run) != _place(column[-1]) and run.table is None:
            yield column
            column = []
        column.append(run)
    if column:
        yield column


def _place(run: Run) -> tuple[int, int]:
    return (run.lines[0].page, run.lines[0].part) if run.lines else (0, 0)


def note_marks(found: Sequence[Run]) -> dict[int, frozenset[str]]:
    """By page, the marks that its notes begin with."""
    marks: dict[int, set[str]] = defaultdict(set)
    for run in found:
        if run.role is not Role.NOTE:
            continue
        first = run.lines[0].spans[0]
        text = first.text.strip() if first.raised else marker(run.text)[0]
        if text and is_note_mark(text):
            marks[run.page].add(text)
    return {page: frozenset(of_page) for page, of_page in marks.items()}


def put_together(found: Sequence[Run]) -> list[Run]:
    """Paragraphs that go on in the next column or page, or beyond a table, as one.

    What stands between the halves (notes, captions, tables) comes after them.
    """
    result: list[Run] = []
    opened: Run | None = None
    note: Run | None = None
    interrupted = False
    for run in found:
        if run.role is Role.NOTE and note is not None and _is_rest_of_note(note, run):
            note.lines += run.lines
            continue
        note = run if run.role is Role.NOTE else note
        if run.role in (Role.NOTE, Role.CAPTION, Role.TABLE):
            interrupted = True
            result.append(run)
            continue
        if opened is not None and _resumes(opened, run, interrupted=interrupted):
            opened.lines += run.lines
        else:
            result.append(run)
            opened = run if run.role in (Role.TEXT, Role.ITEM) else None
        interrupted = False
    return result


def _is_rest_of_note(note: Run, run: Run) -> bool:
    last, first = note.lines[-1], run.lines[0]
    cut = _place_of(last) != _place_of(first) and not _ends(last.text)
    return cut and not first.spans[0].raised and abs(last.style.size - first.style.size) < 1


def _resumes(opened: Run, run: Run, *, interrupted: bool) -> bool:
    """Whether a run goes on with a paragraph that was cut by the end of a column."""
    last, first = opened.lines[-1], run.lines[0]
    if run.role is not Role.TEXT or (_place_of(last) == _place_of(first) and not interrupted):
        return False
    if _ends(last.text) or bold(run) != bold(opened) or last.loose or first.loose:
        return False
    if abs(last.style.size - first.style.size) > _SIZE_STEP:
        return False
    bare = first.text.lstrip()
    return last.text.rstrip().endswith("-") or not bare[:1].isupper() or _is_full(last)


def _place_of(line: Line) -> tuple[int, int]:
    return line.page, line.part
