"""The bar at the top: the vault and its menu, undo and redo with their labels, and finding."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QToolButton, QWidget

from ui import icons, language
from ui.text import counted
from ui.theme import Theme

_MENU = (
    ("new_vault", "open_vault"),
    ("add_files", "places", "compile", "check"),
    ("obsidian", "folder"),
    ("larger", "smaller", "usual_size", "findings"),
    ("reader", "settings", "keys"),
    ("close_vault", "quit"),
)


class Bar(QWidget):
    """Shows the vault's name; its menu holds what is done seldom."""

    vault_wanted = Signal(object)
    """A recent vault was chosen: its folder."""

    def __init__(self, theme: Theme, actions: dict[str, QAction]) -> None:
        super().__init__()
        self.setObjectName("bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(48)
        self._theme, self._actions = theme, actions
        self.vault = QToolButton()
        self.vault.setObjectName("vault")
        self.vault.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.vault.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.vault.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.vault.setAccessibleName(self.tr("Vault and menu"))
        icons.put(self.vault, "caret-down", size=12)
        self._menu = QMenu(self)
        self.vault.setMenu(self._menu)
        self.undo = QToolButton()
        self.undo.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.undo.clicked.connect(actions["undo"].trigger)
        icons.put(self.undo, "arrow-counter-clockwise")
        self.redo = QToolButton()
        self.redo.clicked.connect(actions["redo"].trigger)
        icons.put(self.redo, "arrow-clockwise")
        self.search = QPushButton(self.tr("Find pages and actions    Ctrl+K"))
        self.search.setAccessibleName(self.tr("Find pages and actions"))
        self.search.clicked.connect(actions["find"].trigger)
        icons.put(self.search, "magnifying-glass", size=16)
        self.findings = QToolButton()
        self.findings.setObjectName("findings")
        self.findings.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.findings.setToolTip(self.tr("Show or hide findings (F8)"))
        self.findings.clicked.connect(actions["findings"].trigger)
        icons.put(self.findings, "check-circle")
        self._arrange()
        self.show_undo(None)
        self.show_redo(None)

    def show_vault(self, name: str, recent: list[Path]) -> None:
        """Name the vault that is open, and offer the others."""
        self.vault.setText(name)
        self._menu.clear()
        for vault in recent[:5]:
            action = self._menu.addAction(vault.name)
            action.setToolTip(str(vault))
            action.setData(vault)
            action.triggered.connect(self._choose)
        for names in _MENU:
            self._menu.addSeparator()
            for each in names:
                self._menu.addAction(self._actions[each])

    def show_undo(self, label: str | None) -> None:
        """Say what would be undone, or offer nothing."""
        words = self.tr("Undo %1").replace("%1", language.of(label or ""))
        self.undo.setText(words)
        self.undo.setAccessibleName(words)
        self.undo.setVisible(label is not None)
        self._actions["undo"].setEnabled(label is not None)
        self._fit()

    def show_redo(self, label: str | None) -> None:
        """Say what would be done again; greyed out where nothing would."""
        words = self.tr("Redo %1").replace("%1", language.of(label)) if label else self.tr("Redo")
        self.redo.setToolTip(words)
        self.redo.setAccessibleName(words)
        self.redo.setEnabled(label is not None)
        self._actions["redo"].setText(words)
        self._actions["redo"].setEnabled(label is not None)
        self._fit()

    def _fit(self) -> None:
        """Redo stands beside undo, and alone only where there is something to do again."""
        self.redo.setVisible(self.redo.isEnabled() or not self.undo.isHidden())

    def show_findings(self, count: int) -> None:
        """How many findings there are; the button shows and hides them."""
        one, many = self.tr("%1 finding"), self.tr("%1 findings")
        words = counted(count, one, many) if count else self.tr("No findings")
        self.findings.setText(words)
        icons.put(self.findings, "warning-circle" if count else "check-circle")
        icons.tint(self, self._theme.tokens)

    def _choose(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.vault_wanted.emit(action.data())

    def _arrange(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(8)
        row.addWidget(self.vault)
        row.addWidget(self.undo)
        row.addWidget(self.redo)
        row.addStretch(1)
        row.addWidget(self.search)
        row.addWidget(self.findings)
