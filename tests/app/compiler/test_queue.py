"""The queue of one vault: its order, its pause, what is told of it, and what outlives a restart."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.compiler.compile import Compiler, opened
from app.compiler.queue import Item, Queue
from app.compiler.session import Progress, Session
from app.compiler.standing import Status
from tests.promises.vaults import HARBOUR, SOURCES, new_vault, put


@pytest.fixture
def queue(tmp_path: Path) -> Iterator[Queue]:
    """An empty queue."""
    queue = Queue(tmp_path)
    yield queue
    queue.close()


def fill(queue: Queue, names: str) -> dict[str, str]:
    """Items that wait, one a letter; their ids by name."""
    return {name: queue.add(name, f"raw/{name}.md", size=100).id for name in names}


def names(queue: Queue) -> str:
    return "".join(item.name for item in queue.items())


@pytest.mark.parametrize(
    ("moved", "before", "order"),
    [
        ("d", "a", "dabcef"),
        ("a", "c", "bacdef"),
        ("a", None, "bcdefa"),
        ("eb", "a", "beacdf"),
        ("ce", "d", "abcedf"),
        ("b", "b", "abcdef"),
        ("bc", "c", "abcdef"),
        ("abcdef", "c", "abcdef"),
    ],
)
def test_what_waits_can_be_moved(queue: Queue, moved: str, before: str | None, order: str) -> None:
    """Several keep their order among themselves; ``next`` follows."""
    ids = fill(queue, "abcdef")
    queue.move([ids[name] for name in moved], ids[before] if before else None)
    assert names(queue) == order
    first = queue.next()
    assert first is not None
    assert first.name == order[0]


def test_what_does_not_wait_stays_where_it_is(queue: Queue) -> None:
    """Rows of what is done do not jump about."""
    ids = fill(queue, "abcde")
    for name, status in (("a", Status.COMPILED), ("c", Status.FAILED)):
        item = queue.get(ids[name])
        assert item is not None
        queue.put(replace(item, status=status))
    queue.move([ids["e"], ids["a"]], ids["b"])
    assert names(queue) == "aecbd"


@given(st.data())
def test_moving_loses_nothing_whatever_is_moved_where(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Each waits once, in an order that a list would give as well."""
    queue = Queue(tmp_path_factory.mktemp("state"))
    ids = fill(queue, "abcdefg")
    line = list("abcdefg")
    for _ in range(data.draw(st.integers(1, 5))):
        moved = data.draw(st.sets(st.sampled_from("abcdefg"), min_size=1))
        before = data.draw(st.one_of(st.none(), st.sampled_from("abcdefg")))
        queue.move([ids[name] for name in moved], ids[before] if before else None)
        stay = [name for name in line if name not in moved]
        after = line[line.index(before) :] if before else []
        place = next((stay.index(name) for name in after if name not in moved), len(stay))
        line = [*stay[:place], *(n for n in line if n in moved), *stay[place:]]
        assert names(queue) == "".join(line)
    queue.close()


def test_pause_and_order_outlive_a_restart(tmp_path: Path) -> None:
    """What is paused starts nothing, however often it is opened."""
    queue = Queue(tmp_path)
    ids = fill(queue, "abc")
    queue.move([ids["c"]], ids["a"])
    queue.pause()
    queue.close()

    queue = Queue(tmp_path)
    assert queue.paused
    assert queue.next() is None
    assert names(queue) == "cab"
    queue.pause(paused=False)
    first = queue.next()
    assert first is not None
    assert first.name == "c"
    queue.close()


def test_what_was_under_way_when_the_program_ended_is_first(tmp_path: Path) -> None:
    """Before what was moved ahead of it, and with its tries: it may be what ended the program."""
    queue = Queue(tmp_path)
    ids = fill(queue, "abc")
    item = queue.get(ids["b"])
    assert item is not None
    queue.put(replace(item, status=Status.WORKING, stage="reading", tries=2))
    queue.close()

    queue = Queue(tmp_path)
    queue.put_back()
    first = queue.next()
    assert first is not None
    assert (first.name, first.status, first.tries) == ("b", Status.WAITING, 2)
    assert names(queue) == "bac"
    queue.close()


