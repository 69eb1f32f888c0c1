"""A field over the window in which pages and actions are found; Esc or a click beside it ends it."""

from collections.abc import Callable

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QColor, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLabel,
    QLineEdit,
    QListView,
    QStyle,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from ui import icons
from ui.find.model import Found, FoundModel, FoundRole
from ui.pages.model import OF_THE_VAULT
from ui.rows import Index, Rows
from ui.text import KIND_ICONS, kind_word
from ui.theme import Theme, font
from ui.values import Page

_WIDTH = 560
_ROW = 36


class FindPanel(QFrame):
    """Says which page or action was chosen."""

    page_chosen = Signal(str)
    action_chosen = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("find")
        self._model = FoundModel(self)
        self._came_from: QWidget | None = None
        self._then: Callable[[Found], object] | None = None
        self._nothing = ""
        self.line = QLineEdit()
        self.line.setAcceptDrops(False)
        self.line.textChanged.connect(self._search)
        self.line.installEventFilter(self)
        self.list = QListView()
        self.list.setModel(self._model)
        self.list.setItemDelegate(_FoundRows(self.list, theme, self._model))
        self.list.setAccessibleName(self.tr("What was found"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setMouseTracking(True)
        self.list.clicked.connect(self._choose)
        self.nothing = QLabel()
        self.nothing.setProperty("tone", "secondary")
        self.nothing.setWordWrap(True)
        self.nothing.setContentsMargins(8, 8, 8, 12)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(4)
        for widget in (self.line, self.list, self.nothing):
            column.addWidget(widget)
        self.hide()

    def ask(self, pages: tuple[Page, ...], actions: list[QAction]) -> None:
        """Open over the window, ready to be typed into."""
        able = [_found_action(action) for action in actions if action.isEnabled()]
        nothing = self.tr(
            "No page and no action is called “%1”. Words inside pages are not searched."
        )
        self._open(self.tr("Find pages and actions"), nothing, [*map(found_page, pages), *able])

    def pick(
        self, words: str, nothing: str, among: list[Found], then: Callable[[Found], object]
    ) -> None:
        """Have one of ``among`` chosen, for ``then``; ``nothing`` says that none is called “%1”."""
        self._open(words, nothing, among)
        self._then = then

    def _open(self, words: str, nothing: str, among: list[Found]) -> None:
        self._came_from, self._then, self._nothing = QApplication.focusWidget(), None, nothing
        self.line.setPlaceholderText(words)
        self.line.setAccessibleName(words)
        self._model.offer(among)
        self.line.clear()
        self._search("")
        self.show()
        self.raise_()
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In the line: up and down walk the list, Enter chooses, Esc and going away close."""
        if event.type() == QEvent.Type.FocusOut:
            self.hide()
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key(Qt.Key(event.key()))
        return super().eventFilter(watched, event)

    def _key(self, key: Qt.Key) -> bool:
        match key:
            case Qt.Key.Key_Down:
                self._walk(1)
            case Qt.Key.Key_Up:
                self._walk(-1)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._choose(self.list.currentIndex())
            case Qt.Key.Key_Escape:
                self._leave()
            case _:
                return False
        return True

    def _walk(self, by: int) -> None:
        count = self._model.rowCount()
        if count:
            row = (self.list.currentIndex().row() + by) % count
            self.list.setCurrentIndex(self._model.index(row))

    def _search(self, words: str) -> None:
        self._model.search(words)
        self.list.setCurrentIndex(self._model.index(0))
        self.list.setVisible(self._model.rowCount() > 0)
        self.nothing.setVisible(self._model.rowCount() == 0)
        self.nothing.setText(self._nothing.replace("%1", words.strip()))
        self._place()

    def _choose(self, index: QModelIndex) -> None:
        found: Found | None = index.data(FoundRole)
        self._leave()
        if found is None:
            return
        if self._then is not None:
            self._then(found)
        elif found.page:
            self.page_chosen.emit(found.page)
        else:
            self.action_chosen.emit(found.action)

    def _leave(self) -> None:
        """Go away, and leave the keyboard where it was."""
        if self._came_from is not None and self._came_from.isVisible():
            self._came_from.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()

    def _place(self) -> None:
        room = self.window().width()
        self.list.setFixedHeight(max(self._model.rowCount(), 1) * _ROW + 2)
        width, layout = min(_WIDTH, room - 32), self.layout()
        wraps = layout is not None and layout.hasHeightForWidth()
        height = layout.totalHeightForWidth(width) if layout and wraps else self.sizeHint().height()
        self.resize(width, height)
        self.move((room - self.width()) // 2, 56)


def found_page(page: Page) -> Found:
    """A page as it is found."""
    icon = KIND_ICONS.get(page.kind, KIND_ICONS["note"])
    of_the_vault = page.kind in OF_THE_VAULT
    title = kind_word(page.kind) if of_the_vault else page.title
    names = (page.title, *page.aliases) if of_the_vault else page.aliases
    return Found(title, kind_word(page.kind), icon, page.path, "", page.kind, names)


def _found_action(action: QAction) -> Found:
    keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
    return Found(action.text(), keys, "command", action=action.objectName())


class _FoundRows(Rows):
    HEIGHT = _ROW

    def __init__(self, view: QListView, theme: Theme, model: FoundModel) -> None:
        super().__init__(view, theme)
        self._model = model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens, row = self._theme.tokens, option.rect
        found: Found = index.data(FoundRole)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.selected))
            painter.drawRoundedRect(row, 6, 6)
        if found.icon:
            colour = tokens.of_kind(found.kind) if found.page else tokens.secondary
            icons.paint(
                painter, QRect(row.left() + 10, row.center().y() - 8, 16, 16), found.icon, colour
            )
        painter.setFont(font(11))
        painter.setPen(QColor(tokens.secondary))
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        painter.drawText(row.adjusted(0, 0, -12, 0), align, found.note)
        taken = painter.fontMetrics().horizontalAdvance(found.note) + 28
        self._paint_names(painter, row.adjusted(38, 0, -taken, 0), found)
        painter.restore()

    def _paint_names(self, painter: QPainter, room: QRect, found: Found) -> None:
        tokens = self._theme.tokens
        painter.setFont(font(13))
        self.paint_found(painter, room, found.words, self._model.found_in(found.words), tokens.text)
        alias = self._model.alias_of(found)
        if alias:
            rest = room.adjusted(painter.fontMetrics().horizontalAdvance(found.words) + 12, 0, 0, 0)
            painter.setFont(font(11))
            self.paint_found(painter, rest, alias, self._model.found_in(alias), tokens.secondary)
