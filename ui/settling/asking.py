"""The way from a finding to its being settled: shown first what it changes, done, and said with Undo."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QDialog

from app.saying import read
from ui import language
from ui.background import Background
from ui.findings.values import Way
from ui.frame import Frame
from ui.settling.panel import TURNED, Changes
from ui.text import changes_words, sentence
from ui.theme import Theme
from ui.values import ChangedPage, Failure, Json
from ui.values import Changes as PagesChanged

_SOON = 600
"""Milliseconds after which an answer that is waited for is said to be on its way."""


class Settling(QObject):
    """Asks the worker what a way would change, the person whether it is to be done, and has it done."""

    def __init__(
        self, theme: Theme, background: Background, rooms: Frame, undo: Callable[[str], object]
    ) -> None:
        """``undo`` takes back the step of a name."""
        super().__init__(rooms)
        self._theme, self._background, self._rooms, self._undo = theme, background, rooms, undo
        self._busy = False
        self._slow = QTimer(self, singleShot=True, interval=_SOON)
        self._slow.timeout.connect(self._say_slow)
        rooms.findings.way_wanted.connect(self.look)
        rooms.findings.done_wanted.connect(self.do)

    def look(self, way: Way, turned: Way | None = None) -> None:
        """Show what a way would change, and do it if the person says so; what changes no page is done at
        once. ``turned`` is the other way round, where there is one."""
        if not self._busy:
            self._wait(waiting=True)
            self._ask("preview", partial(self._show, way, turned), way)

    def do(self, way: Way) -> None:
        """Do it at once: undo takes it back."""
        if not self._busy:
            self._wait(waiting=True)
            self._do(way)

    def _show(self, way: Way, turned: Way | None, result: Json) -> None:
        pages = tuple(map(ChangedPage.read, result["changed"]))
        if not pages:
            self._do(way)
            return
        self._wait(waiting=False)
        turn = self.tr("The other way round") if turned else ""
        label = language.of(read(result, "label"))
        heading = label[:1].upper() + label[1:]
        dialog = Changes(self._theme, heading, pages, self._rooms, turn)
        dialog.finished.connect(partial(self._answered, dialog, way, turned))
        dialog.open()

    def _answered(self, dialog: Changes, way: Way, turned: Way | None, answer: int) -> None:
        dialog.deleteLater()
        if answer == QDialog.DialogCode.Accepted:
            self._wait(waiting=True)
            self._do(way)
        elif answer == TURNED and turned:
            self.look(turned, way)

    def _do(self, way: Way) -> None:
        self._ask("settle", self._done, way)

    def _ask(self, what: str, then: Callable[[Json], None], way: Way) -> None:
        self._background.request(what, then, self._failed, way=way.do, about=list(way.about))

    def _done(self, result: Json) -> None:
        self._wait(waiting=False)
        label = read(result, "label")
        changes = PagesChanged.read(result["changes"])
        words = self.tr("Done: %1").replace("%1", language.of(label))
        if changes != PagesChanged():
            both = self.tr("%1 (%2)").replace("%1", words)
            words = both.replace("%2", changes_words(changes))
        if result["page"] and not self._rooms.page.path:  # what was read went into another page
            self._rooms.page.go(result["page"])
        undo = partial(self._undo, label)
        self._rooms.notice.tell(sentence(words), self.tr("Undo"), undo)

    def _failed(self, failure: Failure) -> None:
        self._wait(waiting=False)
        self._rooms.notice.tell_failure(failure)

    def _wait(self, *, waiting: bool) -> None:
        self._busy = waiting
        self._rooms.findings.wait(waiting=waiting)
        if waiting:
            self._slow.start()
            return
        self._slow.stop()
        if self._rooms.notice.words == self._slow_words():
            self._rooms.notice.hide()

    def _say_slow(self) -> None:
        self._rooms.notice.tell_for_now(self._slow_words())

    def _slow_words(self) -> str:
        return self.tr("The vault is busy; this is looked at as soon as it can be…")
