"""A source asked about piece by piece: the rule of ``next_move`` followed until each piece is read
by the model or given to the built-in reader."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from pydantic import BaseModel

from app.compiler.chunking import Chunk
from app.compiler.ground import Ground, Proposed
from app.compiler.picking import pickable, proposals, question
from app.compiler.readers import Watch
from app.llm.answer import NOTHING_SPENT, Answer, Outcome, Usage
from app.llm.asking import Asker
from app.llm.next_move import Move, Tried, next_move, seconds_to_wait
from app.llm.shaping import items

_LOOK_EVERY = 0.1  # seconds between two looks at whether to stop


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a source and who reads it: the labels that the model read, what it proposes of
    them, and why it read no more."""

    read: tuple[str, ...]
    proposed: tuple[Proposed, ...] = ()
    failed: str = ""


def pause(seconds: float, stop: Callable[[], bool]) -> None:
    """Wait, unless it is to stop."""
    until = time.monotonic() + seconds
    while not stop() and time.monotonic() < until:
        time.sleep(_LOOK_EVERY)  # a stop is a flag that is looked at: nothing wakes this thread


class Asking:
    """The questions about one source. ``usage`` is what the replies cost that came, whenever they did."""

    def __init__(
        self,
        asker: Asker,
        ground: Ground,
        fixed: str,
        watch: Watch,
        pause: Callable[[float, Callable[[], bool]], None] = pause,
    ) -> None:
        self.usage: Usage = NOTHING_SPENT
        self._asker, self._ground, self._fixed = asker, ground, fixed
        self._watch, self._pause = watch, pause

    def fits(self, chunk: Chunk) -> bool:
        """Whether the question about a chunk fits the model's window."""
        return self._asker.fits(question(chunk, self._ground, self._fixed))

    def read(self, chunk: Chunk) -> list[Piece]:
        """The pieces that a chunk comes to, in order; none where nothing in it can be picked."""
        return list(self._pieces(chunk, Tried(len(chunk.sentences))))

    def _pieces(self, chunk: Chunk, tried: Tried) -> Iterator[Piece]:
        if not pickable(chunk, self._ground):
            return
        move, answer = self._settled(chunk, tried)
        if move is Move.SMALLER:
            for half in chunk.halves():
                yield from self._pieces(half, Tried(len(half.sentences), tried.smaller + 1))
        elif move is Move.BUILTIN or answer.value is None:
            yield Piece((), failed=answer.outcome.value)
        else:
            yield self._piece(chunk, answer, whole=move is Move.USE)

    def _settled(self, chunk: Chunk, tried: Tried) -> tuple[Move, Answer[BaseModel]]:
        """The move that ends the asking about a piece as it is, and the answer that led to it."""
        varied = 0
        while True:
            answer = self._answer(chunk, varied)
            found = answer.value is not None and items(answer.value) > 0
            move = next_move(answer.outcome, tried, has_value=found)
            if move is Move.AGAIN:
                tried = replace(tried, again=tried.again + 1)
                varied += (
                    not answer.concerns_server
                )  # a model that was let answer says the same again
            elif move is Move.WAIT:
                self._wait(answer, tried.waited)
                tried = replace(tried, waited=tried.waited + 1)
            else:
                self._end_if_asked(move, answer)
                return move, answer

    def _answer(self, chunk: Chunk, varied: int) -> Answer[BaseModel]:
        self._watch.check()
        asked = question(chunk, self._ground, self._fixed)
        answer = self._asker.ask(asked, stop=self._watch.stop, again=varied)
        if not answer.concerns_server:
            self.usage += answer.usage
        return answer

    def _wait(self, answer: Answer[BaseModel], waited: int) -> None:
        self._watch.waiting(answer.words)
        self._pause(seconds_to_wait(waited), self._watch.stop)

    def _end_if_asked(self, move: Move, answer: Answer[BaseModel]) -> None:
        if move is Move.STOP or answer.outcome is Outcome.CANCELLED:
            self._watch.check()
        if move is Move.PERSON:
            answer.refuse()

    def _piece(self, chunk: Chunk, answer: Answer[BaseModel], *, whole: bool) -> Piece:
        """What an answer proposes. One that is not whole says nothing of what stands behind the last
        sentence that it names."""
        assert answer.value is not None
        labels = pickable(chunk, self._ground)
        proposed = tuple(proposals(answer.value, chunk))
        if whole:
            return Piece(labels, proposed)
        named = {label for p in proposed for label in p.evidence}
        last = max((n for n, label in enumerate(labels) if label in named), default=-1)
        return Piece(labels[: last + 1], proposed, failed=answer.outcome.value)
