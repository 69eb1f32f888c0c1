"""Whoever has no mouse sees where the keyboard is, everywhere, and finds the list of keys."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.conftest import OpenWindow
from ui import actions
from ui.main_window import MainWindow


def ready(qtbot: QtBot, open_window: OpenWindow, vault: Path) -> MainWindow:
    window = open_window(vault)
    window.show_page("wiki/concepts/Flow battery.md")
    qtbot.waitUntil(lambda: window.rooms.page.path == "wiki/concepts/Flow battery.md")
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.activeWindow() is window)
    return window


def stops(window: MainWindow) -> list[QWidget]:
    """All that Tab stops at, once each, in its order."""
    found: list[QWidget] = []
    widget = window.rooms.bar.vault
    while widget not in found:
        found.append(widget)
        widget = widget.nextInFocusChain()
        while not _takes_tab(widget):
            widget = widget.nextInFocusChain()
    return found


def _takes_tab(widget: QWidget) -> bool:
    by_tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return by_tab and widget.isVisible() and widget.isEnabled() and not widget.focusProxy()


@pytest.mark.parametrize("place", ["pages", "inbox", "settings", "reader"])
def test_focus_can_be_seen_wherever_it_is(
    qtbot: QtBot, open_window: OpenWindow, vault: Path, place: str
) -> None:
    """Something changes on the screen when a widget gets the keyboard."""
    window = ready(qtbot, open_window, vault)
    window.actions_by_name[place].trigger()
    unseen = []
    for widget in stops(window):
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        with_focus = widget.grab().toImage()
        widget.clearFocus()
        if widget.grab().toImage() == with_focus:
            unseen.append(f"{type(widget).__name__} {widget.accessibleName()}")

    assert unseen == []


def test_all_that_can_have_the_focus_has_a_name(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """For those who hear the window."""
    window = ready(qtbot, open_window, vault)
    for place in ("pages", "inbox", "settings", "reader"):
        window.actions_by_name[place].trigger()
        named = [getattr(w, "text", str)() or w.accessibleName() for w in stops(window)]
        assert all(named)


def test_f1_lists_the_keys_that_there_are(
    qtbot: QtBot, open_window: OpenWindow, vault: Path
) -> None:
    """Every action that has keys, with them."""
    window = ready(qtbot, open_window, vault)

    QTest.keyClick(window, Qt.Key.Key_F1)
    qtbot.waitUntil(window.rooms.settings.isVisible)

    shown = {label.text() for label in window.rooms.settings.findChildren(QLabel)}
    keys = {QKeySequence(entry.keys).toString() for entry in actions.TABLE if entry.keys}
    assert keys <= shown


def test_no_two_actions_share_a_key() -> None:
    """Or neither would work."""
    keys = [QKeySequence(entry.keys).toString() for entry in actions.TABLE if entry.keys]
    assert len(keys) == len(set(keys))
