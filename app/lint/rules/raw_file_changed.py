"""A source whose file is not the one that was compiled.

What it does
    Finds sources whose file has other bytes than those that were read. One that is not there at all is a
    finding of its own.

Why it matters
    Its pages say what the file said, and their footnotes lead into a text that may be another by now.

Example
    == raw/lamps.md
    # Harbour lamps

    A wick is a cord that draws oil into the flame of a lamp.
    $ vaultloom compile
    == raw/lamps.md
    # Harbour lamps

    A wick is a strip of felt that draws oil into the flame of a lamp.

Use instead
    $ vaultloom compile

Fix safety
    There is none by itself. Compiling it again brings its pages up to date, as for any source that
    changed; until then they stay as they are.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity, Way
from app.lint.raw_files import Raw, raw
from app.saying import said, say

CODE = "VL051"
NAME = "raw-file-changed"
SEVERITY = Severity.WARNING
WHY = said(
    "Its pages still say what the file said before, and their footnotes lead into another text."
)
SCOPE = Scope.SOURCE


def check(checked: Checked, source: str) -> Iterator[Finding]:
    """A finding for a source whose file changed, on its summary page."""
    cache = checked.cache
    record = cache.source(source) if cache else None
    if cache is None or record is None or raw(checked.root, record) is not Raw.CHANGED:
        return
    page = cache.pages.shown_summary_of(source)
    yield Finding(
        code=CODE,
        rule=NAME,
        severity=SEVERITY,
        path=page.path if page else record.path,
        line=1,
        message=say("“{path}” is not the file any more that was compiled.", path=record.path),
        ways=(Way("recompile", "Compile the source again", (record.path,)),),
        also=(record.path,) if page else (),
        what=record.path,
    )
