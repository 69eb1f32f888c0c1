"""What the last compile changed: one line, and dots in the list until a page is visited."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QModelIndex
from pytestqt.qtbot import QtBot

from app.compiler.standing import Status
from tests.ui.conftest import OpenWindow
from tests.ui.test_window import listed
from ui.harvest import Harvest
from ui.main_window import MainWindow
from ui.pages.model import FreshRole, PageRole
from ui.values import Changes, Item


def item(ident: str, **changes: tuple[str, ...]) -> Item:
    return Item(ident, f"{ident}.md", Status.COMPILED, result=Changes(**changes))


def test_each_page_is_counted_once() -> None:
    """New stays new, though the next source changes it; what came and went is neither."""
    harvest = Harvest((item("old", created=("z",)),))
    first = harvest.note((item("old", created=("z",)), item("1", created=("a", "b"))))
    second = item("2", updated=("a", "c"), removed=("b", "d"))
    harvest.note((second,))

    assert first == {"a", "b"}
    assert harvest.take() == Changes(created=("a",), updated=("c",), removed=("d",))
    assert harvest.note((second,)) == frozenset()
    assert harvest.take() == Changes()


def test_what_went_and_came_again_is_changed() -> None:
    """A run of many sources may take a page away and make it anew."""
    harvest = Harvest()
    harvest.note((item("1", removed=("a",)), item("2", created=("a", "b"))))
    harvest.note((item("3", removed=("b",)), item("4", created=("b",))))

    assert harvest.take() == Changes(created=("b",), updated=("a",))


def test_what_is_taken_back_is_no_result_and_counts_again_when_it_is_made_again() -> None:
    """Undo in the middle of a run, and “Try again” after it."""
    harvest = Harvest()
    made = item("1", created=("a",))
    harvest.note((made, item("2", created=("b",))))
    harvest.note((replace(made, status=Status.STOPPED, result=None),))

    assert harvest.take() == Changes(created=("b",))
    assert harvest.note((made,)) == {"a"}
    assert harvest.take() == Changes(created=("a",))


def fresh(window: MainWindow) -> set[str]:
    model = window.rooms.pages.tree.model()
    found: set[str] = set()
    for group in (model.index(row, 0) for row in range(model.rowCount(QModelIndex()))):
        rows = [model.index(row, 0, group) for row in range(model.rowCount(group))]
        found |= {row.data(PageRole).title for row in rows if row.data(FreshRole)}
    return found


def test_a_run_is_told_in_a_line_that_leads_to_its_pages(
    qtbot: QtBot, open_window: OpenWindow, vault: Path, source: Callable[..., Path]
) -> None:
    """With dots at the new pages, which a visit takes away."""
    window = open_window(vault)
    notice = window.rooms.notice
    window.queueing.add([str(source("Tides.md")), str(source("Moon.md"))])

    qtbot.waitUntil(lambda: notice.words.startswith("The last compile"))
    assert notice.words == "The last compile: 4 new, 1 changed."
    assert fresh(window) == {"Tides", "Tides (summary)", "Moon", "Moon (summary)"}

    notice.action.click()
    assert set(listed(window)) == fresh(window)
    window.show_page("wiki/concepts/Tides.md")
    qtbot.waitUntil(lambda: "Tides" not in fresh(window))
    assert "Moon" in fresh(window)


def test_news_hides_no_other_message(qtbot: QtBot, open_window: OpenWindow, vault: Path) -> None:
    """What a person has to know stays; only older news gives way."""
    notice = open_window(vault).rooms.notice
    notice.tell("One web address was left out.")
    notice.tell_news("2 new.", "", notice.hide)
    assert notice.words == "One web address was left out."

    notice.hide()
    notice.tell_news("2 new.", "", notice.hide)
    notice.tell_news("3 new.", "", notice.hide)
    assert notice.words == "3 new."


def test_what_was_added_gives_way_to_what_came_of_it(open_window: OpenWindow, vault: Path) -> None:
    """Who reads a page is told that a source was added, and then what it changed."""
    notice = open_window(vault).rooms.notice
    notice.tell("One web address was left out.")
    notice.tell_for_now("1 source added.", "Show the queue", notice.hide)
    assert notice.words == "1 source added."
    notice.tell_news("The last compile: 2 new.", "", notice.hide)
    assert notice.words == "The last compile: 2 new."
