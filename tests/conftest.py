"""What holds for every test: windows are drawn in memory, and nobody's own state is touched."""

import os

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Queue, journal and cache of a test's vaults lie in a folder of its own; a model server that
    happens to run on this machine is asked by no test."""
    monkeypatch.setenv("VAULTLOOM_HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setenv("OLLAMA_HOST", "http://127.0.0.1:9")
    for key in ("VAULTLOOM_API_KEY", "OPENAI_API_KEY", "OLLAMA_API_KEY"):
        monkeypatch.delenv(key, raising=False)
