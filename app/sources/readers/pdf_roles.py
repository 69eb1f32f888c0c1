"""What the runs of a PDF are: items, code, formulas, captions, notes; and halves put together."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from app.sources.readers.pdf_runs import (
    SIZE_STEP,
    Measure,
    Role,
    Run,
    bold,
    ends,
    is_full,
    larger,
    marker,
    mono,
    place,
)
from app.sources.readers.pdf_words import is_note_mark

_SMALL = 0.93  # of the body's size: notes, captions
_SIGNS = "=∑∫∏√≤≥≈→±×∂∞"
_CAPTION = re.compile(
    r"(?:figure|fig\.|table|tab\.|listing|algorithm|abbildung|abb\.|tabelle|tableau|figura|tabla|"
    r"図|表|图|圖)\s*(?:\d+|[IVX]+)(?:[.\-]\d+)*\s*(?:[:.：．–—|]|\s|$)",
    re.IGNORECASE,
)
_MARKED_CAPTION = re.compile(r"[^\d\s]+\s*[\dIVX.\-]+\s*[:：]\s*\S")  # "Figure 2: The team."


def give_roles(runs: Sequence[Run], measured: Measure) -> list[Run]:
    """The runs, each with its role but for headings; pieces of a formula are one."""
    for run in runs:
        _give_role(run, measured)
    found = _with_formulas(runs)
    _find_notes(found, measured)
    return found


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
    if all(mono(line) for line in run.lines) and not _is_addresses(text):
        run.role = Role.CODE
    elif _CAPTION.match(text) and _is_caption(run, measured):
        run.role = Role.CAPTION
    elif (found := marker(text)[0]) and not (bold(run) and larger(run.lines[0], measured)):
        run.role, run.marker = Role.ITEM, "" if found == "•" else found


def _is_addresses(text: str) -> bool:
    """Whether there is nothing but web addresses, perhaps broken, with the marks of notes."""
    words = text.split()
    pieces = all(word.isdigit() or "/" in word or "." in word for word in words)
    return pieces and any(word.startswith(("http", "www.")) for word in words)


def _is_caption(run: Run, measured: Measure) -> bool:
    if _MARKED_CAPTION.match(run.text):
        return True
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
    near = first.page - last.page <= 1
    cut = near and place(last) != place(first) and not ends(last.text)
    return cut and not first.spans[0].raised and abs(last.style.size - first.style.size) < 1


def _resumes(opened: Run, run: Run, *, interrupted: bool) -> bool:
    """Whether a run goes on with a paragraph that was cut by the end of a column."""
    last, first = opened.lines[-1], run.lines[0]
    if run.role is not Role.TEXT or (place(last) == place(first) and not interrupted):
        return False
    if ends(last.text) or bold(run) != bold(opened) or last.loose or first.loose:
        return False
    if abs(last.style.size - first.style.size) > SIZE_STEP:
        return False
    bare = first.text.lstrip()
    return last.text.rstrip().endswith("-") or not bare[:1].isupper() or is_full(last)


def _place(run: Run) -> tuple[int, int]:
    return place(run.lines[0]) if run.lines else (0, 0)
