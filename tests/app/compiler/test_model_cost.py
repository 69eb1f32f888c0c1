"""What compiling with a model costs: the counts of ``tests/benchmarks/model_cost.py``, on less."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.benchmarks.model_cost import (
    FULL,
    INTRODUCTIONS,
    PROMPT_OF_LONG,
    Cost,
    Measuring,
    edited,
    files_of,
    fill,
    filling,
    found,
    introductions,
    keeps,
    known_of,
    long_source,
    measuring,
    prefixes,
    ratios,
)
from tests.benchmarks.vaults import write
from tests.perfect_reader import FIVE, Call, Known, five


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A place for vaults, with their state and cache."""
    folder = tmp_path_factory.mktemp("cost")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VAULTLOOM_HOME", str(folder / "home"))
        yield folder


def costs_of(measured: Measuring) -> list[Cost]:
    return [measured.add(file) for file in FIVE]


@pytest.fixture(scope="module")
def first(home: Path) -> list[Cost]:
    """What the five cost in a new vault."""
    with measuring(home / "first", five()) as measured:
        return costs_of(measured)


def test_a_source_costs_few_calls_and_little_more_than_its_own_length(first: list[Cost]) -> None:
    assert [cost.name for cost in first if not keeps(cost)] == []
    assert all(cost.calls for cost in first)
    assert 0 < introductions(first) <= INTRODUCTIONS


def test_a_cost_above_its_limit_is_seen() -> None:
    """The checks above can fail, each of them."""
    call = Call("extract", "x" * 600, "y" * 600, "z" * 60)
    assert keeps(Cost("", 1000, 10, (call,)))
    assert not keeps(Cost("", 1000, 10, (call,) * 4), prompt=10)
    again = Call("compare", "x", "y", "z")
    assert keeps(Cost("", 1000, 10, (call, again, again)))
    assert not keeps(Cost("", 1000, 10, (call, again, again, again)))
    assert not keeps(Cost("", 1000, 10, (call,)), prompt=1.1)
    assert not keeps(Cost("", 1000, 1, (call, call)))


def test_a_vault_that_holds_much_already_makes_no_source_dearer(
    home: Path, first: list[Cost]
) -> None:
    assert fill(home / "full", filling(5), home / "sources") >= 50
    with measuring(home / "full", five()) as measured:
        costs = costs_of(measured)
    assert [cost.name for cost in costs if not keeps(cost)] == []
    assert max(ratios(costs, first).values()) <= FULL
    assert found(costs) == found(first) == {'"one"': 1, '"contradict"': 2}


def test_a_long_source_costs_at_most_half_again_its_length(home: Path) -> None:
    (file,) = write([long_source(24_000)], home)
    with measuring(home / "long", Known(known_of([file]))) as measured:
        cost = measured.add(file)
        assert keeps(cost, PROMPT_OF_LONG, None)
        assert set(prefixes(measured.perfect.calls).values()) == {1}


def test_nothing_new_costs_nothing_and_an_edit_what_is_asked_of_the_edited_source(
    home: Path,
) -> None:
    with measuring(home / "edited", five()) as measured:
        costs_of(measured)
        before = files_of(measured.compiler.vault.root)
        assert list(measured.again()) == []
        assert files_of(measured.compiler.vault.root) == before
        calls, of_others = edited(measured, FIVE[0].name)
        assert calls
        assert of_others == 0
