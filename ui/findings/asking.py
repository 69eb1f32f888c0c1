"""What the findings ask for: places, sources, rules, what is ignored; asked and put in their room."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from ui.background import Background
from ui.findings.values import Claim, Finding, FindingsNews, Ignored, Rule
from ui.frame import Frame
from ui.values import Failure, Json, SourceView

ACTIONS = ("fix", "preview", "ignore", "fix_safe")
"""Can be done only where there is a finding for it."""


class FindingsAsking(QObject):
    """Stands between the findings, the worker and the page."""

    outside_wanted = Signal(str)
    """A page is to be opened in Obsidian."""

    def __init__(
        self, background: Background, rooms: Frame, actions: Mapping[str, QAction]
    ) -> None:
        super().__init__(rooms)
        self._background, self._rooms, self._actions = background, rooms, actions
        panel = rooms.findings
        panel.place_wanted.connect(self._go)
        panel.obsidian_wanted.connect(self.outside_wanted)
        panel.source_wanted.connect(self._show_claim)
        panel.own_wanted.connect(self._ask_own)
        panel.ignored_wanted.connect(self._ask_ignored)
        panel.hidden_by_person.connect(rooms.toggle_findings)
        rooms.page.shown.connect(panel.follow)
        panel.list.chosen.connect(self._able)
        self._able(())

    def begin(self) -> None:
        """A worker is there that does not know yet what is wanted here."""
        self._background.request("rules", self._take_rules, _nothing)
        if self._rooms.findings.head.own.isChecked():
            self._ask_own(shown=True)

    def check(self) -> None:
        """Have everything checked anew."""
        self._background.request("lint", self._show, self._failed)

    def find(self) -> None:
        """Go to the filter of the findings, which are shown if they were hidden."""
        self._rooms.need_findings()
        self._rooms.findings.search()

    def go_on(self, by: int) -> None:
        """Go to the next finding and its place, or to the one before."""
        self._rooms.need_findings()
        self._rooms.findings.list.go_on(by)

    def show_ignored(self) -> None:
        """Show what is ignored."""
        self._rooms.need_findings()
        self._ask_ignored()

    def _able(self, chosen: tuple[Finding, ...]) -> None:
        """Which of the actions can be done now."""
        panel = self._rooms.findings
        alone = len(chosen) == 1 and not panel.in_ignored
        able = {
            "fix": alone and chosen[0].can_be_fixed,
            "preview": alone and chosen[0].can_be_fixed,
            "ignore": alone,
            "fix_safe": any(each.fix_risk == "safe" for each in panel.shown),
        }
        for name in ACTIONS:
            self._actions[name].setEnabled(able[name])

    def _show(self, result: Json) -> None:
        self._rooms.show_findings(FindingsNews.read(result))

    def _go(self, path: str, line: int) -> None:
        if not path.lower().endswith(".md"):
            self._rooms.page.file_wanted.emit(path)
            return
        self._rooms.show_place("pages")
        self._rooms.page.go_to_line(path, line)

    def _show_claim(self, claim: Claim) -> None:
        """The source at its words; the file where no note leads there."""
        if not claim.note:
            self._rooms.page.file_wanted.emit(claim.path)
            return
        fields = {"page": claim.page, "note": claim.note}
        self._background.request("source", self._show_source, self._failed, **fields)

    def _show_source(self, result: Json) -> None:
        self._rooms.show_source_beside_findings(SourceView.read(result))

    def _ask_own(self, shown: bool) -> None:  # noqa: FBT001 - as the signal says it
        self._background.request("owner_notes", self._take, self._failed, show=shown)

    def _take(self, result: Json) -> None:
        """The event that follows says it all, where the answer does not."""
        if "findings" in result:
            self._show(result)

    def _ask_ignored(self) -> None:
        self._background.request("ignored", self._show_ignored, self._failed)

    def _show_ignored(self, result: Json) -> None:
        self._rooms.findings.show_ignored(tuple(map(Ignored.read, result["ignored"])))

    def _take_rules(self, result: Json) -> None:
        rules = map(Rule.read, result.get("rules") or ())
        self._rooms.findings.show_rules({rule.code: rule for rule in rules})

    def _failed(self, failure: Failure) -> None:
        self._rooms.notice.tell_failure(failure)


def _nothing(_failure: Failure) -> None:
    """Without it hovering tells less; nobody need know."""
