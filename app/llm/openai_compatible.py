"""Servers that speak as OpenAI's does: llama.cpp's, LM Studio, vLLM.

They differ in what they take: a request that one refuses for a field that it does not know is sent
again with less, and what was taken is remembered for as long as this object lives. Where the
server binds the answer to no schema, it is read tolerantly like any other.
"""

import json
from collections.abc import Iterator
from typing import Any

import httpx

from app.llm.answer import Outcome, Trouble
from app.llm.key import Key
from app.llm.line import Connection
from app.llm.ollama_server import no_connection, shortened
from app.llm.server import OUT_OF_MEMORY, TOO_LONG, Call, Installed, Piece
from app.saying import say

_FOR_FACTS = 15.0  # seconds
_ENDS = {"stop": "stop", "length": "length"}


class OpenAICompatibleServer:
    """A server at ``base``, with or without its "/v1"; see ``app.llm.key`` for the key that it may want."""

    def __init__(self, base: str) -> None:
        given = base.strip().rstrip("/").removesuffix("/chat/completions")
        given = given if "://" in given else f"http://{given}"
        self.address = given if given.rsplit("/", 1)[-1].startswith("v") else f"{given}/v1"
        self._key = Key(self.address)
        self._takes = 0  # which of the requests below it took last

    def ask(self, call: Call, connection: Connection) -> Iterator[Piece]:
        """The pieces of an answer as they come; raises ``Trouble``."""
        with _ToldApart(self._key), self._client(connection.options(self.address)) as client:
            forms = _requests(call)
            while True:
                request = forms[min(self._takes, len(forms) - 1)]
                with client.stream("POST", "/chat/completions", json=request) as answer:
                    if answer.status_code not in {400, 422, 501}:
                        yield from _pieces(answer)
                        return
                    words = answer.read().decode(errors="replace")
                    if _is_about_length(words) or self._takes + 1 >= len(forms):
                        raise _by_status(answer.status_code, words)
                    self._takes += 1

    def installed(self) -> list[Installed]:
        """The models that it serves, with their context where it says so; raises ``Trouble``."""
        with _ToldApart(self._key), self._client(self._for_facts()) as client:
            answer = client.get("/models")
            if answer.status_code != 200:
                raise _by_status(answer.status_code, answer.text)
            found = answer.json()
        models = found.get("data") if isinstance(found, dict) else None
        if not isinstance(models, list):
            raise Trouble(Outcome.WRONG_HOST, "it lists no models as such servers do")
        return [_installed(m) for m in models if isinstance(m, dict) and m.get("id")]

    def look(self, name: str) -> Installed:
        """What the list says of one model; raises ``Trouble``."""
        for model in self.installed():
            if model.name == name:
                return model
        raise Trouble(Outcome.MODEL_MISSING)

    def _for_facts(self) -> dict[str, Any]:
        return Connection().options(self.address) | {"timeout": httpx.Timeout(_FOR_FACTS)}

    def _client(self, options: dict[str, Any]) -> httpx.Client:
        return httpx.Client(base_url=self.address, auth=self._key, **options)


def _requests(call: Call) -> list[dict[str, Any]]:
    """The request with all that is wanted, and then with less and less."""
    setting = call.setting
    bare = {
        "model": setting.model,
        "messages": [
            {"role": "system", "content": call.fixed},
            {"role": "user", "content": call.varying},
        ],
        "stream": True,
        "temperature": setting.temperature,
        "max_tokens": call.most_tokens,
    }
    schema = {"name": "answer", "schema": call.schema, "strict": True}
    counted = {"seed": setting.seed, "stream_options": {"include_usage": True}}
    bound = {"response_format": {"type": "json_schema", "json_schema": schema}}
    unthinking = {"chat_template_kwargs": {"enable_thinking": False}}
    forms = [bare | counted | bound, bare | bound, bare | counted, bare]
    return [forms[0] | unthinking, *forms] if setting.thinks else forms


def _pieces(answer: httpx.Response) -> Iterator[Piece]:
    if answer.status_code != 200:
        raise _by_status(answer.status_code, answer.read().decode(errors="replace"))
    ended, counted, spoke = "", Piece(), False
    for line in answer.iter_lines():
        if not line.startswith("data:"):
            if line.startswith("<"):
                raise Trouble(Outcome.WRONG_HOST, "it is a web server")
            continue
        data = line[5:].strip()
        if data == "[DONE]":
            yield _last(ended or "stop", counted)
            return
        piece = _piece(_event(data, spoke=spoke))
        ended = piece.ended or ended
        counted = piece if piece.prompt_tokens else counted
        if piece.text or piece.thinking:
            spoke = True
            yield Piece(piece.text, piece.thinking)
    if ended:  # some servers leave the last line out
        yield _last(ended, counted)


