"""The side panel: what is wrong, why, and what can be done about it."""

import time
from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui import icons
from ui.findings.foot import FindingsFoot
from ui.findings.head import FindingsHead
from ui.findings.list import FindingsList
from ui.findings.model import FindingsModel
from ui.findings.sorting import BY_PAGE, BY_RULE, Row, Showing, counts
from ui.findings.values import Finding, FindingsNews, Ignored, Rule
from ui.findings.words import ignored_finding
from ui.theme import Theme

_MANY = 400
"""More findings than that are made ready to be searched before somebody types."""

_SLICE = 0.008


class FindingsPanel(QWidget):
    """Shows findings, or those that are ignored; says which place one leads to, and which way of one is
    to be gone."""

    place_wanted = Signal(str, int)
    """A page, and the line of it that a finding is about."""

    obsidian_wanted = Signal(str)
    source_wanted = Signal(object)
    """The words of a side of a disagreement in their source."""

    way_wanted = Signal(object)
    """A way to settle a finding; what it changes is to be shown first."""

    done_wanted = Signal(object)
    """A way that is to be done at once."""

    own_wanted = Signal(bool)
    """Findings of the person's own notes are wanted as well, or not any more."""

    ignored_wanted = Signal()
    """What is ignored is to be told; answer with ``show_ignored``."""

    hidden_by_person = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._model = FindingsModel(self)
        self._news = FindingsNews()
        self._page = ""
        self._preparing: Iterator[None] = iter(())
        self._prepare = QTimer(self, singleShot=True, interval=0)
        self._prepare.timeout.connect(self._go_on_preparing)
        self.in_ignored = False
        """Whether what is ignored is shown."""

        self.head = FindingsHead(theme)
        self.list = FindingsList(self._model, theme)
        self.foot = FindingsFoot()
        self._empty = QLabel()
        self.all = QPushButton(self.tr("Show all"))
        self._wire()
        self._arrange()
        self._settle()

    def show_findings(self, news: FindingsNews | tuple[Finding, ...]) -> None:
        """Show what is wrong now; place and selection stay."""
        news = news if isinstance(news, FindingsNews) else FindingsNews(news)
        before, self._news = self._news, news
        if self.in_ignored:
            self.ignored_wanted.emit()
        elif news.findings != before.findings:
            self.list.renew(news.findings)
            if len(news.findings) > _MANY:
                self._preparing = self._model.prepare()
                self._prepare.start()
        if news != before:
            self._settle()

    def _go_on_preparing(self) -> None:
        """Get many findings ready to be searched, a slice at a time that nobody feels."""
        until = time.monotonic() + _SLICE
        for _ in self._preparing:
            if time.monotonic() > until:
                self._prepare.start()
                return

    def show_ignored(self, ignored: tuple[Ignored, ...]) -> None:
        """Show what is ignored in the place of the findings."""
        showing = self._model.showing if self.in_ignored else Showing()
        self._turn(ignored=True)
        self.list.renew(tuple(ignored_finding(each, self.rules) for each in ignored), showing)
        self._settle()

    def show_rules(self, rules: dict[str, Rule]) -> None:
        """What hovering tells of rules, by their codes."""
        self._model.rules = rules

    @property
    def rules(self) -> dict[str, Rule]:
        return self._model.rules

    def forget(self) -> None:
        """Begin with another vault: nothing is typed, no page is read, findings are shown."""
        self.head.filter.clear()
        self.follow("")
        if self.in_ignored:
            self.leave_ignored()

    def follow(self, page: str) -> None:
        """Another page is read: its findings have an edge, and stand alone where that is wanted."""
        if page == self._page:
            return
        self._page = page
        self.list.mark_page(page)
        if self.head.only.isChecked():
            self._show_only(only=True)
        self._settle()

    def wait(self, *, waiting: bool) -> None:
        """While a way is being looked at or done, no other one can be chosen."""
        self.list.ways.wait(waiting=waiting)
        self.foot.wait(waiting=waiting)

    @property
    def is_ready(self) -> bool:
        """Whether all can be searched at once; many are made ready for that in slices."""
        return not self._prepare.isActive()

    @property
    def shown(self) -> tuple[Finding, ...]:
        """What is wrong, left out here or not."""
        return self._news.findings

    @property
    def news(self) -> FindingsNews:
        return self._news

    @property
    def count(self) -> int:
        return len(self._news.findings)

    def row(self, at: int) -> Row:
        """What stands in a row."""
        return self._model.row(at)

    def finding(self, at: int) -> Finding | None:
        """The finding in a row; nothing in a head."""
        return self._model.finding(at)

    @property
    def said(self) -> str:
        """What is said where there is nothing to be listed."""
        return self._empty.text() if self._stack.currentWidget() is self._nothing else ""

    def search(self) -> None:
        """Give the keyboard to the filter."""
        self.head.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.head.filter.selectAll()

    def fix(self) -> None:
        """Fix the finding that is selected, as its button does."""
        button = self.list.ways.fix
        if button and button.isEnabled():
            button.click()

    def preview(self) -> None:
        """Show what the fix of the finding that is selected would change."""
        button = self.list.ways.preview
        if button and button.isEnabled():
            button.click()

    def ignore(self) -> None:
        """Ignore the finding that is selected, and nothing else."""
        finding = self.list.ways.finding
        if finding and not self.in_ignored:
            self.done_wanted.emit(finding.ignored())

    def group(self) -> None:
        """By page where it was by rule, and the other way round."""
        self.head.group(BY_RULE if self._model.showing.by == BY_PAGE else BY_PAGE)

    # What is remembered

    def state(self) -> str:
        """What of the choices is kept for another day."""
        return f"{self.head.showing.by} {'only' if self.head.only.isChecked() else 'all'}"

    def restore(self, state: str) -> None:
        """Choose what was chosen then."""
        by, _, only = state.partition(" ")
        if by in (BY_RULE, BY_PAGE):
            self.head.group(by)
            self.head.only.setChecked(only == "only")

    def take_over(self, other: "FindingsPanel") -> None:
        """Show what another panel shows, with its choices."""
        self._model.rules = other._model.rules
        self._page = other._page
        self.list.mark_page(other._page)
        self.head.choose(replace(other.head.showing))
        self.head.only.setChecked(other.head.only.isChecked())
        self.head.own.setChecked(other.head.own.isChecked())
        self._show(replace(other._model.showing))
        self.show_findings(other.news)

    # How it is wired

    def _wire(self) -> None:
        head, view, foot = self.head, self.list, self.foot
        head.wanted.connect(self._choose)
        head.only_wanted.connect(lambda only: self._show_only(only=only))
        head.own_wanted.connect(self.own_wanted)
        head.ignored_wanted.connect(self.ignored_wanted)
        head.fold_wanted.connect(lambda folded: view.fold_all(folded=folded))
        head.hidden_by_person.connect(self.hidden_by_person)
        head.left.connect(self._into_list)
        view.place_wanted.connect(self.place_wanted)
        view.obsidian_wanted.connect(self.obsidian_wanted)
        view.way_wanted.connect(self.way_wanted)
        view.done_wanted.connect(self.done_wanted)
        view.ways.source_wanted.connect(self.source_wanted)
        view.chosen.connect(foot.choose)
        view.typed.connect(self._type)
        foot.way_wanted.connect(self.way_wanted)
        foot.ignored_wanted.connect(self.ignored_wanted)
        foot.own_wanted.connect(lambda: head.own.setChecked(True))
        foot.nothing_wanted.connect(self._select_one)
        self.all.clicked.connect(head.show_all)

    def _choose(self, showing: Showing) -> None:
        self._show(replace(showing, only=self._model.showing.only))

    def _show_only(self, *, only: bool) -> None:
        self._show(replace(self._model.showing, only=self._page if only else ""))

    def _show(self, showing: Showing) -> None:
        if showing != self._model.showing:
            folded = self._model.showing.folded if showing.by == self._model.showing.by else ()
            self.list.renew(None, replace(showing, folded=frozenset(folded)))
            self._settle()

    def _into_list(self) -> None:
        """From the filter to the first that was found."""
        if not self._model.finding(self.list.currentIndex().row()):
            self.list.select(self._model.near(0))
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _type(self, words: str) -> None:
        self.search()
        self.head.filter.setText(words)
        self.head.filter.deselect()

    def _select_one(self) -> None:
        self.list.select(self.list.currentIndex())
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave_ignored(self) -> None:
        """Back to the findings."""
        self._turn(ignored=False)
        only = self._page if self.head.only.isChecked() else ""
        self.list.renew(self._news.findings, replace(self.head.showing, only=only))
        self._settle()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _turn(self, *, ignored: bool) -> None:
        if ignored != self.in_ignored:
            self.in_ignored = ignored
            self.list.ways.show_finding(None)
            self.list.ways.can_be_ignored = not ignored
            self.list.clearSelection()

    def _settle(self) -> None:
        """Say how many there are, and why there is nothing where there is nothing."""
        findings, model = self._news.findings, self._model
        page = self._page
        here = sum(each.path == page or page in each.also for each in findings) if page else 0
        shown = len(findings) if self.in_ignored else model.shown
        self.head.tell(counts(findings), shown, here)
        self.head.setVisible(not self.in_ignored)
        self._ignored_head.setVisible(self.in_ignored)
        self.foot.tell(findings, self._news.ignored, self._news.own)
        self.foot.hide_all(hidden=self.in_ignored)
        self._stack.setCurrentWidget(self.list if model.rowCount() else self._nothing)
        self._empty.setText(self._empty_words())
        self.all.setVisible(not self.in_ignored and bool(findings) and not model.showing.is_all)

    def _empty_words(self) -> str:
        if self.in_ignored:
            return self.tr("Nothing is ignored.")
        if not self._news.findings:
            return self.tr("Nothing is wrong with this vault.")
        showing = self._model.showing
        if showing.only and not showing.typed and not showing.hidden:
            return self.tr("Nothing is wrong with this page.")
        return self.tr("No finding is like that.")

    def _arrange(self) -> None:
        self._ignored_head = self._make_ignored_head()
        self._nothing = self._make_nothing()
        self._stack = QStackedLayout()
        self._stack.addWidget(self._nothing)
        self._stack.addWidget(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.head, self._ignored_head):
            column.addWidget(widget)
        column.addLayout(self._stack, 1)
        column.addWidget(self.foot)
        self.setMinimumWidth(240)

    def _make_nothing(self) -> QWidget:
        nothing = QWidget()
        self._empty.setProperty("tone", "secondary")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._empty.setWordWrap(True)
        self.all.setProperty("tone", "link")
        column = QVBoxLayout(nothing)
        column.setContentsMargins(24, 24, 24, 24)
        column.addWidget(self._empty)
        column.addWidget(self.all, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        return nothing

    def _make_ignored_head(self) -> QWidget:
        head = QWidget()
        self.back = QToolButton()
        self.back.setAccessibleName(self.tr("Back to the findings"))
        self.back.setToolTip(self.tr("Back to the findings"))
        self.back.clicked.connect(self.leave_ignored)
        icons.put(self.back, "arrow-left", size=16)
        title = QLabel(self.tr("What is ignored"))
        title.setProperty("tone", "section")
        row = QHBoxLayout(head)
        row.setContentsMargins(8, 8, 8, 4)
        row.addWidget(self.back)
        row.addWidget(title, 1)
        return head
