"""What came over the wire for one question, and what it is worth.

A reply is plain values, so that it can be stored before it is used and judged again later.
"""

from dataclasses import dataclass, replace
from typing import TypeVar

from pydantic import BaseModel

from app.llm.answer import NOTHING_SPENT, Answer, Outcome, Usage
from app.llm.question import Question, Setting
from app.llm.repeating import repeats
from app.llm.shaping import items, shaped
from app.llm.tolerant import Json, find_json, without_thinking

S = TypeVar("S", bound=BaseModel)
_AGAIN_AND_AGAIN = 5  # items that were there before, where they are most of the list


@dataclass(frozen=True, slots=True)
class Reply:
    """The words received, how they ended, and what they cost.

    ``ended`` is "stop" (by itself), "length" (its tokens were used up), or "" where it was ended
    from outside; ``trouble`` is what went wrong on the way, with ``detail``.
    """

    text: str = ""
    thinking: str = ""
    ended: str = ""
    usage: Usage = NOTHING_SPENT
    trouble: Outcome | None = None
    detail: str = ""


def judge(reply: Reply, question: Question[S], setting: Setting, server: str) -> Answer[S]:
    """What a reply is, and what of it can be used. Nothing is called found that was not read."""
    answer = _judged(reply, question, setting)
    return replace(
        answer,
        usage=reply.usage,
        raw=reply.text,
        detail=reply.detail,
        model=setting.model,
        server=server,
    )


def _judged(reply: Reply, question: Question[S], setting: Setting) -> Answer[S]:
    if reply.trouble not in {None, Outcome.REPEATING}:
        assert reply.trouble is not None
        return _kept(reply.text, question, reply.trouble)
    if reply.usage.prompt_tokens >= setting.context:
        return Answer(Outcome.TOO_LONG)  # its beginning was cut off by the server, unsaid
    if not reply.text.strip():
        return Answer(Outcome.ONLY_THINKING if reply.thinking.strip() else Outcome.EMPTY)
    if reply.trouble is Outcome.REPEATING or repeats(reply.text) >= 0:
        return _kept(reply.text, question, Outcome.REPEATING)
    return _read(reply, question)


def _read(reply: Reply, question: Question[S]) -> Answer[S]:
    text, thought = without_thinking(reply.text)
    if thought and not text.strip():
        return Answer(Outcome.ONLY_THINKING)
    found = find_json(reply.text)
    if reply.ended == "length" and not (found and found.whole):
        return _kept(reply.text, question, Outcome.CUT)
    if found is None:
        return Answer(Outcome.NOT_JSON)
    if not found.whole:
        return _kept(reply.text, question, Outcome.BROKEN_OFF)
    return _of_shape(found, question)


def _of_shape(found: Json, question: Question[S]) -> Answer[S]:
    read = shaped(found.value, question.shape)
    mended = (*found.mended, *(("types put right",) if read.coerced else ()))
    if read.value is None:
        return Answer(Outcome.WRONG_SHAPE, dropped=read.dropped, mended=mended)
    value = _without_repeats(read.value)
    told, once = items(read.value), items(value)
    if told - once >= _AGAIN_AND_AGAIN and told > 2 * once:
        return Answer(Outcome.REPEATING, value, dropped=read.dropped, mended=mended)
    few = -1 < once < question.at_least
    outcome = Outcome.NEARLY_EMPTY if few else Outcome.ANSWERED
    return Answer(outcome, value, dropped=read.dropped, mended=mended)


def _kept(text: str, question: Question[S], outcome: Outcome) -> Answer[S]:
    """What was whole in an answer that did not end well; no value where that is nothing."""
    found = find_json(text)
    read = shaped(found.value, question.shape) if found else None
    if found is None or read is None or read.value is None or items(read.value) < 1:
        return Answer(outcome)
    value = _without_repeats(read.value)
    return Answer(outcome, value, dropped=read.dropped, mended=found.mended)


def _without_repeats(value: S) -> S:
    """A shape whose lists hold each item once."""
    changes = {}
    for name in type(value).model_fields:
        many = getattr(value, name)
        if isinstance(many, (list, tuple)):
            changes[name] = type(many)(m for i, m in enumerate(many) if m not in many[:i])
    return value.model_copy(update=changes)
