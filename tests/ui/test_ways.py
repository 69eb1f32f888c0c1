"""Findings that can be settled: their buttons, what is shown before, and where the panel stays."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.conftest import OpenWindow
from tests.ui.ways import BATTERY, CELL, make_ways
from ui.findings.model import FindingRole
from ui.findings.panel import FindingsPanel
from ui.findings.values import Finding, Way
from ui.main_window import MainWindow
from ui.settling.model import ChangesModel, Line, RowRole, changed_words
from ui.settling.panel import Changes
from ui.theme import Theme
from ui.values import ChangedPage

FELT = 0.05
WAYS = (
    Way("merge", "Merge into “A page with a long name that has no room on a button”", ("a", "b")),
    Way("keep-apart", "Keep apart", ("a", "b")),
)
LONG = ChangedPage("a.md", "A", "changed", ((("old words here",), ("new words here",)),))


def made(number: int, *, ways: tuple[Way, ...] = ()) -> Finding:
    also = (f"wiki/other {number}.md",) if ways else ()
    words = f"Something {number} is wrong with this page. " * (1 + number % 3)
    return Finding("VL9", "rule", "info", f"wiki/{number}.md", 1, words, ways=ways, also=also)


@pytest.fixture
def panel(qtbot: QtBot, theme: Theme, no_leaks: None) -> FindingsPanel:
    """The panel with forty findings, every fifth of which has ways."""
    shown = FindingsPanel(theme)
    qtbot.addWidget(shown)
    shown.resize(316, 600)
    shown.show()
    shown.show_findings(tuple(made(at, ways=WAYS if at % 5 == 0 else ()) for at in range(40)))
    laid_out(qtbot, shown)
    return shown


def at(panel: FindingsPanel, number: int) -> QModelIndex:
    """Where a finding stands; the head of its rule is above it."""
    return next(
        index
        for row in range(panel.list.model().rowCount())
        if (index := panel.list.model().index(row, 0)).data(FindingRole)
        and index.data(FindingRole).path == f"wiki/{number}.md"
    )


def ready(qtbot: QtBot, open_window: OpenWindow, vault: Path) -> MainWindow:
    make_ways(vault)
    window = open_window(vault)
    qtbot.waitUntil(lambda: window.rooms.findings.count == 2)
    view = window.rooms.findings.list
    rows = [view.model().index(row, 0) for row in range(view.model().rowCount())]
    view.setCurrentIndex(next(r for r in rows if r.data(FindingRole) and r.data(FindingRole).also))
    return window


def dialogs(window: QWidget) -> list[Changes]:
    return [each for each in window.findChildren(Changes) if each.isVisible()]


def test_the_ways_stand_on_the_card_that_is_selected(panel: FindingsPanel) -> None:
    """Below its words, inside its row, no two over each other; another card has only what all have."""
    panel.list.setCurrentIndex(at(panel, 5))
    box, row = panel.list.ways, panel.list.visualRect(at(panel, 5))
    assert box.isVisible()
    assert row.contains(box.geometry())
    places = [QRect(b.mapTo(box, QPoint()), b.size()) for b in box.buttons()]
    assert all(box.rect().contains(place) for place in places)
    assert not any(a.intersects(b) for a in places for b in places if a is not b)

    panel.list.setCurrentIndex(at(panel, 6))
    assert box.buttons() == [*box.pages, box.ignore]
    assert panel.list.visualRect(at(panel, 5)).height() < row.height()


def test_a_name_that_has_no_room_is_cut_and_told_by_hovering(panel: FindingsPanel) -> None:
    """The button is never wider than its card."""
    panel.list.setCurrentIndex(at(panel, 0))
    (merge, apart) = panel.list.ways.ways
    assert merge.width() <= panel.list.ways.width()
    assert merge.toolTip().startswith(WAYS[0].title)
    assert "Shows first what changes." in merge.toolTip()
    assert apart.toolTip().endswith("Changes no page, and is never asked again.")


def test_place_and_selection_stay_when_findings_come_anew(panel: FindingsPanel) -> None:
    """Also when those above went, or the one that was selected: then the next one is."""
    view = panel.list
    view.setCurrentIndex(at(panel, 30))
    view.verticalScrollBar().setValue(view.verticalScrollBar().value() + 40)
    scroll, kept = view.verticalScrollBar().value(), list(panel.shown)
    assert scroll > 400

    panel.show_findings((*kept[:39],))
    assert view.currentIndex() == at(panel, 30)
    assert view.verticalScrollBar().value() == scroll
    panel.show_findings(tuple(each for each in kept if each.path != "wiki/30.md"))
    assert view.currentIndex() == at(panel, 31)
    assert view.verticalScrollBar().value() == scroll
    panel.show_findings(tuple(kept[:10]))
    assert view.currentIndex() == at(panel, 9)
    panel.show_findings(())
    assert not view.currentIndex().isValid()
    assert not view.ways.isVisible()


def test_a_click_below_a_card_that_shrinks_hits_what_was_below_it(
    qtbot: QtBot, panel: FindingsPanel
) -> None:
    """The cards move only after the button is let go."""
    panel.list.setCurrentIndex(at(panel, 0))
    wanted = panel.list.visualRect(at(panel, 1)).center()
    with qtbot.waitSignal(panel.place_wanted) as told:
        QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=wanted)
    assert told.args == ["wiki/1.md", 1]


def test_escape_and_up_lead_from_the_ways_back_to_the_list(panel: FindingsPanel) -> None:
    """As Tab leads there."""
    view = panel.list
    view.setCurrentIndex(at(panel, 5))
    panel.activateWindow()
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Up):
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_Tab)
        assert view.ways.pages[0].hasFocus()
        QTest.keyClick(view.ways.pages[0], key)
        assert view.hasFocus()
    assert view.currentIndex() == at(panel, 5)


def test_ten_thousand_findings_hold_nobody_up(qtbot: QtBot, panel: FindingsPanel) -> None:
    """Filling the list, having all anew, selecting one far down, and searching take less than the 50 ms
    that a person feels, at best of five times."""
    many = tuple(made(at, ways=WAYS if at % 5 == 0 else ()) for at in range(10_000))
    searched = ("a", "something 4", "wiki/99", "no such words", "vl9")
    times: dict[str, list[float]] = {"fill": [], "select": [], "anew": [], "search": []}
    for turn in range(5):
        panel.show_findings(())
        times["fill"].append(taken(partial(panel.show_findings, many)))
        qtbot.waitUntil(lambda: panel.is_ready)
        far = panel.list.model().index(9_000 + 5 * turn, 0)
        times["select"].append(taken(partial(panel.list.select, far)))
        assert panel.list.viewport().rect().intersects(panel.list.visualRect(far))
        times["anew"].append(taken(partial(panel.show_findings, many[turn + 1 :])))
        qtbot.waitUntil(lambda: panel.is_ready)
        typing = partial(panel.head.filter.setText, searched[turn])
        times["search"].append(taken(typing))
        panel.head.filter.clear()
    best = {what: min(measured) for what, measured in times.items()}
    assert max(best.values()) < FELT, best


def laid_out(qtbot: QtBot, panel: FindingsPanel) -> None:
    """Wait until all rows have their place: they are laid out in batches."""
    model = panel.list.model()
    last = model.index(model.rowCount() - 1, 0)
    qtbot.waitUntil(lambda: panel.list.visualRect(last).height() > 0)


def taken(does: Callable[[], object]) -> float:
    """How many seconds of this process something takes, whoever else works on the machine."""
    begun = process_time()
    does()
    return process_time() - begun


def test_nothing_is_done_before_the_person_says_so(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """Left, nothing happened; done, the line says what, and the finding is gone."""
    window = ready(qtbot, open_window, vault)
    ways = window.rooms.findings.list.ways
    ways.ways[0].click()
    assert not any(button.isEnabled() for button in ways.ways)
    qtbot.waitUntil(lambda: bool(dialogs(window)))
    asked = dialogs(window)[0]
    assert asked.heading.text() == "Merge “Redox flow cell” into “Flow battery”"
    assert asked.words.text() == "2 pages change, 1 page goes away."
    assert not asked.turn.isVisible()
    asked.reject()
    assert window.rooms.findings.count == 2
    assert all(button.isEnabled() for button in ways.ways)

    ways.ways[0].click()
    qtbot.waitUntil(lambda: bool(dialogs(window)))
    dialogs(window)[0].yes.click()
    qtbot.waitUntil(lambda: window.rooms.findings.count == 1)
    qtbot.waitUntil(lambda: window.rooms.notice.words.startswith("Done: merge “Redox flow cell”"))
    assert window.rooms.notice.action.text() == "Undo"


def test_what_is_settled_elsewhere_meanwhile_is_said(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """In words, and the ways can be chosen again."""
    window = ready(qtbot, open_window, vault)
    window._settling.look(Way("keep-apart", "", (BATTERY, "gone")))
    qtbot.waitUntil(
        lambda: window.rooms.notice.words == "That is not there any more. Choose another."
    )
    assert all(button.isEnabled() for button in window.rooms.findings.list.ways.ways)


def test_undo_of_a_line_takes_back_no_later_step(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """It says so instead."""
    window = ready(qtbot, open_window, vault)
    window._settling.look(Way("keep-apart", "", (BATTERY, CELL)))
    qtbot.waitUntil(lambda: window.rooms.notice.words.startswith("Done: keep-apart"))
    window.undoing.undo_label = "compile “Audit”"
    window.rooms.notice.action.click()
    assert window.rooms.notice.words.startswith("Something else was done since.")


def test_a_page_that_goes_is_folded_and_can_be_unfolded(qtbot: QtBot, theme: Theme) -> None:
    """By a click on its head, or Right; lines without words are left out."""
    gone = ChangedPage("b.md", "B", "gone", ((("# B", "", "Words."), ()),))
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(900, 700)
    dialog = Changes(theme, "Merge", (LONG, gone), parent)
    qtbot.addWidget(dialog)
    dialog.show()
    model = dialog.list.model()
    words = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert words == ["A", "old words here", "new words here", "B"]
    head = dialog.list.visualRect(model.index(3, 0)).center()
    QTest.mouseClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=head)
    words = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert words == ["A", "old words here", "new words here", "B", "# B", "Words."]
    QTest.keyClick(dialog.list, Qt.Key.Key_Left)
    assert model.rowCount() == 4


def test_a_long_preview_holds_nobody_up(qtbot: QtBot, theme: Theme) -> None:
    """Four thousand lines are there in less than the 50 ms that a person feels, at best of three times."""
    place = ("An old line that says something of it.[^a-1]",), ("A new line that says it.[^a-1]",)
    pages = tuple(ChangedPage(f"{at}.md", f"{at}", "changed", (place,) * 20) for at in range(100))
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.resize(1280, 720)
    made_in = [taken(partial(Changes, theme, "Merge", pages, parent)) for _ in range(3)]
    assert min(made_in) < FELT


@pytest.mark.parametrize(
    ("line", "spans"),
    [
        (Line("has 40 cells", True, "has 30 cells"), ["40"]),
        (Line("a big old lamp", True, "a small lamp"), ["big old"]),
        (Line("another thing altogether", True, "no likeness, none"), []),
        (Line("a line of its own", True), []),
        (Line("灯芯每月修剪", True, "灯芯每周修剪"), ["月"]),
    ],
)
def test_the_words_that_differ_are_marked(line: Line, spans: list[str]) -> None:
    """Only where a line stands for another one."""
    assert [line.words[start:end] for start, end in changed_words(line)] == spans


def test_what_is_heard_of_a_change(theme: Theme) -> None:
    """For those who do not see the grounds of lines."""
    model = ChangesModel((LONG,))
    heard = [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(3)]
    assert heard == ["A", "Removed: old words here", "Added: new words here"]
    assert model.index(1, 0).data(RowRole).begins
