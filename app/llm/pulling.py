"""A model fetched by the server, with progress; a failure is seen wherever it stands."""

from collections.abc import Callable
from dataclasses import dataclass

import ollama

from app.errors import ModelUnavailable
from app.llm.answer import Outcome, Trouble, said
from app.llm.line import Line, never
from app.llm.ollama_server import OllamaServer
from app.llm.question import Silence
from app.saying import say, sentences

_DONE = "success"
_SILENCE = Silence(before_first=120.0, between=300.0)  # checking 40 GB on a slow disk is silent
REASONS = (
    (
        ("no space left", "not enough space", "disk full"),
        "There is no room for it on the server's disk.",
        "Make room there, or choose a smaller model.",
    ),
    (
        ("file does not exist", "not found", "404"),
        "The Ollama library has no model of this name.",
        "Look at how it is spelled, with the part after the colon.",
    ),
    (
        ("no such host", "dial tcp", "connection refused", "network is unreachable", "timeout"),
        "The server cannot reach the Ollama library.",
        "See whether that machine is connected to the internet.",
    ),
    (
        ("newer version", "requires a newer"),
        "The Ollama at this address is too old for it.",
        "Update Ollama.",
    ),
)


@dataclass(frozen=True, slots=True)
class Pulled:
    """How far a pull is: bytes of all parts known so far, and the server's own word for it."""

    done: int
    total: int
    word: str


def pull(
    server: OllamaServer,
    name: str,
    *,
    told: Callable[[Pulled], None] = lambda _: None,
    stop: Callable[[], bool] = never,
    silence: Silence = _SILENCE,
) -> bool:
    """Whether the server has fetched ``name``; False where ``stop`` ended it, to go on another time.

    Raises ModelUnavailable where it failed; the server reports that in the middle of an answer that
    began well, and an answer that ends without its last word has failed as well.
    """
    parts: dict[str, tuple[int, int]] = {}
    line = Line(lambda connection: server.pull(name, connection), silence=silence, stop=stop)
    try:
        for progress in line:
            told(_counted(progress, parts))
            if progress.status == _DONE:
                return True
    except Trouble as trouble:
        if trouble.outcome is Outcome.CANCELLED:
            return False
        raise _failed(server, name, trouble) from trouble
    raise _failed(server, name, Trouble(Outcome.DROPPED))


def _counted(progress: ollama.ProgressResponse, parts: dict[str, tuple[int, int]]) -> Pulled:
    if progress.digest and progress.total:
        parts[progress.digest] = (progress.completed or 0, progress.total)
    done, total = (sum(p[i] for p in parts.values()) for i in (0, 1))
    return Pulled(done, total, progress.status or "")


def _failed(server: OllamaServer, name: str, trouble: Trouble) -> ModelUnavailable:
    failed = say("“{name}” could not be fetched.", name=name)
    low = trouble.detail.casefold()
    for signs, words, remedy in REASONS:
        if any(sign in low for sign in signs):
            return ModelUnavailable(sentences(failed, words), remedy=remedy)
    words, remedy = said(trouble.outcome, model=name, server=server.address, detail=trouble.detail)
    return ModelUnavailable(sentences(failed, words), remedy=remedy)
