"""reStructuredText: read with docutils' doors shut."""

import pytest

from app.sources.document import BlockKind, Document
from app.sources.readers.rst import read


def _read(text: str) -> Document:
    return read(text.encode(), "x.rst")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("See :pep:`440` and :ref:`words <x>` or :func:`~a.b`.", "See PEP 440 and words or `a.b`."),
        ("A ``b`` *c* **d** `e <https://e.org>`__ |f|.", "A `b` c d e |f|."),
        (
            "Text [#note]_ and [1]_.\n\n.. [#note] Words.\n.. [1] More.",
            "Text [note] and [1].\n\nWords.\n\nMore.",
        ),
        ("Text.\n\n.. include:: /etc/hostname\n\nMore.", "Text.\n\nMore."),
        ("Text.\n\n.. raw:: html\n\n   <b>secret</b>\n\nMore.", "Text.\n\nMore."),
        (
            "Text.\n\n.. comment secret\n\n.. image:: x.png\n   :alt: secret\n\nMore.",
            "Text.\n\nMore.",
        ),
        (".. seealso:: Words of it.\n\n   And more.", "Words of it.\n\nAnd more."),
        (".. code-block:: python\n   :linenos:\n\n   x = 1", "x = 1"),
        (".. contents::\n\nText.", "Text."),
        ("Write::\n\n   code  here\n\nDone.", "Write:\n\ncode  here\n\nDone."),
        ("+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+", "a | b\n1 | 2"),
    ],
)
def test_text(source: str, text: str) -> None:
    """Only what is shown, nothing from other files, nothing raw."""
    assert _read(source).text == text


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    """Not for any mistake in the text."""
    _read("Head\n==\n\n:unknown:`x` *open `open |open\n\n.. unknown:: y\n\n  - a\n b\n\n====\n")
    assert capfd.readouterr() == ("", "")


def test_a_single_section_is_the_title() -> None:
    """Its subsections come below it; without one, sections begin at the second level."""
    document = _read("Title\n=====\n\nText.\n\nPart\n----\n\nMore.\n")
    assert document.title == "Title"
    assert [b.level for b in document.blocks if b.kind is BlockKind.HEADING] == [1, 2]
    several = _read("One\n===\n\nText.\n\nTwo\n===\n\nMore.\n")
    assert [b.level for b in several.blocks if b.kind is BlockKind.HEADING] == [2, 2]
    assert several.title == "x"


def test_terms_and_nested_lists() -> None:
    """Definitions hang on their term, items on their lead-in."""
    document = _read("term\n   Its meaning.\n\nDo:\n\n#. one\n\n   a. deep\n\n#. two\n")
    assert [
        (b.kind.value, document.text[b.start : b.end], b.marker, b.parent) for b in document.blocks
    ] == [
        ("term", "term", "", None),
        ("paragraph", "Its meaning.", "", 0),
        ("paragraph", "Do:", "", None),
        ("item", "one", "1", 2),
        ("item", "deep", "a", 3),
        ("item", "two", "2", 2),
    ]
