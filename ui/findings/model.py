"""Findings under the rule that found them, the gravest first."""

import re
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from ui import language, text
from ui.rows import Index
from ui.values import Finding

FindingRole = Qt.ItemDataRole.UserRole + 1
CountRole = Qt.ItemDataRole.UserRole + 2
SeverityRole = Qt.ItemDataRole.UserRole + 3

_MARK = re.compile(r"\[\^[^\]\s]+\]|(?<=“)[-*] (?=\S)")
_LINK = re.compile(r"\[\[(?:[^\]|]*\|)?([^\]|]+)\]\]")
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

    def finding(self, row: int) -> Finding | None:
        """What stands in a row; nothing in the head of a rule."""
        found = self._rows[row]
        return found if isinstance(found, Finding) else None

    def find(self, finding: Finding) -> QModelIndex:
        """Where a finding stands; one that moved to another line, or says its words with other ways,
        is still the same. Nowhere where it is gone."""
        rows = [row if isinstance(row, Finding) else None for row in self._rows]
        if finding in rows:
            return self.index(rows.index(finding))
        same = _name(finding)
        found = (at for at, row in enumerate(rows) if row is not None and _name(row) == same)
        return self.index(next(found, -1))

    def near(self, at: int) -> QModelIndex:
        """The finding in a row, or else the next one, or else the last one before it."""
        after = range(at, len(self._rows))
        before = range(min(at, len(self._rows)) - 1, -1, -1)
        found = (row for row in (*after, *before) if isinstance(self._rows[row], Finding))
        return self.index(next(found, -1))

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


def _name(finding: Finding) -> tuple[str, str, str]:
    return finding.code, finding.path, str(finding.message)


def message_words(finding: Finding) -> str:
    """What is wrong; what it quotes of a page as it is read there, without the marks of notes and lists,
    and links by their words."""
    words = _MARK.sub("", language.of(finding.message))
    return _LINK.sub(r"\1", words)


def page_name(path: str) -> str:
    """The title of a page, as its file is called."""
    return path.rsplit("/", 1)[-1].removesuffix(".md")


def page_names(finding: Finding) -> str:
    """The titles of the pages that a finding is about, in one line."""
    return text.listed(map(page_name, finding.pages))


def _finding_data(finding: Finding, role: int) -> Any:
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return message_words(finding)
        case Qt.ItemDataRole.ToolTipRole:
            return f"{finding.code} · {finding.path}:{finding.line}"
        case Qt.ItemDataRole.AccessibleTextRole:
            words = message_words(finding)
            return text.of(text.severity_word(finding.severity), f"{words} {page_names(finding)}")
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
