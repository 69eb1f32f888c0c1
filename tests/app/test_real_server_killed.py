"""A real model server that is killed in the middle of a source and started again on the same port.

Only where VAULTLOOM_TEST_OLLAMA_STARTER names a program that, given a port, starts a server there and
prints ``pid=…``, and given ``stop`` and a port ends it.
"""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import settings
from app.llm.ollama_server import OllamaServer
from app.llm.standing import standing
from tests.app.llm.fake_server import free_port
from tests.app.test_worker import window
from tests.promises.page_checks import problems
from tests.promises.vaults import HARBOUR, OIL, new_vault, put

STARTER = os.environ.get("VAULTLOOM_TEST_OLLAMA_STARTER", "")
pytestmark = [
    pytest.mark.real_ollama,
    pytest.mark.skipif(not STARTER, reason="VAULTLOOM_TEST_OLLAMA_STARTER names no program"),
]


def start(port: int) -> int:
    """Start the server; its process, which leads a session of its own."""
    command = [sys.executable, STARTER, str(port)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    (found,) = re.findall(r"^pid=(\d+)", told, re.M)
    return int(found)


@pytest.fixture
def port() -> Iterator[int]:
    found = free_port()
    yield found
    subprocess.run([sys.executable, STARTER, "stop", str(found)], check=False, capture_output=True)


def test_the_queue_is_finished_without_a_person(tmp_path: Path, port: int) -> None:
    """Killed while it answers, with its model runner; started again while it is waited for."""
    vault = new_vault(tmp_path / "vault")
    process = start(port)
    address = f"http://127.0.0.1:{port}"
    settings.choose_model(standing(OllamaServer(address)).models[0].name, address, 2048)
    two_passages = "\n".join(HARBOUR.replace("Wicks", f"Wicks {n}") for n in range(5))
    with window(vault) as seen:
        files = put(vault, {"long.md": two_passages, "oil.md": OIL})
        seen.ask("add", paths=[str(file) for file in files])
        while seen.until("progress")["done"] < 1 or not seen.events[-1]["passages"]:
            pass
        os.killpg(process, signal.SIGKILL)
        assert "No model server answers" in seen.until("waiting")["words"]
        assert seen.ask("state")["queue"][0]["stage"] == "waiting"
        start(port)
        seen.until("idle")
        assert [i["status"] for i in seen.queue()] == ["compiled", "compiled"]
        assert [e["model"]["state"] for e in seen.named("model")][-2:] == ["waiting", "ready"]
        assert all(item["cost"]["calls"] for item in seen.queue())
    assert problems(vault) == []
