"""Ollama on this machine: whether it is installed, and starting it where it does not run."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from app.errors import ModelUnavailable
from app.llm.answer import Trouble
from app.llm.line import is_this_machine
from app.llm.ollama_server import OllamaServer
from app.saying import say, sentences

DOWNLOAD = "https://ollama.com/download"
_TO_START = 30.0  # seconds
_LOOK_EVERY = 0.3


def program() -> Path | None:
    """The `ollama` program: on the path, else where its installers put it; None if it is nowhere."""
    found = shutil.which("ollama")
    if found:
        return Path(found)
    return next((p for p in _usual_places() if p.is_file()), None)


def _usual_places() -> list[Path]:
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", "")
        return [Path(local) / "Programs" / "Ollama" / "ollama.exe"] if local else []
    if sys.platform == "darwin":
        return [
            Path("/Applications/Ollama.app/Contents/Resources/ollama"),
            Path("/opt") / "homebrew" / "bin" / "ollama",
            Path("/usr/local/bin/ollama"),
        ]
    return [Path("/usr/local/bin/ollama"), Path("/usr/bin/ollama"), Path("/snap/bin/ollama")]


def answers(server: OllamaServer) -> bool:
    """Whether an Ollama answers at the server's address."""
    try:
        return bool(server.version())
    except Trouble:
        return False


def start(
    server: OllamaServer,
    *,
    log: Path,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,  # between two questions whether it answers yet
) -> None:
    """Start Ollama at the server's address and return when it answers; at once if it does already.

    It goes on when this program ends, as if the person had started it; what it writes goes to
    ``log``. Raises ModelUnavailable where it cannot be started: it is not installed, the address is
    another machine's, it ends at once or does not answer within half a minute.
    """
    if answers(server):
        return
    if not is_this_machine(server.address):
        raise ModelUnavailable(
            say(
                "Ollama at {server} is on another machine and cannot be started from here.",
                server=server.address,
            ),
            remedy="Start it there.",
        )
    found = program()
    if found is None:
        raise ModelUnavailable(
            "Ollama is not installed on this machine.",
            remedy=say("Get it from {address}.", address=DOWNLOAD),
        )
    process = _serve(found, server.address, log)
    began = clock()
    while not answers(server):
        if process.poll() is not None or clock() - began > _TO_START:
            raise _did_not_start(log)
        sleep(_LOOK_EVERY)


def _serve(found: Path, address: str, log: Path) -> "subprocess.Popen[bytes]":
    flags: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    with log.open("wb") as out:
        return subprocess.Popen(
            [str(found), "serve"],
            env={**os.environ, "OLLAMA_HOST": address},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
            creationflags=flags,
        )


def _did_not_start(log: Path) -> ModelUnavailable:
    lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    last = say("Its last words: {words}", words=lines[-1][:200]) if lines else ""
    words = sentences("Ollama did not start.", last)
    return ModelUnavailable(words, remedy=say("Its log is {path}.", path=log))
