"""Choosing who reads: what a model server offers, what suits this machine, and what is chosen.

What the command line prints with ``--json`` and what the worker tells the window are the shapes here;
words with values in them have ``said`` beside them, as ``app.saying`` says. None of it needs a vault.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from app import settings
from app.errors import ModelUnavailable, VaultloomError
from app.llm.answer import Trouble
from app.llm.asking import chosen as asked
from app.llm.key import KEY
from app.llm.line import is_this_machine, never
from app.llm.machine import Fit, Suggestion, best, fit, memory, suggestions
from app.llm.ollama_server import OllamaServer
from app.llm.pulling import Pulled, pull
from app.llm.server import Installed, Server
from app.llm.standing import Standing, Way, server_at, standing
from app.llm.starting import start
from app.llm.trial import Trial, trial
from app.paths import user_state
from app.saying import beside, of_system, said, say
from app.settings import BUILTIN, Settings

Shape = dict[str, object]
_COULD_PULL = (Way.CHOOSE, Way.PULL, Way.START, Way.INSTALL)
_ELSEWHERE = "runs on another machine"
_CLOUD = "runs in Ollama's cloud: what is read is sent there"
_IN_CLOUD = ("-cloud", ":cloud")  # how the Ollama library names such models


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be chosen at one server. ``memory`` is this machine's, in bytes; 0 is unknown."""

    stands: Standing
    is_ollama: bool
    models: tuple[Installed, ...]
    suggested: tuple[Suggestion, ...]
    memory: int
    chosen: Settings

    @property
    def best(self) -> Suggestion | None:
        """The model to pull first, if it is not there already."""
        found = best(list(suggestions(self.memory)))
        return found if found in self.suggested else None

    def fit(self, model: Installed) -> tuple[Fit, str]:
        """Whether an installed model suits, with words for it."""
        if is_in_cloud(model):
            return Fit.UNKNOWN, said(_CLOUD)
        if not is_this_machine(self.stands.address):
            return Fit.UNKNOWN, said(_ELSEWHERE)
        found = fit(model.size, self.memory)
        return found, said(found.value)

    def as_json(self) -> Shape:
        """The offer as the worker's ``models`` has it."""
        return {
            "server": self._server(),
            "models": [self._model(m) for m in self.models],
            "suggested": [_suggestion(s, is_best=s == self.best) for s in self.suggested],
            "memory": self.memory,
            "chosen": {
                "name": self.chosen.model,
                "server": self.chosen.server,
                "context": self.chosen.context,
            },
        }

    def _server(self) -> Shape:
        stands = self.stands
        words = {"words": stands.words, "remedy": stands.remedy}
        return {
            "address": stands.address,
            "kind": "ollama" if self.is_ollama else "openai",
            **words,
            "way": stands.way.name.lower(),
            **beside(**words),
        }

    def _model(self, model: Installed) -> Shape:
        found, words = self.fit(model)
        return {
            "name": model.name,
            "size": model.size,
            "context": model.context,
            "parameters": model.parameters,
            "fit": found.name.lower(),
            "words": words,
        }


def _suggestion(model: Suggestion, *, is_best: bool) -> Shape:
    return {
        "name": model.name,
        "size": model.size,
        "words": model.words,
        "fit": model.fit.name.lower(),
        "best": is_best,
    }


def is_in_cloud(model: Installed) -> bool:
    """Whether a model that an Ollama lists runs elsewhere, so that what is read would leave the machine."""
    return model.name.endswith(_IN_CLOUD)


def look(address: str = "") -> Offer:
    """What the server at an address offers, that of OLLAMA_HOST or this machine without one.

    May take as long as the server takes to answer, or the network to say that none does.
    """
    server = server_at(address)
    stands = standing(server)
    models = tuple(m for m in (_in_full(server, m) for m in stands.models) if m.chats)
    if stands.models and not models:
        words = "None of its models can be asked: they only make vectors of texts."
        stands = replace(stands, words=words, remedy="Pull one to begin.", way=Way.PULL)
    is_ollama, bytes_ = isinstance(server, OllamaServer), memory()
    more: list[Suggestion] = []
    if is_ollama and stands.way in _COULD_PULL:
        more = suggestions(bytes_ if is_this_machine(server.address) else 0)
    there = {m.name for m in models}
    others = tuple(s for s in more if s.name not in there)
    return Offer(stands, is_ollama, models, others, bytes_, settings.load())


