"""A topic that sources name often and say little of.

What it does
    Finds subjects that at least ten sentences name (those of translations aside) and of which fewer
    statements can be made than are worth a page by the rule ``pages.make_when`` of ``AGENTS.md`` ("said of 3
    times"), whether they have a page or not. One that three voices name without a page is a finding of
    its own.

Why it matters
    Your sources take it for known: a source that explains it would help to understand the others.

Example
    == raw/lamps.md
    # Remarks on keepers

    At dusk they lit the Great Lens. At dawn they wiped the Great Lens. In May they sold the Great
    Lens. In June they missed the Great Lens. By night they sought the Great Lens. By day they
    drew the Great Lens. At noon they praised the Great Lens. At sea they saw the Great Lens.
    In autumn they begged for the Great Lens. In winter they got back the Great Lens. Then all
    were glad of the Great Lens.
    $ vaultloom compile

Use instead
    == raw/lens.md
    # Lenses

    The Great Lens is a lens of eleven rings. The Great Lens weighs two tons. The Great Lens was
    ground in Paris. The Great Lens floats on a bath of mercury.
    $ vaultloom compile

Fix safety
    There is none: another source is what helps.
"""

from collections.abc import Iterable, Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.lint.rules.missing_page import VOICES, exists
from app.saying import said, say

CODE = "VL063"
NAME = "gap"
SEVERITY = Severity.INFO
WHY = said("Your sources take it for known; one that explains it would help to understand the others.")
SCOPE = Scope.SUBJECT

SENTENCES = 10
_WORTH = 3  # statements, where the rules have no number


def candidates(checked: Checked) -> Iterable[str]:
    """The slots that many sentences name."""
    return checked.cache.subjects.often_named(SENTENCES) if checked.cache else ()


def check(checked: Checked, of: str) -> Iterator[Finding]:
    """A finding for a subject that is named often and of which little is said."""
    cache = checked.cache
    if cache is None:
        return
    spoken, path = checked.known.spoken(of), checked.known.subject(of).path
    if spoken.sentences < SENTENCES or (not path and (spoken.voices >= VOICES or exists(checked, spoken))):
        return
    few = checked.rules.pages.when_said_of or _WORTH
    said_of = checked.known.statements(of)
    summary = cache.pages.shown_summary_of(spoken.mostly)
    if said_of >= few or not (path or summary):
        return
    words = {"title": spoken.title, "count": spoken.sentences, "said": said_of}
    message = say("“{title}” is named in {count} sentences, and only {said} say something of it.", **words)
    if not said_of:
        message = say("“{title}” is named in {count} sentences, and none says what it is.", **words)
    yield Finding(CODE, NAME, SEVERITY, path or (summary.path if summary else ""), 1, message, what=spoken.title)
