"""What is there to choose from, and getting it: facts of models, memory, pulling, starting, trying."""

import sys
from pathlib import Path
from typing import Any

import pytest

from app.errors import ModelUnavailable
from app.llm import starting
from app.llm.address import address_of
from app.llm.answer import Outcome, Trouble
from app.llm.asking import Asker
from app.llm.machine import GIGABYTE, Fit, best, fit, memory, suggestions
from app.llm.ollama_server import OllamaServer
from app.llm.openai_compatible import OpenAICompatibleServer
from app.llm.pulling import Pulled, pull
from app.llm.question import Setting, Silence
from app.llm.standing import Way, server_at, standing
from app.llm.trial import trial
from tests.app.llm.fake_server import Drop, FakeServer, Script, done, free_port, said
from tests.app.llm.fake_server import Silence as SaysNothing
from tests.app.llm.questions import asker, question

VERSION = Script([{"version": "0.9.3"}])


def model(name: str, **changes: Any) -> dict[str, Any]:
    details = {"parameter_size": "4.0B", "family": "qwen3"}
    return {
        "model": name,
        "name": name,
        "size": 2_500_000_000,
        "digest": "d1",
        "details": details,
    } | changes


def shown(context: int, **changes: Any) -> dict[str, Any]:
    facts = {"general.architecture": "qwen3", "qwen3.context_length": context}
    return {"model_info": facts, "template": "{{ .Prompt }}", "details": {}, **changes}


@pytest.fixture
def ollama(server: FakeServer) -> OllamaServer:
    server.answers("/api/version", VERSION)
    server.answers("/api/tags", Script([{"models": [model("qwen3:4b"), model("tiny:latest")]}]))
    return OllamaServer(server.address)


# Addresses


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("", "http://127.0.0.1:11434"),
        ("gpu", "http://gpu:11434"),
        ("gpu:1234", "http://gpu:1234"),
        (":1234", "http://127.0.0.1:1234"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("http://0.0.0.0:1234/", "http://127.0.0.1:1234"),
        ("[::]:1234", "http://127.0.0.1:1234"),
        ("[fd00::1]:1234", "http://[fd00::1]:1234"),
        ("https://models.example", "https://models.example:443"),
        ("http://models.example/ollama/", "http://models.example:80/ollama"),
        ('"gpu:1234"', "http://gpu:1234"),
    ],
)
def test_what_people_put_into_ollama_host(given: str, address: str) -> None:
    assert address_of(given) == address


def test_ollama_host_is_where_ollama_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "gpu:1234")
    assert server_at().address == "http://gpu:1234"
    assert server_at("http://lab:8080/v1").address == "http://lab:8080/v1"


@pytest.mark.parametrize(
    "given",
    [
        "http://[bad",
        "gpu:port",
        "gpu:99999",
        "ftp://x",
        "http://a..b",
        "no-such.invalid",
        "a" * 300,
    ],
)
@pytest.mark.parametrize("kind", [OllamaServer, OpenAICompatibleServer])
def test_an_address_that_leads_nowhere_wants_to_be_corrected(
    given: str, kind: type[OllamaServer] | type[OpenAICompatibleServer]
) -> None:
    server = kind(given)
    assert standing(server).way is Way.CORRECT
    asking = Asker(server, Setting("m"))
    assert asking.ask(question()).outcome is Outcome.WRONG_HOST


# Facts


def test_what_is_installed_comes_with_size_and_digest(ollama: OllamaServer) -> None:
    first, second = ollama.installed()
    assert (first.name, first.size, first.digest, first.parameters) == (
        "qwen3:4b",
        2_500_000_000,
        "d1",
        "4.0B",
    )
    assert second.name == "tiny:latest"


def test_a_model_says_its_context_and_whether_it_thinks(
    server: FakeServer, ollama: OllamaServer
) -> None:
    server.answers("/api/show", Script([shown(40_960, capabilities=["completion", "thinking"])]))
    looked = ollama.look("qwen3:4b")
    assert (looked.context, looked.thinks, looked.digest) == (40_960, True, "d1")


def test_the_tag_latest_may_be_left_out(server: FakeServer, ollama: OllamaServer) -> None:
    server.answers("/api/show", Script([shown(2048)]))
    assert ollama.look("tiny").name == "tiny:latest"


