"""Asking a model a question: the budget before, the words as they come, the judgement after."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from pydantic import BaseModel

from app.errors import ModelUnavailable
from app.llm.answer import NOTHING_SPENT, Answer, Outcome, Trouble, Usage, said
from app.llm.budget import Measure
from app.llm.line import Line, never
from app.llm.question import CONTEXT, Question, Setting, schema_of
from app.llm.repeating import repeats
from app.llm.reply import Reply, judge
from app.llm.server import Call, Installed, Piece, Server

S = TypeVar("S", bound=BaseModel)
_LOOK_FOR_REPEATS = 120  # characters between two looks
_THOUGHTS_AT_MOST = 40_000  # characters; who thinks longer was told not to think at all


class Memory(Protocol):
    """Replies that came before, by the key of their call."""

    def get(self, key: str) -> Reply | None:
        """The reply that came to this call, None if none did."""

    def put(self, key: str, reply: Reply) -> None:
        """Keep a reply as it came."""


@dataclass(slots=True)
class Asker:
    """Asks one model of one server, in one setting, and learns how it counts tokens.

    ``memory`` is given every reply that a model gave, before it is used, and is asked before the
    server, so that none is paid for twice. ``spent`` is what went over the wire.
    """

    server: Server
    setting: Setting
    measure: Measure = field(default_factory=Measure)
    memory: Memory | None = None
    clock: Callable[[], float] = time.monotonic
    spent: Usage = NOTHING_SPENT

    def fits(self, question: Question[S]) -> bool:
        """Whether question and answer fit the window together."""
        tokens = self.measure.prompt(question.fixed, question.varying)
        return tokens <= self.room(question.most_tokens)

    def room(self, most_tokens: int) -> int:
        """Tokens that a prompt may have beside an answer of ``most_tokens``."""
        return self.measure.room(self.setting.context, answer=most_tokens)

    def ask(
        self,
        question: Question[S],
        *,
        stop: Callable[[], bool] = never,
        again: int = 0,
    ) -> Answer[S]:
        """The answer to ``question``; never raises for what a server or model does.

        ``stop`` ends it; ``again`` is how often it was asked before.
        """
        if not self.fits(question):
            return judge(Reply(trouble=Outcome.TOO_LONG), question, self.setting, self._address)
        reply = self.hear(question, stop=stop, again=again)
        return judge(reply, question, self.setting, self._address)

    def hear(
        self,
        question: Question[S],
        *,
        stop: Callable[[], bool] = never,
        again: int = 0,
    ) -> Reply:
        """What comes over the wire for ``question``, or came before."""
        setting = self.setting.varied(again)
        call = Call(
            setting,
            question.fixed,
            question.varying,
            question.most_tokens,
            schema_of(question.shape),
        )
        reply = self.memory.get(call.key) if self.memory is not None else None
        if reply is None:
            reply = self._listen(call, stop)
            self.spent += reply.usage
            if self.memory is not None and reply.trouble in {None, Outcome.REPEATING}:
                self.memory.put(call.key, reply)
        if reply.usage.prompt_tokens and reply.trouble is None:
            self.measure.learn((question.fixed, question.varying), reply.usage.prompt_tokens)
        return reply

    def _listen(self, call: Call, stop: Callable[[], bool]) -> Reply:
        line = Line(
            lambda connection: self.server.ask(call, connection),
            silence=call.setting.silence,
            stop=stop,
            clock=self.clock,
        )
        return _Listening(self.clock).all(line)

    @property
    def _address(self) -> str:
        return self.server.address


class _Listening:
    """One answer as it is heard."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._began = clock()
        self._text = ""
        self._thinking = ""
        self._looked = 0
        self._last = Piece()

    def all(self, line: Line[Piece]) -> Reply:
        """The whole of it, or as far as it came."""
        heard = iter(line)
        try:
            for piece in heard:
                self._take(piece)
                if piece.ended:
                    return self._reply()
                if self._is_stuck():
                    return self._reply(Outcome.REPEATING)
        except Trouble as trouble:
            return self._reply(trouble.outcome, trouble.detail)
        finally:
            heard.close()  # type: ignore[attr-defined]  # a generator: shuts the connection
        return self._reply(Outcome.DROPPED)

    def _take(self, piece: Piece) -> None:
        self._text += piece.text
        self._thinking += piece.thinking
        self._last = piece

    def _is_stuck(self) -> bool:
        if len(self._thinking) > _THOUGHTS_AT_MOST:
            return True
        if len(self._text) - self._looked < _LOOK_FOR_REPEATS:
            return False
        self._looked = len(self._text)
        return repeats(self._text) >= 0

    def _reply(self, trouble: Outcome | None = None, detail: str = "") -> Reply:
        last = self._last
        usage = Usage(
            calls=1,
            prompt_tokens=last.prompt_tokens,
            output_tokens=last.output_tokens,
            seconds=self._clock() - self._began,
            writing=last.writing,
        )
        return Reply(self._text, self._thinking, last.ended, usage, trouble, detail)


def setting_for(model: Installed, *, context: int = CONTEXT) -> Setting:
    """The setting that a model is asked in: the context chosen, never above what the model reports."""
    most = min(context, model.context) if model.context else context
    return replace(Setting(model.name), context=most, thinks=model.thinks)


def chosen(server: Server, name: str, context: int = CONTEXT) -> tuple[Asker, Installed]:
    """Who asks this model of this server, in this context, and what the server says of the model.

    Raises ModelUnavailable, with what to do, where no server or no such model is there.
    """
    try:
        model = server.look(name)
    except Trouble as trouble:
        words, remedy = said(
            trouble.outcome, model=name, server=server.address, detail=trouble.detail
        )
        raise ModelUnavailable(words, remedy=remedy) from trouble
    return Asker(server, setting_for(model, context=context)), model
