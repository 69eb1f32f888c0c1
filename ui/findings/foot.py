"""The foot of the findings: what can be done about many at once, and how many are not shown."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from ui.findings.claims import HOLDS
from ui.findings.fitting import Fitting
from ui.findings.values import Finding, Way
from ui.findings.words import hidden_words, several_words
from ui.flow import Flow

NEWER = "newer-holds"


class FindingsFoot(QWidget):
    """Offers ways that settle several findings, each of them previewed; hidden where there is nothing
    to say."""

    way_wanted = Signal(object)
    ignored_wanted = Signal()
    own_wanted = Signal()
    nothing_wanted = Signal()
    """None of the selected findings is to be selected any more."""

    def __init__(self) -> None:
        super().__init__()
        self._chosen: tuple[Finding, ...] = ()
        self._safe: tuple[Finding, ...] = ()
        self._hidden = False
        self._waiting = False
        self.words = QLabel()
        self.words.setProperty("tone", "small")
        self.safe = self._button(self._fix_safe)
        self.newer = self._button(self._newer)
        self.fix = self._button(self._fix)
        self.none = self._button(self.nothing_wanted.emit)
        self.ignored = Fitting("", "", "link-small", self.ignored_wanted.emit, self)
        self.own = Fitting("", "", "link-small", self.own_wanted.emit, self)
        self._arrange()
        self._settle()

    def tell(self, findings: tuple[Finding, ...], ignored: int, own: int) -> None:
        """Say what is shown, and how many findings are not."""
        self._safe = tuple(each for each in findings if each.fix_risk == "safe")
        words, mine = hidden_words(ignored, own)
        tips = self.tr("Show what is ignored"), self.tr("Show those of your own notes as well")
        for button, said, tip in ((self.ignored, words, tips[0]), (self.own, mine, tips[1])):
            button.setText(said)
            button.setAccessibleName(said)
            button.setToolTip(tip)
        self._settle()

    def choose(self, chosen: tuple[Finding, ...]) -> None:
        """Offer what can be done about several findings that are selected."""
        self._chosen = chosen
        self._settle()

    def hide_all(self, *, hidden: bool) -> None:
        """While something else than findings is shown, nothing can be done about them."""
        self._hidden = hidden
        self._settle()

    def wait(self, *, waiting: bool) -> None:
        """While a way is being looked at or done, no other one can be chosen."""
        self._waiting = waiting
        self._settle()

    def _button(self, does: Callable[[], object]) -> Fitting:
        return Fitting("", "", "small", does, self)

    def _arrange(self) -> None:
        line = QFrame()
        line.setObjectName("hairline")
        line.setFixedHeight(1)
        row = Flow()
        for button in (self.safe, self.newer, self.fix, self.none, self.ignored, self.own):
            row.addWidget(button)
        inside = QVBoxLayout()
        inside.setContentsMargins(16, 8, 12, 8)
        inside.setSpacing(6)
        inside.addWidget(self.words)
        inside.addLayout(row)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(line)
        column.addLayout(inside)

    def _settle(self) -> None:
        several = len(self._chosen) > 1
        offers = {
            self.safe: 0 if several else len(self._safe),
            self.newer: len(self._disputes()) if several else 0,
            self.fix: len(self._fixable()) if several else 0,
            self.none: 1 if several else 0,
        }
        for button, count in offers.items():
            words, tip = self._say(button, count)
            button.setText(words)
            button.setAccessibleName(words)
            button.setToolTip(tip)
            button.setVisible(count > 0)
            button.setEnabled(not self._waiting)
            button.updateGeometry()
        self.words.setText(several_words(len(self._chosen)))
        self.words.setVisible(several)
        for quiet in (self.ignored, self.own):
            quiet.setVisible(bool(quiet.text()) and not several)
            quiet.updateGeometry()
        quiet_words = self.ignored.text() or self.own.text()
        self.setVisible(not self._hidden and bool(any(offers.values()) or quiet_words))

    def _say(self, button: Fitting, count: int) -> tuple[str, str]:
        first = self.tr("Shows first what changes.")
        number = f"{count:,}"
        return {
            self.safe: (self.tr("Fix all that are safe (%1)").replace("%1", number), first),
            self.newer: (self.tr("Newer source wins (%1)").replace("%1", number), first),
            self.fix: (self.tr("Fix these (%1)").replace("%1", number), first),
            self.none: (self.tr("Select none"), ""),
        }[button]

    def _disputes(self) -> tuple[str, ...]:
        """What names the disagreements among those that are selected, to a way that settles them."""
        holds = (way.about[0] for each in self._chosen for way in each.ways if way.do == HOLDS)
        return tuple(dict.fromkeys(holds))

    def _fixable(self) -> list[Finding]:
        return [finding for finding in self._chosen if finding.can_be_fixed]

    def _fix_safe(self) -> None:
        self.way_wanted.emit(Way("fix-safe", "", ()))

    def _fix(self) -> None:
        self.way_wanted.emit(Way("fix", "", tuple(each.key for each in self._fixable())))

    def _newer(self) -> None:
        self.way_wanted.emit(Way(NEWER, "", self._disputes()))
