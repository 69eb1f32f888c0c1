"""A list of cards of any height: only those in sight are measured, so ten thousand cost what ten do."""

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QCursor, QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyleOptionViewItem

from ui.findings.heights import Heights
from ui.rows import Index

_STEP = 24
"""Pixels that a notch of the wheel or a press on an arrow of the scroll bar moves."""

_Action = QAbstractItemView.CursorAction


class CardList(QListView):
    """Lays out what is in sight by the sizes that the delegate tells, the rest by what ``guesses`` says.

    It is a list to everybody who asks it, screen readers included; only where rows stand is reckoned
    here, since a list of Qt's measures all rows down to the one that is wanted.
    """

    def __init__(self) -> None:
        super().__init__()
        self._heights = Heights()
        self._laid_for = 0
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)

    def guesses(self) -> list[int]:
        """How high each row is, about."""
        raise NotImplementedError

    # Where rows stand

    def lay_out(self, anchor: int = -1, above: int = 0) -> None:
        """Reckon anew where all rows stand, and put the row ``anchor`` so far below the upper edge."""
        self._laid_for = self.viewport().width()
        self._heights.guess(self.guesses())
        place = self._heights.top(anchor) - above if 0 <= anchor < self._count() else self._scroll
        self._settle(max(place, 0), anchor)

    def measure_again(self, *rows: int) -> None:
        """Some rows are of another height now; the first in sight stays where it is."""
        for row in rows:
            if self._has(row):
                self._heights.forget(row)
        self._settle(self._scroll, self._first())

    def anchor(self) -> tuple[int, int]:
        """The first row in sight, and how far below the upper edge it begins."""
        first = self._first()
        return first, self._heights.top(first) - self._scroll if first >= 0 else 0

    def _first(self) -> int:
        seen = self._heights.between(self._scroll, self._scroll + 1)
        return seen[0] if seen else -1

    def _settle(self, scroll: int, anchor: int) -> None:
        """Measure what is in sight from ``scroll`` on; the anchor stays in its place meanwhile."""
        for _ in range(4):  # what becomes smaller lets others into sight
            above = self._heights.top(anchor) - scroll if anchor >= 0 else 0
            if not self._measure(scroll):
                break
            scroll = self._heights.top(anchor) - above if anchor >= 0 else scroll
        self.updateGeometries()
        self.verticalScrollBar().setValue(scroll)
        self.placed()
        self.viewport().update()

    def _measure(self, scroll: int) -> bool:
        """Measure the rows that would be in sight; whether any moved."""
        option = QStyleOptionViewItem()
        delegate, model = self.itemDelegate(), self.model()
        if len(self._heights) != self._count():  # Qt asks while rows come anew
            return False
        seen = self._heights.between(scroll, scroll + self.viewport().height())
        return self._heights.measure(
            {
                row: delegate.sizeHint(option, model.index(row, 0)).height()
                for row in seen
                if not self._heights.is_measured(row)
            }
        )

    def placed(self) -> None:
        """Called when rows stand in other places."""

    def _has(self, row: int) -> bool:
        """Whether it is known where a row stands; while rows come anew it is not."""
        return 0 <= row < len(self._heights)

    @property
    def _scroll(self) -> int:
        return self.verticalScrollBar().value()

    def _count(self) -> int:
        model = self.model()
        return model.rowCount() if model else 0

    # What Qt asks

    def visualRect(self, index: Index) -> QRect:
        row = index.row()
        if not self._has(row):
            return QRect()
        top = self._heights.top(row) - self._scroll
        return QRect(0, top, self.viewport().width(), self._heights.height(row))

    def indexAt(self, place: QPoint) -> "Index":  # type: ignore[override]
        model = self.model()  # Qt asks before there is one
        return (
            model.index(self._heights.at(place.y() + self._scroll), 0) if model else QModelIndex()
        )

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Scroll as little as is needed; what is higher than the list is shown from its top."""
        row = index.row()
        if not self._has(row):
            return
        for _ in range(3):  # what was guessed on the way may have been wrong
            self._settle(self._wanted_scroll(row), row)
            if self._wanted_scroll(row) == self._scroll:
                return

    def _wanted_scroll(self, row: int) -> int:
        top, height = self._heights.top(row), self._heights.height(row)
        least = top + height - self.viewport().height()
        return min(max(self._scroll, least), top)

    def doItemsLayout(self) -> None:
        first, above = self.anchor()
        known = len(self._heights) == self._count()
        if not known or self._laid_for != self.viewport().width():
            self.lay_out(first, above)
        else:
            self._settle(self._scroll, first)

    def updateGeometries(self) -> None:
        bar, room = self.verticalScrollBar(), self.viewport().height()
        bar.setPageStep(room)
        bar.setSingleStep(_STEP)
        bar.setRange(0, max(self._heights.total - room, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.doItemsLayout()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        first, scroll = self._first(), self._scroll
        if first >= 0 and self._measure(scroll):
            self._settle(scroll, first)
        self.placed()

    def moveCursor(self, action: _Action, modifiers: Qt.KeyboardModifier) -> "Index":  # type: ignore[override]
        current, last = self.currentIndex().row(), self._count() - 1
        if last < 0:
            return self.currentIndex()
        to = {
            _Action.MoveUp: current - 1,
            _Action.MovePrevious: current - 1,
            _Action.MoveDown: current + 1,
            _Action.MoveNext: current + 1,
            _Action.MoveHome: 0,
            _Action.MoveEnd: last,
            _Action.MovePageDown: self._page(current, 1),
            _Action.MovePageUp: self._page(current, -1),
        }.get(action, current)
        return self.model().index(min(max(to, 0), last), 0)

    def _page(self, row: int, by: int) -> int:
        if not self._has(row):
            return 0
        place = self._heights.top(row) + by * self.viewport().height()
        return max(self._heights.at(min(max(place, 0), self._heights.total - 1)), 0)

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        area = rect.normalized()
        seen = self._heights.between(area.top() + self._scroll, area.bottom() + 1 + self._scroll)
        chosen = QItemSelection()
        if seen:
            model = self.model()
            chosen.select(model.index(seen[0], 0), model.index(seen[-1], 0))
        self.selectionModel().select(chosen, command)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        return QRegion(self.viewport().rect())

    def verticalOffset(self) -> int:
        return self._scroll

    def horizontalOffset(self) -> int:
        return 0

    def isIndexHidden(self, index: Index) -> bool:
        return False

    def sizeHint(self) -> QSize:
        return QSize(300, 400)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._laid_for != self.viewport().width() or len(self._heights) != self._count():
            self.doItemsLayout()
        painter = QPainter(self.viewport())
        under = self._under_mouse()
        area = event.rect()
        for row in self._heights.between(
            area.top() + self._scroll, area.bottom() + 1 + self._scroll
        ):
            index = self.model().index(row, 0)
            self.itemDelegate().paint(painter, self._option(index, hovered=row == under), index)
        painter.end()

    def _under_mouse(self) -> int:
        viewport = self.viewport()
        if not viewport.underMouse():
            return -1
        return self._heights.at(viewport.mapFromGlobal(QCursor.pos()).y() + self._scroll)

    def _option(self, index: Index, *, hovered: bool) -> QStyleOptionViewItem:
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        option.rect = self.visualRect(index)
        state = QStyle.StateFlag.State_Enabled
        if self.selectionModel().isSelected(index):
            state |= QStyle.StateFlag.State_Selected
        if self.hasFocus() and index == self.currentIndex():
            state |= QStyle.StateFlag.State_HasFocus
        if hovered:
            state |= QStyle.StateFlag.State_MouseOver
        option.state = state
        return option
