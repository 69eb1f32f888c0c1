"""A statement of a person's own on a compiled page, without a source.

What it does
    Looks at what stands on the pages that Vaultloom compiled and was not generated: sentences without a
    footnote, outside code, headings, tasks, questions, and all that stands under ``## Notes``, which is its
    owner's place. Where there are more than five of them on a page, they are one finding.

Why it matters
    A reader takes what stands on a compiled page for something that a source says.

Example
    == raw/lamps.md
    # Harbour lamps

    A wick is a cord that draws oil into the flame of a lamp. A wick lasts nine days. The keeper trims the
    wick at noon.
    $ vaultloom compile
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick

    The best wicks are made of felt.

Use instead
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick

    ## Notes

    The best wicks are made of felt.

Fix safety
    There is none: it is theirs, and stays where they put it. It is shown, and never an error.
"""

import re
from collections.abc import Iterator, Sequence

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.lint.page_parts import Part, is_as_generated, last_generated, parts, words_in
from app.saying import said, say
from app.vault.merging.page import Sort

CODE = "VL053"
NAME = "unsourced-statement"
SEVERITY = Severity.INFO
WHY = said("A reader takes what stands on a compiled page for something that a source says.")
SCOPE = Scope.NOTE

FEW = 5
"""So many statements of a page are shown one by one."""

_WORDS = 4  # from so many words on, links aside, a line may say something
_SHOWN = 80
_TASK = re.compile(r"^\s*[-*+]\s+\[[^\]]\]\s")
_CALLOUT = re.compile(r"^\s*>\s*\[!(?:abstract\|left-out|warning\|contradiction)")
_REMARK = re.compile(r"^(?:[-*+]\s+)?([*_])(?!\1)[^*_]+\1$")


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each statement that is its owner's, one for all where there are many."""
    if checked.cache is None or not checked.index.is_generated(path):
        return
    text = checked.text(path) or ""
    if checked.cache.pages.at(path) is None or is_as_generated(checked, path, text):
        return
    ours = {part.plain for part in parts(last_generated(checked, path))}
    own = [part for part in parts(text) if part.plain not in ours and _says_something(part)]
    yield from _one_by_one(path, own) if len(own) <= FEW else (_all(path, own),)


def _says_something(part: Part) -> bool:
    """Whether a part is a statement that no footnote stands behind."""
    text = part.text.strip()
    if part.labels or part.sort not in {Sort.PIECE, Sort.ITEM, Sort.QUOTE}:
        return False
    if any(pattern.match(text) for pattern in (_TASK, _CALLOUT, _REMARK)):
        return False
    return not text.endswith(("?", "？", ":", "：")) and words_in(text) >= _WORDS


def _one_by_one(path: str, own: Sequence[Part]) -> Iterator[Finding]:
    for part in own:
        words = _shown(part.text)
        message = say("No source stands behind “{words}”", words=words)
        yield Finding(CODE, NAME, SEVERITY, path, part.line, message, what=words)


def _all(path: str, own: Sequence[Part]) -> Finding:
    message = say(
        "No source stands behind {count} statements on this page, such as “{words}”",
        count=len(own),
        words=_shown(own[0].text),
    )
    return Finding(CODE, NAME, SEVERITY, path, own[0].line, message, what="all")


def _shown(text: str) -> str:
    words = " ".join(re.sub(r"^\s*(?:[-*+>]|\d+[.)])\s+", "", text.strip()).split())
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN].rstrip()} …"
