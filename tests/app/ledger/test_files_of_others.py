"""What sync tools and editors leave among the files of the ledger is passed over."""

import shutil
from pathlib import Path

import pytest

from app.compiler.compile import opened
from tests.promises.vaults import HARBOUR, clock, compile_, made, new_vault

NAMES = (
    "{id}.sync-conflict-20261130-120000-ABCDEF7",
    "{id} (Conflicted copy Mac 202611301200)",
    "{id} (Ada's conflicted copy 2026-11-30)",
    "{id}-Laptop",
    "{id}-Laptop-2",
    "{id} 2",
    "{id} (1)",
    ".{id}",
    "~{id}",
)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with a source compiled."""
    vault = new_vault(tmp_path / "vault")
    compile_(vault, {"harbour.md": HARBOUR})
    return vault


@pytest.mark.parametrize("content", [None, b"{half a fi"])
@pytest.mark.parametrize("name", NAMES)
def test_a_copy_of_a_file_is_no_source_and_no_page(
    vault: Path, name: str, content: bytes | None
) -> None:
    """Whether it can be read or not; nothing is counted twice, and compiling goes on."""
    for folder in ("sources", "pages"):
        for file in list((vault / ".vaultloom" / folder).glob("*.json")):
            copy = file.with_name(name.format(id=file.stem) + ".json")
            shutil.copyfile(file, copy) if content is None else copy.write_bytes(content)
    before = made(vault)
    with opened(vault, clock=clock) as compiler:
        assert compiler.ledger.cache.count_sources() == 1
        paths = [page.path for page in compiler.ledger.cache.pages.all()]
        assert len(paths) == len(set(paths))
        assert compiler.scan() == []
    assert made(vault) == before
