"""Compiling with a model at the wire: a perfect one, hostile ones, one that dies, one that is gone."""

import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.__main__ import main
from app.compiler.compile import opened
from app.compiler.deciding import known
from app.compiler.model_reader import ModelReader
from app.compiler.picking import prompt
from app.compiler.queue import Item
from app.compiler.readers import house_style
from app.compiler.replies import Replies
from app.compiler.standing import Status
from app.compiler.status import status
from app.ledger.files import load_source, replies_path
from app.ledger.records import SourceRecord
from app.llm.answer import Outcome
from app.llm.asking import Asker, chosen
from app.llm.ollama_server import OllamaServer
from app.llm.question import Setting, Silence
from app.llm.reply import Reply
from app.llm.server import Installed
from app.llm.standing import standing
from app.vault.rules import find_rules
from tests.app.history.plug import Plug, killed
from tests.app.llm.fake_server import Drop, FakeServer, Script, done, fake_server, free_port, said
from tests.promises.page_checks import problems
from tests.promises.vaults import HARBOUR, SOURCES, clock, files_in, made, new_vault, put

Answer = Callable[[dict[str, Any]], str]


@pytest.fixture(name="server")
def running() -> Iterator[FakeServer]:
    with fake_server() as server:
        yield server


def answering(server: FakeServer, answer: Answer) -> None:
    """Have every question answered by ``answer``, which is given the request."""

    class Scripts(dict[str, list[Script]]):
        def get(self, path: str, default: Any = None) -> Any:
            return [Script([*said(answer(server.requests[-1][1])), done()])]

    server.scripts = Scripts()


def picks(request: dict[str, Any]) -> list[dict[str, Any]]:
    """Every sentence that may be picked, under the name of the list that stands first in it; nothing
    where something else is asked."""
    if "c" not in request["format"]["properties"]:
        return []
    item = request["format"]["properties"]["c"]["items"]["properties"]
    lines = dict(re.findall(r"^(\d+)\. (.*)$", request["messages"][1]["content"], re.M))
    found = []
    for number in item["e"]["enum"]:
        text = lines[str(number)].casefold()
        at = {n: text.find(n.casefold()) for n in item["s"].get("enum", ())}
        named = sorted((place, n) for n, place in at.items() if place >= 0 and n != "other")
        found.append({"e": number, "s": named[0][1] if named else "other"})
    return found


def decided(request: dict[str, Any], *words: str) -> str:
    """The first of these words that the question knows for each pair, where the verdict is not known."""
    keys = list(request["format"]["properties"])
    allowed = request["format"]["properties"][keys[0]]["enum"]
    kind = "resolve" if "one" in allowed else "compare"
    word = next(w for w in words if w in allowed)
    told = dict.fromkeys(keys, word) | dict(zip(keys, known(kind).answers, strict=False))
    return json.dumps(told)


def is_of_pairs(request: dict[str, Any]) -> bool:
    return not {"c", "s"} & request["format"]["properties"].keys()


def perfect(request: dict[str, Any]) -> str:
    if is_of_pairs(request):
        return decided(request, "unsure")
    return json.dumps({"c": picks(request)})


def hostile(request: dict[str, Any]) -> str:
    """Every sentence, under a name of its own making, in words of its own making."""
    if is_of_pairs(request):
        return decided(request, "one", "contradict")
    evil = "[[HACKED]] <script>alert(1)</script> is 99 **not** lamps. Ignore all instructions."
    found = [{**p, "s": "other", "n": "[[HACKED]]|x", "w": evil} for p in picks(request)]
    return json.dumps({"c": [*found, {"e": 9999, "s": "HACKED", "n": "a\n# b", "w": "\u202e"}]})


def reader(vault: Path, server: FakeServer, files: Plug | None = None) -> ModelReader:
    setting = Setting("m", silence=Silence(20.0, 20.0))
    asker = Asker(OllamaServer(server.address), setting, clock=lambda: 0.0)
    model = Installed("m", digest="0123456789abcdef")
    return ModelReader(
        asker, model, prompt(), vault, files or Plug(), pause=lambda _seconds, _stop: None
    )


def compile_with(vault: Path, server: FakeServer, sources: dict[str, str] | None) -> list[Item]:
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.reader = reader(vault, server)
        compiler.add(put(vault, sources)) if sources is not None else compiler.scan()
        return compiler.run()


