"""Findings under the rule that found them, the gravest first."""

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from ui import language, text
from ui.rows import Index
from ui.values import Finding

FindingRole = Qt.ItemDataRole.UserRole + 1
CountRole = Qt.ItemDataRole.UserRole + 2
SeverityRole = Qt.ItemDataRole.UserRole + 3

_GRAVITY = {"error": 0, "warning": 1, "info": 2}

Head = tuple[str, str, int]
"""Rule, severity and number of what follows."""


class FindingsModel(QAbstractListModel):
    """Rows are either the head of a rule or one finding."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Head | Finding] = []
        self.findings: tuple[Finding, ...] = ()

    @property
    def count(self) -> int:
        return len(self.findings)

    def show_findings(self, findings: tuple[Finding, ...]) -> None:
        self.beginResetModel()
        self.findings = findings
        self._rows = list(_rows(findings))
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        return _finding_data(row, role) if isinstance(row, Finding) else _head_data(row, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        if isinstance(self._rows[index.row()], Finding):
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return Qt.ItemFlag.ItemIsEnabled


def _rows(findings: tuple[Finding, ...]) -> list[Head | Finding]:
    rules: dict[str, list[Finding]] = {}
    for finding in findings:
        rules.setdefault(finding.rule, []).append(finding)
    rows: list[Head | Finding] = []
    for rule, found in sorted(rules.items(), key=lambda each: _GRAVITY.get(each[1][0].severity, 3)):
        rows.append((rule, found[0].severity, len(found)))
        rows += found
    return rows


def page_name(finding: Finding) -> str:
    """The title of the page that a finding is on, as its file is called."""
    return finding.path.rsplit("/", 1)[-1].removesuffix(".md")


def _finding_data(finding: Finding, role: int) -> Any:
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return language.of(finding.message)
        case Qt.ItemDataRole.ToolTipRole:
            return f"{finding.code} · {finding.path}:{finding.line}"
        case Qt.ItemDataRole.AccessibleTextRole:
            words = language.of(finding.message)
            return text.of(text.severity_word(finding.severity), f"{words} {page_name(finding)}")
        case _ if role == FindingRole:
            return finding
    return None


def _head_data(head: Head, role: int) -> Any:
    rule, severity, count = head
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return text.rule_words(rule)
        case Qt.ItemDataRole.AccessibleTextRole:
            return f"{text.rule_words(rule)}, {count}"
        case _ if role == CountRole:
            return count
        case _ if role == SeverityRole:
            return severity
    return None
