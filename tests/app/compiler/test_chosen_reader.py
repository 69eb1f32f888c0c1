"""The chosen reader in the compiler: waited for, given up for another, missed; what is stale then."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from app import settings
from app.__main__ import main
from app.compiler.again import again, offer
from app.compiler.chosen_reader import ChosenReader
from app.compiler.compile import Compiler, opened
from app.compiler.readers import BuiltinReader, reader_called
from app.compiler.session import Session
from app.compiler.standing import Status
from app.compiler.status import status
from app.errors import ModelUnavailable
from app.llm.ollama_server import OllamaServer
from tests.app.history.plug import Plug
from tests.app.llm.fake_server import FakeServer, Script, fake_server, free_port
from tests.app.test_worker_with_model import LONG, has_model, right
from tests.promises.page_checks import problems
from tests.promises.vaults import HARBOUR, OIL, SOURCES, clock, files_in, new_vault, put, stamps


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return new_vault(tmp_path / "vault")


def reader(compiler: Compiler, address: str, name: str = "m:1b") -> ChosenReader:
    """The model on the server at an address; waiting takes no time."""
    found = ChosenReader(name, OllamaServer(address), compiler.vault)
    found.pause = lambda _seconds, stop: [stop() for _ in range(3)] and None
    return found


class Waits(Session):
    """Does something when a source waits, and keeps what it was told."""

    def __init__(self, does: Callable[[], object]) -> None:
        self._does, self.said = does, list[str]()

    def waiting(self, _item: str, words: str) -> None:
        self.said.append(words)
        self._does()

    def unavailable(self, error: ModelUnavailable) -> None:
        self.said.append(error.words)


def test_a_source_that_waits_is_read_by_whoever_is_chosen_meanwhile(vault: Path) -> None:
    """At once: nobody waits for a server that is not wanted any more."""
    session = Waits(lambda: compiler.read_with(BuiltinReader()))
    with opened(vault, session, clock, Plug()) as compiler:
        compiler.read_with(reader(compiler, f"127.0.0.1:{free_port()}"))
        compiler.add(put(vault, {"harbour.md": HARBOUR}))
        done = compiler.run()
        assert [i.status for i in done] == [Status.WAITING, Status.COMPILED]
        assert (done[-1].reader, done[-1].cost, done[-1].reason) == ("builtin", None, "")
        assert len(session.said) == 1
    assert problems(vault) == []


def test_a_server_that_comes_while_it_is_waited_for_is_asked(vault: Path) -> None:
    port = free_port()
    servers: list[FakeServer] = []
    session = Waits(lambda: servers.append(has_model(stack.enter_context(fake_server(port)))))
    with ExitStack() as stack, opened(vault, session, clock, Plug()) as compiler:
        compiler.read_with(reader(compiler, f"127.0.0.1:{port}"))
        compiler.add(put(vault, {"harbour.md": HARBOUR}))
        (done,) = compiler.run()
        assert (done.status, done.reader) == (Status.COMPILED, "m:1b")
        assert done.calls == len(servers[0].asked()) > 0


@pytest.mark.parametrize("other", ["builtin", "model"])
def test_what_a_person_must_mend_pauses_the_queue_until_another_is_chosen(
    vault: Path, other: str
) -> None:
    missing = Script([{"error": "model 'm:1b' not found"}], status=404)
    session = Waits(lambda: None)
    with fake_server() as without, fake_server() as with_it:
        without.scripts = {"/api/tags": [Script([{"models": []}])], "/api/show": [missing]}
        has_model(with_it)
        with opened(vault, session, clock, Plug()) as compiler:
            compiler.read_with(reader(compiler, without.address))
            compiler.add(put(vault, {"harbour.md": HARBOUR, "oil.md": OIL}))
            (item,) = compiler.run()
            assert item.status is Status.WAITING
            assert session.said == [item.reason]
            assert "not installed" in item.reason
            assert compiler.queue.paused
            chosen = BuiltinReader() if other == "builtin" else reader(compiler, with_it.address)
            compiler.read_with(chosen)
            assert [i.status for i in compiler.run()] == [Status.COMPILED] * 2


def test_a_pause_of_a_person_is_not_ended_by_choosing_a_model(vault: Path) -> None:
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.queue.pause()
        compiler.read_with(BuiltinReader())
        assert compiler.queue.paused


def compiled(vault: Path, server: FakeServer | None, sources: dict[str, str]) -> None:
    with opened(vault, clock=clock, files=Plug()) as compiler:
        if server:
            compiler.read_with(reader(compiler, server.address))
        compiler.add(put(vault, sources))
        assert {i.status for i in compiler.run()} == {Status.COMPILED}


def reasons(compiler: Compiler) -> list[str]:
    return sorted({str(r) for stale in status(compiler).stale for r in stale.reasons})


def test_a_source_is_stale_for_another_reader_than_the_chosen_one(vault: Path) -> None:
    """Not while none is chosen: then what a model read is the best that there is."""
    with fake_server() as server:
        has_model(server)
        compiled(vault, server, {"harbour.md": HARBOUR})
        compiled(vault, None, {"oil.md": OIL})
        with opened(vault, clock=clock, files=Plug()) as compiler:
            assert (reasons(compiler), offer(compiler)) == ([], None)
            compiler.read_with(reader(compiler, server.address))
            assert reasons(compiler) == ["read by the built-in reader, now m:1b is chosen"]
            compiler.read_with(reader(compiler, server.address, "n"))
            assert reasons(compiler) == [
                "read by m:1b, now n is chosen",
                "read by the built-in reader, now n is chosen",
            ]
            found = offer(compiler)
            assert found
            assert (found.sources, found.seconds) == (2, None)


def test_a_model_that_was_pulled_anew_makes_its_sources_stale(vault: Path) -> None:
    with fake_server() as server:
        has_model(server)
        compiled(vault, server, {"harbour.md": HARBOUR})
        with opened(vault, clock=clock, files=Plug()) as compiler:
            chosen = reader(compiler, server.address)
            compiler.read_with(chosen)
            assert reasons(compiler) == []
            chosen.digest = "another"
            assert reasons(compiler) == ["m:1b is another version now"]


def test_rules_that_changed_are_rendered_again_without_a_question(vault: Path) -> None:
    """Also while the server is away; and then nothing is stale any more."""
    with fake_server() as server:
        has_model(server)
        compiled(vault, server, {"harbour.md": HARBOUR, "oil.md": OIL})
        asked = len(server.asked())
        nobody = f"127.0.0.1:{free_port()}"
        with opened(vault, clock=clock, files=Plug()) as compiler:
            rules = compiler.vault.found.rules
            pages = replace(rules.pages, marks_on_statement_at_most=1, group_from=2)
            found = replace(compiler.vault.found, rules=replace(rules, pages=pages))
            compiler.vault = replace(compiler.vault, found=found)
            compiler.read_with(reader(compiler, nobody))
            assert reasons(compiler) == ["the rules changed"]
            assert len(again(compiler)) == 2
            assert offer(compiler) is None  # they wait already
            assert [i.status for i in compiler.run()] == [Status.COMPILED] * 2
            assert reasons(compiler) == []
        assert len(server.asked()) == asked
    assert problems(vault) == []


def test_compiling_again_with_the_replies_kept_asks_nothing_and_changes_no_page(
    vault: Path,
) -> None:
    with fake_server() as server:
        has_model(server)
        compiled(vault, server, SOURCES)
        before, asked = files_in(vault, "wiki"), len(server.asked())
        with opened(vault, clock=clock, files=Plug()) as compiler:
            compiler.read_with(reader(compiler, server.address))
            items = again(compiler, ["raw/oil.md", "raw/oil.md"])
            assert len(items) == 1
            assert [i.status for i in compiler.run()] == [Status.COMPILED]
            assert compiler.reader.spent.calls == 0
        assert len(server.asked()) == asked
        assert files_in(vault, "wiki") == before


def test_compiling_again_can_be_undone_and_the_source_stays_compiled(vault: Path) -> None:
    compiled(vault, None, {"harbour.md": HARBOUR})
    before = files_in(vault, "wiki", ".vaultloom/sources")
    with fake_server() as server:
        has_model(server)
        with opened(vault, clock=clock, files=Plug()) as compiler:
            compiler.read_with(reader(compiler, server.address))
            again(compiler)
            compiler.run(idle=False)
            assert compiler.undo_label() == "compile “Harbour lamps” again"
            compiler.undo()
            assert files_in(vault, "wiki", ".vaultloom/sources") == before
            compiler.scan()
            assert compiler.run() == []


def test_another_reader_has_another_pace(vault: Path) -> None:
    """What the built-in reader took says nothing of a model, and the other way round."""
    many = {f"{n}.md": HARBOUR.replace("140", str(n)) for n in range(200, 204)}
    compiled(vault, None, many)
    with fake_server() as server:
        has_model(server)
        with opened(vault, clock=clock, files=Plug()) as compiler:
            sizes = {"raw/a.md": 2000}
            known = compiler.queue.seconds_for(sizes, "builtin")
            assert known
            assert compiler.queue.seconds_for(sizes, "m:1b") is None
            compiler.read_with(reader(compiler, server.address))
            found = offer(compiler)
            assert found
            assert found.seconds is None
            again(compiler)
            compiler.run()
            assert compiler.queue.seconds_for(sizes, "m:1b")
            assert compiler.queue.seconds_for(sizes, "builtin") == known
            again(compiler, ["raw/200.md"])
            pace = compiler.queue.seconds_for(sizes, "m:1b")
            compiler.run()
            assert compiler.queue.seconds_for(sizes, "m:1b") == pace  # nothing was asked


def of_sources(server: FakeServer) -> int:
    """How many questions were about sources, and not on how to introduce a page."""
    return sum("s" not in body["format"]["properties"] for body in server.asked())


def spent(calls: int) -> str:
    return f"{calls} call{'s' * (calls != 1)}, {calls * 120} tokens, "


def test_the_command_line_reads_again_and_says_what_it_cost(
    vault: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OLLAMA_HOST", raising=False)
    compiled(vault, None, {"harbour.md": HARBOUR, "oil.md": OIL})
    with fake_server() as server:
        has_model(server)
        settings.choose_model("m:1b", server.address, 8192)
        assert main(["status", str(vault)]) == 0
        told = capsys.readouterr().out
        assert "Reader: m:1b." in told
        assert "2 sources read by the built-in reader." in told
        assert "stale      raw/oil.md: read by the built-in reader, now m:1b is chosen" in told
        assert "2 sources can be compiled again: vaultloom compile" in told
        assert main(["compile", str(vault)]) == 0
        assert server.asked() == []
        capsys.readouterr()
        assert main(["compile", str(vault), "--again", "raw/oil.md"]) == 0
        told = capsys.readouterr().out
        calls = of_sources(server)
        assert f"; read by m:1b, {spent(calls)}" in told
        assert f"with m:1b (now {spent(len(server.asked()))}" in told
        assert main(["compile", str(vault), "--again"]) == 0
        calls = of_sources(server)
        capsys.readouterr()
        assert main(["status", str(vault)]) == 0
        told = capsys.readouterr().out
        assert f"2 sources read by m:1b: {spent(calls)}" in told
        assert "stale" not in told
        assert main(["compile", str(vault), "--again", "raw/none.md"]) == 2
        assert "no source that was compiled" in capsys.readouterr().err
    assert main(["status", str(vault)]) == 0
    assert "No model server answers" in capsys.readouterr().out


def test_nothing_stale_compiled_again_writes_nothing(vault: Path) -> None:
    compiled(vault, None, {"harbour.md": HARBOUR})
    before = stamps(vault)
    with opened(vault, clock=clock, files=Plug()) as compiler:
        assert again(compiler) == []
        assert compiler.run() == []
    assert stamps(vault) == before


def test_without_a_choice_the_built_in_reader_reads(vault: Path) -> None:
    with opened(vault, clock=clock, files=Plug()) as compiler:
        assert isinstance(reader_called(settings.load(), compiler.vault), BuiltinReader)


def test_other_names_that_came_while_a_model_read_break_no_link(vault: Path) -> None:
    """A note of the source's name comes in the middle: the source can be linked to by its name no more."""
    (vault / "raw/harbour.md").write_text(LONG)
    with fake_server() as server:

        def answer(request: dict[str, object]) -> Script:
            (vault / "Notes").mkdir(exist_ok=True)
            (vault / "Notes/harbour.md").write_text("mine\n")
            return right(request)

        has_model(server, answer)
        with opened(vault, clock=clock, files=Plug()) as compiler:
            compiler.read_with(reader(compiler, server.address))
            compiler.scan()
            (done,) = compiler.run()
            assert done.status is Status.COMPILED
    assert problems(vault) == []
