"""A JSON value read into a shape; what is harmless is put right, and what is not is dropped and counted.

Harmless is: a number or a single thing where a list of them is meant, null for an empty list, a
list or object written as a string, the list alone where the shape is an object around it, a bare
value where an item has one required field, a name of a field in another case. Nothing is invented:
an item without what it must have is dropped.
"""

from dataclasses import dataclass
from types import UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from app.llm.tolerant import cleaned, find_json

S = TypeVar("S", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Shaped(Generic[S]):
    """A value of the shape, or None where nothing of it could be read, and what was dropped."""

    value: S | None
    dropped: int = 0
    coerced: bool = False


def shaped(found: object, shape: type[S]) -> Shaped[S]:
    """``found`` as a value of ``shape``. Where every item of a list was wrong there is no value."""
    found = cleaned(found)
    try:
        return Shaped(shape.model_validate(found))
    except ValidationError:
        pass
    reading = _Reading()
    try:
        value = shape.model_validate(reading.object(found, shape))
    except ValidationError:
        return Shaped(None, reading.dropped)
    nothing_left = reading.dropped and not reading.kept
    return Shaped(None if nothing_left else value, reading.dropped, coerced=True)


def items(value: BaseModel) -> int:
    """How many items the lists of a shape hold together; -1 where it has no list."""
    lists = [v for v in (getattr(value, n) for n in type(value).model_fields) if _is_list(v)]
    return sum(map(len, lists)) if lists else -1


def _is_list(value: object) -> bool:
    return isinstance(value, (list, tuple))


class _Reading:
    """One reading of a value into a shape, counting list items kept and dropped."""

    def __init__(self) -> None:
        self.kept = 0
        self.dropped = 0

    def object(self, found: Any, shape: type[BaseModel]) -> Any:
        """``found`` nearer to an object of ``shape``."""
        found = _unquoted(found)
        fields = shape.model_fields
        if isinstance(found, list):
            lists = [n for n, f in fields.items() if _item_of(f.annotation) is not None]
            found = {_key(fields, lists[0]): found} if len(lists) == 1 else found
        elif not isinstance(found, dict):
            required = [n for n, f in fields.items() if f.is_required()]
            found = {_key(fields, required[0]): found} if len(required) == 1 else found
        if not isinstance(found, dict):
            return found
        return {k: self._field(v, fields, k) for k, v in _renamed(found, fields).items()}

    def _field(self, value: Any, fields: dict[str, FieldInfo], key: str) -> Any:
        field = next((f for n, f in fields.items() if key in {n, f.alias}), None)
        item = _item_of(field.annotation) if field else None
        if item is None:
            return value
        value = _unquoted(value)
        many = [] if value is None else value if isinstance(value, list) else [value]
        return [fit for one in many for fit in self._item(one, item)]

    def _item(self, one: Any, item: Any) -> list[Any]:
        """The item as it can be kept, in a list of its own; nothing where it cannot."""
        if not (isinstance(item, type) and issubclass(item, BaseModel)):
            return [one]
        inner = _Reading()
        try:
            kept = item.model_validate(inner.object(one, item))
        except ValidationError:
            self.dropped += 1
            return []
        self.kept += 1
        return [kept.model_dump(by_alias=True)]


def _key(fields: dict[str, FieldInfo], name: str) -> str:
    return fields[name].alias or name


def _renamed(found: dict[str, Any], fields: dict[str, FieldInfo]) -> dict[str, Any]:
    """``found`` with the names of fields as the shape spells them."""
    known = {_key(fields, name).casefold(): _key(fields, name) for name in fields}
    return {known.get(str(key).strip().casefold(), str(key)): v for key, v in found.items()}


def _unquoted(value: Any) -> Any:
    """A list or object that was written as a string, as what it is."""
    if isinstance(value, str) and value.lstrip()[:1] in {"[", "{"}:
        inner = find_json(value)
        return inner.value if inner and inner.whole else value
    return value


def _item_of(annotation: Any) -> Any:
    """The type of the items where ``annotation`` is a list or tuple of one type; else None."""
    origin, args = get_origin(annotation), get_args(annotation)
    if origin in {Union, UnionType}:
        inner = [a for a in args if a is not type(None)]
        return _item_of(inner[0]) if len(inner) == 1 else None
    return args[0] if origin in {list, tuple} and args else None
