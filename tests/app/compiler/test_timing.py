"""How long the source under way takes: reckoned from a clock that the test turns."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.compiler.queue import Item, Queue
from app.compiler.standing import Status
from app.compiler.timing import Timing


class Clock:
    """Shows what it is set to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    found = Queue(tmp_path)
    yield found
    found.close()


@pytest.fixture
def timing(queue: Queue, clock: Clock) -> Timing:
    return Timing(queue, clock)


def item(queue: Queue) -> Item:
    added = queue.add("a.md", "raw/a.md", Status.WORKING, size=1000)
    return queue.put(added)


def test_the_time_in_which_a_server_is_away_does_not_count(timing: Timing, clock: Clock) -> None:
    timing.begin()
    clock.now += 10
    timing.wait()
    clock.now += 1000
    timing.wait()
    assert timing.running == pytest.approx(10)
    timing.go_on()
    timing.go_on()
    clock.now += 5
    assert timing.end() == pytest.approx(15)
    assert timing.running == 0


def test_within_a_source_time_left_goes_by_its_passages(
    timing: Timing, clock: Clock, queue: Queue
) -> None:
    """From the first on, though nothing is known of other sources; it runs down between two."""
    under_way = item(queue)
    timing.begin()
    clock.now += 1
    timing.passages(0, 9)
    assert timing.left("m", under_way) is None
    clock.now += 20
    timing.passages(1, 9)
    assert timing.left("m", under_way) == pytest.approx(8 * 20)
    clock.now += 15
    assert timing.left("m", under_way) == pytest.approx(8 * 20 - 15)
    clock.now += 5
    timing.passages(2, 9)
    assert timing.left("m", under_way) == pytest.approx(7 * 20)


def test_passages_that_were_replied_to_before_say_nothing_of_the_others(
    timing: Timing, clock: Clock, queue: Queue
) -> None:
    """As after a pause: six come at once, then each takes its time."""
    under_way = item(queue)
    timing.begin()
    for done in range(7):
        timing.passages(done, 9)
        clock.now += 0.001
    assert timing.left("m", under_way) is None
    clock.now += 30
    timing.passages(7, 9)
    left = timing.left("m", under_way)
    assert left == pytest.approx(60, abs=0.1)


def test_nothing_is_said_while_sources_wait_of_whose_reader_nothing_is_known(
    timing: Timing, clock: Clock, queue: Queue
) -> None:
    under_way = item(queue)
    queue.add("b.md", "raw/b.md", size=1000)
    timing.begin()
    timing.passages(0, 4)
    clock.now += 20
    timing.passages(1, 4)
    assert timing.left("m", under_way) is None


def test_another_reader_begins_to_reckon_anew(timing: Timing, clock: Clock, queue: Queue) -> None:
    """Seconds of the built-in reader are not said for hours of a model, nor the other way round."""
    for reader, seconds in (("builtin", 1.0), ("m", 600.0)):
        for n in range(3):
            done = queue.add(f"{n}.md", f"raw/{n}.md", Status.COMPILED, size=1000)
            queue.measured(
                Item(done.id, "", done.source, size=1000, seconds=seconds, reader=reader)
            )
    for n in range(10):
        queue.add(f"w{n}.md", f"raw/w{n}.md", size=1000)
    under_way = item(queue)
    timing.begin()
    clock.now += 5000
    timing.end()
    timing.begin()
    assert timing.left("builtin", under_way) == pytest.approx(11)
    assert timing.left("m", under_way) == pytest.approx(6600)
    assert timing.left("builtin", under_way) == pytest.approx(11)
