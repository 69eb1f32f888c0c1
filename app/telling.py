"""What happens in a vault, told to the window as lines of JSON; the shapes are in ``app.worker``."""

import json
import threading
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import BinaryIO

from app.chosen_model import ChosenModel
from app.compiler.compile import Compiler
from app.compiler.queue import Item
from app.compiler.session import Progress, Session
from app.compiler.standing import Status
from app.errors import ModelUnavailable
from app.saying import beside
from app.shapes import Answer, pages, pages_at, steps


def look_again() -> None:
    """A job that does nothing: after each, the worker looks at the queue, and reckons anew how long
    there is nothing to do."""


class Output:
    """Lines out, one at a time whichever thread has one."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self.gone = False

    def send(self, message: Answer) -> None:
        """Send a line; once nobody listens any more, that is ``gone`` and nothing is sent."""
        line = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        with self._lock:
            try:
                self._stream.write(line.encode("utf-8", "replace") + b"\n")
                self._stream.flush()
            except BrokenPipeError:
                self.gone = True


class Telling(Session):
    """The session that turns what happens into events."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._one_news = threading.Lock()  # two threads tell: the later news must come later
        self.stopped: set[str] = set()
        self.ending = threading.Event()
        self.compiler: Compiler | None = None
        self.model: ChosenModel | None = None
        self.others: Callable[[], object] = look_again
        self.last: Progress | None = None

    def progress(self, progress: Progress) -> None:
        """See ``Session``."""
        self.last = progress
        self._output.send({"event": "progress", **asdict(progress)})

    def waiting(self, item: str, words: str) -> None:
        """See ``Session``."""
        self._output.send({"event": "waiting", "item": item, "words": words, **beside(words=words)})
        if self.model is not None:
            self.model.waiting(words)

    def going_on(self, _item: str) -> None:
        """See ``Session``."""
        if self.model is not None:
            self.model.going_on()

    def unavailable(self, error: ModelUnavailable) -> None:
        """See ``Session``."""
        if self.model is not None:
            self.model.unavailable(error)

    def reader_chosen(self) -> None:
        """See ``Session``."""
        if self.compiler is not None and self.model is not None:
            self.model.follow(self.compiler.reader)

    def turn(self) -> None:
        """See ``Session``."""
        self.others()

    def queue_changed(self) -> None:
        """See ``Session``."""
        if self.compiler is None:
            return
        with self._one_news:
            news, queue_ = self.compiler.queue.news(), self.compiler.queue
            self._output.send(
                {
                    "event": "queue",
                    "items": [self.as_far_as_it_is(i) for i in news.items],
                    "gone": news.gone,
                    "order": news.order,
                    "paused": queue_.paused,
                    "left": None if queue_.paused else self.compiler.left(),
                }
            )

    def as_far_as_it_is(self, item: Item) -> Answer:
        """An item as the protocol has it; the one under way with how far it has come."""
        last = self.last
        if last is None or last.item != item.id or item.status is not Status.WORKING:
            return item.as_json()
        come = {"done": last.done, "total": last.total, "passages": last.passages}
        return {**item.as_json(), "stage": item.stage or last.stage, **come}

    def pages_changed(self, paths: Iterable[str] | None = None) -> None:
        """See ``Session``."""
        if self.compiler is None:
            return
        whole = paths is None
        found, gone = pages_at(self.compiler, paths or ())
        if whole:
            found = pages(self.compiler)
        labels = steps(self.compiler)
        told = {"pages": found, "gone": gone, "whole": whole, **labels}
        self._output.send({"event": "pages", **told, **beside(**labels)})

    def must_end(self) -> bool:
        """See ``Session``."""
        return self.ending.is_set() or self._output.gone

    def must_stop(self, item: str) -> bool:
        """See ``Session``."""
        return item in self.stopped
