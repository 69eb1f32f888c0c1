"""Fixes go into a text whole, in order, and never over each other."""

from hypothesis import given, settings
from hypothesis import strategies as st

from app.lint.diagnostic import Edit, Fix, Risk
from app.lint.fixing import apply

ALPHABET = "abcdefghij"


def fix(*edits: tuple[int, int, str], risk: Risk = Risk.SAFE) -> Fix:
    """A fix of these edits of a text that begins like the alphabet."""
    made = (Edit(start, end, text, ALPHABET[start:end]) for start, end, text in edits)
    return Fix("Mend", risk, tuple(made))


def test_fixes_go_in_whatever_their_order() -> None:
    """Places are those of the text before any of them."""
    late, early = fix((4, 5, "EE")), fix((0, 1, ""), (2, 2, "+"))

    assert apply("abcde", [late, early], {Risk.SAFE}) == ("b+cdEE", [early, late])


def test_a_fix_that_overlaps_waits() -> None:
    """The earlier one goes in, the other one at the next run."""
    first, second = fix((0, 3, "x")), fix((2, 4, "y"))

    assert apply("abcde", [second, first], {Risk.SAFE}) == ("xde", [first])


def test_a_fix_goes_in_whole_or_not_at_all() -> None:
    """One edit without room keeps back the others."""
    first, second = fix((3, 4, "x")), fix((3, 4, "y"), (4, 5, "z"))

    assert apply("abcde", [first, second], {Risk.SAFE}) == ("abcxe", [first])


def test_only_what_is_allowed_goes_in() -> None:
    """What needs a look waits for it, and a fix that only shows has no edits."""
    review, shown = fix((0, 1, "x"), risk=Risk.REVIEW), Fix("Look", Risk.SHOW)

    assert apply("ab", [review, shown], {Risk.SAFE}) == ("ab", [])
    assert apply("ab", [review, shown], set(Risk)) == ("xb", [review])


def test_the_same_fix_twice_is_one() -> None:
    """Two findings may propose it."""
    assert apply("ab", [fix((0, 1, "x")), fix((0, 1, "x"))], {Risk.SAFE})[0] == "xb"


def test_a_text_edited_since_is_not_damaged() -> None:
    """Where something else stands by now, the fix stays out."""
    assert apply("xabcde", [fix((0, 1, "-"), (3, 4, "+"))], {Risk.SAFE}) == ("xabcde", [])


@given(
    st.lists(
        st.tuples(st.integers(0, 9), st.integers(0, 3), st.sampled_from(["", "x", "yy"])).map(
            lambda edit: fix((edit[0], min(10, edit[0] + edit[1]), edit[2]))
        ),
        max_size=6,
    )
)
@settings(max_examples=100)
def test_the_rest_of_the_text_is_never_touched(fixes: list[Fix]) -> None:
    """The result is the text with exactly the applied edits, done from the end backwards."""
    text = ALPHABET
    result, applied = apply(text, fixes, {Risk.SAFE})
    for edit in sorted((edit for each in applied for edit in each.edits), reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]

    assert result == text
