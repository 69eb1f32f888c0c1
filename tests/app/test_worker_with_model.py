"""The worker with a model at the wire: its server goes and comes back, and nothing waits for it but
the source that it reads."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app import settings
from tests.app.compiler.test_judging import HARROW, NORTH
from tests.app.compiler.test_model_reader import is_of_pairs, perfect
from tests.app.llm.fake_server import (
    FakeServer,
    Script,
    Silence,
    done,
    fake_server,
    free_port,
    said,
)
from tests.app.test_worker import Window, window
from tests.promises.page_checks import problems
from tests.promises.vaults import HARBOUR, OIL, SOURCES, files_in, new_vault, put

Answer = Callable[[dict[str, Any]], Script]
LONG = "\n".join(HARBOUR.replace("Wicks", f"Wicks {n}") for n in range(36))
MODELS = {"models": [{"model": "m:1b", "size": 1, "digest": "0123456789abcdef"}]}


def right(request: dict[str, Any]) -> Script:
    return Script([*said(perfect(request), at_a_time=400), done()])


def silent(_request: dict[str, Any]) -> Script:
    return Script([*said('{"c":['), Silence()])


def has_model(server: FakeServer, answer: Answer = right) -> FakeServer:
    """A server with one model, of which every question is answered so."""

    class Scripts(dict[str, list[Script]]):
        def get(self, path: str, default: Any = None) -> Any:
            if path == "/api/chat":
                return [answer(server.requests[-1][1])]
            facts = {"/api/tags": MODELS, "/api/show": {"model_info": {"x.context_length": 8192}}}
            return [Script([facts[path]])] if path in facts else default

    server.scripts = Scripts()
    return server


@pytest.fixture(autouse=True)
def _no_server_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OLLAMA_HOST", raising=False)


@pytest.fixture
def port() -> int:
    """Where the chosen model's server is, once it is there."""
    found = free_port()
    settings.choose_model("m:1b", f"http://127.0.0.1:{found}", 8192)
    return found


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return new_vault(tmp_path / "vault")


@pytest.fixture
def server(port: int) -> Iterator[FakeServer]:
    with fake_server(port) as running:
        yield has_model(running)


def add(seen: Window, vault: Path, sources: dict[str, str]) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = seen.ask("add", paths=[str(p) for p in put(vault, sources)])[
        "items"
    ]
    return items


def states(seen: Window) -> list[str]:
    return [event["model"]["state"] for event in seen.named("model")]


@pytest.mark.long
def test_a_server_that_is_not_there_at_the_start_is_waited_for(vault: Path, port: int) -> None:
    """It is said, nothing is read by another reader, all else is answered, and it goes on unasked."""
    with window(vault) as seen:
        told = seen.until("model")["model"]
        assert (told["name"], told["words"]) == ("m:1b", "m:1b · Ollama")
        assert (told["state"], told["server"]) == ("waiting", f"http://127.0.0.1:{port}")
        assert "No model server answers" in told["problem"]
        (item,) = add(seen, vault, {"harbour.md": HARBOUR})
        event = seen.until("waiting")
        assert event["item"] == item["id"]
        assert "No model server answers" in event["words"]
        state = seen.ask("state")
        (waits,) = state["queue"]
        assert (waits["status"], waits["stage"]) == ("working", "waiting")
        assert waits["reason"] == event["words"]
        assert seen.ask("lint")["findings"] == []
        assert seen.ask("compile")["items"] == []
        assert not list((vault / "wiki/concepts").glob("*.md"))
        with fake_server(port) as server:
            has_model(server)
            seen.until("idle")
            assert states(seen)[-1] == "ready"
            (done_,) = seen.queue()
            assert (done_["status"], done_["reader"], done_["reason"]) == ("compiled", "m:1b", "")
            assert done_["cost"].pop("seconds") > 0
            calls = len(server.asked())
            cost = {"calls": calls, "prompt_tokens": 100 * calls, "output_tokens": 20 * calls}
            assert done_["cost"] == cost
            assert (done_["pieces"], done_["failed_pieces"]) == (1, 0)
    assert problems(vault) == []


