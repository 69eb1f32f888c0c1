"""The side panel: findings, and a click that leads to the page."""

from functools import partial

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListView,
    QMenu,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui import icons, language, text
from ui.findings.model import FindingRole, FindingsModel, page_name
from ui.findings.rows import FindingRows
from ui.findings.ways import WaysBox
from ui.rows import Index
from ui.theme import Theme
from ui.values import Finding

_BATCH = 40
"""Rows that are laid out at once; the others follow while the window goes on."""


class FindingsPanel(QWidget):
    """Shows findings; says which page one leads to, and which way of one is to be gone."""

    page_wanted = Signal(str)
    way_wanted = Signal(object)
    """A way to settle the selected finding."""

    hidden_by_person = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._model = FindingsModel(self)
        self._count = QLabel("0")
        self._count.setProperty("tone", "secondary")
        self.list = self._make_list(theme)
        self._empty = QLabel(self.tr("Nothing is wrong with this vault."))
        self._arrange()

    def show_findings(self, findings: tuple[Finding, ...]) -> None:
        if findings == self._model.findings:
            return
        self.list.renew(findings)
        self._count.setText(f"{len(findings):,}")
        self._stack.setCurrentWidget(self.list if findings else self._empty)

    def wait(self, *, waiting: bool) -> None:
        """While a way is being looked at or done, no other one can be chosen."""
        self.list.ways.wait(waiting=waiting)

    @property
    def shown(self) -> tuple[Finding, ...]:
        return self._model.findings

    @property
    def count(self) -> int:
        return self._model.count

    def _make_list(self, theme: Theme) -> "_Findings":
        view = _Findings(self._model, theme)
        view.setAccessibleName(self.tr("Findings"))
        view.setMouseTracking(True)
        view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setResizeMode(QListView.ResizeMode.Adjust)
        view.setLayoutMode(QListView.LayoutMode.Batched)  # a thousand findings take a while
        view.setBatchSize(_BATCH)
        view.clicked.connect(self._go)
        view.opened.connect(self._go)
        view.way_wanted.connect(self.way_wanted)
        view.page_wanted.connect(self.page_wanted)
        return view

    def _arrange(self) -> None:
        title = QLabel(self.tr("Findings"))
        title.setProperty("tone", "section")
        away = QToolButton()
        away.setAccessibleName(self.tr("Hide findings"))
        away.setToolTip(self.tr("Hide findings (F8)"))
        away.clicked.connect(self.hidden_by_person)
        icons.put(away, "x", size=14)
        head = QHBoxLayout()
        head.setContentsMargins(16, 8, 8, 4)
        head.setSpacing(8)
        for widget in (title, self._count):
            head.addWidget(widget)
        head.addStretch(1)
        head.addWidget(away)
        self._empty.setProperty("tone", "secondary")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._empty.setContentsMargins(24, 24, 24, 24)
        self._empty.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        self._stack = QStackedLayout()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.list)
        column.addLayout(self._stack, 1)
        self.setMinimumWidth(240)

    def _go(self, index: QModelIndex) -> None:
        finding: Finding | None = index.data(FindingRole)
        if finding is not None:
            self.page_wanted.emit(finding.path)


class _Findings(QListView):
    """A list whose rows are as high as their words are long, in which Enter opens, and on whose
    selected card the ways to settle it stand."""

    opened = Signal(QModelIndex)
    way_wanted = Signal(object)
    page_wanted = Signal(str)

    def __init__(self, model: FindingsModel, theme: Theme) -> None:
        super().__init__()
        self._findings = model
        self._still = False
        """While findings come anew, and while the mouse is pressed, or what is below it would move away."""

        self.ways = WaysBox(self.viewport())
        self.ways.wanted.connect(self.way_wanted)
        self.ways.page_wanted.connect(self.page_wanted)
        self.ways.left.connect(self.setFocus)
        self._rows = FindingRows(self, theme, model, self.ways)
        self.setItemDelegate(self._rows)
        self.setModel(model)

    def renew(self, findings: tuple[Finding, ...]) -> None:
        """Show other findings; place and selection stay, at the next finding if theirs is gone."""
        held, scroll = self.currentIndex(), self.verticalScrollBar().value()
        finding, row = held.data(FindingRole), held.row()
        self._still = True
        self.setAutoScroll(False)
        self._findings.show_findings(findings)
        if finding is not None:
            place = self._findings.find(finding)
            self.setCurrentIndex(place if place.isValid() else self._findings.near(row))
        self.setAutoScroll(True)
        self._still = False
        self._choose_ways()
        self._lay_out(scroll)

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if not self._still:
            self._show_ways()

    def _show_ways(self) -> None:
        """Make room on the card of the selected finding for its ways."""
        before = self._rows.selected
        self._choose_ways()
        if self._rows.selected != before:
            self._lay_out(self.verticalScrollBar().value())
            self.scrollTo(self.currentIndex())

    def _choose_ways(self) -> None:
        """Offer the ways of the selected finding; Tab leads from the list to them."""
        current = self.currentIndex()
        self.ways.show_finding(current.data(FindingRole))
        self._rows.selected = current.row() if self.ways.finding else -1
        before: QWidget = self
        for button in self.ways.buttons():
            QWidget.setTabOrder(before, button)
            before = button

    def _lay_out(self, scroll: int) -> None:
        """Lay all rows out that are needed to stay where we are; the others follow in batches."""
        below = self.indexAt(self.viewport().rect().bottomLeft()).row()
        self.setBatchSize(max(below, self.currentIndex().row(), 0) + _BATCH)
        self.doItemsLayout()
        self.verticalScrollBar().setValue(scroll)
        self._place_ways()

    def _place_ways(self) -> None:
        current, finding = self.currentIndex(), self.ways.finding
        if finding is not None and current.data(FindingRole) == finding:
            self.ways.setGeometry(self._rows.place_of_ways(self.visualRect(current), finding))

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self._place_ways()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self._place_ways()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._still = True
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self._still = False
        self._show_ways()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.opened.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """All that can be done about the finding, under the mouse or by the menu key."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        finding: Finding | None = index.data(FindingRole)
        if finding is None:
            return
        self.setCurrentIndex(index)
        place = event.pos() if by_mouse else self.visualRect(index).center()
        self.menu(finding).popup(self.viewport().mapToGlobal(place))

    def menu(self, finding: Finding) -> QMenu:
        """What can be done about a finding, as a menu."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for path in finding.pages:
            words = self.tr("Read “%1”").replace("%1", page_name(path))
            menu.addAction(words).triggered.connect(partial(self.page_wanted.emit, path))
        menu.addSeparator()
        for way in finding.ways:
            action = menu.addAction(language.of(way.title))
            action.setToolTip(text.way_tip(way.do))
            action.triggered.connect(partial(self.way_wanted.emit, way))
        return menu
