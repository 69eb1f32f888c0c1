"""What may be taken and what is gone, told from looks and times alone."""

from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.sources.ignoring import is_unfinished
from app.sources.settling import Absence, Patience, Seen, Settling

PATIENCE = Patience()
A, B = Seen(10, 1), Seen(20, 2)


def test_a_file_is_taken_once_when_it_was_still_for_long_enough() -> None:
    """Not before, and not again however often it is looked at."""
    settling = Settling()
    settling.look(100.0, {"a": A})
    assert settling.settled(101.9) == {}
    assert settling.due() == 102.0
    assert settling.settled(102.0) == {"a": A}
    settling.look(103.0, {"a": A})
    assert settling.settled(200.0) == {}


def test_a_growing_file_waits_from_its_last_change() -> None:
    """However long it grows."""
    settling = Settling()
    for second in range(60):
        settling.look(float(second), {"a": Seen(10 + second, second)})
        assert settling.settled(float(second)) == {}
    assert settling.settled(61.0) == {"a": Seen(69, 59)}


def test_being_looked_at_does_not_make_a_file_wait_anew() -> None:
    """A hint that comes again and again, of a file that stays as it is."""
    settling = Settling()
    for tenth in range(20):
        settling.look(tenth / 10, {"a": A}, ["a"])
    assert settling.settled(2.0) == {"a": A}


def test_an_empty_file_waits_longer() -> None:
    """Something is about to be written into it."""
    settling = Settling()
    settling.look(0.0, {"a": Seen(0, 1)})
    assert settling.settled(9.0) == {}
    assert settling.settled(10.0) == {"a": Seen(0, 1)}


def test_a_file_that_goes_before_it_settled_is_forgotten() -> None:
    """The temporary file of an editor, under whatever name."""
    settling = Settling()
    settling.look(0.0, {"a.md.XyZ": A})
    settling.look(1.0, {"a.md": A}, ["a.md", "a.md.XyZ"])
    assert settling.settled(100.0) == {"a.md": A}


def test_deleted_and_made_again_as_it_was_is_nothing_new() -> None:
    """A sync tool that takes a file away and brings it back with its time."""
    settling = Settling()
    settling.know({"a": A})
    settling.look(0.0, {})
    settling.look(1.0, {"a": A})
    assert settling.settled(100.0) == {}
    settling.look(101.0, {"a": B})
    assert settling.is_changing("a")
    assert settling.settled(103.0) == {"a": B}
    assert not settling.is_changing("a")


def test_a_file_whose_time_runs_on_is_told_by_its_bytes() -> None:
    """Touched every second, it is read after a while; the same bytes twice have settled."""
    settling = Settling()
    for second in range(11):
        settling.look(float(second), {"a": Seen(10, second)})
        assert settling.settled(float(second)) == {}
    assert settling.restless(11.0) == ["a"]
    for second in (11, 12, 13):
        settling.look(float(second), {"a": Seen(10, second, "same")})
    assert settling.settled(13.0) == {"a": Seen(10, 13, "same")}


def test_a_file_of_its_full_size_that_is_still_being_filled_is_not_taken() -> None:
    """A copy that takes its place first: its bytes change though its size does not."""
    settling = Settling()
    for second in range(60):
        sha256 = str(second) if "a" in settling.restless(float(second)) else ""
        settling.look(float(second), {"a": Seen(10, second, sha256)})
        assert settling.settled(float(second)) == {}


@pytest.mark.parametrize("beside", ["a.pdf.part", "a.pdf.crdownload", "a.pdf.aria2"])
def test_what_is_still_downloaded_is_told_by_what_lies_beside_it(beside: str) -> None:
    """A backup or a lock beside it says nothing."""
    assert is_unfinished("a.pdf", {"a.pdf", beside})
    assert not is_unfinished("a.pdf", {"a.pdf", "a.pdf~", "~$a.pdf", "b.pdf.part"})


def test_a_source_is_gone_after_a_minute_and_once() -> None:
    """And back when it is back."""
    absence = Absence()
    assert absence.look(0.0, ["a"]) == []
    assert absence.gone(59.9) == []
    assert absence.due(59.0) == 60.0
    assert absence.gone(60.0) == ["a"]
    assert absence.gone(61.0) == []
    assert absence.known == {"a"}
    absence.look(70.0, ["a"])
    assert absence.gone(200.0) == []
    assert absence.look(201.0, []) == ["a"]
    assert absence.known == frozenset()


def test_a_source_that_comes_back_in_time_was_never_gone() -> None:
    """The minute begins anew."""
    absence = Absence()
    for start in (0.0, 50.0, 100.0):
        absence.look(start, ["a"])
        absence.look(start + 49, [])
        assert absence.gone(start + 49) == []


