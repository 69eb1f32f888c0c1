"""What Obsidian sees in a note: headings, block ids, footnotes, comments, tables, fences."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.vault import markdown
from app.vault.frontmatter import body_offset


@given(st.text(st.sampled_from("`~$<>!-[]\\%^# \n\r\t|:ab"), max_size=80))
@settings(max_examples=200)
def test_masking_keeps_every_offset(text: str) -> None:
    """Only visible characters turn into blanks; line breaks stay where they are."""
    masked = markdown.masked(text)

    assert len(masked) == len(text)
    assert all(new in (old, " ") for old, new in zip(text, masked, strict=True))
    assert re.findall(r"[\r\n]", masked) == re.findall(r"[\r\n]", text)


LINES = [
    *(
        "# A",
        "## B #",
        "#C",
        "##",
        "# ",
        "   # D",
        "- # F",
        "> # G",
        "# H ##",
        "#\\#",
        "---",
        "===",
    ),
    *("- x", "  y", "    e", "> q", "1. z", "", "text", "[[l]] ^a", "a | b", "- | -", "[a]: b"),
]


@given(
    st.lists(
        st.sampled_from(LINES),
        max_size=8,
    ),
    st.sampled_from(["\n", "\r\n"]),
)
@settings(max_examples=200, deadline=None)
def test_the_quick_look_sees_what_the_full_one_sees(lines: list[str], line_break: str) -> None:
    """Notes without code, HTML, math and the like need no look at their blocks."""
    text = line_break.join(lines)

    assert markdown._seen(text) == markdown._seen_by_blocks(text, body_offset(text))


def test_masking_reads_from_left_to_right() -> None:
    """Code binds before formulas, a link before a formula, an escaped mark opens nothing."""
    assert markdown.masked("a `$` b $c$ d") == "a     b     d"
    assert markdown.masked("[[a$b]] and [[c$d]]") == "[[a$b]] and [[c$d]]"
    assert markdown.masked("\\`[[x]]\\` `y`") == "\\`[[x]]\\`    "
    assert markdown.masked("$5 and $6") == "$5 and $6"


def test_headings_are_raw_and_in_place() -> None:
    """With their marks, under both spellings; those in quotes, lists and code are no targets."""
    text = (
        "---\ntitle: x\n---\n# One [[Other]] #\n\n> ## quoted\n\n- ## listed\n\n"
        "```\n# code\n```\n## `two()`\n#tag\n\nThree\n---\n"
    )
    headings = markdown.headings(text)

    assert [(h.level, h.text, h.line) for h in headings] == [
        (1, "One [[Other]]", 4),
        (2, "`two()`", 13),
        (2, "Three", 16),
    ]
    assert text[headings[1].start : headings[1].end] == "## `two()`\n"


def test_block_ids_stand_at_the_end_of_a_line() -> None:
    """After a blank or alone; not in code, not with an underscore, not in the middle."""
    text = "one ^a-1\n\n> q\n\n^B2\n\nno^c no ^d more\n\n`x ^e`\n\n^f_g\n\r\ntwo ^h\r\n"
    ids = markdown.block_ids(text)

    assert [(block.id, block.line) for block in ids] == [("a-1", 1), ("B2", 5), ("h", 13)]
    assert text[ids[0].start : ids[0].end] == "^a-1"


def test_footnotes_used_and_defined() -> None:
    """Marks in code and escaped ones are none; a definition is not a use."""
    text = "A[^k3f-1] b[^k3f-1] `[^no]` \\[^no] c[^two].\n\n[^k3f-1]: “q” [[x]]\n[^z]: y\n"

    assert markdown.footnotes(text).used == ("k3f-1", "two")
    assert markdown.footnotes(text).defined == ("k3f-1", "z")


@pytest.mark.parametrize(
    ("text", "comments"),
    [
        ("a %%b%% c", ["b"]),
        ("%%\nlong\n\none\n%%", ["\nlong\n\none\n"]),
        ("%%%% x", [""]),
        ("`%%` x `%%`", []),
        ("\\%%x%%", []),
        ("100%% sure", []),
        ("a\n%% never closed", [" never closed"]),
    ],
)
def test_comments_are_found(text: str, comments: list[str]) -> None:
    """Between two double percent signs, over paragraphs too."""
    assert [text[start:end] for start, end in markdown.comments(text)] == comments


@pytest.mark.parametrize(
    ("text", "balanced"),
    [
        ("```\nx\n```\n", True),
        ("```\nx\n", False),
        ("````\n```\n````", True),
        ("~~~\n```\n~~~", True),
        ("```\n~~~\n", False),
        ("> ```\n> x\n> ```\n", True),
        ("- ```\n  x\n", False),
        ("no fence", True),
        ("```", False),
    ],
)
def test_an_open_fence_is_noticed(text: str, balanced: bool) -> None:
    """Only the same mark, at least as long, closes one."""
    assert markdown.fences_balanced(text) is balanced


def test_tables_know_their_lines() -> None:
    """From the header row to the last, counted from 1 with the properties."""
    assert markdown.table_lines("---\na: 1\n---\n\n| a |\n|---|\n| b |\n\nx | y") == ((5, 8),)
