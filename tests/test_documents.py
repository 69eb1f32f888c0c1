"""What README.md and ARCHITECTURE.md say is there is there."""

import re
from pathlib import Path

import pytest

from app.__main__ import main
from tests.rules_table import shown, table

PROJECT = Path(__file__).resolve().parent.parent
OF_THE_WINDOW = {"worker"}  # a command that nobody types


def text(name: str) -> str:
    """A file at the top of the project."""
    return (PROJECT / name).read_text(encoding="utf-8")


def test_the_readme_begins_with_the_two_commands() -> None:
    """Whoever arrives sees them first."""
    assert re.match(r"# Vaultloom\n\n```\nmake demo .*\nmake test .*\n```\n", text("README.md"))


def test_the_readme_lists_the_commands_that_exist(capsys: pytest.CaptureFixture[str]) -> None:
    """No more and no fewer, and so for each command's options."""

    def help_of(*command: str) -> str:
        with pytest.raises(SystemExit):
            main([*command, "--help"])
        return capsys.readouterr().out

    rows = re.findall(r"(?m)^\| `vaultloom ([\w-]+).*?\| ((?:`[^|`]+` ?)*)\|$", text("README.md"))
    listed = {name: set(re.findall(r"--[a-z-]+", options)) for name, options in rows}
    commands = set(re.findall(r"(?m)^ {4}([a-z][\w-]*)(?: |$)", help_of())) - OF_THE_WINDOW
    option = re.compile(r"(?m)^ {2}(?:-\w, )?(--[a-z-]+)")
    assert listed == {name: set(option.findall(help_of(name))) - {"--help"} for name in commands}


@pytest.mark.parametrize("name", ["README.md", "ARCHITECTURE.md"])
def test_every_file_that_is_named_exists(name: str) -> None:
    """Links, and paths in code marks that begin with a folder of the project."""
    named = re.findall(r"\]\((?!https?:|#)([^)#]+)\)", text(name))
    named += re.findall(r"`((?:app|ui|tests|resources|\.ci)/[\w./]*)`", text(name))
    assert [path for path in named if not (PROJECT / path).exists()] == []


def test_every_make_target_that_is_named_exists() -> None:
    """The README names no target that make does not know."""
    targets = set(re.findall(r"(?m)^([a-z-]+):", text("Makefile")))
    assert set(re.findall(r"`make ([a-z-]+)", text("README.md"))) <= targets


def test_the_readme_lists_the_rules_as_they_are() -> None:
    """``python -m tests.rules_table`` puts the table there."""
    assert shown(text("README.md")) == table()
