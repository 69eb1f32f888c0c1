"""Sources that lie in a vault already, chosen with the keys, by the real worker."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.compiler.standing import Status
from tests.ui.test_drop_real import FLOW, settled
from ui.background import Background
from ui.language import Language
from ui.main_window import MainWindow
from ui.memory import Memory
from ui.places.model import Choice, PlacesModel
from ui.places.panel import PlacesList, SourcesInVault
from ui.text import place_words
from ui.theme import Theme
from ui.values import Place
from ui.welcome.dialogs import AddToFolder
from ui.welcome.panel import WelcomePanel

CLIPPINGS = Place("Clippings", True, (("note", 3),), 38_200)
PAPERS = Place("Papers", False, (("pdf", 12), ("docx", 1)), 4_210_000, beside=7)
CHOSEN = Place("old.txt", True, (("text", 1),), 900, chosen=True)


@pytest.fixture
def theirs(tmp_path: Path) -> Path:
    """Somebody's vault with a clipping and a document."""
    root = tmp_path / "Zettelkasten"
    for path in ("Clippings/Flow.md", "Papers/paper.txt"):
        (root / path).parent.mkdir(parents=True)
        (root / path).write_text(FLOW.replace("Ridge", path[:3]), encoding="utf-8")
    return root


@pytest.fixture
def window(qtbot: QtBot, theme: Theme, no_leaks: None) -> Iterator[MainWindow]:
    """The window on its first page, with the worker that people get."""
    window = MainWindow(theme, Background(), Memory())
    window.show()
    yield window
    window.close()
    window.deleteLater()


