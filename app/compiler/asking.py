"""One question put until its move is settled: the rule of ``next_move`` followed, waiting included."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from pydantic import BaseModel

from app.compiler.readers import Watch
from app.llm.answer import NOTHING_SPENT, Answer, Outcome, Usage
from app.llm.asking import Asker
from app.llm.next_move import Move, Tried, next_move, seconds_to_wait
from app.llm.question import Question
from app.llm.shaping import items

S = TypeVar("S", bound=BaseModel)
Pause = Callable[[float, Callable[[], bool]], None]
_LOOK_EVERY = 0.1  # seconds between two looks at whether to stop


def pause(seconds: float, stop: Callable[[], bool]) -> None:
    """Wait, unless it is to stop."""
    until = time.monotonic() + seconds
    while not stop() and time.monotonic() < until:
        time.sleep(_LOOK_EVERY)  # a stop is a flag that is looked at: nothing wakes this thread


class Asking:
    """The questions about one source. ``usage`` is what the replies cost that came, whenever they did."""

    def __init__(self, asker: Asker, watch: Watch, pause: Pause = pause) -> None:
        self.usage: Usage = NOTHING_SPENT
        self.asker = asker
        self._watch, self._pause = watch, pause

    def settled(self, question: Question[S], tried: Tried) -> tuple[Move, Answer[S]]:
        """The move that ends the asking of this question, and the answer that led to it.

        Raises what the watch raises to end it, and ModelUnavailable where a person has to mend
        something first.
        """
        varied = 0
        while True:
            answer = self._answer(question, varied)
            found = answer.value is not None and items(answer.value) != 0
            move = next_move(answer.outcome, tried, has_value=found)
            if move is Move.AGAIN:
                tried = replace(tried, again=tried.again + 1)
                # a model that was let answer says the same again
                varied += not answer.concerns_server
            elif move is Move.WAIT:
                self._wait(answer, tried.waited)
                tried = replace(tried, waited=tried.waited + 1)
            else:
                self._end_if_asked(move, answer)
                return move, answer

    def _answer(self, question: Question[S], varied: int) -> Answer[S]:
        self._watch.check()
        answer = self.asker.ask(question, stop=self._watch.stop, again=varied)
        if not answer.concerns_server:
            self._watch.going_on()
            self.usage += answer.usage
        return answer

    def _wait(self, answer: Answer[S], waited: int) -> None:
        self._watch.waiting(answer.words)
        self._pause(seconds_to_wait(waited), self._watch.stop)

    def _end_if_asked(self, move: Move, answer: Answer[S]) -> None:
        if move is Move.STOP or answer.outcome is Outcome.CANCELLED:
            self._watch.check()
        if move is Move.PERSON:
            answer.refuse()
