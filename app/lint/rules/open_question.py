"""A question of the vault's purpose that no source answers.

What it does
    Reads the questions in ``purpose.md``: the items under "Questions", and items elsewhere that end in a
    question mark; not those that are ticked off. One is open where no passage of any source has most of
    its words together, names somebody where it asks who, and a number where it asks how many. Nothing is
    understood, so that a question which is answered in quite other words may be among them, and one in a
    language in which there is no source is left out.

Why it matters
    It is what the vault is for; a source that answers it is worth looking for.

Example
    == purpose.md
    # Purpose

    ## Questions

    - What is a wick made of?
    == raw/lamps.md
    # Harbour lamps

    A lens throws the light of a lamp out to the sea.
    $ vaultloom compile

Use instead
    == raw/wicks.md
    # Wicks

    A wick is made of cotton or felt, and draws oil into the flame.
    $ vaultloom compile

Fix safety
    There is none: another source, or the question put otherwise, is what helps. Ticking it off in
    ``purpose.md`` ends it.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.saying import said, say

CODE = "VL062"
NAME = "open-question"
SEVERITY = Severity.INFO
WHY = said("It is what the vault is for, and a source that answers it is worth looking for.")
SCOPE = Scope.NOTE

_NAMED = 3  # words that no source has


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each question of the purpose that no source answers."""
    if checked.cache is None or path != checked.known.purpose():
        return
    for each in checked.known.open_questions(checked.text(path) or ""):
        message = say("No source seems to answer “{question}”", question=each.text)
        if each.unsaid:
            unsaid = tuple(say("“{value}”", value=word) for word in each.unsaid[:_NAMED])
            message = say(
                "No source seems to answer “{question}” None of them has {words}.",
                question=each.text,
                words=unsaid,
            )
        yield Finding(CODE, NAME, SEVERITY, path, each.line, message, what=each.text)
