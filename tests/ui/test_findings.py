"""The panel of findings: grouped, filtered, searched; fixed, ignored and settled, by mouse and by keys."""

from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.conftest import OpenWindow
from tests.ui.wrongs import ASKS, BATTERY, EFFICIENCY, RIDGE, WHY, make_findings
from ui.findings.panel import FindingsPanel
from ui.findings.sorting import Head
from ui.findings.values import Finding
from ui.main_window import MainWindow
from ui.memory import Memory
from ui.settling.panel import Changes

ALL = 6


@pytest.fixture
def window(qtbot: QtBot, open_window: OpenWindow, vault: Path) -> MainWindow:
    """On the sample with findings of many rules."""
    make_findings(vault)
    shown = open_window(vault)
    qtbot.waitUntil(lambda: shown.rooms.findings.count == ALL)
    return shown


@pytest.fixture
def panel(window: MainWindow) -> FindingsPanel:
    return window.rooms.findings


def heads(panel: FindingsPanel) -> list[str]:
    """The words of all heads."""
    model = panel.list.model()
    rows = (model.index(at, 0) for at in range(model.rowCount()))
    return [str(row.data()) for row in rows if not panel.finding(row.row())]


def listed(panel: FindingsPanel) -> list[Finding]:
    """The findings that are not left out, in their order."""
    rows = range(panel.list.model().rowCount())
    return [found for at in rows if (found := panel.finding(at))]


def choose(panel: FindingsPanel, rule: str, number: int = 0) -> Finding:
    """Select a finding of a rule."""
    found = [each for each in listed(panel) if each.rule == rule][number]
    rows = range(panel.list.model().rowCount())
    place = next(at for at in rows if panel.finding(at) == found)
    panel.list.select(panel.list.model().index(place, 0))
    return found


def dialogs(window: MainWindow) -> list[Changes]:
    return [each for each in window.findChildren(Changes) if each.isVisible()]


def test_findings_stand_by_rule_or_by_page_as_is_remembered(
    window: MainWindow, panel: FindingsPanel
) -> None:
    """The gravest first; a switch turns it, and the next window begins with it."""
    assert heads(panel)[:2] == ["Links that lead nowhere", "Contradictions"]
    panel.group()
    assert heads(panel)[0] == "Kestrel Ridge"
    assert heads(panel)[1:4] == ["Flow battery", "Round-trip efficiency", "State of charge"]
    window.rooms.keep(Memory())
    another = FindingsPanel(window.theme)
    another.restore(Memory().noted("findings"))
    another.show_findings(panel.news)
    assert heads(another) == heads(panel)
    another.deleteLater()


def test_severities_are_counted_and_left_out(panel: FindingsPanel) -> None:
    """Each with its number; leaving some out says how many of all are shown."""
    chips = panel.head.severities
    assert {name: chip.text() for name, chip in chips.items()} == {
        "error": "1",
        "warning": "4",
        "info": "1",
    }
    chips["warning"].click()
    assert [each.severity for each in listed(panel)] == ["error", "info"]
    assert panel.head.count.text() == "2 of 6"
    assert "Warnings" in chips["warning"].accessibleName()


def test_typing_finds_findings_by_any_of_their_words(panel: FindingsPanel) -> None:
    """The message, the page, the rule, the quotes; where there is none, a button shows all again."""
    for typed, number in (
        ("stacks", 1),
        ("kestrel ridge reported", 2),
        ("vl024", 2),
        ("orphan", 0),
    ):
        panel.head.filter.setText(typed)
        assert len(listed(panel)) == number, typed
    assert panel.all.isVisibleTo(panel)
    panel.all.click()
    assert len(listed(panel)) == ALL


def test_only_the_page_that_is_read(qtbot: QtBot, window: MainWindow, panel: FindingsPanel) -> None:
    """It follows from page to page, and says where a page has nothing wrong."""
    window.show_page(RIDGE)
    qtbot.waitUntil(lambda: panel.head.only.text() == "This page 1")
    panel.head.only.click()
    assert [each.path for each in listed(panel)] == [RIDGE]
    window.show_page(EFFICIENCY)
    qtbot.waitUntil(lambda: {each.path for each in listed(panel)} == {EFFICIENCY})
    window.show_page("wiki/concepts/Peak shaving.md")
    qtbot.waitUntil(lambda: not listed(panel))
    panel.all.click()
    assert len(listed(panel)) == ALL
    assert not panel.head.only.isChecked()


