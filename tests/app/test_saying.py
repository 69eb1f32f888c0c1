"""Sentences that can be said again in another language, with the same values in them."""

import json
from copy import deepcopy

from app import saying
from app.errors import SourceRefused
from app.saying import beside, read, said, say, sentences, translated

CHINESE = {
    "“{name}” is {kind}.": "“{name}”是{kind}。",
    "a PDF": "PDF",
    "Rename it.": "请重命名。",
    saying.NEXT: "{first}{next}",
    saying.BETWEEN: "、",
    "{names} differ.": "{names}不同。",
}


def in_chinese(text: str) -> str:
    return translated(text, lambda template: CHINESE.get(template, template))


def over_the_wire(text: str) -> str:
    """As the window gets it from the worker."""
    return read(json.loads(json.dumps({"reason": text, **beside(reason=text)})), "reason")


def test_in_english_it_is_an_ordinary_text() -> None:
    """Those who print it or keep it need not know."""
    assert say("“{name}” is {kind}.", name="a.md", kind=said("a PDF")) == "“a.md” is a PDF."


def test_template_and_values_are_translated_and_names_are_not() -> None:
    """A file that happens to be called like a word keeps its name."""
    text = say("“{name}” is {kind}.", name="a PDF", kind=said("a PDF"))

    assert in_chinese(text) == "“a PDF”是PDF。"


def test_a_value_that_looks_like_a_place_stays_what_it_is() -> None:
    """Names of files may hold braces."""
    text = say("“{name}” is {kind}.", name="{kind}", kind="x")

    assert (text, in_chinese(text)) == ("“{kind}” is x.", "“{kind}”是x。")


def test_an_error_says_both_its_sentences_in_the_other_language() -> None:
    """What happened and what to do, with the other language's white space."""
    error = SourceRefused(say("“{name}” is {kind}.", name="x", kind="y"), remedy="Rename it.")

    assert str(error.words) == "“x” is y. Rename it."
    assert in_chinese(error.words) == "“x”是y。请重命名。"


def test_lists_are_put_together_as_the_language_does() -> None:
    """Commas differ."""
    text = say("{names} differ.", names=("a", "b"))

    assert (text, in_chinese(text)) == ("a, b differ.", "a、b不同。")


def test_it_comes_whole_over_the_wire() -> None:
    """Sentences within sentences and lists too; plain texts carry nothing beside them."""
    text = sentences(say("“{name}” is {kind}.", name="x", kind=said("a PDF")), "Rename it.")

    assert in_chinese(over_the_wire(text)) == "“x”是PDF。请重命名。"
    assert beside(reason="Rename it.", other=None) == {}
    assert in_chinese(over_the_wire("Rename it.")) == "请重命名。"


def test_a_copy_knows_as_much() -> None:
    """Values are copied on their way into a file."""
    text = say("“{name}” is {kind}.", name="x", kind="y")

    assert in_chinese(deepcopy(text)) == "“x”是y。"
