"""What a person can settle about the page that is read, without any finding."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from ui.find.model import Found
from ui.find.panel import found_page
from ui.findings.values import Way
from ui.frame import Frame
from ui.settling.asking import Settling
from ui.values import Page, PageView

ACTIONS = ("same_as", "tell_apart", "take_source")
"""Those of the table that are about the page that is read."""

_SUBJECTS = ("concept", "entity")


class OfPage(QObject):
    """Makes two pages one, tells a name apart, takes a source away: always shown first."""

    def __init__(self, actions: Mapping[str, QAction], rooms: Frame, settling: Settling) -> None:
        super().__init__(rooms)
        self._actions, self._rooms, self._settling = actions, rooms, settling
        self._page: PageView | None = None
        rooms.page.set_deeds([actions[name] for name in ACTIONS])
        rooms.page.turned.connect(self._able)
        self._able(None)

    def same_as(self) -> None:
        """Ask which other page is on the same thing, and show what merging them would change."""
        page = self._page
        if page is None:
            return
        others = [
            found_page(each)
            for each in self._rooms.pages.all_pages()
            if each.kind in _SUBJECTS and each.path != page.path
        ]
        words = self.tr("“%1” is the same as…").replace("%1", page.title)
        nothing = self.tr("No other concept or entity is called “%1”.")
        self._rooms.finder.pick(words, nothing, others, partial(self._merge, page.path))

    def tell_apart(self) -> None:
        """Ask which name is another thing's, where there are several, and show what that changes."""
        page = self._page
        if page is None:
            return
        names = [Found(name, "", "") for name in page.apart]
        words = self.tr("Which name of “%1” is something else?").replace("%1", page.title)
        nothing = self.tr("It has no name “%1” that a source uses.")
        self._rooms.finder.pick(words, nothing, names, partial(self._apart, page.path))

    def take_source(self) -> None:
        """Show what would go with the source of the summary that is read."""
        if self._page and self._page.source:
            self._settling.look(Way("take-away", "", (self._page.source,)))

    def _merge(self, path: str, found: Found) -> None:
        """The page that says more stays, unless the person turns it round."""
        pair = path, found.page
        more, less = sorted(pair, key=lambda each: -self._statements(each))
        self._settling.look(Way("merge", "", (more, less)), Way("merge", "", (less, more)))

    def _apart(self, path: str, found: Found) -> None:
        self._settling.look(Way("tell-apart", "", (path, found.words)))

    def _statements(self, path: str) -> int:
        page: Page | None = self._rooms.pages.page(path)
        return page.statements if page else 0

    def _able(self, page: PageView | None) -> None:
        """Which of these can be done with the page that is read now."""
        self._page = page
        self._actions["same_as"].setEnabled(page is not None and page.kind in _SUBJECTS)
        self._actions["tell_apart"].setEnabled(page is not None and bool(page.apart))
        self._actions["take_source"].setEnabled(page is not None and bool(page.source))
