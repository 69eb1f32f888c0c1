"""Vaults that the corpus's script writes, in a format of its own: what is found is what it planted."""

import json
from pathlib import Path

import pytest

from app.checkup import findings
from app.compiler.compile import opened
from app.vault.layout import adopt, new
from tests.app.history.plug import Plug
from tests.corpus import WITHOUT, corpus, make_vault

PLACE = corpus()


@pytest.mark.skipif(PLACE is None, reason=WITHOUT)
@pytest.mark.parametrize(
    ("pages", "broken", "orphans", "seed"),
    [
        (120, 12, 7, 1),
        (400, 31, 17, 2),
        pytest.param(1500, 0, 0, 3, marks=pytest.mark.long),
        pytest.param(10_000, 200, 125, 4, marks=pytest.mark.long),
    ],
)
def test_broken_links_and_orphans_are_those_that_were_planted(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    pages: int,
    broken: int,
    orphans: int,
    seed: int,
) -> None:
    """Each by its page and target, and nothing beside them."""
    assert PLACE is not None
    monkeypatch.setenv("VAULTLOOM_HOME", str(tmp_path / "home"))
    root = tmp_path / "vault"
    make_vault(PLACE, root, pages, broken=broken, orphans=orphans, seed=seed)
    truth = json.loads((tmp_path / "vault.truth.json").read_text(encoding="utf-8"))["details"]
    adopt(root, files=Plug())
    with opened(root, files=Plug()) as compiler:
        found = findings(compiler)

    assert sorted([f.path, f.what] for f in found if f.rule == "broken-link") == truth["broken"]
    assert sorted(f.path for f in found if f.rule == "orphan") == truth["orphans"]
    assert {f.rule for f in found} <= {"broken-link", "orphan"}


@pytest.mark.long
@pytest.mark.skipif(PLACE is None, reason=WITHOUT)
def test_nothing_is_wrong_with_what_is_compiled_of_the_corpus(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither of the links nor of the pages and their properties, whatever format a source has."""
    assert PLACE is not None
    monkeypatch.setenv("VAULTLOOM_HOME", str(tmp_path / "home"))
    new(tmp_path / "vault", files=Plug())
    with opened(tmp_path / "vault", files=Plug()) as compiler:
        compiler.add(sorted((PLACE / "docs").iterdir()))
        compiler.run()
        found = findings(compiler)
        assert compiler.ledger.cache.count_sources() > 20
    assert [f for f in found if f.code in OF_LINKS_PAGES_AND_PROPERTIES] == []


OF_LINKS_PAGES_AND_PROPERTIES = {"VL001", "VL002", *(f"VL0{n}" for n in range(20, 50))}
