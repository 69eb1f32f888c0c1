"""A topic that sources name often and say little of.

What it does
    Finds subjects that at least ten sentences name (those of translations aside) and of which no
    source says what they are, nor says anything as often as is worth a page by the rule
    ``pages.make_when`` of ``AGENTS.md`` ("said of 3 times"), whether they have a page or not. One that
    three voices name without a page is a finding of its own.

Why it matters
    Your sources take it for known: a source that explains it would help to understand the others.

Example
    == raw/lamps.md
    # Remarks on keepers

    At dusk they wrote to Trinity House. At dawn they heard from Trinity House. In May they begged of
    Trinity House. In June they spoke of Trinity House. By night they dreamed of Trinity House. By day
    they worked for Trinity House. At noon they cursed Trinity House. At sea they toasted Trinity House. In
    autumn they sang of Trinity House. In winter they left Trinity House. Then all went back to Trinity House.
    $ vaultloom compile

Use instead
    == raw/houses.md
    # Houses on Tower Hill

    Trinity House is a corporation that keeps the lighthouses of England. Trinity House was founded in 1514.
    Trinity House trains pilots. Trinity House has its seat on Tower Hill.
    $ vaultloom compile

Fix safety
    There is none: another source is what helps.
"""

from collections.abc import Iterable, Iterator

from app.ledger.records import Role
from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.lint.rules.missing_page import VOICES, claims, exists
from app.saying import said, say

CODE = "VL063"
NAME = "gap"
SEVERITY = Severity.INFO
WHY = said(
    "Your sources take it for known; one that explains it would help to understand the others."
)
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
    if spoken.sentences < SENTENCES or (
        not path and (spoken.voices >= VOICES or exists(checked, spoken))
    ):
        return
    few = checked.rules.pages.when_said_of or _WORTH
    says = claims(checked, of)
    said_of = sum(says.values())
    summary = cache.pages.shown_summary_of(spoken.mostly)
    if said_of >= few or Role.DEFINES in says or not (path or summary):
        return
    words = {"title": spoken.title, "count": spoken.sentences, "said": said_of}
    message = say(
        "Sentences that name “{title}”: {count}; that say something of it: {said}.", **words
    )
    if not said_of:
        message = say("“{title}” is named in {count} sentences, and none says what it is.", **words)
    yield Finding(
        CODE,
        NAME,
        SEVERITY,
        path or (summary.path if summary else ""),
        1,
        message,
        what=spoken.title,
    )
