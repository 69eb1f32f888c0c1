"""What a plain word in a note's properties means: the core schema of YAML 1.2, and nothing more.

Dates, ``yes`` and ``12:30`` are words there, as they are for Obsidian. Blocks in the plain shape
that Obsidian and Vaultloom write (names, one-line values, lists of them) are read here without
the full parser, which takes two milliseconds a note: 20 seconds for a vault of 10,000.
"""

import re

Value = str | int | float | bool | None

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLEAN = {
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
_INTEGER = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_INFINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_LONGEST_INTEGER = 4000  # digits; Python refuses to read more than 4,300


def plain_value(word: str) -> Value:
    """The value of an unquoted ``word`` (YAML 1.2.2, section 10.3.2)."""
    if word in _NULL:
        return None
    if word in _BOOLEAN:
        return _BOOLEAN[word]
    number = _number(word) if word[0] in "-+.0123456789" else None
    return word if number is None else number


def _number(word: str) -> int | float | None:
    if len(word) < _LONGEST_INTEGER:
        if _INTEGER.fullmatch(word):
            return int(word)
        if _OCTAL.fullmatch(word):
            return int(word[2:], 8)
        if _HEXADECIMAL.fullmatch(word):
            return int(word[2:], 16)
    if _FLOAT.fullmatch(word):
        return float(word)
    if _INFINITE.fullmatch(word):
        return float(word.replace(".", "").lower())
    return None


# A quoted value without escapes or control characters, or words that no rule of YAML touches.
_SIMPLE_VALUE = (
    r"\"[^\"\\\x00-\x1f\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]*\""
    r"|\w(?:[\w ,./()'-]*[\w.()'])?"
)
_SIMPLE_LINE = re.compile(
    rf"(?:(?P<key>[A-Za-z_][A-Za-z0-9_-]*):(?: (?P<value>{_SIMPLE_VALUE}))?"
    rf"|(?P<indent> {{0,4}})- (?P<item>{_SIMPLE_VALUE}))"
)


def simple_properties(block: str) -> dict[str, object] | None:
    """The properties in ``block`` if it has the plain shape, else None: ask the full parser."""
    result: dict[str, object] = {}
    items: list[Value] | None = None
    key = indent = ""
    may_list = False
    for line in block.strip("\n").split("\n"):
        match = _SIMPLE_LINE.fullmatch(line)
        if match is None:
            return None
        if match["key"]:
            key = match["key"]
            if key in result:
                return None
            items, may_list = None, match["value"] is None
            result[key] = _simple_value(match["value"])
        elif items is None:
            if not may_list:
                return None
            items, indent = [_simple_value(match["item"])], match["indent"]
            result[key] = items
        elif match["indent"] == indent:
            items.append(_simple_value(match["item"]))
        else:
            return None
    return result


def _simple_value(word: str | None) -> Value:
    if word is None:
        return None
    return word[1:-1] if word.startswith('"') else plain_value(word)
