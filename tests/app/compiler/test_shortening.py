"""Which shorter wordings of a sentence are taken: sixty faithful ones of real sentences, sixty altered
ones, and anything that a model may write."""

import json
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.compiler.ground import shorter
from app.compiler.shortening import parts, shortened, words
from app.sources.reading import reading

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
SAMPLES = Path(__file__).resolve().parents[3] / "resources" / "samples"
ROWS = [json.loads(row) for row in (FIXTURES / "shortenings.jsonl").read_text("utf-8").splitlines()]
FAITHFUL = [row for row in ROWS if row["faithful"]]
ALTERED = [row for row in ROWS if not row["faithful"]]


@cache
def text_of(source: str) -> str:
    file = FIXTURES / "sources" / source
    file = file if file.is_file() else SAMPLES / source
    return " ".join(reading(source, file.read_bytes()).document.text.split())


def taken(row: dict[str, str]) -> bool:
    found = shorter(row["sentence"], row["wording"], row["lang"], (), "The text")
    return found is not None and words(found.text) == words(row["wording"])


def test_there_are_sixty_of_each() -> None:
    assert (len(FAITHFUL), len(ALTERED)) == (60, 60)


@pytest.mark.long
@pytest.mark.parametrize("source", sorted({row["source"] for row in ROWS}))
def test_the_sentences_stand_in_their_documents(source: str) -> None:
    missing = [
        r["sentence"]
        for r in ROWS
        if r["source"] == source and r["sentence"] not in text_of(source)
    ]
    assert missing == []


def test_of_sixty_faithful_wordings_nine_in_ten_are_taken() -> None:
    assert sum(map(taken, FAITHFUL)) / len(FAITHFUL) >= 0.9


@pytest.mark.parametrize("row", ALTERED, ids=[f"{n} {r['altered']}" for n, r in enumerate(ALTERED)])
def test_no_altered_wording_is_taken(row: dict[str, str]) -> None:
    assert shorter(row["sentence"], row["wording"], row["lang"], (), "The text") is None


@settings(deadline=None)
@given(st.sampled_from(ROWS), st.data())
def test_whatever_words_are_left_out_numbers_and_names_stay(
    row: dict[str, str], data: st.DataObject
) -> None:
    """Any subset of a real sentence's words as a wording: what is taken is a sentence that code can
    make, with every number, every capital and every "not" of the original."""
    said = row["sentence"].split()
    keep = data.draw(st.lists(st.booleans(), min_size=len(said), max_size=len(said)))
    wording = " ".join(w for w, kept in zip(said, keep, strict=True) if kept)
    found = shortened(row["sentence"], wording, row["lang"])
    if found is not None:
        before, after = words(row["sentence"]), words(found)
        kept = [w for w in before if w.isdigit() or w in {"not", "only", "may", "if", "unless"}]
        assert [w for w in after if w in set(kept)] == kept
        assert is_left_of(after, before)


def is_left_of(short: list[str], long: list[str]) -> bool:
    """Whether ``short`` is ``long`` with words left out."""
    rest = iter(long)
    return all(word in rest for word in short)


@settings(deadline=None)
@given(st.sampled_from(ROWS), st.integers(min_value=0, max_value=255))
def test_every_wording_that_code_can_make_only_leaves_out(row: dict[str, str], mask: int) -> None:
    sentence = row["sentence"]
    chosen = [p for i, p in enumerate(parts(sentence, row["lang"])) if mask >> i & 1]
    cut = "".join(
        c for i, c in enumerate(sentence) if not any(p.start <= i < p.end for p in chosen)
    )
    found = shortened(sentence, cut, row["lang"])
    if found is not None:
        assert is_left_of(words(found), words(sentence))
        names = [w for w in sentence.split()[1:] if w[:1].isupper() or any(c.isdigit() for c in w)]
        assert row["lang"] != "en" or set(words(" ".join(names))) <= set(words(found))


@pytest.mark.parametrize(
    ("sentence", "wording"),
    [
        ("The pump does not fail because it is old.", "The pump does not fail."),
        ("The gate must be shut in order to fill the lock.", "The gate must be shut."),
        ("It runs only on systems such as phones.", "It runs only on systems."),
        ("It supports no formats such as tapes.", "It supports no formats."),
        ("The valve (if it is open) leaks oil.", "The valve leaks oil."),
        ("The valve (closed) leaks oil.", "The valve leaks oil."),
        ("The set holds a hammer, a saw, and a plane.", "The set holds a hammer, and a plane."),
        ("The set holds a hammer, a saw, and a plane.", "The set holds a hammer."),
        ("If the tank is empty, which is rare, the pump stops.", "If the tank is empty."),
        ("The engineers, who critics say are careless, built it.", "The engineers built it."),
        ("The crew, including 3 divers, came back.", "The crew came back."),
        ("The mayor, the father of the miller, spoke.", "The mayor spoke."),
        ("The dam holds water, but it leaks.", "The dam holds water."),
        ("Fish are very likely affected by it.", "Fish are likely affected by it."),
        ("Der Kessel, der undicht ist, wird ersetzt.", "Der Kessel wird ersetzt."),
    ],
)
def test_what_carries_the_claim_stays(sentence: str, wording: str) -> None:
    language = "de" if sentence.startswith("Der") else "en"
    assert shortened(sentence, wording, language) is None


def test_a_name_that_code_found_stays_though_it_is_written_small() -> None:
    sentence = "The shed stores tools, including flow batteries."
    wording = "The shed stores tools."
    assert shortened(sentence, wording, "en") == wording
    assert shortened(sentence, wording, "en", ["flow batteries"]) is None
