"""What becomes of a choice of statements: sentences that say what they say, and no more."""

import pytest

from app.compiler.opening import Chosen, kept, sentences
from app.compiler.resolve import Subject
from app.compiler.statements import Content, Said, Statement
from app.ledger.records import (
    Claim,
    Form,
    Kind,
    NameFound,
    Quotable,
    Role,
    SourceRecord,
    SubjectFound,
)
from app.sources.document import BlockKind


def subject(*names: str, kind: Kind = Kind.ENTITY) -> Subject:
    slot = names[0].casefold()
    found = SubjectFound(slot, kind, tuple(NameFound(n, "1") for n in names), ("1",))
    return Subject(slot, (slot,), (("k3f", found),), None)


def statement(number: int, text: str, language: str, role: Role = Role.SAYS) -> Statement:
    source = SourceRecord(
        "k3f", "raw/a.md", "", 0, "markdown", "A", "A", language, "", "raw/a.md", "builtin", 1
    )
    place = Quotable(
        str(number), text, number * 100, number * 100 + len(text), BlockKind.PARAGRAPH, 1
    )
    claim = Claim("debian", (str(number),), text, role, Form.WHOLE)
    return Statement(Said(source, "k3f", claim, place))


def opened(
    texts: list[str], joins: list[str], *, about: Subject | None = None, language: str = "en"
) -> list[str]:
    """The sentences that come of these statements, wished to be joined so, the first being defining."""
    role = [Role.DEFINES] + [Role.SAYS] * (len(texts) - 1)
    made = [statement(n, t, language, role[n]) for n, t in enumerate(texts)]
    chosen = [Chosen(s, join) for s, join in zip(made, ["", *joins], strict=True)]
    content = Content(made[:1], made[1:], language)
    found = sentences(chosen, content, about or subject("Debian"))
    assert sentences(kept(found), content, about or subject("Debian")) == found
    return [" ".join(part.joined + part.text for part in sentence) for sentence in found]


IS = "Debian is a distribution."
LAST = "Its mascot is a swirl."  # a third, so that two can share a sentence


def test_a_subject_that_is_said_twice_is_left_out_behind_and() -> None:
    assert opened([IS, "Debian includes more than 59,100 packages.", LAST], ["and", ""]) == [
        "Debian is a distribution and includes more than 59,100 packages.",
        LAST,
    ]
    led = "Bruce Perens led Debian from April 1996."
    was = "Bruce Perens was the second leader, just after Ian Murdock."
    assert opened([was, led, LAST], ["and", ""], about=subject("Bruce Perens"))[0] == (
        "Bruce Perens was the second leader, just after Ian Murdock, and led Debian from April 1996."
    )


@pytest.mark.parametrize(
    "first",
    [
        "Debian is not a distribution.",
        "Debian may be a distribution.",
        "Debian is a distribution if you ask Ian.",
        "Debian is a distribution that Ian made.",
        "Debian is said to be a distribution.",
        "Debian is only a distribution.",
        "Debian is the system Ian Murdock founded.",
    ],
)
def test_nothing_of_the_first_statement_reaches_over_the_second(first: str) -> None:
    """A "not", a "may", an "if" or a "that" would be read with what "and" adds."""
    second = "Debian includes more than 59,100 packages."
    assert opened([first, second, LAST], ["and", ""]) == [first, second, LAST]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "Debian was begun in 1993.",
            "Debian named the release Buzz.",
        ),  # "was … named the release"
        (IS, "Debian use a social contract."),  # no form that goes with "Debian is"
        (IS, "Debian's installer is a program."),  # not the same subject
        (IS, "Debian developers are a group."),
        ("Debian's archives are large.", "Debian is a distribution."),
    ],
)
def test_a_subject_stays_where_leaving_it_out_could_say_something_else(
    first: str, second: str
) -> None:
    assert opened([first, second, LAST], ["and", ""]) == [first, second, LAST]


