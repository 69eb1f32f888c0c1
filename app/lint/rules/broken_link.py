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

from collections import defaultdict
from collections.abc import Iterator
from urllib.parse import quote

from app.lint.diagnostic import Edit, Finding, Fix, Risk, Severity
from app.saying import say
from app.vault.index import IndexedNote, Outgoing, VaultIndex
from app.vault.links import Link, find_block, find_heading
from app.vault.names import fold

CODE = "VL001"
NAME = "broken-link"

# What a template program, or Obsidian's own templates, will still fill in.
_PLACEHOLDERS = ("{{", "<%")


def check(index: VaultIndex) -> Iterator[Finding]:
    """A finding for each link whose file, heading or block does not exist."""
    by_alias = _by_alias(index)
    for path, note in index.notes.items():
        if path.startswith(f"{index.folders.raw}/") or index.copy_of(path):
            continue
        for each in index.outgoing(path):
            if _is_no_matter(note, each.link):
                continue
            if each.resolution.path is None:
                yield _missing_file(index, note, each.link, by_alias)
            elif problem := _missing_part(index, each):
                yield _finding(index, note, each.link, problem)


def _by_alias(index: VaultIndex) -> dict[str, list[str]]:
    by_alias: dict[str, list[str]] = defaultdict(list)
    for path, note in index.notes.items():
        named = set() if index.copy_of(path) else {fold(alias.strip()) for alias in note.aliases}
        for alias in named:
            by_alias[alias].append(path)
    return by_alias


def _is_no_matter(note: IndexedNote, link: Link) -> bool:
    """Whether nobody expects the link to lead somewhere: a template's, a clipping's author."""
    if any(mark in link.path for mark in _PLACEHOLDERS):
        return True
    return link.in_property == "author" and "source" in note.properties


def _missing_file(
    index: VaultIndex, note: IndexedNote, link: Link, by_alias: dict[str, list[str]]
) -> Finding:
    if "://" in link.path:
        words = say(
            "“{name}” is an address; a wikilink takes it for the name of a note.", name=link.path
        )
        return _finding(index, note, link, words)
    aliased = by_alias.get(fold(link.path), [])
    if len(aliased) == 1:
        words = say(
            "“{name}” is another name of “{note}”, and Obsidian knows file names only.",
            name=link.path,
            note=index.notes[aliased[0]].stem,
        )
        return _finding(index, note, link, words, _retargeted(index, note, link, aliased[0]))
    if aliased:
        names = tuple(say("“{value}”", value=index.notes[path].stem) for path in aliased)
        words = say(
            "“{name}” is another name of several notes: {names}.", name=link.path, names=names
        )
        return _finding(index, note, link, words)
    files = index.files.named(link.path)
    if len(files) == 1:
        words = say(
            "“{name}” is no note; the file is “{path}”, to be linked with its ending.",
            name=link.path,
            path=files[0],
        )
        return _finding(index, note, link, words, _retargeted(index, note, link, files[0]))
    return _finding(index, note, link, say("There is no note or file “{name}”.", name=link.path))


def _missing_part(index: VaultIndex, outgoing: Outgoing) -> str | None:
    """What is wrong with the part of a note that is linked; other files are not looked into."""
    link, target = outgoing.link, index.notes.get(outgoing.resolution.path or "")
    if target is None or not link.subpath:
        return None
    if link.block:
        found = find_block(target.block_ids, link.block) is not None
        return None if found else f"“{target.stem}” has no block “^{link.block}”."
    headings = [heading.text for heading in target.headings]
    found = find_heading(headings, link.segments) is not None
    return None if found else f"“{target.stem}” has no heading “{link.subpath}”."


def _finding(
    index: VaultIndex, note: IndexedNote, link: Link, message: str, fix: Fix | None = None
) -> Finding:
    severity = Severity.ERROR if index.is_generated(note.path) else Severity.WARNING
    if link.in_comment:
        severity = Severity.INFO
    return Finding(CODE, NAME, severity, note.path, link.line, message, fix)


def _retargeted(index: VaultIndex, note: IndexedNote, link: Link, path: str) -> Fix | None:
    """The link led to ``path``, showing what it showed; None where it cannot be put in safely."""
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
