"""How things stand with a model server: what the window and the command line show before asking."""

from dataclasses import dataclass
from enum import StrEnum

from app.llm.answer import Outcome, Trouble, said
from app.llm.line import is_this_machine
from app.llm.ollama_server import OllamaServer
from app.llm.openai_compatible import OpenAICompatibleServer
from app.llm.server import Installed, Server
from app.llm.starting import DOWNLOAD, program
from app.saying import say, sentences


class Way(StrEnum):
    """The one thing to do next."""

    CHOOSE = "choose a model"
    PULL = "pull a model"
    START = "start Ollama"
    INSTALL = "install Ollama"
    CORRECT = "correct the address"
    GIVE_KEY = "give a key"
    LOOK = "look at the server"


@dataclass(frozen=True, slots=True)
class Standing:
    """What a server says, in words, what to do next, and the models that it has."""

    address: str
    words: str
    remedy: str
    way: Way
    models: tuple[Installed, ...] = ()

    @property
    def ready(self) -> bool:
        """Whether there is a model that can be asked."""
        return self.way is Way.CHOOSE


def standing(server: Server) -> Standing:
    """How things stand with ``server``; asks it for its models and never raises ``Trouble``."""
    try:
        if isinstance(server, OllamaServer):
            server.version()
        models = tuple(server.installed())
    except Trouble as trouble:
        return _not_ready(server, trouble)
    if models:
        many = say("It has {number} models.", number=len(models))
        words = "It has one model." if len(models) == 1 else many
        return Standing(server.address, words, "", Way.CHOOSE, models)
    words = "It is running and has no model yet."
    return Standing(server.address, words, "Pull one to begin.", Way.PULL)


def _not_ready(server: Server, trouble: Trouble) -> Standing:
    words, remedy = said(trouble.outcome, model="", server=server.address, detail=trouble.detail)
    way = {
        Outcome.WRONG_HOST: Way.CORRECT,
        Outcome.DENIED: Way.GIVE_KEY,
        Outcome.NOT_RUNNING: Way.START,
    }.get(trouble.outcome, Way.LOOK)
    if way is Way.START and not _can_start(server):
        return _cannot_start(server, words)
    return Standing(server.address, words, remedy, way)


def _can_start(server: Server) -> bool:
    return (
        isinstance(server, OllamaServer)
        and is_this_machine(server.address)
        and program() is not None
    )


def _cannot_start(server: Server, words: str) -> Standing:
    if isinstance(server, OllamaServer) and is_this_machine(server.address):
        both = sentences(words, "Ollama is not installed on this machine.")
        return Standing(
            server.address, both, say("Get it from {address}.", address=DOWNLOAD), Way.INSTALL
        )
    return Standing(server.address, words, "Start the server there.", Way.LOOK)


def server_at(address: str = "") -> Server:
    """The server at an address: an OpenAI-compatible one where it ends in "/v1", else Ollama.

    Without an address it is the one of OLLAMA_HOST, or this machine's.
    """
    if address.rstrip("/").endswith("/v1"):
        return OpenAICompatibleServer(address)
    return OllamaServer(address)
