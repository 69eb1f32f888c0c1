from hypothesis import given, settings
from hypothesis import strategies as st

from app.llm.repeating import repeats

_ITEMS = "".join(f'{{"e":[{n}],"k":"says"}},' for n in range(60))


def test_items_that_count_on_are_no_repeats() -> None:
    assert repeats('{"c":[' + _ITEMS) == -1


def test_a_table_of_equal_answers_is_no_repeat_below_six() -> None:
    assert repeats('{"c":[' + '{"e":[1],"k":"says","s":"Hinge"},' * 5) == -1


def test_blanks_are_counted_from_where_they_begin() -> None:
    assert repeats("{" + " \n" * 200) == 1
    assert repeats("{" + " " * 100) == -1


@settings(deadline=None)
@given(st.text(alphabet='abcd{}[]",:1', min_size=5, max_size=80), st.text(max_size=50))
def test_a_piece_told_often_enough_is_seen_and_its_first_telling_kept(
    piece: str, before: str
) -> None:
    text = before + piece * 70
    place = repeats(text)
    assert place >= 0
    assert place <= len(before) + 400


@settings(deadline=None)
@given(st.lists(st.integers(min_value=0), unique=True, max_size=80))
def test_different_numbers_are_never_taken_for_repeats(numbers: list[int]) -> None:
    text = ",".join(f"{n:032x}" for n in numbers)
    assert repeats(text) == -1 or "0" * 30 in text
