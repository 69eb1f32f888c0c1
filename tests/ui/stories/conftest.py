"""Stories: what a person does from beginning to end, with mouse and keys, over the real worker.

Where the environment variable ``VAULTLOOM_STORIES`` names a folder, each step leaves a picture of
the window there; ``VAULTLOOM_THEME`` says whether it is light or dark::

    VAULTLOOM_STORIES=build/screenshots/stories VAULTLOOM_THEME=dark python -m pytest tests/ui/stories
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QModelIndex, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.compiler.compile import opened
from app.paths import resources
from app.vault import layout
from ui.background import Background
from ui.main_window import MainWindow
from ui.memory import Memory
from ui.page.view import PageText
from ui.pages.model import FreshRole, PageRole
from ui.theme import Theme

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
COPY, MOVE = Qt.DropAction.CopyAction, Qt.DropAction.MoveAction

SAMPLES = resources() / "samples"
FIXTURES = Path(__file__).parents[2] / "fixtures" / "sources"

HARBOUR = """# Harbour lamps

A harbour lamp is a light that guides ships into a harbour at night. Harbour lamps burned whale oil until 1850.
The Harbour Lamp Society was founded in 1821 by Ada Winter. The Harbour Lamp Society keeps 140 lamps along the coast.

## Wicks

A wick is a woven cord that draws oil up to the flame. Wicks MUST be trimmed before sunset. Each wick lasts 9 days.
Ada Winter described the flat wick in 1830.
"""


class Person:
    """One person at one window: what they do with mouse and keys, and what they see."""

    def __init__(self, qtbot: QtBot, window: MainWindow, story: str) -> None:
        self.qtbot, self.window, self.rooms = qtbot, window, window.rooms
        self.marked = window.theme.tokens.quoted
        """The ground of words that are quoted."""

        self._story, self._step = story, count(1)

    # What they do

    def click(self, widget: QWidget, place: QPoint | None = None) -> None:
        """Press the left button on the middle of a widget, or at a place of it."""
        QTest.mouseClick(widget, LEFT, PLAIN, place or widget.rect().center())

    def press(self, keys: str, widget: QWidget | None = None) -> None:
        """Press a key, with what is held, where the keyboard is."""
        QTest.keySequence(widget or self.keyboard, keys)

    def type(self, words: str) -> None:
        """Type into what has the keyboard, a letter after the other."""
        QTest.keyClicks(self.keyboard, words)

    def click_row(self, view: QAbstractItemView, index: QModelIndex) -> None:
        """Click on a row, which is scrolled into sight first."""
        view.scrollTo(index)
        self.click(view.viewport(), view.visualRect(index).center())

    def drop(self, *files: Path) -> None:
        """Drag files from elsewhere over the window, and let go."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
        place = QPoint(600, 300)
        QApplication.sendEvent(self.window, QDragEnterEvent(place, COPY, data, LEFT, PLAIN))
        self.picture("let-go")
        QApplication.sendEvent(self.window, QDropEvent(QPointF(place), COPY, data, LEFT, PLAIN))

    def drag_row(self, view: QAbstractItemView, row: int, to: int) -> None:
        """Drag a row of a list to the upper edge of another."""
        model, viewport = view.model(), view.viewport()
        data = model.mimeData([model.index(row, 0)])
        target = view.visualRect(model.index(to, 0))
        place = QPoint(target.center().x(), target.top() + 1)
        view.setState(QAbstractItemView.State.DraggingState)
        for kind in (QDragEnterEvent, QDragMoveEvent):
            QApplication.sendEvent(viewport, kind(place, MOVE, data, LEFT, PLAIN))
        self.picture("row-dragged")
        QApplication.sendEvent(viewport, QDropEvent(QPointF(place), MOVE, data, LEFT, PLAIN))
        view.setState(QAbstractItemView.State.NoState)

    @contextmanager
    def compiled(self) -> Iterator[None]:
        """What is done inside is seen through until the worker is idle."""
        idle, inbox = self.window.background.idle, self.rooms.inbox

        def nothing_waits(*_told: object) -> bool:
            return inbox.unfinished == 0

        with self.qtbot.waitSignal(idle, timeout=200_000, check_params_cb=nothing_waits):
            yield

    def read(self, title: str) -> None:
        """Click on a page in the list, and wait until it is shown."""
        self.click_row(self.rooms.pages.tree, self.row(title))
        self.qtbot.waitUntil(lambda: self.rooms.page.path == self.row(title).data(PageRole).path)

    # What they see

    @property
    def keyboard(self) -> QWidget:
        """Where the keyboard is."""
        top = QApplication.activeModalWidget() or self.window
        if not top.isActiveWindow():  # as after a dialog, where no one manages windows
            top.activateWindow()
            self.qtbot.waitUntil(top.isActiveWindow)
        return QApplication.focusWidget() or self.window

    def row(self, title: str) -> QModelIndex:
        """The row of a page in the list."""
        return next(index for index in self._rows() if index.data() == title)

    def listed(self) -> list[str]:
        """The titles in the list of pages."""
        return [str(index.data()) for index in self._rows()]

    def fresh(self) -> set[str]:
        """The titles with a dot."""
        return {str(index.data()) for index in self._rows() if index.data(FreshRole)}

    def _rows(self) -> list[QModelIndex]:
        model = self.rooms.pages.tree.model()
        groups = [model.index(row, 0) for row in range(model.rowCount())]
        return [
            model.index(at, 0, group) for group in groups for at in range(model.rowCount(group))
        ]

    def top_line(self) -> str:
        """The words at the upper edge of the page that is read."""
        text = self.rooms.page.text
        return text.cursorForPosition(QPoint(1, 1)).block().text()

    def picture(self, step: str, of: QWidget | None = None) -> None:
        """Leave a picture of the window, where pictures are wanted."""
        folder = os.environ.get("VAULTLOOM_STORIES")
        number = next(self._step)
        if folder:
            for _ in range(5):  # delayed layouts ask for further rounds
                QApplication.processEvents()
            theme = os.environ.get("VAULTLOOM_THEME", "light")
            Path(folder).mkdir(parents=True, exist_ok=True)
            name = f"{self._story}-{number:02}-{step}-{theme}.png"
            (of or self.window).grab().save(str(Path(folder) / name))


