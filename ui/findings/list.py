"""The list of findings: Enter opens, and on the card that is selected stands what can be done about it."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QItemSelectionRange, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from ui import language
from ui.findings.cards import CardList
from ui.findings.model import FindingsModel
from ui.findings.naming import way_tip
from ui.findings.rows import FindingRows
from ui.findings.sorting import Head, Showing
from ui.findings.values import Finding
from ui.findings.ways import WaysBox
from ui.findings.words import page_name
from ui.rows import Index
from ui.theme import Theme

_PLAIN = Qt.KeyboardModifier.NoModifier
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_MARGIN = 12
_ONLY = QItemSelectionModel.SelectionFlag.ClearAndSelect
_SELECT = QItemSelectionModel.SelectionFlag.Select


class FindingsList(CardList):
    """Says which place of which page is wanted, and which way of a finding is to be gone."""

    place_wanted = Signal(str, int)
    """A page, and the line of it that a finding is about."""

    obsidian_wanted = Signal(str)
    way_wanted = Signal(object)
    done_wanted = Signal(object)
    chosen = Signal(object)
    """The findings that are selected."""

    typed = Signal(str)
    """Letters were typed, which are for the filter."""

    def __init__(self, model: FindingsModel, theme: Theme) -> None:
        super().__init__()
        self._findings = model
        self._still = False
        """While findings come anew, and while the mouse is pressed, or what is below it would move away."""

        self.ways = WaysBox(self.viewport())
        self.ways.wanted.connect(self.way_wanted)
        self.ways.done_wanted.connect(self.done_wanted)
        self.ways.page_wanted.connect(self._go_to_page)
        self.ways.obsidian_wanted.connect(self.obsidian_wanted)
        self.ways.left.connect(self.setFocus)
        self.ways.resized.connect(self._ways_resized)
        _application().focusChanged.connect(self._follow_keyboard)
        self._rows = FindingRows(self, theme, model, self.ways)
        self.setItemDelegate(self._rows)
        self.setModel(model)
        self.setAccessibleName(self.tr("Findings"))

    def guesses(self) -> list[int]:
        return self._rows.guesses()

    def mark_page(self, path: str) -> None:
        """Give the findings of the page that is read an edge."""
        self._rows.page = path
        self.viewport().update()

    # What is shown

    def renew(
        self, findings: tuple[Finding, ...] | None = None, showing: Showing | None = None
    ) -> None:
        """Show other findings, or others of them; place and selection stay, at the next finding if
        theirs is gone."""
        model = self._findings
        current, chosen = self.currentIndex().row(), self.selected()
        key, row = model.key(current), current
        first, above = self.anchor()
        first_key = model.key(first)
        self._still = True
        self.setAutoScroll(False)
        model.show_findings(findings, showing)
        self._select_again(key, row, chosen)
        self.setAutoScroll(True)
        self._still = False
        self._choose_ways()
        place = model.place(first_key, first).row()
        self.lay_out(place if place >= 0 else min(first, model.rowCount() - 1), above)
        self.chosen.emit(self.selected())

    def _select_again(self, key: str, row: int, chosen: tuple[Finding, ...]) -> None:
        """Have selected what was; where that is gone, what stands next to its place."""
        model = self._findings
        if key:
            place = model.place(key, row)
            self.select(place if place.isValid() else model.near(row))
        if len(chosen) > 1:
            again = QItemSelection()
            for at in model.rows_with({finding.key for finding in chosen}):
                again.append(QItemSelectionRange(model.index(at)))
            self.selectionModel().select(again, _SELECT)

    def select(self, index: Index) -> None:
        """Select one finding and no other, whatever keys are held meanwhile."""
        self.selectionModel().setCurrentIndex(index, _ONLY)

    def selected(self) -> tuple[Finding, ...]:
        """The findings that are selected, from top to bottom."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        return tuple(found for row in rows if (found := self._findings.finding(row)))

    def go_on(self, by: int) -> None:
        """Select the next finding, or the one before, and go to its place."""
        at = self.currentIndex().row() + by
        while 0 <= at < self._findings.rowCount():
            if self._findings.finding(at):
                self.select(self._findings.index(at))
                self.open(self.currentIndex())
                return
            at += by

    def open(self, index: Index) -> None:
        """Go to the line that a finding is about; fold or unfold a head."""
        finding = self._findings.finding(index.row())
        if finding and finding.path:
            self.place_wanted.emit(finding.path, finding.line)
        elif not finding and index.isValid():
            self.fold(index)

    def fold(self, index: Index) -> None:
        """Fold a head, or unfold it, where it stands."""
        head = self._findings.row(index.row())
        if isinstance(head, Head):
            self.renew(None, self._findings.folded(head))

    def fold_all(self, *, folded: bool) -> None:
        """Show heads only, or all that is below them."""
        showing, model = self._findings.showing, self._findings
        rows = [model.row(at) for at in range(model.rowCount())]
        names = {row.name for row in rows if isinstance(row, Head)} if folded else ()
        self.renew(None, replace(showing, folded=frozenset(names)))

    # The ways on the card

    def selectionChanged(self, selected: object, deselected: object) -> None:
        super().selectionChanged(selected, deselected)  # type: ignore[arg-type]
        if not self._still:
            self._show_ways()
            self.chosen.emit(self.selected())

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if not self._still:
            self._show_ways()

    def _show_ways(self) -> None:
        """Make room on the card of the selected finding for its ways."""
        before = self._rows.selected
        self._choose_ways()
        if self._rows.selected != before:
            self.measure_again(before, self._rows.selected)
            self.scrollTo(self.currentIndex())

    def _choose_ways(self) -> None:
        """Offer what can be done about the one that is selected; Tab leads from the list to it."""
        current, chosen = self.currentIndex(), self.selected()
        finding = self._findings.finding(current.row())
        alone = chosen == (finding,)
        self.ways.show_finding(finding if alone else None)
        self._rows.selected = current.row() if self.ways.finding else -1
        before: QWidget = self
        for button in self.ways.buttons():
            QWidget.setTabOrder(before, button)
            before = button

    def _ways_resized(self) -> None:
        self.measure_again(self._rows.selected)
        self.scrollTo(self.currentIndex())
        if self.ways.ask:
            self._show_part(self.ways.ask)

    def _follow_keyboard(self, _before: QWidget | None, now: QWidget | None) -> None:
        """Scroll to what has the keyboard on a card that is higher than the list."""
        if now is not None and self.ways.isAncestorOf(now):
            self._show_part(now)

    def _show_part(self, part: QWidget) -> None:
        """Scroll as little as is needed for a part of the card to be seen."""
        bar, room = self.verticalScrollBar(), self.viewport().height()
        top = part.mapTo(self.viewport(), part.rect().topLeft()).y()
        below = top + part.height() + _MARGIN - room
        if below > 0 or top < _MARGIN:
            bar.setValue(bar.value() + (min(below, top) if below > 0 else top - _MARGIN))

    def placed(self) -> None:
        """Put the ways where their card is."""
        row = self._rows.selected
        finding = self.ways.finding
        if finding is not None and self._findings.finding(row) == finding:
            place = self.visualRect(self._findings.index(row))
            self.ways.setGeometry(self._rows.place_of_ways(place))

    def _go_to_page(self, path: str) -> None:
        finding = self.ways.finding
        line = finding.line if finding and finding.path == path else 0
        self.place_wanted.emit(path, line)

    # Mouse and keys

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._still = True
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self._still = False
        plain = event.button() == Qt.MouseButton.LeftButton and event.modifiers() == _PLAIN
        index = self.indexAt(event.position().toPoint())
        clicked = index if plain and index.isValid() else None
        self._show_ways()
        self.chosen.emit(self.selected())
        if clicked is not None:
            self.open(clicked)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index, ctrl = self.currentIndex(), event.modifiers() & Qt.KeyboardModifier.ControlModifier
        head = index.isValid() and self._findings.finding(index.row()) is None
        if event.key() in _ENTER or (event.key() == Qt.Key.Key_Space and not ctrl):
            self.open(index)
        elif event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and index.isValid():
            self._fold_by_key(index, head=head, away=event.key() == Qt.Key.Key_Left)
        else:
            super().keyPressEvent(event)

    def _fold_by_key(self, index: Index, *, head: bool, away: bool) -> None:
        """Left leads to the head and folds it, Right unfolds it, as in every tree."""
        row = self._findings.row(index.row())
        if isinstance(row, Head):
            if row.folded != away:
                self.fold(index)
        elif away and not head:
            at = index.row()
            while at > 0 and self._findings.finding(at):
                at -= 1
            self.select(self._findings.index(at))

    def keyboardSearch(self, words: str) -> None:
        """Whoever types is looking for something."""
        if words.strip():
            self.typed.emit(words)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """All that can be done about the finding, under the mouse or by the menu key."""
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        finding = self._findings.finding(index.row())
        if finding is None:
            return
        self.select(index)
        place = event.pos() if by_mouse else self.visualRect(index).center()
        self.menu(finding).popup(self.viewport().mapToGlobal(place))

    def menu(self, finding: Finding) -> QMenu:
        """What can be done about a finding, as a menu."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for path in filter(None, finding.pages):
            words = self.tr("Read “%1”").replace("%1", page_name(path))
            menu.addAction(words).triggered.connect(partial(self._go_to_page, path))
        if finding.path:
            outside = menu.addAction(self.tr("Open in Obsidian"))
            outside.triggered.connect(partial(self.obsidian_wanted.emit, finding.path))
        menu.addSeparator()
        if finding.can_be_fixed:
            self._add_fix(menu, finding)
        for way in finding.ways:
            action = menu.addAction(language.of(way.title) or self.tr("Take back"))
            action.setToolTip(way_tip(way.do))
            action.triggered.connect(partial(self.ways.choose, way))
        if self.ways.can_be_ignored:
            self.ways.add_ignoring(menu.addMenu(self.tr("Ignore")), finding)
        return menu

    def _add_fix(self, menu: QMenu, finding: Finding) -> None:
        fix = menu.addAction(self.tr("Fix"))
        does = self.done_wanted if finding.fix_risk == "safe" else self.way_wanted
        fix.triggered.connect(partial(does.emit, finding.fix))
        look = menu.addAction(self.tr("Preview"))
        look.triggered.connect(partial(self.way_wanted.emit, finding.fix))


def _application() -> QApplication:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return app
