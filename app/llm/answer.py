"""What can come of a question, with words for each."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from app import saying
from app.errors import ModelUnavailable
from app.saying import say

T = TypeVar("T")


class Outcome(StrEnum):
    """What an answer is. Only ``ANSWERED`` is whole; some others keep what was whole in them."""

    ANSWERED = "answered"
    # the model answered, but not well
    CUT = "cut"  # it used up its tokens
    BROKEN_OFF = "broken off"  # it ended in the middle of its JSON by itself
    EMPTY = "empty"
    ONLY_THINKING = "only thinking"
    NOT_JSON = "not JSON"
    WRONG_SHAPE = "wrong shape"
    NEARLY_EMPTY = "nearly empty"  # valid, but less than the question can mean
    REPEATING = "repeating"
    TOO_LONG = "too long"  # the prompt does not fit the model's window
    # the server did not let it answer
    NOT_RUNNING = "not running"
    WRONG_HOST = "wrong host"
    DENIED = "denied"
    MODEL_MISSING = "model missing"
    NO_MEMORY = "no memory"
    SERVER_ERROR = "server error"
    DROPPED = "dropped"
    HUNG = "hung"
    CANCELLED = "cancelled"


# Of each outcome: what happened, and what to do; {server}, {model} and {detail} are filled in.
WORDS: dict[Outcome, tuple[str, str]] = {
    Outcome.ANSWERED: ("{model} answered.", ""),
    Outcome.CUT: (
        "{model} was cut off when its tokens for one answer were used up.",
        "A smaller piece is asked about instead.",
    ),
    Outcome.BROKEN_OFF: ("{model} stopped in the middle of its answer.", ""),
    Outcome.EMPTY: ("{model} answered with nothing.", "Another model may do better."),
    Outcome.ONLY_THINKING: (
        "{model} thought and never came to an answer.",
        "Choose a model that does not think, or one that lets it be turned off.",
    ),
    Outcome.NOT_JSON: (
        "{model} answered in prose where a list was asked for.",
        "Another model may do better.",
    ),
    Outcome.WRONG_SHAPE: (
        "{model} answered, but not what was asked for.",
        "Another model may do better.",
    ),
    Outcome.NEARLY_EMPTY: (
        "{model} answered with less than the passage can hold.",
        "Another model may do better.",
    ),
    Outcome.REPEATING: (
        "{model} went on repeating itself and was stopped.",
        "A larger model does this less often.",
    ),
    Outcome.TOO_LONG: (
        "The question is longer than what {model} takes in at once.",
        "A smaller piece is asked about instead; a larger context can be chosen.",
    ),
    Outcome.NOT_RUNNING: (
        "No model server answers at {server}.",
        "Start Ollama, or carry on without a model.",
    ),
    Outcome.WRONG_HOST: (
        "There is no model server of the expected kind at {server}: {detail}.",
        "Correct the address (OLLAMA_HOST, where no other was chosen);"
        " that of an OpenAI-compatible server ends in /v1.",
    ),
    Outcome.DENIED: (
        "The model server at {server} refuses: {detail}.",
        "Give the key that it wants in the environment (VAULTLOOM_API_KEY), or choose another server.",
    ),
    Outcome.MODEL_MISSING: (
        "The model “{model}” is not installed at {server}.",
        "Pull it, or choose one that is installed.",
    ),
    Outcome.NO_MEMORY: (
        "The machine at {server} has too little memory for {model}: {detail}.",
        "Choose a smaller model or a smaller context, or end other programs.",
    ),
    Outcome.SERVER_ERROR: (
        "The model server at {server} reports an error: {detail}.",
        "Look into the server's log; another model may work.",
    ),
    Outcome.DROPPED: (
        "The connection to {server} ended in the middle of an answer.",
        "It is tried again when the server answers.",
    ),
    Outcome.HUNG: (
        "The model server at {server} was silent for {detail}.",
        "Start it again, or choose a smaller model.",
    ),
    Outcome.CANCELLED: ("Stopped.", ""),
}

# What a person has to mend before anything can be asked.
FOR_A_PERSON = frozenset(
    {
        Outcome.NOT_RUNNING,
        Outcome.WRONG_HOST,
        Outcome.DENIED,
        Outcome.MODEL_MISSING,
        Outcome.NO_MEMORY,
    }
)

_OF_SERVER = FOR_A_PERSON | {
    Outcome.SERVER_ERROR,
    Outcome.DROPPED,
    Outcome.HUNG,
    Outcome.CANCELLED,
}


class Trouble(Exception):
    """Something between the program and the model went wrong; never leaves this room."""

    def __init__(self, outcome: Outcome, detail: str = "") -> None:
        super().__init__(f"{outcome}: {detail}")
        self.outcome = outcome
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Usage:
    """What a question cost, as the server counted it; 0 where it said nothing.

    ``seconds`` is from asking to the last word; ``writing`` the part of it in which the model wrote.
    """

    calls: int = 0
    prompt_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    writing: float = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.output_tokens + other.output_tokens,
            self.seconds + other.seconds,
            self.writing + other.writing,
        )


NOTHING_SPENT = Usage()


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What came of a question.

    ``value`` is there when the outcome is ``ANSWERED``, and for an outcome that left whole items
    behind it; then ``dropped`` counts the items that were not whole or not of the shape, and
    ``mended`` says in words what was put right while reading. ``raw`` is the text as received.
    """

    outcome: Outcome
    value: T | None = None
    usage: Usage = NOTHING_SPENT
    raw: str = ""
    detail: str = ""
    dropped: int = 0
    mended: tuple[str, ...] = ()
    model: str = ""
    server: str = ""

    @property
    def words(self) -> str:
        """What happened, in a sentence for a person."""
        return said(self.outcome, model=self.model, server=self.server, detail=self.detail)[0]

    @property
    def remedy(self) -> str:
        """What can be done about it; may be empty."""
        return said(self.outcome, model=self.model, server=self.server, detail=self.detail)[1]

    @property
    def concerns_server(self) -> bool:
        """Whether the model was not let answer: the next question would fare no better now."""
        return self.outcome in _OF_SERVER

    def refuse(self) -> None:
        """Raise ModelUnavailable if nothing can be asked before a person has mended something."""
        if self.outcome in FOR_A_PERSON:
            raise ModelUnavailable(self.words, remedy=self.remedy)


def said(outcome: Outcome, *, model: str, server: str, detail: str) -> tuple[str, str]:
    """What happened and what to do, in words."""
    words, remedy = WORDS[outcome]
    known = {
        "model": model or saying.said("the model"),
        "server": server,
        "detail": saying.said(detail if detail else "no reason given"),
    }
    return say(words, **known), say(remedy, **known)
