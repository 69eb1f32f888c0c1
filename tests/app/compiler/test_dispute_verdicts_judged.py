"""What a person says of whole statements that a model judged to contradict each other: it counts before all
that the model says."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.compiler.compile import opened
from app.lint.diagnostic import Finding, Way
from app.settling import settle
from tests.app.compiler.test_dispute_verdicts import contradictions
from tests.app.compiler.test_judging import TWO, asked_about_pairs, judge, page
from tests.app.compiler.test_model_reader import answering, compile_with
from tests.app.history.plug import Plug
from tests.app.llm.fake_server import FakeServer, fake_server
from tests.promises.page_checks import problems
from tests.promises.vaults import clock, made, new_vault, undo

ONE = {"Harrow line /": "one", "/ Harrow line": "one"}
THIRTY = "The northern cableway moves at most 30 tonnes of ore in an hour."
FORTY = "The Harrow line can carry 40 tonnes of ore an hour."
TITLE = "Harrow line"


@pytest.fixture(name="server")
def running() -> Iterator[FakeServer]:
    with fake_server() as server:
        yield server


@pytest.fixture
def vault(tmp_path: Path, server: FakeServer) -> Path:
    """A vault in which a model judged two statements to contradict each other."""
    made_ = new_vault(tmp_path / "v")
    answering(server, judge({**ONE, "30 tonnes": "contradict"}))
    compile_with(made_, server, TWO)
    return made_


def settled(vault: Path, title: str, words: str = "") -> str:
    """The page after the disagreement was settled in the way of this title."""
    (found,) = contradictions(vault)
    (way,) = [w for w in found.ways if str(w.title) == title]
    with opened(vault, clock=clock, files=Plug()) as compiler:
        settle(compiler, Way(way.do, "", (*way.about, *([words] if way.asks else []))))
    assert problems(vault) == []
    assert contradictions(vault) == []
    return page(vault, TITLE)


def told(text: str) -> str:
    """What stands above the notes of a page."""
    return text.split("\n\n[^", maxsplit=1)[0]


def test_whole_statements_are_found_with_a_button_for_each_source(vault: Path) -> None:
    (found,) = contradictions(vault)
    assert isinstance(found, Finding)
    assert found.message == "What sources say of “Harrow line” cannot both hold."
    assert {c.quote for c in found.claims} == {FORTY, THIRTY}
    titles = [str(w.title) for w in found.ways if w.do == "holds"]
    assert sorted(titles) == ["What Harrow report says holds", "What Notes on the north says holds"]


def test_of_whole_statements_the_one_that_holds_stands_first(vault: Path) -> None:
    text = told(settled(vault, "What Harrow report says holds"))
    callout = text.split("> [!success|settled] *One holds, as you said*\n")[1].split("\n\n")[0]
    lines = callout.splitlines()
    assert lines[0].startswith(
        "> - The Harrow line can carry 40 tonnes of ore an hour: Harrow report["
    )
    assert lines[1].startswith("> - *Disputed:* The northern cableway moves at most 30 tonnes")
    assert lines[-1] == "> *Status: what Harrow report says holds, as you said on 2026-11-30.*"
    assert "disputed: true" not in text


def test_whole_statements_that_changed_stand_one_below_the_other(vault: Path) -> None:
    text = told(settled(vault, "Changed over time"))
    assert "## Where they disagree" not in text
    changed = text.split("## What changed\n")[1]
    assert "40 tonnes" in changed
    assert "30 tonnes" in changed
    assert text.count("40 tonnes") == text.count("30 tonnes") == 1


def test_whole_statements_on_two_things_stand_in_the_lists_again(vault: Path) -> None:
    text = told(settled(vault, "Not about the same thing"))
    assert "isagree" not in text
    assert f"- {FORTY}[^" in text
    assert f"- {THIRTY}[^" in text


def test_a_note_of_the_persons_stands_beside_whole_statements(vault: Path) -> None:
    text = told(settled(vault, "Both hold …", "40 is the limit, 30 what it moves."))
    assert "> [!success|settled] *All hold, as you said*\n" in text
    assert "> *Your note: 40 is the limit, 30 what it moves.*\n" in text


def test_undo_brings_whole_statements_back(vault: Path) -> None:
    before = made(vault)
    settled(vault, "Not about the same thing")
    undo(vault)
    assert made(vault) == before


def test_the_model_is_not_asked_again_of_what_the_person_said(
    vault: Path, server: FakeServer
) -> None:
    text = settled(vault, "What Notes on the north says holds")
    before = len(asked_about_pairs(server))
    answering(server, judge({**ONE, "30 tonnes": "different"}))
    harrow = (vault / "raw/harrow.md").read_text() + "\nThe Harrow line has a museum.\n"
    (vault / "raw/harrow.md").write_text(harrow)
    compile_with(vault, server, None)
    assert "what Notes on the north says holds" in page(vault, TITLE)
    assert told(text).count("30 tonnes") == told(page(vault, TITLE)).count("30 tonnes")
    for body in asked_about_pairs(server)[before:]:
        content = body["messages"][1]["content"]
        assert not ("40 tonnes" in content and "30 tonnes" in content)
