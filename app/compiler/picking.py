"""The question which sentences of a chunk say something of what, and its answer as proposals.

Keys are one letter and items short: the time of an answer goes on its tokens. Numbers and names
are enumerations of that very chunk, so that a model can neither invent a sentence nor misspell
a name that code has found.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, create_model

from app.compiler.builtin.subjects import Choice
from app.compiler.chunking import Chunk
from app.compiler.ground import Ground, Proposed
from app.llm.question import Question
from app.paths import resources

OTHER = "other"
NAMES_AT_MOST = 24  # offered a chunk
TOKENS_A_SENTENCE = 20  # of an answer, for each sentence of the chunk
ONE_IN = 5  # sentences that can stand alone; fewer picks are what a lazy model gives, not what a text holds
_LEAST_TOKENS = 160
_SURELY_SOMETHING = 8  # sentences; a chunk of so many holds one that says something


def prompt(style: str = "") -> str:
    """The fixed part of the question: the same bytes for every chunk of a run. ``style`` is the
    house style of AGENTS.md."""
    fixed = (resources() / "prompts" / "extract.md").read_text(encoding="utf-8")
    return f"{fixed}\nHouse style:\n{style.strip()}\n" if style.strip() else fixed


def pickable(chunk: Chunk, ground: Ground) -> tuple[str, ...]:
    """The labels of a chunk's sentences that can stand on a page; of a chunk without any nothing
    need be asked."""
    return tuple(s.label for s in chunk.sentences if ground.can_say(s))


def question(chunk: Chunk, ground: Ground, fixed: str) -> Question[BaseModel]:
    """The question about one chunk that holds something to pick."""
    labels = pickable(chunk, ground)
    names = names_in(chunk, ground.choice)
    listed = f"Names: {'; '.join(names)}\n\n" if names else ""
    return Question(
        fixed=fixed,
        varying=f"{listed}{chunk.text(labels)}",
        shape=_shape(labels, names),
        most_tokens=max(_LEAST_TOKENS, TOKENS_A_SENTENCE * len(labels)),
        at_least=int(len(labels) >= _SURELY_SOMETHING),
    )


def names_in(chunk: Chunk, choice: Choice) -> tuple[str, ...]:
    """The names that code found in a chunk, most named first."""
    counts: dict[str, int] = {}
    for sentence in chunk.sentences:
        for owner in {m.owner for m in choice.mentions.get(sentence.label, ())}:
            if owner in choice.subjects:
                counts[owner] = counts.get(owner, 0) + 1
    order = sorted(counts, key=lambda slot: (-counts[slot], slot))
    return tuple(choice.subjects[slot].title for slot in order[:NAMES_AT_MOST])


def proposals(answer: BaseModel, chunk: Chunk) -> list[Proposed]:
    """What the answer proposes, at most one of a sentence and a name, in the answer's order."""
    found: dict[tuple[str, str], Proposed] = {}
    for item in getattr(answer, "c", ()):
        label, offered = str(item.e), str(item.s)
        subject = (item.n or "") if offered == OTHER else offered
        if label in chunk.labels:
            found.setdefault((label, subject), Proposed((label,), subject, "", item.w or ""))
    return list(found.values())


def _shape(labels: tuple[str, ...], names: tuple[str, ...]) -> type[BaseModel]:
    """A list of items bound to these labels and names; made anew for each chunk.

    Lengths bind the model only: an answer of another length is read all the same.
    """
    number: Any = Literal[tuple(int(label) for label in labels)]
    name: Any = Literal[(*names, OTHER)]
    item: Any = create_model(
        "Pick",
        __config__=ConfigDict(json_schema_extra={"required": ["e", "s"]}),
        e=(number, ...),
        s=(name, OTHER),
        n=(_words(80), None),
        w=(_words(400), None),
    )
    bounds: Any = {"minItems": len(labels) // ONE_IN, "maxItems": len(labels)}
    return create_model("Picks", c=(list[item], Field(json_schema_extra=bounds)))


def _words(at_most: int) -> Any:
    return Annotated[str | None, WithJsonSchema({"type": "string", "maxLength": at_most})]
