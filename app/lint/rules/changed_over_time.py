"""Something that was otherwise before, and is shown as what it was.

What it does
    Finds what changed from an older to a newer text, what a model judged to have changed, and what you said
    did: the page says what holds now, and below it, or beside it, what was said before.

Why it matters
    It is no disagreement, and nothing has to be done. It is worth a look when you know the older value, or
    when both should hold.

Example
    == raw/policy 2019.md
    # Remote work policy 2019

    Employees may work from home on one day a week. Requests are made to the line manager two weeks in
    advance. The company provides a laptop. Costs of an internet connection are not refunded. Confidential
    papers must not leave the office. The policy is reviewed every two years.
    == raw/policy 2024.md
    # Remote work policy 2024

    Employees may work from home on three days a week. Requests are made to the line manager two weeks in
    advance. The company provides a laptop and a screen. Costs of an internet connection are refunded.
    Confidential papers must not leave the office. The policy is reviewed every two years.
    $ vaultloom compile

Use instead
    == raw/policy 2019.md
    # Remote work policy 2019

    Employees may work from home on three days a week. Requests are made to the line manager two weeks in
    advance. The company provides a laptop and a screen. Costs of an internet connection are refunded.
    Confidential papers must not leave the office. The policy is reviewed every two years.
    $ vaultloom compile

Fix safety
    There is none: it is only shown.
"""

import re
from collections.abc import Iterator

from app.ledger.cache import Cache
from app.ledger.pages import PageRow
from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Claim, Finding, Severity
from app.saying import Said, said, say
from app.vault.escaping import unescape

CODE = "VL061"
NAME = "changed-over-time"
SEVERITY = Severity.INFO
WHY = said("It is no disagreement: what was said before is shown as what it was.")
SCOPE = Scope.NOTE

_HEADING = "What changed"
_LABEL = re.compile(r"(?<!\\)\[\^([0-9a-z]+)-([a-z]?\d+)[^\]\s]*\]")
_LINK = re.compile(r"\[\[(?:[^\]|]*\\?\|)?([^\]]*)\]\]")
_NOW = re.compile(r"^- (?!\*)")
_BEFORE = re.compile(r"^ +- \*Before[^*]*:\* ")
_CHANGED_ROW = re.compile(r"\| changed \|$", re.MULTILINE)
_SHORT = 80


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each thing of which a subject's page says what it was before, and one for each page
    that shows two versions of a text."""
    note, cache = checked.index.notes.get(path), checked.cache
    if note is None or cache is None or not checked.index.is_generated(path):
        return
    if any(heading.text == _HEADING for heading in note.headings):
        yield from _on_page(checked, cache, path)
    elif str(note.properties.get("verdict")) == "changed over time":
        row = cache.pages.at(path)
        if row is not None and row.of.startswith("versions "):
            yield from _of_versions(cache, row, checked.text(path) or "")


def _on_page(checked: Checked, cache: Cache, path: str) -> Iterator[Finding]:
    lines = (checked.text(path) or "").splitlines()
    inside, now = False, ""
    for at, line in enumerate(lines, start=1):
        if line.startswith("#"):
            inside = line.removeprefix("## ").strip() == _HEADING
        elif inside and _NOW.match(line):
            now = line
        elif inside and now and _BEFORE.match(line):
            yield _changed(cache, path, at - 1, (_NOW.sub("", now), _BEFORE.sub("", line)))
            now = ""  # of several that went before the last


def _changed(cache: Cache, path: str, line: int, sides: tuple[str, str]) -> Finding:
    now, before = (_plain(side) for side in sides)
    message = say("Changed over time: “{now}”, before that “{before}”.", now=now, before=before)
    claims = tuple(claim for side in sides if (claim := _claim(cache, path, side)))
    marks = " ".join("-".join(label.groups()) for side in sides for label in _LABEL.finditer(side))
    return Finding(CODE, NAME, SEVERITY, path, line, message, claims=claims, what=marks)


def _plain(side: str) -> str:
    """What a line shows, its marks and links left out, shortened."""
    words = unescape(_LINK.sub(r"\1", _LABEL.sub("", side)).replace("**", "")).strip(" .")
    return words if len(words) <= _SHORT else words[:_SHORT].rsplit(" ", 1)[0] + " …"


def _claim(cache: Cache, path: str, side: str) -> Claim | None:
    """The first sentence that a line rests on; None where its source is not known."""
    label = _LABEL.search(side)
    if label is None or not cache.source_by_id(label[1]):
        return None
    try:
        place, source = cache.quotable(label[1], label[2]), cache.source(label[1])
    except KeyError:  # a line of the owner's
        return None
    words = _plain(side)
    where = place.where, source.date[:10], source.path, f"{label[1]}-{label[2]}", path
    return Claim(words, place.text, source.short, *where)


def _of_versions(cache: Cache, row: PageRow, text: str) -> Iterator[Finding]:
    older, later = row.of.split()[1:]
    count = len(_CHANGED_ROW.findall(text))
    if not count or not (cache.source_by_id(older) and cache.source_by_id(later)):
        return
    names = {"older": cache.source(older).short, "later": cache.source(later).short}
    line = text.count("\n", 0, max(text.find("\n| "), 0)) + 2
    yield Finding(
        CODE, NAME, SEVERITY, row.path, line, _words(count, names), what=f"{older} {later}"
    )


def _words(count: int, names: dict[str, str]) -> Said:
    if count == 1:
        return say("One statement changed from “{older}” to “{later}”.", **names)
    return say("{count} statements changed from “{older}” to “{later}”.", count=count, **names)
