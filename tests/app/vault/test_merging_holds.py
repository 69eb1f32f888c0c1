"""What every merge of a compiled page keeps to, whatever the pages and the edits."""

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.vault import markdown
from app.vault.merging import merge
from tests.app.vault.page_models import EDITS, MODELS, Edit, Model, edited

_HOSTILE = [
    *"ab[]^|#`~-+*>: \n\r\t\"'{}$%<!\ufeff\x00\u2028é1.",
    "[^k3f-1]",
    "---\n",
    "\n\n",
    "\n- ",
]
HOSTILE = st.lists(st.sampled_from(_HOSTILE), max_size=60).map("".join)


def marks(text: str) -> list[str]:
    """The marks in a text, definitions left out."""
    return re.findall(r"\[\^([^\]\s\[]+)\](?!:)", text)


@settings(max_examples=60, deadline=None)
@given(MODELS, MODELS)
def test_an_unedited_page_becomes_the_new_text(base: Model, new: Model) -> None:
    """To the byte."""
    assert merge(base.text, base.text, new.text).text == new.text


@settings(max_examples=60, deadline=None)
@given(MODELS, EDITS)
def test_an_edited_page_for_which_there_is_nothing_new_stays(
    base: Model, edits: list[Edit]
) -> None:
    """To the byte."""
    theirs, _ = edited(base.text, edits)
    assert merge(base.text, theirs, base.text).text == theirs


@settings(max_examples=60, deadline=None)
@given(MODELS, MODELS, EDITS)
def test_a_merge_is_not_merged_further(base: Model, new: Model, edits: list[Edit]) -> None:
    """Merged once more with the same new text nothing changes, and nothing is offered anew."""
    theirs, _ = edited(base.text, edits)
    merged = merge(base.text, theirs, new.text)
    assert merge(new.text, merged.text, new.text).text == merged.text
    assert merge(base.text, merged.text, base.text).text == merged.text


@settings(max_examples=60, deadline=None)
@given(MODELS, MODELS, EDITS)
def test_each_line_that_a_person_added_is_there(base: Model, new: Model, edits: list[Edit]) -> None:
    """Wherever it was put, whatever became of what is around it; of a property the words."""
    theirs, added = edited(base.text, edits)
    merged = merge(base.text, theirs, new.text).text
    lines = [line.strip() for line in merged.split("\n")]
    head = merged.partition("\n# ")[0]
    lost = [line for line in added if line.strip() not in lines and line.lstrip(" -") not in head]
    assert lost == []


@settings(max_examples=60, deadline=None)
@given(MODELS, MODELS, EDITS)
def test_what_is_new_arrives_once_and_what_was_deleted_stays_away(
    base: Model, new: Model, edits: list[Edit]
) -> None:
    """Statement by statement, known by their marks."""
    theirs, _ = edited(base.text, edits)
    there = marks(theirs)
    merged = marks(merge(base.text, theirs, new.text).text)
    for label in new.says.keys() - base.says.keys():
        assert merged.count(label) == 1 + there.count(label)
    for label in base.says.keys() - set(there):
        assert label not in merged


@settings(max_examples=60, deadline=None)
@given(MODELS, MODELS, EDITS)
def test_the_result_is_valid_where_both_were(base: Model, new: Model, edits: list[Edit]) -> None:
    """One title, closed fences, and a definition for each mark."""
    theirs, _ = edited(base.text, edits)
    merged = merge(base.text, theirs, new.text).text
    titles = [sum(h.level == 1 for h in markdown.headings(t)) for t in (theirs, merged)]
    assert titles[0] != 1 or titles[1] == 1
    assert markdown.fences_balanced(merged) or not markdown.fences_balanced(theirs)
    notes = markdown.footnotes(merged)
    before = markdown.footnotes(theirs)
    assert {*notes.used} <= {*notes.defined} or not {*before.used} <= {*before.defined}


@settings(max_examples=60, deadline=None)
@given(HOSTILE, HOSTILE, HOSTILE)
@example("", "", "")
@example("", "\ufeff", "---\n---\n")
@example("---\na: 1\n---\n", "---\na: [\n---\n", "---\na: 2\n---\n")
def test_hostile_texts_are_merged_without_an_error(base: str, theirs: str, new: str) -> None:
    """And an unedited one still becomes the new one, an edited one stays."""
    assert isinstance(merge(base, theirs, new).text, str)
    assert merge(base, base, new).text == new
    assert merge(base, theirs, base).text == theirs


@settings(max_examples=60, deadline=None)
@given(MODELS, MODELS, EDITS)
def test_line_ends_and_the_byte_order_mark_stay(base: Model, new: Model, edits: list[Edit]) -> None:
    """A page that another editor wrote in its own way is merged as if it had not."""
    theirs, _ = edited(base.text, edits)
    if "\n" not in theirs:
        return
    plain = merge(base.text, theirs, new.text).text
    other = "\ufeff" + theirs.replace("\n", "\r\n")
    assert merge(base.text, other, new.text).text == "\ufeff" + plain.replace("\n", "\r\n")
