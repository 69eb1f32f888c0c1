"""What is done after an answer, so that one failing question loses nothing else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.llm.answer import Outcome
from app.llm.next_move import Move, Tried, next_move, seconds_to_wait

_AT_FIRST = Tried(sentences=40)


@pytest.mark.parametrize(
    ("outcome", "move"),
    [
        (Outcome.ANSWERED, Move.USE),
        (Outcome.CUT, Move.SMALLER),
        (Outcome.BROKEN_OFF, Move.SMALLER),
        (Outcome.REPEATING, Move.SMALLER),
        (Outcome.TOO_LONG, Move.SMALLER),
        (Outcome.EMPTY, Move.AGAIN),
        (Outcome.ONLY_THINKING, Move.AGAIN),
        (Outcome.NOT_JSON, Move.AGAIN),
        (Outcome.WRONG_SHAPE, Move.AGAIN),
        (Outcome.NEARLY_EMPTY, Move.AGAIN),
        (Outcome.SERVER_ERROR, Move.AGAIN),
        (Outcome.DROPPED, Move.AGAIN),
        (Outcome.HUNG, Move.AGAIN),
        (Outcome.NOT_RUNNING, Move.WAIT),
        (Outcome.WRONG_HOST, Move.PERSON),
        (Outcome.DENIED, Move.PERSON),
        (Outcome.MODEL_MISSING, Move.PERSON),
        (Outcome.NO_MEMORY, Move.PERSON),
        (Outcome.CANCELLED, Move.STOP),
    ],
)
def test_the_first_move(outcome: Outcome, move: Move) -> None:
    assert next_move(outcome, _AT_FIRST, has_value=False) is move


def test_every_outcome_has_a_move() -> None:
    for outcome in Outcome:
        assert next_move(outcome, _AT_FIRST, has_value=False) in Move


def test_a_piece_that_cannot_be_smaller_keeps_what_was_whole_or_goes_to_the_built_in_reader() -> (
    None
):
    small = Tried(sentences=8)
    assert next_move(Outcome.CUT, small, has_value=True) is Move.KEEP
    assert next_move(Outcome.CUT, small, has_value=False) is Move.BUILTIN
    assert next_move(Outcome.TOO_LONG, small, has_value=True) is Move.BUILTIN


def test_after_one_more_try_the_built_in_reader_reads_the_piece() -> None:
    again = Tried(sentences=40, again=1)
    assert next_move(Outcome.NOT_JSON, again, has_value=False) is Move.BUILTIN
    assert next_move(Outcome.NEARLY_EMPTY, again, has_value=True) is Move.KEEP


def test_a_server_that_dies_is_waited_for_but_not_for_one_piece_for_ever() -> None:
    assert next_move(Outcome.DROPPED, Tried(40, again=1), has_value=False) is Move.WAIT
    assert next_move(Outcome.DROPPED, Tried(40, again=1, waited=3), has_value=False) is Move.BUILTIN
    assert (
        next_move(Outcome.NOT_RUNNING, Tried(40, again=1, waited=99), has_value=False) is Move.WAIT
    )


def test_waiting_grows_and_stays_at_a_minute() -> None:
    waits = [seconds_to_wait(n) for n in range(10)]
    assert waits == sorted(waits)
    assert waits[0] <= 5
    assert waits[-1] == 60


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from([o for o in Outcome if o is not Outcome.NOT_RUNNING]),
        min_size=60,
        max_size=60,
    )
)
def test_whatever_comes_a_piece_ends_after_a_few_calls(outcomes: list[Outcome]) -> None:
    tried, calls = Tried(sentences=64), 0
    for outcome in outcomes:
        calls += 1
        move = next_move(outcome, tried, has_value=False)
        if move is Move.SMALLER:
            tried = Tried(tried.sentences // 2, tried.smaller + 1, tried.again, tried.waited)
        elif move is Move.AGAIN:
            tried = Tried(tried.sentences, tried.smaller, tried.again + 1, tried.waited)
        elif move is Move.WAIT:
            tried = Tried(tried.sentences, tried.smaller, tried.again, tried.waited + 1)
        else:
            break
    assert calls <= 7
