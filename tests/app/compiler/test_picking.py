"""A source in chunks, the question about each, and what its answer proposes, asked at the wire."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.compiler.builtin.candidates import Gathering
from app.compiler.builtin.subjects import Choice
from app.compiler.chunking import SAID, Chunk, chunks
from app.compiler.ground import Ground, Grounded
from app.compiler.picking import names_in, pickable, prompt, proposals, question
from app.llm.answer import Outcome
from app.llm.question import schema_of
from app.sources.document import Reading
from app.sources.reading import reading
from tests.app.llm.fake_server import fake_server
from tests.app.llm.questions import asker

PARAGRAPH = (
    "The Harbour Bureau is an office that keeps the lamps. The Harbour Bureau has 14 boats."
    " Maud Fenner leads the Harbour Bureau. Welcome to all.\n\n"
)


def source(paragraphs: int = 1) -> tuple[Reading, Ground]:
    text = "".join(f"## Part {n}\n\n{PARAGRAPH}" for n in range(paragraphs))
    read = reading("harbour.md", f"# Harbour\n\n{text}".encode())
    choice = Choice(Gathering(read, "Harbour").gather(), "Harbour")
    return read, Ground(read, choice, "Harbour")


@settings(deadline=None)
@given(st.integers(min_value=1, max_value=30), st.integers(min_value=50, max_value=4000))
def test_every_sentence_is_in_one_chunk_in_order(paragraphs: int, characters: int) -> None:
    read, _ = source(paragraphs)
    found = [label for chunk in chunks(read, characters=characters) for label in chunk.labels]
    assert found == [s.label for s in read.sentences if s.kind in SAID]


def test_a_short_source_is_one_chunk_and_chunks_are_of_like_size() -> None:
    assert len(chunks(source(4)[0])) == 1
    sizes = [len(c.text(c.labels)) for c in chunks(source(60)[0], characters=2000)]
    assert max(sizes) < 2 * min(sizes)


def test_a_chunk_that_does_not_fit_is_halved_until_it_does() -> None:
    found = chunks(source(30)[0], lambda chunk: len(chunk.sentences) <= 10)
    assert all(len(chunk.sentences) <= 10 for chunk in found)
    assert len(chunks(source(1)[0], lambda _: False)) == 4  # a sentence alone is a chunk


def test_halves_hold_the_whole() -> None:
    (chunk,) = chunks(source(7)[0])
    first, second = chunk.halves()
    assert first.sentences + second.sentences == chunk.sentences
    assert second.sentences[0].opens


def test_a_question_binds_numbers_and_names_to_its_chunk() -> None:
    read, ground = source()
    (chunk,) = chunks(read)
    asked = question(chunk, ground, prompt())
    item = schema_of(asked.shape)["properties"]["c"]["items"]["properties"]
    assert pickable(chunk, ground) == ("1", "2", "3")  # nobody can pick "Welcome to all."
    assert item["e"]["enum"] == [1, 2, 3]
    assert "\nWelcome to all." in asked.varying
    assert item["s"]["enum"] == [*names_in(chunk, ground.choice), "other"]
    assert "Harbour Bureau" in item["s"]["enum"]
    assert "2. The Harbour Bureau has 14 boats." in asked.varying
    assert "## Part 0" in asked.varying


def test_the_fixed_part_is_the_same_for_every_chunk_and_holds_the_house_style() -> None:
    read, ground = source(60)
    fixed = prompt("Prefer figures.")
    assert fixed.endswith("House style:\nPrefer figures.\n")
    assert {question(c, ground, fixed).fixed for c in chunks(read, characters=1000)} == {fixed}
    assert prompt().startswith("You index a text.")


def test_the_prompt_costs_little_beside_the_source() -> None:
    """Three characters of prompt for one of a source of 4,000, one and a half for one of 60,000."""
    for characters, limit in ((4_000, 3.0), (60_000, 1.5)):
        read, ground = source(characters // len(PARAGRAPH))
        fixed = prompt()
        asked = [question(c, ground, fixed) for c in chunks(read)]
        cost = sum(len(q.fixed) + len(q.varying) for q in asked)
        assert cost / len(read.document.text) <= limit
        assert characters > 4_000 or len(asked) <= 3


def test_an_answer_at_the_wire_becomes_claims_of_the_source() -> None:
    read, ground = source()
    (chunk,) = chunks(read)
    said = {
        "c": [
            {"e": 1, "s": "Harbour Bureau"},
            {"e": 1, "s": "Harbour Bureau"},
            {"e": 2, "s": "other", "n": "boats of Debian"},
            {"e": 3, "s": "Maud Fenner", "w": "Maud Fenner leads the Tide Office."},
            {"e": 9, "s": "Harbour Bureau"},
        ]
    }
    with fake_server() as server:
        server.chats(json.dumps(said))
        answer = asker(server.address).ask(question(chunk, ground, prompt()))
    assert answer.outcome is Outcome.ANSWERED
    assert answer.dropped == 1
    assert answer.value is not None
    held = [ground.hold(p) for p in proposals(answer.value, chunk)]
    claims = [(h.label, h.name, h.worded.text) for h in held if isinstance(h, Grounded)]
    assert claims == [
        ("1", "Harbour Bureau", "The Harbour Bureau is an office that keeps the lamps."),
        ("2", "Harbour Bureau", "The Harbour Bureau has 14 boats."),
        ("3", "Maud Fenner", "Maud Fenner leads the Harbour Bureau."),
    ]


@pytest.mark.parametrize("count", [3, 40])
def test_nothing_picked_is_believed_of_few_sentences_only(count: int) -> None:
    read, ground = source(count)
    sentences = tuple(s for s in read.sentences if s.kind in SAID)[:count]
    asked = question(Chunk(sentences), ground, prompt())
    with fake_server() as server:
        server.chats('{"c":[]}')
        outcome = asker(server.address, context=8192).ask(asked).outcome
    assert outcome is (Outcome.ANSWERED if count == 3 else Outcome.NEARLY_EMPTY)