def press(places: PlacesList, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(places, key)


def answering(does: Callable[[QDialog], None]) -> Callable[[QDialog], QDialog.DialogCode]:
    """A dialog that is answered at once with yes."""

    def run(dialog: QDialog) -> QDialog.DialogCode:
        does(dialog)
        return QDialog.DialogCode.Accepted

    return run


def test_places_in_words() -> None:
    """What would be read, how much it is, and which notes stay notes."""
    assert place_words(CLIPPINGS) == "3 notes · 38 kB"
    assert place_words(PAPERS) == "12 PDFs, 1 Word document · 4.2 MB · its 7 notes stay notes"
    assert place_words(Place("gone", True, (), 0, chosen=True)) == "nothing to read"


def test_only_what_is_otherwise_than_it_was_is_asked_for() -> None:
    """Ticked and unticked again is as before."""
    model = PlacesModel([CLIPPINGS, PAPERS, CHOSEN])
    assert not model.choice
    for row in (0, 1, 1, 2):
        model.toggle(model.index(row))
    assert model.choice == Choice(("Clippings",), (), ("old.txt",))
    model.toggle(model.index(1))
    assert model.choice.as_json()["documents"] == ["Papers"]


def test_space_and_a_click_tick_and_enter_is_the_yes(
    qtbot: QtBot, theme: Theme, no_leaks: None
) -> None:
    """The whole row is the target."""
    parent = QWidget()
    qtbot.addWidget(parent)
    dialog = SourcesInVault(theme, (CLIPPINGS, PAPERS), parent)
    dialog.show()
    row = dialog.list.visualRect(dialog.list.places.index(1))
    QTest.mouseClick(dialog.list.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
    assert dialog.choice == Choice((), ("Papers",))
    press(dialog.list, Qt.Key.Key_Up, Qt.Key.Key_Space)
    assert dialog.choice == Choice(("Clippings",), ("Papers",))
    press(dialog.list, Qt.Key.Key_Return)
    assert dialog.result() == QDialog.DialogCode.Accepted


def test_a_vault_is_opened_with_what_was_ticked(
    qtbot: QtBot, window: MainWindow, theirs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is ticked at first, clippings come first; what is ticked is compiled at once."""
    offered: list[Choice] = []

    def tick(dialog: AddToFolder) -> None:
        offered.append(dialog.choice)
        press(dialog.places, Qt.Key.Key_Space)

    monkeypatch.setattr(AddToFolder, "exec", answering(tick))
    window.open(theirs)
    settled(qtbot, window, 1)
    assert offered == [Choice()]
    (item,) = window.rooms.inbox.items
    assert (item.source, item.status) == ("Clippings/Flow.md", Status.COMPILED)
    assert window.rooms.place == "inbox"
    assert list((theirs / "raw").iterdir()) == []


def test_sources_are_chosen_in_a_vault_that_is_open(
    qtbot: QtBot, window: MainWindow, theirs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By an action that is found by a few letters; what is a source already is ticked."""
    monkeypatch.setattr(AddToFolder, "exec", answering(lambda _dialog: None))
    window.open(theirs)
    qtbot.waitUntil(lambda: bool(window.rooms.status.reader.text()))
    seen: list[Choice] = []

    def tick(dialog: SourcesInVault) -> None:
        press(dialog.list, Qt.Key.Key_Down, Qt.Key.Key_Space)
        seen.append(dialog.choice)

    monkeypatch.setattr(SourcesInVault, "exec", answering(tick))
    window.actions_by_name["find"].trigger()
    QTest.keyClicks(window.rooms.finder.line, "sources in this")
    QTest.keyClick(window.rooms.finder.line, Qt.Key.Key_Return)
    settled(qtbot, window, 1)
    assert window.rooms.inbox.items[0].source == "Papers/paper.txt"
    window.actions_by_name["places"].trigger()
    qtbot.waitUntil(lambda: len(seen) == 2)
    assert seen == [Choice((), ("Papers",)), Choice((), (), ("Papers",))]


def test_the_first_page_lists_the_vaults_that_obsidian_knows(
    qtbot: QtBot, theme: Theme, no_leaks: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that were not open here before; Enter opens one."""
    from app.vault.obsidian import KnownVault

    folders = [tmp_path / name for name in ("Garden", "Thesis")]
    for folder in folders:
        folder.mkdir()
    Memory().opened(folders[1])
    listed = tuple(KnownVault(f.name, f, 0) for f in folders)
    monkeypatch.setattr("app.vault.obsidian.known_obsidian_vaults", lambda: listed)
    window = MainWindow(theme, Background(), Memory())
    window.show()
    welcome = window.rooms.welcome
    qtbot.waitUntil(lambda: bool(welcome.known.vaults))
    assert welcome.known.vaults == [folders[0]]
    assert welcome.recent.vaults == [folders[1]]
    assert welcome.known.isVisible()
    with qtbot.waitSignal(welcome.opened) as asked:
        monkeypatch.setattr(AddToFolder, "exec", lambda _dialog: QDialog.DialogCode.Rejected)
        QTest.keyClick(welcome.known, Qt.Key.Key_Return)
    assert asked.args == [folders[0]]
    window.close()
    window.deleteLater()


def test_the_first_page_cuts_no_row_where_there_is_room(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    """Three recent vaults are seen whole at 1280x720."""
    welcome = WelcomePanel(theme)
    qtbot.addWidget(welcome)
    welcome.resize(1280, 720)
    welcome.show_recent([tmp_path / name for name in ("Garden", "Kestrel", "Thesis")])
    welcome.show()
    qtbot.waitUntil(lambda: welcome.recent.height() > 0)
    assert not welcome.recent.verticalScrollBar().maximum()


def test_no_blank_stands_between_chinese_sentences(qtbot: QtBot, theme: Theme) -> None:
    """As in the words above the sources of a vault."""
    app, parent = QCoreApplication.instance(), QWidget()
    assert app is not None
    qtbot.addWidget(parent)
    Language.of(app).choose("zh_CN")
    try:
        dialog = SourcesInVault(theme, (CLIPPINGS,), parent)
    finally:
        Language.of(app).choose("en")
    words = [label.text() for label in dialog.findChildren(QLabel)]
    assert any("。" in each for each in words)
    assert not any("。 " in each for each in words)
