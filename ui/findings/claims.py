"""The sides of a disagreement, one card each: what is stated, the source's words, and where they stand."""

from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from ui import language
from ui.findings.fitting import Fitting
from ui.findings.naming import way_tip
from ui.findings.values import Claim, Finding, Way
from ui.findings.words import claim_place, read_words
from ui.flow import Flow

HOLDS = "holds"
_LONGEST = 280
"""Characters of a quote that are shown; all of it is in its source, one click away."""


class ClaimCard(QFrame):
    """One side; its source opens beside the page, at these words."""

    def __init__(
        self,
        claim: Claim,
        number: int,
        way: Way | None,
        opens: Callable[[Claim], object],
        chooses: Callable[[Way], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("claim")
        self.claim = claim
        self.setAccessibleName(self.tr("Side %1").replace("%1", str(number)))
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(3)
        for words, tone in self._words(claim):
            column.addWidget(_label(words, tone, self))
        self.source = self._source(claim, opens)
        self.holds = self._holds(way, chooses) if way else None
        column.addLayout(self._row(self.source))
        place = claim_place(claim)
        if place:
            column.addWidget(_label(place, "small", self))
        if self.holds:
            column.addSpacing(2)
            column.addLayout(self._row(self.holds))

    def _row(self, button: QPushButton) -> Flow:
        """A button as wide as its words, if there is room."""
        row = Flow()
        row.addWidget(button)
        return row

    def buttons(self) -> list[QPushButton]:
        return [self.source, *([self.holds] if self.holds else [])]

    def _words(self, claim: Claim) -> Iterator[tuple[str, str]]:
        """The statement, and the words of the source where they are others."""
        statement, quote = read_words(claim.statement), claim.quote.strip()
        if statement and _plain(statement) != _plain(quote):
            yield statement, ""
        if quote:
            short = quote if len(quote) <= _LONGEST else f"{quote[:_LONGEST]}…"
            yield self.tr("“%1”").replace("%1", short), "quote"

    def _source(self, claim: Claim, opens: Callable[[Claim], object]) -> QPushButton:
        words = claim.source or self.tr("Its source")
        tip = self.tr("Show these words in their source")
        return Fitting(words, f"{words}\n{tip}", "link-small", partial(opens, claim), self)

    def _holds(self, way: Way, chooses: Callable[[Way], object]) -> QPushButton:
        words = self.tr("This one holds")
        tip = f"{language.of(way.title)}\n{way_tip(way.do)}"
        return Fitting(words, tip, "small", partial(chooses, way), self)


def sides(finding: Finding) -> list[tuple[Claim, Way | None]]:
    """Each side with the way that lets it hold, where there is one for each."""
    holds = [way for way in finding.ways if way.do == HOLDS]
    if len(holds) != len(finding.claims):
        return [(claim, None) for claim in finding.claims]
    return list(zip(finding.claims, holds, strict=True))


def _plain(words: str) -> str:
    return "".join(char for char in words.casefold() if char.isalnum())


def _label(words: str, tone: str, parent: QWidget) -> QLabel:
    label = QLabel(words, parent)
    label.setProperty("tone", tone)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
