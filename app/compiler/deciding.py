"""Questions about numbered pairs, each decided by one word of a few, and how far an answer is believed.

A model that gives everything the same verdict is found out: two pairs whose verdict is known come
first, the same in every question, and where it fails at one of them nothing that it says counts.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, create_model

from app.llm.question import Question
from app.paths import resources

TOKENS_A_PAIR = 10
_LONGEST = 240  # characters of a statement in a question
_BESIDE = 40  # characters of what stands before or after it


@dataclass(frozen=True, slots=True)
class Pair:
    """Two things in question, each with what is shown of it; of statements ``beside`` has what stands
    before and after each in its text, "" for nothing."""

    one: str
    other: str
    says: tuple[str, ...] = ()
    beside: tuple[tuple[str, str], ...] = ()

    def turned(self) -> "Pair":
        """The other way round."""
        return Pair(self.other, self.one, self.says[::-1], self.beside[::-1])

    def text(self, number: int) -> str:
        """The pair as it is asked about."""
        if not self.says:
            around = "".join(
                f"[beside {which}: {_cut(before, last=True)} ({which}) {_cut(after)}]\n"
                for which, (before, after) in zip(("first", "second"), self.beside, strict=False)
                if before or after
            )
            return f"{number}. {_short(self.one)}\n/ {_short(self.other)}\n{around}"
        said = "".join(f"- {_short(each)}\n" for each in self.says)
        return f"{number}. {_short(self.one)} / {_short(self.other)}\n{said}"


@dataclass(frozen=True, slots=True)
class Known:
    """What is asked of one kind of pairs: the fixed part, the words to choose from, and the pairs
    whose verdict is known."""

    fixed: str
    words: tuple[str, ...]
    pairs: tuple[Pair, ...]
    answers: tuple[str, ...]


@cache
def known(kind: str) -> Known:
    """The question of ``resources/prompts/<kind>.toml``."""
    with (resources() / "prompts" / f"{kind}.toml").open("rb") as file:
        found = tomllib.load(file)
    pairs = tuple(Pair(k["one"], k["other"], tuple(k.get("says", ()))) for k in found["known"])
    words = tuple(found["words"])
    return Known(found["fixed"].strip(), words, pairs, tuple(k["answer"] for k in found["known"]))


def question(kind: str, pairs: Sequence[Pair], *, turned: bool = False) -> Question[BaseModel]:
    """The question about these pairs; ``turned`` asks about each the other way round."""
    asked = known(kind)
    whole = [p.turned() if turned else p for p in (*asked.pairs, *pairs)]
    return Question(
        fixed=asked.fixed,
        varying="".join(pair.text(n) for n, pair in enumerate(whole, 1)),
        shape=_shape(len(whole), asked.words),
        most_tokens=TOKENS_A_PAIR * (len(whole) + 2),
    )


def verdicts(kind: str, answer: BaseModel | None, count: int) -> list[str] | None:
    """The verdict on each of ``count`` pairs, "" for one that is missing or is no word of the list;
    None where the answer is not to be believed."""
    if answer is None:
        return None
    asked = known(kind)
    before = len(asked.pairs)
    found = [str(getattr(answer, f"v{n + 1}", None) or "") for n in range(before + count)]
    if found[:before] != list(asked.answers):
        return None
    return [word if word in asked.words else "" for word in found[before:]]


def fitting(kind: str, pairs: Sequence[Pair], characters: int) -> int:
    """How many of the pairs, from the first, may be asked about in so many characters."""
    used = sum(len(pair.text(n)) for n, pair in enumerate(known(kind).pairs, 1))
    for count, pair in enumerate(pairs):
        used += len(pair.text(count + 1)) + 2
        if used > characters:
            return count
    return len(pairs)


def _shape(count: int, words: tuple[str, ...]) -> type[BaseModel]:
    """An object with a verdict for each number. What is missing or another word counts as none."""
    verdict: Any = Annotated[
        str | None, WithJsonSchema({"type": "string", "enum": list(words)}, mode="validation")
    ]
    fields: Any = {
        f"v{n}": (verdict, Field(default=None, alias=str(n))) for n in range(1, count + 1)
    }
    required: Any = {"required": [str(n) for n in range(1, count + 1)]}
    return create_model("Verdicts", __config__=ConfigDict(json_schema_extra=required), **fields)


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _LONGEST else f"{flat[:_LONGEST].rsplit(' ', 1)[0]} …"


def _cut(text: str, *, last: bool = False) -> str:
    """The beginning, or the end, of what stands beside a statement."""
    flat = " ".join(text.split())
    if len(flat) <= _BESIDE:
        return flat
    return f"… {flat[-_BESIDE:]}" if last else f"{flat[:_BESIDE]} …"
