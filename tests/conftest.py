"""What holds for every test: windows are drawn in memory, and nobody's own state is touched."""

import os

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Queue, journal and cache of a test's vaults lie in a folder of its own."""
    monkeypatch.setenv("VAULTLOOM_HOME", str(tmp_path_factory.mktemp("home")))
