"""Servers that speak as OpenAI's does, at the wire."""

import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.llm.answer import Outcome
from app.llm.asking import Asker
from app.llm.key import KEY, USUAL_KEY, Key
from app.llm.openai_compatible import OpenAICompatibleServer
from app.llm.question import Setting, Silence, schema_of
from app.llm.standing import Way, standing
from tests.app.llm.fake_server import Drop, FakeServer, Script, event, free_port
from tests.app.llm.fake_server import Silence as SaysNothing
from tests.app.llm.questions import GOOD, Picks, question

CHAT = "/v1/chat/completions"


def asker(server: FakeServer | str, **changes: Any) -> Asker:
    address = server if isinstance(server, str) else server.address
    setting = Setting("m", context=4096, silence=Silence(5.0, 5.0), **changes)
    return Asker(OpenAICompatibleServer(address), setting)


def told(text: str) -> list[bytes]:
    return [
        event({"choices": [{"delta": {"content": text[i : i + 9]}}]})
        for i in range(0, len(text), 9)
    ]


def end(reason: str = "stop") -> list[bytes]:
    return [
        event({"choices": [{"delta": {}, "finish_reason": reason}]}),
        event({"choices": [], "usage": {"prompt_tokens": 88, "completion_tokens": 17}}),
        event(b"[DONE]"),
    ]


def test_an_answer_is_read_like_any_other(server: FakeServer) -> None:
    server.answers(CHAT, Script([b": a comment\n\n", *told(GOOD), *end()]))
    answer = asker(server).ask(question())
    assert answer.outcome is Outcome.ANSWERED
    assert answer.value is not None
    assert len(answer.value.c) == 2
    assert (answer.usage.prompt_tokens, answer.usage.output_tokens) == (88, 17)


def test_the_schema_binds_the_answer(server: FakeServer) -> None:
    server.answers(CHAT, Script([*told(GOOD), *end()]))
    asker(server).ask(question())
    ((_, body, _),) = server.requests
    assert body["response_format"]["json_schema"]["schema"] == schema_of(Picks)
    assert (body["max_tokens"], body["temperature"], body["seed"]) == (200, 0.0, 11)


def test_a_server_without_schemas_is_asked_without_and_that_is_remembered(
    server: FakeServer,
) -> None:
    refused = Script([{"error": {"message": "'response_format' is not supported"}}], status=400)
    prose = Script([*told("Sure!\n```json\n" + GOOD + "\n```"), *end()])
    server.answers(CHAT, refused, refused, prose)
    asking = asker(server)
    assert asking.ask(question()).outcome is Outcome.ANSWERED
    assert asking.ask(question()).outcome is Outcome.ANSWERED
    bodies = [body for _, body, _ in server.requests]
    assert ["response_format" in body for body in bodies] == [True, True, False, False]


def test_thinking_is_turned_off_where_the_model_thinks(server: FakeServer) -> None:
    server.answers(CHAT, Script([*told(GOOD), *end()]))
    asker(server, thinks=True).ask(question())
    assert server.requests[0][1]["chat_template_kwargs"] == {"enable_thinking": False}


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_only_thinking(server: FakeServer, field: str) -> None:
    thoughts = event({"choices": [{"delta": {field: "Let me see"}}]})
    server.answers(CHAT, Script([thoughts, *end("length")]))
    assert asker(server).ask(question()).outcome is Outcome.ONLY_THINKING


def test_cut(server: FakeServer) -> None:
    server.answers(CHAT, Script([*told('{"c":[{"e":[1]},{"e":['), *end("length")]))
    answer = asker(server).ask(question())
    assert answer.outcome is Outcome.CUT
    assert answer.value is not None


@pytest.mark.parametrize(
    ("script", "outcome"),
    [
        (
            Script([{"error": {"message": "maximum context length is 4096 tokens"}}], status=400),
            Outcome.TOO_LONG,
        ),
        (
            Script([{"error": {"message": "the model `m` does not exist"}}], status=404),
            Outcome.MODEL_MISSING,
        ),
        (Script([b"<html>404</html>"], status=404), Outcome.WRONG_HOST),
        (Script([{"error": {"message": "bad key"}}], status=401), Outcome.DENIED),
        (Script([{"error": "CUDA out of memory"}], status=500), Outcome.NO_MEMORY),
        (Script([{"error": "boom"}], status=503), Outcome.SERVER_ERROR),
        (Script([b"<!doctype html>\n"]), Outcome.WRONG_HOST),
        (Script([event(b"not json")]), Outcome.WRONG_HOST),
        (Script([event({"error": {"message": "out of memory"}})]), Outcome.NO_MEMORY),
        (Script([*told(GOOD)]), Outcome.DROPPED),
        (Script([*told("{"), Drop()]), Outcome.DROPPED),
        (Script([*told("{"), b'data: {"choi\n\n']), Outcome.DROPPED),
        (Script(before_headers=Drop()), Outcome.DROPPED),
        (Script([*end()]), Outcome.EMPTY),
        (Script([*told("I do not know."), *end()]), Outcome.NOT_JSON),
    ],
)
def test_what_servers_do_instead(server: FakeServer, script: Script, outcome: Outcome) -> None:
    server.answers(CHAT, script)
    assert asker(server).ask(question()).outcome is outcome


