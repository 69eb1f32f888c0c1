"""Models over plain values: what the lists hold, and in which order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from app.compiler.standing import Status
from ui.find.model import Found, FoundModel
from ui.findings.model import FindingsModel
from ui.findings.values import Finding
from ui.inbox.model import QueueModel, ShareRole, Step
from ui.page.model import History, Place
from ui.page.pieces import cut
from ui.pages.model import MOST, Match, MatchRole, PagesModel
from ui.pages.panel import link_to
from ui.values import Item, Page, PagesNews, Progress, QueueNews

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

    model.take(
        PagesNews(
            (page("b"), page("A"), page("X", "entity"), page("Index", "index"), page("n", "odd"))
        )
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
    model.take(PagesNews((page("Round-trip efficiency", "concept", "RTE"), page("Flow battery"))))

    model.filter(words)

    assert groups(model) == {"Concepts": left or ["Round-trip efficiency"]}


def test_a_long_group_says_how_many_more_there_are(qtbot: QtBot) -> None:
    """They are found by typing."""
    model = PagesModel()
    model.take(PagesNews(tuple(page(f"{number:05}") for number in range(MOST + 200))))

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


def test_a_row_never_goes_back_where_a_stage_counts_anew(qtbot: QtBot) -> None:
    """After step 2 of 3 come passages from the first on: the share of the row is that of the course."""
    model = QueueModel()
    model.show_items((Item("1", "a", Status.WORKING, stage="reading", total=3), *waiting("b")))
    shares = []

    for stage, done, total in (("reading", 1, 3), ("extracting", 0, 2), ("waiting", 1, 2)):
        model.note(Progress("1", stage, done, total))
        shares.append(model.row_of("1").data(ShareRole))
    model.note(Progress("1", "writing", 2, 3))

    assert shares == [pytest.approx(share) for share in (0.06, 0.12, 0.5)]
    assert model.row_of("1").data(ShareRole) == pytest.approx(0.96)
    assert model.row_of("b").data(ShareRole) == 0


def waiting(names: str) -> tuple[Item, ...]:
    return tuple(Item(name, name, Status.WAITING) for name in names)


def names(model: QueueModel) -> str:
    return "".join(item.name for item in model.items)


def test_the_queue_takes_in_what_changed(qtbot: QtBot) -> None:
    """New rows at the end, gone ones away, an order of what waits; a selected row stays selected."""
    model = QueueModel()
    tester = QAbstractItemModelTester(model, STRICT)
    model.show_items((Item("x", "x", Status.COMPILED), *waiting("abc")))
    held = QPersistentModelIndex(model.row_of("b"))

    model.take(QueueNews(waiting("de")))
    model.take(QueueNews(order=("e", "b", "a", "c", "d")))
    assert names(model) == "xebacd"
    assert held.row() == 2
    model.take(QueueNews((Item("b", "b", Status.FAILED),), frozenset("xa")))

    assert names(model) == "ebcd"
    assert (model.unfinished, model.count(Status.FAILED)) == (3, 1)
    first = model.first_open()
    assert first is not None
    assert first.id == "e"
    assert held.row() == 1
    del tester


@pytest.mark.parametrize(
    ("ids", "step", "before", "moves"),
    [
        ("c", Step.UP, "b", True),
        ("a", Step.UP, "a", False),
        ("bd", Step.UP, "a", True),
        ("b", Step.DOWN, "d", True),
        ("c", Step.DOWN, None, True),
        ("d", Step.DOWN, None, False),
        ("cd", Step.FIRST, "a", True),
        ("ac", Step.FIRST, "a", True),
        ("ab", Step.LAST, None, True),
        ("x", Step.FIRST, None, False),
    ],
)
def test_steps_are_places_in_the_line(
    qtbot: QtBot, ids: str, step: Step, before: str | None, moves: bool
) -> None:
    """What does not wait is no part of it; at the end of the line nothing is asked for."""
    model = QueueModel()
    model.show_items((Item("x", "x", Status.COMPILED), *waiting("abcd")))

    found = model.before(list(ids), step)

    assert found[1] is moves
    if moves:
        assert found[0] == before


def test_dragged_rows_ask_for_a_place_before_the_next_that_waits(qtbot: QtBot) -> None:
    """Dropped below the last they are last; rows of what is done cannot be dragged."""
    model = QueueModel()
    model.show_items(
        (Item("x", "x", Status.COMPILED), *waiting("abc"), Item("y", "y", Status.FAILED))
    )
    asked: list[tuple[list[str], str | None]] = []
    model.moved.connect(lambda ids, before: asked.append((ids, before)))
    data = model.mimeData([model.row_of("c"), model.row_of("b")])
    nowhere, move = QModelIndex(), Qt.DropAction.MoveAction

    for row in (0, 2, 4, -1):
        assert not model.dropMimeData(data, move, row, 0, nowhere)

    assert asked == [(["b", "c"], before) for before in ("a", "b", None, None)]
    assert not model.flags(model.row_of("x")) & Qt.ItemFlag.ItemIsDragEnabled


def found(model: PagesModel, title: str) -> Match | None:
    for row in range(model.rowCount()):
        group = model.index(row, 0)
        for place in range(model.rowCount(group)):
            index = model.index(place, 0, group)
            if index.data() == title:
                match: Match | None = index.data(MatchRole)
                return match
    return None


@pytest.mark.parametrize(
    ("typed", "title", "marked"),
    [
        ("cafe", "Café culture", ["Café"]),
        ("CULT caf", "Café culture", ["Caf", "cult"]),
        ("版本", "语义化版本", ["版本"]),
        ("ＳＥＭ", "SemVer", ["Sem"]),
        ("strasse", "Große Straße", ["Straße"]),
        ("rte", "Round-trip efficiency", []),
    ],
)
def test_the_filter_marks_what_it_found(
    qtbot: QtBot, typed: str, title: str, marked: list[str]
) -> None:
    """Case, accents and width do not count, nor where in a name it stands."""
    model = PagesModel()
    titles = ("Café culture", "语义化版本", "SemVer", "Große Straße")
    made = [page(each) for each in titles] + [page("Round-trip efficiency", "concept", "RTE")]
    model.take(PagesNews(tuple(made)))

    model.filter(typed)

    assert groups(model) == {"Concepts": [title]}
    match = found(model, title)
    assert match is not None
    assert [title[start:end] for start, end in match.title] == marked
    assert match.alias == ("RTE" if title.startswith("Round") else "")


def test_pages_change_one_by_one(qtbot: QtBot) -> None:
    """As they do when all are told anew; what narrowed the list to pages that are gone ends."""
    model = PagesModel()
    model.take(PagesNews((page("a"), page("c"), page("Index", "index"))))
    model.show_only(frozenset({"wiki/c.md"}))

    model.take(PagesNews((page("b"), page("a", "entity")), frozenset(("wiki/c.md",)), whole=False))

    assert groups(model) == {"Concepts": ["b"], "Entities": ["a"]}
    assert model.total == 2
    assert not model.narrowed


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


def test_finding_puts_a_whole_name_first_and_says_by_which_name(qtbot: QtBot) -> None:
    """An abbreviation that is a page's other name is that page, not one with it inside."""
    model = FoundModel()
    efficiency = Found("Round-trip efficiency", "concept", "", page="e", other_names=("RTE",))
    model.offer([Found("RTE meters", "concept", "", page="m"), efficiency])

    model.search("rte")

    assert [model.index(row).data() for row in range(2)] == ["Round-trip efficiency", "RTE meters"]
    assert model.alias_of(efficiency) == "RTE"
    assert model.found_in("RTE meters") == [(0, 3)]


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


def test_a_source_that_waits_for_a_server_says_so_until_it_goes_on(qtbot: QtBot) -> None:
    """And then tells its passages again."""
    model = QueueModel()
    model.show_items((Item("1", "a.md", Status.WORKING, stage="waiting", reason="Gone."),))
    row = model.index(0)
    assert "Gone." in row.data(Qt.ItemDataRole.AccessibleTextRole)
    model.note(Progress("1", "extracting", 3, 9, passages=True))
    assert not model.items[0].waits_for_server
    assert "passage 4 of 9" in row.data(Qt.ItemDataRole.AccessibleTextRole)
