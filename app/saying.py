"""Words for a person that can be said again in another language.

``say("“{name}” is empty.", name=name)`` is the English sentence, an ordinary ``str`` to everybody
who only prints or keeps it; it also remembers its template and the values in it. The window says
it in the person's language: catalogues in ``resources/translations/`` translate the template,
``translated`` puts the values in again. A sentence without values needs no ``say``: it is its own
template.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Self

Value = object
"""A text that is shown as it is (a name, a path), a number, a ``Said``, or a tuple of these."""

BETWEEN = ", "
"""What stands between the values of a tuple; catalogues translate it too."""

NEXT = "{first} {next}"
"""One sentence after another."""

SYSTEM = (
    "Permission denied", "No space left on device", "Read-only file system",
    "No such file or directory", "Input/output error", "File name too long",
    "Operation not permitted", "Is a directory", "Not a directory", "Disk quota exceeded",
)  # fmt: skip
"""Reasons of the operating system that a person may come to see; catalogues know these."""

_PLACE = re.compile(r"\{(\w+)\}")


class Said(str):
    """A sentence in English that knows its template and the values that were put in."""

    __slots__ = ("template", "values")
    template: str
    values: dict[str, Value]

    def __new__(cls, template: str, values: Mapping[str, Value]) -> Self:
        made = super().__new__(cls, _filled(template, values, _same))
        made.template, made.values = template, dict(values)
        return made

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[str, dict[str, Value]]]:
        return type(self), (self.template, self.values)


def say(template: str, /, **values: Value) -> Said:
    """``template`` with each ``{name}`` in it replaced by the value of that name."""
    return Said(template, values)


def said(text: str) -> Said:
    """A plain sentence as one that may stand inside another and is translated there."""
    return text if isinstance(text, Said) else Said(text, {})


def sentences(*texts: str) -> str:
    """Sentences one after the other, empty ones left out."""
    first, *rest = [text for text in texts if text] or [""]
    if not rest:
        return first
    return say(NEXT, first=said(first), next=said(sentences(*rest)))


def of_system(error: OSError) -> Said:
    """Why the operating system refused."""
    return said(error.strerror or str(error))


def translated(text: str, into: Callable[[str], str]) -> str:
    """``text`` in the language that ``into`` takes templates to."""
    if isinstance(text, Said):
        return _filled(into(text.template), text.values, into)
    return into(text)


def to_json(text: str) -> dict[str, Any] | None:
    """What must be kept beside the English words; None where they are all there is."""
    return _apart(text) if isinstance(text, Said) and text.values else None


def from_json(text: str, kept: Mapping[str, Any] | None) -> str:
    """The sentence that ``to_json`` took apart; ``text`` is its English words."""
    if not kept:
        return text
    return Said(kept["template"], {k: _lively(v) for k, v in kept["values"].items()})


def beside(**texts: str | None) -> dict[str, dict[str, Any]]:
    """``{"said": …}`` for the fields whose words have a template, to be sent along with them."""
    taken = {name: to_json(text or "") for name, text in texts.items()}
    found = {name: apart for name, apart in taken.items() if apart}
    return {"said": found} if found else {}


def read(data: Mapping[str, Any], name: str) -> str:
    """The words in the field ``name``, with the template that ``beside`` sent along."""
    return from_json(str(data.get(name) or ""), (data.get("said") or {}).get(name))


def _filled(template: str, values: Mapping[str, Value], into: Callable[[str], str]) -> str:
    def put(place: re.Match[str]) -> str:
        return _shown(values[place[1]], into) if place[1] in values else place[0]

    return _PLACE.sub(put, template)


def _shown(value: Value, into: Callable[[str], str]) -> str:
    if isinstance(value, Said):
        return translated(value, into)
    if isinstance(value, tuple | list):
        return into(BETWEEN).join(_shown(each, into) for each in value)
    return str(value)


def _same(text: str) -> str:
    return text


def _apart(text: Said) -> dict[str, Any]:
    return {"template": text.template, "values": {k: _plain(v) for k, v in text.values.items()}}


def _plain(value: Value) -> object:
    if isinstance(value, Said):
        return _apart(value)
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value if isinstance(value, int) else str(value)


def _lively(value: Any) -> Value:
    if isinstance(value, dict):
        return Said(value["template"], {k: _lively(v) for k, v in value["values"].items()})
    return tuple(map(_lively, value)) if isinstance(value, list) else value
