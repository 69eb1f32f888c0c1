"""What few need: how much of a source a model is given at once."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QRadioButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui import icons
from ui.reader.model import CONTEXTS, Choosing
from ui.reader.rows import label
from ui.theme import Theme


class Advanced(QWidget):
    """A fold with the choice of a context; the arrows walk it."""

    def __init__(self, theme: Theme, choosing: Choosing) -> None:
        super().__init__()
        self._theme, self._choosing = theme, choosing
        self.fold = QToolButton()
        self.fold.setText(self.tr("Advanced"))
        self.fold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.fold.setCheckable(True)
        self.fold.setProperty("tone", "fold")
        self.fold.toggled.connect(self._unfold)
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(choosing.choose_context)
        self.contexts = {tokens: self._button(tokens) for tokens in CONTEXTS}
        self._inside = QWidget(self)
        self._arrange()
        self._unfold(False)

    def show_context(self) -> None:
        """What is chosen; more than the model that reads can take is not offered."""
        choosing = self._choosing
        model = choosing.found.model(choosing.reader.name) if choosing.found else None
        most = model.context if model else 0
        for tokens, button in self.contexts.items():
            button.setChecked(tokens == choosing.context)
            button.setEnabled(not most or tokens <= most)

    def _button(self, tokens: int) -> QRadioButton:
        made = QRadioButton(f"{tokens:,}")
        spoken = self.tr("Context of %1 tokens").replace("%1", f"{tokens:,}")
        made.setAccessibleName(spoken)
        self._group.addButton(made, tokens)
        return made

    def _unfold(self, on: bool) -> None:  # noqa: FBT001 - Qt says whether it is checked
        icons.put(self.fold, "caret-down" if on else "caret-right", size=12)
        icons.tint(self, self._theme.tokens)
        self._inside.setVisible(on)

    def _arrange(self) -> None:
        choice = QHBoxLayout()
        choice.setSpacing(12)
        choice.addWidget(QLabel(self.tr("Context in tokens")))
        for button in self.contexts.values():
            choice.addWidget(button)
        choice.addStretch(1)
        words = self.tr(
            "How much the model is given at once. More needs more memory, and the server loads the"
            " model again when it is changed."
        )
        inside = QVBoxLayout(self._inside)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addLayout(choice)
        inside.addWidget(label(words, "small"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.fold, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._inside)
