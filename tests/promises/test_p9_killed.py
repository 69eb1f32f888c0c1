"""Killed at any instant, the next start ends where an undisturbed run would have ended (P9)."""

import contextlib
import errno
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.compiler.compile import opened
from app.compiler.queue import Status
from app.errors import NothingToUndo, VaultProblem
from app.paths import state_folder
from app.vault.writing import Files
from tests.app.history.plug import Plug, killed
from tests.promises.vaults import (
    HARBOUR,
    OIL,
    SOURCES,
    WINTER,
    clock,
    compile_,
    files_in,
    made,
    new_vault,
    put,
    redo,
    undo,
)

PROJECT = Path(__file__).parents[2]
FIRST = {
    "oil.md": "# Lamp oil\n\nKerosene is an oil that burns in a lamp. Kerosene is made of petroleum.\n"
}
SECOND = "A wick is a cord that draws kerosene.\n\nA wick lasts 12 days. Kerosene wets the wick.\n"
SHARE = 4  # the calls are shared out among as many tests, which run side by side


class Full(Plug):
    """A disk that is full at one call, and has room again afterwards."""

    def _use(self) -> None:
        self.calls += 1
        if self.calls - 1 == self._fuse:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _last_call(self) -> bool:
        return False


@pytest.fixture
def start(tmp_path: Path) -> Path:
    """A vault with one source compiled and another one lying in raw/."""
    vault = new_vault(tmp_path / "start")
    compile_(vault, FIRST)
    (vault / "raw/wick.txt").write_text(SECOND)
    return vault


def copied(vault: Path, name: str) -> Path:
    """Another vault in the same state, this device's included."""
    other = vault.with_name(name)
    shutil.copytree(vault, other)
    shutil.copytree(state_folder(vault), state_folder(other), dirs_exist_ok=True)
    return other


def each_call(
    start: Path, part: int, plug: Callable[[int], Plug], run: Callable[[Path, Files], object]
) -> Iterator[Path]:
    """A copy of the vault for each call at which ``run`` is disturbed, that having happened."""
    for fuse in itertools.count(part, SHARE):
        vault = copied(start, f"at {fuse}")
        disk = plug(fuse)
        killed(run, vault, disk)
        if disk.calls < fuse:
            assert fuse > 30, "a compile has more calls than that"
            return
        yield vault
        shutil.rmtree(vault)


def look_and_compile(vault: Path, files: Files) -> None:
    """Queue what is in raw/ and compile it."""
    with opened(vault, clock=clock, files=files) as compiler:
        compiler.scan()
        compiler.run()


@pytest.mark.parametrize("part", range(SHARE))
def test_killed_at_any_call_of_a_compile(start: Path, part: int) -> None:
    """The next start and compile give every byte of an undisturbed run, and undo works as there."""
    before = made(start)
    undisturbed = copied(start, "undisturbed")
    look_and_compile(undisturbed, Plug())
    expected = files_in(undisturbed)
    for number, vault in enumerate(each_call(start, part, Plug, look_and_compile)):
        compile_(vault)
        assert files_in(vault) == expected
        if number % 4 == part:
            undo(vault)
            assert made(vault) == before


@pytest.mark.parametrize("part", [1, pytest.param(3, marks=pytest.mark.long)])
def test_a_full_disk_at_every_second_call_of_a_compile(start: Path, part: int) -> None:
    """The sources that failed are retried: all is as if they had come in that order with room."""
    (start / "raw/zinc.md").write_text("# Zinc\n\nZinc is a metal that holds a wick.\n")
    expected = []
    for order in (("wick.txt", "zinc.md"), ("zinc.md", "wick.txt")):
        undisturbed = copied(start, f"{order[0]} first")
        with opened(undisturbed, clock=clock, files=Plug()) as compiler:
            compiler.add([undisturbed / "raw" / name for name in order])
            compiler.run()
        expected.append(files_in(undisturbed))
    for vault in each_call(start, part, Full, as_far_as_possible):
        with opened(vault, clock=clock, files=Plug()) as compiler:
            for item in compiler.queue.items():
                if item.status is Status.FAILED:
                    assert "No space left" in item.reason
                    compiler.retry(item.id)
            compiler.run()
        assert files_in(vault) in expected


def as_far_as_possible(vault: Path, files: Files) -> None:
    """Compile; at the end there may be no room even for the overview."""
    with contextlib.suppress(VaultProblem):
        look_and_compile(vault, files)


@pytest.mark.parametrize(
    "part", [1, *(pytest.param(part, marks=pytest.mark.long) for part in (0, *range(2, SHARE)))]
)
def test_killed_at_any_call_of_an_undo(start: Path, part: int) -> None:
    """It is taken back whole or is there whole, and asking again takes it back."""
    before = made(start)
    look_and_compile(start, Plug())

    def take_back(vault: Path, files: Files) -> None:
        with opened(vault, clock=clock, files=files) as compiler:
            compiler.undo()

    for fuse in itertools.count(part, SHARE):
        vault = copied(start, f"at {fuse}")
        was_killed = killed(take_back, vault, Plug(fuse))
        with opened(vault, clock=clock) as compiler:
            label = compiler.undo_label()
        if label and "wick" in label:
            undo(vault)
        assert made(vault) == before
        shutil.rmtree(vault)
        if not was_killed:
            return


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in range(1, SHARE))]
)
def test_killed_at_any_call_of_a_redo(start: Path, part: int) -> None:
    """It is done again whole or not at all, and asking again does it."""
    look_and_compile(start, Plug())
    undo(start)
    undisturbed = copied(start, "undisturbed")
    redo(undisturbed)
    expected = files_in(undisturbed)

    def do_again(vault: Path, files: Files) -> None:
        with opened(vault, clock=clock, files=files) as compiler:
            compiler.redo()

    for fuse in itertools.count(part, SHARE):
        vault = copied(start, f"at {fuse}")
        was_killed = killed(do_again, vault, Plug(fuse))
        with opened(vault, clock=clock) as compiler:
            label = compiler.redo_label()
        if label:
            redo(vault)
        assert files_in(vault) == expected
        shutil.rmtree(vault)
        if not was_killed:
            return


