"""The block of properties at the top of a note as text, so that one of them can be edited and the rest,
comments and order included, stays as it is."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.lint.diagnostic import Edit
from app.vault import frontmatter
from app.vault.scalars import plain_value

_KEY = re.compile(
    r"(?P<key>\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^\s#\-\[\]{}\"',&*!|>%@`:][^:\r\n]*?|-[^\s:][^:\r\n]*?)"
    r"[ \t]*:(?=[ \t\r\n]|$)"
)


# A comment behind a value, with quotes around it or without.
_QUOTED_THEN = re.compile(r"(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*')[ \t]+(#.*)")
_PLAIN_THEN = re.compile(r"(?:.*?[ \t])?(#.*)")


@dataclass(frozen=True, slots=True)
class Entry:
    """One property as written: ``text[start:end]`` are its lines, the value begins at ``value``. ``line`` is
    the number of its first line in the file."""

    key: str
    start: int
    end: int
    value: int
    line: int


def entries(text: str) -> list[Entry]:
    """The properties of a note's ``text`` in order, as far as lines tell; comments between two belong to
    none of them."""
    note = frontmatter.read(text)
    if note.block is None:
        return []
    begin = text.index("\n") + 1
    return list(_entries(text, begin, begin + len(note.block)))


def _entries(text: str, begin: int, end: int) -> Iterator[Entry]:
    found: Entry | None = None
    line = text.count("\n", 0, begin) + 1
    position = begin
    while position < end:
        after = text.find("\n", position, end)
        after = end if after < 0 else after + 1
        match = _KEY.match(text, position, after)
        is_more = text[position : position + 1] in (" ", "\t", "-") and match is None
        if match is not None:
            if found is not None:
                yield found
            found = Entry(_plain(match["key"]), position, after, match.end(), line)
        elif found is not None and is_more:
            found = Entry(found.key, found.start, after, found.value, found.line)
        elif found is not None and text[position:after].strip():
            yield found  # a comment, or what is no YAML
            found = None
        position, line = after, line + 1
    if found is not None:
        yield found


def entry_of(text: str, key: str) -> Entry | None:
    """The first property of this name."""
    return next((each for each in entries(text) if each.key == key), None)


def _plain(key: str) -> str:
    if key.startswith('"'):
        try:
            return str(json.loads(key))
        except ValueError:
            return key
    return key[1:-1] if key.startswith("'") else key


def line_end(text: str) -> str:
    """How lines end in a note."""
    return "\r\n" if "\r\n" in text else "\n"


def replaced(text: str, each: Entry, written: str) -> Edit:
    """The edit that puts other lines (without the last line end) in the place of a property; a comment on
    its first line stays there."""
    end = each.end
    while end > each.start and text[end - 1] in "\r\n":
        end -= 1
    first, more, rest = written.partition("\n")
    whole = f"{first}{_comment(text, each)}{more}{rest}".replace("\n", line_end(text))
    return Edit(each.start, end, whole, text[each.start : end])


def _comment(text: str, each: Entry) -> str:
    begin, end = raw_value(text, each)
    value = text[begin:end]
    found = _QUOTED_THEN.match(value) if value.startswith(('"', "'")) else _PLAIN_THEN.match(value)
    return f" {found[1]}" if found else ""


def removed(text: str, each: Entry) -> Edit:
    """The edit that takes a property away."""
    return Edit(each.start, each.end, "", text[each.start : each.end])


def raw_value(text: str, each: Entry) -> tuple[int, int]:
    """The place of what stands behind the colon on the first line, blanks around it left out."""
    stop = text.find("\n", each.value, each.end)
    line = text[each.value : each.end if stop < 0 else stop]
    begin = each.value + len(line) - len(line.lstrip())
    return begin, begin + len(line.strip())


def literal(words: str) -> str:
    """Words as every reader of YAML takes them."""
    return frontmatter.dump({"a": words}).split("\n")[1].removeprefix("a: ")


def plain_item(words: str) -> str:
    """An item of a list, in quotes only where it needs them."""
    is_plain = re.fullmatch(r"[\w/-]+", words) is not None and isinstance(plain_value(words), str)
    return words if is_plain else literal(words)


def as_list(key: str, items: list[str]) -> str:
    """A property that is a list, as Obsidian writes it."""
    lines = [f"{key}:", *(f"  - {item}" for item in items)]
    return "\n".join(lines) if items else f"{key}: []"
