"""The properties at the top of a note, read as Obsidian reads them and written so that it can.

Obsidian reads YAML 1.2 (``yes`` and ``2024-02-30`` are words, a key given twice is an error) and
PyYAML reads 1.1, so python-frontmatter gets a handler of ours that takes ruamel.yaml's nodes and
gives plain values of the 1.2 core schema. Reading never raises: what is wrong becomes words.
"""

import json
import math
import re
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

from app.vault.recovery import recover
from app.vault.scalars import Value, plain_value, simple_properties

_OPENING = re.compile(r"\A\ufeff?---\r?\n")
_CLOSING = re.compile(r"^---[ \t]*\r?(?:\n|\Z)", re.MULTILINE)
_LONGEST = 200_000  # characters; ruamel.yaml reads about 100 a millisecond
_DEEPEST = 50
_TEMPLATE = re.compile(r"\{\{.*?\}\}|<%.*?%>")


@dataclass(frozen=True, slots=True)
class Note:
    """A note's text, taken apart.

    ``body`` is ``text[body_offset:]``; ``body_line`` is the number of its first line, from 1.
    ``block`` is what stands between the fences, None where there are no properties. ``problem``
    says why Obsidian cannot read them, or that they are a template still to be filled in.
    """

    properties: dict[str, Any]
    body: str
    body_offset: int = 0
    body_line: int = 1
    block: str | None = None
    problem: str | None = None


def read(text: str) -> Note:
    """Take ``text`` apart; CRLF and a byte order mark are as good as their absence.

    The block must be the very first thing: after a blank line Obsidian takes it for text.
    """
    fences = _fences(text)
    if fences is None:
        offset = body_offset(text)
        return Note({}, text[offset:], offset)
    opening, closing = fences
    properties, problem = _parsed(text[: closing.end()].lstrip("\ufeff"))
    return Note(
        properties=properties,
        body=text[closing.end() :],
        body_offset=closing.end(),
        body_line=text.count("\n", 0, closing.end()) + 1,
        block=text[opening.end() : closing.start()],
        problem=problem,
    )


def body_offset(text: str) -> int:
    """Where the body begins, without reading the properties."""
    fences = _fences(text)
    return fences[1].end() if fences else int(text.startswith("\ufeff"))


def _fences(text: str) -> tuple[re.Match[str], re.Match[str]] | None:
    opening = _OPENING.match(text)
    closing = _CLOSING.search(text, opening.end()) if opening else None
    return (opening, closing) if opening and closing else None


def _parsed(text: str) -> tuple[dict[str, Any], str | None]:
    """The properties at the front of ``text``, and what is wrong with them."""
    from app.vault.door import parsed  # only where notes are read: commands start sooner

    problems: list[str] = []
    properties = parsed(text, lambda block: _read_block(block, problems))
    return properties, problems[0] if problems else None


def _read_block(block: str, problems: list[str]) -> dict[str, Any]:
    """The properties in ``block``; empty where Obsidian could not read them either."""
    simple = simple_properties(block)
    if simple is not None:
        return dict(simple)
    try:
        return _loaded(block)
    except _TemplateError as found:
        problems.append(str(found))
        return found.properties
    except _UnreadableError as error:
        problems.append(str(error))
        return {}


class _UnreadableError(ValueError):
    """A block of properties that Obsidian shows as an error."""


@dataclass
class _TemplateError(Exception):
    """A block that a template program has still to fill in; Obsidian reads odd maps in it."""

    message: str
    properties: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.message


def _loaded(block: str) -> dict[str, Any]:
    node = _composed(block)
    if node is None:
        return {}
    if not isinstance(node, MappingNode):
        raise _UnreadableError("The properties are not a list of names and values.")
    construction = _Construction()
    properties = construction.mapping(node)
    if construction.odd_key and _TEMPLATE.search(block):
        raise _TemplateError("The properties are a template that is not filled in.", properties)
    return properties


