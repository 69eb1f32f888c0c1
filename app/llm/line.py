"""Listening to a server: until it has said all, is silent for too long, or nobody wants to hear more.

The connection is read in a thread of its own, so that whoever listens can always stop; stopping
shuts the connection, and the server stops working for it.
"""

import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Generic, TypeVar

import httpx

from app.llm.answer import Outcome, Trouble
from app.llm.question import Silence
from app.saying import say

P = TypeVar("P")
_LOOK_EVERY = 0.05  # seconds between two looks at whether to stop
_TO_CONNECT = 10.0  # seconds
_TO_END = 2.0  # seconds for the reading thread to notice that its connection is shut


class Connection:
    """The connection of one client; ``shut`` ends it from any thread, now or once it is made."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._shut = False

    def options(self, host: str) -> dict[str, Any]:
        """What a client of httpx (or of ollama) is made with, so that it can be shut.

        A machine's own address is never asked for through a proxy, and no server can send the
        words of sources on to another one. No connection is used twice: a server may end it after
        an error just when the next question goes out, which then looks like a server that died.
        """
        return {
            "event_hooks": {"request": [self._watch]},
            "timeout": httpx.Timeout(None, connect=_TO_CONNECT),
            "trust_env": not is_this_machine(host),
            "follow_redirects": False,
            "limits": httpx.Limits(max_keepalive_connections=0),
            "verify": _certificates() if host.startswith("https:") else False,
        }

    def shut(self) -> None:
        """End the connection; whoever reads from it gets an error of httpx."""
        with self._lock:
            self._shut = True
            if self._socket is not None:
                _end(self._socket)

    def _watch(self, request: httpx.Request) -> None:
        request.extensions["trace"] = self._trace

    def _trace(self, event: str, info: dict[str, Any]) -> None:
        if event not in {"connection.connect_tcp.complete", "connection.start_tls.complete"}:
            return
        with self._lock:
            self._socket = info["return_value"].get_extra_info("socket")
            if self._shut and self._socket is not None:
                _end(self._socket)


def _certificates() -> ssl.SSLContext:
    return ssl.create_default_context()


def _end(connected: socket.socket) -> None:
    # not SSLSocket.shutdown, which takes the layer away that another thread reads through
    with suppress(OSError):  # it has ended already
        socket.socket.shutdown(connected, socket.SHUT_RDWR)


def is_this_machine(host: str) -> bool:
    """Whether an address (with or without scheme and port) is the machine's own."""
    try:
        name = httpx.URL(host if "://" in host else f"http://{host}").host
    except httpx.InvalidURL:
        return False
    return name in {"localhost", "::1", "0.0.0.0", "::", ""} or name.startswith("127.")  # noqa: S104


def never() -> bool:
    """Nobody wants to stop."""
    return False


class Line(Generic[P]):
    """The pieces that a server sends, as they come.

    ``pieces`` reads them and may raise ``Trouble``; ``connection`` is what it reads from; ``stop``
    is asked twenty times a second; ``clock`` gives seconds.
    """

    def __init__(
        self,
        pieces: Callable[[Connection], Iterator[P]],
        *,
        silence: Silence,
        stop: Callable[[], bool] = never,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pieces = pieces
        self._silence = silence
        self._stop = stop
        self._clock = clock
        self._connection = Connection()
        self._said: queue.Queue[P | BaseException | None] = queue.Queue()

    def __iter__(self) -> Iterator[P]:
        """The pieces in order; raises ``Trouble``. The connection is shut whenever this ends."""
        reader = threading.Thread(target=self._read, name="model server", daemon=True)
        reader.start()
        limit = self._silence.before_first
        try:
            while (piece := self._next(limit)) is not None:
                limit = self._silence.between
                yield piece
        finally:
            self._connection.shut()
            reader.join(_TO_END)

    def _next(self, limit: float) -> P | None:
        since = self._clock()
        while True:
            if self._stop():
                raise Trouble(Outcome.CANCELLED)
            try:
                said = self._said.get(timeout=_LOOK_EVERY)
            except queue.Empty:
                if self._clock() - since >= limit:
                    raise Trouble(Outcome.HUNG, _time(limit)) from None
                continue
            if isinstance(said, BaseException):
                raise said
            return said

    def _read(self) -> None:
        try:
            for piece in self._pieces(self._connection):
                self._said.put(piece)
            self._said.put(None)
        except BaseException as error:  # noqa: BLE001 - raised again by whoever listens
            self._said.put(error)


def _time(seconds: float) -> str:
    if seconds >= 120:
        return say("{number} minutes", number=round(seconds / 60))
    return say("{number} seconds", number=f"{seconds:g}")
