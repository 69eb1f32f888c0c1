"""``vaultloom watch`` as a process: what it prints, and how it ends."""

import json
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from app.__main__ import main
from app.paths import resources
from tests.promises.vaults import FIXTURES, HARBOUR, OIL, SOURCES, new_vault, put

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A new vault."""
    return new_vault(tmp_path / "vault")


class Command:
    """The command, and what it has printed so far."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        self.process, self._out = process, process.stdout
        self.lines: list[dict[str, Any]] = []

    def until(self, event: str, times: int = 1) -> dict[str, Any]:
        """Read up to the line with which so many things of a kind have happened."""
        while Counter(line["event"] for line in self.lines)[event] < times:
            text = self._out.readline()
            assert text, self.lines
            self.lines.append(json.loads(text))
        return self.lines[-1]

    def ends(self, with_signal: int) -> tuple[int, str]:
        """End it; its status, and what it complained of."""
        self.process.send_signal(with_signal)
        return self.is_over()

    def is_over(self) -> tuple[int, str]:
        """Wait for its end."""
        out, complaints = self.process.communicate(timeout=120)
        self.lines += [json.loads(line) for line in out.splitlines()]
        return self.process.returncode, complaints


@contextmanager
def watch(vault: Path, *options: str) -> Iterator[Command]:
    """The command on a vault, up to where it watches; ended afterwards, however the test went."""
    command = [sys.executable, "-m", "app", "watch", str(vault), "--json", *options]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, cwd=PROJECT, text=True) as process:
        try:
            running = Command(process)
            running.until("watching")
            yield running
        finally:
            process.kill()


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)]
)
def test_it_compiles_what_comes_and_ends_well(vault: Path, number: int) -> None:
    """A line for each thing that happens, the last with what it was; status 0."""
    (vault / "raw/harbour.md").write_text(HARBOUR)
    with watch(vault) as command:
        command.until("compiled")
        shutil.copytree(FIXTURES / "odd-names", vault / "raw/odd")
        shutil.copy(FIXTURES / "formulas.csv", vault / "raw")
        page = vault / "wiki/concepts/Wick.md"
        page.write_text(page.read_text() + "\nmine\n")
        (vault / "raw/harbour.md").rename(vault / "raw/lamps.md")
        sources = 1 + len(list((vault / "raw/odd").iterdir()))
        command.until("compiled", sources)
        command.until("refused")
        command.until("changed")
        command.until("unchanged")
        status, complaints = command.ends(number)
    assert (status, complaints) == (0, "")
    said = {(line["event"], line["path"]) for line in command.lines}
    assert said >= {
        ("compiled", "raw/harbour.md"),
        ("refused", "raw/formulas.csv"),
        ("changed", "wiki/concepts/Wick.md"),
        ("unchanged", "raw/lamps.md"),
    }
    assert command.lines[-1]["event"] == "ended"
    assert f"{sources} compiled" in command.lines[-1]["words"]
    assert main(["status", str(vault)]) == 0


def test_it_holds_the_vault(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody else compiles meanwhile; and where somebody does, it says who."""
    with watch(vault) as command:
        assert main(["compile", str(vault)]) == 2
        assert f"process {command.process.pid}" in capsys.readouterr().err
        assert main(["watch", str(vault)]) == 2
        capsys.readouterr()
        for looks in (["status"], ["lint"], ["undo", "--list"]):
            assert main([looks[0], str(vault), *looks[1:]]) == 0
            said = capsys.readouterr()
            assert f"(process {command.process.pid}) is working in “vault”" in said.err
            assert said.out
        for writes in (["undo"], ["redo"], ["lint", "--fix"], ["queue", "--pause"]):
            assert main([writes[0], str(vault), *writes[1:]]) == 2
            assert "is working in “vault”" in capsys.readouterr().err


def test_ending_it_in_the_middle_of_a_source_loses_nothing(vault: Path) -> None:
    """What was under way is compiled by the next who looks; its reader's end is no refusal."""
    shutil.copy(FIXTURES / "faq-debian-ch1-ch6.fr.pdf", vault / "raw")
    for path in put(vault, SOURCES):
        shutil.copy(path, vault / "raw")
    with watch(vault) as command:
        command.until("compiled")
        assert command.ends(signal.SIGINT) == (0, "")
    assert main(["compile", str(vault)]) == 0
    done = Counter(line["path"] for line in command.lines if line["event"] == "compiled")
    assert set(done.values()) == {1}
    assert not [line for line in command.lines if line["event"] in {"refused", "failed"}]


def test_a_vault_that_vanishes_ends_it_in_words(vault: Path) -> None:
    """Status 2 and one line; nothing is made where the vault was."""
    with watch(vault) as command:
        vault.rename(vault.with_name("elsewhere"))
        status, complaints = command.is_over()
    assert (status, complaints.count("\n")) == (2, 1)
    assert "is not there any more" in complaints
    assert not vault.exists()


def test_a_queue_that_is_paused_is_said_to_be(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Else one would wait for pages that never come."""
    assert main(["queue", str(vault), "--pause"]) == 0
    capsys.readouterr()
    with watch(vault) as command:
        assert "--resume" in command.until("note")["words"]
        assert command.ends(signal.SIGTERM) == (0, "")


def test_lines_for_people(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be watched is said as by every other command."""
    (vault / ".vaultloom/vault.json").unlink()
    assert main(["watch", str(vault)]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)


@pytest.mark.long
def test_all_ways_at_once_slowly_and_quickly(vault: Path) -> None:
    """With the real clock: files that come whole, grow, get their names late, and whole folders."""
    samples = sorted((resources() / "samples").glob("semver-*.md"))
    raw = vault / "raw"
    with watch(vault) as command:
        shutil.copy(samples[0], raw)
        with (raw / "growing.md").open("w") as growing:
            growing.write(HARBOUR[:200])
            growing.flush()
            (raw / ".oil.md.X1").write_text(OIL)
            (raw / ".oil.md.X1").rename(raw / "oil.md")
            (raw / "late.md.part").write_bytes(samples[1].read_bytes())
            shutil.copytree(FIXTURES / "odd-names", vault.with_name("beside"))
            vault.with_name("beside").rename(raw / "folder")
            growing.write(HARBOUR[200:])
        (raw / "late.md.part").rename(raw / "late.md")
        expected = {p.relative_to(vault).as_posix() for p in raw.rglob("*") if p.is_file()}
        command.until("compiled", len(expected))
        assert command.ends(signal.SIGTERM)[0] == 0
    done = Counter(line["path"] for line in command.lines if line["event"] == "compiled")
    assert done == dict.fromkeys(expected, 1)
