"""The fenced block of rules in a Markdown file, read into a dataclass that says its shape.

The block is YAML 1.2 under the info string ``yaml vaultloom``. A dataclass is the schema: its
fields are the allowed keys, their types the allowed types, their defaults what holds for a key that
is missing, and ``number``, ``choice`` and ``names`` say which values are allowed.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, TypeVar, get_type_hints

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from app.errors import RulesUnreadable

_FENCE = re.compile(r" {0,3}(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^`]*?)[ \t]*")
_OURS = "yaml vaultloom"

Shape = TypeVar("Shape")
Check = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Block:
    """The block's YAML, the line of the file on which it begins (from 1), and what follows it."""

    yaml: str
    line: int
    rest: str


def find_block(text: str, name: str) -> Block | None:
    """The block of rules in the file called ``name``; None if it has none.

    Raises RulesUnreadable if there are two, or if one never ends.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    found: list[Block] = []
    at = 0
    while at < len(lines):
        fence = _FENCE.fullmatch(lines[at])
        if fence is None:
            at += 1
            continue
        end = _end_of_fence(lines, at, fence["marks"])
        if fence["info"] == _OURS:
            found.append(_block(lines, at, end, name))
        at = end + 1
    if len(found) > 1:
        raise _unreadable(name, found[1].line - 1, "there are two blocks of rules; keep one.")
    return found[0] if found else None


def _end_of_fence(lines: list[str], start: int, marks: str) -> int:
    """The line of the fence that closes the one at ``start``, or the number of lines."""
    for at in range(start + 1, len(lines)):
        fence = _FENCE.fullmatch(lines[at])
        if fence and not fence["info"] and fence["marks"].startswith(marks):
            return at
    return len(lines)


def _block(lines: list[str], start: int, end: int, name: str) -> Block:
    if end == len(lines):
        raise _unreadable(name, start + 1, "the block of rules never ends; close it with ```.")
    rest = "\n".join(line.rstrip() for line in lines[end + 1 :]).strip()
    return Block("\n".join(lines[start + 1 : end]), start + 2, rest)


def number(default: float, least: float, most: float) -> Any:
    """A field for a number from ``least`` to ``most``; a whole one if ``default`` is an int."""
    kind = "a whole number" if isinstance(default, int) else "a number"
    return _checked(default, f"{kind} from {least} to {most}", lambda v: least <= v <= most)


def choice(default: str, *others: str) -> Any:
    """A field for one of a few words."""
    allowed = (default, *others)
    return _checked(default, _listed(allowed), lambda value: value in allowed)


def word(default: str, pattern: str, said: str) -> Any:
    """A field for a text of the form ``pattern``, which is ``said`` in words."""
    form = re.compile(pattern)
    return _checked(default, said, lambda value: form.fullmatch(value) is not None)


def names(default: tuple[str, ...], pattern: str, said: str) -> Any:
    """A field for a list of different texts, each of the form ``pattern``."""
    form = re.compile(pattern)

    def fits(values: tuple[str, ...]) -> bool:
        return len(set(values)) == len(values) and all(form.fullmatch(each) for each in values)

    return _checked(default, f"a list of different texts, each {said},", fits)


def _checked(default: object, allowed: str, check: Check) -> Any:
    return field(default=default, metadata={"allowed": allowed, "check": check})


def read_block(block: Block, shape: type[Shape], name: str) -> Shape:
    """The rules in ``block`` of the file called ``name``.

    Raises RulesUnreadable with the line, what stands there, and what is allowed.
    """
    try:
        loaded = YAML().load(block.yaml)
    except MarkedYAMLError as error:
        line = block.line + (error.problem_mark.line if error.problem_mark else 0)
        raise _unreadable(name, line, f"this is not YAML ({error.problem}).") from error
    except YAMLError as error:
        raise _unreadable(name, block.line, "the block holds characters that YAML forbids.") from (
            error
        )
    return _Reading(name, block.line).read("", CommentedMap() if loaded is None else loaded, shape)


@dataclass(frozen=True, slots=True)
class _Reading:
    name: str
    line: int

    def read(self, key: str, found: object, shape: type[Shape], line: int | None = None) -> Shape:
        """``found``, which stands under ``key``, as a ``shape``."""
        allowed = [each.name for each in fields(shape)]  # type: ignore[arg-type]
        if not isinstance(found, CommentedMap):
            words = f"“{key}” needs keys of its own: {_listed(allowed)}."
            raise _unreadable(self.name, line or self.line, words)
        for each in found:
            if each not in allowed:
                words = f"“{_path(key, each)}” is not a rule. Allowed here: {_listed(allowed)}."
                raise _unreadable(self.name, self._line_of(found, each), words)
        types = get_type_hints(shape)
        values = {each: self._value(key, found, each, types[each], shape) for each in found}
        try:
            return shape(**values)
        except ValueError as error:
            raise _unreadable(self.name, self._first_line(found), f"{error}.") from error

    def _value(self, key: str, found: CommentedMap, each: str, kind: Any, shape: Any) -> object:
        path, value, line = _path(key, each), found[each], self._line_of(found, each)
        if is_dataclass(kind):
            return self.read(path, value, kind, line)  # type: ignore[arg-type]
        about = next(f.metadata for f in fields(shape) if f.name == each)
        plain = _plain(value, kind)
        if plain is None or not about["check"](plain):
            words = f"“{path}” is {_shown(value)}; {about['allowed']} is allowed."
            raise _unreadable(self.name, line, words)
        return plain

    def _line_of(self, found: CommentedMap, key: object) -> int:
        return self.line + int(found.lc.data[key][0])

    def _first_line(self, found: CommentedMap) -> int:
        return self.line + int(found.lc.line or 0)


def _plain(value: object, kind: Any) -> object:
    """``value`` as a ``kind``, None if it is something else; numbers are no truth values."""
    if isinstance(value, bool):
        return None
    if kind is float and isinstance(value, (int, float)):
        return float(value)
    if kind is int and isinstance(value, int):
        return int(value)
    if kind is str and isinstance(value, str):
        return str(value)
    if kind == tuple[str, ...] and isinstance(value, list):
        return tuple(map(str, value)) if all(isinstance(each, str) for each in value) else None
    return None


def _path(key: str, each: object) -> str:
    return f"{key}.{each}" if key else str(each)


def _shown(value: object) -> str:
    if value is None:
        return "empty"
    return f"“{dict(value) if isinstance(value, Mapping) else value}”"


def _listed(allowed: tuple[str, ...] | list[str]) -> str:
    return ", ".join(allowed[:-1]) + f" or {allowed[-1]}" if len(allowed) > 1 else allowed[0]


def _unreadable(name: str, line: int, words: str) -> RulesUnreadable:
    return RulesUnreadable(
        f"{name}, line {line}: {words}", remedy="Mend that line; what is there stays until then."
    )
