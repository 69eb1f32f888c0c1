import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.llm.tolerant import cleaned, find_json

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(st.text(max_size=400))
def test_any_text_is_read_or_not_and_never_breaks_the_reading(text: str) -> None:
    found = find_json(text)
    assert found is None or isinstance(found.value, (dict, list))


@settings(deadline=None)
@given(st.lists(_JSON, max_size=5), st.integers(min_value=0, max_value=400))
def test_of_json_cut_anywhere_only_whole_items_stay(items: list[object], cut: int) -> None:
    text = json.dumps({"c": items})[:cut]
    found = find_json(text)
    if found is not None and isinstance(found.value, dict) and "c" in found.value:
        kept = found.value["c"]
        assert kept == items[: len(kept)]


@settings(deadline=None)
@given(_JSON, st.text(alphabet="abc .,\n", max_size=30), st.text(alphabet="abc .,\n", max_size=30))
def test_json_is_found_between_any_words(value: object, before: str, after: str) -> None:
    whole = {"c": [value]}
    found = find_json(before + json.dumps(whole) + after)
    assert found is not None
    assert found.whole
    assert found.value == whole


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"a":' * 50_000, '{"c":[' + "9" * 10_000 + "]}", "", "null", "7", '"c"'],
)
def test_what_no_parser_can_hold_is_no_answer(text: str) -> None:
    found = find_json(text)
    assert found is None or found.value in ([], {"c": []})


def test_a_number_in_brackets_in_prose_is_a_footnote() -> None:
    assert find_json("As [1] says, and [2, 3] too.") is None


def test_no_inner_piece_stands_for_a_broken_answer() -> None:
    found = find_json('Here: {"c": [{"e": [1]}, {"e": [2], "k": oops}, {"e": [3]}]}')
    assert found is not None
    assert not found.whole
    assert found.value == {"c": [{"e": [1]}]}


def test_control_characters_and_half_characters_are_taken_out_of_strings() -> None:
    found = find_json('{"c":["a\\u0007b\\ud800c\\u0000", "l1\\nl2\\tx"]}')
    assert found is not None
    assert cleaned(found.value) == {"c": ["abc", "l1\nl2\tx"]}
    json.dumps(cleaned(found.value), ensure_ascii=False).encode()
