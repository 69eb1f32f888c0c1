"""The text of a page: nothing fetched, long texts in parts, links where they should lead."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QUrl
from pytestqt.qtbot import QtBot

from app.vault.html import render
from ui.page.view import PageText
from ui.settings.model import Choices
from ui.theme import Theme


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> PageText:
    view = PageText(theme)
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    return view


@pytest.mark.parametrize(
    "address",
    ["file:///etc/passwd", "https://example.org/a.png", "data:image/png;base64,AA", "x.png"],
)
def test_nothing_but_our_icons_is_loaded(view: PageText, address: str) -> None:
    """Whatever a page names."""
    assert view.loadResource(2, QUrl(address)) is None
    assert view.loadResource(2, QUrl("icon:callout-warning")) is not None


def test_a_long_text_is_shown_in_parts(view: PageText) -> None:
    """And a link into it finds the part."""
    sections = (f"## Heading {number}\n\n" + "Some words of it. " * 40 for number in range(800))
    view.show_html(render("\n\n".join(sections), str))
    assert "Heading 1\n" in view.toPlainText()
    assert "Heading 400\n" not in view.toPlainText()

    view.go_to("heading 400")
    assert "Heading 400\n" in view.toPlainText()
    assert "Go on to part" in view.toPlainText()
    spot = view.spot
    view.anchorClicked.emit(QUrl("part:0"))
    view.return_to(spot)

    assert view.spot == spot


def test_what_is_left_out_is_said(view: PageText) -> None:
    """At the end of the last part."""
    view.show_html(render("word and more words\n\n" * 30_000, str))
    last = len(view.parts()) - 1

    view.anchorClicked.emit(QUrl(f"part:{last}"))
    view.finish()

    assert "Obsidian has it all" in view.toPlainText()


@pytest.mark.parametrize("address", ["vault:a%20b.md#c%20d", "missing:x", "https://example.org/"])
def test_links_say_where_they_lead(qtbot: QtBot, view: PageText, address: str) -> None:
    """Decoded, each by its own signal."""
    told: list[object] = []
    view.went.connect(lambda path, anchor: told.append((path, anchor)))
    view.missed.connect(told.append)
    view.left.connect(lambda url: told.append(url.toString()))

    view.anchorClicked.emit(QUrl(address))

    expected = {"vault": ("a b.md", "c d"), "missing": "x", "https": "https://example.org/"}
    assert told == [expected[address.partition(":")[0]]]


def test_text_grows_within_bounds(view: PageText, choices: Choices) -> None:
    """And goes back to its usual size; what is shown follows."""
    view.show_html("<p>x</p>")

    def size() -> int:
        return view.document().firstBlock().begin().fragment().charFormat().font().pixelSize()

    def after(steps: int, by: int) -> int:
        for _ in range(steps):
            choices.resize(by)
        return size()

    assert (after(50, 1), after(50, -1), after(1, 0)) == (28, 11, 15)


def test_every_sample_page_can_be_shown(view: PageText) -> None:
    """None makes Qt complain, and none comes out empty."""
    for path in (Path(__file__).parent / "sample_vault").rglob("*.md"):
        view.show_html(render(path.read_text(encoding="utf-8"), str))

        assert view.toPlainText().strip()


def test_a_paragraph_looks_the_same_wherever_the_text_is_cut(view: PageText) -> None:
    """A piece that is added later begins with the look of its own first paragraph."""
    view.show_html("<h4>Heading</h4><p>Some words of it.</p>" * 2_000)
    view.finish()
    looks: dict[str, set[tuple[int, float, float]]] = {}
    block = view.document().begin()
    while block.isValid():
        look = block.blockFormat()
        found = (look.headingLevel(), look.topMargin(), look.bottomMargin())
        looks.setdefault(block.text(), set()).add(found)
        block = block.next()

    assert len(looks["Heading"]) == 1
    assert len(looks["Some words of it."]) == 1


def test_a_list_in_a_list_stands_further_in(view: PageText) -> None:
    """However deep."""
    view.show_html(render("- one\n  - two\n    1. three\n- one again\n", str))
    depths = {}
    block = view.document().begin()
    while block.isValid():
        depths[block.text()] = block.textList().format().indent()
        block = block.next()

    assert depths == {"one": 1, "two": 2, "three": 3, "one again": 1}


def test_code_in_a_quote_is_marked_like_the_rest(view: PageText, theme: Theme) -> None:
    """The marker leaves no gaps."""
    view.show_html(
        '<p><span class="quoted">Allow a <code>rc</code> here.</span> <code>b</code></p>'
    )

    assert _ground(view, "rc") == theme.tokens.quoted
    assert _ground(view, "b") == theme.tokens.code


def _ground(view: PageText, words: str) -> str:
    return view.document().find(words).charFormat().background().color().name()


def test_the_line_at_the_top_stays_there_when_the_page_gets_narrower(
    qtbot: QtBot, theme: Theme
) -> None:
    """As when a panel comes beside it, so that who reads goes on reading."""
    text = PageText(theme)
    qtbot.addWidget(text)
    text.resize(800, 400)
    text.show()
    long = "Words of a paragraph that breaks into more lines where there is less room. " * 6
    text.show_html("".join(f"<p>{at} {long}</p>" for at in range(60)))
    text.finish()
    text.verticalScrollBar().setValue(2_000)
    before = text.cursorForPosition(QPoint(1, 1)).position()
    for width in (480, 640, 300):
        text.resize(width, 400)
        after = text.cursorForPosition(QPoint(1, 1)).position()
        assert abs(after - before) < len(long) // 4
