"""The side panel: findings, and a click that leads to the page."""

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListView,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui import icons
from ui.findings.model import FindingRole, FindingsModel
from ui.findings.rows import FindingRows
from ui.theme import Theme
from ui.values import Finding


class FindingsPanel(QWidget):
    """Shows findings; says which page one leads to."""

    page_wanted = Signal(str)
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
        self._model.show_findings(findings)
        self._count.setText(f"{len(findings):,}")
        self._stack.setCurrentWidget(self.list if findings else self._empty)

    @property
    def shown(self) -> tuple[Finding, ...]:
        return self._model.findings

    @property
    def count(self) -> int:
        return self._model.count

    def _make_list(self, theme: Theme) -> "_Findings":
        view = _Findings()
        view.setModel(self._model)
        view.setItemDelegate(FindingRows(view, theme))
        view.setAccessibleName(self.tr("Findings"))
        view.setMouseTracking(True)
        view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setResizeMode(QListView.ResizeMode.Adjust)
        view.setLayoutMode(QListView.LayoutMode.Batched)  # a thousand findings take a while
        view.setBatchSize(40)
        view.clicked.connect(self._go)
        view.opened.connect(self._go)
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
    """A list whose rows are as high as their words are long, and in which Enter opens."""

    opened = Signal(QModelIndex)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.opened.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)
