"""A page of which no source says anything any more, and which its owner edited or links to."""

from dataclasses import replace

from app.compiler.render import properties
from app.compiler.render.subject_page import Rendered
from app.ledger.pages import PageRow
from app.vault.markdown import escape


def bare(row: PageRow) -> Rendered:
    """What is left of a page when what sources said on it is gone: its title, names and id."""
    head = properties.block(
        page=row.id,
        kind=row.kind,
        aliases=list(row.aliases),
        sources=[],
        created=row.created,
        updated=row.created,
    )
    text = f"{head}# {escape(row.title)}\n\n*No source says anything of it any more.*\n"
    empty = replace(row, gist="", statements=0, voices=0, disputed=False)
    return Rendered(empty, text, ())