def test_hovering_says_why_it_matters(qtbot: QtBot, panel: FindingsPanel) -> None:
    """On the head of a rule and on each finding, and to those who hear the window."""
    qtbot.waitUntil(lambda: bool(panel.rules))
    model = panel.list.model()
    tip, why = Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleDescriptionRole
    for row in range(2):
        assert model.index(row, 0).data(tip).startswith(WHY["VL001"])
        assert model.index(row, 0).data(why) == WHY["VL001"]


def test_a_click_leads_to_the_line_which_is_marked(
    qtbot: QtBot, window: MainWindow, panel: FindingsPanel
) -> None:
    """In sight, and until one clicks on the page; also where the page is shown already."""
    choose(panel, "contradiction")
    view, text = panel.list, window.rooms.page.text
    view.scrollTo(view.currentIndex())
    place = view.visualRect(view.currentIndex()).topLeft() + QPoint(30, 20)
    for _ in range(2):
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        qtbot.waitUntil(lambda: text.marked_line.startswith("71 percent"))
        block = text.document().find("71 percent: ")
        assert text.viewport().rect().contains(text.cursorRect(block).center())
        QTest.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
        assert not text.marked_line


def test_a_page_opens_in_obsidian_from_its_finding(qtbot: QtBot, panel: FindingsPanel) -> None:
    """By the menu, or the name of the page with Ctrl."""
    found = choose(panel, "broken-link")
    words = {action.text(): action for action in panel.list.menu(found).actions()}
    with qtbot.waitSignal(panel.obsidian_wanted) as told:
        words["Open in Obsidian"].trigger()
    assert told.args == [RIDGE]
    with qtbot.waitSignal(panel.obsidian_wanted) as told:
        QTest.mouseClick(
            panel.list.ways.pages[0],
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.ControlModifier,
        )
    assert told.args == [RIDGE]


def test_what_is_safe_is_fixed_at_once_and_the_line_has_undo(
    qtbot: QtBot, window: MainWindow, panel: FindingsPanel
) -> None:
    """Without a question; the next finding is selected then."""
    choose(panel, "table-pipe")
    assert panel.list.ways.fix is not None
    panel.list.ways.fix.click()
    qtbot.waitUntil(lambda: panel.count == ALL - 1)
    qtbot.waitUntil(lambda: window.rooms.notice.words.startswith("Done: fix"))
    assert window.rooms.notice.action.text() == "Undo"
    assert not dialogs(window)
    assert panel.list.ways.finding is not None


def test_every_card_that_is_selected_has_room_for_what_stands_on_it(panel: FindingsPanel) -> None:
    """One after the other, up and down, also after a question was asked on one of them."""
    view = panel.list
    found = listed(panel)
    for each in (*found, *reversed(found)):
        view.select(panel.list.model().index(rows_of(panel).index(each), 0))
        asking = [way for way in each.ways if way.asks]
        if asking:
            view.ways.choose(asking[0])
            assert view.ways.ask is not None
            view.ways.ask.left.emit()
        box, card = view.ways, view.visualRect(view.currentIndex())
        assert card.contains(box.geometry())
        for button in box.buttons():
            place = QRect(button.mapTo(box, QPoint()), button.size())
            assert button.isVisible()
            assert box.rect().contains(place), (each.rule, button.text())


def rows_of(panel: FindingsPanel) -> list[Finding | None]:
    return [panel.finding(at) for at in range(panel.list.model().rowCount())]


def test_what_needs_a_look_is_shown_first(
    qtbot: QtBot, window: MainWindow, panel: FindingsPanel
) -> None:
    """So is what is safe, where Preview is pressed; left, nothing happened."""
    choose(panel, "broken-link")
    assert panel.list.ways.fix is not None
    panel.list.ways.fix.click()
    qtbot.waitUntil(lambda: bool(dialogs(window)))
    dialogs(window)[0].reject()
    choose(panel, "table-pipe")
    assert panel.list.ways.preview is not None
    panel.list.ways.preview.click()
    qtbot.waitUntil(lambda: bool(dialogs(window)))
    dialogs(window)[0].reject()
    assert panel.count == ALL


def test_all_that_are_safe_are_fixed_in_one_step(
    qtbot: QtBot, window: MainWindow, panel: FindingsPanel
) -> None:
    """After a look at what that changes."""
    assert panel.foot.safe.text() == "Fix all that are safe (2)"
    panel.foot.safe.click()
    qtbot.waitUntil(lambda: bool(dialogs(window)))
    dialogs(window)[0].yes.click()
    qtbot.waitUntil(lambda: panel.count == ALL - 2)
    assert not panel.foot.safe.isVisibleTo(panel.foot)


