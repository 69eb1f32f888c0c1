"""The foot of a page: which pages lead here."""

from html import escape
from urllib.parse import quote

from PySide6.QtCore import QCoreApplication

_translate = QCoreApplication.translate

MOST = 60
"""Links that are shown; a page that everything leads to would be all foot."""


def html(backlinks: tuple[tuple[str, str], ...]) -> str:
    """A line of links, or nothing where no page leads here."""
    if not backlinks:
        return ""
    head = _translate("PageFoot", "Linked from (%1):").replace("%1", f"{len(backlinks):,}")
    links = [_link(path, title) for path, title in backlinks[:MOST]]
    more = len(backlinks) - MOST
    if more > 0:
        links.append(escape(_translate("PageFoot", "and %1 more").replace("%1", f"{more:,}")))
    return f'<p class="backlinks">{escape(head)} {" · ".join(links)}</p>'


def _link(path: str, title: str) -> str:
    return f'<a href="vault:{quote(path)}">{escape(title)}</a>'
