from collections.abc import Iterator

import pytest

from tests.app.llm.fake_server import FakeServer, fake_server


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with fake_server() as running:
        yield running


@pytest.fixture(autouse=True)
def _no_settings_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OLLAMA_HOST", "OLLAMA_API_KEY", "VAULTLOOM_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
