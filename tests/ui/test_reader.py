"""Choosing who reads, over the scripted worker: what is shown, asked for, and never asked twice."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, Qt, QTranslator, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app import settings
from tests.ui.conftest import OpenWindow
from tests.ui.servers import (
    MODELS,
    NO_MODEL,
    NOT_INSTALLED,
    NOT_RUNNING,
    READY,
    make_server,
)
from ui.main_window import MainWindow
from ui.reader.fetch import Fetch
from ui.reader.panel import ReaderPanel
from ui.reader.values import Model, Pulled, Reader
from ui.reader.words import fetch_words, model_words, pull_words, suggestion_words
from ui.settings.model import Choices

Choose = Callable[..., MainWindow]


@pytest.fixture
def choose(qtbot: QtBot, open_window: OpenWindow, vault: Path) -> Choose:
    """Opens the place where it is chosen who reads, with a server as it is said to be."""

    def show(standing: dict[str, str], **more: Any) -> MainWindow:
        make_server(vault, standing, **more)
        window = open_window(vault)
        window.actions_by_name["reader"].trigger()
        looked(qtbot, window)
        return window

    return show


def looked(qtbot: QtBot, window: MainWindow) -> None:
    choosing = window.choosing
    qtbot.waitUntil(lambda: choosing.found is not None and not choosing.looking)


def offered(qtbot: QtBot, window: MainWindow) -> str:
    """What the line above the rooms says."""
    looked(qtbot, window)
    return window.rooms.offer.words.text() if window.rooms.offer.isVisible() else ""


def used(qtbot: QtBot, window: MainWindow, name: str) -> None:
    qtbot.waitUntil(lambda: window.choosing.reader.name == name)


# Words


def test_a_model_in_words() -> None:
    """What is not known is not said."""
    assert model_words(Model("a", 2_497_293_931, 40_960, "4.0B", words="suits this machine")) == (
        "2.5 GB · 4.0B · context 40,960 · suits this machine"
    )
    assert model_words(Model("a")) == ""
    assert suggestion_words(Model("a", 5_200_000_000, fit="tight", words="reads better")) == (
        "5.2 GB · reads better · may be slow beside other programs"
    )
    assert pull_words(Model("qwen3:4b", 2_500_000_000)) == "Pull qwen3:4b (2.5 GB)"
    assert pull_words(Model("qwen3:4b")) == "Pull qwen3:4b"


def test_a_pull_tells_time_left_after_a_tenth_and_never_runs_backwards() -> None:
    """What lay there before it began says nothing of its speed."""
    now = 100.0
    fetch = Fetch("m", lambda: now)
    assert fetch_words(fetch) == "The server is asked for it…"
    fetch.note(Pulled("m", 500_000_000, 2_500_000_000))
    assert fetch_words(fetch) == "500.0 MB of 2.5 GB · 20 %"
    now = 110.0
    fetch.note(Pulled("m", 690_000_000, 2_500_000_000))
    assert fetch.left is None
    now = 120.0
    fetch.note(Pulled("m", 1_500_000_000, 2_500_000_000))
    assert fetch_words(fetch) == "1.5 GB of 2.5 GB · 60 % · less than a minute left"
    assert fetch.left == pytest.approx(20)
    fetch.note(Pulled("m", 1_500_000_000, 5_000_000_000))
    assert fetch.share == pytest.approx(0.6)
    fetch.note(Pulled("m", 0, 0, "verifying"))
    assert fetch.share == pytest.approx(0.6)
    fetch.note(Pulled("m", 5_000_000_000, 5_000_000_000))
    assert fetch_words(fetch) == "All is here and is being checked…"


# The status line


def test_the_status_line_says_who_reads_and_a_click_leads_to_the_choice(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """By name also for those who hear it; Esc leads back."""
    window = open_window(vault)
    button = window.rooms.status.reader
    assert button.text() == "Built-in reader"
    assert button.accessibleName() == "Who reads your sources: Built-in reader, ready"

    button.click()
    assert window.rooms.reader.isVisible()
    window.rooms.reader.closed.emit()
    assert window.rooms.place == "pages"


def test_the_dot_has_another_shape_for_each_state(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """Whoever does not see colours tells them apart; the tip says what the matter is."""
    window = open_window(vault)
    status, shapes = window.rooms.status, set()
    for state in ("ready", "waiting", "unavailable"):
        reader = Reader("qwen3:4b", "qwen3:4b · Ollama", "", state, "It is gone.", "Start it.")
        status.show_reader(reader, None)
        image = status._dot.grab().toImage()
        ground = image.pixelColor(0, 0)
        places = [(x, y) for x in range(image.width()) for y in range(image.height())]
        shapes.add(tuple(image.pixelColor(x, y) != ground for x, y in places))
    assert len(shapes) == 3
    assert status.reader.toolTip().startswith("It is gone.\nStart it.\n")
    assert status.reader.accessibleName().endswith("cannot be asked now")


def test_a_server_that_goes_away_is_told_at_once(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """In the status line and in the place, with the worker's words."""
    window = open_window(vault)
    problem = "No model server answers at http://gpu:11434."
    gone = Reader("m", "m · http://gpu:11434", "gpu", "unavailable", problem)
    window.background.reader_changed.emit(gone)
    assert window.rooms.status.reader.text() == "m · http://gpu:11434"
    assert problem in window.rooms.reader.now.text()


