"""Who reads, and all that is known about who could: asked of the worker, kept for the rooms.

It outlives the rooms, which are made anew for another language, and the place, which may be left
while a model is pulled.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from app import settings
from app.saying import say, sentences
from app.settings import OFFERS
from ui.background import Background
from ui.reader.fetch import Fetch
from ui.reader.values import (
    BUILTIN,
    CHOOSE,
    LOOK,
    PULL,
    START,
    SUITS,
    TOO_LARGE,
    Found,
    Json,
    Model,
    Pulled,
    Reader,
    Standing,
    Trial,
)
from ui.settings.model import Choices
from ui.values import Failure

CONTEXTS = (4096, 8192, 16_384, 32_768)
"""Tokens of a source and its question that a model may be given at once."""

USUAL_CONTEXT = 8192
_KINDS = {START: "start", PULL: "pull", CHOOSE: "use"}


@dataclass(frozen=True)
class Offer:
    """What could be done with one click where nothing was chosen yet; ``kind`` is as in settings."""

    kind: str
    model: Model | None = None


class Choosing(QObject):
    """Follows the reader in force, looks at servers, and does what the person chooses."""

    reader_changed = Signal()
    found_changed = Signal()
    """A look began or ended, a server is being started, or something was chosen."""

    fetch_changed = Signal()
    trials_changed = Signal()
    offer_changed = Signal()
    chosen = Signal(object)
    """Somebody else reads from the next source on: a ``Reader``."""

    fetched = Signal(str, bool)
    """A pull is over: the model, and whether it is whole; a failure is told by ``failed``."""

    failed = Signal(object)

    def __init__(
        self,
        background: Background,
        choices: Choices,
        parent: QObject,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._background, self._choices, self._clock = background, choices, clock
        self._looks = 0
        self._forget()
        background.reader_changed.connect(self.take)
        background.pulled.connect(self._note)

    def _forget(self) -> None:
        self.reader = Reader(words="")
        self.found: Found | None = None
        self.address = ""
        self.context = USUAL_CONTEXT
        self.looking = self.starting = False
        self.fetch: Fetch | None = None
        self.trials: dict[tuple[str, str], Trial | None] = {}
        """What came of trying a model, by address and name; None while it is tried."""

        self._last_pulled = ""
        self._resolved: dict[str, str] = {}
        self._looks += 1

    # A vault

    def begin(self, reader: Reader) -> None:
        """Another vault is open, or its worker began again: nothing is under way in it."""
        known = self.found is not None
        self._forget()
        self.address = "" if reader.is_builtin else reader.server
        self.take(reader)
        for signal in (self.found_changed, self.fetch_changed, self.trials_changed):
            signal.emit()
        if known or self.may_offer:
            self.look()

    def take(self, reader: Reader) -> None:
        """Somebody else reads, or the reader's server came or went."""
        self.reader, self._seen_gone = reader, False
        self.reader_changed.emit()
        self.offer_changed.emit()

    # The server

    def look(self, address: str | None = None) -> None:
        """Ask a server how things stand with it; the last look counts, however they come back."""
        if address is not None:
            self.address = address.strip()
        self._looks += 1
        self.looking = True
        self.found_changed.emit()
        then = partial(self._looked, self._looks)
        failed = partial(self._not_looked, self._looks)
        self._background.request("models", then, failed, server=self.address)

    def _looked(self, look: int, result: Json) -> None:
        if look != self._looks:
            return
        self.looking = False
        known, self.found = self.found, Found.read(result)
        self._resolved[self.address] = self.found.standing.address
        if known is None:  # later, what is chosen here counts
            self.context = self.found.context or self.context
        self._note_standing(self.found)
        self.found_changed.emit()
        self.offer_changed.emit()

    def _note_standing(self, found: Found) -> None:
        """What a look at the reader's own server says of the reader, before the worker asks it."""
        if self.reader.is_builtin or self.elsewhere:
            return
        words, remedy = found.standing.words, found.standing.remedy
        gone = found.standing.way != CHOOSE
        if not gone and found.model(self.reader.name) is None:
            gone, missing = True, "The model “{model}” is not installed at {server}."
            words = say(missing, model=self.reader.name, server=found.standing.address)
            remedy = "Pull it, or choose one that is installed."
        if gone and (self._seen_gone or self.reader.state == "ready"):
            self.take(replace(self.reader, state="unavailable", problem=words, remedy=remedy))
            self._seen_gone = True
        elif not gone and self._seen_gone:
            self.take(replace(self.reader, state="ready", problem="", remedy=""))

    def _not_looked(self, look: int, failure: Failure) -> None:
        if look != self._looks:
            return
        self.looking = False
        words = Standing(self.address, "", failure.message, failure.remedy, LOOK)
        self.found = Found(words)
        self.found_changed.emit()

    @property
    def usual_address(self) -> str:
        """Where one looks who gives no address; empty while it is not known."""
        return self._resolved.get("", "")

    @property
    def wants_a_look(self) -> bool:
        """Whether something was the matter that may have been mended meanwhile."""
        idle = not (self.looking or self.starting or self.fetch)
        return idle and self.found is not None and self.found.standing.way != CHOOSE

    def start(self) -> None:
        """Start Ollama on this machine, and look at it once it answers."""
        self.starting = True
        self.found_changed.emit()
        self._background.request(
            "start_server", self._started, self._not_started, server=self.address
        )

    def _started(self, _result: Json) -> None:
        self.starting = False
        self.look()

    def _not_started(self, failure: Failure) -> None:
        self.starting = False
        self.found_changed.emit()
        self.failed.emit(failure)

    # Who reads

    def use(self, name: str) -> None:
        """Have a model, or the built-in reader, read from the next source on."""
        self._use(name, self.reader.server if name == BUILTIN else self.address)

    def _use(self, name: str, server: str) -> None:
        fields = {"name": name, "server": server, "context": self._context_for(name)}
        self._background.request("use_model", self._used, self.failed.emit, **fields)

    def _used(self, result: Json) -> None:
        reader = Reader.read(result.get("model") or {})
        self.answer("use")
        self.take(reader)
        self.found_changed.emit()
        self.chosen.emit(reader)

    def choose_context(self, tokens: int) -> None:
        """How much the model is given at once; the server loads the model again for it."""
        if tokens == self.context:
            return
        self.context = tokens
        self.found_changed.emit()
        if not self.reader.is_builtin:
            self._use(self.reader.name, self.reader.server)

    def _context_for(self, name: str) -> int:
        model = self.found.model(name) if self.found else None
        return min(self.context, model.context) if model and model.context else self.context

    def is_chosen(self, name: str) -> bool:
        """Whether this model of the server that was looked at reads now."""
        return self.reader.name == name and (name == BUILTIN or not self.elsewhere)

    @property
    def elsewhere(self) -> bool:
        """Whether the reader in force is at another server than the one that was looked at."""
        there, here = self.reader.server, self.address
        resolved = self._resolved.get(there, there) == self._resolved.get(here, here)
        return not self.reader.is_builtin and not resolved

    # Models

    def pull(self, name: str) -> None:
        """Have the server fetch a model; one at a time."""
        if self.fetch is not None or not name.strip():
            return
        self.fetch = Fetch(name.strip(), self._clock)
        self.fetch_changed.emit()
        then = partial(self._pulled, self.fetch)
        failed = partial(self._not_pulled, self.fetch)
        self._background.request("pull", then, failed, name=self.fetch.name, server=self.address)

    def stop_pull(self) -> None:
        """Give up what is being pulled; what has come stays at the server for another time."""
        self._background.request("stop_pull", _nothing, self.failed.emit)

    def _note(self, pulled: Pulled) -> None:
        if self.fetch is not None and pulled.name == self.fetch.name:
            self.fetch.note(pulled)
            self.fetch_changed.emit()

    def _pulled(self, fetch: Fetch, result: Json) -> None:
        if fetch is self.fetch:
            self._last_pulled = fetch.name
            self._end_pull()
            self.fetched.emit(fetch.name, bool(result.get("done")))

    def _not_pulled(self, fetch: Fetch, failure: Failure) -> None:
        if fetch is self.fetch:
            self._end_pull()
            self.failed.emit(failure)

    def _end_pull(self) -> None:
        self.fetch = None
        self.fetch_changed.emit()
        self.look()

    @property
    def trying(self) -> bool:
        """Whether a model is being tried; one at a time."""
        return None in self.trials.values()

    def try_model(self, name: str) -> None:
        """Have a model read the sample passages."""
        if self.trying:
            return
        key = (self.address, name)
        self.trials[key] = None
        self.trials_changed.emit()
        then, failed = partial(self._tried, key), partial(self._not_tried, key)
        fields = {"name": name, "server": self.address, "context": self._context_for(name)}
        self._background.request("try_model", then, failed, **fields)

    def trial(self, name: str) -> Trial | None:
        """What came of trying a model of the server that was looked at."""
        return self.trials.get((self.address, name))

    def is_trying(self, name: str) -> bool:
        """Whether this model is being tried."""
        key = (self.address, name)
        return key in self.trials and self.trials[key] is None

    def _tried(self, key: tuple[str, str], result: Json) -> None:
        self._note_trial(key, Trial.read(result))

    def _not_tried(self, key: tuple[str, str], failure: Failure) -> None:
        self._note_trial(key, Trial(sentences(failure.message, failure.remedy), ok=False))

    def _note_trial(self, key: tuple[str, str], trial: Trial) -> None:
        if key in self.trials:
            self.trials[key] = trial
            self.trials_changed.emit()

    # What is offered

    @property
    def offer(self) -> Offer | None:
        """What could be done with one click: nothing where something was chosen or answered, and
        nothing about a server that the person named."""
        if not self.may_offer or self.found is None or self.fetch:
            return None
        kind = _KINDS.get(self.found.standing.way, "")
        model = self._to_offer(kind)
        if OFFERS.index(kind) <= self._answered or (model is None and kind != "start"):
            return None
        return Offer(kind, model)

    @property
    def may_offer(self) -> bool:
        """Whether a model that is found at the usual place would be offered."""
        return self.reader.is_builtin and not self.address and self._answered < len(OFFERS) - 1

    @property
    def _answered(self) -> int:
        """How far the person has answered; who chose by the command line has answered all."""
        last = OFFERS[-1] if settings.has_chosen_model() else self._choices.settings.answered
        return OFFERS.index(last)

    def _to_offer(self, kind: str) -> Model | None:
        """What was pulled last, else the largest model that suits this machine, else the smallest of
        the others that can run."""
        if self.found is None or kind != "use":
            return self.found.best if self.found else None
        if pulled := self.found.model(self._last_pulled):
            return pulled
        able = [m for m in self.found.models if m.fit != TOO_LARGE and not m.in_cloud]
        able.sort(key=lambda model: model.size)
        suiting = [model for model in able if model.fit == SUITS]
        return suiting[-1] if suiting else next(iter(able), None)

    def accept(self, offer: Offer) -> None:
        """Do what is offered."""
        if offer.kind == "start":
            self.start()
        elif offer.model and offer.kind == "pull":
            self.pull(offer.model.name)
        elif offer.model:
            self.use(offer.model.name)
        self.answer(offer.kind)

    def answer(self, kind: str) -> None:
        """Never make this offer again, nor one that goes less far."""
        if OFFERS.index(kind) > self._answered:
            self._choices.answer(kind)
        self.offer_changed.emit()


def _nothing(_result: Json) -> None:
    """The answer to the pull itself says the rest."""
