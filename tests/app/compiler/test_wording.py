"""Which words of a sentence can stand alone, and what may never be left out of it."""

import pytest

from app.compiler.wording import stand_alone


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Otherwise the lamp must be trimmed by two keepers."),
        ("en", "Otherwise, the lamp must be trimmed by two keepers."),
        ("de", "Andernfalls muss die Lampe von zwei Wärtern versorgt werden."),
        ("de", "Ansonsten muss die Lampe von zwei Wärtern versorgt werden."),
        ("en", "However it is lit, it must be trimmed by two keepers."),
        ("fr", "Sinon, la lampe doit être soignée par deux gardiens."),
    ],
)
def test_what_points_at_the_case_before_is_no_statement(language: str, sentence: str) -> None:
    """Without the case that stands before it, it would hold always."""
    assert stand_alone(sentence, language, "the notes") is None


@pytest.mark.parametrize(
    "sentence",
    [
        "At this time, the harbour has two lamps.",
        "However the lamp is lit, two keepers must watch over its oil.",
    ],
)
def test_a_time_and_a_condition_at_the_front_stay(sentence: str) -> None:
    """They say when, and in which cases, the rest holds."""
    found = stand_alone(sentence, "en", "the notes")
    assert found is not None
    assert found.text == sentence


def test_a_connective_at_the_front_goes() -> None:
    """It only ties the sentence to the one before."""
    for front in ("However, the", "However the", "Furthermore, the"):
        found = stand_alone(f"{front} harbour has two lamps.", "en", "the notes")
        assert found is not None
        assert found.text == "The harbour has two lamps."


@pytest.mark.parametrize(
    "sentence",
    [
        "The lamp works burns 0.9 litres an hour.",
        "Ada Winter died in Northgate.",
        "The lamp society brought light to the last farm.",
    ],
)
def test_a_short_sentence_with_a_verb_is_a_statement(sentence: str) -> None:
    """Whether the verb is followed by a number or tells of the past."""
    assert stand_alone(sentence, "en", "the notes") is not None


@pytest.mark.parametrize("scrap", ["Changes between versions 2.0 and 3.0.", "Notes on lamps 4."])
def test_a_caption_is_none(scrap: str) -> None:
    """A number behind a plural does not make a verb of it."""
    assert stand_alone(scrap, "en", "the notes") is None
