"""Names and statements of several sources held against each other by a model at the wire."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.compiler.compile import opened
from app.compiler.deciding import Pair, fitting, known, question, verdicts
from app.compiler.resolve import subject_of
from app.compiler.statements import content_of
from app.ledger.records import Role, Verdict
from tests.app.compiler.test_model_reader import (
    answering,
    compile_with,
    decided,
    is_of_pairs,
    perfect,
    picks,
    reader,
    record,
)
from tests.app.history.plug import Plug
from tests.app.llm.fake_server import FakeServer, fake_server
from tests.promises.page_checks import problems
from tests.promises.vaults import SOURCES, clock, compile_, files_in, made, new_vault, put

HARROW = """# Harrow report

The Harrow line is an aerial ropeway of 4.2 kilometres between Orrin and Maud Pass.
The Harrow line was opened in 1931 by the Fenner Works. The Harrow line can carry 40 tonnes of ore an hour.
The Harrow line has no night service. The Harrow line employs 61 people.
"""
NORTH = """# Notes on the north

The northern cableway is a ropeway that runs 4.2 kilometres from Orrin up to Maud Pass.
It was built by the Fenner Works and has 31 towers. The northern cableway moves at most 30 tonnes of ore in an hour.
The northern cableway gives work to 61 people. The northern cableway is painted green.
"""
TWO = {"harrow.md": HARROW, "north.md": NORTH}
BY_DAY = {  # a contradiction that only a judge can see
    name: text.replace("40 tonnes of ore an hour", "ore by night").replace(
        "at most 30 tonnes of ore in an hour", "ore by day only"
    )
    for name, text in TWO.items()
}
Words = dict[str, str]


@pytest.fixture(name="server")
def running() -> Iterator[FakeServer]:
    with fake_server() as server:
        yield server


def judge(words: Words, *, otherwise: str = "unsure") -> Callable[[dict[str, Any]], str]:
    """A model that picks everything, and gives a pair the word of the first text that it holds."""

    def answer(request: dict[str, Any]) -> str:
        if not is_of_pairs(request):
            return json.dumps({"c": picks(request)})
        told = json.loads(decided(request, otherwise, "unsure"))
        allowed = next(iter(request["format"]["properties"].values()))["enum"]
        parts = re.split(r"^(\d+)\. ", request["messages"][1]["content"], flags=re.M)[1:]
        for number, text in zip(parts[::2], parts[1::2], strict=True):
            word = next((w for has, w in words.items() if has in text and w in allowed), None)
            if int(number) > 2 and word:
                told[number] = word
        return json.dumps(told)

    return answer


def page(vault: Path, name: str) -> str:
    (found,) = (vault / "wiki").rglob(f"{name}.md")
    return found.read_text()


def asked_about_pairs(server: FakeServer) -> list[dict[str, Any]]:
    return [body for body in server.asked() if is_of_pairs(body)]


def test_two_names_that_a_model_calls_one_thing_share_a_page(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, judge({"Harrow": "one"}))
    compile_with(vault, server, TWO)
    text = page(vault, "Harrow line")
    assert 'aliases:\n  - "Northern cableway"' in text
    assert "painted green" in text
    assert not list((vault / "wiki").rglob("Northern cableway.md"))
    assert problems(vault) == []


@pytest.mark.parametrize("word", ["two", "unsure"])
def test_names_that_are_told_apart_or_left_open_keep_two_pages(
    tmp_path: Path, server: FakeServer, word: str
) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, judge({"Harrow": word}))
    compile_with(vault, server, TWO)
    assert "Northern" not in page(vault, "Harrow line")
    assert "painted green" in page(vault, "Northern cableway")
    (judged,) = record(vault, "north.md").names
    assert judged.verdict is (Verdict.APART if word == "two" else Verdict.OPEN)


def test_a_model_that_gives_every_pair_the_same_word_is_not_believed(
    tmp_path: Path, server: FakeServer
) -> None:
    def constant(request: dict[str, Any]) -> str:
        if not is_of_pairs(request):
            return perfect(request)
        keys = request["format"]["properties"]
        return json.dumps(dict.fromkeys(keys, next(iter(keys.values()))["enum"][0]))

    vault = new_vault(tmp_path / "v")
    answering(server, constant)
    compile_with(vault, server, TWO)
    assert "Northern" not in page(vault, "Harrow line")
    assert {n.verdict for n in record(vault, "north.md").names} == {Verdict.OPEN}


def test_what_cannot_both_hold_stands_as_a_disagreement_and_nowhere_else(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    answering(
        server, judge({"Harrow line /": "one", "/ Harrow line": "one", "by day only": "contradict"})
    )
    compile_with(vault, server, BY_DAY)
    text = page(vault, "Harrow line")
    disputed = text.split("## Where they disagree")[1].split("## ")[0]
    assert "The Harrow line can carry ore by night: Harrow report[^" in disputed
    assert "The northern cableway moves ore by day only" in disputed
    body = text.split("---\n")[2].split("\n[^")[0]
    assert body.count("by night") == 1
    assert "disputed: true" in text
    assert "Which holds" in page(vault, "overview")
    assert problems(vault) == []


def test_a_contradiction_that_is_none_the_other_way_round_is_none(
    tmp_path: Path, server: FakeServer
) -> None:
    def one_way(request: dict[str, Any]) -> str:
        first_way = "can carry ore by night.\n/ The northern"
        text = request["messages"][1]["content"]
        word = "other" if first_way in text else "contradict"
        return judge({"Harrow line /": "one", "/ Harrow line": "one", "by day only": word})(request)

    vault = new_vault(tmp_path / "v")
    answering(server, one_way)
    compile_with(vault, server, BY_DAY)
    assert "Where they disagree" not in page(vault, "Harrow line")
    assert Verdict.OPEN in {c.verdict for c in record(vault, "north.md").clashes}
    assert len(asked_about_pairs(server)) == 3  # names, statements, statements the other way round


def test_what_code_finds_stands_there_also_where_the_judge_decides_nothing(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, judge({"Harrow line /": "one", "/ Harrow line": "one"}))
    compile_with(vault, server, TWO)
    disputed = page(vault, "Harrow line").split("## Where they disagree")[1].split("## ")[0]
    assert "**at most 30**: Notes on the north[^" in disputed
    assert "**40**: Harrow report[^" in disputed


def test_the_same_said_in_other_words_is_one_statement_with_a_note_for_each_source(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, judge({"Harrow line /": "one", "/ Harrow line": "one", "61 people": "same"}))
    compile_with(vault, server, TWO)
    text = page(vault, "Harrow line").split("\n[^")[0]
    (line,) = [line for line in text.splitlines() if "61 people" in line]
    assert line.count("[^") == 2


def test_what_has_other_numbers_never_says_the_same_whatever_a_model_says(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, judge({"Harrow line /": "one", "/ Harrow line": "one"}, otherwise="same"))
    compile_with(vault, server, TWO)
    lines = page(vault, "Harrow line").split("\n[^")[0].splitlines()
    assert not [line for line in lines if "tonnes" in line and line.count("[^") > 1]


def test_what_changed_over_time_shows_what_was_said_before(
    tmp_path: Path, server: FakeServer
) -> None:
    old = "# Old guide\n\nThe Harrow line is a ropeway at Orrin. The Harrow line had 12 cabins in 1952.\n"
    new = (
        "# Timetable\n\nThe Harrow line runs every day. The Harrow line has 48 cabins since 2019."
        " The Harrow line is popular.\n"
    )
    vault = new_vault(tmp_path / "v")
    answering(server, judge({"48 cabins": "changed"}))
    compile_with(vault, server, {"old.md": old, "new.md": new})
    changed = page(vault, "Harrow line").split("## What changed\n")[1]
    assert re.match(
        r"- The Harrow line has 48 cabins since 2019\.\[\^.*\]\n  - \*Before:\* The Harrow line had 12 cabins in 1952",
        changed,
    )
    assert problems(vault) == []


def test_nothing_is_asked_a_second_time_and_the_same_replies_give_the_same_bytes(
    tmp_path: Path, server: FakeServer
) -> None:
    answering(server, judge({"Harrow": "one", "40 tonnes": "contradict"}))
    vault, twin = new_vault(tmp_path / "v"), new_vault(tmp_path / "twin")
    compile_with(vault, server, TWO)
    before, calls = files_in(vault), len(server.asked())
    compile_with(vault, server, None)
    assert (files_in(vault), len(server.asked())) == (before, calls)
    compile_with(twin, server, TWO)
    assert made(twin) == made(vault)


def test_a_source_that_speaks_of_nothing_known_is_asked_about_once(
    tmp_path: Path, server: FakeServer
) -> None:
    answering(server, judge({}))
    compile_with(new_vault(tmp_path / "v"), server, {"harrow.md": HARROW})
    assert len(server.asked()) == 1


def test_verdicts_go_with_the_source_with_which_they_were_asked(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    answering(server, judge({"Harrow": "one"}))
    compile_with(vault, server, TWO)
    (vault / "raw/north.md").write_text(
        NORTH.replace("4.2 kilometres", "nine miles").replace("Fenner", "Gale")
    )
    answering(server, judge({"Harrow": "two"}))
    compile_with(vault, server, None)
    assert "Northern" not in page(vault, "Harrow line")
    assert "painted green" in page(vault, "Northern cableway")
    assert problems(vault) == []


def test_what_would_join_two_that_were_told_apart_stays_open(
    tmp_path: Path, server: FakeServer
) -> None:
    third = NORTH.replace("northern cableway", "ore lift").replace("# Notes on the north", "# Ore")
    vault = new_vault(tmp_path / "v")
    answering(
        server,
        judge({"Ore lift / Northern": "one", "Northern cableway / Ore": "one", "Harrow": "two"}),
    )
    compile_with(vault, server, TWO)
    answering(server, judge({"Ore": "one", "Northern": "one"}))
    compile_with(vault, server, {"ore.md": third})
    joined = [p for p in (vault / "wiki/concepts").glob("*.md") if "aliases" in p.read_text()]
    assert len(joined) <= 1
    assert (
        "Harrow" not in page(vault, "Northern cableway").split("aliases")[1].split("confidence")[0]
    )
    assert problems(vault) == []


@pytest.mark.parametrize("kind", ["resolve", "compare"])
def test_how_much_is_asked_is_bound_by_characters(kind: str) -> None:
    pairs = [Pair(f"Name {n}", f"Other {n}", ("says " * 20, "says " * 20)) for n in range(50)]
    count = fitting(kind, pairs, 2_000)
    assert 5 < count < 12
    assert len(question(kind, pairs[:count]).varying) <= 2_000
    assert fitting(kind, pairs, 50) == 0


def test_an_answer_that_fails_at_what_is_known_counts_for_nothing() -> None:
    asked = question("compare", [Pair("a", "b")])
    right = dict(zip(("1", "2"), known("compare").answers, strict=True))
    whole = asked.shape.model_validate({**right, "3": "same"})
    wrong = asked.shape.model_validate({"1": "same", "2": "same", "3": "same"})
    half = asked.shape.model_validate(right)
    assert verdicts("compare", whole, 1) == ["same"]
    assert verdicts("compare", wrong, 1) is None
    assert verdicts("compare", half, 1) == [""]
    assert verdicts("compare", None, 1) is None


WORDS = st.sampled_from(
    ["one", "two", "unsure", "same", "other", "contradict", "changed", "", "[[x]]"]
)


@pytest.mark.long
@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck))
@given(told=st.lists(WORDS, min_size=6, max_size=6), honest=st.booleans())
def test_whatever_is_decided_the_promises_hold(
    tmp_path_factory: pytest.TempPathFactory, told: list[str], *, honest: bool
) -> None:
    def answer(request: dict[str, Any]) -> str:
        if not is_of_pairs(request):
            return perfect(request)
        keys = list(request["format"]["properties"])
        found = {key: told[n % len(told)] for n, key in enumerate(keys)}
        right = dict(
            zip(keys, list(json.loads(decided(request, "unsure")).values())[:2], strict=False)
        )
        return json.dumps(found | right if honest else found)

    vault = new_vault(tmp_path_factory.mktemp("v") / "v")
    with fake_server() as server:
        answering(server, answer)
        compile_with(vault, server, {**TWO, **SOURCES})
        assert problems(vault) == []
        with opened(vault, clock=clock, files=Plug()) as compiler:
            compiler.reader = reader(vault, server)
            compiler.undo()
        assert problems(vault) == []


def lines_on(name: str, year: str, people: str, rest: str) -> str:
    return (
        f"# {rest}\n\nThe {name} is a ropeway. The {name} was opened in {year}.\n\n"
        f"The {name} employs {people} people. The {name} {rest}.\n"
    )


FOUR = {
    "a.md": lines_on("Harrow line", "1931", "61", "runs 4.2 kilometres up from Orrin"),
    "b.md": lines_on("Harrow line", "1947", "75", "carries sand down to a quay"),
    "c.md": lines_on("Northern cableway", "1952", "82", "crosses woods and one river"),
    "d.md": lines_on("Northern cableway", "1963", "93", "stops whenever storms blow"),
}


def test_a_page_that_joins_another_takes_its_page_of_disagreements_along(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    clash = {"opened in": "contradict", " people": "contradict"}
    answering(server, judge(clash))
    compile_with(vault, server, FOUR)
    assert len(list((vault / "wiki/comparisons").glob("Where sources disagree*.md"))) == 2
    more = "The Northern cableway runs 4.2 kilometres down to Orrin."
    (vault / "raw/d.md").write_text(f"{FOUR['d.md']}{more}\n")
    answering(server, judge({"Harrow line /": "one", "/ Harrow line": "one", **clash}))
    compile_with(vault, server, None)
    assert len(list((vault / "wiki/comparisons").glob("Where sources disagree*.md"))) == 1
    assert problems(vault) == []


def skarn(**said: str) -> dict[str, str]:
    """A text on the Skarn dam for each of these statements."""
    first = ("is a dam of stone", "is a wall across the Ebb", "is a weir", "is a barrage")
    return {
        f"{name}.md": f"# {name}\n\nThe Skarn dam {first[n]}. {text}\n"
        for n, (name, text) in enumerate(said.items())
    }


def test_each_source_stands_in_the_table_of_disagreements_with_its_own_words(
    tmp_path: Path, server: FakeServer
) -> None:
    told = skarn(
        a="The Skarn dam is closed to ships in winter. The Skarn dam stores water for the town.",
        b="The Skarn dam is open to ships in winter. The Skarn dam makes power for the town only.",
        c="Today the Skarn dam is closed to all ships in winter. The Skarn dam has two gates.",
    )
    vault = new_vault(tmp_path / "v")
    answering(server, judge({"power": "contradict", "is open": "contradict", "closed": "same"}))
    compile_with(vault, server, told)
    table = page(vault, "Where sources disagree on Skarn dam")
    assert "| **Today the Skarn dam is closed to all ships in winter** |" in table
    assert problems(vault) == []


def test_of_three_that_disagree_two_that_can_hold_leave_the_third_in_dispute(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    built = "The Skarn dam was built in {} by Ada Winter."
    answering(server, judge({"1947": "other"}))
    compile_with(
        vault, server, skarn(a=built.format(1931), b=built.format(1947), c=built.format(1962))
    )
    found = {c.verdict for c in record(vault, "c.md").clashes}
    assert found == {Verdict.APART, Verdict.OPEN}
    assert "Where they disagree" in page(vault, "Skarn dam")


def test_a_sentence_that_reads_otherwise_now_is_held_against_the_others_again(
    tmp_path: Path, server: FakeServer
) -> None:
    vault = new_vault(tmp_path / "v")
    told = skarn(
        a="The Skarn dam is closed to ships in winter.",
        b="The Skarn dam is open to ships in winter.",
    )
    answering(server, judge({}))
    compile_with(vault, server, told)
    (vault / "raw/a.md").write_text(told["a.md"].replace("closed", "only shut"))
    answering(server, judge({"only shut": "contradict"}))
    compile_with(vault, server, None)
    assert "Where they disagree" in page(vault, "Skarn dam")


def test_a_model_that_says_of_everything_that_it_changed_fills_half_a_page_at_most(
    tmp_path: Path, server: FakeServer
) -> None:
    kept = ("water for the town", "mud behind the gates", "fish in the lake", "ice in the shade")
    old = " ".join(f"The Skarn dam held {each} in 1952." for each in kept)
    new = " ".join(f"The Skarn dam holds back {each} since 2019." for each in kept)
    vault = new_vault(tmp_path / "v")
    answering(server, judge({"since 2019": "changed"}))
    compile_with(vault, server, skarn(a=old, b=new))
    with opened(vault, clock=clock, files=Plug()) as compiler:
        cache, rules = compiler.ledger.cache, compiler.vault.rules
        subject = subject_of(cache, "skarndam")
        assert len(content_of(cache, subject, rules, 20).changed) > 2
        content = content_of(cache, subject, rules, 4)
    assert len(content.changed) == 2
    assert len(content.statements) <= 4


def test_of_a_subject_that_everything_speaks_of_only_so_much_is_looked_at(tmp_path: Path) -> None:
    vault = new_vault(tmp_path / "v")
    told = {name: f"The Skarn dam has a {name} gate. The Skarn dam {name}s." for name in "abcd"}
    compile_(vault, skarn(**told))
    with opened(vault, clock=clock, files=Plug()) as compiler:
        cache = compiler.ledger.cache
        subjects, (first, *_, last) = cache.subjects, sorted(cache.source_ids())
        found = subjects.newest_in_place(["skarndam"], first, 2)
        whole = subjects.claims_in_place("skarndam")
        said = subjects.first_said(["skarndam"], last, 4)
    assert [f for f in found if f[0] == first] == [f for f in whole if f[0] == first]
    assert [f[0] for f in found if f[0] != first] == [last, last]
    assert len(said) == 4
    own = [c.text for source, c, _ in whole if source == last and c.role is not Role.MENTIONS]
    assert said[: len(own)] == own


def test_in_a_small_window_a_model_is_asked_about_as_much_as_fits(
    tmp_path: Path, server: FakeServer
) -> None:
    kept = ("water", "mud", "fish", "ice", "sand", "boats", "reeds", "clay", "moss", "eels")
    where = "behind the gates for the town and for the mills that stand along the lower river"
    old = " ".join(f"The Skarn dam held {n + 20} loads of {k} {where}." for n, k in enumerate(kept))
    new = " ".join(
        f"The Skarn dam holds {n + 50} loads of {k} {where}." for n, k in enumerate(kept)
    )
    vault = new_vault(tmp_path / "v")
    answering(server, judge({}, otherwise="other"))
    with opened(vault, clock=clock, files=Plug()) as compiler:
        asks = reader(vault, server)
        small = replace(asks.asker, setting=replace(asks.asker.setting, context=700))
        compiler.reader = replace(asks, asker=small)
        compiler.add(put(vault, skarn(a=old * 3, b=new * 3)))
        compiler.run()
    assert Verdict.APART in {c.verdict for c in record(vault, "b.md").clashes}


def test_a_statement_that_is_disputed_stands_in_no_list_of_changes(
    tmp_path: Path, server: FakeServer
) -> None:
    """One that changed since one text, and is gainsaid by another, is shown once."""
    texts = {
        "old.md": "# Old guide\n\nThe Harrow line is a ropeway at Orrin. The Harrow line had 12 cabins in 1952.\n",
        "new.md": "# Timetable\n\nThe Harrow line runs daily. The Harrow line has 48 cabins since 2019."
        " The Harrow line is popular.\n",
        "odd.md": "# Odd facts\n\nThe Harrow line is painted green. The Harrow line had hardly 30 cabins at any time."
        " The Harrow line is old.\n",
    }

    def answer(request: dict[str, Any]) -> str:
        words = {"hardly 30": "contradict", "12 cabins": "changed"}
        return judge(words)(request)

    vault = new_vault(tmp_path / "v")
    answering(server, answer)
    compile_with(vault, server, texts)
    body = page(vault, "Harrow line").split("\n[^")[0]
    assert "Where they disagree" in body
    assert body.count("The Harrow line has 48 cabins since 2019") == 1
    assert problems(vault) == []
