"""Plain words written so that Obsidian shows exactly them, and read back.

CommonMark lets a backslash stand before any ASCII punctuation mark; Obsidian adds marks of its
own that must be kept from working: ``[[``, ``#tag``, ``%%``, ``==``, ``$``, ``^id``. Only marks
that could work where they stand get a backslash, so that ``snake_case``, ``C#`` and ``2 * 3``
stay readable in the file. Inline code in single backticks is left alone.
"""

import re
import unicodedata

_BREAK = re.compile(r"(\r\n|\r|\n)")
# Not with blanks at both ends, of which Markdown takes one each away (CommonMark 6.1).
_CODE = re.compile(r"(?<!`)`(?! [^`\r\n]* `)([^`\r\n]+)`(?!`)")
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])|`([^`\r\n]+)`")

# What works wherever it stands; the rest is looked at with its neighbours.
_ALWAYS = frozenset("[]$`")
_MARKS = re.compile(r"[\\*_\[\]#<&$`%=~|^]")
_ENTITY = re.compile(r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);")
_TAG = re.compile(r"<[A-Za-z/!?]")

# At the start of a line: quote, heading, setext underline, bullet, rule, table rule, number.
_LEADING = re.compile(
    r"[ \t]*(?:"
    r"(?P<mark>[>#=])"
    r"|(?P<bullet>[-+*])(?=[ \t]|$)"
    r"|(?P<rule>[-_*:|])(?=[-_*:| \t]*$)"
    r"|[0-9]{1,9}(?P<number>[.)])(?=[ \t]|$)"
    r")"
)


def escape(text: str, *, in_table: bool = False) -> str:
    """``text`` so that no mark in it works; ``in_table`` keeps it inside one cell as well.

    ``unescape`` gives back exactly ``text``. No link, tag, heading, list, quote, callout,
    comment, math, emphasis, highlight, block id or HTML can come out of it. Blanks at the start
    of a line stay, and four of them still make code of it.
    """
    parts = _BREAK.split(text)
    parts[::2] = [_escaped_line(line, in_table=in_table) for line in parts[::2]]
    return "".join(parts)


def unescape(text: str, *, in_table: bool = False) -> str:
    """What was given to ``escape``; in other Markdown, its words without their backslashes."""

    def plain(match: re.Match[str]) -> str:
        if match[1]:
            return match[1]
        return match[0].replace("\\|", "|") if in_table else match[0]

    return _ESCAPED.sub(plain, text)


def _escaped_line(line: str, *, in_table: bool) -> str:
    leading = _LEADING.match(line)
    first = leading.start(leading.lastgroup or 0) if leading else -1
    result = []
    position = 0
    for code in _CODE.finditer(line):
        result.append(_escaped_words(line, position, code.start(), first, in_table=in_table))
        result.append(code[0].replace("|", "\\|") if in_table else code[0])
        position = code.end()
    result.append(_escaped_words(line, position, len(line), first, in_table=in_table))
    return "".join(result)


def _escaped_words(line: str, start: int, end: int, first: int, *, in_table: bool) -> str:
    """``line[start:end]``, which holds no code; ``first`` is the place of a leading mark."""
    result = []
    position = start
    places = {match.start() for match in _MARKS.finditer(line, start, end)}
    for place in sorted(places | ({first} if start <= first < end else set())):
        if place == first or _works(line, place, in_table=in_table):
            result += [line[position:place], "\\"]
            position = place
    result.append(line[position:end])
    return "".join(result)


def _works(line: str, place: int, *, in_table: bool) -> bool:
    """Whether the mark at ``place`` could do something there."""
    mark = line[place]
    before = line[place - 1] if place else ""
    after = line[place + 1] if place + 1 < len(line) else ""
    match mark:
        case "\\":
            return not after or _PUNCTUATION.match(after) is not None
        case "*":
            return not (before.isspace() and after.isspace())
        case "_":
            in_word = _is_word(before) and _is_word(after)
            return not in_word and not (before.isspace() and after.isspace())
        case "#":
            return not before.isalnum()
        case "<":
            return not after or _TAG.match(line, place) is not None
        case "&":
            return _ENTITY.match(line, place) is not None
        case "%" | "=" | "~":
            return mark in (before, after)
        case "^":
            return not before or before.isspace() or after in ("", "[")
        case "|":
            return in_table
    return mark in _ALWAYS


def _is_word(char: str) -> bool:
    return bool(char) and unicodedata.category(char)[0] in "LNM"
