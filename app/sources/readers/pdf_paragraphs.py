"""From lines in reading order to paragraphs: where something new begins."""

from collections.abc import Sequence

from app.sources.readers.pdf_layout import Line
from app.sources.readers.pdf_runs import (
    CLOSERS,
    Measure,
    Role,
    Run,
    bold,
    ends,
    follows,
    is_full,
    larger,
    marker,
    mono,
    same_size,
)
from app.sources.readers.pdf_tables import Table
from app.sources.readers.pdf_words import in_address, is_broken

_WIDER_AFTER_STOP = 1.12
_WIDER = 1.22  # of the usual distance between lines
_HEADING_STEP = 1.65  # of the type's size, between the lines of one heading
_INDENT = 0.6  # of the type's size
_STOPS = (".", "!", "?", ":", "。", "！", "？", "：", ";", "；")


def runs(things: Sequence[Line | Table], measured: Measure) -> list[Run]:
    """The lines of a document in runs: paragraphs, items, lines of code, tables."""
    found: list[Run] = []
    for thing in things:
        last = found[-1] if found and found[-1].table is None else None
        if isinstance(thing, Table):
            found.append(Run([], Role.TABLE, thing, thing.page))
        elif last is not None and _goes_on(last, thing, measured):
            last.lines.append(thing)
        else:
            found.append(_begun(thing, last, measured))
    return found


def _begun(line: Line, last: Run | None, measured: Measure) -> Run:
    run = Run([line], page=line.page)
    if last is not None and follows(last.lines[-1], line):
        run.above = (last.lines[-1].baseline - line.baseline) / measured.step(line.style.size)
    return run


def _goes_on(run: Run, line: Line, measured: Measure) -> bool:
    """Whether a line goes on with what a run has begun."""
    last = run.lines[-1]
    if not follows(last, line) or last.loose or line.loose:
        return False
    step = last.baseline - line.baseline
    if mono(line) and mono(last) and _is_code(run):
        return step <= 2.5 * measured.step(line.style.size)
    if mono(line) != mono(last):
        left_room = not is_full(last) if _is_code(run) else _had_room(last, line)
        if ends(last.text) or left_room:
            return False
    elif not same_size(last, line):  # a typewriter's letters run small
        return False
    if _starts_item(line, last):
        return False
    if bold(last) != bold(line) and last.spans[-1].style.bold != line.spans[0].style.bold:
        return False
    if larger(line, measured) or (bold(last) and bold(line)):
        return step <= max(_HEADING_STEP * line.size, 1.05 * measured.step(line.size))
    usual = measured.step(max(line.style.size, last.style.size))
    if step > (_WIDER_AFTER_STOP if ends(last.text) else _WIDER) * usual:
        return False
    if is_broken(last.text) or in_address(last.text, line.text):
        return True
    return not _is_set_off(run, line)


def _is_code(run: Run) -> bool:
    return all(mono(line) for line in run.lines)


def _is_set_off(run: Run, line: Line) -> bool:
    """Whether the line is indented, or the one before ends early, as between paragraphs."""
    last = run.lines[-1]
    indent = _INDENT * line.size
    if len(run.lines) > 1:
        if abs(line.left - run.lines[-1].left) > indent and not _is_centred(run, line):
            return True
    elif line.left > last.left + indent and not marker(last.text)[0]:
        return ends(last.text) or not is_full(last)
    elif line.left < last.left - 4 * line.size and not marker(last.text)[0]:
        return True
    return _ends_early(last, line)


def _is_centred(run: Run, line: Line) -> bool:
    middles = [(other.left + other.right) / 2 for other in (*run.lines, line)]
    lefts = [other.left for other in (*run.lines, line)]
    return max(middles) - min(middles) < line.size / 2 and max(lefts) - min(lefts) > line.size


def _ends_early(last: Line, line: Line) -> bool:
    """Whether a line is so short that the next begins something new."""
    if not _had_room(last, line):
        return False
    if last.text.rstrip(CLOSERS).endswith(_STOPS):
        return True
    room = last.column[1] - last.right
    return room > max(_first_word(line) + line.size, 0.3 * (last.column[1] - last.column[0]))


def _had_room(last: Line, line: Line) -> bool:
    """Whether the first word of a line would have fitted on the line before."""
    return last.column[1] - last.right > _first_word(line) + line.size / 2


def _first_word(line: Line) -> float:
    """How wide the first word of a line is, with the blank before it."""
    word = line.text.split(maxsplit=1)[0] if line.text.strip() else ""
    return (line.right - line.left) * (len(word) + 1) / max(len(line.text), 1)


def _starts_item(line: Line, last: Line) -> bool:
    mark, _ = marker(line.text)
    if mark == "•":
        return line.text.lstrip()[0] not in "-–—−*·" or _may_break(last, line)
    return bool(mark) and _may_break(last, line)


def _may_break(last: Line, line: Line) -> bool:
    """Whether something new may begin after a line: it ended, or it left room."""
    return (
        ends(last.text) or last.text.rstrip().endswith((",", ";", "；", "、")) or not is_full(last)
    )
