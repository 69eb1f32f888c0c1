"""Quotes stand in the files that they are quoted from, seen by code that shares nothing with ours."""

from pathlib import Path

import pytest

from app.compiler.compile import opened
from tests.independent.quotes import Piece, missing, on_pages, recorded
from tests.promises.vaults import FIXTURES, new_vault

SAMPLES = FIXTURES.parents[2] / "resources" / "samples"
FILES = {
    "md": (SAMPLES / "semver-2.0.0.en.md", SAMPLES / "node-semver-README.md"),
    "txt": (SAMPLES / "语义化版本 2.0.0 (GBK).txt",),
    "rst": (SAMPLES / "pep-0386.rst",),
    "html": (FIXTURES / "Debian常见问题 第1章 定义与概览.zh-CN.html",),
    "docx": (FIXTURES / "debian-handbook-chapter1.en.docx",),
    "pdf": (FIXTURES / "federal-register-2020-17221_p1-4.pdf",),
}


@pytest.fixture(scope="module", params=FILES)
def vault(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault of documents of one format."""
    root = new_vault(tmp_path_factory.mktemp(request.param) / "vault")
    with opened(root) as compiler:
        compiler.add(FILES[request.param])
        compiler.run()
    return root


def test_what_pages_quote_stands_in_the_files(vault: Path) -> None:
    """At least 98 of 100 pieces of notes do, piece by piece around each "…"."""
    _mostly(on_pages(vault), least=10)


def test_what_is_recorded_stands_in_the_files(vault: Path) -> None:
    """And at least 98 of 100 of all that the ledger holds."""
    _mostly(recorded(vault), least=80)


def test_a_quote_that_nobody_wrote_is_not_found(vault: Path) -> None:
    """Nor one with another number, or with a word left out."""
    pieces = [p for p in on_pages(vault) if len(p.words.split()) > 6 or len(p.words) > 60]
    words = pieces[0].words
    assert missing([Piece(pieces[0].file, words.replace(words[len(words) // 3], "ж", 1))])
    assert missing([Piece(pieces[0].file, words[: len(words) // 3] + words[len(words) // 2 :])])


def _mostly(pieces: list[Piece], *, least: int) -> None:
    assert len(pieces) >= least
    lost = missing(pieces)
    assert len(lost) * 100 <= 2 * len(pieces), [piece.words for piece in lost]
