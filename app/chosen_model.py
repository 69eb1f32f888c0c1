"""The chosen model as the window is told of it: ready, waited for, or wanting a person."""

import threading
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum

from app.choosing.models import reader_as_json
from app.compiler.chosen_reader import COMES_BACK, ChosenReader
from app.compiler.readers import Reader
from app.errors import ModelUnavailable
from app.llm.answer import Trouble
from app.llm.next_move import seconds_to_wait
from app.settings import Settings

_LONGEST = 15.0
"""Seconds between two looks at a server that is not there, which refuses at once."""

Answer = dict[str, object]


class State(StrEnum):
    """How things stand with the model."""

    READY = "ready"
    WAITING = "waiting"
    """Its server is not there; it goes on by itself when it is."""
    UNAVAILABLE = "unavailable"
    """A person has to mend something."""


class ChosenModel:
    """Follows whichever reader is chosen, and calls ``tell`` whenever something is other than before.

    A thread of its own looks for the model at the start, and again while it is not there; a server
    that goes away later is noticed by whoever asks it. ``tell`` is called on any thread.
    """

    def __init__(self, reader: Reader, tell: Callable[[], object]) -> None:
        self._tell, self._reader = tell, reader
        self._state, self._problem, self._remedy = State.READY, "", ""
        self._lock = threading.Lock()
        self._look, self._closed = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._watch, name="chosen model", daemon=True)

    def start(self) -> None:
        """Begin to look for it."""
        self._look.set()
        self._thread.start()

    def close(self) -> None:
        """Look no more."""
        self._closed.set()
        self._look.set()

    def follow(self, reader: Reader) -> None:
        """Another reader was chosen."""
        self._reader = reader
        self._set(State.READY, always=True)
        self._look.set()

    def look(self) -> None:
        """Look whether it is there, soon."""
        self._look.set()

    def waiting(self, words: str) -> None:
        """Its server is not there."""
        self._set(State.WAITING, words, "")
        self._look.set()

    def going_on(self) -> None:
        """It answers."""
        self._set(State.READY)

    def unavailable(self, error: ModelUnavailable) -> None:
        """A person has to mend something."""
        self._set(State.UNAVAILABLE, error.message, error.remedy)

    def as_json(self) -> Answer:
        """As the protocol has it."""
        with self._lock:
            reader, state = self._reader, self._state
            told = {"problem": self._problem, "remedy": self._remedy}
        chosen = Settings(model=reader.name)
        if isinstance(reader, ChosenReader):
            chosen = replace(chosen, server=reader.address, context=reader.context)
        return reader_as_json(chosen, state.value, **told)

    def _set(
        self, state: State, problem: str = "", remedy: str = "", *, always: bool = False
    ) -> None:
        after = (state, problem, remedy)
        with self._lock:
            same = after == (self._state, self._problem, self._remedy)
            self._state, self._problem, self._remedy = after
        if always or not same:
            self._tell()

    def _watch(self) -> None:
        """Look whenever that is asked for, and every few seconds while its server is not there."""
        looked = 0
        while not self._closed.is_set():
            again = self._state is State.WAITING
            wait = min(seconds_to_wait(looked), _LONGEST) if again else None
            looked = 0 if self._look.wait(wait) else looked + 1
            self._look.clear()
            if not self._closed.is_set():
                self._look_once(self._reader)

    def _look_once(self, reader: Reader) -> None:
        if not isinstance(reader, ChosenReader):
            return
        before = reader.digest
        try:
            reader.look(self._closed.is_set)
        except Trouble as trouble:
            found, state = reader.unavailable(trouble), State.UNAVAILABLE
            if trouble.outcome in COMES_BACK:
                state = State.WAITING
            news = (state, found.message, found.remedy if state is State.UNAVAILABLE else "")
        else:
            news = (State.READY, "", "")
        if reader is self._reader and not self._closed.is_set():
            self._set(*news, always=reader.digest != before)