@pytest.mark.parametrize(("choice", "left"), [(0, 5), (1, 4), (2, 4)])
def test_what_is_ignored_can_be_seen_and_taken_back(
    qtbot: QtBot, window: MainWindow, panel: FindingsPanel, choice: int, left: int
) -> None:
    """One, all of its rule on its page, or all of its rule."""
    choose(panel, "contradiction")
    assert panel.list.ways.ignore is not None
    panel.list.ways.ignore.menu().actions()[choice].trigger()
    qtbot.waitUntil(lambda: panel.count == left)
    qtbot.waitUntil(lambda: panel.foot.ignored.text() == "1 ignored")

    panel.foot.ignored.click()
    qtbot.waitUntil(lambda: panel.in_ignored)
    (ignored,) = listed(panel)
    assert heads(panel) == ["Contradictions"]
    choose(panel, "contradiction")
    assert panel.list.ways.ignore is None  # it is ignored already
    (back,) = panel.list.ways.ways
    assert back.text() == "Take back"
    back.click()
    qtbot.waitUntil(lambda: panel.count == ALL)
    qtbot.waitUntil(lambda: not listed(panel))
    panel.back.click()
    assert len(listed(panel)) == ALL
    assert ignored not in listed(panel)


def test_own_notes_only_when_they_are_asked_for(qtbot: QtBot, panel: FindingsPanel) -> None:
    """How many there are is said; the switch is on the foot and in the menu."""
    assert panel.foot.own.text() == "1 in your own notes"
    panel.foot.own.click()
    qtbot.waitUntil(lambda: "Diary.md" in {each.path for each in panel.shown})
    assert panel.head.own.isChecked()
    panel.head.own.trigger()
    qtbot.waitUntil(lambda: "Diary.md" not in {each.path for each in panel.shown})


def test_a_contradiction_shows_both_sides_and_each_source(
    qtbot: QtBot, window: MainWindow, panel: FindingsPanel
) -> None:
    """The finding stays in sight beside the source that it led to, in a narrow window as well."""
    choose(panel, "contradiction")
    one, other = panel.list.ways.claims
    assert one.holds is not None
    assert [one.source.text(), other.source.text()] == [
        "Kestrel Ridge pilot report",
        "Regional grid storage audit",
    ]
    other.source.click()
    qtbot.waitUntil(window.rooms.source.isVisible)
    assert panel.isVisible()
    assert not window.rooms.pages.isVisible()
    window.rooms.source.close_source()
    assert window.rooms.pages.isVisible()


def test_a_way_that_asks_gets_the_words_of_the_person(
    qtbot: QtBot, window: MainWindow, panel: FindingsPanel
) -> None:
    """In a line on the card; nothing is done without words, and Esc leaves it."""
    choose(panel, "contradiction")
    box = panel.list.ways
    both = next(way for way in box.ways if way.text().startswith("Both"))
    both.click()
    assert box.ask is not None
    assert box.ask.line.accessibleName() == ASKS
    assert not box.ask.give.isEnabled()
    QTest.keyClick(box.ask.line, Qt.Key.Key_Escape)
    assert box.ask is None
    both.click()
    QTest.keyClicks(box.ask.line, "the pilot leaves pumps out")
    QTest.keyClick(box.ask.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: panel.count == ALL - 1)


def test_the_newer_source_wins_in_all_that_are_selected(
    qtbot: QtBot, window: MainWindow, panel: FindingsPanel
) -> None:
    """Several are selected as in every list; their cards stay closed meanwhile."""
    choose(panel, "contradiction")
    view = panel.list
    below = view.model().index(view.currentIndex().row() + 1, 0)
    view.selectionModel().setCurrentIndex(below, QItemSelectionModel.SelectionFlag.Select)
    assert len(view.selected()) == 2
    assert not view.ways.isVisible()
    assert panel.foot.newer.text() == "Newer source wins (2)"
    panel.foot.newer.click()
    qtbot.waitUntil(lambda: panel.count == ALL - 2)


def test_several_stay_selected_when_findings_come_anew(panel: FindingsPanel) -> None:
    """Those that are still there, whatever their lines and words are by then."""
    choose(panel, "contradiction")
    view = panel.list
    below = view.model().index(view.currentIndex().row() + 1, 0)
    view.selectionModel().setCurrentIndex(below, QItemSelectionModel.SelectionFlag.Select)
    before = [each.key for each in view.selected()]
    panel.show_findings(tuple(each._replace(line=each.line + 3) for each in panel.shown))
    assert [each.key for each in view.selected()] == before


