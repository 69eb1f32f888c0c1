"""How the rooms stand in the window: bar, rail, list, centre, side, notice and status line."""

from functools import cached_property
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QSplitter,
    QStackedLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ui import icons
from ui.bar import Bar
from ui.find.panel import FindPanel
from ui.findings.panel import FindingsPanel
from ui.findings.values import FindingsNews
from ui.inbox.panel import InboxPanel
from ui.memory import Memory
from ui.notice import Notice
from ui.page.panel import PagePanel
from ui.pages.panel import PagesPanel
from ui.rail import Rail
from ui.reader.model import Choosing
from ui.reader.offer import OfferLine
from ui.reader.panel import ReaderPanel
from ui.settings.model import Choices
from ui.settings.panel import SettingsPanel
from ui.source.panel import SourcePanel
from ui.status import StatusLine
from ui.values import PagesNews, SourceView
from ui.welcome.panel import WelcomePanel

NARROW = 1100
NARROW_BESIDE = 1600
"""With a source beside the page, list and findings need a wider window."""

_WIDTHS = [264, 620, 316]


class Frame(QWidget):
    """Makes the rooms and lays them out; which of them are seen depends on place and width."""

    def __init__(
        self,
        choices: Choices,
        choosing: Choosing,
        actions: dict[str, QAction],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        theme = self._theme = choices.theme
        self._choosing = choosing
        self.bar = Bar(theme, actions)
        self.rail = Rail(theme, actions)
        self.pages = PagesPanel(theme)
        self.inbox = InboxPanel(theme)
        self.page = PagePanel(theme)
        self.source = SourcePanel(theme)
        self.findings = FindingsPanel(theme)
        self.status = StatusLine(theme, actions)
        self.notice = Notice(self)
        self.welcome = WelcomePanel(theme)
        self.finder = FindPanel(theme, self)
        self.settings = SettingsPanel(choices, choosing, actions)
        self.settings.closed.connect(self.close_sheet)
        self.offer = OfferLine(choosing, self)
        self.place = ""
        self._places_before = {"settings": "pages", "reader": "pages"}
        self._findings_wanted: bool | None = None
        self._list_asked = False
        self._findings_used = False
        """Whether something was done there: then it does not go away when nothing is left of it."""

        self._from_findings = False
        """Whether the source beside the page is shown for a finding's sake."""

        self._splitter = self._make_splitter()
        self._vault_view = self._make_vault_view()
        self._arrange()

    # What is seen

    def show_welcome(self, recent: list[Path]) -> None:
        """The first page, with nothing of a vault around it."""
        self.welcome.say("")
        self.welcome.show_recent(recent)
        self._stack.setCurrentWidget(self.welcome)
        self.notice.hide()

    def show_vault(self, name: str, recent: list[Path]) -> None:
        """An opened vault whose content is still on its way."""
        self.bar.show_vault(name, recent)
        self.bar.show_undo(None)
        self.bar.show_redo(None)
        self.pages.wait()
        self.inbox.show_items((), paused=False)
        self.inbox.offer.show_offer(None)
        self._findings_used = False
        self.findings.forget()
        self.show_findings(FindingsNews())
        self.page.clear()
        self.source.close_source()
        self.notice.hide()
        self.place = ""
        self.show_place("pages")
        self._stack.setCurrentWidget(self._vault_view)

    def settle_after_opening(self) -> None:
        """Begin where there is something to do or to read."""
        if self.page.path:
            return
        if not self.pages.count:
            self.show_place("inbox")
            self.inbox.focus_first().setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.pages.tree.setFocus(Qt.FocusReason.OtherFocusReason)
        first = self.pages.first_of("overview") or self.pages.first_of("index")
        if first:
            self.page.go(first)

    def show_place(self, place: str) -> None:
        """Bring the inbox, the pages or the settings to the front."""
        before, self.place = self.place, place
        self._list_asked = False
        self.mark_place()
        held = QApplication.focusWidget()
        fronts = {"inbox": self.inbox, "settings": self.settings}
        if place == "settings":
            self._centre.addWidget(self.settings)  # it may have been shown without a vault
        front = self.reader if place == "reader" else fronts.get(place, self._reading)
        self._centre.setCurrentWidget(front)
        self.offer.put_away(away=place == "reader")
        self.fit()
        if before != place and held is not None and not held.isVisible():
            begin = self.inbox.focus_first() if place == "inbox" else self.page.text
            begin.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_settings(self) -> None:
        """The settings, in the middle of a vault or in the place of the first page."""
        if self._stack.currentWidget() is self._vault_view:
            self._show_sheet("settings")
        else:
            self._stack.addWidget(self.settings)
            self._stack.setCurrentWidget(self.settings)
        self.settings.focus_first().setFocus(Qt.FocusReason.ShortcutFocusReason)

    @cached_property
    def reader(self) -> ReaderPanel:
        """Made when it is first wanted, so that the window is seen the sooner."""
        panel = ReaderPanel(self._theme, self._choosing, self._centre)
        panel.closed.connect(self.close_sheet)
        icons.tint(panel, self._theme.tokens)
        self._centre.addWidget(panel)
        return panel

    def show_reader(self) -> None:
        """Where it is chosen who reads; there is a worker to ask only where a vault is open."""
        self._show_sheet("reader")
        self.reader.focus_first().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_sheet(self, name: str) -> None:
        """A sheet, from which the way back leads to what was in front before; settings may be
        before the reader, but not the other way round, or there would be no way out."""
        if self.place != name and not (name == "settings" and self.place == "reader"):
            self._places_before[name] = self.place
        self.show_place(name)

    def show_keys(self) -> None:
        """The list of keys, which stands below the settings."""
        self.show_settings()
        self.settings.show_keys()

    @property
    def in_settings(self) -> bool:
        return self.settings.isVisibleTo(self)

    @property
    def in_sheet(self) -> bool:
        return self.in_settings or self.place == "reader"

    def close_sheet(self) -> None:
        """Back to what was in front before."""
        if self._stack.currentWidget() is self._vault_view:
            self.show_place(self._places_before.get(self.place, "pages"))
        else:
            self._stack.setCurrentWidget(self.welcome)

    def ask_list(self) -> None:
        """Go to the pages; where there is no room for the list beside them, unfold or fold it."""
        asked = self.place == "pages" and not self._list_asked
        self.show_place("pages")
        self._list_asked = asked
        self.fit()

    def take_pages(self, news: PagesNews) -> None:
        """Follow what changed of the pages, in the list and of the one that is read."""
        path = self.page.path
        was_there = self.pages.page(path) is not None
        self.pages.take(news)
        self.page.teach(pages=self.pages.count)
        touched = news.whole or path in news.gone or any(page.path == path for page in news.pages)
        if was_there and self.pages.page(path) is None:
            self.page.lose()
        elif path and touched:
            self.page.refresh()

    def page_shown(self, path: str) -> None:
        """Mark what is read, in the list and in the rail."""
        self.pages.mark(path)
        self.mark_place()

    def mark_place(self) -> None:
        """Mark in the rail what is in front, the pages that stand there included."""
        page = self.pages.page(self.page.path) if self.place == "pages" else None
        own = page is not None and page.kind in ("overview", "index", "log")
        place = "settings" if self.place == "reader" else self.place
        self.rail.mark(page.kind if page and own else place)

    def toggle_findings(self) -> None:
        """Show or hide the side; until someone does, it is there when there is something in it."""
        self._findings_wanted = not self.findings.isVisibleTo(self)
        self.fit()

    def show_findings(self, news: FindingsNews) -> None:
        self.findings.show_findings(news)
        self.bar.show_findings(len(news.findings))
        self.fit()

    def _use_findings(self) -> None:
        self._findings_used = True

    def need_findings(self) -> None:
        """Show the side, whatever is in it."""
        if not self.findings.isVisibleTo(self):
            self.toggle_findings()

    def show_source_beside_findings(self, source: SourceView) -> None:
        """A source that a finding led to: page and list make room, so that both can be read."""
        self._from_findings = True
        if self.place != "pages":
            self.show_place("pages")
        self.source.show_source(source)

    def fit(self) -> None:
        """Show the columns that there is room for."""
        beside = self.source.source is not None and self.place == "pages"
        narrow = self.window().width() < (NARROW_BESIDE if beside else NARROW)
        in_pages = self.place == "pages"
        self.pages.setVisible(in_pages and (not narrow or self._list_asked or not self.page.path))
        self.notice.settle()
        wanted = self._findings_wanted
        if wanted is None:
            wanted = self.findings.count > 0 or self._findings_used
        crowded = narrow and (self._list_asked or (beside and not self._from_findings))
        self.findings.setVisible(wanted and not crowded)

    def filter(self) -> None:
        """Go to the filter of the list, wherever the person is."""
        if not self.pages.isVisibleTo(self):
            self.show_place("pages")
            self.ask_list()
        self.pages.focus_filter()

    def next_part(self) -> None:
        """Give the keyboard to the next part of the window."""
        self._walk(1)

    def previous_part(self) -> None:
        """Give the keyboard to the part before."""
        self._walk(-1)

    def _walk(self, by: int) -> None:
        parts = self.parts()
        here = [part.hasFocus() for part in parts]
        following = (here.index(True) + by) % len(parts) if True in here else 0
        parts[following].setFocus(Qt.FocusReason.TabFocusReason)

    def parts(self) -> list[QWidget]:
        """What F6 walks through, in the order of the eye."""
        here = [self.rail.inbox, self.inbox.focus_first()]
        if self.place == "pages":
            here = [self.rail.pages, self.pages.tree, self.page.text, self.source.text]
        if self.place == "settings":
            here = [self.rail.settings, self.settings.focus_first()]
        if self.place == "reader":
            here = [self.rail.settings, self.reader.focus_first()]
        parts = [self.offer.yes, *here, self.findings.list, self.status.reader, self.bar.vault]
        return [part for part in parts if part.isVisibleTo(self)]

    # What another frame showed

    def take_over(self, other: "Frame") -> None:
        """Show what ``other`` shows: it was made with the words of another language."""
        self.pages.take_over(other.pages)
        self.inbox.show_items(tuple(other.inbox.items), paused=other.inbox.is_paused)
        self.inbox.offer.show_offer(other.inbox.offer.shown)
        self.rail.count(self.inbox.unfinished)
        self.findings.take_over(other.findings)
        self.show_findings(other.findings.news)
        self.page.take_over(other.page)
        if other.source.source is not None:
            self.source.show_source(other.source.source)
        self._findings_wanted = other._findings_wanted
        self._findings_used = other._findings_used
        self._places_before = other._places_before
        self._splitter.restoreState(other._splitter.saveState())
        self._reading.restoreState(other._reading.saveState())
        self.show_place(other.place)

    # What is remembered

    def restore(self, memory: Memory) -> None:
        state = memory.kept("splitter")
        if state is not None:
            self._splitter.restoreState(state)
        self.findings.restore(memory.noted("findings"))

    def keep(self, memory: Memory) -> None:
        memory.note("findings", self.findings.state())
        memory.keep("splitter", self._splitter.saveState())

    # How it is built

    def _make_splitter(self) -> QSplitter:
        self._centre = QStackedWidget()
        self._centre.addWidget(self.inbox)
        self._centre.addWidget(self._make_reading())
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setHandleWidth(1)
        splitter.setChildrenCollapsible(False)
        for widget in (self.pages, self._centre, self.findings):
            splitter.addWidget(widget)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes(_WIDTHS)
        return splitter

    def _make_reading(self) -> QSplitter:
        """The page, and beside it the source that a note of it rests on."""
        self._reading = QSplitter(Qt.Orientation.Horizontal)
        self._reading.setHandleWidth(1)
        self._reading.setChildrenCollapsible(False)
        for widget in (self.page, self.source):
            self._reading.addWidget(widget)
        self._reading.setSizes([1000, 1000])
        self.page.source_wanted.connect(self._source_wanted_by_page)
        for used in (self.findings.way_wanted, self.findings.done_wanted):
            used.connect(self._use_findings)
        self.source.shown.connect(self.fit)
        self.source.closed.connect(self._source_closed)
        return self._reading

    def _source_wanted_by_page(self) -> None:
        self._from_findings = False

    def _source_closed(self) -> None:
        """Back to where the source was asked for."""
        back = self.findings.list if self._from_findings else self.page.text
        self._from_findings = False
        self.fit()
        back.setFocus(Qt.FocusReason.OtherFocusReason)

    def _make_vault_view(self) -> QWidget:
        view = QWidget()
        body = QHBoxLayout()
        body.setSpacing(0)
        body.addWidget(self.rail)
        body.addWidget(hairline(vertical=True))
        body.addWidget(self._splitter, 1)
        column = QVBoxLayout(view)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(hairline())
        column.addWidget(self.offer)
        column.addLayout(body, 1)
        column.addWidget(hairline())
        column.addWidget(self.status)
        return view

    def _arrange(self) -> None:
        self._stack = QStackedLayout()
        self._stack.addWidget(self.welcome)
        self._stack.addWidget(self._vault_view)
        self._stack.addWidget(self.settings)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._stack, 1)


def hairline(*, vertical: bool = False) -> QFrame:
    """A line one pixel wide."""
    line = QFrame()
    line.setObjectName("hairline")
    if vertical:
        line.setFixedWidth(1)
    else:
        line.setFixedHeight(1)
    return line
