"""From a footnote to the sentence in its source, side by side."""

from pathlib import Path

from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.conftest import OpenWindow
from ui.main_window import MainWindow
from ui.page.view import PageText

EFFICIENCY = "wiki/concepts/Round-trip efficiency.md"


def open_page(qtbot: QtBot, window: MainWindow, path: str = EFFICIENCY) -> None:
    window.show_page(path)
    qtbot.waitUntil(lambda: window.rooms.page.path == path)


def place_of(view: PageText, words: str) -> QPoint:
    """Where words stand in the viewport, scrolled to."""
    cursor = view.document().find(words)
    assert not cursor.isNull(), words
    view.setTextCursor(cursor)
    view.ensureCursorVisible()
    cursor.setPosition(cursor.selectionStart() + 2)
    view.setTextCursor(cursor)
    return view.cursorRect(cursor).center()


def test_a_mark_opens_its_source_at_the_quote(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """Beside the page, the quote in sight and marked; Esc closes it and goes back to the page."""
    window = open_window(vault)
    open_page(qtbot, window)
    rooms = window.rooms

    rooms.page.text.anchorClicked.emit(QUrl("#fn-k3f-12"))
    qtbot.waitUntil(rooms.source.isVisible)

    source = rooms.source.source
    assert source is not None
    view = rooms.source.text
    cursor = view.document().find(source.quote[:40])
    seen = view.viewport().rect()
    qtbot.waitUntil(lambda: seen.contains(view.cursorRect(cursor).center()))
    assert cursor.charFormat().background().color().name() == window.theme.tokens.quoted
    assert rooms.page.isVisible()

    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert not rooms.source.isVisible()
    assert rooms.source.source is None


def test_a_click_on_the_note_itself_does_the_same(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """Its words are no link, and yet they lead there."""
    window = open_window(vault)
    open_page(qtbot, window)
    view = window.rooms.page.text
    view.finish()
    words = "The round-trip efficiency is the share of the stored"

    QTest.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=place_of(view, words), delay=20
    )

    qtbot.waitUntil(window.rooms.source.isVisible)


def test_in_a_narrow_window_list_and_findings_make_room(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """And come back afterwards."""
    window = open_window(vault)
    open_page(qtbot, window)
    assert window.rooms.findings.isVisible()

    window.rooms.page.text.noted.emit("k3f-12")
    qtbot.waitUntil(window.rooms.source.isVisible)
    assert not window.rooms.findings.isVisible()
    assert not window.rooms.pages.isVisible()

    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert window.rooms.findings.isVisible()
    assert window.rooms.pages.isVisible()


def test_a_note_of_the_person_is_shown_where_it_stands(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """There is no source to open; the page goes to the note."""
    (vault / "wiki/concepts/Own.md").write_text(
        "# Own\n\nText.[^1]\n" + "\nMore.\n" * 200 + "\n[^1]: My own note.\n", encoding="utf-8"
    )
    window = open_window(vault)
    open_page(qtbot, window, "wiki/concepts/Own.md")
    bar = window.rooms.page.text.verticalScrollBar()

    window.rooms.page.text.anchorClicked.emit(QUrl("#fn-1"))

    qtbot.waitUntil(lambda: bar.value() > 1000)
    assert not window.rooms.source.isVisible()