def _in_full(server: Server, model: Installed) -> Installed:
    """A model with what takes a question of its own; as it was listed where that fails."""
    if not isinstance(server, OllamaServer):
        return model
    try:
        return server.shown(model)
    except Trouble:
        return model


def use(name: str, server: str, context: int) -> Settings:
    """Have a model read sources from now on, or the built-in reader.

    Raises ModelUnavailable where the server has no such model or does not answer, and VaultloomError
    where the choice cannot be kept; then the last choice stays.
    """
    chosen = Settings(model=name, server=server.strip(), context=context)
    _check(chosen)
    if name != BUILTIN:
        _, model = asked(server_at(chosen.server), name, context)
        chosen = replace(chosen, model=model.name)
    try:
        settings.choose_model(chosen.model, chosen.server, chosen.context)
    except OSError as error:
        words = say("What you chose could not be kept: {why}.", why=of_system(error))
        raise VaultloomError(words) from error
    return chosen


def _check(chosen: Settings) -> None:
    """Raise VaultloomError for what can be no choice."""
    if not settings.can_be_chosen(chosen.model, chosen.server, chosen.context):
        raise VaultloomError(
            "This model, address or context cannot be.",
            remedy=say(
                "A context has {least} to {most} tokens; name and address are on one line.",
                least=settings.CONTEXTS[0],
                most=settings.CONTEXTS[-1],
            ),
        )
    if "@" in chosen.server:
        raise VaultloomError(
            "The address of a server holds no name and no password.",
            remedy=say("Give the key that it wants in the environment ({name}).", name=KEY),
        )


def try_model(chosen: Settings, *, stop: Callable[[], bool] = never) -> Trial:
    """How a model does; raises ModelUnavailable where it cannot be asked at all."""
    _check(chosen)
    asker, _ = asked(server_at(chosen.server), chosen.model, chosen.context)
    return trial(asker, stop=stop)


def start_server(address: str = "") -> None:
    """Start Ollama on this machine; see ``app.llm.starting``. Raises ModelUnavailable."""
    start(_ollama(address), log=user_state() / "ollama.log")


def pull_model(
    name: str,
    address: str = "",
    *,
    told: Callable[[Pulled], None] = lambda _: None,
    stop: Callable[[], bool] = never,
) -> bool:
    """Have an Ollama fetch a model; see ``app.llm.pulling.pull``. Raises ModelUnavailable."""
    return pull(_ollama(address), name, told=told, stop=stop)


def _ollama(address: str) -> OllamaServer:
    server = server_at(address)
    if isinstance(server, OllamaServer):
        return server
    words = say(
        "The server at {server} is no Ollama: models come to it by its own means.",
        server=server.address,
    )
    raise ModelUnavailable(words, remedy="Start it there with the model, then choose that.")


def reader_words(chosen: Settings) -> str:
    """Who reads, in a few words: "qwen3:4b · Ollama", "m · http://lab:8080/v1", "Built-in reader"."""
    if chosen.model == BUILTIN:
        return said("Built-in reader")
    server = server_at(chosen.server)
    usual = isinstance(server, OllamaServer) and is_this_machine(server.address)
    where = "Ollama" if usual else server.address
    return say("{model} · {server}", model=chosen.model, server=where)


def reader_as_json(
    chosen: Settings, state: str = "ready", problem: str = "", remedy: str = ""
) -> Shape:
    """Who reads, as the worker's ``model`` has it."""
    words = {"words": reader_words(chosen), "problem": problem, "remedy": remedy}
    return {
        "name": chosen.model,
        "server": chosen.server,
        "state": state,
        **words,
        **beside(**words),
    }


def tried_as_json(tried: Trial) -> Shape:
    """How a model did, as the worker's ``try_model`` has it."""
    return {
        "right": tried.right,
        "of": tried.of,
        "tokens_a_second": round(tried.tokens_a_second, 1),
        "words": tried.words,
        "ok": tried.failed is None and tried.right == tried.of,
        **beside(words=tried.words),
    }
