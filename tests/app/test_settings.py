"""What the person chose is kept, and what is not understood is left alone."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from app import paths, settings
from app.settings import Settings


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTLOOM_HOME", str(tmp_path))


def test_nothing_chosen_is_as_usual() -> None:
    """The system's theme and language."""
    assert settings.load() == Settings("system", "system", 15, serif=False)


def test_choices_are_kept() -> None:
    """All of them."""
    chosen = Settings("dark", "zh_CN", 18, serif=True)
    settings.save(chosen)

    assert settings.load() == chosen


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"theme": "pink", "text_size": 900, "language": 3}', "\x00"]
)
def test_a_file_that_is_not_understood_counts_as_nothing(text: str) -> None:
    """The window opens all the same."""
    (paths.user_config() / "settings.json").write_text(text, encoding="utf-8")

    assert settings.load() == Settings()


def test_what_a_newer_version_keeps_there_stays() -> None:
    """Going back and forth between versions loses nothing."""
    file = paths.user_config() / "settings.json"
    file.write_text('{"theme": "dark", "sound": "on"}', encoding="utf-8")
    settings.save(Settings(theme="light"))

    kept = json.loads(file.read_text(encoding="utf-8"))
    assert (kept["theme"], kept["sound"]) == ("light", "on")


def test_the_model_is_kept_beside_what_the_window_keeps() -> None:
    """The window, which was open before, does not undo the choice by keeping a theme."""
    before = settings.load()
    assert not settings.has_chosen_model()
    settings.choose_model("qwen3:4b", "http://lab:8080/v1", 4096)
    settings.save(replace(before, theme="dark"))

    kept = settings.load()
    assert (kept.theme, kept.model) == ("dark", "qwen3:4b")
    assert (kept.server, kept.context) == ("http://lab:8080/v1", 4096)
    assert settings.has_chosen_model()


@pytest.mark.parametrize(
    ("model", "server", "context"), [("", "", 8192), ("m", "a\nb", 8192), ("m", "", 12)]
)
def test_a_model_that_cannot_be_asked_is_not_kept(model: str, server: str, context: int) -> None:
    """Nor is anything of it taken from a file that says so."""
    with pytest.raises(ValueError, match="cannot be kept"):
        settings.choose_model(model, server, context)
    assert settings.load() == Settings()
    text = json.dumps({"model": model, "server": server, "context": context})
    (paths.user_config() / "settings.json").write_text(text, encoding="utf-8")
    assert settings.load() in (Settings(model="m"), Settings())


def test_a_choice_that_is_kept_while_another_program_keeps_one_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The window and the worker are two processes with one file."""
    replace_, mine = Path.replace, os.getpid()

    def meanwhile(draft: Path, target: Path) -> Path:
        monkeypatch.setattr(Path, "replace", replace_)
        monkeypatch.setattr(os, "getpid", lambda: mine + 1)
        settings.save(Settings(theme="light"))
        return replace_(draft, target)

    monkeypatch.setattr(Path, "replace", meanwhile)
    settings.choose_model("qwen3:4b", "", 4096)

    assert settings.load().model == "qwen3:4b"
    assert [f.name for f in paths.user_config().iterdir()] == ["settings.json"]
