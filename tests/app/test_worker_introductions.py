"""Introductions in the worker: written when nothing waits, and in nobody's way."""

import json
import queue
import threading
from pathlib import Path
from typing import Any, cast

from app.compiler.compile import opened
from app.telling import Output, Telling
from app.worker import Worker
from tests.app.compiler.test_introductions import (
    IN_ORDER,
    TWO,
    compiled,
    introductions_asked,
    kept_of,
    page,
)
from tests.app.compiler.test_model_reader import answering, reader
from tests.app.history.plug import Plug
from tests.app.llm.fake_server import Script, Silence, done, fake_server, said
from tests.promises.vaults import clock, new_vault


class Lines:
    """What the worker says, as it comes."""

    def __init__(self) -> None:
        self._said: queue.Queue[dict[str, Any]] = queue.Queue()

    def write(self, line: bytes) -> None:
        self._said.put(json.loads(line))

    def flush(self) -> None:
        pass

    def until(self, key: str, value: object) -> dict[str, Any]:
        while (line := self._said.get(timeout=60)).get(key) != value:
            pass
        return line


def test_a_request_does_not_wait_for_an_introduction_which_is_asked_for_once_more(
    tmp_path: Path,
) -> None:
    vault, lines, heard = new_vault(tmp_path / "v"), Lines(), threading.Event()
    with fake_server() as server:
        answering(server, IN_ORDER)
        compiled(vault, server, TWO, idle=False)

        class Scripts(dict[str, list[Script]]):
            def get(self, path: str, default: Any = None) -> Any:
                if not heard.is_set():
                    heard.set()
                    return [Script([*said('{"s":'), Silence()])]
                return [Script([*said(IN_ORDER(server.requests[-1][1])), done()])]

        server.scripts = Scripts()
        output = Output(cast("Any", lines))
        session = Telling(output)
        with opened(vault, session, clock, Plug()) as compiler:
            compiler.reader = reader(vault, server)
            session.compiler = compiler
            worker = Worker(compiler, session, output)
            try:
                assert heard.wait(60)
                worker.handle({"id": 1, "do": "state"})
                assert "result" in lines.until("id", 1)
                assert server.went_away.wait(60)
                told = lines.until("event", "pages")
                assert [p["title"] for p in told["pages"]] == ["Orrin Light"]
                lines.until("event", "pages")
            finally:
                worker.close()
        assert len(introductions_asked(server)) == 3
    assert kept_of(vault).keys() == {"Orrin Light", "Maud Fenner"}
    assert "a lighthouse[^" in page(vault, "Orrin Light")
