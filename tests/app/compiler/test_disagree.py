"""Which facts of several sources cannot both hold."""

import re
from pathlib import Path

import pytest

from app.compiler.disagree import Disagreement, Witness, disagreements
from app.compiler.disputes import polarity
from app.compiler.facts import facts
from app.ledger.records import Claim, Fact, Form, Role
from tests.promises.page_checks import problems
from tests.promises.vaults import compile_, new_vault


def _say(source: str, *sentences: str, voice: str = "") -> list[Witness]:
    """What a source says, as witnesses; it speaks with its own voice unless another is given."""
    return [
        Witness(
            source,
            voice or source,
            Fact(str(number), f.type, f.aspect, f.value, f.words, f.hedged, bound=f.bound),
            frozenset(re.findall(r"[a-z]{3,}", sentence.replace(f.words, "").lower())),
        )
        for number, sentence in enumerate(sentences)
        for f in facts(sentence, "en")
    ]


def _between(first: str, second: str) -> list[Disagreement]:
    """The disagreements between two sources of one sentence each, each of which fixes something."""
    one, other = _say("a", first), _say("b", second)
    assert one
    assert other
    return disagreements(one + other)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Buzz was released in June 1996.", "Buzz was released on 17 June 1996."),
        ("Buzz was released in 1996.", "Buzz was released on 17 June 1996."),
        ("Buzz was released on June 17th, 1996.", "Buzz was published on 1996-06-17."),
        ("Debian has 474 packages.", "Debian has 474 packages."),
        ("Debian has 474 packages.", "Debian has more than 400 packages."),
        ("He named it after his wife Debra.", "Debra, his wife, came."),
        ("Debian 1.1 Buzz (June 17th, 1996)", "It was buzz for release 1.1 of it."),
    ],
)
def test_values_that_can_both_hold_agree(first: str, second: str) -> None:
    assert _between(first, second) == []


@pytest.mark.parametrize(
    ("first", "second", "key"),
    [
        ("Buzz was released in June 1996.", "Buzz was released in July 1996.", "date:release"),
        ("Buzz was released in June 1996.", "Buzz was released on 17 July 1996.", "date:release"),
        (
            "Buzz was released on 17 June 1996.",
            "Buzz was released on 18 June 1996.",
            "date:release",
        ),
        ("Buzz was released in 1996.", "Buzz was released in 1997.", "date:release"),
        ("Debian has 474 packages.", "Debian has 475 packages.", "count:package"),
        (
            "He named it after his wife Debra.",
            "He named it after his girlfriend Debra.",
            "role:debra",
        ),
        ("They called it Buzz (1.1).", "They called it Rex (1.1).", "name:name of 1.1"),
    ],
)
def test_values_that_exclude_each_other_disagree(first: str, second: str, key: str) -> None:
    (found,) = _between(first, second)
    assert found.key == key
    assert [[w.source for w in p.witnesses] for p in found.positions] in (
        [["a"], ["b"]],
        [["b"], ["a"]],
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Buzz was founded in June 1996.", "Buzz was released in July 1996."),
        ("He led Buzz from 1993.", "He led Buzz until 1996."),
        ("Debian has 474 packages.", "Debian has 200 developers."),
        ("Debian has 474 packages.", "Debian was released in 1996."),
        ("They called it Buzz (1.1).", "They called it Rex (1.2)."),
        ("He met his wife Debra.", "He met his sister Anna."),
    ],
)
def test_unrelated_attributes_do_not_disagree(first: str, second: str) -> None:
    assert _between(first, second) == []


def test_counts_in_sentences_of_other_things_do_not_disagree() -> None:
    assert (
        _between("The northern harbour keeps 12 lamps.", "Every whaling ship carries 3 lamps.")
        == []
    )


def test_one_voice_does_not_disagree_with_itself() -> None:
    older = _say("a", "Debian has 474 packages.", voice="one")
    newer = _say("b", "Debian has 900 packages.", voice="one")
    assert disagreements(older + newer) == []


def test_a_source_that_gives_two_values_speaks_of_several_things() -> None:
    several = _say("a", "The lamp has 2 wicks.", "The lamp has 3 wicks.")
    assert disagreements(several + _say("b", "The lamp has 4 wicks.")) == []


