from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from app.llm.shaping import items, shaped


class Named(BaseModel):
    s: str
    e: tuple[int, ...] = ()
    k: Literal["a", "b"] | None = None


class Names(BaseModel):
    n: list[Named]


class Aliased(BaseModel):
    count: list[int] = Field(alias="c")


@pytest.mark.parametrize(
    ("found", "right"),
    [
        ({"n": [{"s": "Hinge"}]}, ["Hinge"]),
        ([{"s": "Hinge"}], ["Hinge"]),
        (["Hinge", "Joint"], ["Hinge", "Joint"]),
        ({"n": ["Hinge"]}, ["Hinge"]),
        ({"n": {"s": "Hinge"}}, ["Hinge"]),
        ({"n": '[{"s": "Hinge"}]'}, ["Hinge"]),
        ({"N": [{"S": "Hinge"}]}, ["Hinge"]),
        ({"n": None}, []),
        ({"n": [{"s": "Hinge"}, {"e": [1]}, {"s": None}, {"s": "x", "k": "c"}]}, ["Hinge"]),
    ],
)
def test_harmless_differences_are_put_right(found: Any, right: list[str]) -> None:
    value = shaped(found, Names).value
    assert value is not None
    assert [named.s for named in value.n] == right


def test_items_that_are_not_of_the_shape_are_counted() -> None:
    read = shaped({"n": [{"s": "Hinge"}, {"e": [1]}, 7]}, Names)
    assert read.value is not None
    assert read.dropped == 2


def test_where_every_item_is_wrong_nothing_was_read() -> None:
    assert shaped({"n": [{"x": 1}, {"y": 2}]}, Names).value is None


def test_a_lone_number_is_a_list_of_one_under_an_alias_too() -> None:
    value = shaped({"c": "3"}, Aliased).value
    assert value is not None
    assert value.count == [3]


def test_items_are_counted_over_all_lists_of_a_shape() -> None:
    assert items(Names(n=[Named(s="a"), Named(s="b")])) == 2
    assert items(Named(s="a", e=(1, 2))) == 2


_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["n", "s", "e", "k", "x", ""]), inner, max_size=4)
    ),
    max_leaves=10,
)


@settings(deadline=None)
@given(_ANY)
def test_anything_is_of_the_shape_afterwards_or_nothing(found: Any) -> None:
    value = shaped(found, Names).value
    assert value is None or Names.model_validate(value.model_dump()) == value
