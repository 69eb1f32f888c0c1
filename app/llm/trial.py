"""A short honest test of a model: does it read, and how fast."""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel

from app.llm.answer import NOTHING_SPENT, Answer, Usage
from app.llm.asking import Asker
from app.llm.line import never
from app.llm.question import Question
from app.paths import resources
from app.saying import say, sentences


class Picked(BaseModel):
    """The answer to a passage."""

    n: Literal[1, 2, 3]


@dataclass(frozen=True, slots=True)
class Trial:
    """How a model did: passages read right, of how many, tokens a second, and what went wrong."""

    right: int
    of: int
    usage: Usage
    failed: Answer[Picked] | None = None

    @property
    def tokens_a_second(self) -> float:
        """Tokens written a second, loading and reading left out; 0 where the server does not say."""
        return self.usage.output_tokens / self.usage.writing if self.usage.writing else 0.0

    @property
    def words(self) -> str:
        """ "Reads 3 of 3 sample passages, 41 tokens a second." """
        if self.failed is not None:
            return sentences(self.failed.words, self.failed.remedy)
        if not self.tokens_a_second:
            return say("Reads {right} of {of} sample passages.", right=self.right, of=self.of)
        return say(
            "Reads {right} of {of} sample passages, {speed} tokens a second.",
            right=self.right,
            of=self.of,
            speed=round(self.tokens_a_second),
        )


def trial(asker: Asker, *, stop: Callable[[], bool] = never) -> Trial:
    """The model asked about three passages. An answer that cannot be read counts as wrong; what
    concerns the server ends the test."""
    with (resources() / "prompts" / "trial.toml").open("rb") as file:
        prompts = tomllib.load(file)
    right, usage = 0, NOTHING_SPENT
    for passage in prompts["passage"]:
        question = Question(prompts["fixed"], passage["text"], Picked, most_tokens=24)
        answer = asker.ask(question, stop=stop)
        usage += answer.usage
        if answer.concerns_server:
            return Trial(right, len(prompts["passage"]), usage, answer)
        right += answer.value is not None and answer.value.n == passage["answer"]
    return Trial(right, len(prompts["passage"]), usage)
