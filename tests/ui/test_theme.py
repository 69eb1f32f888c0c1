"""Colours can be read and told apart, in light and in dark."""

from dataclasses import fields

import pytest
from PySide6.QtWidgets import QApplication

from ui.page import style
from ui.theme import DARK, LIGHT, Theme, Tokens, contrast, style_sheet

THEMES = pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
GROUNDS = ("window", "surface", "raised", "hover", "selected")
TEXTS = ("text", "secondary")
MARKS = (
    "accent",
    "concept",
    "entity",
    "summary",
    "comparison",
    "error",
    "warning",
    "info",
    "good",
)


@THEMES
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("text", TEXTS)
def test_text_can_be_read_on_every_ground(tokens: Tokens, ground: str, text: str) -> None:
    """At 4.5 to 1."""
    assert contrast(getattr(tokens, text), getattr(tokens, ground)) >= 4.5


@THEMES
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("mark", MARKS)
def test_marks_can_be_seen_on_every_ground(tokens: Tokens, ground: str, mark: str) -> None:
    """At 3 to 1."""
    assert contrast(getattr(tokens, mark), getattr(tokens, ground)) >= 3


@THEMES
@pytest.mark.parametrize("mark", MARKS)
def test_titles_of_callouts_can_be_read_on_their_wash(tokens: Tokens, mark: str) -> None:
    """They are words in the colour of their kind, on a breath of it; so is the text below."""
    ground = tokens.wash(getattr(tokens, mark))

    assert contrast(getattr(tokens, mark), ground) >= 4.5
    assert contrast(tokens.text, ground) >= 4.5
    assert contrast(tokens.accent, ground) >= 4.5


@THEMES
@pytest.mark.parametrize("ground", ["gone", "came", "gone_words", "came_words"])
def test_lines_that_go_and_come_can_be_read(tokens: Tokens, ground: str) -> None:
    """With the words in them that differ; the marks in them are quiet, and their sign is seen."""
    assert contrast(tokens.text, getattr(tokens, ground)) >= 4.5
    assert contrast(tokens.secondary, getattr(tokens, ground.partition("_")[0])) >= 4.5
    assert contrast(tokens.error, tokens.gone) >= 3
    assert contrast(tokens.good, tokens.came) >= 3


@THEMES
def test_links_and_buttons_can_be_read(tokens: Tokens) -> None:
    """Links are text too."""
    assert contrast(tokens.accent, tokens.surface) >= 4.5
    assert contrast(tokens.on_accent, tokens.accent) >= 4.5


@THEMES
def test_style_sheets_have_all_their_colours(tokens: Tokens) -> None:
    """No placeholder is left, for the window or for a page."""
    assert "$" not in style_sheet(tokens)
    assert "{" in style.style_sheet(tokens, 15)
    for field in fields(tokens):
        assert getattr(tokens, field.name).startswith("#")


def test_the_theme_can_be_chosen_by_the_environment(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For pictures, and for those whose system does not say."""
    found = {}
    for name in ("dark", "light"):
        monkeypatch.setenv("VAULTLOOM_THEME", name)
        found[name] = Theme(qapp).dark

    assert found == {"dark": True, "light": False}
