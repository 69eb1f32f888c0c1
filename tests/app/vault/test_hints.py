"""Hints of the real system, and what becomes of them where it gives none."""

import queue
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from watchdog.observers.polling import PollingObserver

from app.vault.hints import Hints, Observer
from tests.app.watched import LIMIT, native, polling, refused


class Ear:
    """Listens to the hints about a folder."""

    def __init__(self, root: Path, make: Callable[[], Observer] | None = None) -> None:
        self.woken = queue.SimpleQueue[None]()
        self.hints = Hints(root, lambda: self.woken.put(None), make)
        self.hints.start()
        self.woken.get(timeout=LIMIT)
        assert self.hints.take().everything

    def hears(self, *paths: str, everything: bool = False) -> None:
        """Wait for a hint of each of these."""
        heard, whole, end = set[str](), False, time.monotonic() + LIMIT
        while not (heard >= set(paths) and whole >= everything):
            assert time.monotonic() < end, heard
            with suppress(queue.Empty):
                self.woken.get(timeout=0.1)
            hinted = self.hints.take()
            heard, whole = heard | hinted.paths, whole or hinted.everything


@pytest.fixture(params=[native, polling])
def ear(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Ear]:
    """The hints of each observer about a folder."""
    (tmp_path / "in/deep").mkdir(parents=True)
    found = Ear(tmp_path, request.param)
    yield found
    found.hints.close()


def test_what_happens_to_a_file_is_hinted_at(ear: Ear, tmp_path: Path) -> None:
    """Made, changed, renamed, removed; under its path in the vault."""
    (tmp_path / "in/deep/a.md").write_text("a")
    ear.hears("in/deep/a.md")
    (tmp_path / "in/deep/a.md").write_text("ab")
    ear.hears("in/deep/a.md")
    (tmp_path / "in/deep/a.md").rename(tmp_path / "b.md")
    ear.hears("in/deep/a.md", "b.md")
    (tmp_path / "b.md").unlink()
    ear.hears("b.md")


def test_a_folder_that_comes_or_goes_is_a_hint_at_everything(ear: Ear, tmp_path: Path) -> None:
    """Whatever is in it."""
    (tmp_path / "in/deep").rename(tmp_path / "out")
    ear.hears(everything=True)
    (tmp_path / "out").rmdir()
    ear.hears(everything=True)


def test_hidden_files_are_not_hinted_at(ear: Ear, tmp_path: Path) -> None:
    """Obsidian's workspace, our own ledger; but what the person decided there is."""
    for folder in (".obsidian", ".vaultloom/sources", ".vaultloom/decisions"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "x.json").write_text("{}")
        (tmp_path / "after.md").write_text(folder)
    ear.hears("after.md", everything=True)
    (tmp_path / ".obsidian/x.json").write_text("{...}")
    (tmp_path / "later.md").write_text("")
    heard: set[str] = set()
    while "later.md" not in heard:
        heard |= ear.hints.take().paths
    assert not any(path.startswith(".") for path in heard)


def test_very_many_hints_are_one_at_everything(tmp_path: Path) -> None:
    """One by one they would cost more than a look at all."""
    ear = Ear(tmp_path, native)
    for n in range(700):
        ear.hints.hint(str(tmp_path / f"{n}.md"))
    hinted = ear.hints.take()
    assert hinted.everything
    assert len(hinted.paths) < 500
    ear.hints.close()


def test_no_hints_come_after_the_end(tmp_path: Path) -> None:
    """And ending twice does no harm."""
    ear = Ear(tmp_path)
    ear.hints.close()
    ear.hints.close()
    ear.hints.start()
    assert not ear.hints.is_alive
    ear.hints.hint(str(tmp_path / "a.md"))
    assert ear.woken.empty()


class Full(PollingObserver):
    """An observer that has no watch left for the last folder, which only a look at it tells."""

    def schedule(self, *args: object, recursive: bool = False, **named: object) -> object:  # type: ignore[override]
        if not recursive:
            raise OSError(28, "inotify watch limit reached")
        return super().schedule(*args, recursive=recursive, **named)  # type: ignore[arg-type]


@pytest.mark.parametrize("make", [refused, Full])
def test_a_limit_of_the_system_is_said_in_words(
    tmp_path: Path, make: Callable[[], Observer]
) -> None:
    """For the vault as for a folder deep in it; nothing is left running."""
    (tmp_path / "in/deep").mkdir(parents=True)
    ear = Ear(tmp_path, make)
    assert "watch limit reached" in ear.hints.trouble
    assert not ear.hints.is_alive
    ear.hints.close()


def test_a_root_that_is_not_there_is_no_trouble(tmp_path: Path) -> None:
    """It may come back; then watching begins."""
    ear = Ear(tmp_path / "away")
    assert not ear.hints.trouble
    assert not ear.hints.is_alive
    (tmp_path / "away").mkdir()
    end = time.monotonic() + LIMIT
    while not ear.hints.is_alive and time.monotonic() < end:
        ear.hints.start()
    (tmp_path / "away/a.md").write_text("a")
    ear.hears("a.md")
    ear.hints.close()