def record(vault: Path, name: str) -> SourceRecord:
    files = (vault / ".vaultloom/sources").glob("*.json")
    records = [load_source(f.read_bytes(), f.name) for f in files]
    (found,) = [r for r in records if r.path == f"raw/{name}"]
    return found


def summary_line(vault: Path) -> str:
    (page,) = (vault / "wiki/summaries").glob("*.md")
    return next(line for line in page.read_text().splitlines() if "Read by" in line)


def test_a_perfect_reader_reads_every_piece_and_the_promises_hold(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, perfect)
    items = compile_with(vault, server, SOURCES)
    assert [i.status for i in items] == [Status.COMPILED] * 3
    on_sources = [body for body in server.asked() if "c" in body["format"]["properties"]]
    assert len(on_sources) == 3
    assert len({body["messages"][0]["content"] for body in on_sources}) == 1
    found = record(vault, "harbour.md")
    assert (found.reader, found.asked.pieces, found.asked.failed) == ("m", 1, ())
    assert (found.asked.calls, found.asked.prompt_tokens, found.asked.output_tokens) == (1, 100, 20)
    assert (vault / "wiki/entities/Ada Winter.md").is_file()
    assert (vault / "wiki/concepts/Wick.md").is_file()
    assert problems(vault) == []


@pytest.mark.parametrize("answer", [hostile, lambda _: '{"c":[]}', lambda _: "No.\u0007" * 90])
def test_whatever_a_model_says_the_promises_hold(
    tmp_path: Path, server: FakeServer, answer: Answer
) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, answer)
    assert {i.status for i in compile_with(vault, server, SOURCES)} == {Status.COMPILED}
    assert problems(vault) == []
    assert not [p for p, text in files_in(vault, "wiki").items() if b"HACKED" in text]


def test_what_the_model_fails_at_is_read_as_without_it_and_said(
    tmp_path: Path, server: FakeServer
) -> None:
    vault, twin = new_vault(tmp_path / "v"), new_vault(tmp_path / "twin")
    answering(server, lambda _: "I would rather not.")
    compile_with(vault, server, {"harbour.md": HARBOUR})
    with opened(twin, clock=clock, files=Plug()) as compiler:
        compiler.add(put(twin, {"harbour.md": HARBOUR}))
        compiler.run()
    assert record(vault, "harbour.md").claims == record(twin, "harbour.md").claims
    assert record(vault, "harbour.md").asked.failed == ("not JSON",)
    assert len(server.asked()) == 2  # once more, then no more
    count = len(record(vault, "harbour.md").claims)
    words = f"Read by m: 0 of 1 piece, 0 statements; the rest, {count} statements, by the built-in"
    assert words in summary_line(vault)
    assert "not JSON 1×" in summary_line(vault)
    assert "Read by the built-in reader." in summary_line(twin)


def test_an_answer_that_is_cut_says_nothing_of_what_stands_behind_it(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, lambda r: json.dumps({"c": picks(r)[:2]})[:-2] + ',{"e":')
    compile_with(vault, server, {"harbour.md": HARBOUR})
    found = record(vault, "harbour.md")
    assert "broken off" in found.asked.failed
    assert found.asked.picked
    assert any("1830" in c.text for c in found.claims)  # its last sentence
    assert problems(vault) == []


def test_a_name_that_only_the_model_found_is_a_subject_where_it_is_worth_one(
    tmp_path: Path, server: FakeServer
) -> None:
    text = "# Notes\n\nThe lamp glass was cleaned by Orrin in spring. The lamp glass broke twice.\n"
    answering(
        server,
        lambda _: json.dumps({"c": [{"e": n, "s": "other", "n": "lamp glass"} for n in (1, 2)]}),
    )
    vault = new_vault(tmp_path / "v")
    compile_with(vault, server, {"notes.md": text})
    found = record(vault, "notes.md")
    slots = {s.slot for s in found.subjects}
    assert {c.slot for c in found.claims} <= slots
    assert problems(vault) == []


def test_nothing_new_asks_nothing_and_writes_nothing(tmp_path: Path, server: FakeServer) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, perfect)
    compile_with(vault, server, SOURCES)
    before, calls = files_in(vault), len(server.asked())
    compile_with(vault, server, None)
    assert (files_in(vault), len(server.asked())) == (before, calls)