def test_other_subjects_share_a_sentence_as_far_as_the_front_of_the_second_may_be_written_small() -> (
    None
):
    gnu = "GNU is a system"
    ends = "The kernel is the Hurd."
    about = subject("GNU")
    assert opened([f"{gnu}.", ends, LAST], ["and", ""], about=about)[0] == (
        "GNU is a system, and the kernel is the Hurd."
    )
    assert opened([f"{gnu}.", ends, LAST], [";", ""], about=about)[0] == (
        "GNU is a system; the kernel is the Hurd."
    )
    assert opened([f"{gnu} that Ian uses.", ends, LAST], ["and", ""], about=about)[0] == (
        "GNU is a system that Ian uses; the kernel is the Hurd."
    )
    assert opened(["The Debian archives are large.", IS, LAST], ["and", ""])[0] == (
        "The Debian archives are large, and Debian is a distribution."
    )
    for unsure in (
        "In 1996, Hurd was a kernel.",
        "The Hague is a town.",
        "Hurd is a kernel.",
        "Kernels are programs.",
    ):
        assert opened([f"{gnu}.", unsure, LAST], [";", ""], about=about)[:2] == [f"{gnu}.", unsure]
    for as_it_is in ("`apt` is a program.", "APT is a program.", "3.1 is a release."):
        assert (
            opened([f"{gnu}.", as_it_is, LAST], [";", ""], about=about)[0] == f"{gnu}; {as_it_is}"
        )


def test_a_name_of_the_subject_is_written_small_only_behind_an_article_of_its_own() -> None:
    wick, lamp = subject("Wick", "wick", kind=Kind.CONCEPT), "Lamps are lights."
    assert opened([lamp, "A wick is a cord.", LAST], [";", ""], about=wick)[0] == (
        "Lamps are lights; a wick is a cord."
    )
    assert opened([lamp, "Wick is a cord.", LAST], [";", ""], about=wick)[0] == lamp
    the = subject("The Hague")
    assert opened([lamp, "The Hague is a town.", LAST], [";", ""], about=the)[0] == (
        "Lamps are lights; The Hague is a town."
    )


def test_a_full_stop_that_may_belong_to_a_word_stays() -> None:
    for first in (
        "Debian is made by SPI Inc.",
        "Debian is from the U.S.",
        "Debian holds apt, dpkg etc.",
    ):
        assert opened([first, "The kernel is Linux.", LAST], [";", ""])[0] == first


def test_other_languages_are_joined_only_where_their_grammar_lets_code_do_it() -> None:
    german = ["Debian ist ein System.", "Der Kern ist Linux.", "Das Zeichen ist ein Wirbel."]
    assert opened(german, [";", ""], language="de") == [
        "Debian ist ein System; der Kern ist Linux.",
        german[2],
    ]
    assert opened(german, ["and", ""], language="de") == german
    chinese = ["Debian是一个操作系统。", "内核是Linux内核的一个版本。", "标志是一个红色的漩涡。"]
    assert (
        opened(chinese, [";", ""], language="zh")[0]
        == "Debian是一个操作系统； 内核是Linux内核的一个版本。"
    )
    french = ["Debian est un système.", "Le noyau est Linux.", "Son signe est une spirale."]
    assert opened(french, [";", ";"], language="fr") == french


def test_it_is_two_to_four_sentences_and_a_first_screen() -> None:
    assert opened([IS], []) == []
    assert opened([IS, "Debian includes many packages."], ["and"]) == [
        IS,
        "Debian includes many packages.",
    ]
    many = [IS, *(f"Debian has had {n} leaders." for n in range(9))]
    assert len(opened(many, [""] * 9)) == 4
    long = f"Debian is {'a very ' * 14}good system."
    assert (
        len(opened([IS, long, long.replace("good", "old"), long.replace("good", "new")], [""] * 3))
        == 3
    )


def test_each_statement_stands_once_and_a_definition_first() -> None:
    one, two = (
        statement(1, "Debian includes many packages.", "en"),
        statement(2, IS, "en", Role.DEFINES),
    )
    content = Content([two], [one], "en")
    chosen = [Chosen(one), Chosen(two, "and"), Chosen(one, ";"), Chosen(two)]
    found = sentences(chosen, content, subject("Debian"))
    assert [part.statement for sentence in found for part in sentence] == [two, one]


def test_the_definition_may_be_another_than_that_of_the_page() -> None:
    poor = statement(1, "Debian is a moving target.", "en", Role.DEFINES)
    good = statement(2, "Debian is a distribution of Linux.", "en", Role.DEFINES)
    content = Content(
        [poor], [good, more := statement(3, "Debian includes many packages.", "en")], "en"
    )
    found = sentences([Chosen(good), Chosen(more)], content, subject("Debian"))
    assert [part.statement for sentence in found for part in sentence] == [good, more]


def test_without_a_definition_what_speaks_of_the_subject_comes_first() -> None:
    other = statement(1, "The first leader of Debian was Ian Murdock.", "en")
    own = statement(2, "Debian was begun in 1993.", "en")
    content = Content([], [other, own], "en")
    found = sentences([Chosen(other), Chosen(own, "and")], content, subject("Debian"))
    assert [part.statement for sentence in found for part in sentence] == [own, other]
    assert sentences([Chosen(other)], content, subject("Debian")) == []