def test_a_server_that_hangs(server: FakeServer) -> None:
    server.answers(CHAT, Script([*told("{"), SaysNothing()]))
    asking = Asker(OpenAICompatibleServer(server.address), Setting("m", silence=Silence(5.0, 0.2)))
    assert asking.ask(question()).outcome is Outcome.HUNG
    assert server.went_away.wait(5)


def test_a_server_that_is_not_there() -> None:
    assert asker(f"127.0.0.1:{free_port()}").ask(question()).outcome is Outcome.NOT_RUNNING


REFUSED = Script([{"error": {"message": "Incorrect API key: secret"}}], status=401)


def sent(server: FakeServer) -> list[str | None]:
    return [headers.get("Authorization") for _, _, headers in server.requests]


def test_our_key_of_the_environment_is_given_to_the_server_that_was_named(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY, "secret")
    server.answers(CHAT, Script([*told(GOOD), *end()]))
    asker(server).ask(question())
    assert sent(server) == ["Bearer secret"]


def test_a_key_meant_for_another_program_is_given_only_where_one_is_wanted(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(USUAL_KEY, "other")
    server.answers(CHAT, Script([*told(GOOD), *end()]))
    asker(server).ask(question())
    assert sent(server) == [None]
    server.requests.clear()
    server.answers(CHAT, REFUSED, Script([*told(GOOD), *end()]))
    again = asker(server)
    assert again.ask(question()).outcome is Outcome.ANSWERED
    assert again.ask(question()).outcome is Outcome.ANSWERED
    assert sent(server) == [None, "Bearer other", "Bearer other"]


def test_a_key_meant_for_another_program_is_not_sent_where_others_can_read_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(USUAL_KEY, "other")
    for address, given in (("http://lab:1/v1", None), ("https://lab:1/v1", "Bearer other")):
        request = httpx.Request("GET", address)
        flow = Key(address).auth_flow(request)
        next(flow)
        with suppress(StopIteration):
            flow.send(httpx.Response(401))
        assert request.headers.get("Authorization") == given


def test_the_keyring_of_the_system_is_asked_once_and_only_where_a_key_is_wanted(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A package of this name on the path, as the real one is called."""
    package = tmp_path / "keyring"
    package.mkdir()
    (package / "__init__.py").write_text(
        "asked = []\ndef get_password(service, user):\n"
        "    asked.append((service, user))\n    return 'kept'\n"
    )
    (package / "errors.py").write_text("class KeyringError(Exception): pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    server.answers(CHAT, Script([*told(GOOD), *end()]), REFUSED, Script([*told(GOOD), *end()]))
    one = asker(server)
    assert [one.ask(question()).outcome for _ in range(3)] == [Outcome.ANSWERED] * 3
    assert sent(server) == [None, None, "Bearer kept", "Bearer kept"]
    assert import_module("keyring").asked == [("vaultloom", f"{server.address}/v1")]
    for name in ("keyring", "keyring.errors"):
        monkeypatch.delitem(sys.modules, name)


def test_a_server_that_refuses_says_so_without_the_key(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.answers("/v1/models", REFUSED)
    stands = standing(OpenAICompatibleServer(server.address))
    assert (stands.way, "refuses" in stands.words) == (Way.GIVE_KEY, True)
    monkeypatch.setenv(KEY, "secret")
    stands = standing(OpenAICompatibleServer(server.address))
    assert "refuses: Incorrect API key: …." in stands.words
    assert KEY in stands.remedy


@pytest.mark.parametrize(
    ("model", "context"),
    [
        ({"id": "m", "max_model_len": 32768}, 32768),
        ({"id": "m", "meta": {"n_ctx_train": 4096, "size": 1000}}, 4096),
        ({"id": "m", "max_context_length": 8192}, 8192),
        ({"id": "m"}, 0),
    ],
)
def test_models_are_listed_with_their_context_where_it_is_said(
    server: FakeServer, model: dict[str, Any], context: int
) -> None:
    server.answers("/v1/models", Script([{"object": "list", "data": [model]}]))
    looked = OpenAICompatibleServer(server.address + "/v1/")
    assert looked.look("m").context == context


@pytest.mark.parametrize(
    "given",
    ["http://h:1", "h:1", "http://h:1/v1", "http://h:1/v1/", "http://h:1/v1/chat/completions"],
)
def test_an_address_is_taken_as_people_give_it(given: str) -> None:
    assert OpenAICompatibleServer(given).address == "http://h:1/v1"