def test_the_position_of_more_voices_comes_first() -> None:
    said = _say("a", "Debian has 900 packages.")
    said += _say("b", "Debian has 474 packages.") + _say("c", "Debian has 474 packages.")
    (found,) = disagreements(said)
    assert [(p.value, p.voices) for p in found.positions] == [("474", {"b", "c"}), ("900", {"a"})]


def test_editions_of_one_voice_do_not_outweigh_another_voice() -> None:
    said = _say("a", "Debian has 900 packages.")
    said += _say("b", "Debian has 474 packages.", voice="b")
    said += _say("c", "Debian has 474 packages.", voice="b")
    (found,) = disagreements(said)
    assert [(p.value, p.voices) for p in found.positions] == [("900", {"a"}), ("474", {"b"})]


def test_the_order_of_the_sources_changes_nothing() -> None:
    said = _say("a", "Buzz was released in June 1996.") + _say(
        "b", "Buzz was released in July 1996."
    )
    said += _say("c", "Buzz was released on 17 June 1996.")
    assert disagreements(said) == disagreements(said[::-1])
    (found,) = disagreements(said)
    assert [(p.value, p.voices) for p in found.positions] == [
        ("1996-06-17", {"a", "c"}),
        ("1996-07", {"b"}),
    ]


@pytest.mark.parametrize(
    ("first", "second", "key"),
    [
        (
            "The lighthouse was built by Anna Kessler.",
            "The lighthouse was built by Josef Brandt.",
            "agent:built by",
        ),
        (
            "The line is based in Miami, Florida.",
            "The line is based in Anchorage, Alaska.",
            "place:based in",
        ),
    ],
)
def test_doers_and_places_that_exclude_each_other_disagree(
    first: str, second: str, key: str
) -> None:
    (found,) = _between(first, second)
    assert found.key == key


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The lamp was designed by Ada Winter.", "The lamp was designed by Winter."),
        ("The lamp was designed by Ada Winter and Jo May.", "The lamp was designed by Jo May."),
        ("The line is based in Miami, Florida.", "The line is based in Florida, USA."),
        ("The team won the cup in 2006.", "The team won the cup in 2014."),
    ],
)
def test_doers_places_and_repeated_events_that_can_both_hold_agree(first: str, second: str) -> None:
    assert _between(first, second) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Buzz was reportedly released in June 1996.",
        "According to him, Buzz was released in June 1996.",
        "She was born in Vienna.",
        "Buzz was released by 1996.",
    ],
)
def test_what_is_only_reported_or_left_open_fixes_nothing(sentence: str) -> None:
    assert facts(sentence, "en") == []


def _claim(text: str) -> Claim:
    return Claim("elsin", ("1",), text, Role.SAYS, Form.WHOLE)


def test_a_denial_and_what_it_denies_differ_in_nothing_else() -> None:
    said = polarity(_claim("Elsin is connected to the railway."), {"elsin"})
    denied = polarity(_claim("Elsin is not connected to the railway."), {"elsin"})
    assert said is not None
    assert denied is not None
    assert said.aspect == denied.aspect
    assert (said.value, denied.value) == ("yes", "no")


@pytest.mark.parametrize(
    "text",
    [
        "Elsin is not connected to the railway if it snows.",
        "Elsin is no longer connected to the railway.",
        "Elsin is not only connected to the railway.",
        "Elsin MUST NOT be connected to the railway.",
        "The mill of Elsin is not connected to the railway.",
        "Elsin is not old.",
    ],
)
def test_a_denial_with_a_condition_a_hedge_or_of_another_thing_denies_nothing(text: str) -> None:
    assert polarity(_claim(text), {"elsin"}) is None


def test_what_one_source_says_and_another_denies_stands_on_the_page(tmp_path: Path) -> None:
    """With the note of each; what both say of other things is no dispute."""
    vault = new_vault(tmp_path / "vault")
    texts = {
        "Guide": "**Elsin** is an island in the north. Elsin is connected to the railway."
        " Elsin has a lighthouse of white stone.",
        "Survey": "**Elsin** is a parish of nine villages. Elsin is not connected to the railway."
        " Elsin grows barley on its southern fields.",
    }
    for name, text in texts.items():
        (vault / "raw" / f"{name}.md").write_text(f"# {name}\n\n{text}\n")
    compile_(vault)
    (page,) = vault.glob("wiki/*/Elsin.md")
    disputed = page.read_text().split("[!warning|contradiction]")[1].split("\n\n")[0]
    assert "Guide" in disputed
    assert "Survey" in disputed
    assert problems(vault) == []