# The place


def test_models_are_listed_with_all_that_is_known(choose: Choose) -> None:
    """Each can be tried and used; what is in use is marked; what is there is not offered to pull."""
    window = choose(READY)
    panel = window.rooms.reader
    assert list(panel.models) == ["qwen3:4b", "gemma3:12b", "llama3.3:70b"]
    assert panel.models["qwen3:4b"].details.text() == (
        "2.5 GB · 4.0B · context 40,960 · suits this machine"
    )
    assert panel.server.words.text() == "Ollama at http://127.0.0.1:11434: It has 3 models."
    assert not panel.server.mend.isVisible()
    assert panel.builtin.use.text() == "In use"
    assert list(panel.suggestions) == ["qwen3:1.7b", "qwen3:8b"]
    assert panel.models["gemma3:12b"].use.accessibleName() == "Use gemma3:12b"


def test_a_model_is_used_and_the_built_in_reader_again(qtbot: QtBot, choose: Choose) -> None:
    """Said in the row, the status line and the notice, which what comes of sources takes the place of."""
    window = choose(READY)
    panel = window.rooms.reader
    window.activateWindow()
    row = panel.models["qwen3:4b"]
    row.use.setFocus()
    row.use.click()
    used(qtbot, window, "qwen3:4b")
    assert row.use.text() == "In use"
    assert QApplication.focusWidget() is row.use
    assert window.rooms.status.reader.text() == "qwen3:4b · Ollama"
    assert window.rooms.notice.words == "From the next source on: qwen3:4b · Ollama."
    assert panel.now.text() == "Now: qwen3:4b · Ollama"

    window.rooms.notice.tell_news("The last compile: 4 new.", "", window.rooms.notice.hide)
    assert window.rooms.notice.words == "The last compile: 4 new."

    panel.builtin.use.click()
    used(qtbot, window, "builtin")
    assert row.use.text() == "Use"
    assert window.rooms.status.reader.text() == "Built-in reader"


def test_trying_says_how_it_reads_and_how_fast(qtbot: QtBot, choose: Choose) -> None:
    """One at a time; what goes wrong is said in the row."""
    window = choose(READY)
    rows = window.rooms.reader.models
    rows["qwen3:4b"].try_it.click()
    assert rows["qwen3:4b"].result.text() == "Reading three sample passages…"
    assert not rows["llama3.3:70b"].try_it.isEnabled()
    qtbot.waitUntil(rows["llama3.3:70b"].try_it.isEnabled)
    assert rows["qwen3:4b"].result.text() == "Reads 3 of 3 sample passages, 41 tokens a second."

    rows["llama3.3:70b"].try_it.click()
    qtbot.waitUntil(lambda: "too little memory" in rows["llama3.3:70b"].result.text())
    assert rows["llama3.3:70b"].result.property("tone") == "small-warning"


@pytest.mark.parametrize(
    ("standing", "address", "words", "button"),
    [
        (NOT_RUNNING, "", "No model server answers", "Start Ollama"),
        (NOT_INSTALLED, "", "is not installed", "Get Ollama"),
        (NO_MODEL, "", "has no model yet", "Pull qwen3:4b (2.5 GB)"),
        (READY, "printer:631", "it is a web server", "Correct the address"),
        (READY, "http://cluster/v1", "VAULTLOOM_API_KEY", "Look again"),
    ],
)
def test_what_is_the_matter_is_said_with_the_button_that_mends_it(
    qtbot: QtBot, choose: Choose, standing: dict[str, str], address: str, words: str, button: str
) -> None:
    """Told apart, and never more than one button."""
    window = choose(standing)
    server = window.rooms.reader.server
    server.address.setText(address)
    QTest.keyClick(server.address, "\r")
    looked(qtbot, window)
    assert words in server.words.text()
    assert server.mend.isVisible()
    assert server.mend.text() == button


