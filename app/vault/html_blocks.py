"""From Obsidian's Markdown to the stricter Markdown that the ``markdown`` package reads.

Obsidian takes lists without a blank line before them, nests them by two columns, closes fences
as CommonMark does and hides ``%%comments%%``. What is done here is done line by line, before any
parsing, and keeps every visible word.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

LONGEST = 400_000
"""A page is shown up to about this many characters; longer ones are read in Obsidian."""

LONGEST_LINES = 10_000

_PROPERTIES = re.compile(r"\A\ufeff?---[ \t]*\n(?:.*?\n)??---[ \t]*(?:\n|\Z)", re.DOTALL)
_KEPT = (
    r"(?P<kept>^(?P<margin>[ \t>]*)(?P<marks>`{3,}|~{3,})[^\n]*\n"
    r"(?:.*?^[ \t>]*(?P=marks)[`~]*[ \t]*$|.*\Z)"
    r"|(?<!`)(?P<ticks>`+)(?!`)[^\n]*?(?<!`)(?P=ticks)(?!`))"
)
_NEVER_CLOSED = "\ue0b1"
_HIDDEN = re.compile(_KEPT + r"|%%(?!%%).*?%%|<!--.*?-->", re.DOTALL | re.MULTILINE)
_INLINE_NOTE = re.compile(
    _KEPT + r"|(?<!\\)\^\[(?P<note>(?:[^\[\]\n]|\[\[[^\[\]\n]*\]\]){1,2000})\]",
    re.DOTALL | re.MULTILINE,
)
_FENCE = re.compile(r"^(?P<margin>[ \t]*)(?P<marks>`{3,}|~{3,})(?P<language>[^`\n]*)$")
_ITEM = re.compile(r"^(?P<margin>[ ]*)(?P<mark>[-*+]|\d{1,9}[.)])(?P<gap>[ ]+|$)(?P<text>.*)$")
_RULE = re.compile(r"^[ ]{0,3}([-*_])[ ]*(?:\1[ ]*){2,}$")
_TABLE_RULE = re.compile(r"^[ ]*\|?[ ]*:?-+:?[ ]*(?:\|[ ]*:?-+:?[ ]*)*\|?[ ]*$")
_HEADING = re.compile(r"^#{1,6}[ \t]")
_DEEPEST = 12
_ITEMS_IN_ITEM = re.compile(r"(?:(?:[-*+]|\d{1,9}[.)])[ ]+){6,}")
_LONG_TICKS = re.compile(r"`{10,}")
_SEARCH_LIMIT = 1_000_000

Stash = Callable[[str, str], str]
"""Takes a fenced block's language and text and answers with a line that stands for it."""


def visible(text: str) -> tuple[str, bool]:
    """The part of a note that Obsidian's reading view shows, and whether it had to be cut.

    Properties and comments are taken out; code keeps what looks like either.
    """
    body = _PROPERTIES.sub("", text.replace("\r\n", "\n").replace("\r", "\n"), count=1)
    short = _first_part(body)
    # a comment that is never closed hides nothing; searched for its end, each would cost the rest
    last = short.rfind("-->") + 1
    tail = short[last:].replace("<!--", _NEVER_CLOSED)
    shown = _HIDDEN.sub(lambda found: found["kept"] or "", short[:last] + tail)
    return _noted(shown.replace(_NEVER_CLOSED, "<!--")), len(short) < len(body)


def _noted(text: str) -> str:
    """``^[a note in the line]`` as a mark, and its note at the end."""
    notes: list[str] = []

    def mark(found: re.Match[str]) -> str:
        if found["kept"]:
            return found["kept"]
        notes.append(f"[^inline-{len(notes) + 1}]: {found['note']}")
        return f"[^inline-{len(notes)}]"

    marked = _INLINE_NOTE.sub(mark, text)
    return "\n\n".join([marked, *notes]) if notes else text


