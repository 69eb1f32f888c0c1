"""The whole window over a worker: vaults, pages, links, findings, undo, and a clean end."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QModelIndex, QPoint, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from app.compiler.standing import Status
from tests.ui.conftest import OpenWindow
from ui.background import Background
from ui.main_window import MainWindow
from ui.memory import Memory
from ui.theme import Theme
from ui.values import Failure, Offer
from ui.welcome.dialogs import AddToFolder, NewVault

_CONTROL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def listed(window: MainWindow) -> list[str]:
    """The titles in the list of pages, in order."""
    model = window.rooms.pages.tree.model()
    groups = [model.index(row, 0) for row in range(model.rowCount())]
    return [
        str(model.index(place, 0, group).data())
        for group in groups
        for place in range(model.rowCount(group))
    ]


def open_page(qtbot: QtBot, window: MainWindow, path: str) -> None:
    window.show_page(path)
    qtbot.waitUntil(lambda: window.rooms.page.path == path)


EFFICIENCY = "wiki/concepts/Round-trip efficiency.md"
BATTERY = "wiki/concepts/Flow battery.md"


def test_a_vault_opens_with_its_pages_findings_and_reader(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """All that the worker knows is on the screen, and the overview is read first."""
    window = open_window(vault)
    qtbot.waitUntil(lambda: window.rooms.page.path == "wiki/overview.md")

    assert "Round-trip efficiency" in listed(window)
    assert window.rooms.findings.count == 4
    assert window.rooms.status.reader.text() == "Built-in reader"
    assert Memory().recent == [vault]


def test_an_empty_vault_begins_at_the_place_to_drop(
    qtbot: QtBot, open_window: OpenWindow, empty_vault: Path
) -> None:
    """With words on what to do."""
    window = open_window(empty_vault)

    qtbot.waitUntil(window.rooms.inbox.isVisible)

    assert window.rooms.inbox.place.files.isVisible()


def test_the_filter_narrows_as_one_types(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """Counts and groups follow, and Enter opens the first that is left."""
    window = open_window(vault)
    qtbot.waitUntil(lambda: bool(listed(window)))

    QTest.keyClicks(window.rooms.pages.filter, "trip eff")
    assert listed(window) == ["Round-trip efficiency"]
    QTest.keyClick(window.rooms.pages.filter, Qt.Key.Key_Return)

    qtbot.waitUntil(lambda: window.rooms.page.path == EFFICIENCY)


def test_links_back_and_forward(qtbot: QtBot, open_window: OpenWindow, vault: Path) -> None:
    """A link leads to its page; back returns to the place that was left."""
    window = open_window(vault)
    page = window.rooms.page
    open_page(qtbot, window, EFFICIENCY)
    page.text.verticalScrollBar().setValue(120)

    page.text.anchorClicked.emit(QUrl("vault:wiki/concepts/Flow%20battery.md"))
    qtbot.waitUntil(lambda: page.path == BATTERY)
    page.go_back()
    qtbot.waitUntil(lambda: page.path == EFFICIENCY)
    assert page.text.verticalScrollBar().value() == 120
    page.go_forward()
    qtbot.waitUntil(lambda: page.path == BATTERY)

    assert not page.forward.isEnabled()


def test_a_quote_shows_where_its_mark_is_hovered(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """The title of a footnote mark reaches the tool tip."""
    window = open_window(vault)
    open_page(qtbot, window, EFFICIENCY)
    view = window.rooms.page.text
    cursor = view.document().find("discharging.")
    cursor.setPosition(cursor.selectionEnd() + 1)

    place = view.cursorRect(cursor).center()

    tips = {view.tip_at(place + QPoint(step, 0)) for step in range(-8, 4)}
    assert "“The round-trip efficiency is the share" in max(tips, key=len)


def test_a_folded_callout_opens_and_closes(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """Its title is a link in the text."""
    window = open_window(vault)
    open_page(qtbot, window, EFFICIENCY)
    view = window.rooms.page.text
    assert "elsewhere 3" not in view.toPlainText()

    view.anchorClicked.emit(QUrl("fold:1"))
    assert "elsewhere 3" in view.toPlainText()
    view.anchorClicked.emit(QUrl("fold:1"))

    assert "elsewhere 3" not in view.toPlainText()


def test_a_missing_link_says_so(qtbot: QtBot, open_window: OpenWindow, vault: Path) -> None:
    """In a notice; the page stays."""
    window = open_window(vault)
    open_page(qtbot, window, "wiki/entities/Kestrel Ridge.md")

    window.rooms.page.text.anchorClicked.emit(QUrl("missing:Missing%20page"))

    assert window.rooms.notice.words == "There is no page named “Missing page” yet."
    assert window.rooms.page.path == "wiki/entities/Kestrel Ridge.md"


def test_a_page_that_cannot_be_read_says_why(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """In the page's own place."""
    window = open_window(vault)
    open_page(qtbot, window, EFFICIENCY)

    window.show_page("wiki/concepts/Gone.md")

    qtbot.waitUntil(lambda: window.rooms.page.path == "")


