"""A footnote's mark on a compiled page that has no definition.

What it does
    Finds marks whose definition is not on the page, outside code and outside ``## Notes``.

Why it matters
    Obsidian shows such a mark as it is written, and the statement before it has no words that it rests on.

Example
    == raw/lamps.md
    # Harbour lamps

    A wick is a cord that draws oil into the flame of a lamp.
    $ vaultloom compile
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick

    A wick is made of cotton.[^1]

Use instead
    == wiki/concepts/Wick.md
    ---
    id: "7f3k2a"
    kind: concept
    ---
    # Wick

    A wick is made of cotton.[^1]

    [^1]: Told by the keeper.

Fix safety
    Safe where the definition was on the page when it was last generated: it is put back as it was. Any
    other is for the writer of the mark to say.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Edit, Finding, Fix, Risk, Severity
from app.lint.page_parts import (
    Definition,
    definitions,
    is_as_generated,
    last_generated,
    marks,
    notes_from,
)
from app.saying import said, say
from app.vault.names import fold

CODE = "VL056"
NAME = "footnote-undefined"
SEVERITY = Severity.WARNING
WHY = said("Obsidian shows the mark as it is written, and no words of a source stand behind it.")
SCOPE = Scope.NOTE


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each label that is used and not defined, at its first mark."""
    if not (checked.index.is_generated(path) or checked.is_catalogue(path)):
        return
    text = checked.text(path) or ""
    if "[^" not in text or is_as_generated(checked, path, text):
        return
    defined = {fold(note.label) for note in definitions(text)}
    end, found = notes_from(text), set[str]()
    for mark in marks(text):
        label = fold(mark.label)
        if label in defined | found or mark.start >= end:
            continue
        found.add(label)
        message = say("The footnote “{label}” has no text.", label=mark.label)
        fix = _put_back(checked, path, text, mark.label)
        yield Finding(CODE, NAME, SEVERITY, path, mark.line, message, fix, what=mark.label)


def _put_back(checked: Checked, path: str, text: str, label: str) -> Fix | None:
    """The definition as it was last generated, behind the last one that there is."""
    base = definitions(last_generated(checked, path))
    lost = next((note for note in base if note.label == label), None)
    if lost is None:
        return None
    return Fix("Put the words of the source back", Risk.SAFE, (_added(text, lost),))


def _added(text: str, note: Definition) -> Edit:
    """The edit that adds a definition, with the line ends of the text."""
    newline = "\r\n" if "\r\n" in text else "\n"
    there = definitions(text)
    ours = [each for each in there if each.end <= notes_from(text)]
    if ours:
        end = ours[-1].end
        return Edit(end, end, f"{newline}{note.written}", "")
    end = notes_from(text)
    before = (
        ""
        if text[:end].endswith(("\n\n", "\n\r\n"))
        else newline
        if text[:end].endswith("\n")
        else newline * 2
    )
    after = newline * 2 if text[end:] else newline
    return Edit(end, end, f"{before}{note.written}{after}", "")
