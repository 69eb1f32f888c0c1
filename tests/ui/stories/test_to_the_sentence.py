"""From a footnote to the sentence in its source."""

from pathlib import Path

from PySide6.QtGui import QTextCursor

from tests.ui.stories.conftest import Person, link_place
from ui.page.view import PageText


def test_with_the_mouse(reader: Person) -> None:
    """Hovering shows the quote; a click shows it, marked, in the source beside the page."""
    rooms, qtbot = reader.rooms, reader.qtbot
    reader.read("Wick")
    text = rooms.page.text
    mark = link_place(text, "#fn-")
    quote = text.tip_at(mark)
    assert "woven cord" in quote
    reader.picture("a-page-with-marks")

    reader.click(text.viewport(), mark)
    qtbot.waitUntil(rooms.source.isVisible)
    assert "A wick is a woven cord" in quoted(reader)
    assert in_sight(rooms.source.text, "A wick is a woven cord")
    assert quoted(reader) in source_of(reader)
    reader.picture("the-sentence-in-its-source")

    reader.click(rooms.source.away)
    assert rooms.source.isHidden()
    reader.picture("closed")


def test_with_the_keyboard_only(reader: Person) -> None:
    """Ctrl+F finds the page, F6 and Tab lead to the mark, Enter to the sentence, Esc back."""
    rooms, qtbot = reader.rooms, reader.qtbot
    reader.press("Ctrl+F")
    reader.type("wick")
    reader.press("Return")
    qtbot.waitUntil(lambda: rooms.page.path.endswith("Wick.md"))
    while reader.keyboard is not rooms.page.text:
        reader.press("F6")
    while not rooms.page.text.textCursor().charFormat().anchorHref().startswith("#fn-"):
        reader.press("Tab")
    (mark,) = rooms.page.text.extraSelections()
    assert mark.format.background().color().name() == reader.window.theme.tokens.accent.lower()
    reader.picture("the-mark-has-the-keyboard")

    reader.press("Return")
    qtbot.waitUntil(rooms.source.isVisible)
    assert reader.keyboard is rooms.source.text
    assert in_sight(rooms.source.text, quoted(reader)[:30])
    reader.picture("the-sentence")

    reader.press("Esc")
    assert rooms.source.isHidden()
    assert reader.keyboard is rooms.page.text


def quoted(reader: Person) -> str:
    """The words of a source that are marked."""
    found, block = [], reader.rooms.source.text.document().begin()
    while block.isValid():
        pieces = block.begin()
        while not pieces.atEnd():
            piece = pieces.fragment()
            if piece.charFormat().background().color().name() == reader.marked:
                found.append(piece.text())
            pieces += 1
        block = block.next()
    return "".join(found).strip()


def in_sight(text: PageText, words: str) -> bool:
    """Whether words can be seen without scrolling."""
    cursor: QTextCursor = text.document().find(words)
    return not cursor.isNull() and text.viewport().rect().contains(text.cursorRect(cursor).center())


def source_of(reader: Person) -> str:
    """The file that is shown beside the page."""
    vault, shown = reader.window.vault, reader.rooms.source.source
    assert vault is not None
    assert shown is not None
    return Path(vault / shown.path).read_text(encoding="utf-8").replace("\n", " ")
