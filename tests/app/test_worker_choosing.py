"""Choosing a model through the worker: beside all else, and told as it goes."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app import settings
from app.settings import Settings
from tests.app.llm.fake_server import (
    FakeServer,
    Script,
    Silence,
    done,
    fake_server,
    free_port,
    said,
)
from tests.app.test_worker import Message, Window, window
from tests.promises.vaults import HARBOUR, new_vault, put

VERSION = Script([{"version": "0.9.3"}])
MODELS = [
    {"model": "qwen3:4b", "size": 2_500_000_000, "digest": "d1", "details": {}},
    {"model": "gpt-oss:120b-cloud", "size": 384, "digest": "d2", "details": {}},
]
SHOWN = {"model_info": {"x.context_length": 40_960}, "capabilities": ["completion"]}
MODEL = {"name", "server", "words", "state", "problem", "remedy"}
LAYER = {"status": "pulling a", "digest": "a", "total": 100, "completed": 40}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeServer]:
    """An Ollama with a model, at OLLAMA_HOST."""
    with fake_server() as running:
        running.answers("/api/version", VERSION)
        running.answers("/api/tags", Script([{"models": MODELS}]))
        running.answers("/api/show", Script([SHOWN]))
        monkeypatch.setenv("OLLAMA_HOST", running.address)
        yield running


@pytest.fixture
def asking(tmp_path: Path, server: FakeServer) -> Iterator[Window]:
    """A window on a new vault."""
    with window(new_vault(tmp_path / "v")) as opened:
        yield opened


def plain(shape: Message) -> Message:
    """Without what is beside the words."""
    return {name: value for name, value in shape.items() if name != "said"}


def test_what_a_server_offers_comes_with_what_suits_this_machine(
    asking: Window, server: FakeServer
) -> None:
    """And with what else could be had; what is there is not offered again."""
    found = asking.ask("models", server="")
    assert set(found) == {"server", "models", "suggested", "memory", "chosen"}
    assert plain(found["server"]) == {
        "address": server.address,
        "kind": "ollama",
        "words": "It has 2 models.",
        "remedy": "",
        "way": "choose",
    }
    own, cloud = found["models"]
    assert (own["name"], own["size"], own["context"]) == ("qwen3:4b", 2_500_000_000, 40_960)
    assert (cloud["fit"], "cloud" in cloud["words"]) == ("unknown", True)
    names = [s["name"] for s in found["suggested"]]
    assert names
    assert "qwen3:4b" not in names
    assert found["chosen"] == {"name": "builtin", "server": "", "context": 8192}
    assert found["memory"] > 0


def test_a_server_that_is_not_there_is_said_with_the_way_out(
    asking: Window, server: FakeServer
) -> None:
    """Words and their values, for another language."""
    nowhere = f"http://127.0.0.1:{free_port()}"
    found = asking.ask("models", server=nowhere)
    assert found["server"]["way"] in ("start", "install")
    assert found["server"]["said"]["words"]
    found = asking.ask("models", server=f"{server.address}/v1")
    assert (found["server"]["way"], found["server"]["kind"]) == ("correct", "openai")


def test_a_model_that_is_used_reads_the_next_source(
    asking: Window, server: FakeServer, tmp_path: Path
) -> None:
    """It is kept on this device, and told to the window."""
    server.answers("/api/chat", Script([*said('{"c":[{"e":1,"s":"Harbour lamp"}]}'), done()]))
    used = asking.ask("use_model", name="qwen3:4b", server="", context=4096)["model"]
    assert set(plain(used)) == MODEL
    assert (used["name"], used["words"]) == ("qwen3:4b", "qwen3:4b · Ollama")
    assert asking.named("model")[-1]["model"]["name"] == "qwen3:4b"
    assert asking.ask("state")["model"]["name"] == "qwen3:4b"
    kept = settings.load()
    assert (kept.model, kept.server, kept.context) == ("qwen3:4b", "", 4096)
    asking.ask("add", paths=[str(p) for p in put(tmp_path / "v", {"harbour.md": HARBOUR})])
    asking.until("idle")
    assert [body["options"]["num_ctx"] for body in server.asked()][:1] == [4096]
    asked = len(server.asked())
    assert asking.ask("use_model", name="builtin", server="")["model"]["words"] == "Built-in reader"
    asking.ask("add", paths=[str(p) for p in put(tmp_path / "v", {"oil.md": HARBOUR + "More."})])
    asking.until("idle")
    assert len(server.asked()) == asked


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "server_", "words"),
    [
        ("nope", "", "not installed"),
        ("qwen3:4b", "http://127.0.0.1:1", "No model server answers"),
        ("qwen3:4b", "http://me:secret@lab:1", "no name and no password"),
        ("qwen3:4b", "a\nb", "cannot be"),
        ("", "", "cannot be"),
    ],
)
def test_what_cannot_be_used_is_refused_and_the_last_choice_stays(
    asking: Window, server: FakeServer, name: str, server_: str, words: str
) -> None:
    """Nothing of it is kept."""
    missing = Script([{"error": "model 'nope' not found"}], status=404)
    if name == "nope":
        server.answers("/api/show", missing)
    assert words in asking.fails("use_model", name=name, server=server_)
    assert settings.load() == Settings()
    assert asking.named("model") == []


def test_a_pull_tells_how_far_it_is_and_blocks_nothing(asking: Window, server: FakeServer) -> None:
    """Until it is there, or is stopped."""
    server.answers("/api/pull", Script([{"status": "pulling manifest"}, LAYER, Silence()]))
    pull = asking.send("pull", name="gemma3:4b", server="")
    while asking.until("pull")["total"] != 100:
        pass
    assert plain(asking.events[-1]) == {
        "event": "pull",
        "name": "gemma3:4b",
        "done": 40,
        "total": 100,
        "word": "pulling a",
    }
    assert asking.ask("state")["vault"]
    assert "already" in asking.fails("pull", name="another", server="")
    stop = asking.send("stop_pull")
    answers: dict[Any, Message] = {}
    while len(answers) < 2:
        message = asking.read()
        answers |= {message["id"]: message["result"]} if "id" in message else {}
    assert answers == {stop: {}, pull: {"done": False}}
    server.answers("/api/pull", Script([LAYER, {"status": "success"}]))
    assert asking.ask("pull", name="gemma3:4b", server="") == {"done": True}


def test_a_pull_that_fails_says_why(asking: Window, server: FakeServer) -> None:
    """Though its answer began well."""
    server.answers("/api/pull", Script([LAYER, {"error": "file does not exist"}]))
    assert "no model of this name" in asking.fails("pull", name="nope", server="")
    assert "no Ollama" in asking.fails("pull", name="m", server=f"{server.address}/v1")


def test_a_model_is_tried(asking: Window, server: FakeServer) -> None:
    """Honestly: what it read, and how fast."""
    server.chats('{"n": 3}', '{"n": 1}', '{"n": 1}', output=8)
    tried = asking.ask("try_model", name="qwen3:4b", server="", context=4096)
    assert plain(tried) == {
        "right": 2,
        "of": 3,
        "tokens_a_second": 16.0,
        "words": "Reads 2 of 3 sample passages, 16 tokens a second.",
        "ok": False,
    }
    assert tried["said"]["words"]["values"] == {"right": 2, "of": 3, "speed": 16}


def test_what_runs_need_not_be_started(asking: Window, server: FakeServer) -> None:
    """And a server that is no Ollama cannot be."""
    assert asking.ask("start_server", server="") == {}
    assert "no Ollama" in asking.fails("start_server", server=f"{server.address}/v1")


def test_a_silent_server_keeps_nothing_from_being_done(
    asking: Window, server: FakeServer, tmp_path: Path
) -> None:
    """Sources are compiled meanwhile, and the worker ends when it is to end."""
    server.answers("/api/version", Script(before_headers=Silence()))
    asking.send("models", server="")
    asking.ask("add", paths=[str(p) for p in put(tmp_path / "v", {"harbour.md": HARBOUR})])
    asking.until("idle")
    asking.ask("quit")
    assert asking.process.wait(20) == 0
