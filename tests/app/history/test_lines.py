"""Lines are taken out of a log, and put back, whatever else was added to it."""

import pytest

from app.history.lines import patched


@pytest.mark.parametrize(
    ("before", "now", "after", "expected"),
    [
        (b"a\nb\n", b"a\nb\nc\n", b"a\n", b"a\nc\n"),  # taken out of the middle
        (b"a\nb\n", b"0\na\nb\n", b"a\n", b"0\na\n"),
        (b"a\nb\n", b"a\nB\n", b"a\n", b"a\nB\n"),  # edited: it stays
        (b"a\nb\n", b"a\n", b"a\n", b"a\n"),  # gone already
        (b"a\nc\n", b"a\nc\nd\n", b"a\nb\nc\n", b"a\nb\nc\nd\n"),  # put back in its place
        (b"a\n", b"x\ny\n", b"a\nb\n", b"x\ny\nb\n"),  # whose place is gone: at the end
        (b"a\n", b"a\nx", b"a\nb\n", b"a\nb\nx"),
        (b"a", b"a", b"a\nb\n", b"a\nb\n"),
        (b"", b"mine\n", b"b\n", b"b\nmine\n"),
        (b"a\nb\nc\nd\n", b"a\nb\nc\nd\ne\n", b"b\nd\nf\n", b"b\nd\nf\ne\n"),  # several at once
        (b"x\nx\nx\n", b"x\nx\nx\ny\n", b"x\nx\n", b"x\nx\ny\n"),  # the last of several
    ],
)
def test_what_came_since_stays(before: bytes, now: bytes, after: bytes, expected: bytes) -> None:
    """The lines of the step go or come; all others stay."""
    assert patched(before, now, after) == expected


def test_a_log_of_years_is_patched_at_once() -> None:
    """Only where it differs is it compared line by line."""
    log = b"".join(b"## entry %d\n\n" % n for n in range(100_000))
    assert patched(log + b"new\n", log + b"new\nmore\n", log) == log + b"more\n"