def test_news_is_what_changed_since_it_was_last_told(queue: Queue) -> None:
    """And nothing else, however long the queue is."""
    ids = fill(queue, "abc")
    assert [item.name for item in queue.news().items] == ["a", "b", "c"]
    assert queue.news() == type(queue.news())((), (), None)

    item = queue.get(ids["b"])
    assert item is not None
    queue.put(replace(item, status=Status.COMPILED))
    assert [item.name for item in queue.news().items] == ["b"]
    queue.move([ids["c"]], ids["a"])
    news = queue.news()
    assert (news.items, news.order) == ((), (ids["c"], ids["a"]))
    queue.clear()
    assert queue.news().gone == (ids["b"],)
    assert names(queue) == "ca"


def test_only_what_failed_is_tried_again_unless_it_is_named(queue: Queue) -> None:
    """What was refused would be refused again, and what was stopped was stopped by someone."""
    ids = fill(queue, "abcd")
    ends = (Status.FAILED, Status.STOPPED, Status.REFUSED, Status.COMPILED)
    for ident, status in zip(ids.values(), ends, strict=True):
        item = queue.get(ident)
        assert item is not None
        queue.put(replace(item, status=status, reason="why"))
    assert queue.retry() == [ids["a"]]
    assert queue.retry(ids["b"], ids["a"], "i99") == [ids["b"]]
    assert [i.status.value for i in queue.items()] == ["waiting", "waiting", "refused", "compiled"]
    assert queue.items()[0].reason == ""


def test_what_is_taken_off_the_list_is_not_taken_for_new(tmp_path: Path) -> None:
    """A source that failed or was stopped is not tried again unasked because its row is gone."""
    vault = new_vault(tmp_path / "vault")
    with opened(vault) as compiler:
        compiler.add(put(vault, {"a.md": HARBOUR, "b.md": "   \n"}))
        compiler.queue.stop([compiler.queue.items()[0].id])
        compiler.run()
        before = [i.status for i in compiler.queue.items()]
        assert set(before) == {Status.STOPPED, Status.REFUSED}
        compiler.queue.clear()
        assert compiler.queue.items() == []
        assert compiler.scan() == []


def test_a_pause_lets_a_run_end_after_the_source_under_way(tmp_path: Path) -> None:
    """The others wait; going on is one word."""
    vault = new_vault(tmp_path / "vault")
    session = _PausesAtFirst()
    with opened(vault, session) as compiler:
        session.compiler = compiler
        compiler.add(put(vault, SOURCES))
        assert [i.status for i in compiler.run()] == [Status.COMPILED]
        assert [i.status.value for i in compiler.queue.items()] == [
            "compiled",
            "waiting",
            "waiting",
        ]
        compiler.queue.pause(paused=False)
        assert len(compiler.run()) == 2


class _PausesAtFirst(Session):
    """Says pause in the middle of the first source."""

    compiler: Compiler | None = None

    def progress(self, progress: Progress) -> None:
        if self.compiler is not None:
            self.compiler.queue.pause()
            self.compiler = None


def test_the_time_of_what_was_compiled_outlives_its_row(queue: Queue) -> None:
    """So that a list that was tidied up does not have to learn its pace again."""
    for ident in fill(queue, "abc").values():
        item = queue.get(ident)
        assert item is not None
        queue.measured(queue.put(replace(item, status=Status.COMPILED, seconds=2.0)))
    queue.clear()
    assert queue.seconds_waiting() == 0
    fill(queue, "xyz")
    assert queue.seconds_waiting() == pytest.approx(6.0)


def test_a_queue_from_before_there_was_an_order_is_taken_over(tmp_path: Path) -> None:
    """With its items as they were."""
    db = sqlite3.connect(tmp_path / "queue.sqlite")
    db.execute(
        "CREATE TABLE item(n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, status TEXT, data TEXT)"
    )
    db.execute("CREATE INDEX item_status ON item(status, n)")
    for number, status in enumerate(("compiled", "waiting", "waiting"), start=1):
        data = {"id": f"i{number}", "name": str(number), "source": f"raw/{number}.md"}
        row = (f"i{number}", status, json.dumps(data | {"status": status, "created": []}
               | {"updated": [], "removed": []}))  # fmt: skip
        db.execute("INSERT INTO item(id, status, data) VALUES(?, ?, ?)", row)
    db.commit()
    db.close()

    queue = Queue(tmp_path)
    assert names(queue) == "123"
    assert queue.waits("raw/2.md")
    queue.move(["i3"], "i2")
    assert names(queue) == "132"
    assert isinstance(queue.add("4", "raw/4.md"), Item)
    assert names(queue) == "1324"
    queue.close()
