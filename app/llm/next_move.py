"""What to do after an answer: the rule that loses nothing else when one question fails.

First a smaller piece or the question once more, then the built-in reader for that piece. What
concerns the server and not the piece is waited for, or a person is asked.
"""

from dataclasses import dataclass
from enum import StrEnum

from app.llm.answer import Outcome

SMALLEST = 6  # sentences; a smaller piece says too little to ask about
SMALLER_AT_MOST = 2  # times that a piece is halved
_WAITS = (2.0, 5.0, 15.0, 30.0, 60.0)  # seconds, the last for ever
_WAITS_FOR_ONE_PIECE = 3  # a piece on which the server dies or hangs each time is given up


class Move(StrEnum):
    """What to do next."""

    USE = "use the answer"
    KEEP = "use what was whole in it"
    SMALLER = "ask about each half"
    AGAIN = "ask once more"
    BUILTIN = "let the built-in reader read this piece"
    WAIT = "wait for the server and ask again"
    PERSON = "ask a person"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Tried:
    """What was done for a piece already: its sentences now, and how often each move was made."""

    sentences: int
    smaller: int = 0
    again: int = 0
    waited: int = 0


_TOO_MUCH = frozenset({Outcome.CUT, Outcome.BROKEN_OFF, Outcome.REPEATING, Outcome.TOO_LONG})
_ENDED_BY_SERVER = frozenset({Outcome.DROPPED, Outcome.HUNG})
_FOR_A_PERSON = frozenset(
    {Outcome.WRONG_HOST, Outcome.DENIED, Outcome.MODEL_MISSING, Outcome.NO_MEMORY}
)


def next_move(outcome: Outcome, tried: Tried, *, has_value: bool) -> Move:
    """The move after ``outcome``; ``has_value`` where something whole was in the answer.

    However often it is followed it ends: no piece is halved more than twice, asked again more than
    once, or waited for more than three times, except where no server is there at all.
    """
    if outcome is Outcome.ANSWERED:
        return Move.USE
    if outcome is Outcome.CANCELLED:
        return Move.STOP
    if outcome in _FOR_A_PERSON:
        return Move.PERSON
    if outcome is Outcome.NOT_RUNNING:
        return Move.WAIT
    if outcome in _ENDED_BY_SERVER:
        return _after_silence(tried)
    if outcome in _TOO_MUCH and can_be_smaller(tried):
        return Move.SMALLER
    if outcome not in _TOO_MUCH and not tried.again:
        return Move.AGAIN
    return Move.KEEP if has_value and outcome is not Outcome.TOO_LONG else Move.BUILTIN


def _after_silence(tried: Tried) -> Move:
    if not tried.again:
        return Move.AGAIN
    return Move.WAIT if tried.waited < _WAITS_FOR_ONE_PIECE else Move.BUILTIN


def can_be_smaller(tried: Tried) -> bool:
    """Whether a piece may be halved once more."""
    return tried.smaller < SMALLER_AT_MOST and tried.sentences >= 2 * SMALLEST


def seconds_to_wait(waited: int) -> float:
    """How long to wait before asking a server again that was not there ``waited`` times."""
    return _WAITS[min(waited, len(_WAITS) - 1)]
