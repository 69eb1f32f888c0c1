"""Measuring one command in processes of its own, on vaults that stay as they were built.

A vault is built once at a place, set aside, and copied back to that very place before each run
(times of files included), since queue, journal and cache know a vault by its path.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

PROJECT = Path(__file__).resolve().parents[2]
RUNS = 5
Stamp = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Cost:
    """What one command cost: CPU seconds of its process, those of the work alone, files written.

    The work alone leaves out what any command pays once: starting, and loading the program.
    """

    process: float
    work: float
    files: float


@dataclass(frozen=True, slots=True)
class Place:
    """The one place at which vaults are built and measured, and where they are set aside."""

    folder: Path

    @property
    def vault(self) -> Path:
        """The vault that is there now."""
        return self.folder / "now" / "vault"

    @property
    def environment(self) -> dict[str, str]:
        """The environment of the commands: state and cache lie beside the vault."""
        return os.environ | {"VAULTLOOM_HOME": str(self.folder / "now" / "home")}

    def build(self, name: str, make: Callable[[Path], None]) -> None:
        """Have ``make`` build a vault, and set it aside as ``name``."""
        shutil.rmtree(self.folder / "now", ignore_errors=True)
        before = os.environ.get("VAULTLOOM_HOME")
        os.environ["VAULTLOOM_HOME"] = self.environment["VAULTLOOM_HOME"]
        try:
            make(self.vault)
        finally:
            _put_back("VAULTLOOM_HOME", before)
        (self.folder / "now").rename(self.folder / name)

    def restore(self, name: str) -> None:
        """Put the vault ``name`` back in place, as it was built."""
        shutil.rmtree(self.folder / "now", ignore_errors=True)
        shutil.copytree(self.folder / name, self.folder / "now")


def _put_back(name: str, value: str | None) -> None:
    if value is None:
        os.environ.pop(name, None)
    else:
        os.environ[name] = value


@contextmanager
def place() -> Iterator[Place]:
    """A place that is gone afterwards."""
    with TemporaryDirectory(prefix="vaultloom-bench-") as folder:
        yield Place(Path(folder).resolve())


def compiled(place: Place, name: str, files: Sequence[Path] = ()) -> Cost:
    """What ``vaultloom compile`` costs on the vault ``name``, each time in a fresh process."""
    command = ["compile", str(place.vault), *map(str, files)]
    place.restore(name)
    before = _stamps(place.vault)
    start = _children()
    _run(place, "app", command)
    process = _children() - start
    files_ = _changed(before, _stamps(place.vault))
    place.restore(name)
    work = float(_run(place, "tests.benchmarks.warm", command).splitlines()[-1])
    return Cost(process, work, files_)


def _run(place: Place, module: str, command: Sequence[str]) -> str:
    arguments = [sys.executable, "-m", module, *command]
    done = subprocess.run(
        arguments, cwd=PROJECT, env=place.environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


def _children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _changed(before: dict[str, Stamp], after: dict[str, Stamp]) -> int:
    written = sum(before.get(path) != stamp for path, stamp in after.items())
    return written + len(before.keys() - after.keys())


def _stamps(vault: Path) -> dict[str, Stamp]:
    found = ((path, path.stat()) for path in vault.rglob("*") if path.is_file())
    return {str(path): (stat.st_ino, stat.st_mtime_ns) for path, stat in found}


def paired(first: Callable[[], Cost], second: Callable[[], Cost], runs: int = RUNS) -> Cost:
    """The cost of ``second`` as a ratio of that of ``first``: both in turn, medians of the pairs.

    They are run in turn since a machine's speed drifts.
    """
    pairs = [(first(), second()) for _ in range(runs)]
    return Cost(
        median(b.process / a.process for a, b in pairs),
        median(b.work / a.work for a, b in pairs),
        median(b.files / a.files for a, b in pairs),
    )