def _first_part(body: str) -> str:
    """As much of ``body`` as is shown, cut between two paragraphs."""
    lines = body.split("\n", LONGEST_LINES)
    short = body if len(lines) <= LONGEST_LINES else "\n".join(lines[:-1])
    if len(short) <= LONGEST:
        return short
    end = short.rfind("\n\n", LONGEST // 2, LONGEST)
    return short[: end if end > 0 else LONGEST]


def bounded(lines: list[str]) -> list[str]:
    """The same lines, with brackets and ticks escaped where looking for their partners in vain
    would take longer than anyone waits for a page."""
    spent = 0
    kept: list[str] = []
    for paragraph in "\n".join(lines).split("\n\n"):
        cost = _search_cost(paragraph)
        escaped = spent + cost > _SEARCH_LIMIT and cost > _SEARCH_LIMIT // 100
        spent += 0 if escaped else cost
        ticked = _LONG_TICKS.sub(lambda ticks: "\\`" * len(ticks[0]), paragraph)
        kept.append(ticked.replace("[", "\\[") if escaped else ticked)
    return "\n\n".join(kept).split("\n")


def _search_cost(paragraph: str) -> int:
    """How many characters lie between all opening brackets and the ends of their searches."""
    if paragraph.count("[") < 100:
        return 0
    opened: list[int] = []
    cost = 0
    for found in re.finditer(r"[\[\]]", paragraph):
        if found[0] == "[":
            opened.append(found.start())
        elif opened:
            cost += found.start() - opened.pop()
    return cost + sum(len(paragraph) - start for start in opened) + 2 * paragraph.count("](") ** 2


@dataclass
class _Lists:
    """The list items that are open at a line: the column where the text of each begins."""

    columns: list[int] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)

    def item(self, found: re.Match[str]) -> Iterator[str]:
        """An item's line, indented by four columns a level, apart from a list of another kind."""
        margin, mark = len(found["margin"]), found["mark"].replace(")", ".")
        self.close_to(margin)
        depth, kind = len(self.columns), mark[-1]
        if self.kinds[depth : depth + 1] not in ([], [kind]):
            yield ""
        self.kinds[depth:] = [kind]
        gap = len(found["gap"]) if 0 < len(found["gap"]) < 5 else 1
        if depth < _DEEPEST:
            self.columns.append(margin + len(mark) + gap)
        text = found["text"].strip()
        yield "    " * depth + mark + " " + ("\\" + text if _ITEMS_IN_ITEM.match(text) else text)

    def close_to(self, column: int) -> None:
        while self.columns and column < self.columns[-1]:
            self.columns.pop()

    def close(self) -> None:
        self.columns.clear()
        self.kinds.clear()

    def continued(self, line: str) -> str:
        """A line that goes on below an item, indented by four columns a level."""
        margin = len(line) - len(line.lstrip(" "))
        self.close_to(margin)
        inner = self.columns[-1] if self.columns else 0
        return "    " * len(self.columns) + line[inner:]


def regular(lines: list[str], stash: Stash, depth: int = 0) -> list[str]:
    """The same blocks, with blank lines and indents where the ``markdown`` package needs them."""
    return list(_regular(lines, stash, depth))


def _regular(lines: list[str], stash: Stash, depth: int) -> Iterator[str]:
    lists = _Lists()
    place, before = 0, ""
    while place < len(lines):
        line = lines[place].expandtabs(4)
        fence = _FENCE.match(line)
        if fence:
            stop = _fence_end(lines, place, fence["marks"])
            block = _without_margin(lines[place + 1 : stop], len(fence["margin"]))
            yield ""
            yield lists.continued(fence["margin"] + stash(fence["language"].strip(), block))
            yield ""
            place, before = stop + 1, ""
            continue
        if line.lstrip(" ").startswith(">") and depth <= _DEEPEST:
            stop = _quote_end(lines, place)
            yield ""
            yield from _quote(lines[place:stop], lists, stash, depth)
            yield ""
            place, before = stop, ""
            continue
        following = lines[place + 1] if place + 1 < len(lines) else ""
        yield from _one_line(line, before, following, lists)
        place, before = place + 1, line


def _one_line(line: str, before: str, following: str, lists: _Lists) -> Iterator[str]:
    """``line`` with a blank line before it where it begins a list or a table."""
    item = None if _RULE.match(line) else _ITEM.match(line)
    if item and (lists.columns or len(item["margin"]) < 4):
        if before.strip() and not lists.columns:
            if not _may_interrupt(item, before):
                yield line
                return
            yield ""
        yield from lists.item(item)
        return
    if not line.strip():
        yield ""
        return
    if _HEADING.match(line) or (lists.columns and not before.strip() and not line.startswith(" ")):
        lists.close()
    if before.strip() and "|" in line and _TABLE_RULE.match(following):
        yield ""
    lazy = bool(lists.columns) and bool(before.strip())
    yield line.strip() if lazy and not line.startswith(" ") else lists.continued(line)


def _may_interrupt(item: re.Match[str], before: str) -> bool:
    """Whether an item may follow ``before`` without a blank line, as CommonMark has it."""
    numbered = item["mark"][0].isdigit()
    return bool(_HEADING.match(before)) or (
        bool(item["text"].strip()) and (not numbered or item["mark"][:-1] == "1")
    )


def _fence_end(lines: list[str], start: int, marks: str) -> int:
    closing = re.compile(rf"^[ \t]*{re.escape(marks[0])}{{{len(marks)},}}[ \t]*$")
    for place in range(start + 1, len(lines)):
        if closing.match(lines[place]):
            return place
    return len(lines)


def _quote_end(lines: list[str], start: int) -> int:
    place = start
    while place < len(lines) and lines[place].lstrip(" \t").startswith(">"):
        place += 1
    return place


def _quote(lines: list[str], lists: _Lists, stash: Stash, depth: int) -> Iterator[str]:
    first = lines[0].expandtabs(4)
    lists.continued(first)
    indent = "    " * len(lists.columns)
    marks = r"^[ \t]*> ?" if depth < _DEEPEST else r"^[ \t>]*"
    inner = [re.sub(marks, "", line) for line in lines]
    for line in regular(inner, stash, depth + 1):
        yield f"{indent}> {line}".rstrip()


def _without_margin(lines: list[str], margin: int) -> str:
    return (
        "\n".join(
            line[margin:] if line[:margin].isspace() else line.lstrip(" \t") for line in lines
        )
        if margin
        else "\n".join(lines)
    )
