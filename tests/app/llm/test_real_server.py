"""Against a real Ollama with a model: only where VAULTLOOM_TEST_OLLAMA gives its address.

Any model will do: nothing here asks that it be wise.
"""

import os
from dataclasses import replace
from typing import Literal

import pytest
from pydantic import BaseModel, Field

from app.llm.answer import Outcome
from app.llm.asking import Asker, setting_for
from app.llm.budget import guess
from app.llm.ollama_server import OllamaServer
from app.llm.question import Question
from app.llm.standing import standing
from app.llm.trial import trial

ADDRESS = os.environ.get("VAULTLOOM_TEST_OLLAMA", "")
pytestmark = [
    pytest.mark.real_ollama,
    pytest.mark.skipif(not ADDRESS, reason="VAULTLOOM_TEST_OLLAMA gives no server"),
]


class Pick(BaseModel):
    n: Literal[1, 2, 3]
    why: str = Field(max_length=40)


class Picks(BaseModel):
    c: list[Pick] = Field(max_length=4)


TEXT = "1. A hinge is a joint.\n2. The door was painted in 1971.\n3. Thank you."
FIXED = 'Pick sentences that say something. Answer as JSON: {"c":[{"n":1,"why":"…"}]}'


@pytest.fixture(scope="module")
def asker() -> Asker:
    server = OllamaServer(ADDRESS)
    name = standing(server).models[0].name
    return Asker(server, setting_for(server.look(name), context=1024))


def test_it_stands_ready_and_knows_its_context() -> None:
    server = OllamaServer(ADDRESS)
    stands = standing(server)
    assert stands.ready
    assert server.look(stands.models[0].name).context >= 1024


def test_an_answer_is_of_the_shape_or_says_why_not(asker: Asker) -> None:
    answer = asker.ask(Question(FIXED, TEXT, Picks, most_tokens=200))
    assert answer.outcome in {
        Outcome.ANSWERED,
        Outcome.CUT,
        Outcome.REPEATING,
    }
    assert answer.usage.calls == 1
    assert answer.usage.prompt_tokens > 20


def test_the_same_question_gets_the_same_answer(asker: Asker) -> None:
    asked = Question(FIXED, TEXT, Picks, most_tokens=120)
    assert asker.ask(asked).raw == asker.ask(asked).raw


def test_few_tokens_cut_it(asker: Asker) -> None:
    assert asker.ask(Question(FIXED, TEXT, Picks, most_tokens=6)).outcome is Outcome.CUT


def test_a_prompt_that_the_server_cuts_is_seen(asker: Asker) -> None:
    """Past the guess that would keep it from being sent."""
    careless = replace(asker, measure=replace(asker.measure, factor=0.01))
    answer = careless.ask(Question(FIXED, "word and " * 600, Picks, most_tokens=20))
    assert answer.outcome is Outcome.TOO_LONG


@pytest.mark.parametrize(
    "text",
    [
        "The harbour of Orrin was dredged twice, first by hand and then by steam. " * 10,
        "Die Wasserstandsmessungen wurden 1871 durch das Hafenbauamt eingeführt. " * 10,
        "梅雨前線が停滞すると、雨の日が続くことがある。" * 10,
        "Версия программы указывает на совместимость. " * 10,
        "1.2.3-rc.1 2026-11-30 1,234,567 0x1F " * 10,
        "한국어는 한국에서 쓰는 언어이다. 🎉 " * 10,
    ],
    ids=["en", "de", "ja", "ru", "numbers", "ko"],
)
def test_the_guess_is_not_too_low(asker: Asker, text: str) -> None:
    fresh = replace(asker, measure=type(asker.measure)())
    reply = fresh.hear(Question("", text, Picks, most_tokens=1))
    assert reply.usage.prompt_tokens - 40 <= guess(text) * 1.1


def test_stopping_ends_it_and_the_server_answers_on(asker: Asker) -> None:
    looks = iter(range(10_000))
    asked = Question("Count to a thousand.", "Begin.", Picks, most_tokens=700)
    assert asker.ask(asked, stop=lambda: next(looks) > 6).outcome is Outcome.CANCELLED
    after = asker.ask(Question(FIXED, TEXT, Picks, most_tokens=30))
    assert after.outcome in {Outcome.ANSWERED, Outcome.CUT, Outcome.REPEATING}


def test_a_missing_model_is_missing(asker: Asker) -> None:
    missing = replace(asker, setting=replace(asker.setting, model="no-such-model:1b"))
    answer = missing.ask(Question(FIXED, TEXT, Picks, most_tokens=30))
    assert answer.outcome is Outcome.MODEL_MISSING


def test_it_is_tried_honestly(asker: Asker) -> None:
    tried = trial(asker)
    assert tried.failed is None
    assert tried.tokens_a_second > 0