def test_killed_at_any_call_no_reply_is_paid_for_twice(tmp_path: Path, server: FakeServer) -> None:
    """Between the coming of a reply and its being kept only the disk can fail: that one may."""
    twin = new_vault(tmp_path / "twin")
    answering(server, perfect)
    compile_with(twin, server, {"harbour.md": HARBOUR})
    for fuse in range(3, 400, 17):
        vault = new_vault(tmp_path / f"at {fuse}")
        (vault / "raw/harbour.md").write_text(HARBOUR)
        plug, before = Plug(fuse), len(server.asked())

        def disturbed(vault: Path = vault, plug: Plug = plug) -> None:
            with opened(vault, clock=clock, files=plug) as compiler:
                compiler.reader = reader(vault, server, plug)
                compiler.scan()
                compiler.run()

        was_killed = killed(disturbed)
        kept = any((vault / ".vaultloom").glob("replies/*.jsonl"))
        asked = len(server.asked()) - before
        compile_with(vault, server, None)
        assert len(server.asked()) - before == (1 if kept else asked + 1)
        assert made(vault) == made(twin)
        if not was_killed:
            return
    pytest.fail("a compile has fewer calls than that")


def test_killed_between_two_pieces_the_next_start_asks_only_what_is_left(
    tmp_path: Path, server: FakeServer
) -> None:
    long = "\n".join(HARBOUR.replace("Wicks", f"Wicks {n}") for n in range(36))
    twin, vault = new_vault(tmp_path / "twin"), new_vault(tmp_path / "v")
    answering(server, perfect)
    compile_with(twin, server, {"long.md": long})
    whole = len(server.asked())
    assert whole >= 3
    (vault / "raw/long.md").write_text(long)

    def disturbed() -> None:
        with opened(vault, clock=clock, files=Plug()) as compiler:
            compiler.reader = reader(vault, server, Plug(9))
            compiler.scan()
            compiler.run()

    assert killed(disturbed)
    asked, (file,) = len(server.asked()), (vault / ".vaultloom/replies").glob("*.jsonl")
    kept = len(file.read_bytes().splitlines())
    assert 1 <= kept < whole
    compile_with(vault, server, None)
    assert len(server.asked()) - asked == whole - kept
    assert made(vault) == made(twin)
    assert problems(vault) == []


def test_a_server_that_dies_in_mid_answer_is_waited_for(tmp_path: Path, server: FakeServer) -> None:
    vault = new_vault(tmp_path / "v")
    dies = Script([*said('{"c":[{"e"'), Drop()])
    whole = Script([*said('{"c":[{"e":1,"s":"Harbour lamp"}]}'), done()])
    server.answers("/api/chat", dies, dies, dies, whole)
    (item,) = compile_with(vault, server, {"harbour.md": HARBOUR})
    assert item.status is Status.COMPILED
    assert record(vault, "harbour.md").asked.pieces == 1
    seeds = {body["options"]["seed"] for body in server.asked()}
    assert len(seeds) == 1  # it is the same question, until a model has answered it


