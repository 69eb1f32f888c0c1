"""Plain words show in Obsidian exactly as they are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from app.vault import markdown
from app.vault.links import find
from app.vault.markdown import escape, unescape

marks = st.sampled_from("\\*_[]#<&$`%=~|^>-+1.)( \t:!/xaé中;{}\"'")
lines = st.text(st.one_of(marks, st.characters(exclude_characters="\r\n")), max_size=40)
reader = MarkdownIt("commonmark").enable(["strikethrough", "table"])


@given(lines, st.booleans())
@settings(max_examples=300)
def test_escaping_loses_nothing(text: str, in_table: bool) -> None:
    """Whatever the line, reading it back gives it again."""
    assert unescape(escape(text, in_table=in_table), in_table=in_table) == text


@given(st.text(max_size=40))
@settings(max_examples=100)
def test_escaping_several_lines_loses_nothing(text: str) -> None:
    """Line breaks of every kind stay what they are."""
    assert unescape(escape(text)) == text


@given(lines.map(str.strip))
@settings(max_examples=300)
def test_nothing_works_in_escaped_words(text: str) -> None:
    """No heading, list, quote, rule, table, emphasis, HTML; by a reader of CommonMark."""
    tokens = reader.parse(escape(text))
    inline = [child.type for token in tokens for child in token.children or []]

    assert {token.type for token in tokens} <= {"paragraph_open", "inline", "paragraph_close"}
    assert set(inline) <= {"text", "text_special", "code_inline"}


@given(lines.map(str.strip))
@settings(max_examples=500)
def test_a_reader_shows_the_very_words(text: str) -> None:
    """Code within them too, whose blanks at its ends a reader would take away."""
    if "\x00" in text:
        return
    parts = [child for token in reader.parse(escape(text)) for child in token.children or []]
    marks_of_code = {"code_inline": "`"}
    shown = "".join(
        f"{marks_of_code.get(each.type, '')}{each.content}{marks_of_code.get(each.type, '')}"
        for each in parts
    )

    assert shown == text


def test_words_between_two_backticks_with_blanks_inside_are_no_code() -> None:
    """One of the blanks at each end would be gone."""
    assert escape("a ` b ` c `d` e") == r"a \` b \` c `d` e"


@given(lines.map(str.strip))
@settings(max_examples=300)
def test_nothing_of_obsidians_own_works_in_escaped_words(text: str) -> None:
    """No link, footnote, block id, comment or formula, in a paragraph as in a callout."""
    for page in (f"Before {escape(text)}", f"> [!quote] {escape(text)}\n> {escape(text)}"):
        assert find(page) == []
        assert markdown.headings(page) == ()
        assert markdown.block_ids(page) == ()
        assert markdown.comments(page) == ()
        assert markdown.footnotes(page).used == ()
        assert "$$" not in markdown.masked(page)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("C# and snake_case, 2 * 3 < 7", "C# and snake_case, 2 * 3 < 7"),
        ("a #tag", "a \\#tag"),
        ("see [[x]] and [y](z)", "see \\[\\[x\\]\\] and \\[y\\](z)"),
        ("`a_b [[c]]` d_", "`a_b [[c]]` d\\_"),
        ("one ` alone", "one \\` alone"),
        ("$5, 50%, %%x%%", "\\$5, 50%, \\%\\%x\\%\\%"),
        ("==a== ~~b~~ a=b", "\\=\\=a\\=\\= \\~\\~b\\~\\~ a=b"),
        ("<b> &amp; AT&T", "\\<b> \\&amp; AT&T"),
        ("words ^id", "words \\^id"),
        ("- item", "\\- item"),
        ("-5 degrees", "-5 degrees"),
        ("1. one", "1\\. one"),
        ("3.5 percent", "3.5 percent"),
        ("> said", "\\> said"),
        ("---", "\\---"),
        ("[!note] x", "\\[!note\\] x"),
        ("C:\\Users\\", "C:\\Users\\\\"),
        ("a | b", "a | b"),
    ],
)
def test_only_marks_that_could_work_are_escaped(text: str, written: str) -> None:
    """The rest stays readable in the file."""
    assert escape(text) == written


def test_a_table_cell_keeps_its_pipes() -> None:
    """In code as well: there, too, a pipe ends the cell."""
    cell = escape("a | b `c|d` \\|", in_table=True)
    tokens = reader.parse(f"| h |\n|---|\n| {cell} |\n")
    cells = [token.content for token in tokens if token.type == "inline"]

    assert cell == "a \\| b `c\\|d` \\\\\\|"
    assert len(cells) == 2


def test_a_long_line_takes_no_time() -> None:
    """A megabyte of marks is read once."""
    text = "a_[`*$" * 100_000

    assert unescape(escape(text)) == text
