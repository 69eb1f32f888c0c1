"""The queue of sources: what is asked of the worker about it, and how its state is shown."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from ui.background import Background
from ui.frame import Frame
from ui.text import added_words, counted
from ui.values import Failure, Item, Json, Progress, QueueNews


class Queueing(QObject):
    """Gives sources to the queue, and follows it; ``rooms`` are those that are there by then."""

    def __init__(
        self,
        background: Background,
        rooms: Callable[[], Frame],
        actions: Mapping[str, QAction],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._background, self._rooms, self._actions = background, rooms, actions
        background.queue_changed.connect(self._show)
        background.progressed.connect(self._show_progress)

    def wire(self, rooms: Frame) -> None:
        """Do what these rooms ask for."""
        inbox = rooms.inbox
        inbox.added.connect(self.add)
        inbox.stopped.connect(self.stop)
        inbox.retried.connect(self.retry)
        inbox.cleared.connect(partial(self.do, "clear"))
        inbox.paused.connect(partial(self.do, "pause"))
        inbox.resumed.connect(partial(self.do, "resume"))
        inbox.moved.connect(self._move)
        inbox.again_wanted.connect(partial(self.do, "recompile", sources=None))

    def do(self, what: str, **fields: object) -> None:
        """Ask for what is answered by events."""
        self._background.request(what, _nothing, self._failed, **fields)

    def add(self, paths: list[str]) -> None:
        """Give files and folders to the queue; who reads a page goes on reading."""
        rooms = self._rooms()
        reading = rooms.place == "pages" and bool(rooms.page.path)
        then = self._say_added if reading else _nothing
        self._background.request("add", then, self._failed, paths=paths)
        if not reading:
            rooms.show_place("inbox")

    def stop(self, items: list[str] | None) -> None:
        """Stop some items, or all."""
        self.do("stop", item=items)

    def retry(self, items: list[str] | None) -> None:
        """Try some items again, or all that failed."""
        self.do("retry", item=items)

    def follow(self) -> None:
        """Say in rail and status line how the queue stands."""
        rooms = self._rooms()
        inbox = rooms.inbox
        rooms.rail.count(inbox.unfinished)
        rooms.status.show_queue(
            inbox.first_open, inbox.waiting, self._resting_words(), paused=inbox.is_paused
        )
        self._actions["stop"].setEnabled(inbox.unfinished > 0)

    def _move(self, items: list[str], before: str | None) -> None:
        self.do("move", items=items, before=before)

    def _say_added(self, result: Json) -> None:
        rooms = self._rooms()
        items = tuple(map(Item.read, result.get("items") or ()))
        show = partial(rooms.show_place, "inbox")
        rooms.notice.tell_for_now(added_words(items), self.tr("Show the queue"), show)

    def _show(self, news: QueueNews) -> None:
        self._rooms().inbox.take(news)
        self._rooms().status.show_left(news.left)
        self.follow()

    def _show_progress(self, progress: Progress) -> None:
        self._rooms().inbox.note(progress)
        self._rooms().status.note(progress)

    def _resting_words(self) -> str:
        one, many = self.tr("%1 page"), self.tr("%1 pages")
        return counted(self._rooms().pages.count, one, many)

    def _failed(self, failure: Failure) -> None:
        self._rooms().notice.tell_failure(failure)


def _nothing(_result: Json) -> None:
    """The events that follow say it all."""
