"""Which subjects the built-in reader finds in a text, and what it takes each sentence to say."""

import pytest

from app.compiler.builtin.reader import Extraction, extract
from app.ledger.naming import key
from app.ledger.records import Claim, Role
from app.sources.reading import reading


def _read(text: str, name: str = "notes.md") -> Extraction:
    return extract(reading(name, text.encode()), "Notes")


def _claim(found: Extraction, slot: str, words: str) -> Claim:
    (claim,) = [c for c in found.claims if c.slot == key(slot) and words in c.text]
    return claim


def _names(found: Extraction, slot: str) -> set[str]:
    (subject,) = [s for s in found.subjects if s.slot == key(slot)]
    return {name.text for name in subject.names}


def test_a_definition_a_rule_and_a_mention_are_told_apart() -> None:
    found = _read(
        "# Harbour\n\nThe Harbour Bureau is an office that keeps the lamps. The Harbour Bureau"
        " MUST count every lamp. Visitors seldom write letters to the Harbour Bureau about oil.\n"
    )
    assert _claim(found, "Harbour Bureau", "is an office").role is Role.DEFINES
    assert _claim(found, "Harbour Bureau", "MUST count").role is Role.RULE
    assert _claim(found, "Harbour Bureau", "seldom write").role is Role.MENTIONS


@pytest.mark.parametrize(
    "sentence",
    [
        "The lamps were designed by Ada Brenner.",
        "In spring Ada Brenner, an engineer from Lund, moved to the harbour.",
    ],
)
def test_who_did_it_and_what_one_is_are_said_of_the_person(sentence: str) -> None:
    found = _read(f"# Harbour\n\nAda Brenner was born in Lund. {sentence}\n")
    assert _claim(found, "Ada Brenner", sentence.rsplit(" ", 1)[-1]).role is Role.SAYS


def test_a_pronoun_is_put_into_words_only_where_it_is_sure_what_it_stands_for() -> None:
    found = _read(
        "# Harbour\n\nThe Harbour Bureau is an office that keeps the lamps. It was closed in the"
        " winter of 1907.\n\nIt rained for many days in the town.\n"
    )
    texts = [c.text for c in found.claims if c.slot == key("Harbour Bureau")]
    assert "The Harbour Bureau was closed in the winter of 1907." in texts
    assert not any("rained" in text for text in texts)


@pytest.mark.parametrize(
    ("short", "long", "sentence"),
    [
        ("HLB", "Harbour Lamp Bureau", "The Harbour Lamp Bureau (HLB) is an office."),
        ("Lund LPA", "Lund Lamp Public Association", "The Lund Lamp Public Association is a club."),
    ],
)
def test_an_abbreviation_is_another_name_of_what_it_stands_for(
    short: str, long: str, sentence: str
) -> None:
    found = _read(f"# Harbour\n\n{sentence} The {short} buys oil. The {short} sells wicks.\n")
    assert short in _names(found, long)
    assert not [s for s in found.subjects if s.slot == key(short) and not s.brief]


def test_names_that_only_begin_alike_stay_two() -> None:
    found = _read(
        "# Harbour\n\nLund GPL is a club of lamp makers. Lund Harbour Company is a firm."
        " Lund GPL buys oil. Lund Harbour Company sells wicks.\n"
    )
    assert "Lund GPL" in _names(found, "Lund GPL")
    assert "Lund GPL" not in _names(found, "Lund Harbour Company")


def test_a_name_with_a_capital_inside_is_a_name_unless_it_is_code() -> None:
    found = _read(
        "# Tools\n\nAutoLamp is a program that trims wicks. AutoLamp runs in 40 harbours. The"
        " `WickCounter` is not shown. A `WickCounter` stays inside.\n"
    )
    assert _names(found, "AutoLamp") == {"AutoLamp"}
    assert not [s for s in found.subjects if s.slot == key("WickCounter") and not s.brief]


def test_a_word_that_is_explained_in_passing_and_never_used_gets_no_page() -> None:
    once = '# Tools\n\nSome clubs help the harbour; they are known as "Lamp Friends" in Lund.\n'
    assert not [s for s in _read(once).subjects if s.slot == key("Lamp Friends") and not s.brief]
    again = _read(once + "\nThe oil is paid for by the Lamp Friends.\n")
    assert [s for s in again.subjects if s.slot == key("Lamp Friends") and not s.brief]


@pytest.mark.parametrize("lead", ["We use Lamp Oil for:", "You can fill Lamp Oil into:"])
def test_a_list_that_a_writer_tells_of_himself_or_his_reader_is_no_statement(lead: str) -> None:
    found = _read(f"# Oil\n\nLamp Oil is a fuel. {lead}\n\n- lamps\n- stoves\n")
    assert [c.text for c in found.claims] == ["Lamp Oil is a fuel."]
