"""Findings as rows: heads, and what belongs to them."""

from collections.abc import Iterator, Set
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from ui import language, text
from ui.findings.naming import rule_words
from ui.findings.sorting import BY_RULE, Head, Row, Searched, Showing, chosen, rows_of
from ui.findings.values import Finding, Rule
from ui.findings.words import (
    finding_tip,
    message_words,
    page_name,
    page_names,
    why_words,
)
from ui.rows import Index

FindingRole = Qt.ItemDataRole.UserRole + 1
HeadRole = Qt.ItemDataRole.UserRole + 2


class FindingsModel(QAbstractListModel):
    """Rows are either a head or one finding, as ``showing`` says."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []
        self._searched = Searched()
        self.findings: tuple[Finding, ...] = ()
        self.showing = Showing()
        self.shown = 0
        """How many findings are not left out, folded ones included."""

        self.rules: dict[str, Rule] = {}
        """By their codes."""

    @property
    def count(self) -> int:
        return len(self.findings)

    def show_findings(
        self, findings: tuple[Finding, ...] | None = None, showing: Showing | None = None
    ) -> None:
        """Show other findings, or others of them."""
        self.beginResetModel()
        if findings is not None:
            self.findings = findings
            self._searched.keep(findings)
        self.showing = showing or self.showing
        wanted = chosen(self.findings, self.showing, self._searched)
        self.shown = len(wanted)
        self.rows = rows_of(wanted, self.showing)
        self.endResetModel()

    def folded(self, head: Head) -> Showing:
        """What would be shown with a head folded, or unfolded where it is."""
        return replace(self.showing, folded=self.showing.folded ^ {head.name})

    def forget_words(self) -> None:
        """Search in other words from now on, as those of another language."""
        self._searched = Searched()

    def row(self, at: int) -> Row:
        """What stands in a row, without Qt in between."""
        return self.rows[at]

    def finding(self, at: int) -> Finding | None:
        """The finding in a row; nothing in a head."""
        found = self.rows[at] if 0 <= at < len(self.rows) else None
        return found if isinstance(found, Finding) else None

    def key(self, at: int) -> str:
        """What a row is known by when rows come anew; "" where there is none."""
        return _key(self.rows[at]) if 0 <= at < len(self.rows) else ""

    def place(self, key: str, near: int = 0) -> QModelIndex:
        """Where the row of a key is, which is looked for from ``near`` on, up and down; nowhere where it
        is gone."""
        rows = self.rows
        if not key or not rows:
            return QModelIndex()
        near = min(max(near, 0), len(rows) - 1)
        for by in range(max(near, len(rows) - 1 - near) + 1):
            for at in (near - by, near + by):
                if 0 <= at < len(rows) and _key(rows[at]) == key:
                    return self.index(at)
        return QModelIndex()

    def rows_with(self, keys: Set[str]) -> list[int]:
        """The rows of all that have one of these keys."""
        return [at for at, row in enumerate(self.rows) if _key(row) in keys]

    def prepare(self) -> Iterator[None]:
        """Get ready to be searched, one finding after the other."""
        return self._searched.prepare(self.findings)

    def near(self, at: int) -> QModelIndex:
        """The finding in a row, or else the next one, or else the last one before it."""
        after = range(at, len(self.rows))
        before = range(min(at, len(self.rows)) - 1, -1, -1)
        found = (row for row in (*after, *before) if isinstance(self.rows[row], Finding))
        return self.index(next(found, -1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self.rows[index.row()]
        return self._of_finding(row, role) if isinstance(row, Finding) else self._of_head(row, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if isinstance(self.rows[index.row()], Finding):
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return Qt.ItemFlag.ItemIsEnabled

    def head_words(self, head: Head) -> str:
        """What all findings below a head have in common."""
        if head.by != BY_RULE:
            return page_name(head.name)
        rule = self.rules.get(head.code)
        return rule_words(head.name, language.of(rule.says) if rule else "")

    def _of_finding(self, finding: Finding, role: int) -> Any:
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return message_words(finding)
            case Qt.ItemDataRole.ToolTipRole:
                return finding_tip(finding, self.rules.get(finding.code))
            case Qt.ItemDataRole.AccessibleTextRole:
                words = f"{message_words(finding)} {page_names(finding)}"
                return text.of(text.severity_word(finding.severity), words)
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return why_words(self.rules.get(finding.code))
            case _ if role == FindingRole:
                return finding
        return None

    def _of_head(self, head: Head, role: int) -> Any:
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self.head_words(head)
            case Qt.ItemDataRole.ToolTipRole:
                why = why_words(self.rules.get(head.code))
                return "\n".join(filter(None, [why, head.code])) or head.name
            case Qt.ItemDataRole.AccessibleTextRole:
                words = f"{self.head_words(head)}, {head.number}"
                return text.folded_aloud(words, folded=head.folded)
            case Qt.ItemDataRole.AccessibleDescriptionRole:
                return why_words(self.rules.get(head.code))
            case _ if role == HeadRole:
                return head
        return None


def _key(row: Row) -> str:
    return row.key if isinstance(row, Finding) else f"head {row.by} {row.name}"
