"""The one window: rooms side by side, and the wires between them and the worker."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent, QDesktopServices, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from app.settings import LANGUAGES, THEMES
from ui import actions, drop, icons, language, mark
from ui.background import Background
from ui.fetching import Fetching
from ui.findings.asking import ACTIONS as OF_FINDINGS
from ui.findings.asking import FindingsAsking
from ui.findings.values import FindingsNews, Way
from ui.frame import Frame
from ui.harvest import RunNews
from ui.language import Language
from ui.memory import Memory
from ui.outside import Outside
from ui.places.asking import Placing
from ui.places.model import Choice
from ui.queueing import Queueing
from ui.reader.model import Choosing
from ui.reader.values import Reader
from ui.settings.model import Choices
from ui.settling.asking import Settling
from ui.settling.of_page import ACTIONS as OF_PAGE
from ui.settling.of_page import OfPage
from ui.text import changes_words, sentence
from ui.theme import Theme
from ui.undoing import Undoing
from ui.values import (
    Changes,
    Failure,
    Item,
    Json,
    Offer,
    PagesNews,
    State,
)
from ui.welcome.opening import Opening


class MainWindow(QWidget):
    """Shows one vault, or the first page where none is open."""

    def __init__(
        self,
        theme: Theme,
        background: Background,
        memory: Memory,
        choices: Choices | None = None,
    ) -> None:
        super().__init__()
        self.setObjectName("window")
        self.setWindowTitle("Vaultloom")
        self.setWindowIcon(mark.icon())
        self.setMinimumSize(800, 560)
        self.resize(1280, 720)
        self.theme, self.background, self._memory = theme, background, memory
        self.choices = choices or Choices(theme, Language.of(_application()))
        self.vault: Path | None = None
        self.undoing = Undoing(background, lambda: self.rooms, self)
        self._not_chosen = ""
        self.choosing = Choosing(background, self.choices, self)
        self._former: Frame | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._opening = Opening(theme, background, self)
        self.drop_target = drop.DropTarget(theme, self)
        self.actions_by_name = actions.make(self)
        self.queueing = Queueing(background, lambda: self.rooms, self.actions_by_name, self)
        actions.connect(self.actions_by_name, self._what_actions_do)
        self._make_rooms()
        self._wire_others()
        self._wire_background()
        self.rooms.restore(memory)
        self.close_vault()

    def _make_rooms(self) -> None:
        self.rooms = Frame(self.choices, self.choosing, self.actions_by_name, self)
        self._layout.addWidget(self.rooms)
        self._fetching = Fetching(self.background, self.rooms)
        self._news = RunNews(self.background, self.rooms)
        self._outside = Outside(self.rooms.notice)
        self._placing = Placing(self.theme, self.background, self.rooms.notice, self.rooms)
        self._settling = Settling(self.theme, self.background, self.rooms, self.undoing.undo_step)
        self._findings = FindingsAsking(self.background, self.rooms, self.actions_by_name)
        self._of_page = OfPage(self.actions_by_name, self.rooms, self._settling)
        self._wire_rooms()
        self._tint()

    def _speak(self) -> None:
        """Make the rooms anew with the words of another language, and show what was shown."""
        old, news = self.rooms, self._news
        actions.say_words(self.actions_by_name)
        old.hide()
        self._layout.removeWidget(old)
        self._make_rooms()
        self._news.go_on_from(news)
        if self.vault:
            self._show_names(self.vault)
            self.rooms.take_over(old)
            self._show_words()
        else:
            self.rooms.show_welcome(self._memory.recent)
        if old.in_settings:
            self.rooms.show_settings()
        if self._former:
            self._former.deleteLater()
        self._former = old  # answers that are still on their way to it must find it
        self.rooms.show()

    # A vault

    def open(self, folder: Path) -> None:
        """Open a vault, or ask before a folder becomes one."""
        self._opening.open(folder)

    def close_vault(self) -> None:
        """Back to the first page."""
        if self.vault:
            self.background.close()
        self.vault = None
        self.drop_target.vault_name = ""
        self.setWindowTitle("Vaultloom")
        self._enable_actions()
        self.rooms.show_welcome(self._memory.recent)
        self._opening.look_around(self.rooms.welcome.show_known)

    def _open_ready(self, folder: Path) -> None:
        self.vault = folder
        self.drop_target.vault_name = folder.name
        self._memory.opened(folder)
        self.setWindowTitle(f"{folder.name} – Vaultloom")
        self._enable_actions()
        self._show_names(folder)
        self._news.forget()
        self.background.open(folder)
        self._ask_state()

    def _show_names(self, folder: Path) -> None:
        others = [path for path in self._memory.recent if path != folder]
        self.rooms.show_vault(folder.name, others)

    def _ask_state(self) -> None:
        self.background.request("state", self._show_state, self.tell_failure)

    def _show_state(self, result: Json) -> None:
        state = State.read(result)
        rooms = self.rooms
        self.choosing.begin(state.reader)
        self._findings.begin()
        self._show_words()
        rooms.show_findings(state.findings)
        self._show_pages(PagesNews(state.pages, undo=state.undo, redo=state.redo))
        rooms.inbox.show_items(state.queue, paused=state.paused)
        self.queueing.follow()
        self._show_offer(state.offer)
        self._news.begin(state.queue)
        rooms.settle_after_opening()
        if state.readonly:
            rooms.notice.tell(
                self.tr("This vault is read-only: %1").replace("%1", language.of(state.readonly))
            )

    def _show_words(self) -> None:
        """What the rooms say in words that come from the core."""
        self._show_reader()
        self.undoing.show()
        self.queueing.follow()

    def _show_reader(self) -> None:
        self.rooms.status.show_reader(self.choosing.reader, self.choosing.fetch)

    # What the worker tells

    def _wire_background(self) -> None:
        background = self.background
        background.pages_changed.connect(self._show_pages)
        background.findings_changed.connect(self._show_findings)
        background.noticed.connect(self._tell)
        background.offered.connect(self._show_offer)
        background.idle.connect(self._refresh)
        background.restarted.connect(self._ask_state)
        background.freed.connect(self._take_over)
        background.gave_up.connect(self._worker_gave_up)

    def _tell(self, words: str) -> None:
        self.rooms.notice.tell(language.of(words))

    def _show_offer(self, offer: Offer | None) -> None:
        """Offer to compile again, unless that was turned down for the same reasons."""
        if offer and self.vault and self._memory.turned_down(self.vault) == offer.reasons:
            offer = None
        self.rooms.inbox.offer.show_offer(offer)

    def _turn_down(self, offer: Offer) -> None:
        if self.vault is not None:
            self._memory.turn_down(self.vault, offer.reasons)

    def _refresh(self) -> None:
        self.rooms.page.refresh()

    def _show_pages(self, news: PagesNews) -> None:
        self.rooms.take_pages(news)
        self.undoing.know(news.undo, news.redo)
        self.queueing.follow()

    def _show_findings(self, news: FindingsNews) -> None:
        self.rooms.show_findings(news)

    def _worker_gave_up(self, failure: Failure) -> None:
        self.rooms.notice.tell_failure(failure, self.tr("Try again"), self._start_again)

    def tell_failure(self, failure: Failure) -> None:
        """Say what could not be done, in whatever rooms there are by then."""
        self.rooms.notice.tell_failure(failure)

    def _take_over(self) -> None:
        """Another Vaultloom has ended: the vault is opened anew, to work in it."""
        if self.vault:
            self.background.open(self.vault)
            self._ask_state()
            words = self.tr("The other Vaultloom has ended; you can work here now.")
            self.rooms.notice.tell_for_now(words)

    def _start_again(self) -> None:
        self.background.start_again()
        self._ask_state()

    # What the rooms ask

    def _wire_rooms(self) -> None:
        rooms = self.rooms
        rooms.welcome.opened.connect(self.open)
        rooms.welcome.new_wanted.connect(self._opening.make)
        rooms.welcome.demo_wanted.connect(self._opening.show_demo)
        rooms.welcome.settings_wanted.connect(rooms.show_settings)
        rooms.bar.vault_wanted.connect(self.open)
        self._placing.placed.connect(partial(rooms.show_place, "inbox"))
        self.queueing.wire(rooms)
        rooms.inbox.declined.connect(self._turn_down)
        rooms.inbox.page_wanted.connect(self.show_page)
        rooms.inbox.pages_wanted.connect(self._show_result)
        rooms.pages.chosen.connect(self.show_page)
        rooms.pages.opened_in_obsidian.connect(self.open_in_obsidian)
        rooms.page.file_wanted.connect(self._show_file)
        rooms.source.opened_in_obsidian.connect(self.open_in_obsidian)
        rooms.source.left.connect(QDesktopServices.openUrl)
        rooms.page.shown.connect(rooms.page_shown)
        rooms.finder.page_chosen.connect(self._read)
        rooms.finder.action_chosen.connect(self._act)
        rooms.page.opened_in_obsidian.connect(self.open_in_obsidian)
        rooms.page.missed.connect(self._say_missing)
        rooms.page.left.connect(QDesktopServices.openUrl)
        self._findings.outside_wanted.connect(self.open_in_obsidian)

    def _wire_others(self) -> None:
        """What is not made anew for another language."""
        self._opening.ready.connect(self._open_ready)
        self._opening.busy.connect(self._say_busy)
        self._opening.failed.connect(self._opening_failed)
        self._opening.placed.connect(self._place)
        self.drop_target.dropped.connect(self._take_drop)
        self.choices.failed.connect(self.tell_failure)
        self._wire_choosing()
        # Later: what changes the language is in one of the rooms that are made anew.
        self.choices.language.changed.connect(self._speak, Qt.ConnectionType.QueuedConnection)
        self.theme.changed.connect(self._tint)

    def _wire_choosing(self) -> None:
        choosing = self.choosing
        choosing.reader_changed.connect(self._show_reader)
        choosing.fetch_changed.connect(self._show_fetch)
        choosing.failed.connect(self._say_not_chosen)
        choosing.chosen.connect(self._say_chosen)
        choosing.fetched.connect(self._say_fetched)

    def _show_fetch(self) -> None:
        """A model comes; that it could not come before is true no more."""
        notice = self.rooms.notice
        if self.choosing.fetch and notice.words == self._not_chosen:
            notice.hide()
        self._show_reader()

    def _say_not_chosen(self, failure: Failure) -> None:
        self.tell_failure(failure)
        self._not_chosen = self.rooms.notice.words

    def _say_chosen(self, reader: Reader) -> None:
        words = self.tr("From the next source on: %1").replace("%1", language.of(reader.words))
        self.rooms.notice.tell_for_now(sentence(words))  # what came of the sources is told after it

    def _say_fetched(self, name: str, whole: bool) -> None:  # noqa: FBT001 - as the signal says it
        if not whole:
            stopped = self.tr("The pull of %1 was stopped. What has come is kept for another time.")
            self.rooms.notice.tell_for_now(stopped.replace("%1", name))
            return
        words = self.tr("%1 is here and can be used.").replace("%1", name)
        action = "" if self.choosing.may_offer else self.tr("Use it")  # the offer says it as well
        notice = self.rooms.notice
        tell = notice.tell if action else notice.tell_for_now
        tell(words, action, partial(self.choosing.use, name))

    def _place(self, choice: Choice) -> None:
        self._placing.place(choice)

    def _say_busy(self, words: str) -> None:
        self.rooms.welcome.say(words)

    def show_page(self, path: str) -> None:
        """Show a page of the vault, whoever asks."""
        self.rooms.show_place("pages")
        self.rooms.page.go(path)

    def _read(self, path: str) -> None:
        """Show a page and give it the keyboard, for those who came by keys."""
        self.show_page(path)
        self.rooms.page.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_result(self, item: Item) -> None:
        changes = item.result or Changes()
        words = self.tr("From “%1”: %2").replace("%1", item.name)
        paths = frozenset((*changes.created, *changes.updated))
        self.rooms.pages.show_only(words.replace("%2", changes_words(changes)), paths)
        self.rooms.show_place("pages")
        if item.page:
            self.rooms.page.go(item.page)

    def _say_missing(self, name: str) -> None:
        words = self.tr("There is no page named “%1” yet.").replace("%1", name)
        self.rooms.notice.tell(words)

    def _opening_failed(self, failure: Failure) -> None:
        self.rooms.welcome.say("")
        self.rooms.notice.tell_failure(failure)

    # What actions do

    def _what_actions_do(self) -> dict[str, Callable[[], object]]:
        rooms = self.rooms
        return {
            "open_vault": rooms.welcome.choose,
            "new_vault": self._opening.make,
            "add_files": rooms.inbox.place.choose_files,
            "places": self._placing.ask,
            "compile": partial(self.queueing.do, "compile"),
            "stop": partial(self.queueing.stop, None),
            "pause": rooms.inbox.toggle_pause,
            "retry_failed": partial(self.queueing.retry, None),
            "clear": partial(self.queueing.do, "clear"),
            "undo": self.undoing.undo,
            "redo": self.undoing.redo,
            "check": self._findings.check,
            "inbox": partial(rooms.show_place, "inbox"),
            "pages": rooms.ask_list,
            "overview": partial(self._show_of_vault, "overview"),
            "index": partial(self._show_of_vault, "index"),
            "log": partial(self._show_of_vault, "log"),
            "find": self._find,
            "filter": rooms.filter,
            "back": rooms.page.go_back,
            "forward": rooms.page.go_forward,
            "obsidian": self._open_in_obsidian,
            "same_as": self._of_page.same_as,
            "tell_apart": self._of_page.tell_apart,
            "take_source": self._of_page.take_source,
            "folder": partial(self._show_file, ""),
            "findings": rooms.toggle_findings,
            **self._what_findings_do(),
            "next_part": rooms.next_part,
            "previous_part": rooms.previous_part,
            "larger": partial(self.choices.resize, 1),
            "smaller": partial(self.choices.resize, -1),
            "usual_size": partial(self.choices.resize, 0),
            "settings": rooms.show_settings,
            "reader": self._choose_reader,
            "keys": rooms.show_keys,
            **{f"theme_{name}": partial(self.choices.choose_theme, name) for name in THEMES},
            **{
                f"language_{name}": partial(self.choices.choose_language, name)
                for name in LANGUAGES
            },
            "close_vault": self.close_vault,
            "quit": self.close,
        }

    def _what_findings_do(self) -> dict[str, Callable[[], object]]:
        panel, asking = self.rooms.findings, self._findings
        return {
            "next_finding": partial(asking.go_on, 1),
            "previous_finding": partial(asking.go_on, -1),
            "fix": panel.fix,
            "preview": panel.preview,
            "ignore": panel.ignore,
            "fix_safe": partial(self._settling.look, Way("fix-safe", "", ())),
            "filter_findings": asking.find,
            "group_findings": panel.group,
            "only_this_page": panel.head.only.toggle,
            "own_findings": panel.head.own.toggle,
            "ignored": asking.show_ignored,
        }

    def _enable_actions(self) -> None:
        for entry in actions.TABLE:
            if entry.needs_vault:
                self.actions_by_name[entry.name].setEnabled(self.vault is not None)
        for seldom in ("stop", "undo", "redo", *OF_PAGE, *OF_FINDINGS):
            self.actions_by_name[seldom].setEnabled(False)

    def _choose_reader(self) -> None:
        self.rooms.show_reader()
        self.choosing.look()

    def _show_of_vault(self, kind: str) -> None:
        path = self.rooms.pages.first_of(kind)
        if path:
            self.show_page(path)
        else:
            self.rooms.notice.tell(self.tr("It is written as soon as a source is compiled."))

    def _find(self) -> None:
        everything = list(self.actions_by_name.values())
        self.rooms.finder.ask(self.rooms.pages.all_pages(), everything)

    def _act(self, name: str) -> None:
        self.actions_by_name[name].trigger()

    def _open_in_obsidian(self) -> None:
        self.open_in_obsidian(self.rooms.page.path)

    def open_in_obsidian(self, path: str) -> None:
        """Open a page, or the vault, in Obsidian."""
        if self.vault:
            self._outside.open_in_obsidian(self.vault, path)

    def _show_file(self, path: str) -> None:
        if self.vault:
            self._outside.show_folder(self.vault / path)

    def _take_drop(self, dragged: drop.Dragged) -> None:
        """Add what was dropped; without a vault, a folder is one to open."""
        notice = self.rooms.notice
        if self.vault is None and dragged.folders:
            self.open(dragged.folders[0])
        elif self.vault is None:
            notice.tell(self.tr("Open or make a vault first, then drop files."))
        elif dragged.paths:
            self.queueing.add(dragged.paths)
        if self.vault and drop.left_out(dragged):
            notice.tell(drop.left_out(dragged))

    # What Qt tells

    def _tint(self) -> None:
        icons.tint(self, self.theme.tokens)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._put_away()
        super().keyPressEvent(event)

    def _put_away(self) -> None:
        """What Esc does: away with the notice, or else the settings, or the source beside the page."""
        if not self.rooms.notice.isHidden():
            self.rooms.notice.hide()
        elif self.rooms.in_sheet:
            self.rooms.close_sheet()
        else:
            self.rooms.source.close_source()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.rooms.fit()

    def changeEvent(self, event: QEvent) -> None:
        """Who comes back from installing or starting Ollama finds it found."""
        super().changeEvent(event)
        came_back = event.type() == QEvent.Type.ActivationChange and self.isActiveWindow()
        if came_back and self.rooms.place == "reader" and self.choosing.wants_a_look:
            self.choosing.look()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.hide()
        self.rooms.keep(self._memory)
        self._memory.keep("geometry", self.saveGeometry())
        self.background.close()
        super().closeEvent(event)


def _application() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app
