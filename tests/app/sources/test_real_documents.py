"""Real documents: what is recorded is what stands in the file, cut where sentences end."""

from itertools import pairwise
from pathlib import Path

import pytest

from app.sources.document import BlockKind, Reading, Sentence
from tests.app.sources.as_seen import bare, file_as_seen, letters
from tests.app.sources.places import DOCUMENTS, named, read_file

_STOPS = ".!?。！？…"
_CLOSERS = "\"'”’」』）)]》`"
_PROSE = (BlockKind.PARAGRAPH, BlockKind.ITEM, BlockKind.QUOTE)


@pytest.fixture(params=DOCUMENTS, ids=lambda path: path.name, scope="module")
def document(request: pytest.FixtureRequest) -> tuple[Path, Reading]:
    """Each real document with its reading."""
    path: Path = request.param
    return path, read_file(path)


def test_every_sentence_cuts_exactly_out_of_the_text(document: tuple[Path, Reading]) -> None:
    """Positions are those of the words, in order, inside their block, and labels are unique."""
    _, reading = document
    text = reading.document.text
    end = 0
    for sentence in reading.sentences:
        block = reading.document.blocks[sentence.block]
        assert text[sentence.start : sentence.end] == sentence.text == sentence.text.strip()
        assert end <= sentence.start
        assert block.start <= sentence.start < sentence.end <= block.end
        end = sentence.end
    labels = [sentence.label for sentence in reading.sentences]
    assert len(set(labels)) == len(labels)


def test_no_word_of_the_text_is_lost(document: tuple[Path, Reading]) -> None:
    """Every letter and digit of the text is in a sentence."""
    _, reading = document
    inside = "".join(sentence.text for sentence in reading.sentences)
    assert [c for c in reading.document.text if c.isalnum()] == [c for c in inside if c.isalnum()]


def test_sentences_stand_in_the_file(document: tuple[Path, Reading]) -> None:
    """At least 98 of 100 are found there by code that shares nothing with the readers."""
    path, reading = document
    seen = file_as_seen(path.name, path.read_bytes())
    rest = letters if path.suffix == ".pdf" else bare
    missing = [s.text for s in reading.sentences if rest(s.text) not in seen]
    assert len(missing) * 100 <= 2 * len(reading.sentences), missing


def test_sentences_end_where_sentences_end(document: tuple[Path, Reading]) -> None:
    """At least 98 of 100 cuts inside a paragraph come after a stop and before a beginning."""
    _, reading = document
    prose = [s for s in reading.sentences if s.kind in _PROSE]
    wrong = [
        (before.text, after.text)
        for before, after in pairwise(prose)
        if before.block == after.block and not (_is_end(before) and _is_beginning(after))
    ]
    assert len(wrong) * 100 <= 2 * len(prose), wrong


def _is_end(sentence: Sentence) -> bool:
    return sentence.text.rstrip(_CLOSERS).endswith(tuple(_STOPS))


def _is_beginning(sentence: Sentence) -> bool:
    return not sentence.text.lstrip('("“‘«`')[0].islower()


def test_few_sentences_hold_two(document: tuple[Path, Reading]) -> None:
    """At most 2 of 100 hold a stop, a blank and a capital outside brackets and code."""
    _, reading = document
    prose = [s for s in reading.sentences if s.kind in _PROSE]
    wrong = [s.text for s in prose if _holds_two(s.text)]
    assert len(wrong) * 100 <= 2 * len(prose), wrong


def _holds_two(text: str) -> bool:
    depth = 0
    for place, character in enumerate(text[:-3]):
        depth += (character in "([（“「") - (character in ")]）”」")
        if depth or text[:place].count("`") % 2 or text[:place].count('"') % 2:
            continue
        if character in "。！？" and text[place + 1].isalnum():
            return True
        ends = text[place : place + 2] in (". ", "! ", "? ") and text[place + 2].isupper()
        if ends and text[place - 2 : place].islower():
            return True
    return False


def test_anchors_are_given_for_every_block(document: tuple[Path, Reading]) -> None:
    """There is one a block."""
    _, reading = document
    assert len(reading.anchors) == len(reading.document.blocks)