@pytest.mark.long
def test_a_server_that_is_killed_in_the_middle_and_started_again_finishes_the_queue(
    vault: Path, port: int, tmp_path: Path
) -> None:
    """No reply is asked for twice, and the pages are those of an undisturbed run."""
    sources = {"long.md": LONG, "oil.md": OIL}
    twin = new_vault(tmp_path / "twin")
    with fake_server(port) as server, window(twin) as seen:
        has_model(server)
        add(seen, twin, sources)
        seen.until("idle")
        whole = len(server.asked())
    with window(vault) as seen:
        with fake_server(port) as first:
            has_model(first, lambda r: right(r) if len(first.asked()) < 3 else silent(r))
            add(seen, vault, sources)
            while seen.until("progress")["done"] < 2:
                pass
        seen.until("waiting")
        with fake_server(port) as second:
            has_model(second)
            seen.until("idle")
            assert [i["status"] for i in seen.queue()] == ["compiled", "compiled"]
            assert 2 + len(second.asked()) == whole
        assert states(seen)[-1] == "ready"
        assert "waiting" in states(seen)
    assert files_in(vault, "wiki") == files_in(twin, "wiki")


def test_requests_are_answered_in_the_middle_of_an_answer(vault: Path, server: FakeServer) -> None:
    """Pages, findings, new sources: a source may take an hour."""
    with window(vault) as seen:
        add(seen, vault, {"harbour.md": HARBOUR})
        seen.until("idle")
        has_model(server, silent)
        add(seen, vault, {"oil.md": OIL})
        seen.until("progress")
        assert seen.ask("page", path="wiki/concepts/Wick.md")["title"] == "Wick"
        assert "findings" in seen.ask("lint")
        (item,) = add(seen, vault, {"winter.txt": SOURCES["winter.txt"]})
        assert item["status"] == "waiting"
        assert seen.ask("undo")["label"] == "compile “Harbour lamps”"
        stopped = [i["status"] for i in seen.ask("state")["queue"]]
        assert stopped == ["stopped", "working", "waiting"]


def test_requests_are_answered_while_names_are_judged(vault: Path, server: FakeServer) -> None:
    """That is asked after the source is read, and may take as long; undo takes back what came before."""
    with window(vault) as seen:
        add(seen, vault, {"harrow.md": HARROW})
        seen.until("idle")
        has_model(server, lambda r: silent(r) if is_of_pairs(r) else right(r))
        before = len(server.asked())
        add(seen, vault, {"north.md": NORTH})
        while not any(is_of_pairs(body) for body in server.asked()[before:]):
            assert not all(i["status"] == "compiled" for i in seen.ask("state")["queue"])
        assert "findings" in seen.ask("lint")
        assert seen.ask("undo")["label"] == "compile “Harrow report”"
        has_model(server)
        seen.ask("pause")
        while "working" in {i["status"] for i in seen.ask("state")["queue"]}:
            pass  # a pause that is taken back at once is none
        seen.ask("resume")
        seen.until("idle")
        statuses = [i["status"] for i in seen.ask("state")["queue"]]
        assert statuses == ["stopped", "compiled"]
    assert problems(vault) == []


def test_stop_in_the_middle_of_an_answer_gives_the_source_up(
    vault: Path, server: FakeServer
) -> None:
    has_model(server, silent)
    with window(vault) as seen:
        (item,) = add(seen, vault, {"harbour.md": HARBOUR})
        while not server.asked():
            seen.ask("compile")
        seen.ask("stop", item=item["id"])
        seen.until("idle")
        assert seen.queue()[0]["status"] == "stopped"
    assert server.went_away.wait(20)


def test_a_pause_in_the_middle_of_an_answer_loses_no_reply_that_came(
    vault: Path, server: FakeServer
) -> None:
    """The source goes back to the line at once, and goes on from there."""
    has_model(server, lambda r: right(r) if len(server.asked()) < 3 else silent(r))
    with window(vault) as seen:
        add(seen, vault, {"long.md": LONG})
        while seen.until("progress")["done"] < 2:
            pass
        seen.ask("pause")
        seen.until("idle")
        (item,) = seen.queue()
        assert (item["status"], item["stage"], item["reason"]) == ("waiting", None, "")
        before = len(server.asked())
        has_model(server)
        seen.ask("resume")
        seen.until("idle")
        assert seen.queue()[0]["status"] == "compiled"
        first = {json.dumps(body["messages"]) for body in server.asked()[:2]}
        assert first.isdisjoint(json.dumps(b["messages"]) for b in server.asked()[before:])


