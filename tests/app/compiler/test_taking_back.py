"""What is known of a page, where it changed since a step that is taken back."""

from dataclasses import replace

from app.compiler.taking_back import merged_record
from app.ledger.files import PageRecord, dump_page

LEFT = PageRecord("7f3k2a", "concept", "wick", "wiki/Wick.md", "Wick", "2026-11-30", "# Wick\n")


def merged(now: PageRecord, back: PageRecord) -> PageRecord | bytes | None:
    """What becomes of it, None if both changed one fact."""
    found = merged_record(dump_page(LEFT), dump_page(now), dump_page(back))
    known = [replace(now, base=back.base), replace(back, path=now.path), now, back]
    return next((each for each in known if found == dump_page(each)), found)


def test_a_new_place_is_kept_and_the_older_text_comes_back() -> None:
    """They are different facts."""
    now, back = replace(LEFT, path="wiki/Cord.md"), replace(LEFT, base="# Wick\n\nOld.\n")
    assert merged(now, back) == replace(back, path="wiki/Cord.md")


def test_what_both_changed_alike_is_no_matter_and_else_is_refused() -> None:
    """Neither of two texts is the right one."""
    now, back = replace(LEFT, base="# One\n"), replace(LEFT, base="# Two\n")
    assert merged(now, now) == now
    assert merged(now, back) is None