def test_an_older_server_is_understood_by_the_template(
    server: FakeServer, ollama: OllamaServer
) -> None:
    server.answers("/api/show", Script([shown(4096, template="{{ if .Think }}<think>{{ end }}")]))
    assert ollama.look("tiny").thinks
    server.answers("/api/show", Script([shown(4096)]))
    assert not ollama.look("tiny").thinks


def test_a_model_that_is_not_there_has_no_facts(server: FakeServer, ollama: OllamaServer) -> None:
    server.answers("/api/show", Script([{"error": "model 'x' not found"}], status=404))
    with pytest.raises(Trouble) as trouble:
        ollama.look("x")
    assert trouble.value.outcome is Outcome.MODEL_MISSING


# How things stand


def test_a_server_with_models_is_ready(ollama: OllamaServer) -> None:
    stands = standing(ollama)
    assert stands.ready
    assert [m.name for m in stands.models] == ["qwen3:4b", "tiny:latest"]


def test_a_server_without_models_wants_one_pulled(server: FakeServer, ollama: OllamaServer) -> None:
    server.answers("/api/tags", Script([{"models": []}]))
    assert standing(ollama).way is Way.PULL


def test_something_that_is_no_ollama_wants_another_address(server: FakeServer) -> None:
    server.answers("/api/version", Script([b"<html>hello</html>"]))
    stands = standing(OllamaServer(server.address))
    assert stands.way is Way.CORRECT
    assert "OLLAMA_HOST" in stands.remedy


def test_no_server_is_started_where_it_is_installed_and_installed_where_it_is_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    nowhere = OllamaServer(f"127.0.0.1:{free_port()}")
    a_program(tmp_path, monkeypatch, "pass")
    assert standing(nowhere).way is Way.START
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(starting, "_usual_places", list)
    stands = standing(nowhere)
    assert stands.way is Way.INSTALL
    assert starting.DOWNLOAD in stands.remedy


# Memory


def test_this_machine_knows_its_memory() -> None:
    assert memory() > GIGABYTE


@pytest.mark.parametrize(
    ("size", "ram", "right"),
    [
        (3.3, 8, Fit.SUITS),
        (5.2, 8, Fit.TIGHT),
        (8.1, 8, Fit.TOO_LARGE),
        (8.1, 16, Fit.SUITS),
        (43, 64, Fit.TIGHT),
    ],
)
def test_what_suits_a_machine(size: float, ram: float, right: Fit) -> None:
    assert fit(int(size * GIGABYTE), int(ram * GIGABYTE)) is right


def test_without_knowledge_nothing_is_claimed() -> None:
    assert fit(0, int(8 * GIGABYTE)) is Fit.UNKNOWN
    assert fit(int(GIGABYTE), 0) is Fit.UNKNOWN


def test_only_what_can_run_is_suggested() -> None:
    suggested = suggestions(int(8 * GIGABYTE))
    assert all(s.size < 7 * GIGABYTE for s in suggested)
    chosen = best(suggested)
    assert chosen is not None
    assert chosen.fit is Fit.SUITS
    assert best([]) is None


# Pulling

_LAYERS = [
    {"status": "pulling manifest"},
    {"status": "pulling a", "digest": "a", "total": 100, "completed": 40},
    {"status": "pulling a", "digest": "a", "total": 100, "completed": 100},
    {"status": "pulling b", "digest": "b", "total": 50, "completed": 10},
]


def test_a_pull_tells_how_far_it_is_over_all_its_parts(
    server: FakeServer, ollama: OllamaServer
) -> None:
    server.answers("/api/pull", Script([*_LAYERS, {"status": "success"}]))
    heard: list[Pulled] = []
    assert pull(ollama, "qwen3:4b", told=heard.append)
    assert [(p.done, p.total) for p in heard] == [
        (0, 0),
        (40, 100),
        (100, 100),
        (110, 150),
        (110, 150),
    ]


@pytest.mark.parametrize(
    ("error", "words"),
    [
        ("pull model manifest: file does not exist", "no model of this name"),
        ("dial tcp: lookup registry.example on 1.1.1.1:53: no such host", "cannot reach"),
        ("write /models/x: no space left on device", "no room"),
        ("something else", "something else"),
    ],
)
def test_a_pull_that_fails_inside_a_200_has_failed(
    server: FakeServer, ollama: OllamaServer, error: str, words: str
) -> None:
    server.answers("/api/pull", Script([*_LAYERS, {"error": error}]))
    with pytest.raises(ModelUnavailable, match=words) as failed:
        pull(ollama, "qwen3:4b")
    assert failed.value.remedy