def test_killed_at_any_call_of_dropping_a_file(start: Path) -> None:
    """Dropped again, it is one file in raw/, whole, with nothing left beside it."""
    undisturbed = copied(start, "undisturbed")
    compile_(undisturbed, {"winter.txt": WINTER})
    expected = files_in(undisturbed, "raw")

    def drop(vault: Path, files: Files) -> None:
        with opened(vault, clock=clock, files=files) as compiler:
            compiler.add(put(vault, {"winter.txt": WINTER}))

    for fuse in itertools.count():
        vault = copied(start, f"at {fuse}")
        was_killed = killed(drop, vault, Plug(fuse))
        with opened(vault, clock=clock) as compiler:
            compiler.add(put(vault, {"winter.txt": WINTER}))
        assert files_in(vault, "raw") == expected
        if not was_killed:
            assert fuse >= 4
            return


KILLED_WHEN = [
    lambda m: m.get("stage") == "reading",
    lambda m: m.get("stage") == "writing",
    lambda m: m.get("event") == "pages",
    lambda m: any((i["id"], i["status"]) == ("i2", "working") for i in m.get("items", ())),
]


@pytest.mark.parametrize(
    "moment",
    [KILLED_WHEN[1], *(pytest.param(KILLED_WHEN[n], marks=pytest.mark.long) for n in (0, 2, 3))],
)
def test_a_worker_that_is_killed_goes_on_where_it_was(
    tmp_path: Path, moment: Callable[[dict[str, object]], bool]
) -> None:
    """With the signal that no program can catch, at a line of its own that tells how far it is."""
    twin, vault = new_vault(tmp_path / "twin"), new_vault(tmp_path / "vault")
    sources = {"harbour.md": HARBOUR, "oil.md": OIL}
    compile_(twin, sources)
    paths = [str(path) for path in put(vault, sources)]
    with worker(vault) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps({"id": 1, "do": "add", "paths": paths}).encode() + b"\n")
        process.stdin.flush()
        assert any(moment(json.loads(line)) for line in process.stdout)
        process.kill()
    with worker(vault) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps({"id": 1, "do": "add", "paths": paths}).encode() + b"\n")
        process.stdin.flush()
        assert any(b'"event":"idle"' in line for line in process.stdout)
        process.stdin.close()
        assert process.wait(60) == 0
    assert _undated(files_in(vault, "wiki", "raw", ".vaultloom/pages")) == _undated(
        files_in(twin, "wiki", "raw", ".vaultloom/pages")
    )


def worker(vault: Path) -> "subprocess.Popen[bytes]":
    """The worker process of the window."""
    return subprocess.Popen(
        [sys.executable, "-m", "app", "worker", str(vault)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=PROJECT,
    )


def _undated(found: dict[str, bytes]) -> dict[str, bytes]:
    """The files with one day in place of every date of today."""
    return {path: re.sub(rb"20\d\d-\d\d-\d\d", b"DATE", content) for path, content in found.items()}


def test_a_source_with_which_the_program_dies_each_time_is_given_up(vault: Path) -> None:
    """Else the vault could never be compiled again; the sources after it are."""
    (vault / "raw/a.md").write_text(HARBOUR)
    (vault / "raw/b.md").write_text(OIL)
    for _ in range(3):
        assert killed(look_and_compile, vault, Plug(0))
    compile_(vault)
    with opened(vault, clock=clock) as compiler:
        first, second = compiler.queue.items()
        assert (first.status, second.status) == (Status.FAILED, Status.COMPILED)
        compiler.retry(first.id)
        assert [item.status for item in compiler.run()] == [Status.COMPILED]


def test_nothing_to_undo_after_a_kill_before_the_plan_was_stored(start: Path) -> None:
    """What never happened cannot be taken back."""
    undo(start)
    assert killed(look_and_compile, start, Plug(0))
    with opened(start, clock=clock) as compiler:
        assert compiler.undo_label() is None
        with pytest.raises(NothingToUndo):
            compiler.undo()


def test_the_three_sources_survive_a_kill_in_the_middle_of_the_second(tmp_path: Path) -> None:
    """The first stays compiled, the second and third follow, in their order."""
    twin, vault = new_vault(tmp_path / "twin"), new_vault(tmp_path / "vault")
    compile_(twin, SOURCES)
    with opened(vault, clock=clock, files=Plug()) as compiler:
        compiler.add(put(vault, SOURCES))
        compiler.one(compiler.queue.items()[0])
    assert killed(look_and_compile, vault, Plug(9))
    compile_(vault)
    assert made(vault) == made(twin)
