"""A model server at the wire: real HTTP on 127.0.0.1, answering what a test scripts.

A script is a list of steps for one request, in order: bytes or JSON to send, and what a connection
may do. Requests are kept as they came.
"""

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Silence:
    """Say nothing more until the other side goes away or the test is over."""


class Drop:
    """End the connection in the middle of everything."""


@dataclass
class Script:
    """What the server answers to one request."""

    steps: Sequence[Any] = ()
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    before_headers: Any = None


class FakeServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.scripts: dict[str, list[Script]] = {}
        self.answer: Callable[[dict[str, Any]], Script] | None = None
        self.requests: list[tuple[str, dict[str, Any], dict[str, str]]] = []
        self.bodies: list[bytes] = []
        self.went_away = threading.Event()
        self.over = threading.Event()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def answers(self, path: str, *scripts: Script) -> None:
        """What requests of ``path`` get, one after the other; the last one for ever."""
        self.scripts[path] = list(scripts)

    def chats(self, *texts: str, **last: Any) -> None:
        """Each text is the answer to one question."""
        self.answers("/api/chat", *(Script([*said(text), done(**last)]) for text in texts))

    def chats_by(self, answer: Callable[[dict[str, Any]], Script]) -> None:
        """Each question gets what ``answer`` makes of it."""
        self.answer = answer

    def asked(self) -> list[dict[str, Any]]:
        return [body for path, body, _ in self.requests if path == "/api/chat"]

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # clients of these tests go away on purpose


class _Handler(BaseHTTPRequestHandler):
    server: FakeServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        pass

    def do_GET(self) -> None:
        self._answer({})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.bodies.append(raw)
        self._answer(json.loads(raw))

    def _answer(self, body: dict[str, Any]) -> None:
        self.close_connection = True
        self.server.requests.append((self.path, body, dict(self.headers)))
        scripts = self.server.scripts.get(self.path)
        if self.server.answer is not None and self.path == "/api/chat":
            scripts = [self.server.answer(body)]
        if not scripts:
            self._status(404, {"Content-Length": "18"})
            self.wfile.write(b"404 page not found")
            return
        script = scripts.pop(0) if len(scripts) > 1 else scripts[0]
        if script.before_headers is not None and self._acts(script.before_headers):
            return
        self._status(script.status, {"Transfer-Encoding": "chunked", **script.headers})
        for step in script.steps:
            if isinstance(step, (Silence, Drop)):
                self._acts(step)
                return
            self._chunk(step if isinstance(step, bytes) else json.dumps(step).encode() + b"\n")
        self.wfile.write(b"0\r\n\r\n")

    def _acts(self, step: Any) -> bool:
        if isinstance(step, Drop):
            linger = struct.pack("ii", 1, 0)  # a reset, as when a process is killed
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.connection.close()
            return True
        self.connection.settimeout(0.05)
        while not self.server.over.is_set():
            try:
                if not self.connection.recv(1):
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        self.server.went_away.set()
        return True

    def _status(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def _chunk(self, data: bytes) -> None:
        try:
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
        except OSError:
            self.server.went_away.set()
            raise


def said(text: str, at_a_time: int = 7) -> list[dict[str, Any]]:
    """``text`` as Ollama streams it, a few characters at a time."""
    pieces = [text[i : i + at_a_time] for i in range(0, len(text), at_a_time)]
    return [
        {"model": "m", "message": {"role": "assistant", "content": p}, "done": False}
        for p in pieces
    ]


def thought(text: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": "", "thinking": text}
    return {"model": "m", "message": message, "done": False}


def done(reason: str = "stop", prompt: int = 100, output: int = 20) -> dict[str, Any]:
    return {
        "model": "m",
        "message": {"role": "assistant", "content": ""},
        "done": True,
        "done_reason": reason,
        "prompt_eval_count": prompt,
        "eval_count": output,
        "eval_duration": 500_000_000,
    }


def event(data: Any) -> bytes:
    """One server-sent event."""
    return b"data: " + (data if isinstance(data, bytes) else json.dumps(data).encode()) + b"\n\n"


def free_port() -> int:
    """A port at which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def fake_server(port: int = 0) -> Iterator[FakeServer]:
    """A server at this port, at any that is free where none is named; gone at the end."""
    server = FakeServer(port)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        server.shutdown()
        thread.join()
        server.server_close()