def _event(data: str, *, spoke: bool) -> object:
    try:
        return json.loads(data)
    except ValueError as error:
        if spoke:  # half a line
            raise Trouble(Outcome.DROPPED) from error
        raise


def _last(ended: str, counted: Piece) -> Piece:
    return Piece(
        ended=ended, prompt_tokens=counted.prompt_tokens, output_tokens=counted.output_tokens
    )


def _piece(event: Any) -> Piece:
    """One event of the stream; raises ``Trouble`` for an error among them."""
    if not isinstance(event, dict):
        raise Trouble(Outcome.WRONG_HOST, "it does not speak as such servers do")
    if error := event.get("error"):
        words = error.get("message", "") if isinstance(error, dict) else str(error)
        raise _by_status(500, str(words))
    choices = event.get("choices") or [{}]
    delta = choices[0].get("delta") or {}
    usage = event.get("usage") or {}
    reason = choices[0].get("finish_reason") or ""
    return Piece(
        text=delta.get("content") or "",
        thinking=delta.get("reasoning_content") or delta.get("reasoning") or "",
        ended=_ENDS.get(reason, "stop") if reason else "",
        prompt_tokens=int(usage.get("prompt_tokens") or 0),
        output_tokens=int(usage.get("completion_tokens") or 0),
    )


def _installed(model: dict[str, Any]) -> Installed:
    meta = model.get("meta") if isinstance(model.get("meta"), dict) else {}
    assert isinstance(meta, dict)
    lengths = (
        model.get("max_model_len"),  # vLLM
        model.get("loaded_context_length"),  # LM Studio
        model.get("max_context_length"),
        meta.get("n_ctx"),  # llama.cpp
        meta.get("n_ctx_train"),
    )
    context = next((n for n in lengths if isinstance(n, int) and n > 0), 0)
    size = meta.get("size", 0)
    return Installed(str(model["id"]), size=size if isinstance(size, int) else 0, context=context)


class _ToldApart:
    """Whatever httpx and the reading of events raise, as ``Trouble`` that does not tell the key."""

    def __init__(self, key: Key) -> None:
        self._key = key

    def __enter__(self) -> None:
        return None

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, Trouble) and self._key.hidden(error.detail) != error.detail:
            raise Trouble(error.outcome, self._key.hidden(error.detail)) from None
        if isinstance(error, httpx.TransportError):
            raise no_connection(error) from error
        if isinstance(error, httpx.InvalidURL):
            raise Trouble(Outcome.WRONG_HOST, "the address cannot be read") from error
        if isinstance(error, (ValueError, AttributeError, TypeError, LookupError)):
            raise Trouble(Outcome.WRONG_HOST, "it does not speak as such servers do") from error


def _is_about_length(words: str) -> bool:
    return any(sign in words.casefold() for sign in TOO_LONG)


def _by_status(status: int, words: str) -> Trouble:
    low, said = words.casefold(), _message(words)
    if any(sign in low for sign in OUT_OF_MEMORY):
        return Trouble(Outcome.NO_MEMORY, said)
    if _is_about_length(words):
        return Trouble(Outcome.TOO_LONG, said)
    if status in {401, 403}:
        return Trouble(Outcome.DENIED, said or say("status {status}", status=status))
    if status == 404:
        missing = "model" in low
        return Trouble(Outcome.MODEL_MISSING if missing else Outcome.WRONG_HOST, said)
    if 300 <= status < 400 or status == 405 or "<html" in low:
        return Trouble(Outcome.WRONG_HOST, "it is a web server")
    return Trouble(Outcome.SERVER_ERROR, said or say("status {status}", status=status))


def _message(words: str) -> str:
    """The message in an error object, in any of the forms that servers give it."""
    try:
        found = json.loads(words)
    except ValueError:
        return shortened(words)
    error = found.get("error", found) if isinstance(found, dict) else found
    message = error.get("message", "") if isinstance(error, dict) else error
    return shortened(str(message))
