"""Two devices that share a vault by a sync tool, each with its own cache, queue and journal."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from app.compiler.compile import opened
from tests.app.history.plug import Plug
from tests.promises.page_checks import problems
from tests.promises.test_many_hands import TEXTS
from tests.promises.vaults import clock, files_in, new_vault

MANY = os.environ.get("VAULTLOOM_TEST_EXAMPLES", "")
Which = st.lists(st.integers(0, len(TEXTS) - 1), min_size=1, max_size=3, unique=True)


class Device:
    """A device with its copy of the vault, and user folders of its own."""

    def __init__(self, folder: Path, name: str) -> None:
        self.vault, self._home = folder / name / "vault", folder / name / "home"
        self._sources = folder / name / "sources"
        self._sources.mkdir(parents=True)

    def compile(self, which: list[int]) -> None:
        """Compile some of the texts here."""
        places = [self._sources / f"source {n}.md" for n in which]
        for n, place in zip(which, places, strict=True):
            place.write_text(TEXTS[n])
        with self._here(), opened(self.vault, clock=clock, files=Plug()) as compiler:
            compiler.add(places)
            compiler.run()

    def catch_up(self) -> None:
        """Notice what came from the other device."""
        with self._here(), opened(self.vault, clock=clock, files=Plug()) as compiler:
            compiler.catch_up()

    def _here(self) -> "_Home":
        return _Home(self._home)


class _Home:
    """The user folders of a device while it is used."""

    def __init__(self, home: Path) -> None:
        self._home, self._patch = home, pytest.MonkeyPatch()

    def __enter__(self) -> None:
        self._patch.setenv("VAULTLOOM_HOME", str(self._home))

    def __exit__(self, *_: object) -> None:
        self._patch.undo()


def synced(one: Path, other: Path, known: dict[str, bytes]) -> dict[str, bytes]:
    """Bring two folders together as sync tools do: what one side changed, made or removed since both
    were as ``known`` goes to the other; where both changed a file, the newer one wins."""
    here, there = files_in(one), files_in(other)
    for path in sorted({*here, *there, *known}):
        mine, theirs, before = here.get(path), there.get(path), known.get(path)
        if mine == theirs:
            continue
        mine_wins = theirs == before or (
            mine != before and _time(one / path) >= _time(other / path)
        )
        source, target = (one, other) if mine_wins else (other, one)
        if (source / path).exists():
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source / path, target / path)
        else:
            (target / path).unlink(missing_ok=True)
    assert files_in(one) == files_in(other)
    return files_in(one)


def _time(place: Path) -> int:
    return place.stat().st_mtime_ns if place.exists() else 0


@settings(
    max_examples=int(MANY or 3),
    deadline=None,
    derandomize=not MANY,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.generate,),
)
@given(start=Which, mine=Which, theirs=Which, again=Which)
def test_devices_that_compiled_different_sources_end_with_the_same_pages(
    start: list[int], mine: list[int], theirs: list[int], again: list[int]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        one, other = Device(Path(folder), "one"), Device(Path(folder), "other")
        with _Home(Path(folder, "one", "home")):
            new_vault(one.vault)
        one.compile(start)
        shutil.copytree(one.vault, other.vault)
        known = files_in(one.vault)
        one.compile(mine)
        other.compile(theirs)
        for _ in range(2):
            known = synced(one.vault, other.vault, known)
            one.catch_up()
            other.catch_up()
        assert files_in(one.vault, "wiki") == files_in(other.vault, "wiki")
        assert problems(one.vault) == []
        other.compile(again)
        known = synced(one.vault, other.vault, known)
        one.catch_up()
        assert files_in(one.vault, "wiki") == files_in(other.vault, "wiki")
        assert problems(one.vault) == []
