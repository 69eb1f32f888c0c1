"""How long what waits may still take: reckoned from values, no clock is asked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.compiler.pace import ENOUGH, Amount, Course, Measured, Pace


def text(size: int, seconds: float) -> Measured:
    return Measured(".md", size, seconds)


def test_nothing_is_said_before_enough_was_measured() -> None:
    """One source may have been any."""
    waiting = [Amount(".md", 5, 5000)]
    assert Pace([]).seconds(waiting) is None
    assert Pace([text(1000, 1.0)] * (ENOUGH - 1)).seconds(waiting) is None
    assert Pace([text(1000, 1.0)] * ENOUGH).seconds(waiting) == pytest.approx(5.0)


def test_each_source_and_each_byte_takes_its_time() -> None:
    """Half a second a source and one second for ten thousand bytes are found again."""
    pace = Pace([text(size, 0.5 + size / 10_000) for size in (1_000, 5_000, 20_000, 40_000)])
    assert pace.seconds([Amount(".md", 1, 100_000)]) == pytest.approx(10.5)
    assert pace.seconds([Amount(".md", 200, 200_000)]) == pytest.approx(120.0)


def test_a_kind_that_was_seen_often_has_a_pace_of_its_own() -> None:
    """The bytes of a PDF say little about text; a kind that is new goes by all."""
    texts = [text(10_000, 1.0)] * 4
    papers = [Measured(".pdf", 1_000_000, 2.0)] * 4
    pace = Pace([*texts, *papers])
    assert pace.seconds([Amount(".md", 2, 20_000)]) == pytest.approx(2.0)
    assert pace.seconds([Amount(".pdf", 3, 3_000_000)]) == pytest.approx(6.0)
    assert pace.seconds([Amount(".docx", 1, 505_000)]) == pytest.approx(1.5)


def test_large_sources_that_went_quickly_do_not_make_time_run_backwards() -> None:
    """Where bytes or sources would cost less than nothing, means are taken."""
    quicker = Pace([text(1_000, 3.0), text(2_000, 2.0), text(3_000, 1.0)])
    assert quicker.seconds([Amount(".md", 1, 1_000_000)]) == pytest.approx(2.0)
    steep = Pace([text(1_000, 0.1), text(2_000, 2.0), text(3_000, 6.0)])
    assert steep.seconds([Amount(".md", 1, 0)]) == pytest.approx(0.0)
    assert steep.seconds([Amount(".md", 3, 6_000)]) == pytest.approx(8.1)


@given(
    st.lists(
        st.builds(text, st.integers(0, 10**9), st.floats(0, 10**4)), min_size=ENOUGH, max_size=20
    ),
    st.integers(1, 500),
    st.integers(0, 10**10),
)
def test_whatever_was_measured_no_time_is_below_nothing(
    measured: list[Measured], count: int, size: int
) -> None:
    left = Pace(measured).seconds([Amount(".md", count, size)])
    assert left is not None
    assert left >= 0


def test_time_left_is_said_after_a_tenth() -> None:
    course = Course()
    assert course.left(0.0, 100.0, 1) is None
    assert course.left(9.0, 91.0, 1) is None
    assert course.left(10.0, 90.0, 1) == 90.0


def test_time_left_never_rises_while_the_same_sources_are_worked_off() -> None:
    """A source that takes longer than it should holds it where it is."""
    course = Course()
    said = [course.left(spent, rest, 1) for spent, rest in ((20, 80), (30, 95), (60, 60), (80, 70))]
    assert said == [80, 80, 60, 60]


def test_more_sources_may_make_it_longer() -> None:
    """And then a tenth of all must be done again before it is said."""
    course = Course()
    assert course.left(20.0, 80.0, 1) == 80.0
    assert course.left(20.0, 780.0, 2) is None
    assert course.left(100.0, 700.0, 2) == 700.0


def test_where_nothing_is_known_nothing_is_said() -> None:
    assert Course().left(50.0, None, 1) is None
