"""Properties that are no YAML, read line by line for what can be saved of them."""

import re
from collections.abc import Iterable
from typing import Any

_RECOVERED_KEY = re.compile(r"^(?P<key>[^\s:#\"'-][^:]*):(?:[ \t]+(?P<value>.*))?$")
_RECOVERED_ITEM = re.compile(r"^\s*-[ \t]+(?P<value>.*)$")


def recover(block: str) -> dict[str, Any]:
    """What can be saved from a block that is no YAML, line by line, as words and lists of words.

    Obsidian's Web Clipper does not escape backslashes (``title: "C:\\Users"``), and leaves line
    breaks inside quotes; what stands between the quotes is taken as it is.
    """
    result: dict[str, Any] = {}
    key = ""
    for line in _joined(block.splitlines()):
        if match := _RECOVERED_KEY.match(line):
            key = match["key"].strip()
            value = (match["value"] or "").strip()
            result.setdefault(key, _unquoted(value) if value else None)
        elif (match := _RECOVERED_ITEM.match(line)) and key:
            items = result[key] if isinstance(result[key], list) else []
            result[key] = [*items, _unquoted(match["value"].strip())]
    return result


def _joined(lines: Iterable[str]) -> Iterable[str]:
    """Lines, with one that opens a double quote and does not close it joined to those after it."""
    held = ""
    for line in lines:
        starts_anew = _RECOVERED_KEY.match(line) or _RECOVERED_ITEM.match(line)
        if held and not starts_anew:
            held = f"{held} {line.strip()}"
        else:
            if held:
                yield held
            held = line
        if not re.search(r'(?::|-)[ \t]+"(?:|.*[^"\s])\s*$', held):
            yield held
            held = ""
    if held:
        yield held


def _unquoted(value: str) -> str:
    if len(value) >= 2 and value[0] == value[-1] == '"':
        return value[1:-1].replace('\\"', '"')
    if len(value) >= 2 and value[0] == value[-1] == "'":
        return value[1:-1].replace("''", "'")
    return value