@pytest.mark.parametrize("last", [[], [Drop()]])
def test_a_pull_that_ends_without_its_last_word_has_failed(
    server: FakeServer, ollama: OllamaServer, last: list[Any]
) -> None:
    server.answers("/api/pull", Script([*_LAYERS, *last]))
    with pytest.raises(ModelUnavailable, match="could not be fetched"):
        pull(ollama, "qwen3:4b")


def test_a_pull_that_stands_still_is_given_up(server: FakeServer, ollama: OllamaServer) -> None:
    server.answers("/api/pull", Script([*_LAYERS, SaysNothing()]))
    with pytest.raises(ModelUnavailable, match="silent"):
        pull(ollama, "qwen3:4b", silence=Silence(5.0, 0.2))


def test_a_pull_can_be_stopped(server: FakeServer, ollama: OllamaServer) -> None:
    server.answers("/api/pull", Script([*_LAYERS, SaysNothing()]))
    heard: list[Pulled] = []
    assert not pull(ollama, "qwen3:4b", told=heard.append, stop=lambda: len(heard) == 4)
    assert server.went_away.wait(5)


# Starting

_SERVES = """
import http.server, os
class H(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = b'{"version": "0"}'
        self.send_response(200); self.send_header("Content-Length", str(len(body))); self.end_headers()
        self.wfile.write(body)
        self.server.left -= 1
    def log_message(self, *a): pass
s = http.server.HTTPServer(("127.0.0.1", int(os.environ["OLLAMA_HOST"].rsplit(":", 1)[1])), H)
s.left, s.timeout = 2, 20
while s.left > 0:
    s.handle_request()
"""


def a_program(folder: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """A program named ollama on the path, that runs Python code."""
    script = folder / "code.py"
    script.write_text(code)
    program = folder / "ollama"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{script}"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


@pytest.mark.filterwarnings("ignore:subprocess:ResourceWarning")  # it goes on by itself, on purpose
def test_ollama_is_started_at_the_address_and_waited_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    a_program(tmp_path, monkeypatch, _SERVES)
    here = OllamaServer(f"127.0.0.1:{free_port()}")
    starting.start(here, log=tmp_path / "log")
    assert starting.answers(here)


def test_a_start_that_fails_gives_the_last_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    a_program(tmp_path, monkeypatch, "raise SystemExit('listen: permission denied')")
    with pytest.raises(ModelUnavailable, match="permission denied"):
        starting.start(OllamaServer(f"127.0.0.1:{free_port()}"), log=tmp_path / "log")


def test_another_machine_is_not_started(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="another machine"):
        starting.start(OllamaServer("no-such-machine.invalid"), log=tmp_path / "log")


def test_what_runs_is_not_started_again(ollama: OllamaServer, tmp_path: Path) -> None:
    starting.start(ollama, log=tmp_path / "log")
    assert not (tmp_path / "log").exists()


# Trying


def test_a_model_that_reads_passes_and_its_speed_is_told(server: FakeServer) -> None:
    server.chats('{"n": 3}', '{"n": 1}', '{"n": 2}', output=8)
    tried = trial(asker(server.address))
    assert tried.words == "Reads 3 of 3 sample passages, 16 tokens a second."


def test_a_model_that_always_says_the_same_does_not_pass(server: FakeServer) -> None:
    server.chats('{"n": 2}')
    assert trial(asker(server.address)).right == 1


def test_what_cannot_be_read_counts_as_wrong(server: FakeServer) -> None:
    server.chats("Maud Fenner", '{"n": 7}', '{"n": 2}')
    assert trial(asker(server.address)).right == 1


def test_a_trial_that_the_server_does_not_let_happen_says_why(server: FakeServer) -> None:
    server.answers("/api/chat", Script([{"error": 'model "m" not found'}], status=404))
    tried = trial(asker(server.address))
    assert "not installed" in tried.words
    assert len(server.asked()) == 1


def test_a_trial_ends_when_it_is_stopped(server: FakeServer) -> None:
    server.answers("/api/chat", Script([*said("{"), done()]))
    assert trial(asker(server.address), stop=lambda: True).failed is not None
