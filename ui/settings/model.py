"""What the person chose, in force and kept as soon as it is chosen."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from app import settings
from app.saying import of_system, say
from app.settings import SIZES, USUAL_SIZE, Settings
from ui.language import Language
from ui.theme import Theme
from ui.values import Failure


class Choices(QObject):
    """Tells theme and language what was chosen; a choice that cannot be kept holds all the same."""

    changed = Signal()
    failed = Signal(object)

    def __init__(self, theme: Theme, language: Language) -> None:
        super().__init__(theme)
        self.theme, self.language = theme, language
        self.settings = settings.load()
        self._apply()

    def choose_theme(self, theme: str) -> None:
        """“system”, “light” or “dark”."""
        self._put(replace(self.settings, theme=theme))

    def choose_language(self, language: str) -> None:
        """“system”, or the name of a catalogue."""
        self._put(replace(self.settings, language=language))

    def choose_size(self, size: int) -> None:
        """The size of a page's text in pixels, within what can be read."""
        size = min(max(size, SIZES[0]), SIZES[-1])
        self._put(replace(self.settings, text_size=size))

    def resize(self, by: int) -> None:
        """Make a page's text larger or smaller by pixels; nothing for the usual size."""
        self.choose_size(self.settings.text_size + by if by else USUAL_SIZE)

    def choose_serif(self, serif: bool) -> None:  # noqa: FBT001 - a check box says it so
        """Whether a page's text has serifs."""
        self._put(replace(self.settings, serif=serif))

    def answer(self, offer: str) -> None:
        """An offer of a model was answered, whether with yes or no."""
        self._put(replace(self.settings, answered=offer))

    def _put(self, chosen: Settings) -> None:
        if chosen == self.settings:
            return
        self.settings = chosen
        self._apply()
        self.changed.emit()
        try:
            settings.save(chosen)
        except OSError as error:
            words = say("What you chose could not be kept: {why}.", why=of_system(error))
            self.failed.emit(Failure(words, "It holds until the window is closed."))

    def _apply(self) -> None:
        self.theme.choose(self.settings.theme)
        self.theme.set_pages(self.settings.text_size, serif=self.settings.serif)
        self.language.choose(self.settings.language)
