"""A link that leads nowhere.

What it does
    Finds wikilinks, embeds and Markdown links, in the text and in properties, whose file, heading
    or block does not exist.

Why it matters
    Obsidian shows such a link faded and makes an empty note when it is clicked; on a compiled
    page it is an error, since every link that Vaultloom writes must lead to what it cites.
    In what a person wrote it may be a note still to be written, and inside a comment it is noted only.
    A source in the folder of sources is no note: its links are its writer's, and it never changes.
    A copy that a sync tool made is a finding of its own, and so is a link by another name of a note.

Example
    == Fig.png
    == Batteries.md
    ![[Fig]]

Use instead
    == Batteries.md
    ![[Fig.png]]

Fix safety
    A link to a file without its extension needs a look. Everything else is left to the person: nothing
    is guessed, and no note is made.
"""

from collections.abc import Iterator

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Finding, Fix, Severity
from app.lint.relinking import links_of, retargeted, severity_of, target_of
from app.saying import said, say
from app.vault.index import IndexedNote, Outgoing
from app.vault.links import Link, find_block, find_heading
from app.vault.names import fold

CODE = "VL001"
NAME = "broken-link"
SEVERITY = Severity.ERROR
WHY = said("Obsidian shows such a link faded, and makes an empty note when it is clicked.")
SCOPE = Scope.NOTE


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each link of a note whose file, heading or block does not exist."""
    note = checked.index.notes[path]
    for each in links_of(checked, path):
        if each.resolution.path is None:
            yield from _missing_file(checked, note, each.link)
        elif problem := _missing_part(checked, each):
            yield _finding(checked, note, each.link, problem)


def _missing_file(checked: Checked, note: IndexedNote, link: Link) -> Iterator[Finding]:
    index = checked.index
    if "://" in link.path:
        words = say(
            "“{name}” is an address; a wikilink takes it for the name of a note.", name=link.path
        )
        yield _finding(checked, note, link, words)
        return
    if index.called(fold(link.path)) or index.unseen(link.path):
        return  # which are findings of their own
    files = index.files.named(link.path)
    if len(files) == 1:
        words = say(
            "“{name}” is no note; the file is “{path}”, to be linked with its ending.",
            name=link.path,
            path=files[0],
        )
        yield _finding(checked, note, link, words, retargeted(checked, note, link, files[0]))
        return
    words = say("There is no note or file “{name}”.", name=link.path)
    yield _finding(checked, note, link, words)


def _missing_part(checked: Checked, outgoing: Outgoing) -> str | None:
    """What is wrong with the part of a note that is linked; other files are not looked into."""
    link, target = outgoing.link, checked.index.notes.get(outgoing.resolution.path or "")
    if target is None or not link.subpath:
        return None
    if link.block:
        found = find_block(target.block_ids, link.block) is not None
        words = say("“{note}” has no block “^{block}”.", note=target.stem, block=link.block)
        return None if found else words
    headings = [heading.text for heading in target.headings]
    found = find_heading(headings, link.segments) is not None
    words = say("“{note}” has no heading “{heading}”.", note=target.stem, heading=link.subpath)
    return None if found else words


def _finding(
    checked: Checked, note: IndexedNote, link: Link, message: str, fix: Fix | None = None
) -> Finding:
    severity = severity_of(checked, note.path, link)
    return Finding(CODE, NAME, severity, note.path, link.line, message, fix, what=target_of(link))
