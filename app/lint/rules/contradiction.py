"""Two sources that cannot both be right, of which nobody has said which is.

What it does
    Finds what sources say of one thing that cannot both hold: other dates or numbers of one aspect, and
    what a model judged to contradict each other. Where only rules found it and no dates or numbers clash,
    it is said to differ. What you settled is not asked again unless a new source speaks.

Why it matters
    A page that says both says nothing; which of them holds is for you to say, who can read the words of
    both.

Example
    == raw/society.md
    # The society

    The Harbour Lamp Society is a society that keeps lamps along the coast.
    The Harbour Lamp Society was founded in 1821 by Ada Winter.
    == raw/history.md
    # A history

    The Harbour Lamp Society was founded in 1824 on the northern coast.
    The Harbour Lamp Society has a hall of red brick.
    $ vaultloom compile

Use instead
    $ vaultloom settle holds

Fix safety
    There is none by itself: the verdict is yours. Each is shown first, is one step that undo takes back,
    and loses nothing, for what does not hold stays on the page, marked, with its note. "Leave open" ends
    the question and leaves both.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.lint.disputes import ways, why
from app.saying import said

CODE = "VL060"
NAME = "contradiction"
SEVERITY = Severity.WARNING
WHY = said("A page that says both says nothing; which of them holds is for you to say.")
SCOPE = Scope.NOTE


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each disagreement of which the person is to be asked, on the first page that has it."""
    is_page = checked.cache is not None and checked.index.is_generated(path)
    row = checked.cache.pages.at(path) if checked.cache and is_page else None
    for found in checked.known.disputes(row.of) if row and row.disputed else ():
        if found.path != path:
            continue
        yield Finding(
            code=CODE,
            rule=NAME,
            severity=Severity.INFO if found.differs else SEVERITY,
            path=found.path,
            line=found.line,
            message=why(found),
            claims=tuple(side.card for side in found.sides),
            ways=ways(found),
            also=found.also,
            what=found.key,
        )