def test_heads_fold_and_stay_folded(panel: FindingsPanel) -> None:
    """By a click, by Left and Right, and all at once."""
    view = panel.list
    first = view.visualRect(view.model().index(0, 0)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=first)
    assert len(listed(panel)) == ALL - 1
    panel.show_findings(panel.shown[1:])
    panel.show_findings((panel.shown[0]._replace(line=9), *panel.shown[1:]))
    view.setCurrentIndex(view.model().index(0, 0))
    QTest.keyClick(view, Qt.Key.Key_Left)
    shown = len(listed(panel))
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert len(listed(panel)) > shown
    view.fold_all(folded=True)
    assert not listed(panel)
    assert heads(panel)
    view.fold_all(folded=False)
    assert len(listed(panel)) == panel.count


def test_keys_alone_suffice(qtbot: QtBot, window: MainWindow, panel: FindingsPanel) -> None:
    """F4 goes on, Ctrl+E fixes, Ctrl+Shift+D ignores, Ctrl+Shift+F finds, and typing in the list as well."""
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    QTest.keyClick(window, Qt.Key.Key_F4)
    qtbot.waitUntil(lambda: window.rooms.page.path == RIDGE)
    QTest.keyClick(window, Qt.Key.Key_F4)
    qtbot.waitUntil(lambda: window.rooms.page.path == EFFICIENCY)
    ctrl_shift = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    QTest.keyClick(window, Qt.Key.Key_D, ctrl_shift)
    qtbot.waitUntil(lambda: panel.count == ALL - 1)
    qtbot.waitUntil(lambda: window.rooms.notice.words.startswith("Done: ignore"))
    QTest.keyClick(window, Qt.Key.Key_F, ctrl_shift)
    assert panel.head.filter.hasFocus()
    QTest.keyClicks(panel.head.filter, "bar of")
    QTest.keyClick(panel.head.filter, Qt.Key.Key_Down)
    assert panel.list.hasFocus()
    QTest.keyClick(panel.list, Qt.Key.Key_Home)
    QTest.keyClick(panel.list, Qt.Key.Key_Down)
    assert panel.list.ways.finding is not None
    assert panel.list.ways.finding.path == BATTERY
    QTest.keyClick(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: panel.count == ALL - 2)
    QTest.keyClick(panel.list, Qt.Key.Key_S)
    assert panel.head.filter.text() == "s"
    assert panel.head.filter.hasFocus()


def test_only_what_can_be_done_is_offered(window: MainWindow, panel: FindingsPanel) -> None:
    """Among the actions, as on the card."""
    actions = window.actions_by_name
    names = ("fix", "preview", "ignore", "fix_safe")
    assert [actions[name].isEnabled() for name in names] == [False, False, False, True]
    choose(panel, "orphan")
    assert [actions[name].isEnabled() for name in names] == [False, False, True, True]
    choose(panel, "table-pipe")
    assert all(actions[name].isEnabled() for name in names)
    panel.show_findings(())
    assert not any(actions[name].isEnabled() for name in names)


def test_tab_leads_through_all_that_can_be_done_and_keeps_it_in_sight(
    qtbot: QtBot, window: MainWindow, panel: FindingsPanel
) -> None:
    """From the list over both sides to the last way, on a card that is higher than the list."""
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    window.resize(1200, 560)
    choose(panel, "contradiction")
    view = panel.list
    view.setFocus()
    for button in view.ways.buttons():
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert button.hasFocus(), button.text()
        seen = view.viewport().rect()
        assert seen.contains(button.mapTo(view.viewport(), button.rect().center()))
    assert all(button.accessibleName() for button in view.ways.buttons())


def test_a_screen_reader_hears_how_grave_it_is_and_whether_a_head_is_folded(
    panel: FindingsPanel,
) -> None:
    """Not by colour alone."""
    model, role = panel.list.model(), Qt.ItemDataRole.AccessibleTextRole
    assert model.index(0, 0).data(role) == "Links that lead nowhere, 1, unfolded"
    heard = "Error: There is no note or file “Missing page”. Kestrel Ridge"
    assert model.index(1, 0).data(role) == heard
    panel.list.fold_all(folded=True)
    assert model.index(0, 0).data(role) == "Links that lead nowhere, 1, folded"
    head = panel.row(0)
    assert isinstance(head, Head)
    assert head.folded


def test_the_panel_says_that_nothing_is_wrong(panel: FindingsPanel) -> None:
    """And no more than that."""
    panel.show_findings(())
    assert panel.said == "Nothing is wrong with this vault."
    assert not panel.all.isVisibleTo(panel)
