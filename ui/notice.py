"""One line of words from the window to the person, with a way out; gone when it is closed."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from app.saying import sentences
from ui import icons, language
from ui.values import Failure

_WIDEST = 640
_GAP = 16
_STATUS = 28


class Notice(QFrame):
    """Replaced by the next notice; details are behind “More”."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._details = ""
        self._does: Callable[[], object] | None = None
        self._is_news = False
        self._words = QLabel()
        self._words.setWordWrap(True)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._more = QPushButton(self.tr("More"))
        self._more.setProperty("tone", "link")
        self._more.clicked.connect(self.show_details)
        self.action = QPushButton()
        self.action.setProperty("tone", "link")
        self.action.clicked.connect(self._act)
        self._arrange()
        self.hide()

    @property
    def words(self) -> str:
        """What it says now, or nothing while it is closed."""
        return "" if self.isHidden() else self._words.text()

    def tell(self, words: str, action: str = "", does: Callable[[], object] | None = None) -> None:
        """Say something, with at most one thing to do about it."""
        self._say(words, "")
        self._does = does
        self.action.setText(action)
        self.action.setVisible(bool(action))
        self.settle()

    def tell_for_now(
        self, words: str, action: str = "", does: Callable[[], object] | None = None
    ) -> None:
        """Say something that the next news may take the place of."""
        self.tell(words, action, does)
        self._is_news = True

    def tell_news(self, words: str, action: str, does: Callable[[], object]) -> None:
        """Say what nobody waits for: it takes the place of older news, and of nothing else."""
        if self.isHidden() or self._is_news:
            self.tell_for_now(words, action, does)

    def tell_failure(
        self, failure: Failure, action: str = "", does: Callable[[], object] | None = None
    ) -> None:
        """Say what could not be done and what to do about it."""
        self.tell(language.of(sentences(failure.message, failure.remedy)), action, does)
        self._details = failure.details
        self._more.setVisible(bool(failure.details))
        self.settle()

    def settle(self) -> None:
        """Float above the bottom of the window, as high as the words need."""
        parent, layout = self.parentWidget(), self.layout()
        if parent is None or layout is None or self.isHidden():
            return
        width = min(_WIDEST, parent.width() - 2 * _GAP)
        height = layout.totalHeightForWidth(width)
        left = (parent.width() - width) // 2
        self.setGeometry(left, parent.height() - height - _GAP - _STATUS, width, height)
        self.raise_()

    def _say(self, words: str, details: str) -> None:
        self._words.setText(words)
        self._details = details
        self._is_news = False
        self._more.setVisible(bool(details))
        self.show()
        self.settle()

    def show_details(self) -> None:
        """Unfold what is behind “More”."""
        self._words.setText(f"{self._words.text()}\n\n{self._details}")
        self._more.hide()
        self.settle()

    def _act(self) -> None:
        self.hide()
        if self._does:
            self._does()

    def _arrange(self) -> None:
        away = QToolButton()
        away.setAccessibleName(self.tr("Close this message"))
        away.setToolTip(self.tr("Close this message"))
        away.clicked.connect(self.hide)
        icons.put(away, "x", size=14)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 8, 8)
        row.addWidget(self._words, 1)
        for widget in (self.action, self._more, away):
            widget.setFocusPolicy(
                Qt.FocusPolicy.TabFocus
            )  # a click leaves the keyboard where it is
            row.addWidget(widget)
