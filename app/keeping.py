"""``vaultloom watch``: keep compiling what comes into a vault, until somebody ends it."""

import json
import queue
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from app import settings
from app.compiler.compile import Compiler, opened
from app.compiler.costs import item_words
from app.compiler.queue import Item
from app.compiler.readers import reader_called
from app.compiler.session import Session
from app.compiler.standing import Status
from app.errors import ModelUnavailable, VaultProblem
from app.settings import Settings
from app.sources.settling import Patience
from app.vault.hints import Hints
from app.vault.resting import YOUNG
from app.watching.watch import Noticed, Watch, follow

_PAUSED = (
    "The queue is paused: what comes waits. End this, and say: vaultloom queue VAULT --resume."
)
_LONGEST = 0.5 if sys.platform == "win32" else 3600.0
"""Seconds of waiting at a stretch: on Windows a wait is not ended by Ctrl+C."""


_AGAIN = "The queue is paused. Mend that, and start this again."
_LINE = dict[str, object]


class _UntilStopped(Session):
    def __init__(self, say: Callable[[_LINE], None]) -> None:
        self.stopped, self._say = False, say

    def waiting(self, _item: str, words: str) -> None:
        """See ``Session``."""
        self._note(f"{words} Waiting for it.")

    def going_on(self, _item: str) -> None:
        """See ``Session``."""
        self._note("The model answers again.")

    def unavailable(self, error: ModelUnavailable) -> None:
        """See ``Session``."""
        self._note(f"{error.words} {_AGAIN}")

    def _note(self, words: str) -> None:
        self._say({"event": "note", "path": "", "words": words})

    def must_end(self) -> bool:
        """See ``Session``."""
        return self.stopped


@dataclass
class Keeping:
    """The loop of the command: what happens is said in lines, and counted."""

    compiler: Compiler
    watch: Watch
    session: _UntilStopped
    woken: "queue.SimpleQueue[None]"
    say: Callable[[dict[str, object]], None]
    counts: Counter[str] = field(default_factory=Counter)

    def run(self) -> None:
        """Go on until stopped. Raises VaultProblem when the vault is not there any more."""
        while not self.session.stopped:
            self._tell(self.watch.turn())
            self._compile()
            self.compiler.take_up()
            if not self.compiler.introduce_next(self._is_wanted):
                self._rest()

    def _compile(self) -> None:
        """Compile what waits, with a look at the vault between two sources."""
        busy = False
        while not self.session.stopped and (item := self.watch.next()) is not None:
            done = self.compiler.one(item)
            busy = True
            if done.status.open:
                return
            self._came_out(done)
            self.watch.compiled(done)
            if self.watch.wait() == 0:
                self._tell(self.watch.turn())
        if busy and not self.session.stopped:
            self.compiler.when_idle()

    def _is_wanted(self) -> bool:
        """Whether there is something to do that goes before introductions."""
        paused = self.compiler.queue.paused
        return self.session.stopped or paused or self.watch.next() is not None

    def _rest(self) -> None:
        try:
            if not self.session.stopped and (seconds := self.watch.wait()) > 0:
                longest = min(_LONGEST, YOUNG) if self.compiler.is_behind else _LONGEST
                self.woken.get(timeout=min(seconds, longest))
        except queue.Empty:
            pass

    def _came_out(self, item: Item) -> None:
        self._say(
            item.status.value,
            item.source or item.name,
            item.reason or _pages(item),
            created=list(item.created),
            updated=list(item.updated),
            removed=list(item.removed),
            reader=item.reader,
            cost=item.cost,
        )

    def _tell(self, noticed: Noticed) -> None:
        if noticed.lost:
            raise VaultProblem(
                noticed.lost, remedy="Bring it back (is its drive connected?), then watch it again."
            )
        for item in noticed.queued:
            if item.status is Status.REFUSED:
                self._came_out(item)
        for path in noticed.changed:
            gone = not (self.compiler.root / path).is_file()
            self._say("removed" if gone else "changed", path)
        for path in noticed.gone:
            self._say("gone", path, "its pages stay for now")
        for path in noticed.back:
            self._say("back", path)
        for words in noticed.said:
            self._say("note", "", words)
        follow(self.compiler, noticed)

    def _say(self, event: str, path: str, words: str = "", **more: object) -> None:
        self.counts[event] += event != "note"
        self.say({"event": event, "path": path, "words": words, **more})


def watch(
    vault: Path,
    *,
    as_json: bool = False,
    chosen: Settings | None = None,
    patience: Patience | None = None,
) -> None:
    """Watch ``vault`` and print a line for each thing that happens, until Ctrl+C or SIGTERM.

    With ``as_json`` each line is an object: ``event`` (watching, compiled, unchanged, duplicate,
    refused, failed, stopped, changed, removed, gone, back, note, ended), ``path``, ``words``, and
    for a source the pages in ``created``, ``updated``, ``removed``, and what it cost in ``reader`` and
    ``cost``. ``chosen`` says who reads, the settings where it is None; a server that is not there is
    waited for, also at the start. Raises VaultProblem, VaultBusy
    or RulesUnreadable where the vault cannot be watched, or not any more.
    """
    say = _json if as_json else _line
    session, woken = _UntilStopped(say), queue.SimpleQueue[None]()
    started = time.monotonic()
    with opened(vault, session) as compiler, _stopped_by_signals(session, woken):
        if compiler.vault.readonly:
            raise VaultProblem(compiler.vault.readonly, remedy="Only then can it be watched.")
        compiler.read_with(reader_called(chosen or settings.load(), compiler.vault))
        hints = Hints(compiler.root, lambda: woken.put(None))
        keeping = Keeping(compiler, Watch(compiler, hints, patience=patience), session, woken, say)
        say({"event": "watching", "path": str(compiler.root), "words": "Ctrl+C ends it."})
        if compiler.queue.paused:
            say({"event": "note", "path": "", "words": _PAUSED})
        try:
            keeping.run()
        finally:
            keeping.watch.close()
        say({"event": "ended", "path": str(compiler.root), "words": _summary(keeping, started)})


@contextmanager
def _stopped_by_signals(session: _UntilStopped, woken: "queue.SimpleQueue[None]") -> Iterator[None]:
    """Ctrl+C and SIGTERM end the loop at the next stage of a source, or at once while it waits."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        session.stopped = True
        woken.put(None)

    before = {each: signal.signal(each, stop) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _pages(item: Item) -> str:
    if item.status is not Status.COMPILED:
        return ""
    words = f"{len(item.created)} new, {len(item.updated)} changed"
    return "; ".join(filter(None, [words, item_words(item)]))


def _summary(keeping: Keeping, started: float) -> str:
    minutes, seconds = divmod(round(time.monotonic() - started), 60)
    lasted = f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
    found = ", ".join(f"{number} {event}" for event, number in keeping.counts.items() if number)
    return f"Watched for {lasted}: {found or 'nothing happened'}."


def _json(line: dict[str, object]) -> None:
    print(json.dumps(line, ensure_ascii=False), flush=True)


def _line(line: dict[str, object]) -> None:
    event, path, words = str(line["event"]), str(line["path"]), str(line["words"])
    if event == "ended":
        print(words, flush=True)
        return
    said = f"{path}: {words}" if path and words else path or words
    print(f"{event:10} {said}", flush=True)
