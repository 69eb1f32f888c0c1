"""Changes of notes, told from looks and times alone."""

from hypothesis import given, settings
from hypothesis import strategies as st

from app.vault.noticing import Noticing, Seen


def begun(*paths: str) -> Noticing:
    """One that has looked once, and found these."""
    noticing = Noticing()
    noticing.look(0.0, dict.fromkeys(paths, (1, 1)))
    assert noticing.due() is None
    return noticing


def test_changes_are_told_together_once_they_are_over() -> None:
    """And not again."""
    noticing = begun("a")
    noticing.look(10.0, {"a": (2, 2)}, ["a"])
    noticing.look(10.5, {"b": (1, 1)}, ["b"])
    assert noticing.take(11.4) == set()
    assert noticing.due() == 11.5
    assert noticing.take(11.5) == {"a", "b"}
    assert noticing.take(100.0) == set()
    assert noticing.due() is None


def test_a_note_that_is_changed_all_the_time_is_told_of() -> None:
    """Every five seconds, and a hint that nothing changed with does not put it off."""
    noticing, told = begun("a"), []
    for tenth in range(200):
        now = tenth / 10
        noticing.look(now, {"a": (1, tenth)}, ["a"])
        told += [now] if noticing.take(now) else []
    assert len(told) == 3
    noticing = begun("a")
    noticing.look(0.0, {"a": (2, 2)})
    for tenth in range(10):
        noticing.look(tenth / 10, {"a": (2, 2)}, ["a"])
    assert noticing.take(1.0) == {"a"}


def test_a_note_that_is_away_for_a_moment_was_never_away() -> None:
    """One that is away for five seconds is told of, and so is that it is back."""
    noticing = begun("a")
    noticing.look(1.0, {}, ["a"])
    assert noticing.take(5.0) == set()
    noticing.look(5.5, {"a": (1, 1)}, ["a"])
    assert noticing.take(100.0) == set()
    noticing.look(101.0, {})
    assert noticing.due() == 106.0
    assert noticing.take(106.0) == {"a"}
    noticing.look(107.0, {"a": (1, 1)})
    assert noticing.take(108.0) == {"a"}


def test_a_note_that_was_gone_when_it_was_told_of_is_told_of_once() -> None:
    """One that may have been there for a moment then is told of once more, at the next look."""
    for known, again in ((["a"], set[str]()), ([], {"a"})):
        noticing = begun("a")
        noticing.look(1.0, {}, ["a"])
        assert noticing.take(6.0) == {"a"}
        noticing.know_gone(known)
        noticing.look(60.0, {})
        assert noticing.take(62.0) == again


CHANGES = st.lists(
    st.tuples(st.sampled_from("abc"), st.none() | st.integers(1, 5), st.integers(0, 8)), max_size=40
)


@given(CHANGES)
@settings(max_examples=100, deadline=None)
def test_whoever_listens_knows_what_is_there_in_the_end(
    changes: list[tuple[str, int | None, int]],
) -> None:
    """Looking again at each file that is told of, and at no other."""
    noticing, now, disk = Noticing(), 0.0, dict[str, Seen]()
    noticing.look(now, disk)
    known = dict[str, Seen]()

    def listen() -> None:
        for path in noticing.take(now):
            known.pop(path, None)
            known.update({path: disk[path]} if path in disk else {})

    for tick, (path, size, wait) in enumerate(changes):
        disk.pop(path, None)
        disk |= {} if size is None else {path: (size, tick)}
        if wait % 3:  # of some changes there is no hint
            noticing.look(now, {p: s for p, s in disk.items() if p == path}, [path])
        now += wait
        listen()
    noticing.look(now, dict(disk))
    now += 10
    listen()
    assert known == disk
    assert noticing.due() is None