def link_place(text: PageText, address: str) -> QPoint:
    """Where in a page, scrolled into sight, a link to ``address`` begins."""
    block = text.document().begin()
    while block.isValid():
        pieces = block.begin()
        while not pieces.atEnd():
            piece = pieces.fragment()
            if piece.charFormat().anchorHref().startswith(address):
                cursor = QTextCursor(text.document())
                cursor.setPosition(piece.position())
                text.setTextCursor(cursor)
                text.ensureCursorVisible()
                after = QTextCursor(cursor)
                after.movePosition(QTextCursor.MoveOperation.NextCharacter)
                return (text.cursorRect(cursor).center() + text.cursorRect(after).center()) / 2
            pieces += 1
        block = block.next()
    raise AssertionError(address)


@pytest.fixture
def worker() -> list[str] | None:
    """What starts the worker: None is the one that people get."""
    return None


@pytest.fixture
def person(
    qtbot: QtBot,
    theme: Theme,
    no_leaks: None,
    worker: list[str] | None,
    request: pytest.FixtureRequest,
) -> Iterator[Person]:
    """At a window on no vault, at 1280x720."""
    window = MainWindow(theme, Background(command=worker), Memory())
    window.resize(1280, 720)
    window.show()
    story = request.path.stem.removeprefix("test_").replace("_", "-")
    yield Person(qtbot, window, story)
    window.close()
    window.deleteLater()


@pytest.fixture
def reader(person: Person, tmp_path: Path) -> Person:
    """At a window on a vault in which one document and one note were compiled."""
    vault = tmp_path / "Versions"
    layout.new(vault)
    note = tmp_path / "Harbour lamps.md"
    note.write_text(HARBOUR, encoding="utf-8")
    with opened(vault) as compiler:
        compiler.add([SAMPLES / "semver-2.0.0.en.md", note])
        assert all(item.status == "compiled" for item in compiler.run())
    person.window.open(vault)
    person.qtbot.waitUntil(lambda: bool(person.rooms.page.path))
    return person
