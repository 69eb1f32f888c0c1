"""``vaultloom model``, and the options of ``compile``: what is said, what is kept, and how it ends."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app import settings
from app.__main__ import main
from app.choosing.models import look
from app.paths import user_config
from app.settings import Settings
from tests.app.llm.fake_server import (
    Drop,
    FakeServer,
    Script,
    done,
    event,
    fake_server,
    free_port,
    said,
)
from tests.promises.vaults import HARBOUR, files_in, new_vault, put

Captured = pytest.CaptureFixture[str]
PICKED = '{"c":[{"e":1,"s":"Harbour lamp"}]}'
QWEN = {"model": "qwen3:4b", "size": 2_500_000_000, "digest": "d1", "details": {}}
LAYER = {"status": "pulling a", "digest": "a", "total": 2_000_000_000, "completed": 500_000_000}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeServer]:
    """An Ollama with a model, at OLLAMA_HOST."""
    with fake_server() as running:
        running.answers("/api/version", Script([{"version": "0.9.3"}]))
        running.answers("/api/tags", Script([{"models": [QWEN]}]))
        running.answers("/api/show", Script([{"model_info": {"x.context_length": 40_960}}]))
        running.answers("/api/chat", Script([*said(PICKED), done()]))
        monkeypatch.setenv("OLLAMA_HOST", running.address)
        yield running


def run(capsys: Captured, *arguments: object) -> tuple[int, str, str]:
    """Status, output and complaints of a command."""
    status = main([str(a) for a in arguments])
    told = capsys.readouterr()
    return status, told.out, told.err


def refused(capsys: Captured, *arguments: object) -> str:
    """The one line that a command ends with which could not be done."""
    status, out, err = run(capsys, *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    return err


def as_json(capsys: Captured, *arguments: object) -> Any:
    """The one value that a command prints."""
    status, out, err = run(capsys, *arguments, "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


# -- what is there


def test_what_is_there_is_shown_with_the_command_to_go_on(
    server: FakeServer, capsys: Captured
) -> None:
    """The built-in reader reads until somebody chooses."""
    status, out, err = run(capsys, "model")
    assert (status, err) == (0, "")
    assert "The built-in reader reads" in out
    assert f"{server.address}: It has one model." in out
    assert "qwen3:4b" in out
    assert "40,960 tokens" in out
    assert "vaultloom model use qwen3:4b\n" in out


def test_the_shape_is_that_of_the_worker(server: FakeServer, capsys: Captured) -> None:
    """With who reads beside it."""
    found = as_json(capsys, "model")
    assert set(found) == {"model", "server", "models", "suggested", "memory", "chosen"}
    assert found["server"]["way"] == "choose"
    assert [m["name"] for m in found["models"]] == ["qwen3:4b"]


def test_without_a_server_it_says_what_to_do(capsys: Captured) -> None:
    """And that is no failure: the built-in reader reads."""
    nowhere = f"http://127.0.0.1:{free_port()}"
    status, out, err = run(capsys, "model", "--server", nowhere)
    assert (status, err) == (0, "")
    assert f"No model server answers at {nowhere}." in out


def test_a_server_without_models_is_offered_one(server: FakeServer, capsys: Captured) -> None:
    """By its command."""
    server.answers("/api/tags", Script([{"models": []}]))
    found = as_json(capsys, "model")
    best = [s["name"] for s in found["suggested"] if s["best"]]
    _, out, _ = run(capsys, "model")
    assert ("To fetch" in out) == bool(best)
    assert all(f"vaultloom model pull {name}\n" in out for name in best)


def test_models_that_only_make_vectors_are_none(server: FakeServer) -> None:
    """Nothing can be asked of them."""
    server.answers("/api/show", Script([{"model_info": {}, "capabilities": ["embedding"]}]))
    found = look()
    assert (found.models, found.stands.way.name) == ((), "PULL")


def test_a_server_on_another_machine_is_not_measured_by_the_memory_of_this(
    server: FakeServer,
) -> None:
    """Nothing is claimed of what suits it."""
    offer = look()
    assert offer.fit(offer.models[0])[0].name in ("SUITS", "TIGHT", "TOO_LARGE")
    elsewhere = type(offer)(
        type(offer.stands)("http://gpu:11434", "", "", offer.stands.way),
        offer.is_ollama,
        offer.models,
        (),
        offer.memory,
        offer.chosen,
    )
    assert elsewhere.fit(offer.models[0])[0].name == "UNKNOWN"


def test_what_is_no_ollama_is_offered_no_models(server: FakeServer, capsys: Captured) -> None:
    """Its address wants to be corrected first."""
    server.answers("/api/version", Script([b"<html>hello</html>"]))
    found = as_json(capsys, "model")
    assert (found["server"]["way"], found["models"], found["suggested"]) == ("correct", [], [])


# -- choosing


def test_a_model_that_is_used_reads_what_is_compiled(
    server: FakeServer, capsys: Captured, tmp_path: Path
) -> None:
    """In the context that was chosen; ``--model builtin`` asks nobody for once."""
    vault = new_vault(tmp_path / "v")
    status, out, err = run(capsys, "model", "use", "qwen3:4b", "--context", 2048)
    assert (status, err) == (0, "")
    assert "2,048 tokens" in out
    assert settings.load() == Settings(model="qwen3:4b", context=2048)
    _, out, _ = run(capsys, "model")
    assert "* qwen3:4b" in out
    (source,) = put(vault, {"harbour.md": HARBOUR})
    assert run(capsys, "compile", vault, source)[0] == 0
    assert server.asked()[0]["options"]["num_ctx"] == 2048
    assert "Reader: qwen3:4b." in run(capsys, "status", vault)[1]
    assert as_json(capsys, "status", vault)["model"]["name"] == "qwen3:4b"
    asked = len(server.asked())
    (other,) = put(vault, {"oil.md": HARBOUR.replace("lamp", "oil lamp")})
    assert run(capsys, "compile", vault, other, "--model", "builtin")[0] == 0
    assert len(server.asked()) == asked
    assert run(capsys, "model", "use", "builtin")[0] == 0
    assert settings.load().model == "builtin"


def test_a_server_that_speaks_as_openai_does_reads_without_being_chosen(
    server: FakeServer, capsys: Captured, tmp_path: Path
) -> None:
    """By its address alone; nothing is kept of it."""
    text = event({"choices": [{"delta": {"content": PICKED}}]})
    end = event({"choices": [{"delta": {}, "finish_reason": "stop"}]})
    server.answers("/v1/models", Script([{"data": [{"id": "m", "max_model_len": 4096}]}]))
    server.answers("/v1/chat/completions", Script([text, end, event(b"[DONE]")]))
    vault = new_vault(tmp_path / "v")
    (source,) = put(vault, {"harbour.md": HARBOUR})
    at = ("--model", "m", "--server", f"{server.address}/v1")
    found = as_json(capsys, "compile", vault, source, *at)
    assert (found["model"]["name"], found["sources"][0]["status"]) == ("m", "compiled")
    assert found["model"]["calls"] >= 1
    assert settings.load() == Settings()
    assert not settings.has_chosen_model()


def refuses(server: FakeServer, how: str) -> str:
    """Make the server refuse in one of the ways; the address to be asked."""
    scripts = {
        "missing": Script([{"error": "model 'qwen3:4b' not found"}], status=404),
        "key": Script([{"error": "unauthorized"}], status=401),
        "memory": Script(
            [{"error": "model requires more system memory (9 GiB) than is available"}], status=500
        ),
        "dropped": Script(before_headers=Drop()),
    }
    if how in scripts:
        server.answers("/api/show", scripts[how])
    if how == "web":
        server.answers("/api/tags", Script([b"<html>hello</html>"]))
    addresses = {
        "not there": f"127.0.0.1:{free_port()}",
        "name": "no-such-machine.invalid",
        "kind": f"{server.address}/v1",
    }
    return addresses.get(how, server.address)


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("not there", "No model server answers at"),
        ("name", "no machine has this name"),
        ("web", "it does not speak as Ollama does"),
        ("kind", "no model server of the expected kind"),
        ("missing", "is not installed at"),
        ("key", "refuses: unauthorized"),
        ("memory", "too little memory"),
        ("dropped", "ended in the middle"),
    ],
)
@pytest.mark.parametrize("command", ["use", "try"])
def test_refusals_are_told_apart_in_one_line_and_nothing_is_kept(
    server: FakeServer, capsys: Captured, how: str, words: str, command: str
) -> None:
    """Each with what to do."""
    address = refuses(server, how)
    said_ = refused(capsys, "model", command, "qwen3:4b", "--server", address)
    assert words in said_
    assert said_.rstrip().endswith(".")
    assert settings.load() == Settings()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("use", "m", "--context", "12"), "1024 to 1048576 tokens"),
        (("use", "m", "--server", "http://me:secret@lab:1/v1"), "no name and no password"),
        (("use", "m" * 400), "cannot be"),
        (("try",), "vaultloom model try NAME"),
        (("pull", "m", "--server", "http://127.0.0.1:1/v1"), "no Ollama"),
        (("start", "--server", "http://127.0.0.1:1/v1"), "no Ollama"),
    ],
)
def test_what_makes_no_sense_is_said(
    capsys: Captured, arguments: tuple[str, ...], words: str
) -> None:
    """And nothing is kept, least of all a password."""
    said_ = refused(capsys, "model", *arguments)
    assert words in said_
    assert "secret" not in said_
    assert not (user_config() / "settings.json").exists()


def test_a_server_without_a_model_is_no_choice(capsys: Captured, tmp_path: Path) -> None:
    """Nothing is compiled by the built-in reader for want of a name."""
    vault = new_vault(tmp_path / "v")
    before = files_in(vault)
    assert "--model" in refused(capsys, "compile", vault, "--server", "http://lab:1/v1")
    assert files_in(vault) == before


# -- pulling, trying, starting


def test_a_pull_says_how_far_it_is_and_what_to_do_then(
    server: FakeServer, capsys: Captured
) -> None:
    """A line for each tenth, where no terminal is."""
    steps = [{**LAYER, "completed": n * 50_000_000} for n in range(41)]
    server.answers("/api/pull", Script([*steps, {"status": "success"}]))
    status, out, err = run(capsys, "model", "pull", "qwen3:4b")
    assert status == 0
    assert "vaultloom model use qwen3:4b" in out
    assert err.splitlines() == [f"{10 * n} % of 2.0 GB" for n in range(11)]
    assert as_json(capsys, "model", "pull", "qwen3:4b") == {"name": "qwen3:4b", "done": True}


@pytest.mark.parametrize(
    ("error", "words"),
    [
        ("pull model manifest: file does not exist", "no model of this name"),
        ("write /models/x: no space left on device", "no room for it"),
        ("dial tcp: lookup registry.example: no such host", "cannot reach the Ollama library"),
    ],
)
def test_a_pull_that_fails_in_its_middle_has_failed(
    server: FakeServer, capsys: Captured, error: str, words: str
) -> None:
    """With the reason, and status 2."""
    server.answers("/api/pull", Script([LAYER, {"error": error}]))
    status, out, err = run(capsys, "model", "pull", "qwen3:4b")
    assert (status, out) == (2, "")
    assert words in err.splitlines()[-1]


def test_ctrl_c_ends_a_pull_and_says_how_it_goes_on(
    server: FakeServer, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ollama keeps what has come."""
    server.answers("/api/pull", Script([LAYER, {"status": "success"}]))

    def pressed(*_: object, **__: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr("app.choosing.models.pull", pressed)
    status, out, err = run(capsys, "model", "pull", "qwen3:4b")
    assert (status, out) == (130, "")
    assert "vaultloom model pull qwen3:4b" in err


def test_a_trial_is_honest(server: FakeServer, capsys: Captured) -> None:
    """Status 1 where a passage was misread."""
    server.chats('{"n": 3}', '{"n": 1}', '{"n": 2}', output=8)
    status, out, err = run(capsys, "model", "try", "qwen3:4b")
    assert (status, err) == (0, "")
    assert out == "qwen3:4b: Reads 3 of 3 sample passages, 16 tokens a second.\n"
    server.chats("What?")
    status, out, _ = run(capsys, "model", "try", "qwen3:4b", "--json")
    assert (status, json.loads(out)["ok"], json.loads(out)["right"]) == (1, False, 0)


def test_what_runs_need_not_be_started(server: FakeServer, capsys: Captured) -> None:
    """That is no failure."""
    status, out, err = run(capsys, "model", "start")
    assert (status, out, err) == (0, f"Ollama answers at {server.address}.\n", "")


# -- offered after compiling


def test_a_model_that_is_there_is_offered_once_something_is_compiled(
    server: FakeServer, capsys: Captured, tmp_path: Path
) -> None:
    """In one line, until the person chose; never to a script."""
    vault = new_vault(tmp_path / "v")
    (source,) = put(vault, {"harbour.md": HARBOUR})
    status, out, err = run(capsys, "compile", vault, source)
    assert (status, err.count("\n")) == (0, 1)
    assert "built-in reader" in out
    assert "qwen3:4b" in err
    assert "vaultloom model" in err
    assert server.asked() == []
    as_json(capsys, "compile", vault)
    assert run(capsys, "model", "use", "builtin")[0] == 0
    assert run(capsys, "compile", vault)[2] == ""


def test_a_model_of_the_cloud_is_never_offered(
    server: FakeServer, capsys: Captured, tmp_path: Path
) -> None:
    """What is read would leave the machine."""
    cloud = {**QWEN, "model": "gpt-oss:120b-cloud", "size": 384}
    server.answers("/api/tags", Script([{"models": [cloud]}]))
    assert run(capsys, "compile", new_vault(tmp_path / "v"))[2] == ""


def test_the_built_in_reader_loads_nothing_that_asks_models(tmp_path: Path) -> None:
    """It takes longer to load than a small source to be compiled."""
    vault = new_vault(tmp_path / "v")
    put(vault, {"harbour.md": HARBOUR})
    code = (
        "import sys; from app.__main__ import main\n"
        f"assert main(['compile', {str(vault)!r}]) == 0\n"
        f"assert main(['status', {str(vault)!r}]) == 0\n"
        "loaded = {'ollama', 'httpx'} & set(sys.modules); assert not loaded, loaded"
    )
    project = Path(__file__).parents[2]
    ran = subprocess.run([sys.executable, "-c", code], cwd=project, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