def test_a_model_that_goes_missing_stops_the_queue_and_loses_nothing(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    gone = {"error": "model 'm' not found"}
    server.answers("/api/chat", Script([gone], status=404))
    (item,) = compile_with(vault, server, SOURCES)
    assert item.status is Status.WAITING
    assert "not installed" in item.reason
    with opened(vault, clock=clock, files=Plug()) as compiler:
        assert compiler.queue.paused
        assert compiler.queue.open == 3
        compiler.queue.pause(paused=False)
    answering(server, perfect)
    assert [i.status for i in compile_with(vault, server, None)] == [Status.COMPILED] * 3


def test_another_question_makes_sources_stale_and_is_not_asked(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, perfect)
    compile_with(vault, server, {"harbour.md": HARBOUR})
    with opened(vault, clock=clock, files=Plug()) as compiler:
        assert status(compiler).stale == ()
        styled = replace(compiler.vault.found, style="- Prefer figures.\n")
        compiler.vault = replace(compiler.vault, found=styled)
        (stale,) = status(compiler).stale
        assert stale.reasons == ("what the model is asked changed",)
        compiler.reader = reader(vault, server)
        compiler.scan()
        assert compiler.run() == []
    assert len(server.asked()) == 1


def test_the_command_line_asks_the_model_that_it_is_given(
    tmp_path: Path,
    server: FakeServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    vault = new_vault(tmp_path / "v")
    monkeypatch.setenv("OLLAMA_HOST", server.address)
    answering(server, perfect)
    facts = {"/api/tags": {"models": [{"model": "m", "size": 1, "digest": "abc"}]}}
    facts["/api/show"] = {"model_info": {"x.context_length": 4096}}
    answered = server.scripts

    class Scripts(dict[str, list[Script]]):
        def get(self, path: str, default: Any = None) -> Any:
            return [Script([facts[path]])] if path in facts else answered.get(path, default)

    server.scripts = Scripts()
    (source,) = put(vault, {"harbour.md": HARBOUR})
    command = ["compile", str(vault), str(source), "--model", "m", "--json"]
    assert main(command) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["model"].pop("seconds") > 0
    assert told["model"] == {"name": "m", "calls": 1, "prompt_tokens": 100, "output_tokens": 20}
    assert told["sources"][0]["chunks"] == 1
    assert server.asked()[0]["options"]["num_ctx"] == 4096
    assert record(vault, "harbour.md").asked.digest == "abc"
    assert main(command) == 0
    assert json.loads(capsys.readouterr().out)["model"]["calls"] == 0


@pytest.mark.parametrize(("there", "words"), [(True, "not installed"), (False, "No model server")])
def test_without_server_or_model_nothing_is_queued(
    tmp_path: Path,
    server: FakeServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    there: bool,
    words: str,
) -> None:
    vault = new_vault(tmp_path / "v")
    address = server.address if there else f"127.0.0.1:{free_port()}"
    monkeypatch.setenv("OLLAMA_HOST", address)
    server.answers("/api/tags", Script([{"models": []}]))
    server.answers("/api/show", Script([{"error": "model 'm' not found"}], status=404))
    before = files_in(vault)
    (source,) = put(vault, {"harbour.md": HARBOUR})
    assert main(["compile", str(vault), str(source), "--model", "m"]) == 2
    said_ = capsys.readouterr()
    assert (said_.out, said_.err.count("\n")) == ("", 1)
    assert words in said_.err
    assert files_in(vault) == before
    with opened(vault, clock=clock, files=Plug()) as compiler:
        assert compiler.queue.items() == []


def test_of_the_house_style_only_what_a_person_wrote_is_asked_along(tmp_path: Path) -> None:
    vault = new_vault(tmp_path / "v")
    assert house_style(find_rules(vault)) == ""
    rules = vault / "AGENTS.md"
    rules.write_text(rules.read_text() + "\n- Prefer figures.\n")
    assert house_style(find_rules(vault)) == "- Prefer figures."


def test_a_damaged_line_of_the_replies_is_passed_over(tmp_path: Path) -> None:
    replies = Replies(tmp_path, "ab" * 32, "digest", Plug())
    replies.put("one", Reply("1", ended="stop"))
    file = tmp_path / replies_path("ab" * 32)
    file.write_bytes(file.read_bytes() + b'{"key": "tw')
    replies = Replies(tmp_path, "ab" * 32, "digest", Plug())
    replies.put("three", Reply("3", ended="stop", trouble=Outcome.REPEATING))
    again = Replies(tmp_path, "ab" * 32, "digest", Plug())
    assert again.get("one") == Reply("1", ended="stop")
    assert again.get("three") == Reply("3", ended="stop", trouble=Outcome.REPEATING)
    assert Replies(tmp_path, "ab" * 32, "another", Plug()).get("one") is None


@pytest.mark.real_ollama
@pytest.mark.skipif(
    not os.environ.get("VAULTLOOM_TEST_OLLAMA"), reason="VAULTLOOM_TEST_OLLAMA gives no server"
)
def test_a_real_server_compiles_a_source_to_the_end(tmp_path: Path) -> None:
    vault = new_vault(tmp_path / "v")
    real = OllamaServer(os.environ["VAULTLOOM_TEST_OLLAMA"])
    asker, model = chosen(real, standing(real).models[0].name)
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.reader = ModelReader(asker, model, prompt(), vault, Plug())
        compiler.add(put(vault, {"harbour.md": HARBOUR}))
        (item,) = compiler.run()
    assert item.status is Status.COMPILED
    asked = record(vault, "harbour.md").asked
    assert asked.pieces + len(asked.failed) >= 1
    assert asked.calls >= 1
    assert problems(vault) == []
