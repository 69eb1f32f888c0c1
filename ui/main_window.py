"""The one window: rooms side by side, and the wires between them and the worker."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import (
    QCloseEvent,
    QDesktopServices,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from ui import actions, drop, icons, mark
from ui.background import Background
from ui.find.model import Found
from ui.frame import Frame
from ui.memory import Memory
from ui.text import KIND_ICONS, changes_words, counted
from ui.theme import Theme
from ui.values import Changes, Failure, Finding, Item, Json, Page, PageView, Progress, State
from ui.welcome.opening import Opening


class MainWindow(QWidget):
    """Shows one vault, or the first page where none is open."""

    def __init__(self, theme: Theme, background: Background, memory: Memory) -> None:
        super().__init__()
        self.setObjectName("window")
        self.setWindowTitle("Vaultloom")
        self.setWindowIcon(mark.icon())
        self.setAcceptDrops(True)
        self.setMinimumSize(800, 560)
        self.resize(1280, 720)
        self._theme, self.background, self._memory = theme, background, memory
        self.vault: Path | None = None
        self.actions_by_name = actions.make(self, self._what_actions_do())
        self.rooms = Frame(theme, self.actions_by_name, self)
        self._opening = Opening(background, self)
        self.drop_frame = drop.DropFrame(theme, self)
        self._wire_rooms()
        self._wire_background()
        theme.changed.connect(self._tint)
        self._tint()
        self.rooms.restore(memory)
        self.close_vault()

    # A vault

    def open(self, folder: Path) -> None:
        """Open a vault, or ask before a folder becomes one."""
        self._opening.open(folder)

    def close_vault(self) -> None:
        """Back to the first page."""
        if self.vault:
            self.background.close()
        self.vault = None
        self.setWindowTitle("Vaultloom")
        self._enable_actions()
        self.rooms.show_welcome(self._memory.recent)

    def _open_ready(self, folder: Path) -> None:
        self.vault = folder
        self._memory.opened(folder)
        self.setWindowTitle(f"{folder.name} – Vaultloom")
        self._enable_actions()
        self.rooms.show_vault(folder.name, [path for path in self._memory.recent if path != folder])
        self.background.open(folder)
        self._ask_state()

    def _ask_state(self) -> None:
        self.background.request("state", self._show_state, self.rooms.notice.tell_failure)

    def _show_state(self, result: Json) -> None:
        state = State.read(result)
        rooms = self.rooms
        rooms.status.show_reader(state.reader)
        rooms.show_findings(state.findings)
        self._show_pages(state.pages, state.undo)
        self._show_queue(state.queue)
        rooms.settle_after_opening()
        if state.readonly:
            rooms.notice.tell(self.tr("This vault is read-only: %1").replace("%1", state.readonly))

    # What the worker tells

    def _wire_background(self) -> None:
        background = self.background
        background.queue_changed.connect(self._show_queue)
        background.progressed.connect(self._show_progress)
        background.pages_changed.connect(self._show_pages)
        background.findings_changed.connect(self._show_findings)
        background.restarted.connect(self._ask_state)
        background.gave_up.connect(self._worker_gave_up)

    def _show_pages(self, pages: tuple[Page, ...], undo: str | None) -> None:
        self.rooms.pages.show_pages(pages)
        self.rooms.bar.show_undo(undo)
        self.rooms.page.refresh()

    def _show_queue(self, items: tuple[Item, ...]) -> None:
        self.rooms.inbox.show_items(items)
        self.rooms.rail.count(self.rooms.inbox.unfinished)
        self.rooms.status.show_queue(items, self._resting_words())
        self.actions_by_name["stop"].setEnabled(self.rooms.inbox.unfinished > 0)

    def _show_progress(self, progress: Progress) -> None:
        self.rooms.inbox.note(progress)
        self.rooms.status.note(progress)

    def _show_findings(self, findings: tuple[Finding, ...]) -> None:
        self.rooms.show_findings(findings)

    def _worker_gave_up(self, failure: Failure) -> None:
        self.rooms.notice.tell_failure(failure, self.tr("Try again"), self._start_again)

    def _start_again(self) -> None:
        self.background.start_again()
        self._ask_state()

    def _resting_words(self) -> str:
        one, many = self.tr("%1 page"), self.tr("%1 pages")
        return counted(self.rooms.pages.count, one, many)

    # What the rooms ask

    def _wire_rooms(self) -> None:
        rooms = self.rooms
        rooms.welcome.opened.connect(self.open)
        rooms.welcome.new_wanted.connect(self._opening.make)
        rooms.welcome.demo_wanted.connect(self._opening.show_demo)
        rooms.bar.vault_wanted.connect(self.open)
        self._opening.ready.connect(self._open_ready)
        self._opening.busy.connect(rooms.welcome.say)
        self._opening.failed.connect(self._opening_failed)
        rooms.inbox.added.connect(self.add)
        rooms.inbox.stopped.connect(self._stop)
        rooms.inbox.retried.connect(self._retry)
        rooms.inbox.cleared.connect(partial(self._do, "clear"))
        rooms.inbox.page_wanted.connect(self.show_page)
        rooms.inbox.pages_wanted.connect(self._show_result)
        rooms.pages.chosen.connect(self.show_page)
        rooms.pages.opened_in_obsidian.connect(self.open_in_obsidian)
        rooms.page.wanted.connect(self._fetch_page)
        rooms.page.shown.connect(self._page_shown)
        rooms.finder.page_chosen.connect(self.show_page)
        rooms.finder.action_chosen.connect(self._act)
        rooms.page.opened_in_obsidian.connect(self.open_in_obsidian)
        rooms.page.missed.connect(self._say_missing)
        rooms.page.left.connect(QDesktopServices.openUrl)
        rooms.findings.page_wanted.connect(self.show_page)
        rooms.findings.hidden_by_person.connect(self._toggle_findings)

    def _do(self, what: str) -> None:
        self.background.request(what, _nothing, self.rooms.notice.tell_failure)

    def add(self, paths: list[str]) -> None:
        """Give files and folders to the queue."""
        self.background.request("add", _nothing, self.rooms.notice.tell_failure, paths=paths)
        self.rooms.show_place("inbox")

    def _stop(self, item: str | None) -> None:
        self.background.request("stop", _nothing, self.rooms.notice.tell_failure, item=item)

    def _retry(self, item: str) -> None:
        self.background.request("retry", _nothing, self.rooms.notice.tell_failure, item=item)

    def show_page(self, path: str) -> None:
        """Show a page of the vault, whoever asks."""
        self.rooms.show_place("pages")
        self.rooms.page.go(path)

    def _fetch_page(self, path: str) -> None:
        page = self.rooms.page
        if path.lower().endswith(".md"):
            self.background.request("page", self._show_page, page.show_failure, path=path)
        else:
            self.rooms.page.go_back()
            self._show_file(path)

    def _show_page(self, result: Json) -> None:
        self.rooms.page.show_page(PageView.read(result))

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
        return {
            "open_vault": self._choose_vault,
            "new_vault": self._new_vault,
            "add_files": self._add_files,
            "compile": partial(self._do, "compile"),
            "stop": partial(self._stop, None),
            "undo": self._undo,
            "check": partial(self._do, "lint"),
            "inbox": partial(self._go, "inbox"),
            "pages": self._ask_list,
            "overview": partial(self._show_of_vault, "overview"),
            "index": partial(self._show_of_vault, "index"),
            "log": partial(self._show_of_vault, "log"),
            "find": self._find,
            "filter": self._filter,
            "back": self._back,
            "forward": self._forward,
            "obsidian": self._open_in_obsidian,
            "folder": partial(self._show_file, ""),
            "findings": self._toggle_findings,
            "next_part": self._next_part,
            "larger": partial(self._resize_text, 1),
            "smaller": partial(self._resize_text, -1),
            "usual_size": partial(self._resize_text, 0),
            "close_vault": self.close_vault,
            "quit": self.close,
        }

    def _enable_actions(self) -> None:
        for entry in actions.TABLE:
            if entry.needs_vault:
                self.actions_by_name[entry.name].setEnabled(self.vault is not None)
        for seldom in ("stop", "undo"):
            self.actions_by_name[seldom].setEnabled(False)

    def _choose_vault(self) -> None:
        self.rooms.welcome.choose()

    def _new_vault(self) -> None:
        self._opening.make()

    def _add_files(self) -> None:
        self.rooms.inbox.place.choose_files()

    def _undo(self) -> None:
        self.background.request("undo", self._undone, self.rooms.notice.tell_failure)

    def _undone(self, result: Json) -> None:
        words = self.tr("Undone: %1 (%2)").replace("%1", str(result.get("label", "")))
        changes = Changes.read(result.get("changes") or {})
        self.rooms.notice.tell(words.replace("%2", changes_words(changes)))

    def _go(self, place: str) -> None:
        self.rooms.show_place(place)

    def _ask_list(self) -> None:
        self.rooms.ask_list()

    def _show_of_vault(self, kind: str) -> None:
        path = self.rooms.pages.first_of(kind)
        if path:
            self.show_page(path)
        else:
            self.rooms.notice.tell(self.tr("It is written as soon as a source is compiled."))

    def _find(self) -> None:
        pages = [_found_page(page) for page in self.rooms.pages.all_pages()]
        able = [entry for entry in actions.TABLE if self.actions_by_name[entry.name].isEnabled()]
        self.rooms.finder.ask(pages + [self._found_action(entry) for entry in able])

    def _found_action(self, entry: actions.Entry) -> Found:
        words = self.actions_by_name[entry.name].text()
        return Found(words, entry.keys, entry.icon, action=entry.name)

    def _act(self, name: str) -> None:
        self.actions_by_name[name].trigger()

    def _page_shown(self, path: str) -> None:
        self.rooms.pages.mark(path)
        self.rooms.mark_place()

    def _filter(self) -> None:
        if not self.rooms.pages.isVisible():
            self.rooms.show_place("pages")
            self.rooms.ask_list()
        self.rooms.pages.focus_filter()

    def _back(self) -> None:
        self.rooms.page.go_back()

    def _forward(self) -> None:
        self.rooms.page.go_forward()

    def _open_in_obsidian(self) -> None:
        self.open_in_obsidian(self.rooms.page.path)

    def open_in_obsidian(self, path: str) -> None:
        """Open a page, or the vault, in Obsidian; say so where there is none."""
        if self.vault is None:
            return
        from app.vault.obsidian import obsidian_installed, obsidian_uri

        if obsidian_installed():
            QDesktopServices.openUrl(
                QUrl(obsidian_uri(self.vault, path), QUrl.ParsingMode.StrictMode)
            )
        else:
            self.rooms.notice.tell(
                self.tr("Obsidian is not installed on this computer."),
                self.tr("Get Obsidian"),
                partial(QDesktopServices.openUrl, QUrl("https://obsidian.md/download")),
            )

    def _show_file(self, path: str) -> None:
        """Show a folder of the vault in the file manager; nothing in it is started."""
        if self.vault:
            place = self.vault / path
            folder = place if place.is_dir() else place.parent
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def _toggle_findings(self) -> None:
        self.rooms.toggle_findings()

    def _next_part(self) -> None:
        parts = self.rooms.parts()
        here = [part.hasFocus() for part in parts]
        following = (here.index(True) + 1) % len(parts) if True in here else 0
        parts[following].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _resize_text(self, by: int) -> None:
        self.rooms.page.text.resize_text(by)

    # What Qt tells

    def _tint(self) -> None:
        icons.tint(self, self._theme.tokens)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.rooms.fit()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.hide()
        self.rooms.keep(self._memory)
        self._memory.keep("geometry", self.saveGeometry())
        self.background.close()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        dragged = drop.read(event.mimeData())
        if dragged is None:
            return
        drop.accept_as_copy(event)
        if event.isAccepted():
            self.drop_frame.show_over(
                self.rect(), self._drop_words(dragged), possible=bool(dragged.paths)
            )

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        drop.accept_as_copy(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.drop_frame.hide()
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        self.drop_frame.hide()
        dragged = drop.read(event.mimeData())
        if dragged is None:
            return
        drop.accept_as_copy(event)
        if event.isAccepted():
            self._take(dragged)

    def _drop_words(self, dragged: drop.Dragged) -> str:
        if not dragged.paths:
            return self.tr("Only files and folders of this computer can be dropped here")
        if self.vault is None:
            return self.tr("Let go to open this folder")
        words = self.tr("Let go to add %1 to %2")
        return words.replace("%1", dragged.words()).replace("%2", self.vault.name)

    def _take(self, dragged: drop.Dragged) -> None:
        """Add what was dropped; without a vault, a folder is one to open."""
        if self.vault is None:
            if dragged.folders:
                self.open(dragged.folders[0])
            else:
                self.rooms.notice.tell(self.tr("Open or make a vault first, then drop files."))
            return
        if dragged.paths:
            self.add(dragged.paths)
        if drop.left_out(dragged):
            self.rooms.notice.tell(drop.left_out(dragged))


def _found_page(page: Page) -> Found:
    icon = KIND_ICONS.get(page.kind, KIND_ICONS["note"])
    return Found(page.title, page.kind, icon, page.path, other_names="\n".join(page.aliases))


def _nothing(_result: Json) -> None:
    """The events that follow say it all."""
