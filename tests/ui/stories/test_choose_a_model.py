"""First starts on a machine without Ollama, with an Ollama that has no model, and with both.

The server is a fake at the wire; everything else is what people get.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.llm.starting import program
from app.vault import layout
from tests.app.llm.fake_server import FakeServer, Script, done, fake_server, free_port, said
from tests.ui.stories.conftest import HARBOUR, Person

MODEL = {
    "model": "qwen3:4b-instruct",
    "size": 2_497_293_931,
    "digest": "d1",
    "details": {"parameter_size": "4.0B"},
}
SHOWN = {"model_info": {"x.context_length": 262_144}, "capabilities": ["completion"]}
PICKED = '{"c":[{"e":1,"s":"Harbour lamp"}]}'


@pytest.fixture
def ollama(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeServer]:
    """An Ollama at OLLAMA_HOST, which has no model."""
    with fake_server() as running:
        running.answers("/api/version", Script([{"version": "0.9.3"}]))
        running.answers("/api/show", Script([SHOWN]))
        running.answers("/api/chat", Script([*said(PICKED), done()]))
        has(running)
        monkeypatch.setenv("OLLAMA_HOST", running.address)
        yield running


def has(server: FakeServer, *models: dict[str, Any]) -> None:
    """From now on the server has these models."""
    server.answers("/api/tags", Script([{"models": models}]))


def part(completed: int) -> dict[str, Any]:
    """What Ollama says while a model comes."""
    return {"status": "pulling a", "digest": "a", "total": 2_500_000_000, "completed": completed}


def begin(person: Person, tmp_path: Path) -> None:
    """The window on a new vault, as after the first page."""
    layout.new(tmp_path / "Harbour")
    person.window.open(tmp_path / "Harbour")
    person.qtbot.waitUntil(person.rooms.inbox.isVisible)
    person.qtbot.waitUntil(lambda: bool(person.rooms.status.reader.text()))


def compile_a_source(person: Person, tmp_path: Path) -> str:
    """Drop a source, wait for its pages, and read its summary."""
    source = tmp_path / "Harbour lamps.md"
    source.write_text(HARBOUR, encoding="utf-8")
    with person.compiled():
        person.drop(source)
        person.qtbot.waitUntil(lambda: person.rooms.inbox.unfinished > 0)
    (item,) = person.rooms.inbox.items
    assert item.page
    person.window.show_page(item.page)
    person.qtbot.waitUntil(lambda: person.rooms.page.path == item.page)
    person.picture("summary")
    return person.rooms.page.text.toPlainText()


def test_with_ollama_and_a_model(person: Person, ollama: FakeServer, tmp_path: Path) -> None:
    """One click on one line, and the model reads."""
    has(ollama, MODEL)
    begin(person, tmp_path)
    person.qtbot.waitUntil(person.rooms.offer.isVisible)
    assert person.rooms.offer.words.text() == "Ollama has qwen3:4b-instruct. Read with it?"
    person.picture("offered")
    person.click(person.rooms.offer.yes)
    person.qtbot.waitUntil(lambda: not person.window.choosing.reader.is_builtin)
    assert person.rooms.status.reader.text() == "qwen3:4b-instruct · Ollama"
    assert not person.rooms.offer.isVisible()
    person.picture("used")
    assert "Read by qwen3:4b-instruct" in compile_a_source(person, tmp_path)


def test_with_ollama_but_no_model(person: Person, ollama: FakeServer, tmp_path: Path) -> None:
    """One click fetches a model, another has it read."""
    parts = [part(share * 250_000_000) for share in range(11)]
    ollama.answers("/api/pull", Script([*parts, {"status": "success"}]))
    begin(person, tmp_path)
    offer = person.rooms.offer
    person.qtbot.waitUntil(offer.isVisible)
    assert offer.yes.text().startswith("Pull ")
    person.picture("no-model")

    has(ollama, MODEL)
    person.click(offer.yes)
    person.qtbot.waitUntil(lambda: offer.isVisible() and offer.yes.text() == "Use it")
    assert person.window.choosing.reader.is_builtin
    person.picture("pulled")
    person.click(offer.yes)
    person.qtbot.waitUntil(lambda: not person.window.choosing.reader.is_builtin)
    assert "Read by qwen3:4b-instruct" in compile_a_source(person, tmp_path)


@pytest.mark.skipif(program() is not None, reason="Ollama is installed here")
def test_without_ollama(person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The built-in reader reads at once; the place tells how to get a model, by keys alone."""
    monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{free_port()}")
    begin(person, tmp_path)
    rooms = person.rooms
    text = compile_a_source(person, tmp_path)
    assert "A harbour lamp is a light" in text
    assert not rooms.offer.isVisible()

    person.press("Ctrl+M")
    person.qtbot.waitUntil(rooms.reader.server.mend.isVisible)
    assert "Ollama is not installed" in rooms.reader.server.words.text()
    assert rooms.reader.server.mend.text() == "Get Ollama"
    assert person.keyboard is rooms.reader.builtin.use
    person.picture("not-installed")
    for _ in range(3):
        person.press("Tab")
    assert person.keyboard is rooms.reader.server.mend
    person.press("Esc")  # away with the notice of what was compiled
    person.press("Esc")
    assert rooms.place == "pages"


def test_a_model_is_tried_and_chosen_by_keys_alone(
    person: Person, ollama: FakeServer, tmp_path: Path
) -> None:
    """Tab and the space bar; what came of the trial stands in its row, truthfully."""
    ollama.chats('{"n": 3}', '{"n": 1}', '{"n": 1}', output=8)
    has(ollama, MODEL, {**MODEL, "model": "llama3.2:1b", "size": 1_300_000_000, "digest": "d2"})
    begin(person, tmp_path)
    panel = person.rooms.reader
    person.press("Ctrl+M")
    person.qtbot.waitUntil(lambda: bool(panel.models))
    row = panel.models["qwen3:4b-instruct"]
    while person.keyboard is not row.try_it:
        person.press("Tab")
    person.press("Space")
    person.qtbot.waitUntil(lambda: row.result.text().startswith("Reads "))
    person.picture("tried")
    person.press("Tab")
    person.press("Space")
    person.qtbot.waitUntil(lambda: row.use.text() == "In use")
    assert person.keyboard is row.use
    assert person.rooms.status.reader.text() == "qwen3:4b-instruct · Ollama"
    person.picture("chosen")
