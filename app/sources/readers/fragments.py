"""Pieces of HTML inside other text: which tags hide their content, and what of it is seen."""

import html
import re
from dataclasses import dataclass

from app.sources.document import BlockKind


def _names(*lines: str) -> frozenset[str]:
    return frozenset(name for line in lines for name in line.split())


HIDDEN_ELEMENTS = _names(
    "script style template noscript head title iframe object embed audio video canvas svg math "
    "select datalist button textarea progress meter dialog del s strike rt rp area map"
)
VOID_ELEMENTS = _names("area base br col embed hr img input link meta param source track wbr")
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]*)([^<>]*)>")
_ATTRIBUTE = re.compile(r"""([^\s=/>"']+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?""")
_COMMENT = re.compile(r"<!--.*?(?:-->|$)|<[?!][^>]*>", re.DOTALL)
# styles by which text is in the file but not on the screen
_HIDING_STYLE = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|opacity:0(?:\.0+)?(?:;|$|!)"
    r"|font-size:(?:0|[0-2](?:\.\d+)?px)(?:;|$|!|[a-z%])|color:transparent"
    r"|(?:left|top|text-indent|margin-left):-\d{3,}|clip:rect\(0|clip-path:inset\((?:50|100)%"
    r"|content-visibility:hidden|transform:scale\(0\)"
)
_BREAKS = _names(
    "p div br li ul ol dl dt dd tr table section article header footer h1 h2 h3 h4 h5 h6 pre "
    "blockquote details summary center figure figcaption td th hr"
)


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag as written."""

    name: str
    attributes: dict[str, str]
    closing: bool = False
    empty: bool = False


def tag(source: str) -> Tag | None:
    """The tag that ``source`` is; None for comments, declarations and unfinished tags."""
    found = _TAG.fullmatch(source.strip())
    if found is None:
        return None
    name = found.group(2).lower()
    rest = found.group(3)
    attributes = {
        key.lower(): html.unescape(value.strip("\"'")) for key, value in _ATTRIBUTE.findall(rest)
    }
    empty = name in VOID_ELEMENTS or rest.rstrip().endswith("/")
    return Tag(name, attributes, found.group(1) == "/", empty)


def hides(found: Tag) -> bool:
    """Whether a reader of the page sees nothing of what is inside."""
    return found.name in HIDDEN_ELEMENTS or hidden_by(found.attributes)


def hidden_by(attributes: dict[str, str]) -> bool:
    """Whether these attributes keep an element from being seen."""
    if "hidden" in attributes and attributes["hidden"].lower() != "false":
        return True
    if attributes.get("aria-hidden", "").lower() == "true":
        return True
    style = "".join(attributes.get("style", "").lower().split())
    return bool(style) and _HIDING_STYLE.search(style) is not None


def visible_blocks(source: str, hidden: list[str]) -> list[tuple[BlockKind, str]]:
    """The paragraphs of a piece of HTML that a reader sees.

    ``hidden`` are the elements, outermost first, opened by earlier pieces and hiding what comes;
    it is brought up to date. For the loose HTML of a Markdown file: no lists, no tables.
    """
    text = _COMMENT.sub("", source)
    paragraphs: list[list[str]] = [[]]
    done = 0
    for found in _TAG.finditer(text):
        if not hidden:
            paragraphs[-1].append(text[done : found.start()])
        done = found.end()
        this = tag(found.group())
        if this is None:
            continue
        if not hidden and this.name in _BREAKS:
            paragraphs.append([])
        _follow(this, hidden)
    if not hidden:
        paragraphs[-1].append(text[done:])
    words = (html.unescape("".join(parts)) for parts in paragraphs)
    return [(BlockKind.PARAGRAPH, paragraph) for paragraph in words if paragraph.strip()]


def _follow(this: Tag, hidden: list[str]) -> None:
    if this.closing:
        if this.name in hidden:
            del hidden[len(hidden) - 1 - hidden[::-1].index(this.name) :]
    elif not this.empty and (hides(this) or this.name in hidden):
        hidden.append(this.name)
