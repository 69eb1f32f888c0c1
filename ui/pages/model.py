"""Pages by kind as a tree of two levels, filtered as one types."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt

from ui import matching, text
from ui.rows import Index
from ui.values import Page, PagesNews

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
MatchRole = Qt.ItemDataRole.UserRole + 5
"""What of a page was found by typing: a ``Match``, None while nothing is typed."""


class Match(NamedTuple):
    """Where the typed words stand in the title; and the other name they stand in, if in none there."""

    title: Sequence[matching.Span]
    alias: str = ""
    in_alias: Sequence[matching.Span] = ()


class _Entry(NamedTuple):
    """A page as it is sorted and found."""

    order: str
    names: str
    page: Page


class PagesModel(QAbstractItemModel):
    """Groups in a fixed order, empty ones left out; pages in each by title."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: list[_Entry] = []
        self._by_path: dict[str, Page] = {}
        self._own = 0
        self._groups: list[tuple[str, list[Page]]] = []
        self._words: list[str] = []
        self._only: frozenset[str] | None = None
        self._fresh: set[str] = set()

    # What it shows

    def take(self, news: PagesNews) -> None:
        """Take in what changed, or all pages."""
        fresh = [_entry(page) for page in news.pages]
        if not news.whole:
            gone = news.gone | {page.path for page in news.pages}
            fresh += [entry for entry in self._entries if entry.page.path not in gone]
        self._entries = sorted(fresh)
        self._by_path = {entry.page.path: entry.page for entry in self._entries}
        self._own = sum(page.kind in OF_THE_VAULT for page in self._by_path.values())
        if self._only is not None and not self._only & self._by_path.keys():
            self._only = None
        self._group()

    def filter(self, typed: str) -> None:
        """Keep the pages whose title or other names hold all the words."""
        self._words = matching.words_of(typed)
        self._group()

    @property
    def narrowed(self) -> bool:
        """Whether only some pages are shown because they were made by one compile or source."""
        return self._only is not None

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
        return len(self._entries) - self._own

    @property
    def pages(self) -> tuple[Page, ...]:
        return tuple(entry.page for entry in self._entries)

    def page(self, path: str) -> Page | None:
        return self._by_path.get(path)

    def first_of(self, kind: str) -> str:
        return next((e.page.path for e in self._entries if e.page.kind == kind), "")

    def find(self, path: str) -> QModelIndex:
        """The place of a page, or none while it is filtered out."""
        for row, (_, pages) in enumerate(self._groups):
            for place, page in enumerate(pages[: MOST - 1]):
                if page.path == path:
                    return self.index(place, 0, self.index(row, 0))
        return QModelIndex()

    def _group(self) -> None:
        entries, only = self._entries, self._only
        for word in self._words:  # a pass a word is quicker than asking all of each page
            entries = [entry for entry in entries if word in entry.names]
        if only is not None:
            entries = [entry for entry in entries if entry.page.path in only]
        groups: dict[str, list[Page]] = {kind: [] for kind in (*KINDS, *OF_THE_VAULT)}
        note = groups["note"]
        for _, _, page in entries:
            groups.get(page.kind, note).append(page)
        self.beginResetModel()
        self._groups = [(kind, groups[kind]) for kind in KINDS if groups[kind]]
        self.endResetModel()

    def _match(self, page: Page) -> Match | None:
        """What the typed words found of a page."""
        if not self._words:
            return None
        in_title = matching.fold(page.title)
        missed = [word for word in self._words if word not in in_title]
        alias = next((a for a in page.aliases if missed and missed[0] in matching.fold(a)), "")
        in_alias = matching.spans(alias, self._words) if alias else ()
        return Match(matching.spans(page.title, self._words), alias, in_alias)

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
            return self._page_data(pages[index.row()], role)
        return _group_data(*self._groups[index.row()], role)

    def _page_data(self, page: Page, role: int) -> Any:
        if role == FreshRole:
            return page.path in self._fresh
        if role == MatchRole:
            return self._match(page)
        found = _page_data(page, role)
        if role == Qt.ItemDataRole.AccessibleTextRole and page.path in self._fresh:
            return text.fresh_words(found)
        return found

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return _PAGE_FLAGS if index.internalId() else _GROUP_FLAGS


def _entry(page: Page) -> _Entry:
    title = matching.fold(page.title)
    names = "\n".join((title, *map(matching.fold, page.aliases))) if page.aliases else title
    return _Entry(title, names, page)


def _page_data(page: Page, role: int) -> Any:
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return page.title
        case Qt.ItemDataRole.ToolTipRole:
            return "\n".join(filter(None, (page.title, page.gist)))
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
