"""Undo and redo: what they would do, that they did it, and that one line takes back its own step only."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.saying import read
from ui import language
from ui.background import Background
from ui.frame import Frame
from ui.text import changes_words, sentence
from ui.values import Changes, Failure, Json


class Undoing(QObject):
    """Knows the steps by name; ``rooms`` are those that are there by then."""

    def __init__(self, background: Background, rooms: Callable[[], Frame], parent: QObject) -> None:
        super().__init__(parent)
        self._background, self._rooms = background, rooms
        self.undo_label: str | None = None
        self.redo_label: str | None = None

    def know(self, undo: str | None, redo: str | None) -> None:
        """Other steps can be taken back and done again now."""
        self.undo_label, self.redo_label = undo, redo
        self.show()

    def show(self) -> None:
        """Say so in the bar."""
        self._rooms().bar.show_undo(self.undo_label)
        self._rooms().bar.show_redo(self.redo_label)

    def undo(self) -> None:
        """Take back the last step."""
        self._background.request("undo", self._undone, self._failed)

    def redo(self) -> None:
        """Do again what was taken back last."""
        self._background.request("redo", self._redone, self._failed)

    def undo_step(self, label: str) -> None:
        """Take a step back that was just done, and no other one that was done since."""
        if label == self.undo_label:
            self.undo()
        else:
            words = self.tr("Something else was done since. Undo above takes back that first.")
            self._rooms().notice.tell(words)

    def _undone(self, result: Json) -> None:
        words = self.tr("Undone: %1 (%2)").replace("%1", language.of(read(result, "label")))
        changes = Changes.read(result.get("changes") or {})
        words = words.replace("%2", changes_words(changes))
        more = self.tr("The source stays where it lies and is compiled again only if you ask.")
        self._rooms().notice.tell(sentence(words, more if result.get("source") else ""))

    def _redone(self, result: Json) -> None:
        words = self.tr("Done again: %1 (%2)").replace("%1", language.of(read(result, "label")))
        changes = Changes.read(result.get("changes") or {})
        self._rooms().notice.tell(sentence(words.replace("%2", changes_words(changes))))

    def _failed(self, failure: Failure) -> None:
        self._rooms().notice.tell_failure(failure)
