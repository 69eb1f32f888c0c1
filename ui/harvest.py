"""What the last compile changed: gathered from the sources of one run, told when it is over."""

from functools import partial

from PySide6.QtCore import QObject

from app.compiler.standing import Status
from ui.background import Background
from ui.frame import Frame
from ui.text import changes_words, counted, listed, sentence
from ui.values import Changes, Item, QueueNews


class Harvest:
    """The pages that came of the sources that were compiled since it was last told."""

    def __init__(self, told: tuple[Item, ...] = ()) -> None:
        self._known = {item.id for item in told if item.status is Status.COMPILED}
        self._run: dict[str, Changes] = {}

    def note(self, items: tuple[Item, ...]) -> frozenset[str]:
        """Take in what changed in the queue; the pages that are new or changed since the last time.

        What is taken back is no result any more, and counts again when it is compiled again.
        """
        found: set[str] = set()
        for item in items:
            if item.status is not Status.COMPILED:
                self._known.discard(item.id)
                self._run.pop(item.id, None)
            elif item.id not in self._known:
                changes = item.result or Changes()
                self._known.add(item.id)
                self._run[item.id] = changes
                found |= {*changes.created, *changes.updated}
                found -= set(changes.removed)
        return frozenset(found)

    def take(self) -> Changes:
        """All that the run changed, each page once; the next run begins with nothing."""
        there_before: dict[str, bool] = {}
        there_now: dict[str, bool] = {}
        for changes in self._run.values():
            kinds = (changes.created, True), (changes.updated, True), (changes.removed, False)
            for paths, there in kinds:
                for path in paths:
                    there_before.setdefault(path, paths is not changes.created)
                    there_now[path] = there
        self._run = {}
        lists: dict[tuple[bool, bool], list[str]] = {}
        for path in sorted(there_now):
            lists.setdefault((there_before[path], there_now[path]), []).append(path)
        parts = (lists.get(key, ()) for key in ((False, True), (True, True), (True, False)))
        return Changes(*map(tuple, parts))


class RunNews(QObject):
    """Marks the pages that a run made or changed, and says what it came to."""

    def __init__(self, background: Background, rooms: Frame) -> None:
        super().__init__(rooms)
        self._rooms = rooms
        self._harvest: Harvest | None = None
        background.queue_changed.connect(self._note)
        background.idle.connect(self._tell)

    def forget(self) -> None:
        """Another vault is opened: its queue is taken as it is, its old results are no news."""
        self._harvest = None

    def go_on_from(self, other: "RunNews") -> None:
        """Know of the run what another one knew, which tells nothing any more."""
        self._harvest, other._harvest = other._harvest, None

    def begin(self, items: tuple[Item, ...]) -> None:
        """The queue as it is at the start; a worker that began again changes nothing."""
        if self._harvest is None:
            self._harvest = Harvest(items)

    def _note(self, news: QueueNews) -> None:
        if self._harvest is not None:
            fresh = self._harvest.note(news.items)
            self._rooms.pages.mark_fresh(fresh - {self._rooms.page.path})

    def _tell(self) -> None:
        changes = self._harvest.take() if self._harvest else Changes()
        paths = frozenset((*changes.created, *changes.updated))
        if not paths and not changes.removed:
            return
        words = self.tr("The last compile: %1").replace("%1", self._words(changes))
        show = partial(self._show, words, paths)
        self._rooms.notice.tell_news(sentence(words), self.tr("Show them") if paths else "", show)

    def _show(self, words: str, paths: frozenset[str]) -> None:
        self._rooms.pages.show_only(words, paths)
        self._rooms.show_place("pages")

    def _words(self, changes: Changes) -> str:
        """“7 new, 5 changed, 2 disputed pages”."""
        touched = {*changes.created, *changes.updated}
        pages = self._rooms.pages.all_pages()
        disputed = sum(page.disputed for page in pages if page.path in touched)
        one, many = self.tr("%1 disputed page"), self.tr("%1 disputed pages")
        more = counted(disputed, one, many) if disputed else ""
        return listed(filter(None, [changes_words(changes), more]))
