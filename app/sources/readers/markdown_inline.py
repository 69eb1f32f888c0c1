"""The words of a Markdown paragraph: links, emphasis, code, and what is not shown."""

import re
from collections.abc import Sequence

from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from app.sources.document import MarkKind
from app.sources.manuscript import Passage
from app.sources.readers.fragments import Tag, hides, tag

_OPENERS = "[*_`<$~"
_MOST_OPENERS = 500  # in what is parsed at once; a paragraph of 200 wikilinks has 400
_LONGEST_LINK = 500  # characters; Obsidian's own limit on names is far below
_MARKS = {"em": MarkKind.EMPHASIS, "strong": MarkKind.STRONG, "link": MarkKind.LINK}
_FENCE = re.compile(r" {0,3}(?:> ?)*(?:[-*+] +)?(`{3,}|~{3,})")
_CODE_OR_COMMENT = re.compile(r"(`+)[^`\n]+\1(?!`)|%%")
_HIGHLIGHT = re.compile(r"==(?=[^\s=])([^=\n]+)(?<=\S)==")


def wikilink(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it's signature
    """The rule for ``[[target|words]]`` and ``![[embed]]``."""
    start = state.pos
    embed = state.src.startswith("![[", start)
    if not embed and not state.src.startswith("[[", start):
        return False
    inner = start + (3 if embed else 2)
    end = state.src.find("]]", inner, min(state.posMax, inner + _LONGEST_LINK))
    content = state.src[inner:end]
    if end < 0 or "\n" in content or "[[" in content or not content.strip():
        return False
    if state.src.startswith("]]]", end) and "[" in content:
        return False  # [[[a]]] and the like: no link
    if not silent:
        token = state.push("embed" if embed else "wikilink", "", 0)
        target, _, words = content.replace("\\|", "|").partition("|")
        token.content = words or target
        token.meta["target"] = target.strip()
    state.pos = end + 2
    return True


def parse_inline(state: StateCore) -> None:
    """The rule that parses the words of each block, in pieces where they hold too many marks.

    markdown-it looks for the end of each mark anew, so that a paragraph of nothing but openers
    takes time by the square of its length. A line with too many is taken as plain words.
    """
    for token in state.tokens:
        if token.type != "inline":
            continue
        token.children = []
        for piece in _pieces(token.content):
            if token.children:
                token.children.append(Token("softbreak", "br", 0))
            if _openers(piece) > _MOST_OPENERS:
                token.children.append(Token("text", "", 0, content=piece))
            else:
                state.md.inline.parse(piece, state.md, state.env, token.children)


def _openers(text: str) -> int:
    return sum(map(text.count, _OPENERS))


def _pieces(text: str) -> list[str]:
    """The text, whole or in pieces of lines that hold few enough marks."""
    if _openers(text) <= _MOST_OPENERS:
        return [text]
    pieces: list[list[str]] = [[]]
    room = _MOST_OPENERS
    for line in text.split("\n"):
        openers = _openers(line)
        if openers > room and pieces[-1]:
            pieces.append([])
            room = _MOST_OPENERS
        pieces[-1].append(line)
        room -= openers
    return ["\n".join(piece) for piece in pieces]


def fill(passage: Passage, children: Sequence[Token]) -> None:
    """Put the words of inline tokens into a passage."""
    opened: list[tuple[int, str]] = []
    hidden: list[str] = []
    for token in children:
        if token.type == "html_inline":
            found = tag(token.content)
            if found is not None:
                _html(passage, found, hidden)
        elif token.type == "s_open":
            hidden.append("s")
        elif token.type == "s_close":
            if "s" in hidden:
                hidden.remove("s")
        elif not hidden:
            _token(passage, token, opened)


def _html(passage: Passage, found: Tag, hidden: list[str]) -> None:
    """Follow what an HTML tag hides."""
    if found.closing:
        if found.name in hidden:
            del hidden[len(hidden) - 1 - hidden[::-1].index(found.name) :]
    elif hides(found) and not found.empty:
        hidden.append(found.name)
    elif found.name == "br" and not hidden:
        passage.add("\n")


def _token(passage: Passage, token: Token, opened: list[tuple[int, str]]) -> None:
    kind = token.type.partition("_")[0]
    match token.type:
        case "text":
            _text(passage, token.content)
        case "softbreak" | "hardbreak":
            passage.add("\n")
        case "code_inline":
            passage.code(token.content)
        case "math_inline" | "math_inline_double":
            passage.add(f"{token.markup}{token.content}{token.markup}")
        case "wikilink":
            with passage.marked(MarkKind.WIKILINK, str(token.meta["target"])):
                passage.add(token.content)
        case "em_open" | "strong_open" | "link_open":
            opened.append((passage.length, str(token.attrs.get("href", ""))))
        case "em_close" | "strong_close" | "link_close" if opened:
            start, target = opened.pop()
            passage.mark(start, _MARKS[kind], target)


def _text(passage: Passage, text: str) -> None:
    """Plain words; ``==highlighted==`` ones are marked."""
    done = 0
    for found in _HIGHLIGHT.finditer(text):
        passage.add(text[done : found.start()])
        with passage.marked(MarkKind.EMPHASIS):
            passage.add(found.group(1))
        done = found.end()
    passage.add(text[done:])


def comments_out(text: str) -> str:
    """The text without ``%%comments%%``, its lines kept; those in code stay."""
    if "%%" not in text:
        return text
    kept: list[str] = []
    fence = ""
    inside = False
    for line in text.split("\n"):
        mark = None if inside else _FENCE.match(line)
        if mark and (not fence or mark.group(1).startswith(fence)):
            fence = "" if fence else mark.group(1)
            kept.append(line)
        elif fence:
            kept.append(line)
        else:
            shown, inside = _shown(line, inside)
            kept.append(shown)
    return text if inside else "\n".join(kept)  # never closed: "100%% sure" is no comment


def _shown(line: str, inside: bool) -> tuple[str, bool]:  # noqa: FBT001 - a state, not a switch
    parts: list[str] = []
    done = 0
    for found in _CODE_OR_COMMENT.finditer(line):
        if found.group() != "%%":
            continue
        if not inside:
            parts.append(line[done : found.start()])
        inside = not inside
        done = found.end()
    if not inside:
        parts.append(line[done:])
    return "".join(parts), inside
