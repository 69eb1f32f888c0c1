"""Files dropped on the window, as a file manager sends them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.compiler.standing import Status
from tests.ui.conftest import OpenWindow
from tests.ui.test_window import listed
from ui.main_window import MainWindow


def uri_list(*addresses: str) -> QMimeData:
    """Mime data as file managers on Linux send it: lines of addresses, and the same as text."""
    data = QMimeData()
    data.setData("text/uri-list", "".join(f"{each}\r\n" for each in addresses).encode())
    return data


def drag(window: MainWindow, data: QMimeData) -> QDragEnterEvent:
    """Drag over the window."""
    event = QDragEnterEvent(
        QPoint(300, 300),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(window, event)
    return event


def drop(window: MainWindow, data: QMimeData) -> QDropEvent:
    """Drag over the window and let go."""
    drag(window, data)
    event = QDropEvent(
        QPointF(300, 300),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(window, event)
    return event


def test_dropped_files_become_pages_on_disk_and_in_the_list(
    qtbot: QtBot, open_window: OpenWindow, empty_vault: Path, source: Callable[..., Path]
) -> None:
    """Several at once, with blanks and other scripts in their names."""
    window = open_window(empty_vault)
    files = [source("Grid audit 2024.md"), source("语义化版本.md")]

    event = drop(window, uri_list(*(file.as_uri() for file in files)))

    assert event.isAccepted()
    qtbot.waitUntil(lambda: window.rooms.inbox.unfinished == 0 and len(listed(window)) == 4)
    assert "语义化版本" in listed(window)
    assert (empty_vault / "wiki/concepts/Grid audit 2024.md").is_file()
    assert (empty_vault / "raw/语义化版本.md").read_bytes() == files[1].read_bytes()


def test_a_folder_brings_what_is_in_it(
    qtbot: QtBot, open_window: OpenWindow, empty_vault: Path, source: Callable[..., Path]
) -> None:
    """Each file is an item of its own."""
    window = open_window(empty_vault)
    folder = source("Papers/one.md").parent
    source("Papers/deep/two.md")

    drop(window, uri_list(folder.as_uri()))

    qtbot.waitUntil(lambda: len(window.rooms.inbox.items) == 2)
    qtbot.waitUntil(lambda: window.rooms.inbox.unfinished == 0)


def test_one_bad_file_does_not_hold_up_the_others(
    qtbot: QtBot, open_window: OpenWindow, empty_vault: Path, source: Callable[..., Path]
) -> None:
    """It is refused with its reason in the queue."""
    window = open_window(empty_vault)
    files = [source("empty.md", ""), source("full.md")]

    drop(window, uri_list(*(file.as_uri() for file in files)))
    qtbot.waitUntil(lambda: len(window.rooms.inbox.items) == 2)
    qtbot.waitUntil(lambda: window.rooms.inbox.unfinished == 0)

    refused, compiled = window.rooms.inbox.items
    assert (refused.status, compiled.status) == (Status.REFUSED, Status.COMPILED)
    assert "empty" in refused.reason


def test_web_addresses_are_left_out_in_words(
    qtbot: QtBot, open_window: OpenWindow, empty_vault: Path, source: Callable[..., Path]
) -> None:
    """The file that came with them is taken."""
    window = open_window(empty_vault)

    drop(window, uri_list("https://example.org/page", source("full.md").as_uri()))
    qtbot.waitUntil(lambda: len(window.rooms.inbox.items) == 1)

    assert window.rooms.notice.words.startswith("1 web address was left out")


def test_the_frame_says_what_will_happen(
    qtbot: QtBot, open_window: OpenWindow, empty_vault: Path, source: Callable[..., Path]
) -> None:
    """While something hovers, and no longer."""
    window = open_window(empty_vault)
    one = source("Papers/one.md")
    frame = window.drop_target.frame

    drag(window, uri_list(one.as_uri(), one.parent.as_uri()))
    assert frame.isVisible()
    assert frame.sentence == "Let go to add 1 file and 1 folder to New vault"
    assert frame.geometry() == window.rect()
    QApplication.sendEvent(window, QDragLeaveEvent())

    assert not frame.isVisible()


def test_only_web_addresses_are_refused_while_they_hover(
    qtbot: QtBot, open_window: OpenWindow, empty_vault: Path
) -> None:
    """And again in words when they are let go."""
    window = open_window(empty_vault)

    drag(window, uri_list("https://example.org/page"))
    assert window.drop_target.frame.sentence.startswith("Only files and folders")
    drop(window, uri_list("https://example.org/page"))

    assert window.rooms.notice.words.startswith("1 web address was left out")


@pytest.mark.parametrize(
    ("possible", "taken"),
    [
        (Qt.DropAction.CopyAction | Qt.DropAction.MoveAction, Qt.DropAction.CopyAction),
        (Qt.DropAction.MoveAction | Qt.DropAction.LinkAction, Qt.DropAction.LinkAction),
        (Qt.DropAction.MoveAction, None),
    ],
)
def test_a_drop_is_never_taken_as_a_move(
    qtbot: QtBot,
    open_window: OpenWindow,
    empty_vault: Path,
    source: Callable[..., Path],
    possible: Qt.DropAction,
    taken: Qt.DropAction | None,
) -> None:
    """Some file managers delete what was moved, and the file is the person's."""
    window = open_window(empty_vault)
    data = uri_list(source("one.md").as_uri())
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(300, 300), possible, data, buttons, keys)
    event = QDropEvent(QPointF(300, 300), possible, data, buttons, keys)

    QApplication.sendEvent(window, enter)
    QApplication.sendEvent(window, event)

    assert (enter.dropAction() if enter.isAccepted() else None) == taken
    if taken:
        assert event.dropAction() == taken
        qtbot.waitUntil(lambda: len(window.rooms.inbox.items) == 1)


def test_text_alone_is_not_taken(qtbot: QtBot, open_window: OpenWindow, empty_vault: Path) -> None:
    """It has no addresses."""
    window = open_window(empty_vault)
    data = QMimeData()
    data.setText("just words")

    event = drag(window, data)

    assert not window.drop_target.frame.isVisible()
    assert not event.isAccepted()


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_dropping_before_a_vault_is_open(
    qtbot: QtBot, open_window: OpenWindow, vault: Path, source: Callable[..., Path], kind: str
) -> None:
    """A folder is opened; a file waits for a vault, in words."""
    window = open_window(None)
    what = vault if kind == "folder" else source("one.md")

    drop(window, uri_list(what.as_uri()))

    if kind == "folder":
        qtbot.waitUntil(lambda: window.vault == vault)
    else:
        assert window.rooms.notice.words.startswith("Open or make a vault first")
