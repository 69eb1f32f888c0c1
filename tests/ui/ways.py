"""Findings with ways for the scripted worker: what they say, and what each would change."""

import json
from pathlib import Path
from typing import Any

from app.saying import beside, say

RIDGE, BATTERY = "wiki/entities/Kestrel Ridge.md", "wiki/concepts/Flow battery.md"
CELL = "wiki/concepts/Redox flow cell.md"
SUMMARY = "wiki/summaries/Kestrel Ridge pilot report.md"


def make_ways(vault: Path, *, more: int = 0) -> None:
    """Leave findings in a vault of the sample, with ``more`` that are alike."""
    kept = vault / ".vaultloom"
    found = [_may_be_one(), *(_many(number) for number in range(more)), _source_gone()]
    (kept / "findings.json").write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
    (kept / "ways.json").write_text(json.dumps(WAYS, ensure_ascii=False), encoding="utf-8")


def _way(do: str, title: str, *about: str) -> dict[str, Any]:
    return {"do": do, "title": title, "about": list(about), **beside(title=title)}


def _finding(code: str, rule: str, severity: str, path: str, message: str) -> dict[str, Any]:
    where = {"code": code, "rule": rule, "severity": severity, "path": path, "line": 1}
    return {**where, "message": message, "fix": None, **beside(message=message)}


def _may_be_one() -> dict[str, Any]:
    names = {"title": "Flow battery", "other": "Redox flow cell"}
    message = say("“{title}” and “{other}” may be one thing.", **names)
    ways = [
        _way("merge", say("Merge into “{title}”", title="Flow battery"), BATTERY, CELL),
        _way("merge", say("Merge into “{title}”", title="Redox flow cell"), CELL, BATTERY),
        _way("keep-apart", "Keep apart", BATTERY, CELL),
    ]
    found = _finding("VL009", "may-be-one", "info", BATTERY, message)
    return {**found, "also": [CELL], "ways": ways}


def _source_gone() -> dict[str, Any]:
    message = say(
        "Its source “{path}” is gone. What rests on it stays until you say so, or until the days that"
        " the rules say are over.",
        path="raw/pilot.md",
    )
    ways = [
        _way("take-away", "Take away what rested on it", "p9a"),
        _way("keep-source", "Keep its pages", "p9a"),
    ]
    return {**_finding("VL006", "source-gone", "warning", SUMMARY, message), "ways": ways}


def _many(number: int) -> dict[str, Any]:
    message = say("There is no note or file “{name}”.", name=f"Part {number}")
    return {**_finding("VL101", "broken-link", "error", RIDGE, message), "ways": []}


def _place(gone: list[str], came: list[str]) -> dict[str, Any]:
    return {"gone": gone, "came": came}


_MERGED = say("merge “{other}” into “{title}”", other="Redox flow cell", title="Flow battery")
WAYS: dict[str, Any] = {
    "merge": {
        "label": _MERGED,
        **beside(label=_MERGED),
        "changed": [
            {
                "path": BATTERY,
                "title": "Flow battery",
                "becomes": "changed",
                "places": [
                    _place([], ["aliases:", '  - "Redox flow cell"']),
                    _place(
                        ["A flow battery keeps its energy in two liquids.[^p9a-1]"],
                        ["A flow battery keeps its energy in two tanks of liquid.[^p9a-1][^m2c-4]"],
                    ),
                    _place(
                        [], ["- A redox flow cell loses 2 percent of its charge a month.[^m2c-7]"]
                    ),
                ],
            },
            {
                "path": RIDGE,
                "title": "Kestrel Ridge",
                "becomes": "changed",
                "places": [
                    _place(
                        ["- The store at Kestrel Ridge has 40 [[Redox flow cell|cells]].[^p9a-3]"],
                        ["- The store at Kestrel Ridge has 40 [[Flow battery|cells]].[^p9a-3]"],
                    )
                ],
            },
            {
                "path": CELL,
                "title": "Redox flow cell",
                "becomes": "gone",
                "places": [
                    _place(["# Redox flow cell", "", "A redox flow cell is a cell.[^m2c-1]"], [])
                ],
            },
        ],
    }
}
"""What each way would change, by its name; one that is not here changes no page."""
