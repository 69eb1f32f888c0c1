"""A person makes the window dark and Chinese, goes on reading, and finds it so the next day."""

import json
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from app import paths
from tests.ui.conftest import OpenWindow
from ui.findings.panel import FindingsPanel
from ui.language import Language
from ui.main_window import MainWindow
from ui.settings.model import Choices
from ui.theme import DARK, LIGHT, Theme

EFFICIENCY = "wiki/concepts/Round-trip efficiency.md"


def click(widget: QWidget) -> None:
    """Where a person would: at the left, where the mark and the word are."""
    place = QPoint(min(12, widget.width() // 2), widget.height() // 2)
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place)


def radio(window: MainWindow, word: str) -> QRadioButton:
    found = [b for b in window.rooms.settings.findChildren(QRadioButton) if b.text() == word]
    return found[0]


def ground(widget: QWidget) -> str:
    """The colour near a corner of a widget, as it is on the screen."""
    return widget.grab().toImage().pixelColor(4, widget.height() - 6).name().upper()


def said_by(panel: FindingsPanel) -> list[str]:
    model = panel.list.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def read(qtbot: QtBot, window: MainWindow, path: str) -> None:
    window.show_page(path)
    qtbot.waitUntil(lambda: window.rooms.page.path == path)


def test_theme_and_language_change_at_once_and_stay(
    qtbot: QtBot, qapp: QApplication, open_window: OpenWindow, theme: Theme, vault: Path
) -> None:
    """Rail, page and findings follow; what is read stays open; the next start begins with it."""
    window = open_window(vault)
    read(qtbot, window, EFFICIENCY)
    assert ground(window.rooms.rail) == LIGHT.window

    click(window.rooms.rail.settings)
    qtbot.waitUntil(window.rooms.settings.isVisible)
    click(radio(window, "Dark"))
    assert ground(window.rooms.rail) == DARK.window
    assert ground(window.rooms.findings) == DARK.window
    assert ground(window.rooms.settings) == DARK.surface

    click(radio(window, "简体中文"))
    qtbot.waitUntil(lambda: window.rooms.rail.inbox.text() == "收件箱")
    assert window.rooms.settings.isVisible()
    assert "没有名为“Missing page”的笔记或文件。" in said_by(window.rooms.findings)
    assert window.rooms.status.reader.text() == "内置阅读器"

    click(window.rooms.rail.pages)
    assert window.rooms.page.path == EFFICIENCY
    assert "链接到此页" in window.rooms.page.text.toPlainText()
    assert ground(window.rooms.page) == DARK.surface
    window.close()

    theme.choose("system")
    Language.of(qapp).choose("en")
    Choices(theme, Language.of(qapp))  # what the next start does first
    again = open_window(vault)
    assert again.rooms.rail.inbox.text() == "收件箱"
    assert ground(again.rooms.rail) == DARK.window


def test_by_keys_alone(qtbot: QtBot, open_window: OpenWindow, vault: Path) -> None:
    """Ctrl+comma and the arrows; Esc goes back; the finder knows the choices too."""
    window = open_window(vault)
    read(qtbot, window, EFFICIENCY)
    window.activateWindow()

    QTest.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(window.rooms.settings.isVisible)
    chosen = radio(window, "As the system")
    assert chosen.isVisible()
    chosen.setFocus()
    QTest.keyClick(chosen, Qt.Key.Key_Right)
    QTest.keyClick(radio(window, "Light"), Qt.Key.Key_Right)
    assert radio(window, "Dark").isChecked()
    assert ground(window.rooms.rail) == DARK.window
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not window.rooms.settings.isVisible()
    assert window.rooms.page.isVisible()

    QTest.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(window.rooms.finder.line, "language: ")
    for _ in range(2):
        QTest.keyClick(window.rooms.finder.line, Qt.Key.Key_Down)
    QTest.keyClick(window.rooms.finder.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.rooms.rail.pages.text() == "页面")
    assert window.rooms.page.path == EFFICIENCY
    assert window.rooms.page.isVisible()


def test_no_word_of_the_old_language_is_left(
    qtbot: QtBot, open_window: OpenWindow, choices: Choices, vault: Path
) -> None:
    """Labels, buttons, tips, names for screen readers, and menus."""
    window = open_window(vault)
    read(qtbot, window, EFFICIENCY)
    window.rooms.page.text.noted.emit("p9a-7")
    qtbot.waitUntil(lambda: window.rooms.source.source is not None)

    choices.choose_language("zh_CN")
    qtbot.waitUntil(lambda: window.rooms.rail.inbox.text() == "收件箱")

    english = _english()
    here = [window.rooms, *window.rooms.findChildren(QWidget)]
    words = {word for widget in here for word in _words(widget)}
    listed = [*window.actions_by_name.values(), *window.rooms.findChildren(QAction)]
    words |= {action.text() for action in listed}
    assert {word for word in words if any(each.fullmatch(word) for each in english)} == set()


def _words(widget: QWidget) -> list[str]:
    found = [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
    for name in ("text", "placeholderText"):
        ask = getattr(widget, name, None)
        if ask is not None and (name != "text" or isinstance(widget, QAbstractButton) or ask):
            found.append(str(ask()) if callable(ask) else "")
    return [word for word in found if word]


def _english() -> list[re.Pattern[str]]:
    """What the window says in English where Chinese differs, whatever values are in it."""
    file = paths.resources() / "translations" / "zh_CN.json"
    known = json.loads(file.read_text(encoding="utf-8")).items()
    place = re.compile(r"%\d|\{\w+\}")
    texts = [words for words, chinese in known if words != chinese]
    return [
        re.compile(".+".join(map(re.escape, place.split(words))))
        for words in texts
        if re.search("[a-z]{3}", place.sub("", words))
    ]


def test_the_theme_follows_the_system_until_one_is_chosen(
    theme: Theme, choices: Choices, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Live: when the system says that it is dark now, so is the window."""
    told: list[bool] = []
    theme.changed.connect(lambda: told.append(theme.dark))
    hints = QApplication.styleHints()

    monkeypatch.setenv("VAULTLOOM_THEME", "dark")
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    choices.choose_theme("light")
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    choices.choose_theme("system")

    assert told == [True, False, True]
