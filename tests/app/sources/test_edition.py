"""Readable editions, and where each block can be linked."""

import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from app.sources.anchors import heading_paths
from app.sources.document import BlockKind, Reading
from app.sources.edition import anchors, edition, needs_edition
from app.sources.readers import read
from app.vault import markdown
from app.vault.frontmatter import read as read_note
from app.vault.links import find_heading
from tests.app.sources.as_seen import bare
from tests.app.sources.places import DOCUMENTS, read_file

EDITED = [path for path in DOCUMENTS if needs_edition(path.name)]
_ID = re.compile(r"(?: |^)\^p-[0-9a-f]{6,}$", re.MULTILINE)


@pytest.fixture(params=EDITED, ids=lambda path: path.name, scope="module")
def made(request: pytest.FixtureRequest) -> tuple[Reading, str]:
    """Each document that gets an edition, and the edition."""
    path: Path = request.param
    reading = read_file(path)
    return reading, edition(reading.document, f"raw/{path.name}", "ab" * 32)


def test_ids_are_there_once(made: tuple[Reading, str]) -> None:
    """Every block's anchor leads to its own place."""
    reading, text = made
    ids = [found.id for found in markdown.block_ids(text)]
    assert len(set(ids)) == len(ids)
    headings = [heading.text for heading in markdown.headings(text)]
    for anchor, block in zip(reading.anchors, reading.document.blocks, strict=True):
        if block.kind is BlockKind.HEADING:
            assert find_heading(headings, anchor.split("#")) is not None
        else:
            assert anchor.removeprefix("^") in ids


def _shown(text: str) -> str:
    """The words that Markdown shows, block ids left out."""
    words: list[str] = []
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type in ("fence", "code_block"):
            words.append(token.content)
        for child in token.children or ():
            assert child.type not in ("html_inline", "image"), child.content
            words.append(child.content if child.type in ("text", "code_inline") else "\n")
        words.append("\n")
        assert token.type != "html_block", token.content
    return _ID.sub("", "".join(words))


def test_it_shows_exactly_the_words(made: tuple[Reading, str]) -> None:
    """No mark in the words works, none is lost."""
    reading, text = made
    document = reading.document
    shown = bare(_shown(read_note(text).body))
    whole = bare(document.text)
    assert shown in (whole, bare(document.title) + whole)


def test_it_is_a_valid_note(made: tuple[Reading, str]) -> None:
    """Properties that Obsidian reads, balanced fences, one H1."""
    reading, text = made
    note = read_note(text)
    assert note.problem is None
    assert note.properties["kind"] == "source-text"
    assert note.properties["sha256"] == "ab" * 32
    assert note.properties["language"] == reading.document.language
    assert markdown.fences_balanced(text)
    assert [h.level for h in markdown.headings(text)].count(1) == 1


def test_words_that_look_like_marks_are_only_words() -> None:
    """Links, tags, maths, HTML, block ids, lone backticks, tables."""
    source = (
        b"<h1>#tag [[link]]</h1><p>`one' and `two' ^p-1</p><p>- no list</p><p>1. none</p>"
        b"<p>a &lt;b&gt; %%c%% ==d== $e$ ```</p><table><tr><td>x|y<td><code>p|q</code><tr><td>1<td>2"
        b"</table><pre>```\ncode</pre><ul><li>&gt; quote<li># head</ul><p>a * b _c_ &amp;amp;</p>"
    )
    document = read("x.html", source)
    text = edition(document, "raw/x.html", "00")
    assert bare(_shown(read_note(text).body)) == bare(document.text)
    assert markdown.masked(text).count("[[") == 0


def test_an_id_stays_when_other_parts_change() -> None:
    """It depends on the words and their occurrence alone."""
    before = anchors(read("x.txt", b"Same.\n\nOther.\n\nSame.\n"), "x.txt")
    after = anchors(read("x.txt", b"New first.\n\nSame.\n\nChanged.\n\nSame.\n"), "x.txt")
    assert (before[0], before[2]) == (after[1], after[3])
    assert before[0] != before[2]


@pytest.mark.parametrize(
    ("headings", "paths"),
    [
        ([(1, "A"), (2, "B")], ["A", "B"]),
        ([(1, "T"), (2, "A"), (3, "X"), (2, "B"), (3, "X")], ["T", "A", "A#X", "B", "B#X"]),
        ([(2, "X"), (2, "X")], ["", ""]),
        ([(1, "A"), (2, "X"), (2, "X")], ["A", "A#X", "A"]),
        ([(2, "C#: the *good* | `parts`")], ["C the good parts"]),
        ([(2, "A"), (2, "a!")], ["", ""]),
        ([(1, "T"), (2, "See [[this]]")], ["T", "T"]),
        ([(1, "T"), (2, "`***`")], ["T", "T"]),
    ],
)
def test_heading_paths(headings: list[tuple[int, str]], paths: list[str]) -> None:
    """As short as they can be, and to one heading only."""
    assert heading_paths(headings) == paths


def test_notes_are_linked_by_their_headings() -> None:
    """As they are written in the note; what comes before the first leads to the top."""
    source = "Before.\n\n# One *two*\n\nText.\n\n## Part_x\n\nMore.\n"
    document = read("x.md", source.encode())
    assert anchors(document, "x.md", source) == ("", "One two", "One two", "Part_x", "Part_x")


def test_only_notes_go_without_an_edition() -> None:
    """Obsidian shows .md, in any case."""
    assert [needs_edition(n) for n in ("a.md", "a.MD", "a.markdown", "a.txt", "a.html")] == [
        False,
        False,
        True,
        True,
        True,
    ]
