"""An Ollama server, through the package `ollama`: its native endpoints, streamed.

What the package raises is told apart here: https://github.com/ollama/ollama/blob/main/docs/api.md
gives the endpoints; errors are a status with {"error": …}, or that object within a stream.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeVar

import httpx
import ollama

from app.llm.address import address_of, usual_address
from app.llm.answer import Outcome, Trouble
from app.llm.line import Connection
from app.llm.server import OUT_OF_MEMORY, TOO_LONG, Call, Installed, Piece
from app.saying import say

T = TypeVar("T")
_NANO = 1e-9
_FOR_FACTS = 15.0  # seconds for what a server knows without thinking
_REFUSED = frozenset({401, 403})
_MOVED = range(300, 400)


class OllamaServer:
    """Ollama at ``host``, by default at OLLAMA_HOST, else on this machine; ``patience`` is in seconds,
    for what it knows without thinking."""

    def __init__(self, host: str = "", *, patience: float = _FOR_FACTS) -> None:
        self._patience = patience
        self.address = address_of(host) if host else usual_address()

    def ask(self, call: Call, connection: Connection) -> Iterator[Piece]:
        """The pieces of an answer as they come; raises ``Trouble``."""
        setting = call.setting
        with self._client(connection.options(self.address)) as client:
            parts = client.chat(
                model=setting.model,
                messages=[
                    {"role": "system", "content": call.fixed},
                    {"role": "user", "content": call.varying},
                ],
                stream=True,
                format=call.schema,
                think=False if setting.thinks else None,
                keep_alive=setting.keep_alive,
                options={
                    "num_ctx": setting.context,
                    "num_predict": call.most_tokens,
                    "temperature": setting.temperature,
                    "seed": setting.seed,
                },
            )
            yield from _pieces(parts)

    def installed(self) -> list[Installed]:
        """The installed models, newest first as the server lists them; raises ``Trouble``."""
        found = self._told(lambda client: client.list())
        return [
            Installed(
                name=m.model or "",
                size=int(m.size or 0),
                digest=m.digest or "",
                parameters=(m.details.parameter_size or "") if m.details else "",
            )
            for m in found.models
            if m.model
        ]

    def look(self, name: str) -> Installed:
        """Size, context, digest of a model, and whether it thinks; raises ``Trouble``."""
        listed = {m.name: m for m in self.installed()}
        return self.shown(listed.get(name) or listed.get(f"{name}:latest") or Installed(name))

    def shown(self, known: Installed) -> Installed:
        """What is known of a model from the list, and the rest that ``look`` tells; raises ``Trouble``."""
        shown = self._told(lambda client: client.show(known.name))
        able = shown.capabilities
        return replace(
            known,
            context=_context(dict(shown.modelinfo or {})),
            thinks=_thinks(shown),
            chats=not able or "completion" in able,
        )

    def version(self) -> str:
        """The server's version; raises ``Trouble`` where what answers is no Ollama."""
        with _told_apart(), self._plain() as client:
            answer = client.get("/api/version")
            answer.raise_for_status()
            found = answer.json()
            if not isinstance(found, dict) or not isinstance(found.get("version"), str):
                raise Trouble(Outcome.WRONG_HOST, "it does not give its version as Ollama does")
            return str(found["version"])

    def pull(self, name: str, connection: Connection) -> Iterator[ollama.ProgressResponse]:
        """What the server says while it fetches a model; raises ``Trouble``."""
        with self._client(connection.options(self.address)) as client, _told_apart():
            yield from client.pull(name, stream=True)

    def _client(self, options: dict[str, Any]) -> ollama.Client:
        try:
            return ollama.Client(self.address, **options)
        except (ValueError, httpx.InvalidURL) as error:  # a port that is no number, and the like
            raise Trouble(Outcome.WRONG_HOST, "the address cannot be read") from error

    def _plain(self) -> httpx.Client:
        options = Connection().options(self.address) | {"timeout": httpx.Timeout(self._patience)}
        return httpx.Client(base_url=self.address, **options)

    def _told(self, ask: Callable[[ollama.Client], T]) -> T:
        options = Connection().options(self.address) | {"timeout": httpx.Timeout(self._patience)}
        with _told_apart(), self._client(options) as client:
            return ask(client)


