"""Something that three sources name and that has no page.

What it does
    Finds subjects that three voices name (translations and near-copies of a text are one) and of which
    neither a compiled page nor a note of the owner's is there: not under any of their names, as an
    alias, in another case, number or folder, as a summary or a page that was deleted. A name that is only
    ever part of a longer one which has a page is none, nor is one that may be another page's.

Why it matters
    What sources say of it stands on other pages, where nobody looks for it.

Example
    == AGENTS.md
    ```yaml vaultloom
    version: 1
    pages:
      make_when: ["defined", "said of 3 times"]
    ```
    == raw/a.md
    # Harbour lamps

    The keepers at dawn met Elias Thorn.
    == raw/b.md
    # Wrecks

    The boat was lost, and with it went Elias Thorn.
    == raw/c.md
    # Accounts

    Eleven shillings were paid to Elias Thorn.
    $ vaultloom compile

Use instead
    == Keepers.md
    ---
    aliases:
      - "Elias Thorn"
    ---
    He kept the lamp for nine years.

Fix safety
    There is none. As soon as two sources say anything of it, a page is made by itself; none is ever made of a
    name alone.
"""

from collections.abc import Iterable, Iterator

from app.ledger.records import Role
from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Severity
from app.lint.known import Spoken
from app.saying import said, say

CODE = "VL036"
NAME = "missing-page"
SEVERITY = Severity.INFO
WHY = said("What your sources say of it stands on other pages, where nobody looks for it.")
SCOPE = Scope.SUBJECT

VOICES = 3


def candidates(checked: Checked) -> Iterable[str]:
    """The slots of subjects that so many sources may name."""
    return checked.cache.subjects.unpaged(VOICES) if checked.cache else ()


def check(checked: Checked, of: str) -> Iterator[Finding]:
    """A finding for a subject without a page that three voices name."""
    if checked.cache is None or checked.known.subject(of).path:
        return
    spoken = checked.known.spoken(of)
    if spoken.voices < VOICES or exists(checked, spoken):
        return
    page = checked.cache.pages.shown_summary_of(spoken.mostly)
    if page is None:
        return
    yield Finding(
        code=CODE,
        rule=NAME,
        severity=SEVERITY,
        path=page.path,
        line=1,
        message=say(
            "“{title}” is named in {count} sources and has no page.",
            title=spoken.title,
            count=spoken.voices,
        ),
        what=spoken.title,
    )


def claims(checked: Checked, of: str) -> dict[Role, int]:
    """How many claims sources make about a subject, by their role; those that only name it left out."""
    slots = checked.known.subject(of).slots
    roles = checked.cache.subjects.roles_of(slots) if checked.cache else {}
    return {role: count for role, count in roles.items() if role is not Role.MENTIONS}


def exists(checked: Checked, spoken: Spoken) -> bool:
    """Whether a page or note for a subject is there under whatever name, or it may be part of another."""
    index = checked.index
    for name in spoken.spelled:
        if index.files.alike(f"{name}.md") or index.called(name) or index.in_brackets(name):
            return True
    return spoken.is_elsewhere
