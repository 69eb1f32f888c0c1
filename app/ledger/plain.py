"""Records as plain JSON values, and back with every type checked.

What equals its default is left out. What is not as a record has it is refused with the place
where it stands; what a later version may have added is passed over.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import GenericAlias
from typing import Any, TypeVar, get_args, get_type_hints

T = TypeVar("T")
_Make = Callable[[Any], Any]


class Mismatch(ValueError):
    """A value is not what a record has there; ``place`` is the way to it, outermost first."""

    def __init__(self, words: str, place: tuple[str, ...] = ()) -> None:
        super().__init__(words)
        self.words, self.place = words, place

    def within(self, name: object) -> "Mismatch":
        """The same, seen from one level further out."""
        return Mismatch(self.words, (str(name), *self.place))


def to_plain(record: Any) -> dict[str, Any]:
    """A record as a dictionary that leaves out what equals its default, deeply."""
    found: dict[str, Any] = {}
    kind: Any = type(record)
    for name, default in _defaults(kind):
        item = getattr(record, name)
        if default is MISSING or item != default:
            found[name] = _plain(item)
    return found


def from_plain(kind: type[T], value: object) -> T:
    """The record of this kind that ``to_plain`` made ``value`` of; Mismatch if it is none."""
    wanted: Any = kind
    made: T = _maker(wanted)(value)
    return made


@cache
def _defaults(kind: type[Any]) -> tuple[tuple[str, Any], ...]:
    return tuple((field.name, field.default) for field in fields(kind))


def _plain(item: Any) -> Any:
    if isinstance(item, tuple):
        return [_plain(each) for each in item]
    return to_plain(item) if is_dataclass(item) else item


@cache
def _maker(kind: type[Any] | GenericAlias) -> _Make:
    if isinstance(kind, GenericAlias):
        return _tuple(get_args(kind))
    if is_dataclass(kind):
        return _dataclass(kind)
    return _word(kind) if issubclass(kind, StrEnum) else _scalar(kind)


def _scalar(kind: type[Any]) -> _Make:
    taken = (int, float) if kind is float else (kind,)

    def make(value: Any) -> Any:
        if type(value) not in taken:
            raise Mismatch(f"not {_NAMES[kind]}")
        return value

    return make


_NAMES = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}


def _word(kind: type[StrEnum]) -> _Make:
    known = {each.value: each for each in kind}

    def make(value: Any) -> Any:
        if type(value) is not str or value not in known:
            raise Mismatch(f"not one of {', '.join(known)}")
        return known[value]

    return make


def _tuple(kinds: tuple[Any, ...]) -> _Make:
    if kinds[-1] is not Ellipsis:
        return _fixed([_maker(kind) for kind in kinds])
    each = _maker(kinds[0])

    def make(value: Any) -> Any:
        if type(value) is not list:
            raise Mismatch("not a list")
        made: list[Any] = []
        try:
            for item in value:
                made.append(each(item))
        except Mismatch as mismatch:
            raise mismatch.within(len(made)) from mismatch
        return tuple(made)

    return make


def _fixed(makers: list[_Make]) -> _Make:
    def make(value: Any) -> Any:
        if type(value) is not list or len(value) != len(makers):
            raise Mismatch(f"not a list of {len(makers)}")
        made: list[Any] = []
        try:
            for each, item in zip(makers, value, strict=True):
                made.append(each(item))
        except Mismatch as mismatch:
            raise mismatch.within(len(made)) from mismatch
        return tuple(made)

    return make


def _dataclass(kind: type[Any]) -> _Make:
    hints = get_type_hints(kind)
    parts = [(f.name, _maker(hints[f.name])) for f in fields(kind)]
    needed = [f.name for f in fields(kind) if _is_needed(f)]

    def make(value: Any) -> Any:
        if type(value) is not dict:
            raise Mismatch("not an object")
        for name in needed:
            if name not in value:
                raise Mismatch("missing", (name,))
        found = {}
        try:
            for name, each in parts:
                if name in value:
                    found[name] = each(value[name])
        except Mismatch as mismatch:
            raise mismatch.within(name) from mismatch
        return kind(**found)

    return make


def _is_needed(field: "Field[Any]") -> bool:
    return field.default is MISSING and field.default_factory is MISSING
