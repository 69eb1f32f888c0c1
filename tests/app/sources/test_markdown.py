"""Markdown: what a reader of the note sees, and nothing else."""

import pytest

from app.errors import SourceRefused
from app.sources.document import BlockKind, Document, MarkKind
from app.sources.readers.markdown import read


def _read(text: str) -> Document:
    return read(text.encode(), "note.md")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a [[Target|words]] b [[Other#Part]] c", "a words b Other#Part c"),
        ("a [words](https://example.org/(x)) b", "a words b"),
        ("a ![picture](x.png) b ![[embed.pdf#page=2]] c", "a b c"),
        ("a *b* **c** __d__ ==e== ~~f~~ g", "a b c d e g"),
        ("a `b  c` ``d`e`` f", "a `b  c` `d`e` f"),
        ("a %%secret%% b", "a b"),
        ("a\n\n%%\nsecret\n\nmore\n%%\n\nb", "a\n\nb"),
        ("a <!-- secret --> b", "a b"),
        ("a\n\n<!--\nsecret\n\nmore\n-->\n\nb", "a\n\nb"),
        ("a <span style='display: none'>secret</span> b", "a b"),
        ("a\n\n<div hidden>\n\nsecret\n\n</div>\n\nb", "a\n\nb"),
        ("a <b>c</b><br>d", "a c d"),
        ("a &amp; b &copy; &#8203;c", "a & b © c"),
        (r"a \[\[b\]\] \*c\* top\_p", "a [[b]] *c* top_p"),
        ("a ^block-1\n\nb", "a\n\nb"),
        ("a[^1] b\n\n[^1]: note", "a b\n\nnote"),
        ("- [ ] task\n- [x] done", "task\ndone"),
        ("> [!note]- Title\n> body\n> more", "Title\n\nbody more"),
        ("price is $5 and $6 but $x_1^2$ is math", "price is $5 and $6 but $x_1^2$ is math"),
        ("soft\u00adhyphen zero\u200bwidth", "softhyphen zerowidth"),
        ("a\U000e0041\U000e0042b", "ab"),
        ("一行\n二行 and\nthree", "一行二行 and three"),
        ("`%%kept%%` and\n\n```\n%%kept%%\n```", "`%%kept%%` and\n\n%%kept%%"),
        ("100%% sure", "100%% sure"),
        ("e\u0301t\u00e9", "\u00e9t\u00e9"),
    ],
)
def test_text(source: str, text: str) -> None:
    """The text of a document is what the note shows."""
    assert _read(source).text == text


def test_marks_cover_their_words() -> None:
    """Each mark's place cuts its words out; links have their target."""
    document = _read("See *the\n  [[Page|name]]* and **[x](https://e.org)** or `code`.")
    found = {(document.text[m.start : m.end], m.kind, m.target) for m in document.marks}
    assert found == {
        ("the name", MarkKind.EMPHASIS, ""),
        ("name", MarkKind.WIKILINK, "Page"),
        ("x", MarkKind.STRONG, ""),
        ("x", MarkKind.LINK, "https://e.org"),
        ("`code`", MarkKind.CODE, ""),
    }


def test_nested_lists_have_depths_markers_and_parents() -> None:
    """What follows inside an item hangs on it."""
    document = _read("Do:\n\n1. one\n\n   more\n\n   - deep\n2. two\n")
    blocks = document.blocks
    assert [(b.kind.value, b.level, b.marker, b.parent) for b in blocks] == [
        ("paragraph", 0, "", None),
        ("item", 0, "1", 0),
        ("paragraph", 0, "", 1),
        ("item", 1, "", 2),
        ("item", 0, "2", 0),
    ]


def test_tables_have_rows_and_cells() -> None:
    """The header row is marked, others hang on it, cells have places."""
    document = _read("| a | b |\n|---|---|\n| [[x\\|y]] | `c` |\n")
    rows = document.blocks
    assert [row.header for row in rows] == [True, False]
    assert rows[1].parent == 0
    assert [document.text[start:end] for start, end in rows[1].cells] == ["y", "`c`"]


def test_clipper_properties_are_metadata() -> None:
    """Links to authors are names; the day of clipping is not the source's date."""
    document = _read(
        '---\ntitle: "A: \\"B\\""\nsource: "https://e.org/x"\nauthor:\n  - "[[Jane Doe]]"\n'
        "published: 2024-05-06\ncreated: 2025-01-01\ntags:\n  - clippings\n---\nText.\n"
    )
    about = document.metadata
    assert (document.title, about.url, about.date) == ('A: "B"', "https://e.org/x", "2024-05-06")
    assert about.authors == ("Jane Doe",)
    assert document.text == "Text."


@pytest.mark.parametrize(
    ("properties", "title"),
    [
        ('title: "LaTeX \\alpha and C:\\Users"', "LaTeX \\alpha and C:\\Users"),
        ("title: A: B", "A: B"),
        ('title: "Say "hi""', 'Say "hi"'),
        ("title: one\ntitle: two", "one"),
        ("title: x\naliases: [[Not a list]]\n\ttab: 1", "x"),
        ("title: {{title}}", "note"),
        ("date: 2021-13-45\ntitle: x", "x"),
    ],
)
def test_broken_properties_are_recovered(properties: str, title: str) -> None:
    """Line by line, the first value of each key; the text is not touched."""
    document = _read(f"---\n{properties}\n---\nText.\n")
    assert (document.title, document.text) == (title, "Text.")


def test_recovery_is_said() -> None:
    """In words."""
    document = _read("---\ntitle: A: B\n---\nText.\n")
    assert document.recovered == (
        "Its properties are not valid YAML; they were read line by line.",
    )
    assert "never closed" in _read("---\ntitle: A\ntags: [x\n\n# H\n\nText.").recovered[0]


def test_a_rule_at_the_top_is_no_properties() -> None:
    """The text stays whole."""
    assert _read("---\n\nJust text.\n").text == "Just text."


@pytest.mark.parametrize(
    "source", ["", "  \n", "---\ntitle: x\n---\n", "![](x.png)", "***", "%%only this%%", "<br>"]
)
def test_no_words_is_refused(source: str) -> None:
    """With a reason."""
    with pytest.raises(SourceRefused, match="holds no text"):
        _read(source)


def test_titles_fall_back_to_the_heading_and_the_name() -> None:
    """Never empty; backticks go."""
    assert _read("# The `x` file\n\ntext").title == "The x file"
    assert _read("text").title == "note"
    assert read(b"text", "a/b/.md").title


def test_an_heading_like_the_title_is_still_a_heading() -> None:
    """It is in the text and in the path of what follows."""
    document = _read("---\ntitle: Same\n---\n# Same\n\ntext")
    assert document.blocks[0].kind is BlockKind.HEADING
