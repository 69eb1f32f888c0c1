"""The door to the worker: answers, events, restarts, and an end without leftovers."""

import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from ui.background import Background
from ui.values import Failure, Json, Page


class Answers:
    """Keeps what came back, in order."""

    def __init__(self) -> None:
        self.results: list[Json] = []
        self.failures: list[Failure] = []

    def then(self, result: Json) -> None:
        self.results.append(result)

    def failed(self, failure: Failure) -> None:
        self.failures.append(failure)

    @property
    def count(self) -> int:
        return len(self.results) + len(self.failures)


@pytest.fixture
def answers() -> Answers:
    return Answers()


def test_every_request_gets_one_answer(
    qtbot: QtBot, background: Background, answers: Answers, vault: Path
) -> None:
    """Results and errors both come back to the one who asked."""
    background.open(vault)

    background.request("state", answers.then, answers.failed)
    background.request("page", answers.then, answers.failed, path="wiki/none.md")
    qtbot.waitUntil(lambda: answers.count == 2)

    assert answers.results[0]["vault"] == "Kestrel"
    assert answers.failures == [Failure("There is no page “wiki/none.md”.", "Choose another.")]


def test_events_arrive_as_values(
    qtbot: QtBot, background: Background, answers: Answers, vault: Path, tmp_path: Path
) -> None:
    """A source that is added is told about until it is idle again."""
    source = tmp_path / "Audit 2023.md"
    source.write_text("# Audit\n\nText.\n", encoding="utf-8")
    background.open(vault)
    told: list[tuple[Page, ...]] = []
    background.pages_changed.connect(lambda news: told.append(news.pages))

    with qtbot.waitSignals([background.progressed, background.queue_changed, background.idle]):
        background.request("add", answers.then, answers.failed, paths=[str(source)])

    assert "wiki/concepts/Audit 2023.md" in [page.path for page in told[-1]]


def test_a_worker_that_dies_is_started_again(
    qtbot: QtBot, background: Background, answers: Answers, vault: Path, tmp_path: Path
) -> None:
    """What was asked of the dead one fails in words, and the next one answers."""
    source = tmp_path / "crash.md"
    source.write_text("text", encoding="utf-8")
    background.open(vault)

    with qtbot.waitSignal(background.restarted):
        background.request("add", answers.then, answers.failed, paths=[str(source)])
        background.request("state", answers.then, answers.failed)
    background.request("state", answers.then, answers.failed)
    qtbot.waitUntil(lambda: answers.count == 3)

    assert "vault" in answers.results[-1]


def test_three_quick_deaths_are_told(qtbot: QtBot, vault: Path, no_leaks: None) -> None:
    """Then no further one is started until someone asks for it."""
    command = [sys.executable, "-c", "import sys; sys.exit('out of paper')"]
    background = Background(command=command)

    with qtbot.waitSignal(background.gave_up) as told:
        background.open(vault)

    failure = told.args[0]
    assert "three times" in failure.message
    assert failure.details == "out of paper"
    assert not background.running
    background.close()


def test_a_vault_that_cannot_be_opened_says_why_at_once(
    qtbot: QtBot, vault: Path, no_leaks: None
) -> None:
    """The worker's own words, not a count of deaths."""
    words = "Another Vaultloom works in this vault."
    code = f"import sys; print({words!r}, file=sys.stderr); sys.exit(2)"
    background = Background(command=[sys.executable, "-c", code])

    with qtbot.waitSignal(background.gave_up) as told:
        background.open(vault)

    assert told.args[0].message == words
    background.close()


def test_a_program_that_is_not_there_is_told(qtbot: QtBot, vault: Path, no_leaks: None) -> None:
    """Nothing is tried again that cannot work."""
    background = Background(command=["/nowhere/python"])

    with qtbot.waitSignal(background.gave_up) as told:
        background.open(vault)

    assert told.args[0].message == "The worker could not be started."
    background.close()


def test_asking_without_a_vault_fails_in_words(
    qtbot: QtBot, background: Background, answers: Answers
) -> None:
    """It is an answer like any other."""
    background.request("state", answers.then, answers.failed)

    assert answers.failures[0].message == "There is no vault open."


def test_closing_ends_a_worker_that_does_not_listen(
    qtbot: QtBot, vault: Path, no_leaks: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked, then told, then ended."""
    monkeypatch.setattr("ui.background.PATIENCE", 50)
    background = Background(command=[sys.executable, "-c", "while True: pass"])
    background.open(vault)
    process = background._process
    assert process is not None
    qtbot.waitUntil(lambda: process.processId() > 0)

    background.close()

    assert process.state() == process.ProcessState.NotRunning


def test_a_job_runs_off_the_window_and_answers_on_it(
    qtbot: QtBot, background: Background, answers: Answers, tmp_path: Path
) -> None:
    """An error of the system is an answer in words."""
    background.work(lambda: {"sum": 3}, answers.then, answers.failed)
    background.work(lambda: {"text": (tmp_path / "none").read_text()}, answers.then, answers.failed)

    qtbot.waitUntil(lambda: answers.count == 2)

    assert answers.results == [{"sum": 3}]
    assert answers.failures[0].message.endswith(
        "none” could not be read or written: No such file or directory."
    )