def test_many_that_vanish_together_are_waited_for() -> None:
    """And said to be, after the minute; when all but four are back, those are gone."""
    absence = Absence()
    absence.look(0.0, list("abcde"))
    assert absence.waited_for(59.0) == []
    assert absence.gone(10_000.0) == []
    assert absence.waited_for(10_000.0) == list("abcde")
    absence.look(10_001.0, list("abcd"))
    assert absence.gone(10_001.0) == list("abcd")


def test_what_is_away_with_its_folder_is_waited_for() -> None:
    """A drive that is not connected."""
    absence = Absence()
    absence.look(0.0, ["in/a", "b"], held=["in/a"])
    assert absence.gone(60.0) == ["b"]
    assert absence.waited_for(60.0) == ["in/a"]
    absence.look(61.0, ["in/a", "b"])
    assert absence.gone(61.0) == ["in/a"]


NAMES = st.sampled_from("abc")
WAYS = st.one_of(
    st.tuples(st.just("write"), NAMES, st.integers(0, 3)),
    st.tuples(st.just("remove"), NAMES, st.just(0)),
    st.tuples(st.just("rename"), NAMES, NAMES),
    st.tuples(st.just("hint"), NAMES, st.just(0)),
    st.tuples(st.just("look"), st.just(""), st.just(0)),
    st.tuples(st.just("wait"), st.just(""), st.integers(1, 40)),
)


@dataclass
class Disk:
    """A disk of which some changes are told and some are not, and what was made of it."""

    now: float = 0.0
    ticks: int = 0
    files: dict[str, Seen] = field(default_factory=dict)
    before: dict[str, Seen] = field(default_factory=dict)
    changed_at: dict[str, float] = field(default_factory=dict)
    settling: Settling = field(default_factory=Settling)
    taken: list[tuple[str, Seen]] = field(default_factory=list)

    def do(self, way: str, name: str, more: int | str) -> None:
        """One thing that somebody does, or that the watch is told."""
        self.ticks += 1
        if way == "write":
            self.put(name, Seen(int(more), self.ticks))
        elif way == "remove":
            self.files.pop(name, None)
        elif way == "rename":
            if name in self.files:
                self.put(str(more), self.files.pop(name))
        elif way == "hint":
            wanted = {name, *self.settling.waiting}
            self.settling.look(
                self.now, {p: self.files[p] for p in wanted & self.files.keys()}, wanted
            )
            self.take()
        elif way == "look":
            self.settling.look(self.now, dict(self.files))
            self.take()
        else:
            self.now += int(more) / 4

    def put(self, name: str, seen: Seen) -> None:
        if self.before.get(name) != seen:
            self.changed_at[name] = self.now
        self.files[name] = self.before[name] = seen

    def take(self) -> None:
        """Take what has settled; each must be as it is on the disk, and have been for long."""
        for path, seen in self.settling.settled(self.now).items():
            assert self.files[path] == seen
            assert self.now - self.changed_at[path] >= PATIENCE.still
            self.taken.append((path, seen))


@given(st.lists(WAYS, max_size=60))
@settings(max_examples=100, deadline=None)
def test_whatever_happens_nothing_is_taken_too_early_or_twice_or_never(
    ways: list[tuple[str, str, int | str]],
) -> None:
    """Files are written, removed and renamed; hints come, or do not, in any order and too often."""
    disk = Disk()
    for way in ways:
        disk.do(*way)
    disk.do("look", "", 0)
    disk.do("wait", "", 100)
    disk.do("look", "", 0)

    last = dict(disk.taken)
    assert {path: last.get(path) for path in disk.files} == disk.files
    for name in "abc":
        taken = [seen for path, seen in disk.taken if path == name]
        assert all(a != b for a, b in pairwise(taken))
    assert disk.settling.due() is None


@given(
    st.lists(st.tuples(st.frozensets(st.sampled_from("abcdefg")), st.integers(1, 50)), max_size=40)
)
@settings(max_examples=100, deadline=None)
def test_nothing_is_gone_before_it_was_away_for_a_minute_without_a_break(
    looks: list[tuple[frozenset[str], int]],
) -> None:
    """Whatever comes and goes; and nothing is gone twice without having been back."""
    absence, now, gone = Absence(), 0.0, set[str]()
    away_since: dict[str, float] = {}
    for away, seconds in looks:
        away_since = {path: away_since.get(path, now) for path in away}
        back = set(absence.look(now, away))
        assert back <= gone - away
        gone &= away
        now += seconds
        fresh = set(absence.gone(now))
        assert not fresh & gone
        assert all(now - away_since[path] >= PATIENCE.away for path in fresh)
        assert not fresh or len(away - gone) < PATIENCE.many
        gone |= fresh
        assert absence.known == gone
