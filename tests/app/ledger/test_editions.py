"""Near-copies and translations of a text are one voice; other texts are voices of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.compiler.compile import Compiler, opened
from app.demo import samples
from app.ledger.cache import Cache
from app.ledger.editions import align
from tests.promises.vaults import HARBOUR, OIL, clock, compile_, new_vault, undo

NEWER = HARBOUR.replace("Each wick lasts 9 days.", "A harbour keeper has two helpers in winter.")
ENGLISH, JAPANESE = "semver-2.0.0.en.md", "semver-2.0.0.ja.md"


def _ids(cache: Cache) -> dict[str, str]:
    """The ids of the sources, by the name of their file."""
    return {Path(record.path).name: record.id for record in cache.sources()}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return new_vault(tmp_path / "vault")


@pytest.fixture(scope="module")
def translated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Compiler]:
    """A vault of the English and the Japanese text of one document."""
    folder = tmp_path_factory.mktemp("translated")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("VAULTLOOM_HOME", str(folder / "home"))
        with opened(new_vault(folder / "vault"), clock=clock) as compiler:
            compiler.add([path for path in samples() if path.name in (ENGLISH, JAPANESE)])
            assert [item.status for item in compiler.run()] == ["compiled"] * 2
            yield compiler


def test_two_near_copies_are_one_voice(vault: Path) -> None:
    compile_(vault, {"old.md": HARBOUR, "new.md": NEWER})
    with opened(vault, clock=clock) as compiler:
        cache = compiler.ledger.cache
        old, new = _ids(cache)["old.md"], _ids(cache)["new.md"]
        assert cache.voices.voice(old) == cache.voices.voice(new)
        assert cache.voices.editions(old) == [new]
        assert cache.voices.translations(old) == []
        assert (cache.count_sources(), cache.count_voices()) == (2, 1)


def test_another_text_on_the_same_things_is_another_voice(vault: Path) -> None:
    compile_(vault, {"old.md": HARBOUR, "new.md": NEWER, "oil.md": OIL})
    with opened(vault, clock=clock) as compiler:
        cache = compiler.ledger.cache
        oil = _ids(cache)["oil.md"]
        assert cache.voices.voice(oil) == oil
        assert cache.voices.editions(oil) == []
        assert (cache.count_sources(), cache.count_voices()) == (3, 2)


def test_a_page_counts_two_editions_as_one_voice(vault: Path) -> None:
    compile_(vault, {"old.md": HARBOUR, "new.md": NEWER})
    with opened(vault, clock=clock) as compiler:
        shown = [page for page in compiler.ledger.cache.pages.all() if page.voices]
        assert shown
        assert {page.voices for page in shown} == {1}


def test_a_page_counts_an_independent_text_as_a_second_voice(vault: Path) -> None:
    compile_(vault, {"old.md": HARBOUR, "new.md": NEWER, "oil.md": OIL})
    with opened(vault, clock=clock) as compiler:
        voices = {page.title: page.voices for page in compiler.ledger.cache.pages.all()}
        assert voices["Harbour Lamp Society"] == 2


def test_an_edition_that_goes_leaves_a_voice_of_its_own(vault: Path) -> None:
    compile_(vault, {"old.md": HARBOUR})
    compile_(vault, {"new.md": NEWER})
    undo(vault)
    with opened(vault, clock=clock) as compiler:
        cache = compiler.ledger.cache
        old = _ids(cache)["old.md"]
        assert cache.voices.editions(old) == []
        assert (cache.count_sources(), cache.count_voices()) == (1, 1)


def test_a_translation_is_one_voice_with_its_original(translated: Compiler) -> None:
    cache = translated.ledger.cache
    english, japanese = _ids(cache)[ENGLISH], _ids(cache)[JAPANESE]
    assert cache.voices.voice(english) == cache.voices.voice(japanese)
    assert cache.voices.translations(english) == [japanese]
    assert cache.voices.translations(japanese) == [english]
    assert (cache.count_sources(), cache.count_voices()) == (2, 1)


@pytest.mark.parametrize(
    ("words", "theirs"),
    [
        (
            "Given a version number MAJOR.MINOR.PATCH",
            "バージョンナンバーは、メジャー.マイナー.パッチ",
        ),
        ("If dependencies are specified too loosely", "依存指定を緩く管理しすぎると"),
    ],
)
def test_a_sentence_is_aligned_with_its_translation(
    translated: Compiler, words: str, theirs: str
) -> None:
    cache = translated.ledger.cache
    english, japanese = _ids(cache)[ENGLISH], _ids(cache)[JAPANESE]
    (sentence,) = [q for q in cache.quotables(english) if words in q.text]
    ((other, label),) = cache.voices.translated(english, sentence.label)
    assert other == japanese
    assert theirs in cache.quotable(other, label).text
    assert cache.voices.aligned(japanese, english)[label] == sentence.label


def test_aligned_sentences_keep_their_order(translated: Compiler) -> None:
    cache = translated.ledger.cache
    english, japanese = _ids(cache)[ENGLISH], _ids(cache)[JAPANESE]
    pairs = align(cache.quotables(english), cache.quotables(japanese))
    starts = [
        (cache.quotable(english, a).start, cache.quotable(japanese, b).start) for a, b in pairs
    ]
    assert starts == sorted(starts)
    assert [b for _, b in starts] == sorted(b for _, b in starts)


def test_a_few_blocks_are_too_few_to_tell_a_translation(translated: Compiler) -> None:
    cache = translated.ledger.cache
    english, japanese = (cache.quotables(_ids(cache)[name]) for name in (ENGLISH, JAPANESE))
    few = [q for q in english if q.block < 3]
    assert few
    assert align(few, japanese) == []


def test_a_text_of_other_things_is_no_translation(translated: Compiler, vault: Path) -> None:
    compile_(vault, {"old.md": HARBOUR})
    cache = translated.ledger.cache
    with opened(vault, clock=clock) as compiler:
        other = compiler.ledger.cache
        harbour = other.quotables(_ids(other)["old.md"])
        assert align(harbour, cache.quotables(_ids(cache)[JAPANESE])) == []
