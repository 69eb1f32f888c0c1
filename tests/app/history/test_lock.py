"""One Vaultloom at a time, and none that is dead."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.errors import VaultBusy
from app.history.lock import hold

HOLDS = """
import sys
from pathlib import Path
from app.history.lock import hold
with hold(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def refuses(vault: Path, holder: int) -> None:
    """The vault is held, and the words say by whom."""
    with pytest.raises(VaultBusy, match=rf"\(process {holder}\)"), hold(vault):
        pass


def test_a_vault_is_held_once_and_the_holder_is_named(tmp_path: Path) -> None:
    """The second is told which process works there, and gets the vault once it is free."""
    with hold(tmp_path):
        refuses(tmp_path, os.getpid())
    with hold(tmp_path):
        pass


def test_two_vaults_are_held_side_by_side(tmp_path: Path) -> None:
    """The lock is a vault's, not the program's."""
    with hold(tmp_path / "one"), hold(tmp_path / "two"):
        pass


def test_the_lock_of_a_killed_process_is_taken_over(tmp_path: Path) -> None:
    """Nobody has to delete a lock file by hand."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline().strip() == b"held"
        refuses(tmp_path, other.pid)
        other.kill()
        other.wait()
        with hold(tmp_path):
            pass
