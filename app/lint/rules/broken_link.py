"""A link that leads nowhere.

What it does
    Finds wikilinks, embeds and Markdown links, in the text and in properties, whose file, heading
    or block does not exist. Links by an alias are among them: Obsidian resolves file names only.

Why it matters
    Obsidian shows such a link faded and makes an empty note when it is clicked; on a compiled
    page it is an error, since every link that Vaultloom writes must lead to what it cites.
    In a person's note it may be a note still to be written, and inside a comment it is noted only.
    A source in the folder of sources is no note: its links are its writer's, and it never changes.
    A copy that a sync tool made is a finding of its own.

Example
    == Round-trip efficiency.md
    ---
    aliases:
      - "RTE"
    ---
    == Batteries.md
    The [[RTE]] of a battery.

Use instead
    == Batteries.md
    The [[Round-trip efficiency|RTE]] of a battery.

Fix safety
    Safe where the target is an alias of exactly one note: the words shown stay the same. A link
    to a file without its extension needs a look. Everything else is left to the person: nothing
    is guessed, and no note is made.
"""

from collections.abc import Iterator
from urllib.parse import quote

from app.lint.checked import Checked, Scope
from app.lint.diagnostic import Edit, Finding, Fix, Risk, Severity
from app.saying import said, say
from app.vault.index import IndexedNote, Outgoing
from app.vault.links import Link, find_block, find_heading
from app.vault.names import fold

CODE = "VL001"
NAME = "broken-link"
SEVERITY = Severity.ERROR
WHY = said("Obsidian shows such a link faded, and makes an empty note when it is clicked.")
SCOPE = Scope.NOTE

# What a template program, or Obsidian's own templates, will still fill in.
_PLACEHOLDERS = ("{{", "<%")


def check(checked: Checked, path: str) -> Iterator[Finding]:
    """A finding for each link of a note whose file, heading or block does not exist."""
    if path.startswith(f"{checked.folders.raw}/") or checked.index.copy_of(path):
        return
    note = checked.index.notes[path]
    for each in checked.index.outgoing(path):
        if _is_no_matter(note, each.link):
            continue
        if each.resolution.path is None:
            yield _missing_file(checked, note, each.link)
        elif problem := _missing_part(checked, each):
            yield _finding(checked, note, each.link, problem)


def _is_no_matter(note: IndexedNote, link: Link) -> bool:
    """Whether nobody expects the link to lead somewhere: a template's, a clipping's author."""
    if any(mark in link.path for mark in _PLACEHOLDERS):
        return True
    return link.in_property == "author" and "source" in note.properties


def _missing_file(checked: Checked, note: IndexedNote, link: Link) -> Finding:
    index = checked.index
    if "://" in link.path:
        words = say(
            "“{name}” is an address; a wikilink takes it for the name of a note.", name=link.path
        )
        return _finding(checked, note, link, words)
    aliased = index.called(fold(link.path))
    if len(aliased) == 1:
        words = say(
            "“{name}” is another name of “{note}”, and Obsidian knows file names only.",
            name=link.path,
            note=index.notes[aliased[0]].stem,
        )
        return _finding(checked, note, link, words, _retargeted(checked, note, link, aliased[0]))
    if aliased:
        names = tuple(say("“{value}”", value=index.notes[path].stem) for path in aliased)
        words = say(
            "“{name}” is another name of several notes: {names}.", name=link.path, names=names
        )
        return _finding(checked, note, link, words)
    files = index.files.named(link.path)
    if len(files) == 1:
        words = say(
            "“{name}” is no note; the file is “{path}”, to be linked with its ending.",
            name=link.path,
            path=files[0],
        )
        return _finding(checked, note, link, words, _retargeted(checked, note, link, files[0]))
    return _finding(checked, note, link, say("There is no note or file “{name}”.", name=link.path))


def _missing_part(checked: Checked, outgoing: Outgoing) -> str | None:
    """What is wrong with the part of a note that is linked; other files are not looked into."""
    link, target = outgoing.link, checked.index.notes.get(outgoing.resolution.path or "")
    if target is None or not link.subpath:
        return None
    if link.block:
        found = find_block(target.block_ids, link.block) is not None
        return (
            None
            if found
            else say("“{note}” has no block “^{block}”.", note=target.stem, block=link.block)
        )
    headings = [heading.text for heading in target.headings]
    found = find_heading(headings, link.segments) is not None
    return (
        None
        if found
        else say("“{note}” has no heading “{heading}”.", note=target.stem, heading=link.subpath)
    )


def _finding(
    checked: Checked, note: IndexedNote, link: Link, message: str, fix: Fix | None = None
) -> Finding:
    severity = Severity.ERROR if checked.index.is_generated(note.path) else Severity.WARNING
    if link.in_comment:
        severity = Severity.INFO
    target = f"{link.path}#{link.subpath}" if link.subpath else link.path
    return Finding(CODE, NAME, severity, note.path, link.line, message, fix, what=target)


def _retargeted(checked: Checked, note: IndexedNote, link: Link, path: str) -> Fix | None:
    """The link led to ``path``, showing what it showed; None where it cannot be put in safely."""
    index = checked.index
    written = _written(link, index.files.shortest_link(path), in_table=note.in_table(link))
    quoted = link.in_property and any(mark in written for mark in "\"'\\")
    if not note.is_utf8 or link.start == link.end or quoted:
        return None
    summary = index.is_generated(path) and index.notes[path].properties.get("kind") == "summary"
    is_safe = path in index.notes and not (summary and index.is_generated(note.path))
    risk = (
        Risk.SAFE if is_safe else Risk.REVIEW
    )  # a citation leads to its source, not to what was made of it
    edit = Edit(link.start, link.end, written, before=link.written)
    return Fix(say("Write {written}", written=written), risk, (edit,))


def _written(link: Link, target: str, *, in_table: bool) -> str:
    subpath = f"#{link.subpath}" if link.subpath else ""
    embed = "!" if link.is_embed else ""
    if link.is_markdown:
        return f"{embed}[{link.display or ''}]({quote(target + subpath, safe='/#^')})"
    display = link.display if link.display is not None or link.is_embed else link.path
    pipe = "\\|" if in_table else "|"
    shown = "" if display is None else f"{pipe}{display}"
    return f"{embed}[[{target}{subpath}{shown}]]"
