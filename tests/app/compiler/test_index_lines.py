"""What the index says of a page in a line."""

import pytest

from app.compiler.render.subject_page import without_name


@pytest.mark.parametrize(
    ("said", "of_it"),
    [
        ("A wick is a woven cord.", "a woven cord"),
        ("Wicks MUST be trimmed before sunset.", "MUST be trimmed before sunset"),
        ("The wick trade is a small trade.", "The wick trade is a small trade"),
        ("The wick also gives its name to the street.", "gives its name to the street"),
        ("Wick or cord is what draws up the oil.", "Wick or cord is what draws up the oil"),
    ],
)
def test_what_the_index_says_of_a_page_can_be_read_behind_its_name(said: str, of_it: str) -> None:
    """The name is left out only where it is the whole subject of the sentence."""
    assert without_name(said.rstrip("."), "Wick", "en") == of_it
