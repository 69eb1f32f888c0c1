"""The fenced block of rules in a Markdown file, read into a dataclass that says its shape.

The block is YAML 1.2 under the info string ``yaml vaultloom``. A dataclass is the schema: its
fields are the allowed keys, their types the allowed types, their defaults what holds for a key that
is missing, and ``number``, ``choice`` and ``names`` say which values are allowed.
"""

import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, TypeVar, get_type_hints

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

from app.errors import RulesUnreadable
from app.saying import Said, said, say
from app.vault.scalars import plain_value

_FENCE = re.compile(r" {0,3}(?P<marks>`{3,}|~{3,})[ \t]*(?P<info>[^`]*?)[ \t]*")
_OURS = "yaml vaultloom"
_CORE = "tag:yaml.org,2002:"

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
    words = say("a number from {least} to {most}", least=least, most=most)
    if isinstance(default, int):
        words = say("a whole number from {least} to {most}", least=least, most=most)
    return _checked(default, words, lambda v: least <= v <= most)


def choice(default: str, *others: str) -> Any:
    """A field for one of a few words."""
    allowed = (default, *others)
    return _checked(default, _listed(allowed), lambda value: value in allowed)


def word(default: str, pattern: str, form_words: str) -> Any:
    """A field for a text of the form ``pattern``, which is ``form_words``."""
    form = re.compile(pattern)
    return _checked(default, form_words, lambda value: form.fullmatch(value) is not None)


def names(default: tuple[str, ...], pattern: str, form_words: str) -> Any:
    """A field for a list of different texts, each of the form ``pattern``."""
    form = re.compile(pattern)

    def fits(values: tuple[str, ...]) -> bool:
        return len(set(values)) == len(values) and all(form.fullmatch(each) for each in values)

    return _checked(
        default, say("a list of different texts, each {form}", form=said(form_words)), fits
    )


def _checked(default: object, allowed: str, check: Check) -> Any:
    return field(default=default, metadata={"allowed": allowed, "check": check})


def read_block(block: Block, shape: type[Shape], name: str) -> Shape:
    """The rules in ``block`` of the file called ``name``.

    Raises RulesUnreadable with the line, what stands there, and what is allowed.
    """
    node = _composed(block, name)
    return shape() if node is None else _Reading(name, block.line).read("", node, shape)


def _composed(block: Block, name: str) -> Any:
    """The block as nodes: the parser's syntax only, since its values are those of other schemas."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of an anchor used twice, or an odd directive
            return YAML(typ="safe", pure=True).compose(block.yaml)
    except MarkedYAMLError as error:
        line = block.line + (error.problem_mark.line if error.problem_mark else 0)
        raise _unreadable(
            name, line, say("this is not YAML ({problem}).", problem=error.problem)
        ) from error
    except (YAMLError, ValueError, IndexError, AttributeError, RecursionError) as error:
        # the parser stumbles over some malformed texts without a word of its own
        raise _unreadable(name, block.line, "the block cannot be read as YAML.") from error


@dataclass(frozen=True, slots=True)
class _Reading:
    name: str
    line: int

    def read(self, key: str, node: Any, shape: type[Shape], line: int = 0) -> Shape:
        """``node``, which stands under ``key`` in ``line`` of the block, as a ``shape``."""
        allowed = [each.name for each in fields(shape)]  # type: ignore[arg-type]
        if not isinstance(node, MappingNode):
            words = say("the block needs keys of its own: {allowed}.", allowed=_listed(allowed))
            if key:
                words = say(
                    "“{key}” needs keys of its own: {allowed}.", key=key, allowed=_listed(allowed)
                )
            raise self._refused(line, words)
        types, values = get_type_hints(shape), dict[str, object]()
        for key_node, value_node in node.value:
            each, at = str(key_node.value), key_node.start_mark.line
            if each not in allowed:
                words = say(
                    "“{key}” is not a rule. Allowed here: {allowed}.",
                    key=_path(key, each),
                    allowed=_listed(allowed),
                )
                raise self._refused(at, words)
            if each in values:
                raise self._refused(
                    at, say("“{key}” is said twice; keep one.", key=_path(key, each))
                )
            values[each] = self._value(_path(key, each), value_node, types[each], shape, at)
        try:
            return shape(**values)
        except ValueError as error:
            words = say("{what}.", what=said(str(error)))
            raise self._refused(node.start_mark.line, words) from error

    def _value(self, path: str, node: Any, kind: Any, shape: Any, line: int) -> object:
        if is_dataclass(kind):
            return self.read(path, node, kind, line)  # type: ignore[arg-type]
        last = path.rpartition(".")[2]
        about = next(each.metadata for each in fields(shape) if each.name == last)
        plain = _plain(node, kind)
        if plain is None or not about["check"](plain):
            words = say(
                "“{key}” is {value}; {allowed} is allowed.",
                key=path,
                value=_shown(node),
                allowed=said(about["allowed"]),
            )
            raise self._refused(line, words)
        return plain

    def _refused(self, line: int, words: str) -> RulesUnreadable:
        return _unreadable(self.name, self.line + line, words)


def _plain(node: Any, kind: Any) -> object:
    """The value of ``node`` as a ``kind``, None if it is something else."""
    if kind == tuple[str, ...]:
        items = node.value if isinstance(node, SequenceNode) else [None]
        values = tuple(_plain(item, str) for item in items)
        return None if None in values else values
    if not isinstance(node, ScalarNode) or not str(node.tag).startswith(_CORE):
        return None
    value = plain_value(node.value) if node.style is None else node.value
    if kind is float and type(value) is int:
        return float(value)
    return value if type(value) is kind else None  # exactly: True is no number


def _path(key: str, each: object) -> str:
    return f"{key}.{each}" if key else str(each)


def _shown(node: Any) -> Said:
    if not isinstance(node, ScalarNode):
        return said("a list") if isinstance(node, SequenceNode) else said("a group of keys")
    return say("“{value}”", value=node.value) if node.value else said("empty")


def _listed(allowed: tuple[str, ...] | list[str]) -> Said:
    if len(allowed) == 1:
        return say("{only}", only=allowed[0])
    return say("{first} or {last}", first=tuple(allowed[:-1]), last=allowed[-1])


def _unreadable(name: str, line: int, words: str) -> RulesUnreadable:
    return RulesUnreadable(
        say("{file}, line {line}: {words}", file=name, line=line, words=said(words)),
        remedy="Mend that line; what is there stays until then.",
    )
