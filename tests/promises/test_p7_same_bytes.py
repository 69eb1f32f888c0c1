"""The same sources in the same order give the same bytes, and nothing new writes nothing (P7)."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.compiler.queue import Status
from app.paths import cache_folder
from tests.promises.page_checks import problems
from tests.promises.vaults import (
    HARBOUR,
    OIL,
    SOURCES,
    compile_,
    made,
    new_vault,
    put,
    stamps,
)

PROJECT = Path(__file__).parents[2]
NEAR = HARBOUR.replace("140 lamps", "141 lamps").replace("9 days", "10 days")
MANY = {**SOURCES, "near.md": NEAR, "copy of oil.md": OIL.replace("3 litres", "4 litres")}
COMPILES = """
import sys
from pathlib import Path
from tests.promises.vaults import compile_
compile_(Path(sys.argv[1]), eval(sys.argv[2]))
"""


def test_two_vaults_with_other_random_seeds_hold_the_same_bytes(tmp_path: Path) -> None:
    """Sets and dictionaries come in another order in every process."""
    found = []
    for seed in ("1", "2"):
        vault = new_vault(tmp_path / seed / "vault")
        environment = os.environ | {"PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", COMPILES, str(vault), repr(MANY)]
        subprocess.run(command, cwd=PROJECT, env=environment, check=True, timeout=120)
        found.append(made(vault))
    assert found[0] == found[1]
    assert len(found[0]) > 25


def test_sources_put_into_raw_give_the_bytes_that_dropped_ones_give(tmp_path: Path) -> None:
    """The way that a source came leaves no trace on pages."""
    dropped, found = new_vault(tmp_path / "dropped"), new_vault(tmp_path / "found")
    compile_(dropped, SOURCES)
    for name, text in SOURCES.items():
        (found / "raw" / name).write_text(text)
    compile_(found)
    assert made(found) == made(dropped)


def test_compiling_again_with_nothing_new_writes_no_file(compiled: Path) -> None:
    """Neither by looking into raw/ nor by dropping the same files: no byte, no time changes."""
    before = stamps(compiled)
    assert compile_(compiled) == []
    assert [i.status for i in compile_(compiled, SOURCES)] == [Status.UNCHANGED] * 3 or [
        i.status for i in compile_(compiled, SOURCES)
    ] == [Status.DUPLICATE] * 3
    assert stamps(compiled) == before


def test_the_cache_can_be_deleted_at_any_time(tmp_path: Path) -> None:
    """It is made again from the files: nothing is written by that, and what follows is the same."""
    kept, deleted = new_vault(tmp_path / "kept"), new_vault(tmp_path / "deleted")
    for number, (name, text) in enumerate(MANY.items()):
        for vault in (kept, deleted):
            compile_(vault, {name: text})
        if number % 2 == 0:
            shutil.rmtree(cache_folder(deleted))
            before = stamps(deleted)
            compile_(deleted)
            assert stamps(deleted) == before
        assert made(deleted) == made(kept)


@pytest.mark.parametrize("damage", [b"", b"no database at all" * 300])
def test_a_damaged_cache_is_made_again(compiled: Path, damage: bytes) -> None:
    """A power cut may leave anything; a person would not know which file to delete."""
    for file in cache_folder(compiled).iterdir():
        file.write_bytes(damage)
    before = stamps(compiled)
    assert compile_(compiled) == []
    assert stamps(compiled) == before
    (item,) = compile_(compiled, {"near.md": NEAR})
    assert item.status is Status.COMPILED
    assert problems(compiled) == []


def test_one_order_of_arrival_is_one_vault_however_often_it_was_opened(tmp_path: Path) -> None:
    """All in one go, or one a day."""
    at_once, one_by_one = new_vault(tmp_path / "at once"), new_vault(tmp_path / "one by one")
    compile_(at_once, MANY)
    for name, text in MANY.items():
        compile_(one_by_one, {name: text})
    assert made(at_once) == made(one_by_one)


def test_the_command_line_writes_nothing_the_second_time(vault: Path) -> None:
    """``vaultloom compile`` twice, in processes of its own."""
    put(vault, SOURCES)
    for name, text in SOURCES.items():
        (vault / "raw" / name).write_text(text)
    command = [sys.executable, "-m", "app", "compile", str(vault)]
    subprocess.run(command, cwd=PROJECT, check=True, capture_output=True, timeout=120)
    before = stamps(vault)
    subprocess.run(command, cwd=PROJECT, check=True, capture_output=True, timeout=120)
    assert stamps(vault) == before
