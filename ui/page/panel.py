"""A page with its head: where one came from, what kind it is, and the way to Obsidian."""

from collections.abc import Callable

from PySide6.QtCore import QRect, Qt, QUrl, Signal
from PySide6.QtGui import QAction, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.saying import sentences
from app.vault.pointing import LINE
from ui import icons, language, text
from ui.page import foot
from ui.page.model import History, Place
from ui.page.view import PageText
from ui.theme import Theme
from ui.values import Failure, PageView


class PagePanel(QWidget):
    """Shows one page at a time, and asks for those that its links lead to."""

    wanted = Signal(str, int)
    """A page must be fetched: its vault path, and the line that is asked for, or 0. Answer with
    ``show_page`` or ``show_failure``."""

    file_wanted = Signal(str)
    """A link led to a file that is no page: its vault path."""

    source_wanted = Signal(str, str)
    """A footnote was clicked: the page's vault path, and the note's label."""

    shown = Signal(str)
    """The path of the page that is shown now."""

    turned = Signal(object)
    """The page that is shown now, or what became of it; None where there is none."""

    opened_in_obsidian = Signal(str)
    missed = Signal(str)
    left = Signal(QUrl)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self._theme = theme
        self._history = History()
        self._page: PageView | None = None
        self._aim: Place | None = None
        self._arrived = False
        """Whether what was aimed at is shown: the same page once more is only what became of it."""

        self.text = PageText(theme)
        self.text.went.connect(self._follow)
        self.text.missed.connect(self.missed)
        self.text.noted.connect(self._ask_source)
        self.text.left.connect(self.left)
        self.back = self._tool("arrow-left", self.tr("Back"), self.go_back)
        self.forward = self._tool("arrow-right", self.tr("Forward"), self.go_forward)
        self.open = QPushButton(self.tr("Open in Obsidian"))
        self.open.clicked.connect(self._open)
        icons.put(self.open, "arrow-square-out", size=16)
        self.more = QToolButton()
        self.more.setAccessibleName(self.tr("More about this page"))
        self.more.setToolTip(self.tr("More about this page"))
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        icons.put(self.more, "dots-three")
        self._kind = QLabel()
        self._kind.setProperty("tone", "secondary")
        self._words = _Words()
        self._arrange()
        self._settle()

    @property
    def path(self) -> str:
        """The page that is shown, or nothing."""
        return self._page.path if self._page else ""

    def go(self, path: str, anchor: str = "") -> None:
        """Show a page, at a part of it."""
        self._remember_scroll()
        place = Place(path, anchor)
        self._history.visit(place)
        self._aim_at(place)

    def go_to_line(self, path: str, line: int) -> None:
        """Show a page at a line of its file, which is marked; from its top where there is none."""
        self._remember_scroll()
        known = line > 1 or (line and self.path == path)
        place = Place(path, LINE, line=line) if known else Place(path)
        self._history.visit(place)
        self._aim_at(place)

    def go_back(self) -> None:
        self._remember_scroll()
        place = self._history.back()
        if place:
            self._aim_at(place)

    def go_forward(self) -> None:
        self._remember_scroll()
        place = self._history.forward()
        if place:
            self._aim_at(place)

    def refresh(self) -> None:
        """Fetch the page that is shown again, after it may have changed."""
        if self._page:
            self.wanted.emit(self._page.path, 0)

    def lose(self) -> None:
        """The page that is shown is not in the vault any more."""
        self._page, self._aim = None, None
        self._words.say(
            self.tr("This page is not there any more"),
            self.tr("It was taken back or removed. Choose another in the list, or go back."),
        )
        self._settle()

    def show_page(self, page: PageView) -> None:
        """The answer to ``wanted``; one that is late, because another was asked for, is dropped."""
        aim = self._aim
        if aim is None or aim.path != page.path:
            return
        again = self._arrived and self._page is not None and self._page.path == page.path
        was, self._page, self._arrived = self._page, page, True
        html = page.html + foot.html(page.backlinks)
        if again:
            self.text.renew(html)
            self._settle()
            return
        if was is not None and was.path == page.path and aim.line:
            self.text.renew(html)
        else:
            self.text.show_html(html)
        if aim.spot is not None:
            self.text.return_to(aim.spot)
        else:
            self._go_to(aim)
        self._settle()
        self.shown.emit(page.path)

    def show_failure(self, failure: Failure) -> None:
        """The page could not be read: say why in its place."""
        self._page = None
        why = language.of(sentences(failure.message, failure.remedy))
        self._words.say(self.tr("This page cannot be shown"), why)
        self._settle()

    def take_over(self, other: "PagePanel") -> None:
        """Show what another panel shows, at the same place, with the same way back."""
        other._remember_scroll()
        self._history, self._aim = other._history, other._aim
        if other._page and self._aim and self._aim.path == other._page.path:
            self._aim = self._history.current
            self.show_page(other._page)
        elif self._aim:
            self.wanted.emit(self._aim.path, self._aim.line)

    def clear(self) -> None:
        """Show no page and forget the way here, for another vault."""
        self._history, self._page, self._aim = History(), None, None
        self.teach(pages=0)
        self._settle()

    def teach(self, *, pages: int) -> None:
        """Say what can be done while no page is open."""
        if self._history.current:
            return
        if pages:
            sentence = self.tr("Choose one in the list, or find it with Ctrl+K.")
            self._words.say(self.tr("No page is open"), sentence)
        else:
            sentence = self.tr(
                "Drop a source anywhere on this window, and read what becomes of it."
            )
            self._words.say(self.tr("Nothing to read yet"), sentence)

    def add_actions(self, actions: list[QAction]) -> None:
        for action in actions:
            self.addAction(action)

    def set_deeds(self, actions: list[QAction]) -> None:
        """What can be done about a page stands in a menu of its own; it is there where some can."""
        menu = QMenu(self)
        menu.addActions(actions)
        self.more.setMenu(menu)
        for action in actions:
            action.enabledChanged.connect(self._show_more)
        self._show_more()

    def _show_more(self) -> None:
        menu = self.more.menu()
        self.more.setVisible(
            any(action.isEnabled() for action in menu.actions()) if menu else False
        )

    def _ask_source(self, label: str) -> None:
        if self._page:
            self.source_wanted.emit(self._page.path, label)

    def _follow(self, path: str, anchor: str) -> None:
        if path.lower().endswith(".md"):
            self.go(path, anchor)
        else:
            self.file_wanted.emit(path)

    def _aim_at(self, place: Place) -> None:
        self._aim, self._arrived = place, False
        here = self._page is not None and self._page.path == place.path
        if here and place.spot is None and not place.line:
            self._go_to(place)
            self._arrived = True
            self._settle()
        else:
            self.wanted.emit(place.path, place.line)

    def _go_to(self, place: Place) -> None:
        if place.line:
            self.text.go_to_line(place.anchor)
        else:
            self.text.go_to(place.anchor)

    def _remember_scroll(self) -> None:
        if self._page:
            self._history.leave_at(self.text.spot)

    def _open(self) -> None:
        if self._page:
            self.opened_in_obsidian.emit(self._page.path)

    def _tool(self, icon: str, words: str, does: Callable[[], None]) -> QToolButton:
        button = QToolButton()
        button.setAccessibleName(words)
        button.setToolTip(words)
        button.clicked.connect(does)
        icons.put(button, icon)
        return button

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(16, 6, 12, 6)
        head.setSpacing(4)
        for widget in (self.back, self.forward, self._kind):
            head.addWidget(widget)
        head.addStretch(1)
        head.addWidget(self.more)
        head.addWidget(self.open)
        line = QFrame()
        line.setObjectName("hairline")
        line.setFixedHeight(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(3, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(line)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.text)
        self._stack.addWidget(self._words)
        column.addLayout(self._stack, 1)
        self.clear()

    def _settle(self) -> None:
        self.back.setEnabled(self._history.can_go_back)
        self.forward.setEnabled(self._history.can_go_forward)
        self.open.setEnabled(self._page is not None)
        self._kind.setText(text.kind_word(self._page.kind) if self._page else "")
        self._stack.setCurrentWidget(self.text if self._page else self._words)
        self.turned.emit(self._page)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """The kind's colour on the page's edge."""
        super().paintEvent(event)
        painter = QPainter(self)
        tokens = self._theme.tokens
        painter.fillRect(self.rect(), QColor(tokens.surface))
        if self._page and self._page.kind in ("concept", "entity", "summary", "comparison"):
            edge = QRect(0, 0, 3, self.height())
            painter.fillRect(edge, QColor(tokens.of_kind(self._page.kind)))
        painter.end()


class _Words(QWidget):
    """A heading and a sentence, where there is no page."""

    def __init__(self) -> None:
        super().__init__()
        self._heading, self._sentence = QLabel(), QLabel()
        self._heading.setProperty("tone", "heading")
        self._sentence.setProperty("tone", "secondary")
        self._sentence.setWordWrap(True)
        column = QVBoxLayout(self)
        column.addStretch(2)
        for label in (self._heading, self._sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(label)
        column.addStretch(3)

    def say(self, heading: str, sentence: str) -> None:
        self._heading.setText(heading)
        self._sentence.setText(sentence)
