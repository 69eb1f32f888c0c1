"""Everything that can be done, in one table: menus, buttons and shortcuts read it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


def QT_TRANSLATE_NOOP(_context: str, words: str) -> str:
    """Marks words for the translators; they are translated when the action is made."""
    return words


@dataclass(frozen=True)
class Entry:
    """One action: its name, its words, its keys, its icon, and whether it needs a vault."""

    name: str
    words: str
    keys: str = ""
    icon: str = ""
    needs_vault: bool = True


TABLE = (
    Entry("open_vault", QT_TRANSLATE_NOOP("Actions", "Open a vault…"),
          "Ctrl+O", "folder-open", needs_vault=False),
    Entry("new_vault", QT_TRANSLATE_NOOP("Actions", "Make a new vault…"),
          "Ctrl+Shift+N", "folder-plus", needs_vault=False),
    Entry("add_files", QT_TRANSLATE_NOOP("Actions", "Add sources…"), "Ctrl+I", "file-plus"),
    Entry("places", QT_TRANSLATE_NOOP("Actions", "Sources in this vault…"),
          "Ctrl+Shift+I", "folder"),
    Entry("compile", QT_TRANSLATE_NOOP("Actions", "Compile what is new"),
          "Ctrl+R", "arrow-clockwise"),
    Entry("stop", QT_TRANSLATE_NOOP("Actions", "Stop all"), "Ctrl+.", "stop-circle"),
    Entry("pause", QT_TRANSLATE_NOOP("Actions", "Pause the queue, or go on"),
          "Ctrl+P", "pause-circle"),
    Entry("retry_failed", QT_TRANSLATE_NOOP("Actions", "Try all that failed again")),
    Entry("clear", QT_TRANSLATE_NOOP("Actions", "Remove finished sources from the queue")),
    Entry("undo", QT_TRANSLATE_NOOP("Actions", "Undo"), "Ctrl+Z", "arrow-counter-clockwise"),
    Entry("redo", QT_TRANSLATE_NOOP("Actions", "Redo"), "Ctrl+Shift+Z", "arrow-clockwise"),
    Entry("check", QT_TRANSLATE_NOOP("Actions", "Check the vault again"), "F5", "check-circle"),
    Entry("inbox", QT_TRANSLATE_NOOP("Actions", "Go to the inbox"), "Ctrl+1", "tray"),
    Entry("pages", QT_TRANSLATE_NOOP("Actions", "Go to the pages"), "Ctrl+2", "files"),
    Entry("overview", QT_TRANSLATE_NOOP("Actions", "Show the overview"), "Ctrl+3", "compass"),
    Entry("index", QT_TRANSLATE_NOOP("Actions", "Show the index"), "Ctrl+4", "list-bullets"),
    Entry("log", QT_TRANSLATE_NOOP("Actions", "Show the log"),
          "Ctrl+5", "clock-counter-clockwise"),
    Entry("find", QT_TRANSLATE_NOOP("Actions", "Find pages and actions"),
          "Ctrl+K", "magnifying-glass"),
    Entry("filter", QT_TRANSLATE_NOOP("Actions", "Filter the list of pages"),
          "Ctrl+F", "magnifying-glass"),
    Entry("back", QT_TRANSLATE_NOOP("Actions", "Back"), "Alt+Left", "arrow-left"),
    Entry("forward", QT_TRANSLATE_NOOP("Actions", "Forward"), "Alt+Right", "arrow-right"),
    Entry("obsidian", QT_TRANSLATE_NOOP("Actions", "Open in Obsidian"),
          "Ctrl+Return", "arrow-square-out"),
    Entry("same_as", QT_TRANSLATE_NOOP("Actions", "This is the same as…"), "", "arrows-in"),
    Entry("tell_apart", QT_TRANSLATE_NOOP("Actions", "Tell a name apart…"), "", "arrows-out"),
    Entry("take_source", QT_TRANSLATE_NOOP("Actions", "Take this source away…"), "", "trash"),
    Entry("folder", QT_TRANSLATE_NOOP("Actions", "Show the vault's folder"), "", "folder"),
    Entry("findings", QT_TRANSLATE_NOOP("Actions", "Show or hide findings"), "F8", "warning"),
    Entry("next_finding", QT_TRANSLATE_NOOP("Actions", "Next finding"), "F4", "caret-down"),
    Entry("previous_finding", QT_TRANSLATE_NOOP("Actions", "Previous finding"),
          "Shift+F4", "caret-up"),
    Entry("fix", QT_TRANSLATE_NOOP("Actions", "Fix the finding that is selected"),
          "Ctrl+E", "wrench"),
    Entry("preview", QT_TRANSLATE_NOOP("Actions", "Show what the fix would change"),
          "Ctrl+Shift+E", "eye"),
    Entry("ignore", QT_TRANSLATE_NOOP("Actions", "Ignore the finding that is selected"),
          "Ctrl+Shift+D", "eye-slash"),
    Entry("fix_safe", QT_TRANSLATE_NOOP("Actions", "Fix all that are safe…"), "", "wrench"),
    Entry("filter_findings", QT_TRANSLATE_NOOP("Actions", "Filter the findings"),
          "Ctrl+Shift+F", "magnifying-glass"),
    Entry("group_findings", QT_TRANSLATE_NOOP("Actions", "Findings by rule, or by page"),
          "Ctrl+Shift+G", "list-bullets"),
    Entry("only_this_page", QT_TRANSLATE_NOOP("Actions", "Findings of this page only, or all"),
          "Ctrl+Shift+P", "file-text"),
    Entry("own_findings", QT_TRANSLATE_NOOP("Actions", "Findings of my own notes, or none"),
          "", "note"),
    Entry("ignored", QT_TRANSLATE_NOOP("Actions", "Show what is ignored"), "", "eye-slash"),
    Entry("next_part", QT_TRANSLATE_NOOP("Actions", "Next part of the window"), "F6"),
    Entry("previous_part", QT_TRANSLATE_NOOP("Actions", "Previous part of the window"),
          "Shift+F6"),
    Entry("larger", QT_TRANSLATE_NOOP("Actions", "Larger text"), "Ctrl++", "plus"),
    Entry("smaller", QT_TRANSLATE_NOOP("Actions", "Smaller text"), "Ctrl+-"),
    Entry("usual_size", QT_TRANSLATE_NOOP("Actions", "Usual text size"), "Ctrl+0"),
    Entry("settings", QT_TRANSLATE_NOOP("Actions", "Settings"),
          "Ctrl+,", "gear", needs_vault=False),
    Entry("reader", QT_TRANSLATE_NOOP("Actions", "Who reads your sources…"), "Ctrl+M", "brain"),
    Entry("keys", QT_TRANSLATE_NOOP("Actions", "Keyboard shortcuts"),
          "F1", "keyboard", needs_vault=False),
    Entry("theme_system", QT_TRANSLATE_NOOP("Actions", "Theme: as the system"),
          needs_vault=False),
    Entry("theme_light", QT_TRANSLATE_NOOP("Actions", "Theme: light"), needs_vault=False),
    Entry("theme_dark", QT_TRANSLATE_NOOP("Actions", "Theme: dark"), needs_vault=False),
    Entry("language_system", QT_TRANSLATE_NOOP("Actions", "Language: as the system"),
          needs_vault=False),
    Entry("language_en", QT_TRANSLATE_NOOP("Actions", "Language: English"), needs_vault=False),
    Entry("language_zh_CN", QT_TRANSLATE_NOOP("Actions", "Language: 简体中文"), needs_vault=False),
    Entry("close_vault", QT_TRANSLATE_NOOP("Actions", "Close the vault"), "Ctrl+W"),
    Entry("quit", QT_TRANSLATE_NOOP("Actions", "Quit"), "Ctrl+Q", "power", needs_vault=False),
)  # fmt: skip


_REDO = QKeySequence.StandardKey.Redo
"""Ctrl+Y as well, where the platform has it so."""


def make(parent: QWidget) -> dict[str, QAction]:
    """The actions of the table by their names; ``connect`` says what they do."""
    made: dict[str, QAction] = {}
    for entry in TABLE:
        action = QAction(parent)
        action.setObjectName(entry.name)
        keys = [QKeySequence(entry.keys)] if entry.keys else []
        if entry.name == "larger":
            keys.append(QKeySequence("Ctrl+="))
        if entry.name == "redo":
            keys += [k for k in QKeySequence.keyBindings(_REDO) if k not in keys]
        action.setShortcuts(keys)
        parent.addAction(action)
        made[entry.name] = action
    say_words(made)
    return made


def say_words(made: Mapping[str, QAction]) -> None:
    """Give the actions their words in the language in force."""
    for entry in TABLE:
        made[entry.name].setText(QCoreApplication.translate("Actions", entry.words))


def connect(
    made: Mapping[str, QAction], does: Callable[[], Mapping[str, Callable[[], object]]]
) -> None:
    """Make each action do what ``does`` then says under its name."""
    for name, action in made.items():
        action.triggered.connect(_look_up(name, does))


def _look_up(
    name: str, does: Callable[[], Mapping[str, Callable[[], object]]]
) -> Callable[[], None]:
    """Qt passes whether an action is checked; ours do not ask."""

    def do(_checked: object = None) -> None:
        does()[name]()

    return do
