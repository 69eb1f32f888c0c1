"""Findings of many rules for the scripted worker: a contradiction, fixes of every risk, a note of one's own."""

import json
from pathlib import Path
from typing import Any

from app.saying import beside, say

EFFICIENCY = "wiki/concepts/Round-trip efficiency.md"
RIDGE, BATTERY = "wiki/entities/Kestrel Ridge.md", "wiki/concepts/Flow battery.md"
SHAVING, CHARGE = "wiki/concepts/Peak shaving.md", "wiki/concepts/State of charge.md"
AUTHORITY = "wiki/entities/Regional Grid Authority.md"

ASKS = "Say when or where each holds"
WHY = {
    "VL001": "A link that leads nowhere breaks the trail of whoever follows it.",
    "VL002": "A page that no page leads to is found by nobody who reads.",
    "VL024": "A bar that is not escaped ends the cell of a table, and the link falls apart.",
    "VL060": "Both cannot hold, and a page that leaves it open misleads whoever relies on it.",
}
_NAMES = {
    "VL001": "broken-link",
    "VL002": "orphan",
    "VL024": "table-pipe",
    "VL060": "contradiction",
}


def make_findings(vault: Path, *, more: int = 0) -> None:
    """Leave findings in a vault of the sample, with ``more`` broken links, and the rules that made them."""
    kept = vault / ".vaultloom"
    found = [
        *(_broken(number) for number in range(more)),
        _broken_link(),
        _dispute("2v8xqd efficiency", "71 percent", "84 percent", "Round-trip efficiency in 2023"),
        _dispute("7k2b cells", "40 stacks", "48 stacks", "Number of stacks"),
        _pipe(BATTERY, "Peak shaving|shaving"),
        _pipe(CHARGE, "Flow battery|battery"),
        _orphan(),
        _own(),
    ]
    rules = [
        {"code": c, "rule": n, "severity": "warning", "why": WHY[c]} for c, n in _NAMES.items()
    ]
    for name, what in (("findings", found), ("rules", rules)):
        text = json.dumps(what, ensure_ascii=False)
        (kept / f"{name}.json").write_text(text, encoding="utf-8")


def _finding(code: str, severity: str, path: str, line: int, message: str) -> dict[str, Any]:
    where = {"code": code, "rule": _NAMES[code], "severity": severity, "path": path, "line": line}
    return {**where, "message": message, "fix": None, **beside(message=message)}


def _broken(number: int) -> dict[str, Any]:
    name = f"Part {number}"
    found = _finding(
        "VL001", "error", RIDGE, 5, say("There is no note or file “{name}”.", name=name)
    )
    return {**found, "what": name}


def _broken_link() -> dict[str, Any]:
    message = say("There is no note or file “{name}”.", name="Missing page")
    found = _finding("VL001", "error", RIDGE, 5, message)
    fix = {"risk": "review", "title": "Make it plain text"}
    return {**found, "what": "Missing page", "fix": fix}


def _pipe(path: str, target: str) -> dict[str, Any]:
    message = say("The bar of “{link}” ends the cell.", link=target)
    fix = {"risk": "safe", "title": "Escape the bar"}
    return {**_finding("VL024", "warning", path, 12, message), "what": target, "fix": fix}


def _orphan() -> dict[str, Any]:
    message = say("No other note links to “{note}”.", note="Regional Grid Authority")
    return _finding("VL002", "info", AUTHORITY, 1, message)


def _own() -> dict[str, Any]:
    message = say("There is no note or file “{name}”.", name="Groceries")
    return {**_finding("VL001", "info", "Diary.md", 3, message), "what": "Groceries"}


def _dispute(key: str, one: str, other: str, subject: str) -> dict[str, Any]:
    message = say("{subject}: {one} or {other}?", subject=subject, one=one, other=other)
    claims = [
        {
            "statement": f"{subject}: {one}, P_aux included.",
            "quote": f"Over the whole of 2023 the plant returned {one} of the energy it took in.",
            "source": "Kestrel Ridge pilot report",
            "place": "Results",
            "date": "2023-11-02",
            "path": "raw/pilot-report.md",
            "note": "p9a-7",
            "page": EFFICIENCY,
        },
        {
            "statement": f"{subject}: {other}.",
            "quote": f"Kestrel Ridge reported {other} for the same year.",
            "source": "Regional grid storage audit",
            "place": "Results",
            "date": "2024-03-01",
            "path": "raw/audit-2024.md",
            "note": "q2c-31",
            "page": EFFICIENCY,
        },
    ]
    ways = [
        _way("holds", "“Kestrel Ridge pilot report” holds", key, "p9a 7"),
        _way("holds", "“Regional grid storage audit” holds", key, "q2c 31"),
        {**_way("both-hold", "Both hold …", key), "asks": ASKS},
        _way("changed", "Changed over time", key),
        _way("not-same", "Not about the same thing", key),
        _way("leave-open", "Leave open", key),
    ]
    found = _finding("VL060", "warning", EFFICIENCY, 19, message)
    return {**found, "what": key, "claims": claims, "ways": ways}


def _way(do: str, title: str, *about: str) -> dict[str, Any]:
    return {"do": do, "title": title, "about": list(about), **beside(title=title)}
