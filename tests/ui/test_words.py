"""Words for values, and the progress that they tell of."""

from dataclasses import replace

import pytest

from app.compiler.standing import Status
from app.lint.registry import RULES, Rule
from ui import text
from ui.findings.naming import rule_words
from ui.progress import Course
from ui.values import Changes, Cost, Item, Offer, Progress


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
        (
            Item("1", "a", Status.WORKING, stage="extracting", done=3, total=9, passages=True),
            "Finding statements · passage 4 of 9",
        ),
        (
            Item("1", "a", Status.WORKING, stage="waiting", done=3, total=9, reason="Gone."),
            "Waits for the model server: Gone.",
        ),
        (Item("1", "a", Status.WAITING, reason="No such model."), "No such model."),
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


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_each_rule_has_words_of_its_own(rule: Rule) -> None:
    """A head says what all findings below it have in common, and not a rule's name."""
    assert rule_words(rule.name) != rule.name.replace("-", " ").capitalize()


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


@pytest.mark.parametrize(
    ("item", "words"),
    [
        (Item("1", "a", Status.COMPILED, reader="builtin"), ""),
        (
            Item("1", "a", Status.COMPILED, reader="qwen3:4b", cost=Cost(3, 2140, 41.2)),
            "read by qwen3:4b, 3 calls, 2,140 tokens, 41 s",
        ),
        (
            Item("1", "a", Status.COMPILED, reader="m", cost=Cost(1, 1, 7500.0)),
            "read by m, 1 call, 1 token, 2 h 5 min",
        ),
    ],
)
def test_what_a_source_cost_in_words(item: Item, words: str) -> None:
    """Nothing is said of the built-in reader, which asks nobody."""
    assert text.cost_words(item) == words


def test_what_was_left_to_the_built_in_reader_is_told_by_hovering() -> None:
    """Beside the place of the source and the cost."""
    item = Item("1", "a", Status.COMPILED, "raw/a.md", reader="m", pieces=8, failed_pieces=1)
    tip = text.item_tip(replace(item, cost=Cost(9, 100, 2.0)))
    assert tip.splitlines() == [
        "raw/a.md",
        "read by m, 9 calls, 100 tokens, 2 s",
        "1 of 9 passages read by the built-in reader",
    ]


def test_an_offer_in_words() -> None:
    """How many, why, and on the button how long."""
    offer = Offer(2, ("the rules changed", "m is another version now"), 600.0)
    assert text.offer_words(offer) == "2 sources: the rules changed, m is another version now."
    assert text.again_words(offer) == "Compile again (about 10 min)"
    assert text.again_words(replace(offer, seconds=None)) == "Compile again"