def test_a_finding_leads_to_its_page(qtbot: QtBot, open_window: OpenWindow, vault: Path) -> None:
    """By a click."""
    window = open_window(vault)
    qtbot.waitUntil(lambda: window.rooms.findings.count == 4)
    view = window.rooms.findings.list
    row = view.visualRect(view.model().index(1, 0))

    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=row.center())

    qtbot.waitUntil(lambda: window.rooms.page.path == "wiki/entities/Kestrel Ridge.md")


def test_f8_hides_the_findings_and_brings_them_back(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """The key is in the table of actions."""
    window = open_window(vault)
    assert window.rooms.findings.isVisible()

    window.actions_by_name["findings"].trigger()
    assert not window.rooms.findings.isVisible()
    window.actions_by_name["findings"].trigger()

    assert window.rooms.findings.isVisible()


def test_undo_names_what_it_takes_back(
    qtbot: QtBot, open_window: OpenWindow, vault: Path, source: Callable[..., Path]
) -> None:
    """And says afterwards what it did."""
    window = open_window(vault)
    window.queueing.add([str(source("Audit.md"))])
    qtbot.waitUntil(window.rooms.bar.undo.isVisible)
    assert window.rooms.bar.undo.text() == "Undo compile “Audit”"

    QTest.mouseClick(window.rooms.bar.undo, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.rooms.notice.words.startswith("Undone"))

    assert window.rooms.notice.words == (
        "Undone: compile “Audit” (2 removed)."
        " The source stays where it lies and is compiled again only if you ask."
    )
    assert "Audit" not in listed(window)
    assert not window.rooms.bar.undo.isVisible()


def test_redo_names_what_it_does_again(
    qtbot: QtBot, open_window: OpenWindow, vault: Path, source: Callable[..., Path]
) -> None:
    """Greyed out until something was undone, and again once something new was done."""
    window = open_window(vault)
    redo, action = window.rooms.bar.redo, window.actions_by_name["redo"]
    window.queueing.add([str(source("Audit.md"))])
    qtbot.waitUntil(window.rooms.bar.undo.isVisible)
    assert (redo.isEnabled(), action.isEnabled(), action.text()) == (False, False, "Redo")
    window.actions_by_name["undo"].trigger()
    qtbot.waitUntil(redo.isEnabled)
    assert {redo.toolTip(), redo.accessibleName(), action.text()} == {"Redo compile “Audit”"}

    QTest.keyClick(window, Qt.Key.Key_Z, _CONTROL_SHIFT)
    qtbot.waitUntil(lambda: window.rooms.notice.words == "Done again: compile “Audit” (2 new).")

    assert "Audit" in listed(window)
    assert not redo.isEnabled()
    window.actions_by_name["undo"].trigger()
    qtbot.waitUntil(redo.isEnabled)
    window.queueing.add([str(source("Report.md"))])
    qtbot.waitUntil(lambda: not redo.isEnabled())
    assert action.text() == "Redo"


def test_stop_and_try_again(
    qtbot: QtBot, open_window: OpenWindow, vault: Path, source: Callable[..., Path]
) -> None:
    """A source under way is stopped by its button, and compiled when it is tried again."""
    window = open_window(vault)
    inbox = window.rooms.inbox
    window.queueing.add([str(source("one.md", "# One\n\n(hold)\n"))])
    qtbot.waitUntil(lambda: bool(inbox.items) and inbox.items[0].done == 4)
    row = inbox.queue.visualRect(inbox.queue.model().index(0, 0))
    button = QPoint(row.right() - 40, row.center().y())

    QTest.mouseClick(inbox.queue.viewport(), Qt.MouseButton.LeftButton, pos=button)
    qtbot.waitUntil(lambda: inbox.items[0].status is Status.STOPPED)
    QTest.mouseClick(inbox.queue.viewport(), Qt.MouseButton.LeftButton, pos=button)

    qtbot.waitUntil(lambda: inbox.items[0].status is Status.COMPILED)


def test_a_result_is_a_link_to_its_pages(
    qtbot: QtBot, open_window: OpenWindow, vault: Path, source: Callable[..., Path]
) -> None:
    """They are listed alone, with a chip that takes it back, and the summary is opened."""
    window = open_window(vault)
    inbox = window.rooms.inbox
    window.queueing.add([str(source("Audit.md"))])
    qtbot.waitUntil(lambda: bool(inbox.items) and inbox.items[0].status is Status.COMPILED)
    row = inbox.queue.visualRect(inbox.queue.model().index(0, 0))
    link = QPoint(row.left() + 60, row.top() + 36)

    QTest.mouseClick(inbox.queue.viewport(), Qt.MouseButton.LeftButton, pos=link)
    qtbot.waitUntil(lambda: window.rooms.page.path == "wiki/summaries/Audit (summary).md")

    assert listed(window) == ["Audit", "Audit (summary)"]
    window.rooms.pages.show_all()
    assert len(listed(window)) > 3


def test_the_window_stays_usable_while_a_source_is_compiled(
    qtbot: QtBot, open_window: OpenWindow, vault: Path, source: Callable[..., Path]
) -> None:
    """Pages open while the queue is held up by a slow source."""
    window = open_window(vault)
    window.queueing.add([str(source("one.md", "# One\n\n(hold)\n"))])
    qtbot.waitUntil(lambda: window.rooms.inbox.unfinished == 1)

    open_page(qtbot, window, BATTERY)

    assert window.rooms.status.stop.isVisible()
    assert "step 5 of 9" in window.rooms.status.work.text()


def test_a_worker_that_dies_costs_nothing_but_a_restart(
    qtbot: QtBot, open_window: OpenWindow, vault: Path, source: Callable[..., Path]
) -> None:
    """The pages are shown again by the next one."""
    window = open_window(vault)
    qtbot.waitUntil(lambda: bool(listed(window)))

    with qtbot.waitSignal(window.background.restarted):
        window.queueing.add([str(source("crash.md"))])

    open_page(qtbot, window, BATTERY)


def test_obsidian_is_asked_for_a_page_by_its_path(
    qtbot: QtBot, open_window: OpenWindow, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With every character encoded that an address cannot hold."""
    asked: list[str] = []
    monkeypatch.setattr("app.vault.obsidian.obsidian_installed", lambda: True)

    def open_url(url: QUrl) -> bool:
        asked.append(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))
        return True

    monkeypatch.setattr("ui.outside.QDesktopServices.openUrl", open_url)
    window = open_window(vault)
    open_page(qtbot, window, EFFICIENCY)

    QTest.mouseClick(window.rooms.page.open, Qt.MouseButton.LeftButton)

    assert asked[0].startswith("obsidian://open?path=%2F")
    assert asked[0].endswith("Kestrel%2Fwiki%2Fconcepts%2FRound-trip%20efficiency.md")


def test_without_obsidian_it_says_so(
    qtbot: QtBot, open_window: OpenWindow, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In words, with where to get it."""
    monkeypatch.setattr("app.vault.obsidian.obsidian_installed", lambda: False)
    window = open_window(vault)

    window.open_in_obsidian("")

    assert window.rooms.notice.words.startswith("Obsidian is not installed")


def test_a_folder_that_is_not_ours_is_asked_about_first(
    qtbot: QtBot, open_window: OpenWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what it holds and what would be added; no means nothing happened."""
    notes = tmp_path / "My notes"
    (notes / "raw").mkdir(parents=True)
    (notes / "a.md").write_text("# A\n", encoding="utf-8")
    (notes / "raw" / "b.pdf").write_bytes(b"%PDF")
    asked: list[str] = []

    def refuse(dialog: AddToFolder) -> QDialog.DialogCode:
        added = [dialog.added.item(row).text() for row in range(dialog.added.count())]
        asked.append("\n".join([dialog.words.text(), *added]))
        return QDialog.DialogCode.Rejected

    monkeypatch.setattr(AddToFolder, "exec", refuse)
    window = open_window(None)

    window.open(notes)
    qtbot.waitUntil(lambda: bool(asked))

    assert "1 note, 1 file in raw" in asked[0]
    assert "AGENTS.md" in asked[0]
    assert sorted(path.name for path in notes.iterdir()) == ["a.md", "raw"]
    assert window.vault is None


def test_a_new_vault_needs_a_free_name(qtbot: QtBot, tmp_path: Path, no_leaks: None) -> None:
    """The button waits until it can work, and the words say why."""
    (tmp_path / "Taken").mkdir()
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = NewVault(parent)
    dialog.place.setText(str(tmp_path))

    enabled = {}
    for name in ("Taken", "", "a/b", "Free"):
        dialog.name.setText(name)
        enabled[name] = dialog.make.isEnabled()

    assert enabled == {"Taken": False, "": False, "a/b": False, "Free": True}
    assert dialog.folder == tmp_path / "Free"


def test_closing_the_vault_leads_back_to_the_first_page(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """Where the vault is the first of the recent ones."""
    window = open_window(vault)

    window.close_vault()

    assert window.rooms.welcome.isVisible()
    assert not window.background.running
    assert window.rooms.welcome.recent.model().index(0, 0).data() == "Kestrel"


def controls(window: QWidget) -> Iterator[QWidget]:
    """Everything that takes the keyboard."""
    for widget in window.findChildren(QWidget):
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.isVisibleTo(window):
            yield widget


@pytest.mark.parametrize("place", ["welcome", "inbox", "pages"])
def test_every_control_has_a_name(
    qtbot: QtBot, open_window: OpenWindow, vault: Path, place: str
) -> None:
    """For those who hear the window instead of seeing it."""
    window = open_window(None if place == "welcome" else vault)
    if place != "welcome":
        window.rooms.show_place(place)

    unnamed = [
        widget
        for widget in controls(window)
        if not widget.accessibleName()
        and not getattr(widget, "text", str)()
        and widget.objectName() not in ("qt_scrollarea_viewport",)
    ]

    assert not unnamed


def test_nothing_inside_keeps_a_drop_from_the_window(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """Otherwise a file dropped on the text would be lost. The queue takes rows of its own only."""
    window = open_window(vault)
    queue = window.rooms.inbox.queue

    takers = [widget for widget in window.findChildren(QWidget) if widget.acceptDrops()]

    assert set(takers) <= {queue, queue.viewport()}
    model = queue.model()
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile("/tmp/some.md")])
    action, nowhere = Qt.DropAction.CopyAction, QModelIndex()
    assert not any(model.canDropMimeData(files, action, row, 0, nowhere) for row in (-1, 0))


def test_f6_walks_through_the_parts(qtbot: QtBot, open_window: OpenWindow, vault: Path) -> None:
    """Everything can be reached without a mouse, from wherever one is, and back again."""
    window = open_window(vault)
    qtbot.waitUntil(lambda: window.rooms.findings.count == 4)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    seen = []

    for _ in window.rooms.parts():
        window.actions_by_name["next_part"].trigger()
        seen.append(QApplication.focusWidget())

    parts = window.rooms.parts()
    first = parts.index(seen[0])
    assert seen == parts[first:] + parts[:first]
    window.actions_by_name["previous_part"].trigger()
    assert QApplication.focusWidget() is seen[-2]


def test_ctrl_k_finds_pages_and_actions(qtbot: QtBot, open_window: OpenWindow, vault: Path) -> None:
    """By other names too; Enter goes there, Esc closes."""
    window = open_window(vault)
    finder = window.rooms.finder
    window.actions_by_name["find"].trigger()
    QTest.keyClicks(finder.line, "flow batt")
    QTest.keyClick(finder.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.rooms.page.path == BATTERY)
    assert finder.isHidden()

    window.actions_by_name["find"].trigger()
    QTest.keyClicks(finder.line, "go to the inbox")
    QTest.keyClick(finder.line, Qt.Key.Key_Return)
    assert window.rooms.place == "inbox"

    window.actions_by_name["find"].trigger()
    QTest.keyClick(finder.line, Qt.Key.Key_Escape)
    assert finder.isHidden()


def test_a_narrow_window_folds_the_list(qtbot: QtBot, open_window: OpenWindow, vault: Path) -> None:
    """It unfolds at the rail, and folds again when a page is chosen."""
    window = open_window(vault)
    open_page(qtbot, window, BATTERY)
    assert window.rooms.pages.isVisible()

    window.resize(1000, 640)
    qtbot.waitUntil(window.rooms.pages.isHidden)
    window.actions_by_name["pages"].trigger()
    assert window.rooms.pages.isVisible()
    open_page(qtbot, window, EFFICIENCY)

    assert window.rooms.pages.isHidden()


def test_escape_closes_a_notice(qtbot: QtBot, open_window: OpenWindow, vault: Path) -> None:
    """As its button does."""
    window = open_window(vault)
    window.rooms.notice.tell("Words.")

    QTest.keyClick(window, Qt.Key.Key_Escape)

    assert not window.rooms.notice.words


def test_a_failure_keeps_its_details_behind_more(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """They are there for a report and not in the way."""
    window = open_window(vault)
    notice = window.rooms.notice

    notice.tell_failure(Failure("It did not work.", "Try later.", "Traceback: x"))
    assert notice.words == "It did not work. Try later."
    notice.show_details()

    assert notice.words.endswith("Traceback: x")


def test_a_closed_window_is_freed(
    qtbot: QtBot, theme: Theme, background: Background, vault: Path
) -> None:
    """Nothing that was connected holds it."""
    window = MainWindow(theme, background, Memory())
    window.show()
    window.open(vault)
    qtbot.waitUntil(lambda: window.rooms.findings.count == 4)
    gone: list[int] = []
    window.destroyed.connect(lambda: gone.append(1))

    window.close()
    window.deleteLater()

    qtbot.waitUntil(lambda: bool(gone))


def test_compiling_again_is_offered_in_the_inbox_and_done_by_its_button(
    qtbot: QtBot, open_window: OpenWindow, vault: Path, source: Callable[..., Path]
) -> None:
    """Turned down, it is not offered for the same reasons again, but for others."""
    window = open_window(vault)
    inbox, offered = window.rooms.inbox, window.background.offered
    window.queueing.add([str(source("Tender.md"))])
    qtbot.waitUntil(lambda: [i.status for i in inbox.items] == [Status.COMPILED])
    offer = Offer(1, ("read by m, now n is chosen",))
    assert not inbox.offer.isVisible()
    offered.emit(offer)
    assert "read by m, now n is chosen" in inbox.offer.words.text()
    with qtbot.waitSignal(window.background.queue_changed):
        inbox.offer.again.click()
    qtbot.waitUntil(lambda: [i.status for i in inbox.items] == [Status.COMPILED])
    assert not inbox.offer.isVisible()
    offered.emit(offer)
    inbox.offer.not_now.click()
    offered.emit(replace(offer, sources=2))
    assert not inbox.offer.isVisible()
    offered.emit(Offer(1, ("the rules changed",)))
    assert inbox.offer.isVisible()
