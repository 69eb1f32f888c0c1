"""A question as stages ask them, for tests."""

from dataclasses import replace
from typing import Any, Literal

from pydantic import BaseModel, Field

from app.llm.asking import Asker
from app.llm.ollama_server import OllamaServer
from app.llm.question import Question, Setting, Silence


class Item(BaseModel):
    e: list[int] = Field(min_length=1)
    k: Literal["defines", "says"] = "says"


class Picks(BaseModel):
    c: list[Item]


FIXED = "Pick the sentences that say something. Answer in JSON."
GOOD = '{"c":[{"e":[1],"k":"defines"},{"e":[2,3],"k":"says"}]}'


def question(
    varying: str = "1. A hinge is a joint.\n2. It turns.", **changes: Any
) -> Question[Picks]:
    return Question(FIXED, varying, Picks, **{"most_tokens": 200, **changes})


def asker(address: str, **changes: Any) -> Asker:
    setting = replace(Setting("m", context=2048, silence=Silence(5.0, 5.0)), **changes)
    return Asker(OllamaServer(address), setting)
