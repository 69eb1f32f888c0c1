"""Backlinks below a page."""

from pathlib import Path
from urllib.parse import quote

from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from tests.ui.conftest import OpenWindow
from ui.page import foot


def test_no_line_where_no_page_leads() -> None:
    """An empty promise is none."""
    assert foot.html(()) == ""


def test_many_are_counted() -> None:
    """All in the head, the first in links."""
    links = tuple((f"wiki/concepts/{n}.md", f"{n} <b>") for n in range(foot.MOST + 5))
    shown = foot.html(links)

    assert "Linked from (65):" in shown
    assert shown.count("<a ") == foot.MOST
    assert "and 5 more" in shown
    assert "<b>" not in shown


def test_a_backlink_is_followed(qtbot: QtBot, open_window: OpenWindow, vault: Path) -> None:
    """It is a link like any other of the page."""
    window = open_window(vault)
    window.show_page("wiki/concepts/Peak shaving.md")
    qtbot.waitUntil(lambda: window.rooms.page.path.endswith("Peak shaving.md"))
    view = window.rooms.page.text
    assert "Linked from" in view.toPlainText()
    path = "wiki/concepts/Round-trip efficiency.md"
    assert f'href="vault:{quote(path)}"' in view._html

    view.anchorClicked.emit(QUrl(f"vault:{quote(path)}"))

    qtbot.waitUntil(lambda: window.rooms.page.path == path)