def _pieces(parts: Iterator[ollama.ChatResponse]) -> Iterator[Piece]:
    spoke = False
    with _told_apart():
        try:
            for part in parts:
                yield _piece(part)
                spoke = True
        except ValueError as error:
            if spoke:  # half a line
                raise Trouble(Outcome.DROPPED) from error
            raise


def _piece(part: ollama.ChatResponse) -> Piece:
    return Piece(
        text=part.message.content or "",
        thinking=part.message.thinking or "",
        ended=(part.done_reason or "stop") if part.done else "",
        prompt_tokens=part.prompt_eval_count or 0,
        output_tokens=part.eval_count or 0,
        writing=(part.eval_duration or 0) * _NANO,
    )


@contextmanager
def _told_apart() -> Iterator[None]:
    """Whatever the package and httpx raise, as ``Trouble``."""
    try:
        yield
    except ollama.ResponseError as error:
        raise _by_status(error.status_code, str(error.error)) from error
    except httpx.HTTPStatusError as error:
        raise _by_status(error.response.status_code, error.response.text) from error
    except httpx.TransportError as error:
        raise no_connection(error) from error
    except ConnectionError as error:  # the package's own, which hides why
        why = error.__context__
        raise no_connection(why if isinstance(why, httpx.TransportError) else error) from error
    except httpx.InvalidURL as error:
        raise Trouble(
            Outcome.WRONG_HOST, say("the address cannot be read ({why})", why=error)
        ) from error
    except (ValueError, AttributeError, TypeError) as error:
        # a line that is no JSON, or not the object that the package expects
        raise Trouble(Outcome.WRONG_HOST, "it does not speak as Ollama does") from error


def no_connection(error: Exception) -> Trouble:
    """What it means that a connection could not be made, or ended."""
    words = str(error).casefold()
    if isinstance(error, (httpx.ReadTimeout, httpx.WriteTimeout)):
        return Trouble(Outcome.HUNG, "some seconds")
    if isinstance(error, (httpx.ConnectTimeout, httpx.UnsupportedProtocol)):
        return Trouble(Outcome.WRONG_HOST, "nothing answers there")
    if any(w in words for w in ("name or service", "getaddrinfo", "nodename", "name resolution")):
        return Trouble(Outcome.WRONG_HOST, "no machine has this name")
    if "ssl" in words or "certificate" in words:
        return Trouble(Outcome.WRONG_HOST, say("no safe connection can be made ({why})", why=error))
    if isinstance(error, (httpx.ConnectError, ConnectionError)):
        return Trouble(Outcome.NOT_RUNNING)
    return Trouble(Outcome.DROPPED)


def _by_status(status: int, words: str) -> Trouble:
    low = words.casefold()
    if any(sign in low for sign in OUT_OF_MEMORY):
        return Trouble(Outcome.NO_MEMORY, shortened(words))
    if any(sign in low for sign in TOO_LONG):
        return Trouble(Outcome.TOO_LONG, shortened(words))
    if status in _REFUSED:
        return Trouble(Outcome.DENIED, shortened(words) or say("status {status}", status=status))
    if status == 404:
        missing = "model" in low and "not found" in low
        outcome = Outcome.MODEL_MISSING if missing else Outcome.WRONG_HOST
        return Trouble(outcome, "" if missing else "it knows none of Ollama's addresses")
    if status in _MOVED:
        return Trouble(Outcome.WRONG_HOST, "it sends on to another address")
    if "<html" in low or status == 405:
        return Trouble(Outcome.WRONG_HOST, "it is a web server")
    return Trouble(Outcome.SERVER_ERROR, shortened(words) or say("status {status}", status=status))


def shortened(words: str) -> str:
    """An error's words on one line, 200 characters at most, without a full stop."""
    line = " ".join(words.split())
    return (line if len(line) <= 200 else line[:199] + "…").rstrip(".")


def _context(facts: dict[str, Any]) -> int:
    """The context that a model was made for, whatever its architecture calls it."""
    architecture = facts.get("general.architecture", "")
    found = facts.get(f"{architecture}.context_length")
    if not isinstance(found, int):
        lengths = (v for k, v in facts.items() if k.endswith(".context_length"))
        found = next((v for v in lengths if isinstance(v, int)), 0)
    return found


def _thinks(shown: ollama.ShowResponse) -> bool:
    """Whether a model thinks: by what the server says it can do; before 0.9, by its template."""
    if shown.capabilities:
        return "thinking" in shown.capabilities
    return "<think" in (shown.template or "") or ".Think" in (shown.template or "")
