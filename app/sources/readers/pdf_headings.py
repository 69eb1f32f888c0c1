"""Which lines of a PDF are headings, and of which level: by the size and weight of their type."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from app.sources.readers.pdf_runs import Measure, Role, Run, bold

_LARGER = 1.12  # than the body
_NOT_SMALLER = 0.97
_SOMEWHAT_SMALLER = 0.85  # for bold ones that are counted and stand far apart, as in physics
_LONGEST = 200  # characters
_MOST_LINES = 4
_APART = 1.12  # lines, above a heading in type of the body's size
_FAR_APART = 1.6
_ENOUGH = 3  # numbered headings, for a document whose headings have numbers
_NO_HEADING_ENDS = (".", ",", ";", "。", "、", "，")
_CHAPTER = re.compile(
    r"(?:chapter|chapitre|kapitel|capítulo|capitolo|part|partie|teil|appendix|annexe|anhang)\s+"
    r"(?:\d{1,3}|[IVXLC]{1,7}|[A-Z])\.?|第\s*[\d一二三四五六七八九十百]+\s*[章部編节節]|附录\s*[A-Z\d]",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"((?:[A-Z]\.)?\d{1,3}(?:\.\d{1,3})*)\.?\s+\S")
_COUNTED = re.compile(r"(?:[IVXLC]{1,6}|[A-Z]|\d{1,2})\.\s+\S")
_BOX = re.compile(
    r"(?:note|tip|hint|caution|warning|important|attention|danger|hinweis|achtung|remarque|astuce|"
    r"avertissement|注意?|ヒント|警告|注記|提示|重要)\s*[:：]?",
    re.IGNORECASE,
)
_FRONT_ENDS = re.compile(
    r"(?:\d+\.?\s+)?(?:abstract|summary|introduction|keywords?|contents|zusammenfassung|einleitung|"
    r"résumé|概要|摘要|はじめに|要旨|目次)\s*(?:$|[:.—–\-\n])",
    re.IGNORECASE,
)

_Look = tuple[float, bool]  # size, bold


def find(runs: Sequence[Run], measured: Measure) -> list[Run]:
    """The runs, headings marked as such with their levels; "Chapter 2" is one with its title."""
    for run in runs:
        if run.role in (Role.TEXT, Role.ITEM) and _is_heading(run, measured):
            run.role = Role.HEADING
    _let_authors_go(runs, measured)
    found = _with_chapters(runs)
    _give_levels([run for run in found if run.role is Role.HEADING])
    return found


def _is_heading(run: Run, measured: Measure) -> bool:
    text = " ".join(run.text.split())
    if len(run.lines) > _MOST_LINES or len(text) > _LONGEST or not _has_letters(text):
        return False
    size, is_bold = run.style.size, bold(run)
    if run.role is Role.ITEM and not (is_bold and run.marker):
        return False
    if (
        _BOX.fullmatch(text)
        or text.endswith(_NO_HEADING_ENDS)
        or text[0].islower()
        or text[0] in "•–—"
    ):
        return False
    if size >= measured.body * _LARGER:
        return not run.lines[0].loose or is_bold
    if not is_bold or run.lines[0].loose:
        return False
    if size < measured.body * _NOT_SMALLER:
        counts = _COUNTED.match(text) is not None and size >= measured.body * _SOMEWHAT_SMALLER
        return counts and (run.above == 0 or run.above >= _FAR_APART)
    return run.above == 0 or run.above >= _APART


def _has_letters(text: str) -> bool:
    return sum(character.isalpha() for character in text) >= 2


def _let_authors_go(runs: Sequence[Run], measured: Measure) -> None:
    """Large lines between the title and the text proper are authors and the like."""
    first = runs[0].page if runs else 0
    headings = [r for r in runs if r.role is Role.HEADING and r.page == first]
    if not headings:
        return
    title = max(headings, key=lambda run: run.style.size)
    after = runs[runs.index(title) + 1 :]
    numbered = [r for r in runs if r.role is Role.HEADING and _NUMBERED.match(r.text)]
    is_numbered = len(numbered) >= _ENOUGH
    for run in after:
        ends = run.role in (Role.TEXT, Role.ITEM) and len(run.lines) > 2
        if ends or run.page != first or _FRONT_ENDS.match(run.text):
            break
        if run.role is Role.HEADING:
            if _NUMBERED.match(run.text):
                break
            if not is_numbered and (bold(run) or not bold(title)):
                break
            run.role = Role.TEXT


def _with_chapters(runs: Sequence[Run]) -> list[Run]:
    """ "Chapter 2" on a line of its own together with the heading below it."""
    found: list[Run] = []
    for run in runs:
        last = found[-1] if found else None
        if (
            last is not None
            and last.role is run.role is Role.HEADING
            and _CHAPTER.fullmatch(last.text.strip())
            and last.page == run.page
        ):
            found[-1] = replace(run, lines=[*last.lines, *run.lines], above=last.above)
        else:
            found.append(run)
    return found


def _give_levels(headings: Sequence[Run]) -> None:
    """Larger type is a higher level; numbers ("2.1") settle it where there are any."""
    looks = sorted({_look(run) for run in headings}, reverse=True)
    rank = {look: level for level, look in enumerate(looks, 1)}
    by_depth: dict[int, Counter[int]] = defaultdict(Counter)
    for run in headings:
        run.level = rank[_look(run)]
        depth = _depth(run)
        if depth:
            by_depth[depth][run.level] += 1
    level_of: dict[int, int] = {}
    for depth in sorted(by_depth):
        usual = by_depth[depth].most_common(1)[0][0]
        level_of[depth] = max(usual, max(level_of.values(), default=0) + 1)
    for run in headings:
        run.level = min(level_of.get(_depth(run), run.level), 6)


def _look(run: Run) -> _Look:
    return run.style.size, bold(run)


def _depth(run: Run) -> int:
    found = _NUMBERED.match(" ".join(run.text.split()))
    return found.group(1).count(".") + 1 if found else 0
