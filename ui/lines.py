"""Lines of JSON from the worker, read in slices so that a long one never holds the window up.

A vault of ten thousand pages is one line of several megabytes. Parsing it at once would stop
the window for as long as it takes; here lists are read element by element, and the caller says
how long a slice may last.
"""

import json
import re
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any

Steps = Generator[None, None, tuple[Any, int]]
Make = Callable[[Any], Any]

_BLANK = re.compile(r"[ \t\r\n]*")
_LONG = 64 * 1024
_LEVELS = 3  # message, its result, a list in it: the elements of that list are small
_DECODER = json.JSONDecoder()


class Lines:
    """Bytes go in as they come; whole messages come out in order, as many as a slice allows.

    ``makes`` says what becomes of the elements of a list by the key that it stands under, so that
    ten thousand of them are not made at once afterwards; in short messages they stay as they are.
    """

    def __init__(self, makes: Mapping[str, Make] | None = None) -> None:
        self._makes = makes or {}
        self._rest = bytearray()
        self._waiting: deque[bytes] = deque()
        self._steps: Steps | None = None

    @property
    def waiting(self) -> bool:
        """Whether there is a line that has not been read to its end."""
        return bool(self._waiting) or self._steps is not None

    def feed(self, data: bytes) -> None:
        """Take in what arrived, wherever the pipe happened to cut it."""
        *whole, last = data.split(b"\n")
        for piece in whole:
            self._waiting.append(bytes(self._rest) + piece)
            self._rest.clear()
        self._rest += last

    def take(self, seconds: float) -> Iterator[dict[str, Any]]:
        """The messages that can be read in about ``seconds``; lines that are none are skipped."""
        until = time.monotonic() + seconds
        while self.waiting and time.monotonic() < until:
            message = self._read(until)
            if isinstance(message, dict):
                yield message

    def _read(self, until: float) -> object:
        """Go on with the line in hand; None while it is not finished, or when it is no JSON."""
        try:
            if self._steps is None:
                text = self._waiting.popleft().decode("utf-8", "replace")
                if len(text) < _LONG:
                    return json.loads(text) if text.strip() else None
                self._steps = _value(text, 0, _LEVELS, self._makes, _as_it_is)
            while time.monotonic() < until:
                next(self._steps)
        except StopIteration as finished:
            self._steps = None
            value: object = finished.value[0]
            return value
        except ValueError:
            self._steps = None
        return None


def _as_it_is(element: Any) -> Any:
    return element


def _value(text: str, place: int, levels: int, makes: Mapping[str, Make], make: Make) -> Steps:
    """Read one value at ``place``, resting after each element of the containers around it."""
    place = _past_blank(text, place)
    opening = text[place : place + 1]
    if not levels or opening not in ("{", "["):
        return _DECODER.raw_decode(text, place)
    if opening == "[":
        return (yield from _list(text, place + 1, levels - 1, makes, make))
    return (yield from _object(text, place + 1, levels - 1, makes))


def _list(text: str, place: int, levels: int, makes: Mapping[str, Make], make: Make) -> Steps:
    found: list[Any] = []
    place = _past_blank(text, place)
    while text[place : place + 1] != "]":
        element, place = yield from _value(text, place, levels, makes, _as_it_is)
        found.append(make(element))
        place = _past_comma(text, place, "]")
        yield
    return found, place + 1


def _object(text: str, place: int, levels: int, makes: Mapping[str, Make]) -> Steps:
    found: dict[str, Any] = {}
    place = _past_blank(text, place)
    while text[place : place + 1] != "}":
        key, place = _DECODER.raw_decode(text, place)
        place = _past_blank(text, place)
        if text[place : place + 1] != ":":
            raise ValueError(place)
        make = makes.get(key, _as_it_is)
        found[key], place = yield from _value(text, place + 1, levels, makes, make)
        place = _past_comma(text, place, "}")
        yield
    return found, place + 1


def _past_comma(text: str, place: int, closing: str) -> int:
    place = _past_blank(text, place)
    mark = text[place : place + 1]
    if mark == ",":
        return _past_blank(text, place + 1)
    if mark != closing:
        raise ValueError(place)
    return place


def _past_blank(text: str, place: int) -> int:
    found = _BLANK.match(text, place)
    return found.end() if found else place
