"""Which dates, counts, roles and names are read from a sentence."""

import pytest

from app.compiler.facts import facts


def _read(sentence: str, language: str = "en") -> list[tuple[str, str, str]]:
    """The facts of a sentence as (type, aspect, value)."""
    return [(f.type.value, f.aspect, f.value) for f in facts(sentence, language)]


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("It was released in 1996.", "1996"),
        ("It was released in June 1996.", "1996-06"),
        ("It was released on 17 June 1996.", "1996-06-17"),
        ("It was released on June 17th, 1996.", "1996-06-17"),
        ("It was released on 1996-06-17.", "1996-06-17"),
        ("It was released on 7 Jun. 1996.", "1996-06-07"),
    ],
)
def test_a_date_is_read_as_exactly_as_it_is_given(sentence: str, value: str) -> None:
    assert _read(sentence) == [("date", "release", value)]


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("Debian was founded on August 16th, 1993.", "en"),
        ("Debian was created on 16 August 1993.", "en"),
        ("Debian wurde gegründet am 16. August 1993.", "de"),
        ("Debian a été fondé le 16 août 1993.", "fr"),
    ],
)
def test_founded_and_created_are_one_event_in_every_language(sentence: str, language: str) -> None:
    assert _read(sentence, language) == [("date", "begin", "1993-08-16")]


def test_each_date_belongs_to_the_nearest_verb_before_it() -> None:
    found = _read("It was founded in 1993 and renamed in 1997.")
    assert found == [("date", "begin", "1993"), ("date", "rename", "1997")]


def test_the_two_ends_of_a_period_are_two_aspects() -> None:
    found = _read("He led the project from April 1996 until December 1997.")
    assert found == [("date", "lead from", "1996-04"), ("date", "lead until", "1997-12")]


@pytest.mark.parametrize(
    "sentence",
    [
        "The year 1996 was cold.",
        "He died; the summer of 1999 was warm.",
        "It was founded, and 1999 was a good year.",
    ],
)
def test_a_date_without_an_event_in_its_clause_is_no_fact(sentence: str) -> None:
    assert _read(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "aspect", "value"),
    [
        ("Debian has 474 packages.", "package", "474"),
        ("Debian has 1,500 packages.", "package", "1500"),
        ("The sale lasts seven days.", "day", "7"),
        ("The wick is 3.5 metres long.", "metre", "3.5"),
        ("Oil is 20% of the weight.", "percent", "20"),
        ("Oil is 20 percent of the weight.", "percent", "20"),
        ("The town has 12 harbour lamps.", "harbour lamp", "12"),
    ],
)
def test_a_count_is_read_with_what_it_counts(sentence: str, aspect: str, value: str) -> None:
    assert _read(sentence) == [("count", aspect, value)]


@pytest.mark.parametrize(
    "sentence", ["Read section 12 of it.", "In 1996 lamps burned.", "Windows 95 users came."]
)
def test_numbers_of_parts_years_and_names_count_nothing(sentence: str) -> None:
    assert [each for each in _read(sentence) if each[0] == "count"] == []


@pytest.mark.parametrize("hedge", ["more than", "about", "at least", "nearly", "up to"])
def test_a_hedged_count_is_known_as_such(hedge: str) -> None:
    (hedged,) = facts(f"Debian has {hedge} 900 packages.", "en")
    (plain,) = facts("Debian has 900 packages.", "en")
    assert (hedged.hedged, hedged.value, hedged.words) == (True, "900", f"{hedge} 900 packages")
    assert (plain.hedged, plain.value, plain.words) == (False, "900", "900 packages")


@pytest.mark.parametrize(
    "sentence",
    [
        "He named it after his wife Debra Lynn.",
        "He named it after his wife, Debra Lynn.",
        "Debra Lynn, his wife, came.",
    ],
)
def test_what_someone_is_to_someone_is_read_from_either_side(sentence: str) -> None:
    assert _read(sentence) == [("role", "debralynn", "wife")]


def test_only_people_are_something_to_someone() -> None:
    assert _read("He sold his house Rosewood.") == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Debian 1.1 Buzz (June 17th, 1996)",
        "They called it Buzz (1.1).",
        "It was buzz for release 1.1 of it.",
    ],
)
def test_the_name_of_a_version_is_read_in_several_forms(sentence: str) -> None:
    assert _read(sentence) == [("name", "name of 1.1", "buzz")]


def test_a_sentence_may_fix_several_things() -> None:
    found = _read("Founded in 1993, the project has 900 developers.")
    assert found == [("date", "begin", "1993"), ("count", "developer", "900")]


def test_a_sentence_without_values_fixes_nothing() -> None:
    assert _read("The lamp burns all night.") == []


def test_line_breaks_do_not_hide_a_fact() -> None:
    assert _read("It was released on 17\nJune\n1996.") == [("date", "release", "1996-06-17")]


def test_a_fact_stands_where_its_words_are() -> None:
    sentence = "It was released on 17 June 1996."
    (found,) = facts(sentence, "en")
    assert sentence[found.start :].startswith("17 June 1996")
    assert found.words == "17 June 1996"


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("Debian wurde am 16. August 1993 von Ian Murdock gegründet.", "de"),
        ("项目创建于1993年8月16日。", "zh"),
        ("该项目于1993年8月16日成立。", "zh-Hans"),
    ],
)
def test_the_verb_may_follow_its_date_where_the_language_puts_it_last(
    sentence: str, language: str
) -> None:
    assert _read(sentence, language) == [("date", "begin", "1993-08-16")]


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("It was not released in 1996.", "en"),
        ("It wasn’t released in 1996.", "en"),
        ("It was never released in 1996.", "en"),
        ("It does not have 474 packages.", "en"),
        ("Es wurde nicht am 16. August 1993 gegründet.", "de"),
        ("Es wurde am 16. August 1993 nicht gegründet.", "de"),
        ("Il n’est pas sorti en 1996.", "fr"),
        ("该项目没有创建于1993年。", "zh"),
    ],
)
def test_what_is_denied_is_no_fact(sentence: str, language: str) -> None:
    assert _read(sentence, language) == []


def test_a_denial_in_another_clause_changes_nothing() -> None:
    assert _read("It was not finished; it was released in 1996.") == [("date", "release", "1996")]


@pytest.mark.parametrize(
    "date",
    ["45 June 1996", "1996-13-40", "1996-00-10", "31 April 1996", "29 February 1995", "1996-06-00"],
)
def test_a_date_that_no_calendar_has_is_no_fact(date: str) -> None:
    assert _read(f"It was released on {date}.") == []


def test_a_day_begins_where_its_number_does() -> None:
    assert _read("It was released as number 117 June 1996.") == [("date", "release", "1996-06")]


def test_a_span_of_years_is_no_date() -> None:
    assert _read("It was published between 1990 and 1995.") == []


@pytest.mark.parametrize("hedge", ["About", "More than", "No more than", "At most", "Roughly"])
def test_a_hedge_that_opens_the_sentence_is_one(hedge: str) -> None:
    (found,) = facts(f"{hedge} 400 packages exist.", "en")
    assert (found.hedged, found.value) == (True, "400")


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("Buzz (Debian 1.1) was not late.", ("name", "name of 1.1", "buzz")),
        ("Ian and his wife Debra did not come.", ("role", "debra", "wife")),
    ],
)
def test_what_is_said_in_passing_holds_in_a_denial_too(
    sentence: str, fact: tuple[str, str, str]
) -> None:
    assert _read(sentence) == [fact]