def test_ollama_is_started_and_its_models_are_there(qtbot: QtBot, choose: Choose) -> None:
    """One click."""
    window = choose(NOT_RUNNING)
    window.rooms.reader.server.mend.click()
    assert window.rooms.reader.server.words.text() == "Ollama is being started…"
    qtbot.waitUntil(lambda: bool(window.rooms.reader.models))


def test_ollama_that_does_not_start_is_told(qtbot: QtBot, choose: Choose) -> None:
    """And the button is there again."""
    window = choose(NOT_RUNNING, starts=False)
    server = window.rooms.reader.server
    server.mend.click()
    qtbot.waitUntil(lambda: window.rooms.notice.words.startswith("Ollama did not start."))
    assert server.mend.isVisible()


def test_the_download_page_is_opened_and_ollama_found_on_coming_back(
    qtbot: QtBot, choose: Choose, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has to look for a button after the installation."""
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    window = choose(NOT_INSTALLED)
    window.rooms.reader.server.mend.click()
    assert opened == [QUrl("https://ollama.com/download")]

    make_server(vault, READY)
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(lambda: not window.isActiveWindow())
    window.activateWindow()
    qtbot.waitUntil(lambda: bool(window.rooms.reader.models))


def test_correcting_the_address_gives_the_field_the_keyboard(qtbot: QtBot, choose: Choose) -> None:
    """With all of it marked, so that one types over it."""
    window = choose(READY)
    window.activateWindow()
    window.choosing.look("printer:631")
    looked(qtbot, window)
    server = window.rooms.reader.server
    server.mend.click()
    assert QApplication.focusWidget() is server.address
    assert server.address.selectedText() == "printer:631"


def test_what_is_typed_stays_while_answers_come(qtbot: QtBot, choose: Choose) -> None:
    """A look under way does not write over the field that the person is in."""
    window = choose(READY)
    window.activateWindow()
    field = window.rooms.reader.server.address
    field.setFocus()
    QTest.keyClicks(field, "gpu:11")
    window.choosing.look()
    looked(qtbot, window)
    assert field.text() == "gpu:11"
    QTest.keyClicks(field, "434\r")
    looked(qtbot, window)
    assert window.choosing.address == "gpu:11434"
    assert list(window.rooms.reader.models)


def test_only_the_last_look_counts(qtbot: QtBot, choose: Choose) -> None:
    """However late the answer to an earlier one comes."""
    window = choose(READY)
    window.choosing.look("printer:631")
    window.choosing.look("")
    looked(qtbot, window)
    assert window.choosing.found is not None
    assert window.choosing.found.standing.way == "choose"


def test_the_same_name_at_another_server_is_not_in_use(qtbot: QtBot, choose: Choose) -> None:
    """Unless it is the same server under another name."""
    window = choose(READY)
    window.rooms.reader.models["qwen3:4b"].use.click()
    used(qtbot, window, "qwen3:4b")
    window.choosing.look("gpu:11434")
    looked(qtbot, window)
    assert window.rooms.reader.models["qwen3:4b"].use.text() == "Use"
    window.choosing.look("")
    looked(qtbot, window)
    assert window.rooms.reader.models["qwen3:4b"].use.text() == "In use"


def test_a_look_at_the_readers_server_says_whether_it_can_be_asked(
    qtbot: QtBot, choose: Choose, vault: Path
) -> None:
    """The line at the bottom does not go on saying “ready” when the place says otherwise."""
    window = choose(READY)
    window.rooms.reader.models["qwen3:4b"].use.click()
    used(qtbot, window, "qwen3:4b")
    for standing, more, problem in (
        (NOT_RUNNING, {}, "No model server answers"),
        (READY, {"models": MODELS[1:]}, "The model “qwen3:4b” is not installed"),
        (READY, {}, ""),
    ):
        make_server(vault, standing, **more)
        window.choosing.look()
        looked(qtbot, window)
        assert window.choosing.reader.problem.startswith(problem)
        assert window.choosing.reader.state == ("unavailable" if problem else "ready")
    assert window.rooms.reader.now.text() == "Now: qwen3:4b · Ollama"


def test_a_context_is_chosen_for_the_model_that_reads(qtbot: QtBot, choose: Choose) -> None:
    """Never more than it can take."""
    small = {**MODELS[0], "name": "smollm2:135m", "context": 8192}
    window = choose(READY, models=[small])
    advanced = window.rooms.reader.advanced
    assert not advanced.contexts[8192].isVisible()
    advanced.fold.click()
    assert advanced.contexts[8192].isChecked()
    window.rooms.reader.models["smollm2:135m"].use.click()
    used(qtbot, window, "smollm2:135m")
    assert advanced.contexts[4096].isEnabled()
    assert not advanced.contexts[16_384].isEnabled()
    with qtbot.waitSignal(window.choosing.chosen):
        advanced.contexts[4096].click()
    window.choosing.look()
    looked(qtbot, window)
    assert advanced.contexts[4096].isChecked()


def test_the_keyboard_is_never_left_in_the_void(qtbot: QtBot, choose: Choose) -> None:
    """Where the button that was pressed goes away, it goes to the one for looking again."""
    window = choose(READY, holds=True)
    window.activateWindow()
    panel = window.rooms.reader
    panel.suggestions["qwen3:8b"].pull.setFocus()
    panel.suggestions["qwen3:8b"].pull.click()
    assert QApplication.focusWidget() is panel.suggestions["qwen3:8b"].pull
    assert not panel.suggestions["qwen3:1.7b"].pull.isEnabled()
    window.choosing.stop_pull()
    qtbot.waitUntil(lambda: window.choosing.fetch is None)

    panel.models["qwen3:4b"].try_it.setFocus()
    window.choosing.look("printer:631")
    looked(qtbot, window)
    assert QApplication.focusWidget() is panel.server.look


# Pulling


def test_a_pull_shows_how_far_it_is_and_can_be_stopped(qtbot: QtBot, choose: Choose) -> None:
    """In the place, and in the status line where the place was left."""
    window = choose(NO_MODEL, holds=True)
    card = window.rooms.reader.server.fetch
    assert not card.isVisible()
    window.rooms.reader.server.mend.click()
    qtbot.waitUntil(lambda: "48 %" in card.words.text())
    assert card.title.text() == "Pulling qwen3:4b"
    assert card.bar.value() == 480
    assert not window.rooms.reader.suggestions["qwen3:8b"].pull.isEnabled()
    assert window.rooms.status.reader.text() == "Built-in reader, pulling qwen3:4b, 48 %"

    window.rooms.close_sheet()
    assert window.rooms.status.reader.text().endswith("48 %")
    window.actions_by_name["reader"].trigger()
    card.stop.click()
    qtbot.waitUntil(lambda: not card.isVisible())
    assert window.rooms.notice.words.startswith("The pull of qwen3:4b was stopped.")
    qtbot.waitUntil(window.rooms.reader.server.mend.isVisible)


def test_a_pulled_model_can_be_used_by_the_notice(qtbot: QtBot, choose: Choose) -> None:
    """It is said where the person is, and nothing is used unasked."""
    window = choose(NO_MODEL)
    window.choosing.answer("use")  # an offer that was turned down is not made again
    window.rooms.close_sheet()
    window.choosing.pull("qwen3:4b")
    qtbot.waitUntil(lambda: window.rooms.notice.words == "qwen3:4b is here and can be used.")
    assert window.choosing.reader.is_builtin
    window.rooms.notice.action.click()
    used(qtbot, window, "qwen3:4b")


def test_another_model_is_pulled_by_its_name(qtbot: QtBot, choose: Choose) -> None:
    """A name that the library does not have is said to be none."""
    window = choose(READY)
    panel = window.rooms.reader
    assert not panel.pull_other.isEnabled()
    QTest.keyClicks(panel.other, "quen:4b\r")
    qtbot.waitUntil(lambda: "has no model of this name" in window.rooms.notice.words)
    assert window.choosing.fetch is None

    window.choosing.pull("qwen3:8b")  # what could not be done is not said beside what is done now
    assert window.rooms.notice.words == ""
    qtbot.waitUntil(lambda: window.choosing.fetch is None)


# What is offered at the first start


def test_a_model_that_is_there_is_offered_once(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """One line, one click; whoever says no is not asked again, not even the next day."""
    make_server(vault, READY)
    window = open_window(vault)
    assert offered(qtbot, window) == "Ollama has qwen3:4b. Read with it?"
    assert window.rooms.offer.yes.text() == "Use it"
    window.rooms.offer.no.click()
    assert not window.rooms.offer.isVisible()
    assert window.choosing.reader.is_builtin
    assert settings.load().answered == "use"
    window.close()

    again = open_window(vault)
    assert not again.choosing.looking  # nothing is asked of a server where nothing would be offered
    assert not again.rooms.offer.isVisible()


def test_one_click_on_the_offer_and_the_model_reads(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """The line is gone."""
    make_server(vault, READY)
    window = open_window(vault)
    assert offered(qtbot, window)
    window.rooms.offer.yes.click()
    used(qtbot, window, "qwen3:4b")
    assert not window.rooms.offer.isVisible()


def test_without_a_model_one_is_offered_to_be_pulled_and_then_to_be_used(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """Two clicks from an empty Ollama to a model that reads."""
    make_server(vault, NO_MODEL)
    window = open_window(vault)
    assert offered(qtbot, window).startswith("Ollama runs and has no model yet.")
    assert window.rooms.offer.yes.text() == "Pull qwen3:4b (2.5 GB)"
    window.rooms.offer.yes.click()
    assert not window.rooms.offer.isVisible()
    qtbot.waitUntil(lambda: window.rooms.offer.yes.text() == "Use it")
    assert window.rooms.offer.isVisible()
    window.rooms.offer.yes.click()
    used(qtbot, window, "qwen3:4b")


def test_who_would_not_pull_is_asked_once_more_when_a_model_is_there(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """“Not now” to the one is no answer to the other."""
    make_server(vault, NO_MODEL)
    window = open_window(vault)
    assert offered(qtbot, window)
    window.rooms.offer.no.click()
    window.choosing.look()
    assert not offered(qtbot, window)
    make_server(vault, READY)
    window.choosing.look()
    assert offered(qtbot, window) == "Ollama has qwen3:4b. Read with it?"


def test_without_ollama_nothing_is_offered(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """The built-in reader reads, and the place tells how to get one."""
    make_server(vault, NOT_INSTALLED)
    window = open_window(vault)
    assert offered(qtbot, window) == ""
    assert window.rooms.status.reader.text() == "Built-in reader"


@pytest.mark.parametrize(
    ("models", "name"),
    [
        ([MODELS[2]], ""),
        ([MODELS[1], MODELS[2]], "gemma3:12b"),
        ([{"name": "gpt-oss:120b-cloud", "size": 384, "fit": "unknown"}], ""),
        ([{**MODELS[0], "name": "small", "size": 10**9}, MODELS[0]], "qwen3:4b"),
    ],
)
def test_what_is_offered_can_run_here_and_sends_nothing_away(
    qtbot: QtBot, open_window: OpenWindow, vault: Path, models: list[dict[str, Any]], name: str
) -> None:
    """The largest that suits, else the smallest that can run; never one in somebody's cloud."""
    make_server(vault, READY, models=models)
    words = offered(qtbot, open_window(vault))
    assert words == (f"Ollama has {name}. Read with it?" if name else "")


def test_who_chose_by_the_command_line_is_not_asked(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """The built-in reader is a choice, too."""
    make_server(vault, READY)
    settings.choose_model("builtin", "", 8192)
    window = open_window(vault)
    assert not window.rooms.offer.isVisible()
    assert not window.choosing.looking


# Manners


def test_everything_is_reached_by_tab_in_the_order_of_the_eye(qtbot: QtBot, choose: Choose) -> None:
    """Also what came later, such as the rows of models."""
    window = choose(READY)
    panel = window.rooms.reader
    panel.advanced.fold.click()
    seen = [stop for stop in walk(panel) if stop.isVisible() and stop.isEnabled()]
    assert len(seen) > 15
    heights = [stop.mapTo(panel, stop.rect().center()).y() for stop in seen]
    assert all(later >= earlier - 12 for earlier, later in pairwise(heights))
    names = {w.accessibleName() or getattr(w, "text", str)() for w in seen}
    assert "" not in names
    assert len(names) == len(seen)


def test_ctrl_m_and_the_finder_lead_there_and_esc_leads_back(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """From the settings back to the settings."""
    window = open_window(vault)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.actions_by_name["settings"].trigger()
    window.rooms.settings.choose_reader.click()
    assert window.rooms.reader.isVisible()
    QTest.keySequence(window, "Esc")
    assert window.rooms.settings.isVisible()
    QTest.keySequence(window, "Esc")
    assert window.rooms.place == "pages"
    QTest.keySequence(window, "Ctrl+M")
    assert window.rooms.reader.isVisible()
    assert QApplication.focusWidget() is window.rooms.reader.builtin.use


def test_without_a_vault_the_settings_say_what_is_needed(
    qtbot: QtBot, open_window: OpenWindow
) -> None:
    """Nobody reads there yet."""
    window = open_window(None)
    window.actions_by_name["settings"].trigger()
    assert window.rooms.settings.reader.text() == "Open a vault to choose who reads its sources."
    assert not window.rooms.settings.choose_reader.isVisible()


def test_a_theme_that_is_chosen_later_loses_no_choice_of_a_model(
    qtbot: QtBot, open_window: OpenWindow, choices: Choices, vault: Path
) -> None:
    """The worker keeps the model in the same file as the window its theme."""
    open_window(vault)
    settings.choose_model("qwen3:4b", "gpu:11434", 4096)
    choices.choose_theme("dark")
    kept = settings.load()
    assert (kept.model, kept.server, kept.context) == ("qwen3:4b", "gpu:11434", 4096)
    assert kept.theme == "dark"


def test_a_pull_outlives_another_language(qtbot: QtBot, choose: Choose, choices: Choices) -> None:
    """The rooms are made anew; what is under way is not."""
    window = choose(NO_MODEL, holds=True)
    window.choosing.pull("qwen3:4b")
    qtbot.waitUntil(lambda: "48 %" in window.rooms.status.reader.text())
    choices.choose_language("zh_CN")
    qtbot.waitUntil(lambda: window.rooms.rail.inbox.text() == "收件箱")
    assert window.rooms.reader.isVisible()
    assert window.rooms.reader.server.fetch.title.text() == "正在下载 qwen3:4b"
    assert "48%" in window.rooms.status.reader.text()


def walk(panel: ReaderPanel) -> list[QWidget]:
    """What Tab stops at in the place, as Qt walks it."""
    found: list[QWidget] = []
    widget: QWidget = panel.away
    while widget not in found:
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and panel.isAncestorOf(widget):
            found.append(widget)
        widget = widget.nextInFocusChain()
    return found


class _Longer(QTranslator):
    """Every text half as long again, as German is, without being German."""

    def translate(
        self, context: str, source: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        return source + " " + "unvermeidlich länger"[: max(len(source) // 2, 2)]

    def isEmpty(self) -> bool:
        return False


@pytest.mark.parametrize("size", [(1280, 720), (1024, 640)])
def test_long_words_are_neither_cut_nor_do_they_widen_the_sheet(
    qtbot: QtBot, choose: Choose, size: tuple[int, int]
) -> None:
    """In a language half as long again, in the smallest window that is promised."""
    app, longer = QCoreApplication.instance(), _Longer()
    assert app is not None
    app.installTranslator(longer)
    try:
        window = choose(NO_MODEL)
        window.resize(*size)
        window.choosing.look()
        looked(qtbot, window)
        QApplication.processEvents()
        panel = window.rooms.reader
        cut = [b.text() for b in panel.findChildren(QAbstractButton) if _is_cut(b)]
        cut += [label.text() for label in panel.findChildren(QLabel) if _is_cut(label)]
        assert cut == []
        assert not panel.area.horizontalScrollBar().maximum()
        window.close()
    finally:
        app.removeTranslator(longer)


def _is_cut(widget: QWidget) -> bool:
    hint = widget.minimumSizeHint()
    return widget.isVisible() and (
        widget.width() < hint.width()
        or (not widget.hasHeightForWidth() and widget.height() < hint.height())
        or (widget.hasHeightForWidth() and widget.height() < widget.heightForWidth(widget.width()))
    )


def test_of_many_models_a_dozen_is_shown_at_a_time(qtbot: QtBot, choose: Choose) -> None:
    """A hundred would hold the window up; the keyboard goes on with the first that is new."""
    models = [{**MODELS[0], "name": f"model:{number}"} for number in range(30)]
    window = choose(READY, models=models)
    window.activateWindow()
    panel = window.rooms.reader
    assert len(panel.models) == 12
    assert panel.more.text() == "Show 12 more"
    panel.more.click()
    assert len(panel.models) == 24
    assert panel.more.text() == "Show 6 more"
    assert QApplication.focusWidget() is panel.models["model:12"].try_it
    panel.more.click()
    assert list(panel.models) == [f"model:{number}" for number in range(30)]
    assert not panel.more.isVisible()
