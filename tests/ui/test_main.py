"""The command ``vaultloom``: where it needs no screen, and what it says when it cannot start."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ui import __main__ as command
from ui.crash import failure_of, install
from ui.values import Failure

CODE = """
import sys
from ui.__main__ import main
status = main({arguments!r})
assert not [name for name in sys.modules if name.startswith("PySide6")], "Qt was loaded"
sys.exit(status)
"""


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command where there is no screen."""
    clean = {
        name: value
        for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    }
    return subprocess.run(
        [sys.executable, "-c", CODE.format(arguments=list(arguments))],
        env=clean | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_headless_commands_load_no_qt(tmp_path: Path) -> None:
    """They work on a server."""
    made = run("new", str(tmp_path / "vault"), VAULTLOOM_HOME=str(tmp_path / "home"))

    assert made.returncode == 0, made.stderr
    assert (tmp_path / "vault" / "raw").is_dir()


def test_every_command_of_the_headless_front_end_is_known() -> None:
    """None is taken for the name of a vault."""
    shown = run("--help")
    names = set(re.findall(r"^    (\w+) ", shown.stdout, flags=re.M))
    assert {"names", "merge", "restore"} <= names
    assert names <= command.HEADLESS | {"demo"}


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a screen")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "There is no screen"),
        (("--odd",), "is not understood"),
        (("one", "two"), "is not understood"),
        (("/nowhere/vault",), "There is no folder at /nowhere/vault"),
    ],
)
def test_what_cannot_be_shown_is_said_in_one_line(arguments: tuple[str, ...], words: str) -> None:
    """With exit status 2."""
    ended = run(*arguments)

    assert ended.returncode == 2
    assert words in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1


def test_a_missing_library_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Qt's libraries are not all there on a bare system."""
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setitem(sys.modules, "ui.application", None)

    assert command.main([str(tmp_path)]) == 2

    assert "a library that Qt needs is missing" in capsys.readouterr().err


def test_a_failure_of_ours_is_told_in_words_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The traceback is behind “More” and in a file, not in the words."""
    monkeypatch.setenv("VAULTLOOM_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    told: list[Failure] = []
    install(told.append)
    error = ZeroDivisionError("division by zero")

    sys.excepthook(type(error), error, None)
    sys.excepthook(type(error), error, None)

    assert len(told) == 1
    assert "ZeroDivisionError" not in told[0].message
    assert "ZeroDivisionError" in told[0].details
    assert "ZeroDivisionError" in next(tmp_path.rglob("crash.log")).read_text(encoding="utf-8")


def test_an_error_with_words_keeps_them() -> None:
    """What happened, and what to do."""
    from app.errors import VaultProblem

    failure = failure_of(VaultProblem("It is gone.", remedy="Look for it."), "trace")

    assert (failure.message, failure.remedy) == ("It is gone.", "Look for it.")
