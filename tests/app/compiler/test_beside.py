"""A vault that another Vaultloom works in can be looked at, and nothing of the other's is touched."""

from pathlib import Path

import pytest

from app.checkup import findings
from app.compiler.beside import looked_at
from app.compiler.compile import Compiler, opened
from app.compiler.status import status
from app.errors import VaultProblem
from app.paths import cache_folder, state_folder
from tests.promises.vaults import HARBOUR, OIL, clock, compile_, files_in, new_vault, put


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault with one source compiled."""
    vault = new_vault(tmp_path / "vault")
    compile_(vault, {"harbour.md": HARBOUR})
    return vault


def test_it_is_seen_as_it_is(vault: Path) -> None:
    """Its pages, findings, queue and past, as the holder sees them."""
    with opened(vault, clock=clock) as holder:
        holder.add(put(vault, {"oil.md": OIL}))
        with looked_at(vault, clock=clock) as beside:
            assert beside.vault.is_held
            assert beside.vault.readonly
            assert "(process" in beside.vault.readonly
            assert status(beside) == status(holder)
            assert findings(beside) == findings(holder)
            assert beside.history() == holder.history()


def test_what_the_holder_does_is_seen_after_a_refresh(vault: Path) -> None:
    """From the files of the ledger."""
    with opened(vault, clock=clock) as holder, looked_at(vault, clock=clock) as beside:
        holder.add(put(vault, {"oil.md": OIL}))
        holder.run()
        beside.ledger.refresh()
        assert beside.ledger.cache.pages.all() == holder.ledger.cache.pages.all()


def everything(vault: Path) -> dict[str, bytes]:
    return files_in(vault) | {
        f"{folder}/{path}": content
        for folder in (state_folder(vault), cache_folder(vault))
        for path, content in files_in(folder).items()
        if not path.endswith("-shm")
    }


@pytest.mark.parametrize(
    "do",
    [Compiler.undo, Compiler.redo, Compiler.scan, lambda beside: beside.add([])],
)
def test_nothing_is_changed_beside_the_holder(vault: Path, do: object) -> None:
    """Neither in the vault nor of this device; asked to, it says who is there."""
    with opened(vault, clock=clock) as holder:
        holder.add(put(vault, {"oil.md": OIL}))
        before = everything(vault)
        with looked_at(vault, clock=clock) as beside:
            assert callable(do)
            with pytest.raises(VaultProblem, match="Another Vaultloom"):
                do(beside)
            assert beside.run() == []
        assert everything(vault) == before


def test_without_a_holder_it_is_opened_as_ever(vault: Path) -> None:
    """And can be worked in."""
    with looked_at(vault, clock=clock) as compiler:
        assert not compiler.vault.is_held
        compiler.undo()
