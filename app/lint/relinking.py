"""Links of a note as findings have them: how bad one is, and links written anew."""

from collections.abc import Iterator
from urllib.parse import quote

from app.lint.checked import Checked
from app.lint.diagnostic import Edit, Fix, Risk, Severity
from app.saying import say
from app.vault.index import IndexedNote, Outgoing
from app.vault.links import Link

# What a template program, or Obsidian's own templates, will still fill in.
_PLACEHOLDERS = ("{{", "<%")


def links_of(checked: Checked, path: str) -> Iterator[Outgoing]:
    """The links of a note that somebody expects to lead somewhere: none of a source, which is its writer's
    and never changes, nor of a sync tool's copy, nor what a template will fill in."""
    if path.startswith(f"{checked.folders.raw}/") or checked.index.copy_of(path):
        return
    note = checked.index.notes[path]
    for each in checked.index.outgoing(path):
        if not _is_no_matter(note, each.link):
            yield each


def _is_no_matter(note: IndexedNote, link: Link) -> bool:
    """Whether nobody expects the link to lead somewhere: a template's, a clipping's author."""
    if any(mark in link.path for mark in _PLACEHOLDERS):
        return True
    return link.in_property == "author" and "source" in note.properties


def target_of(link: Link) -> str:
    """What a link leads to, as it says."""
    return f"{link.path}#{link.subpath}" if link.subpath else link.path


def severity_of(checked: Checked, path: str, link: Link) -> Severity:
    """How bad it is that a link leads nowhere: an error where Vaultloom wrote it, else a warning, and inside
    a comment no more than worth knowing."""
    if link.in_comment:
        return Severity.INFO
    return Severity.ERROR if is_ours(checked, path, link.written) else Severity.WARNING


def is_ours(checked: Checked, path: str, written: str) -> bool:
    """Whether what stands on a note was written by Vaultloom, and not by the page's owner: a page's last
    generated text has it. Without a ledger a page is as it was made, but for its notes at the end."""
    if not checked.index.is_generated(path):
        return False
    page = checked.page(path)
    record = checked.ledger.page_record(page.id) if checked.ledger and page else None
    return record is None or written in record.base


def retargeted(
    checked: Checked, note: IndexedNote, link: Link, path: str, *, risk: Risk | None = None
) -> Fix | None:
    """The fix after which a link leads to ``path``, showing what it showed; None where it cannot be put in
    safely. Leading to a note is safe, to any other file it needs a look, unless ``risk`` says what it is."""
    index = checked.index
    written = rewritten(link, index.files.shortest_link(path), in_table=note.in_table(link))
    summary = index.is_generated(path) and index.notes[path].properties.get("kind") == "summary"
    is_safe = path in index.notes and not (summary and index.is_generated(note.path))
    # a citation leads to its source, not to what was made of it
    return put_in(note, link, written, risk or (Risk.SAFE if is_safe else Risk.REVIEW))


def put_in(note: IndexedNote, link: Link, written: str, risk: Risk) -> Fix | None:
    """The fix that writes a link in the place of another; None where its place is not known, or the quotes
    of a property would need marks of their own."""
    quoted = link.in_property and any(mark in written for mark in "\"'\\")
    if not note.is_utf8 or link.start == link.end or quoted:
        return None
    edit = Edit(link.start, link.end, written, before=link.written)
    return Fix(say("Write {written}", written=written), risk, (edit,))


def rewritten(link: Link, target: str, *, in_table: bool) -> str:
    """The link to another target, shown as it is now."""
    subpath = f"#{link.subpath}" if link.subpath else ""
    embed = "!" if link.is_embed else ""
    if link.is_markdown:
        return f"{embed}[{link.display or ''}]({quote(target + subpath, safe='/#^')})"
    display = link.display if link.display is not None or link.is_embed else link.path
    pipe = "\\|" if in_table else "|"
    shown = "" if display is None else f"{pipe}{display}"
    return f"{embed}[[{target}{subpath}{shown}]]"