@pytest.mark.parametrize(
    ("start", "language", "title"),
    [
        ("semver-2.0.0.en", "en", "Semantic Versioning 2.0.0"),
        ("semver-2.0.0.ja", "ja", "セマンティック バージョニング 2.0.0"),
        ("semver-2.0.0.de", "de", "Semantic Versioning 2.0.0"),
        ("semver-2.0.0.fr", "fr", "Gestion sémantique de version 2.0.0"),
        ("语义化版本", "zh-Hans", "语义化版本 2.0.0"),
        ("Debian常见问题", "zh-Hans", "第 1 章 定义和概览"),
        ("pep-0386", "en", "PEP 386: Changing the version comparison module in Distutils"),
        ("node-semver", "en", "semver(1) -- The semantic versioner for npm"),
        (
            "debian-faq",
            "en",
            "The Debian GNU/Linux FAQ (extract: chapter 1, section 4.1, sections 6.1-6.6)",
        ),
    ],
)
def test_language_and_title(start: str, language: str, title: str) -> None:
    """Both are what a reader would say."""
    document = read_file(named(start)).document
    assert (document.language, document.title) == (language, title)


def _labels(reading: Reading) -> dict[str, Sentence]:
    return {sentence.label: sentence for sentence in reading.sentences}


def _find(reading: Reading, start: str) -> Sentence:
    return next(s for s in reading.sentences if s.text.startswith(start))


def test_list_items_know_their_lead_in() -> None:
    """The items under "increment the:" hang on it."""
    reading = read_file(named("semver-2.0.0.en"))
    item = _find(reading, "MAJOR version when")
    assert item.kind is BlockKind.ITEM
    assert reading.document.blocks[item.block].marker == "1"
    assert _labels(reading)[item.lead_in].text.endswith("increment the:")


def test_a_list_goes_on_after_a_paragraph_inside_it() -> None:
    """Third item of the FAQ's list, after a paragraph that belongs to the second."""
    reading = read_file(named("debian-faq"))
    item = _find(reading, "dynamic: With")
    assert _labels(reading)[item.lead_in].text == "Debian GNU/Linux is:"
    inner = _find(reading, "The Debian archives also")
    assert _labels(reading)[inner.lead_in].text.startswith("free to use")


def test_plain_text_has_terms_and_headings_over_two_lines() -> None:
    """Both, and a word broken at a slash is one again."""
    reading = read_file(named("debian-faq"))
    said = _find(reading, "As stated in the Debian Social Contract")
    term = _labels(reading)[said.lead_in]
    assert (term.kind, term.text) == (BlockKind.TERM, "Freedom")
    assert said.section[-1] == (
        "1.5. What is the difference between Debian GNU/Linux and other Linux distributions? "
        "Why should I choose Debian over some other distribution?"
    )
    assert "GNU /" not in reading.document.text


def test_a_pep_has_its_header_as_fields() -> None:
    """Fields are numbered like sentences and in the metadata."""
    reading = read_file(named("pep-0386"))
    assert [s.text for s in reading.sentences[:2]] == [
        "PEP: 386",
        "Title: Changing the version comparison module in Distutils",
    ]
    assert reading.document.metadata.authors == ("Tarek Ziadé",)
    assert reading.document.metadata.date == "04-Jun-2009"


def test_code_hangs_on_the_paragraph_that_introduces_it() -> None:
    """Its lines are labelled apart."""
    reading = read_file(named("pep-0386"))
    line = _find(reading, "Requires-Dist: zope")
    assert line.label == "c1"
    assert _labels(reading)[line.lead_in].text.endswith("so one may write:")


def test_the_contents_and_navigation_of_a_page_are_gone() -> None:
    """Of a DocBook page only the chapter is left, terms and definitions included."""
    reading = read_file(named("Debian常见问题"))
    assert "目录" not in reading.document.text
    assert "下一页" not in reading.document.text
    kinds = [block.kind for block in reading.document.blocks]
    assert kinds.count(BlockKind.HEADING) == 8
    assert kinds.count(BlockKind.TERM) == 6
