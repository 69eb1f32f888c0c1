"""Lines of JSON are read whole, in order, and never for long at a time."""

import json
import time

from hypothesis import given, settings
from hypothesis import strategies as st

from ui.lines import Lines

MESSAGES = st.dictionaries(
    st.text(max_size=5),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner),
        max_leaves=20,
    ),
    max_size=5,
)


def everything(lines: Lines) -> list[object]:
    found: list[object] = []
    while lines.waiting:
        found += lines.take(0.001)
    return found


@settings(max_examples=40, deadline=None)
@given(st.lists(MESSAGES, max_size=5), st.integers(1, 50), st.booleans())
def test_whatever_the_pipe_cuts_comes_out_whole(
    messages: list[dict[str, object]], size: int, padded: bool
) -> None:
    """Long lines take the slow road through the same JSON."""
    padding = " " * 70_000 if padded else ""
    data = "".join(json.dumps(message) + padding + "\n" for message in messages).encode()
    step = max(size, len(data) // 50)
    lines = Lines()

    for place in range(0, len(data), step):
        lines.feed(data[place : place + step])

    assert everything(lines) == messages


def test_what_is_no_json_is_skipped() -> None:
    """A stray print of some library does not end the talk."""
    lines = Lines()

    lines.feed(b'hello\n\n[1]\n{"a": \n' + b'{"a": ' + b" " * 80_000 + b"oops}\n" + b'{"b": 1}\n')

    assert everything(lines) == [{"b": 1}]


def test_a_line_of_ten_thousand_pages_is_read_in_short_slices() -> None:
    """The window's own budget is 50 ms; a slice stays well below it."""
    page = {"path": "wiki/concepts/Some concept.md", "title": "Some concept", "gist": "x" * 200}
    line = json.dumps({"id": 1, "result": {"pages": [page] * 10_000, "undo": None}}).encode()
    lines = Lines()
    lines.feed(line + b"\n")
    slices = []

    found: list[dict[str, object]] = []
    while lines.waiting:
        started = time.process_time()
        found += lines.take(0.012)
        slices.append(time.process_time() - started)

    assert len(found) == 1
    assert sorted(slices)[-2] < 0.05, slices


def test_elements_of_a_long_list_are_made_as_they_are_read() -> None:
    """Ten thousand pages are not made at once when the message is whole."""
    lines = Lines({"pages": len})
    lines.feed(json.dumps({"result": {"pages": ["ab"] * 40_000, "other": ["ab"]}}).encode() + b"\n")

    assert everything(lines) == [{"result": {"pages": [2] * 40_000, "other": ["ab"]}}]
