"""The list of pages: a filter, groups by kind, and a chip while only some pages are shown."""

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QStackedLayout,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from ui import icons
from ui.pages.model import KindRole, PageRole, PagesModel
from ui.pages.rows import PageRows
from ui.theme import Theme
from ui.values import Page, PagesNews


class PagesPanel(QWidget):
    """Shows pages; says which one is chosen."""

    chosen = Signal(str)
    """A page was clicked or entered: its vault path."""

    opened_in_obsidian = Signal(str)
    """A page was clicked with Ctrl."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("list")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._model = PagesModel(self)
        self._folded: set[str] = set()
        self._current = ""
        self._waiting = False
        self.filter = self._make_filter()
        self._chip, self._chip_words = self._make_chip()
        self.counted = QLabel()
        self.counted.setProperty("tone", "small")
        self.tree = self._make_tree(theme)
        self._empty = self._make_empty()
        self._arrange()

    def wait(self) -> None:
        """Show nothing but that pages are on their way."""
        self._waiting = True
        self._model.forget_fresh()
        self._model.show_only(None)
        self.filter.clear()
        self._model.take(PagesNews(()))
        self._settle()

    def take(self, news: PagesNews) -> None:
        """Follow what changed; list and selection stay where they are."""
        self._waiting = False
        scroll, held = self.tree.verticalScrollBar().value(), self._held()
        self._model.take(news)
        self._settle()
        self._hold(held)
        self.tree.verticalScrollBar().setValue(scroll)

    def _held(self) -> str:
        page = self.tree.currentIndex().data(PageRole)
        return page.path if page else ""

    def _hold(self, path: str) -> None:
        """Leave the keyboard at the row where it was, though other rows came and went."""
        place = self._model.find(path)
        if place.isValid() and path != self._current:
            only = QItemSelectionModel.SelectionFlag.NoUpdate
            self.tree.selectionModel().setCurrentIndex(place, only)

    def take_over(self, other: "PagesPanel") -> None:
        """List what another panel lists: its filter, its folds, its news."""
        self._folded, self._current = other._folded, other._current
        self._model.mark_fresh(other._model.fresh)
        self.filter.setText(other.filter.text())
        if other._waiting:
            self.wait()
        else:
            self.take(PagesNews(other.all_pages()))

    def show_only(self, words: str, paths: frozenset[str]) -> None:
        """Show only these pages, and say why with a chip that takes it back."""
        self._chip_words.setText(words)
        self.filter.clear()
        self._model.show_only(paths)
        self._settle()

    def show_all(self) -> None:
        self._model.show_only(None)
        self._settle()

    def mark_fresh(self, paths: frozenset[str]) -> None:
        """Put a dot at pages that are new or changed; a visit takes it away."""
        self._model.mark_fresh(paths)
        self.tree.viewport().update()

    def mark(self, path: str) -> None:
        """Select the page that is shown beside the list."""
        self._current = path
        self._model.visit(path)
        place = self._model.find(path)
        if place.isValid():
            self.tree.setCurrentIndex(place)
            self.tree.scrollTo(place)
        else:
            self.tree.clearSelection()

    def page(self, path: str) -> Page | None:
        return self._model.page(path)

    @property
    def count(self) -> int:
        """How many pages the vault has."""
        return self._model.total

    def all_pages(self) -> tuple[Page, ...]:
        return self._model.pages

    def first_of(self, kind: str) -> str:
        """The path of the first page of a kind, or nothing."""
        return self._model.first_of(kind)

    def focus_filter(self) -> None:
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def _make_filter(self) -> "_Filter":
        line = _Filter()
        line.setPlaceholderText(self.tr("Filter pages"))
        line.setAccessibleName(self.tr("Filter pages by title or other name"))
        line.setClearButtonEnabled(True)
        line.setAcceptDrops(False)
        line.textChanged.connect(self._filter)
        line.returnPressed.connect(self._enter_first)
        line.gone_down.connect(self._go_to_list)
        line.put_away.connect(self._put_away)
        return line

    def _go_to_list(self) -> None:
        first = self._first()
        if first.isValid():
            self.tree.setCurrentIndex(first)
            self.tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def _put_away(self) -> None:
        """What Esc does in the filter: away with the words, then with what narrows the list."""
        if self.filter.text():
            self.filter.clear()
        elif self._model.narrowed:
            self.show_all()
        else:
            self.tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def _make_chip(self) -> tuple[QFrame, QLabel]:
        chip = QFrame()
        chip.setObjectName("chip")
        words = QLabel()
        words.setWordWrap(True)
        away = QToolButton()
        away.setAccessibleName(self.tr("Show all pages again"))
        away.setToolTip(self.tr("Show all pages again"))
        away.clicked.connect(self.show_all)
        icons.put(away, "x", size=12)
        row = QHBoxLayout(chip)
        row.setContentsMargins(8, 2, 2, 2)
        row.addWidget(words, 1)
        row.addWidget(away)
        chip.hide()
        return chip, words

    def _make_tree(self, theme: Theme) -> "_Tree":
        tree = _Tree()
        tree.setModel(self._model)
        tree.setItemDelegate(PageRows(tree, theme))
        tree.setAccessibleName(self.tr("Pages by kind"))
        tree.setHeaderHidden(True)
        tree.setUniformRowHeights(True)
        tree.setRootIsDecorated(False)
        tree.setIndentation(0)
        tree.setExpandsOnDoubleClick(False)
        tree.setMouseTracking(True)
        tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tree.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        tree.customContextMenuRequested.connect(self._show_menu)
        tree.clicked.connect(self._clicked)
        tree.entered_key.connect(self._activated)
        tree.collapsed.connect(self._remember_fold)
        tree.expanded.connect(self._forget_fold)
        return tree

    def _make_empty(self) -> QLabel:
        label = QLabel()
        label.setProperty("tone", "secondary")
        label.setWordWrap(True)
        label.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        label.setContentsMargins(24, 24, 24, 24)
        return label

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        top = QVBoxLayout()
        top.setContentsMargins(12, 12, 12, 8)
        top.setSpacing(8)
        top.addWidget(self.filter)
        top.addWidget(self._chip)
        top.addWidget(self.counted)
        column.addLayout(top)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.tree)
        self._stack.addWidget(self._empty)
        column.addLayout(self._stack, 1)
        self.setMinimumWidth(220)
        self._settle()

    def _filter(self, words: str) -> None:
        self._model.filter(words)
        self._settle()

    def _settle(self) -> None:
        """After any change: folds as they were, the shown page marked, words where nothing is."""
        typed, narrowed = bool(self.filter.text().strip()), self._is_narrowed()
        self._chip.setVisible(self._model.narrowed)
        self.counted.setVisible(typed and self._model.shown > 0)
        self.counted.setText(self._count_words())
        for row in range(self._model.rowCount()):
            group = self._model.index(row, 0)
            self.tree.setExpanded(group, narrowed or str(group.data(KindRole)) not in self._folded)
        if self._model.shown:
            self._stack.setCurrentWidget(self.tree)
        else:
            self._empty.setText(self._empty_words())
            self._stack.setCurrentWidget(self._empty)
        if self._current:
            self.mark(self._current)

    def _count_words(self) -> str:
        words = self.tr("%1 of %2 pages").replace("%2", f"{self._model.total:,}")
        return words.replace("%1", f"{self._model.shown:,}")

    def _empty_words(self) -> str:
        if self._waiting:
            return self.tr("Opening the vault…")
        if self._model.total:
            typed = self.filter.text().strip()
            words = self.tr(
                "No page has “%1” in its title or other names.\n\n"
                "Esc shows all pages again. Words inside pages are not searched."
            )
            return words.replace("%1", typed)
        return self.tr(
            "No pages yet.\n\nDrop a source anywhere on this window, or press Ctrl+I. Its pages "
            "appear here: concepts, entities, and a summary of the source."
        )

    def _clicked(self, index: QModelIndex) -> None:
        held = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier
        if held and index.data(PageRole):
            self.opened_in_obsidian.emit(index.data(PageRole).path)
        else:
            self._activated(index)

    def _activated(self, index: QModelIndex) -> None:
        page = index.data(PageRole)
        if page:
            self._current = page.path
            self.chosen.emit(page.path)
        elif index.isValid():
            self.tree.setExpanded(index, not self.tree.isExpanded(index))

    def _show_menu(self, place: QPoint) -> None:
        page: Page | None = self.tree.indexAt(place).data(PageRole)
        if page is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        read = menu.addAction(self.tr("Read"))
        obsidian = menu.addAction(self.tr("Open in Obsidian"))
        copy = menu.addAction(self.tr("Copy a link to it"))
        chosen = menu.exec(self.tree.viewport().mapToGlobal(place))
        if chosen is read:
            self.chosen.emit(page.path)
        elif chosen is obsidian:
            self.opened_in_obsidian.emit(page.path)
        elif chosen is copy:
            QApplication.clipboard().setText(link_to(page))

    def _first(self) -> QModelIndex:
        return self._model.index(0, 0, self._model.index(0, 0))

    def _enter_first(self) -> None:
        first = self._first()
        if first.isValid():
            self.tree.setCurrentIndex(first)
            self._activated(first)

    def _remember_fold(self, index: QModelIndex) -> None:
        if not self._is_narrowed():
            self._folded.add(str(index.data(KindRole)))

    def _forget_fold(self, index: QModelIndex) -> None:
        if not self._is_narrowed():
            self._folded.discard(str(index.data(KindRole)))

    def _is_narrowed(self) -> bool:
        return bool(self.filter.text().strip()) or self._model.narrowed


def link_to(page: Page) -> str:
    """A link as Obsidian resolves it: by the file's name, with the title as its words."""
    name = page.path.rsplit("/", 1)[-1].removesuffix(".md")
    return f"[[{name}]]" if name == page.title else f"[[{name}|{page.title}]]"


class _Filter(QLineEdit):
    """A line from which Down leads into the list, and which Esc empties."""

    gone_down = Signal()
    put_away = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self.gone_down.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.put_away.emit()
        else:
            super().keyPressEvent(event)


class _Tree(QTreeView):
    """A tree in which Enter and the space bar choose."""

    entered_key = Signal(QModelIndex)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.entered_key.emit(self.currentIndex())
            return
        super().keyPressEvent(event)
