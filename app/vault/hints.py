"""Hints of the operating system that something changed in a vault.

They only say where to look, and that soon: whoever takes them must look at the disk, and look at
everything now and then, since hints get lost (a queue that runs over, a limit of the system, a
drive of another machine) and come twice.
"""

import contextlib
import logging
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from app.saying import Said, of_system, say

_MOST = 500
"""Paths to be looked at one by one; for more, one look at everything is cheaper."""


class Observer(Protocol):
    """What is used of watchdog's observers."""

    def start(self) -> None:
        """Begin; OSError where the system has no more watches."""

    def stop(self) -> None:
        """End soon."""

    def join(self, timeout: float | None = None) -> None:
        """Wait for the end."""


@dataclass(frozen=True, slots=True)
class Hinted:
    """Files that may be other than before; or anything may be, in ``everything``."""

    paths: frozenset[str] = frozenset()
    everything: bool = False


@dataclass
class Hints:
    """Collects hints about a vault; ``wake`` is called, on another thread, when there are some.

    ``trouble`` says in words why there are none, when the system gives none; then there is no other
    way than to look often.
    """

    root: Path
    wake: Callable[[], None]
    make: Callable[[], Observer] | None = None
    trouble: str = ""
    _paths: set[str] = field(default_factory=set)
    _everything: bool = False
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _observer: Observer | None = None
    _starting: threading.Thread | None = None
    _ended: bool = False
    _listener: "_Complaints | None" = None

    def start(self) -> None:
        """Begin on a thread of its own, since a vault of many folders takes a while; again, if the
        observer died. From then on everything is hinted at once, for what happened meanwhile."""
        if self._ended or self.trouble or self.is_starting or self.is_alive:
            return
        self._starting = threading.Thread(target=self._begin, name="hints", daemon=True)
        self._starting.start()

    @property
    def is_starting(self) -> bool:
        """Whether it is about to begin."""
        return self._starting is not None and self._starting.is_alive()

    @property
    def is_alive(self) -> bool:
        """Whether hints would come."""
        observer = self._observer
        if observer is None or not getattr(observer, "is_alive", lambda: True)():
            return False
        emitters = getattr(observer, "emitters", ())
        return all(emitter.is_alive() for emitter in emitters)

    def take(self) -> Hinted:
        """The hints since they were last taken."""
        with self._lock:
            paths, everything = self._paths, self._everything
            self._paths, self._everything = set(), False
        return Hinted(frozenset(paths), everything)

    def forget(self) -> None:
        """Stop watching what was the vault; ``start`` watches what lies there now."""
        if not self.is_starting:
            self._drop()

    def give_up(self, why: Said) -> None:
        """Rely on hints no more; ``trouble`` says why."""
        self.trouble = say(
            "The system does not tell of all changes in “{vault}” ({why}), so it is looked at every"
            " few seconds instead.",
            vault=self.root.name,
            why=why,
        )

    @property
    def are_waiting(self) -> bool:
        """Whether there is something to take."""
        with self._lock:
            return self._everything or bool(self._paths)

    def close(self) -> None:
        """End; nothing is hinted any more."""
        self._ended = True
        if self._starting is not None:
            self._starting.join()
        self._drop()

    def hint(self, *paths: str, everything: bool = False) -> None:
        """Somebody else has a hint: absolute paths of files."""
        inside = [name for path in paths if (name := self._inside(path)) is not None]
        if not inside and not everything:
            return
        with self._lock:
            fresh = not self._paths and not self._everything
            self._paths.update(inside)
            if len(self._paths) > _MOST:
                self._paths, everything = set(inside[:1]), True
            self._everything = self._everything or everything
        if fresh and not self._ended:
            self.wake()

    def _begin(self) -> None:
        self._drop()
        try:
            observer = self._started()
        except (FileNotFoundError, NotADirectoryError):
            pass  # the vault is away; whoever finds it back starts this again
        except OSError as error:
            self.give_up(of_system(error))
        else:
            self._observer = observer
        self.hint(everything=True)

    def _started(self) -> Observer:
        from watchdog.observers import Observer as Native

        observer = self.make() if self.make else Native()
        self._listener = _Complaints(self)
        logging.getLogger("watchdog").addHandler(self._listener)
        try:
            _schedule(observer, self)
        except BaseException:  # raised again: whatever it was, no thread of it may be left behind
            with contextlib.suppress(RuntimeError):  # it may not have come so far as to start
                observer.stop()
                observer.join()
            raise
        return observer

    def _drop(self) -> None:
        observer, self._observer = self._observer, None
        if observer is not None:
            with contextlib.suppress(RuntimeError):
                observer.stop()
                observer.join()
        if self._listener is not None:
            logging.getLogger("watchdog").removeHandler(self._listener)
            self._listener = None

    def _inside(self, path: str) -> str | None:
        """The path in the vault; None for what is hidden or lies elsewhere."""
        relative = os.path.relpath(path, self.root)
        name = relative if os.sep == "/" else relative.replace(os.sep, "/")
        return None if name.startswith(".") or "/." in name else name


class _Complaints(logging.Handler):
    """What watchdog complains of, such as lost events, is a hint that anything may be other."""

    def __init__(self, hints: Hints) -> None:
        super().__init__(logging.WARNING)
        self._hints = hints

    def emit(self, record: logging.LogRecord) -> None:
        """See ``logging.Handler``; nothing is printed."""
        self._hints.hint(everything=True)


def _schedule(observer: Observer, hints: Hints) -> None:
    """Have the observer tell of everything under the root; OSError where the system refuses."""
    from watchdog import events

    class Handler(events.FileSystemEventHandler):
        def on_any_event(self, event: events.FileSystemEvent) -> None:
            moved = os.fsdecode(event.dest_path)
            paths = [os.fsdecode(event.src_path), *([moved] if moved else [])]
            hints.hint(*paths, everything=_of_folder(event, paths, hints.root))

    kinds: list[type[events.FileSystemEvent]] = [
        events.FileCreatedEvent,
        events.FileModifiedEvent,
        events.FileMovedEvent,
        events.FileDeletedEvent,
        events.DirCreatedEvent,
        events.DirMovedEvent,
        events.DirDeletedEvent,
    ]
    handler, root = Handler(), str(hints.root)
    schedule = observer.schedule  # type: ignore[attr-defined]
    schedule(handler, root, recursive=True, event_filter=kinds)
    observer.start()
    # A folder further in for which no watch is left is passed over in silence (watchdog 7.1,
    # InotifyWatchGroup._add_callback); asked for by itself, the last one says so.
    last = _last_folder(root)
    if last != root:
        with contextlib.suppress(FileNotFoundError):
            probe = schedule(handler, last, recursive=False, event_filter=kinds)
            observer.unschedule(probe)  # type: ignore[attr-defined]


def _of_folder(event: object, paths: list[str], root: Path) -> bool:
    """Whether a folder came, went or moved, with whatever is in it; the ledger's own do not count,
    but what the person decided there does: it may name new places of sources."""
    decided = f"{os.sep}.vaultloom{os.sep}decisions{os.sep}"
    if any(decided in path for path in paths):
        return True
    if not getattr(event, "is_directory", False):
        return False
    inside = [os.path.relpath(path, root) for path in paths]
    return any(not part.startswith(".") or part == "." for part in inside)


def _last_folder(root: str) -> str:
    """The folder that ``os.walk`` comes to last, in whose order the watches were made."""
    last = root
    for folder, inside, _ in os.walk(root):
        real = [name for name in inside if not Path(folder, name).is_symlink()]
        last = str(Path(folder, real[-1])) if real else last
    return last
