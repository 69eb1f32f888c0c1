"""Words for values, and the progress that they tell of."""

import pytest

from app.compiler.standing import Status
from ui import text
from ui.progress import Course
from ui.values import Changes, Item, Progress


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (Changes(created=("a", "b"), updated=("c",)), "2 new, 1 changed"),
        (Changes(removed=("a",)), "1 removed"),
        (Changes(), "no page changed"),
    ],
)
def test_a_result_in_words(changes: Changes, words: str) -> None:
    """Only what there is."""
    assert text.changes_words(changes) == words


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (Item("1", "a", Status.WAITING), "Waiting"),
        (
            Item("1", "a", Status.WORKING, stage="extracting", done=4, total=9),
            "Finding statements · step 5 of 9",
        ),
        (Item("1", "a", Status.WORKING, stage="reading"), "Reading"),
        (Item("1", "a", Status.REFUSED, reason="It is empty."), "Refused: It is empty."),
        (Item("1", "a", Status.FAILED, reason="No room."), "Failed: No room."),
        (Item("1", "a", Status.STOPPED), "Stopped"),
        (Item("1", "a", Status.COMPILED, result=Changes(created=("x",))), "1 new"),
        (Item("1", "a", Status.UNCHANGED), "Nothing in it has changed"),
    ],
)
def test_a_source_in_words(item: Item, words: str) -> None:
    """Each state says what is or what was."""
    assert text.item_words(item) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (3, "a few seconds"),
        (40, "less than a minute"),
        (70, "about 1 min"),
        (600, "about 10 min"),
        (4000, "about 1 hour"),
        (9000, "about 2 hours"),
    ],
)
def test_time_in_words(seconds: float, words: str) -> None:
    """About, never exactly."""
    assert text.time_left(seconds) == words


def test_no_word_that_people_do_not_use() -> None:
    """The window says source, page, statement, quote, finding; never how it is made."""
    from pathlib import Path

    import ui

    forbidden = ("ingest", "embedding", "chunk", " node", "entity resolution")
    for path in Path(ui.__file__).parent.rglob("*.py"):
        source = path.read_text(encoding="utf-8").lower()
        assert not [word for word in forbidden if word in source], path


def test_progress_never_runs_backwards() -> None:
    """Whatever the stages say, also when a stage begins anew."""
    course = Course()
    steps = [
        ("reading", 1, 1),
        ("extracting", 0, 9),
        ("extracting", 5, 9),
        ("extracting", 2, 9),
        ("writing", 0, 0),
        ("writing", 3, 3),
    ]
    shares = []

    for stage, done, total in steps:
        course.note(Progress("1", stage, done, total))
        shares.append(course.share)

    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_another_source_begins_at_nothing() -> None:
    """Each has a course of its own."""
    course = Course()
    course.note(Progress("1", "writing", 1, 1))

    course.note(Progress("2", "reading", 0, 1))

    assert course.share < 0.1