def _composed(block: str) -> Any:
    """The block as ruamel's nodes: syntax only, what a plain word means is decided here."""
    if len(block) > _LONGEST or _depth(block) > _DEEPEST:
        raise _UnreadableError("The properties are too long or too deeply nested to be read.")
    yaml = YAML(typ="safe", pure=True)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an anchor used twice, an odd %YAML directive
            return yaml.compose(block)
    except MarkedYAMLError as error:
        line = f" in line {error.problem_mark.line + 2}" if error.problem_mark else ""
        words = (error.problem or error.context or "unreadable").strip()
        raise _UnreadableError(f"The properties are not valid YAML{line}: {words}.") from error
    except (YAMLError, ValueError, IndexError, AttributeError, RecursionError) as error:
        raise _UnreadableError("The properties are not valid YAML.") from error


def _depth(block: str) -> int:
    """How deep brackets nest, quotes not looked at."""
    deepest = depth = 0
    for bracket in re.findall(r"[\[\]{}]", block):
        depth = depth + 1 if bracket in "[{" else max(0, depth - 1)
        deepest = max(deepest, depth)
    return deepest


class _Construction:
    """Nodes to values, each node once, so that aliases neither multiply nor run in circles."""

    def __init__(self) -> None:
        self.odd_key = False
        self._done: dict[int, Any] = {}
        self._open: set[int] = set()

    def value(self, node: Any) -> Any:
        """The value of any node."""
        if isinstance(node, ScalarNode):
            return plain_value(node.value) if node.style is None else node.value
        key = id(node)
        if key in self._open:
            raise _UnreadableError("The properties refer to themselves.")
        if key not in self._done:
            self._open.add(key)
            self._done[key] = self._collection(node)
            self._open.discard(key)
        return self._done[key]

    def _collection(self, node: Any) -> Any:
        if isinstance(node, SequenceNode):
            return [self.value(item) for item in node.value]
        return self.mapping(node)

    def mapping(self, node: MappingNode) -> dict[str, Any]:
        """A map with its keys as words; a key given twice is an error, as in Obsidian."""
        result: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = self._key(key_node)
            if key in result:
                line = key_node.start_mark.line + 2
                raise _UnreadableError(
                    f'The property "{key}" is given twice, again in line {line}.'
                )
            result[key] = self.value(value_node)
        return result

    def _key(self, node: Any) -> str:
        if isinstance(node, ScalarNode):
            return str(node.value)
        self.odd_key = True
        return str(self.value(node))


_PLAIN_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
# Words that YAML 1.1 or 1.2 takes for something else than a name.
_KEY_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
# What JSON leaves as it is and some YAML reader does not: control characters, line separators,
# the byte order mark, halves of surrogate pairs and noncharacters.
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


def dump(properties: Mapping[str, object]) -> str:
    """``properties`` as the block at the top of a note, both fences and the last line break.

    Every string is a JSON literal, so that no reader of YAML 1.1 or 1.2 takes it for anything
    else; dates, numbers and booleans are bare, None is empty, lists are block lists indented by
    two. That is also the shape in which Obsidian writes them. Maps and lists of lists raise
    TypeError: Obsidian cannot show them.
    """
    return "\n".join(["---", *_lines(properties), "---", ""])


def _lines(properties: Mapping[str, object]) -> Iterable[str]:
    for name, value in properties.items():
        plain = _PLAIN_KEY.fullmatch(name) and name.lower() not in _KEY_WORDS
        key = name if plain else _literal(name)
        if not isinstance(value, (list, tuple)):
            yield f"{key}: {_scalar(value)}".rstrip(" ")
        elif not value:
            yield f"{key}: []"
        else:
            yield f"{key}:"
            yield from (f"  - {_scalar(item)}".rstrip(" ") for item in value)


def _scalar(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str():
            return _literal(value)
        case datetime():
            return value.replace(tzinfo=None).isoformat(timespec="seconds")
        case date():
            return value.isoformat()
        case int():
            return str(value)
        case float() if math.isfinite(value):
            return repr(value)
    raise TypeError(f"a property cannot hold {value!r}")


def _literal(text: str) -> str:
    literal = json.dumps(text, ensure_ascii=False)
    return _ESCAPED.sub(lambda match: f"\\u{ord(match.group()):04x}", literal)


__all__ = ["Note", "Value", "body_offset", "dump", "read", "recover"]
