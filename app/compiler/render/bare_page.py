"""A page of which no source says anything any more, and which its owner edited or links to."""

from dataclasses import replace

from app.compiler.render import properties
from app.compiler.render.subject_page import Rendered
from app.ledger.pages import PageRow
from app.vault.links import wikilink
from app.vault.markdown import escape


def bare(row: PageRow, into: PageRow | None = None) -> Rendered:
    """What is left of a page when what sources said on it is gone, or stands ``into`` another: its
    title, names and id."""
    left = "No source says anything of it any more."
    if into is not None:
        left = f"What sources say of it stands in {wikilink(into.link)}."
    head = properties.block(
        page=row.id,
        kind=row.kind,
        aliases=list(row.aliases),
        sources=[],
        created=row.created,
        updated=row.created,
    )
    text = f"{head}# {escape(row.title)}\n\n*{left}*\n"
    empty = replace(row, gist="", statements=0, voices=0, disputed=False)
    return Rendered(empty, text, ())
