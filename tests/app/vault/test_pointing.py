"""A line of a note is found again once the note is shown, and nothing of it is other than without that."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.vault.html import render
from app.vault.pointing import LINE, placed, pointed

NOTE = """---
kind: concept
---
# Title

A **bold** line.[^x-1]

- [[Flow]] is an item

> [!warning|contradiction] Two values
> inside

| a | b |
|---|---|
| one | two |

```
code
```

[^x-1]: “quote” in [[Source]]
"""
PLACE = f'<span id="{LINE}"></span>'


def shown(text: str, line: int) -> str:
    return placed(render(pointed(text, line) if line else text, lambda target: f"{target}.md"))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (4, "Title"),
        (6, "A <strong>"),
        (7, '<a href="vault:Flow.md"'),
        (8, '<a href="vault:Flow.md"'),
        (10, "Two values"),
        (11, "inside"),
        (13, "a</th>"),
        (14, "one"),
        (17, "code"),
        (21, "“quote” in"),
    ],
)
def test_the_place_is_where_the_words_of_the_line_begin(line: int, words: str) -> None:
    """Or those of the next line that is shown; the marks before them stay what they are."""
    assert PLACE + words in shown(NOTE, line)


@pytest.mark.parametrize("line", [1, 2, 3, 22, 99])
def test_there_is_no_place_where_nothing_is_shown(line: int) -> None:
    """In the properties, and behind the end."""
    assert LINE not in shown(NOTE, line)


def test_a_heading_below_the_line_keeps_its_anchor() -> None:
    """A line above dashes is one, and what a link in it is written with is no part of its anchor."""
    assert '<h2 id="- flow is an item">' in shown("- [[Flow]] is an item\n---", 1)


@given(
    st.lists(
        st.sampled_from(
            [*NOTE.splitlines(), "1. one", "- [ ] task", "    indented", "%% a %%", "***"]
        ),
        max_size=12,
    ),
    st.integers(0, 14),
)
def test_nothing_else_of_the_note_changes(lines: list[str], line: int) -> None:
    """Whatever lines there are, in whatever order."""
    text = "\n".join(lines)
    assert shown(text, line).replace(PLACE, "") == shown(text, 0)
