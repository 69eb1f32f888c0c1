"""Models over plain values: what the lists hold, and in which order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from app.compiler.standing import Status
from ui.find.model import Found, FoundModel
from ui.findings.model import FindingsModel
from ui.inbox.model import QueueModel
from ui.page.model import History, Place
from ui.page.pieces import cut
from ui.pages.model import MOST, PagesModel
from ui.pages.panel import link_to
from ui.values import Finding, Item, Page, Progress

STRICT = QAbstractItemModelTester.FailureReportingMode.Warning


def page(title: str, kind: str = "concept", *aliases: str) -> Page:
    return Page(f"wiki/{title}.md", title, kind, aliases=aliases)


def groups(model: PagesModel) -> dict[str, list[str]]:
    found = {}
    for row in range(model.rowCount()):
        group = model.index(row, 0)
        titles = [model.index(place, 0, group).data() for place in range(model.rowCount(group))]
        found[str(group.data())] = titles
    return found


def test_pages_stand_by_kind_and_title(qtbot: QtBot) -> None:
    """Pages about the vault itself stand in the rail instead."""
    model = PagesModel()
    tester = QAbstractItemModelTester(model, STRICT)

    model.show_pages(
        (page("b"), page("A"), page("X", "entity"), page("Index", "index"), page("n", "odd"))
    )

    assert groups(model) == {"Concepts": ["A", "b"], "Entities": ["X"], "Notes and texts": ["n"]}
    assert model.total == 4
    del tester


@pytest.mark.parametrize(
    ("words", "left"),
    [("eff", ["Round-trip efficiency"]), ("TRIP round", ["Round-trip efficiency"]), ("rte", None)],
)
def test_the_filter_looks_at_titles_and_other_names(
    qtbot: QtBot, words: str, left: list[str] | None
) -> None:
    """Every word must be somewhere, in any order and case."""
    model = PagesModel()
    model.show_pages((page("Round-trip efficiency", "concept", "RTE"), page("Flow battery")))

    model.filter(words)

    assert groups(model) == {"Concepts": left or ["Round-trip efficiency"]}


def test_a_long_group_says_how_many_more_there_are(qtbot: QtBot) -> None:
    """They are found by typing."""
    model = PagesModel()
    model.show_pages(tuple(page(f"{number:05}") for number in range(MOST + 200)))

    titles = groups(model)["Concepts"]
    assert len(titles) == MOST
    assert titles[-1] == "201 more: type to find them"
    model.filter(f"{MOST + 100:05}")

    assert groups(model)["Concepts"] == [f"{MOST + 100:05}"]


def test_the_queue_keeps_its_rows(qtbot: QtBot) -> None:
    """What only changed stays selected and scrolled where it is."""
    model = QueueModel()
    tester = QAbstractItemModelTester(model, STRICT)
    first, second = Item("1", "a", Status.WAITING), Item("2", "b", Status.WAITING)
    model.show_items((first,))
    resets: list[int] = []
    model.modelReset.connect(lambda: resets.append(1))

    model.show_items((first, second))
    model.note(Progress("1", "reading", 1, 3))
    model.show_items((Item("1", "a", Status.COMPILED), second))
    assert not resets
    model.show_items((second,))

    assert [item.name for item in model.items] == ["b"]
    assert model.unfinished == 1
    del tester


def test_findings_stand_under_their_rule_the_gravest_first(qtbot: QtBot) -> None:
    """With a head and a count for each."""
    model = FindingsModel()
    tester = QAbstractItemModelTester(model, STRICT)

    model.show_findings(
        (
            Finding("VL2", "orphan", "info", "wiki/a.md", 1, "No other page leads here."),
            Finding("VL1", "broken-link", "error", "wiki/b.md", 1, "It leads nowhere."),
            Finding("VL2", "orphan", "info", "wiki/c.md", 1, "No other page leads here."),
            Finding("VL9", "new-rule", "warning", "wiki/c.md", 1, "Odd."),
        )
    )

    rows = [model.index(row).data() for row in range(model.rowCount())]
    assert rows == [
        "Links that lead nowhere",
        "It leads nowhere.",
        "New rule",
        "Odd.",
        "Pages no page leads to",
        "No other page leads here.",
        "No other page leads here.",
    ]
    del tester


def test_finding_puts_beginnings_first(qtbot: QtBot) -> None:
    """Beginnings of titles, then of words, then the rest; other names count."""
    model = FoundModel()
    names = ["Flow battery", "Battery", "Antibattery", "Peak shaving"]
    model.offer([Found(name, "concept", "", page=name) for name in names])

    model.search("batt")

    found = [model.index(row).data() for row in range(model.rowCount())]
    assert found == ["Battery", "Flow battery", "Antibattery"]


def test_a_copied_link_is_one_that_obsidian_resolves() -> None:
    """By the name of the file, not by the title."""
    same = Page("wiki/concepts/Flow battery.md", "Flow battery", "concept")
    other = Page("wiki/summaries/PEP 440 - Versions.md", "PEP 440: Versions", "summary")

    assert link_to(same) == "[[Flow battery]]"
    assert link_to(other) == "[[PEP 440 - Versions|PEP 440: Versions]]"


def test_history_goes_back_and_forward() -> None:
    """A new place forgets what lay ahead."""
    history = History()
    for path in ("a", "b", "c"):
        history.visit(Place(path))
    history.leave_at((0, 40))

    assert history.back() == Place("b")
    assert history.forward() == Place("c", spot=(0, 40))
    history.back()
    history.visit(Place("d"))

    assert not history.can_go_forward
    assert history.back() == Place("b")


def test_the_same_place_twice_is_one_step() -> None:
    """A click on the page that is shown does not need a click back."""
    history = History()

    history.visit(Place("a"))
    history.visit(Place("a"))

    assert not history.can_go_back


BLOCKS = st.sampled_from(
    ["<p>a</p>", "<h2 id='x'>b</h2>\n", "<hr />", "<div><p>c</p><ul><li>d</li></ul></div>", "\n"]
)


@given(st.lists(BLOCKS), st.integers(1, 60))
def test_pieces_are_the_page_and_whole_blocks(blocks: list[str], size: int) -> None:
    """No block is torn, and nothing is lost."""
    html = "".join(blocks)

    pieces = cut(html, size)

    assert "".join(pieces) == html
    for piece in pieces:
        for tag in ("p", "h2", "div", "ul", "li"):
            assert piece.count(f"<{tag}>") + piece.count(f"<{tag} ") == piece.count(f"</{tag}>")
