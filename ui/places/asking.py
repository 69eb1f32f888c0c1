"""The way from the wish for sources of the vault to their being compiled."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from ui.background import Background
from ui.notice import Notice
from ui.places.model import Choice
from ui.places.panel import SourcesInVault
from ui.theme import Theme
from ui.values import Json, Place


class Placing(QObject):
    """Asks the worker what there is, the person what is wanted, and has it compiled."""

    placed = Signal()
    """Something is a source that was none."""

    def __init__(
        self, theme: Theme, background: Background, notice: Notice, window: QWidget
    ) -> None:
        super().__init__(window)
        self._theme, self._background, self._notice = theme, background, notice
        self._window = window

    def ask(self) -> None:
        """Show what of the open vault could be a source, or is one."""
        self._background.request("places", self._show, self._notice.tell_failure)

    def place(self, choice: Choice) -> None:
        """Make these sources, or none any more; what is new is compiled."""
        if choice:
            asked = choice.as_json()
            self._background.request("place", _nothing, self._notice.tell_failure, **asked)
        if choice.sources or choice.documents:
            self.placed.emit()

    def _show(self, result: Json) -> None:
        places = tuple(map(Place.read, result["places"]))
        dialog = SourcesInVault(self._theme, places, self._window)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.place(dialog.choice)
        dialog.deleteLater()


def _nothing(_result: Json) -> None:
    """The queue tells the rest."""
