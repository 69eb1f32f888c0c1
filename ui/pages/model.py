"""Pages by kind as a tree of two levels, filtered as one types."""

from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from ui import text
from ui.rows import Index
from ui.values import Page

KINDS = ("concept", "entity", "summary", "comparison", "note")
OF_THE_VAULT = ("overview", "index", "log")
"""Kinds of which a vault has one page each; they stand in the rail, not in the list."""

MOST = 250
"""Rows of a group; what a group has beyond is found with the filter, as its last row says."""

_GROUP_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_PAGE_FLAGS = _GROUP_FLAGS | Qt.ItemFlag.ItemNeverHasChildren

PageRole = Qt.ItemDataRole.UserRole + 1
KindRole = Qt.ItemDataRole.UserRole + 2
CountRole = Qt.ItemDataRole.UserRole + 3
FreshRole = Qt.ItemDataRole.UserRole + 4


class PagesModel(QAbstractItemModel):
    """Groups in a fixed order, empty ones left out; pages in each by title."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pages: tuple[Page, ...] = ()
        self._groups: list[tuple[str, list[Page]]] = []
        self._filter = ""
        self._only: frozenset[str] | None = None
        self._fresh: set[str] = set()

    # What it shows

    def show_pages(self, pages: tuple[Page, ...]) -> None:
        self._pages = tuple(sorted(pages, key=lambda page: page.title.casefold()))
        self._group()

    def filter(self, words: str) -> None:
        """Keep the pages whose title or other names hold all the words."""
        self._filter = words
        self._group()

    def show_only(self, paths: frozenset[str] | None) -> None:
        """Keep only these pages; None for all."""
        self._only = paths
        self._group()

    def mark_fresh(self, paths: frozenset[str]) -> None:
        """Say of these pages that they are new or changed, until they are visited."""
        self._fresh |= paths

    @property
    def fresh(self) -> frozenset[str]:
        """The pages that are new or changed and were not visited yet."""
        return frozenset(self._fresh)

    def visit(self, path: str) -> None:
        """A page was read: it is no news any more."""
        self._fresh.discard(path)

    def forget_fresh(self) -> None:
        """No page is news: another vault is shown."""
        self._fresh.clear()

    @property
    def shown(self) -> int:
        """How many pages are left after filtering."""
        return sum(len(pages) for _, pages in self._groups)

    @property
    def total(self) -> int:
        return sum(page.kind not in OF_THE_VAULT for page in self._pages)

    @property
    def pages(self) -> tuple[Page, ...]:
        return self._pages

    def page(self, path: str) -> Page | None:
        return next((page for page in self._pages if page.path == path), None)

    def first_of(self, kind: str) -> str:
        return next((page.path for page in self._pages if page.kind == kind), "")

    def find(self, path: str) -> QModelIndex:
        """The place of a page, or none while it is filtered out."""
        for row, (_, pages) in enumerate(self._groups):
            for place, page in enumerate(pages[: MOST - 1]):
                if page.path == path:
                    return self.index(place, 0, self.index(row, 0))
        return QModelIndex()

    def _group(self) -> None:
        words = self._filter.casefold().split()
        groups: dict[str, list[Page]] = {kind: [] for kind in KINDS}
        for page in self._pages:
            if page.kind in OF_THE_VAULT:
                continue
            if (self._only is None or page.path in self._only) and _holds(page, words):
                groups[page.kind if page.kind in KINDS else "note"].append(page)
        self.beginResetModel()
        self._groups = [(kind, pages) for kind, pages in groups.items() if pages]
        self.endResetModel()

    # What Qt asks

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if column or not 0 <= row < self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]
        group = index.internalId() if index.isValid() else 0
        return self.createIndex(group - 1, 0, 0) if group else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if not parent.isValid():
            return len(self._groups)
        return 0 if parent.internalId() else min(len(self._groups[parent.row()][1]), MOST)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        group = index.internalId()
        if group:
            pages = self._groups[group - 1][1]
            if index.row() == MOST - 1 and len(pages) > MOST:
                return _rest_data(len(pages) - MOST + 1, role)
            page = pages[index.row()]
            return page.path in self._fresh if role == FreshRole else self._page_data(page, role)
        return _group_data(*self._groups[index.row()], role)

    def _page_data(self, page: Page, role: int) -> Any:
        found = _page_data(page, role)
        if role == Qt.ItemDataRole.AccessibleTextRole and page.path in self._fresh:
            return text.fresh_words(found)
        return found

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return _PAGE_FLAGS if index.internalId() else _GROUP_FLAGS


def _holds(page: Page, words: list[str]) -> bool:
    if not words:
        return True
    names = "\n".join((page.title, *page.aliases)).casefold()
    return all(word in names for word in words)


def _page_data(page: Page, role: int) -> Any:
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return page.title
        case Qt.ItemDataRole.ToolTipRole:
            return page.gist or page.title
        case Qt.ItemDataRole.AccessibleTextRole:
            return f"{page.title}, {text.kind_word(page.kind)}"
        case _ if role == PageRole:
            return page
        case _ if role == KindRole:
            return page.kind
    return None


def _rest_data(count: int, role: int) -> Any:
    if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
        return text.rest_words(count)
    return None


def _group_data(kind: str, pages: list[Page], role: int) -> Any:
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return text.kinds_word(kind)
        case Qt.ItemDataRole.AccessibleTextRole:
            return f"{text.kinds_word(kind)}, {len(pages)}"
        case _ if role == KindRole:
            return kind
        case _ if role == CountRole:
            return len(pages)
    return None