@pytest.mark.long
@pytest.mark.parametrize("there", [True, False])
def test_the_worker_ends_at_once_in_the_middle_of_an_answer_and_while_it_waits(
    vault: Path, port: int, there: bool
) -> None:
    with window(vault) as seen:
        if there:
            with fake_server(port) as server:
                has_model(server, silent)
                add(seen, vault, {"harbour.md": HARBOUR})
                while not server.asked():
                    seen.ask("compile")
                seen.ask("quit")
                assert seen.process.wait(20) == 0
        else:
            add(seen, vault, {"harbour.md": HARBOUR})
            seen.until("waiting")
            seen.ask("quit")
            assert seen.process.wait(20) == 0


def test_a_model_that_is_missing_pauses_the_queue_with_words(
    vault: Path, server: FakeServer
) -> None:
    """Going on without mending it pauses it again; once it is there, going on is enough."""
    gone = Script([{"error": "model 'm:1b' not found"}], status=404)
    server.scripts = {"/api/tags": [Script([{"models": []}])], "/api/show": [gone]}
    with window(vault) as seen:
        add(seen, vault, {"harbour.md": HARBOUR})
        seen.until("idle")
        assert states(seen)[-1] == "unavailable"
        assert "Pull it" in seen.named("model")[-1]["model"]["remedy"]
        (item,) = seen.queue()
        assert item["status"] == "waiting"
        assert "not installed" in item["reason"]
        assert seen.ask("state")["paused"] is True
        has_model(server)
        seen.ask("resume")
        seen.until("idle")
        assert seen.queue()[0]["status"] == "compiled"
        assert seen.ask("state")["model"]["state"] == "ready"


@pytest.mark.long
def test_a_long_source_tells_its_passages(vault: Path, server: FakeServer) -> None:
    with window(vault) as seen:
        add(seen, vault, {"long.md": LONG})
        seen.until("idle")
        told = [e for e in seen.named("progress") if e["passages"]]
        assert {e["stage"] for e in told} == {"extracting"}
        total = told[0]["total"]
        assert total >= 3
        assert [(e["done"], e["total"]) for e in told] == [(n, total) for n in range(total + 1)]
        assert len([b for b in server.asked() if not is_of_pairs(b)]) == total


@pytest.mark.long
def test_what_is_stopped_before_it_was_read_again_is_offered_again(
    vault: Path, server: FakeServer
) -> None:
    """Also where the queue is paused, so that nothing else is done before."""
    settings.choose_model("builtin", "", 8192)
    with window(vault) as seen:
        add(seen, vault, {"harbour.md": HARBOUR, "oil.md": OIL})
        seen.until("idle")
    settings.choose_model("m:1b", server.address, 8192)
    with window(vault) as seen:
        seen.ask("pause")
        assert len(seen.ask("recompile", sources=None)["items"]) == 2
        assert seen.ask("state")["offer"] is None
        seen.ask("stop", item=None)
        assert seen.ask("state")["offer"]["sources"] == 2
        assert seen.named("offer")[-1]["offer"]["sources"] == 2
        assert server.asked() == []


def test_choosing_a_model_offers_to_read_again_and_does_it_only_when_asked(
    vault: Path, server: FakeServer
) -> None:
    settings.choose_model("builtin", "", 8192)
    with window(vault) as seen:
        add(seen, vault, {"harbour.md": HARBOUR, "oil.md": OIL})
        seen.until("idle")
        assert seen.ask("state")["offer"] is None
    settings.choose_model("m:1b", server.address, 8192)
    with window(vault) as seen:
        offer = seen.ask("state")["offer"]
        assert offer["sources"] == 2
        assert offer["reasons"] == ["read by the built-in reader, now m:1b is chosen"]
        assert server.asked() == []
        items = seen.ask("recompile", sources=["raw/oil.md"])["items"]
        assert [i["source"] for i in items] == ["raw/oil.md"]
        seen.until("idle")
        assert seen.named("offer")[-1]["offer"]["sources"] == 1
        assert len(seen.ask("recompile", sources=None)["items"]) == 1
        seen.until("idle")
        assert seen.named("offer")[-1]["offer"] is None
        assert "no source" in seen.fails("recompile", sources=["raw/none.md"])
        for _ in range(2):  # what stands beside it is other than when it was read: judged once more
            calls = len(server.asked())
            assert len(seen.ask("recompile", sources=["raw/oil.md"])["items"]) == 1
            seen.until("idle")
        assert len(server.asked()) == calls  # the replies are there
        assert seen.queue()[-1]["status"] == "compiled"
        assert seen.queue()[-1]["cost"]["calls"] >= 1
    assert problems(vault) == []
