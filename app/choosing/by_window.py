"""What the window asks the worker of models: ``app.choosing.models`` as words of the worker's protocol.

Each request has a thread of its own, since a server may take long to answer and a model hours to
come; nothing of it waits for the compiling of a source or holds it up.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from app import settings
from app.choosing import models
from app.choosing.models import Shape
from app.errors import VaultloomError
from app.llm.pulling import Pulled
from app.settings import Settings

Action = Callable[[Shape], Shape]


@dataclass
class Choosing:
    """The worker's words on models. ``answer`` runs an action and sends what comes of it; ``send``
    sends an event; ``use`` has the compiling go on with who was chosen. All are called on threads
    of this object."""

    answer: Callable[[object, Action, Shape], None]
    send: Callable[[Shape], None]
    use: Callable[[Settings], None]
    _one_choice: threading.Lock = field(default_factory=threading.Lock)
    _one_pull: threading.Lock = field(default_factory=threading.Lock)
    _stop_pull: threading.Event = field(default_factory=threading.Event)
    _ending: threading.Event = field(default_factory=threading.Event)

    def takes(self, request: Shape) -> bool:
        """Whether a request was one of these; it is being answered then."""
        action = getattr(self, f"do_{request.get('do')}", None)
        if action is None:
            return False
        work = threading.Thread(
            target=self.answer,
            args=(request.get("id"), action, request),
            name="models",
            daemon=True,  # a server that is silent does not keep the worker from ending
        )
        work.start()
        return True

    def close(self) -> None:
        """End a pull and a trial under way; an Ollama keeps what it has fetched of a model."""
        self._ending.set()
        self._stop_pull.set()

    def do_models(self, request: Shape) -> Shape:
        """What a server offers."""
        return models.look(_text(request, "server")).as_json()

    def do_use_model(self, request: Shape) -> Shape:
        """Have a model read from the next source on."""
        with self._one_choice:
            found = models.use(*_named(request))
            self.use(found)
        return {"model": models.reader_as_json(found)}

    def do_start_server(self, request: Shape) -> Shape:
        """Start Ollama on this machine."""
        models.start_server(_text(request, "server"))
        return {}

    def do_pull(self, request: Shape) -> Shape:
        """Have an Ollama fetch a model."""
        if not self._one_pull.acquire(blocking=False):
            raise VaultloomError(
                "A model is being fetched already.", remedy="Wait for it, or stop it."
            )
        try:
            self._stop_pull.clear()
            name, server = _text(request, "name"), _text(request, "server")
            told = _Telling(name, self.send).told
            return {"done": models.pull_model(name, server, told=told, stop=self._is_stopped)}
        finally:
            self._one_pull.release()

    def _is_stopped(self) -> bool:
        return self._stop_pull.is_set() or self._ending.is_set()

    def do_stop_pull(self, _request: Shape) -> Shape:
        """Stop fetching; what came stays at the server, for another time."""
        self._stop_pull.set()
        return {}

    def do_try_model(self, request: Shape) -> Shape:
        """See whether a model reads, and how fast."""
        name, server, context = _named(request)
        found = Settings(model=name, server=server, context=context)
        return models.tried_as_json(models.try_model(found, stop=self._ending.is_set))


class _Telling:
    """How far a pull is, told for each thousandth: an Ollama says it many times a second."""

    def __init__(self, name: str, send: Callable[[Shape], None]) -> None:
        self._name, self._send = name, send
        self._last: object = None

    def told(self, pulled: Pulled) -> None:
        """Send it, if it is news."""
        now = (pulled.word, pulled.total, pulled.total and 1000 * pulled.done // pulled.total)
        if now != self._last:
            self._last = now
            how_far = {"done": pulled.done, "total": pulled.total, "word": pulled.word}
            self._send({"event": "pull", "name": self._name, **how_far})


def _text(request: Shape, name: str) -> str:
    return str(request.get(name) or "").strip()


def _named(request: Shape) -> tuple[str, str, int]:
    """Name, server and context of a request; the context as it was chosen where none is given."""
    context = request.get("context")
    usual = settings.load().context
    return (
        _text(request, "name"),
        _text(request, "server"),
        context if isinstance(context, int) and context else usual,
    )
