"""The properties at the top of a Markdown file, well-formed or not.

Web Clipper writes ``title: "C:\\Users"`` without escaping the backslash, people write colons and
quotes into values, templates leave ``{{date}}``: what is not valid YAML is read line by line, and
said so. All values are strings as they stand; dates are never interpreted.
"""

import re
import warnings
from dataclasses import dataclass

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from app.sources.document import Metadata
from app.sources.tidying import one_line

_FENCE = re.compile(r"---[ \t]*(?:\n|$)")
_KEY = re.compile(r"([^\s:#\[\]{}\"'-][^:\n]{0,80}?)[ \t]*:(?:[ \t]+(.*)|)$")
_ITEM = re.compile(r"[ \t]*-[ \t]+(.*)$")
_LINK = re.compile(r"^\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]$")
_LARGEST = 100_000  # characters; no real block of properties is larger
_LARGEST_YAML = 20_000  # characters; ruamel.yaml reads some ten kB a second
_MOST_BRACKETS = 300
_CLOSED_BY_LINES = 400

_TITLE, _AUTHOR = ("title",), ("author", "authors", "creator", "by")
_DATE = ("published", "date", "publication_date", "pubdate")
_URL, _SAYS = ("source", "url", "link"), ("description", "summary", "abstract")

Fields = dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Preamble:
    """The fields, the text that follows them, and what was wrong with them."""

    fields: Fields
    body: str
    recovered: tuple[str, ...] = ()


def split_preamble(text: str) -> Preamble:
    """Cut the properties off. Text that only begins with a rule keeps it."""
    opening = _FENCE.match(text)
    if not opening:
        return Preamble({}, text)
    start = opening.end()
    closing = re.compile(r"^---[ \t]*$", re.MULTILINE).search(text, start, start + _LARGEST)
    if closing is None:
        return _unclosed(text, start)
    block = text[start : closing.start()]
    if not block.strip():
        return Preamble({}, text[closing.end() :])
    fields = _well_formed(block)
    if fields is not None:
        return Preamble(fields, text[closing.end() :])
    rescued = _by_lines(block)
    if not rescued:
        return Preamble({}, text)
    said = "Its properties are not valid YAML; they were read line by line."
    return Preamble(rescued, text[closing.end() :], (said,))


def _unclosed(text: str, start: int) -> Preamble:
    """Properties without an end reach to the first line that cannot be one."""
    end = start
    for line in text[start : start + _LARGEST].split("\n")[:_CLOSED_BY_LINES]:
        if not (_KEY.match(line) or _ITEM.match(line)):
            break
        end += len(line) + 1
    fields = _by_lines(text[start:end])
    if not fields:
        return Preamble({}, text)
    said = "Its properties were never closed; they end at the first line that is none."
    return Preamble(fields, text[end:], (said,))


def _well_formed(block: str) -> Fields | None:
    """The block as YAML 1.2 with every value a string, or None where it is not valid."""
    if len(block) > _LARGEST_YAML or block.count("[") + block.count("{") > _MOST_BRACKETS:
        return None
    try:
        with warnings.catch_warnings(action="ignore"):  # an anchor given twice is no concern here
            loaded = YAML(typ="base", pure=True).load(block)
    except (YAMLError, ValueError, RecursionError, TypeError, KeyError):
        return None
    if not isinstance(loaded, dict):
        return None
    return {str(key): _strings(value) for key, value in loaded.items()}


def _strings(value: object) -> tuple[str, ...]:
    if isinstance(value, list):
        return tuple(text for item in value if isinstance(item, str) and (text := _plain(item)))
    return (_plain(value),) if isinstance(value, str) and _plain(value) else ()


def _plain(value: str) -> str:
    """A value as words: on one line, a wikilink by what it shows, a template's gap as nothing."""
    text = one_line(value)
    if text.startswith("{{"):
        return ""
    link = _LINK.match(text)
    return link.group(1).strip() if link else text


def _by_lines(block: str) -> Fields:
    """What can be saved from properties that are not valid: the first value of each key."""
    fields: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in block.split("\n"):
        item = _ITEM.match(line)
        key = _KEY.match(line)
        if item and current is not None:
            current.append(_unquoted(item.group(1)))
        elif key and key.group(1) not in fields:
            value = (key.group(2) or "").strip()
            current = fields[key.group(1)] = _values(value)
        elif key:
            current = None
    return {
        key: tuple(text for value in values if (text := _plain(value)))
        for key, values in fields.items()
    }


def _values(value: str) -> list[str]:
    if value.startswith("[") and not value.startswith("[["):
        return [_unquoted(part) for part in value.strip("[]").split(",")]
    return [_unquoted(value)] if value else []


def _unquoted(value: str) -> str:
    value = value.strip()
    for quote in ('"', "'"):
        if value.startswith(quote):
            value = value[1:]
            return (value[:-1] if value.endswith(quote) else value).replace("\\" + quote, quote)
    return value


def metadata(fields: Fields) -> Metadata:
    """What the properties say of the source; not when it was clipped, a clip's "created"."""
    lower = {key.lower(): values for key, values in fields.items()}

    def first(names: tuple[str, ...]) -> tuple[str, ...]:
        return next((lower[name] for name in names if lower.get(name)), ())

    clipped = bool(first(_URL))
    date = first(_DATE) or (() if clipped else first(("created",)))
    return Metadata(
        title=" ".join(first(_TITLE)),
        authors=first(_AUTHOR),
        date=" ".join(date),
        url=" ".join(first(_URL)[:1]),
        description=" ".join(first(_SAYS)),
        fields=tuple((key, ", ".join(values)) for key, values in fields.items() if values),
    )
