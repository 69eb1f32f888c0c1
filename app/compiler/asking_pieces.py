"""A source asked about piece by piece: the rule of ``next_move`` followed until each piece is read
by the model or given to the built-in reader."""

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import BaseModel

from app.compiler.asking import Asking
from app.compiler.chunking import Chunk
from app.compiler.ground import Ground, Proposed
from app.compiler.picking import pickable, proposals, question
from app.llm.answer import Answer
from app.llm.next_move import Move, Tried
from app.llm.question import Question


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a source and who reads it: the labels that the model read, what it proposes of
    them, and why it read no more."""

    read: tuple[str, ...]
    proposed: tuple[Proposed, ...] = ()
    failed: str = ""


class PieceReader:
    """Reads one source piece by piece."""

    def __init__(self, asking: Asking, ground: Ground, fixed: str) -> None:
        self._asking, self._ground, self._fixed = asking, ground, fixed

    def fits(self, chunk: Chunk) -> bool:
        """Whether the question about a chunk fits the model's window."""
        return self._asking.asker.fits(self._question(chunk))

    def read(self, chunk: Chunk) -> list[Piece]:
        """The pieces that a chunk comes to, in order; none where nothing in it can be picked."""
        return list(self._pieces(chunk, Tried(len(chunk.sentences))))

    def _pieces(self, chunk: Chunk, tried: Tried) -> Iterator[Piece]:
        if not pickable(chunk, self._ground):
            return
        move, answer = self._asking.settled(self._question(chunk), tried)
        if move is Move.SMALLER:
            for half in chunk.halves():
                yield from self._pieces(half, Tried(len(half.sentences), tried.smaller + 1))
        elif move is Move.BUILTIN or answer.value is None:
            yield Piece((), failed=answer.outcome.value)
        else:
            yield self._piece(chunk, answer, whole=move is Move.USE)

    def _question(self, chunk: Chunk) -> Question[BaseModel]:
        return question(chunk, self._ground, self._fixed)

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
