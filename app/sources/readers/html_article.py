"""Finding the article in a web page.

First everything goes that a reader does not see or that frames every page of a site (navigation,
contents, comments, sharing). Then readability-lxml proposes an article; where it loses headings or
much of the text, the cleaned page is taken instead.
"""

import re
from copy import deepcopy
from typing import Any

from lxml import etree

from app.sources.readers.fragments import HIDDEN_ELEMENTS, hidden_by

Element = Any
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_FRAMES = frozenset(("nav", "footer", "menu"))
_FRAME_ROLES = frozenset(
    ("navigation", "banner", "contentinfo", "search", "menu", "menubar", "toolbar", "tablist",
     "dialog", "alertdialog", "complementary")
)  # fmt: skip
_FRAME_NAMES = re.compile(
    r"(?:navheader|navfooter|nav|navbar|navigation|navbox|breadcrumbs?|toc|table-of-contents|"
    r"tableofcontents|sidebar|pagination|pager|pagination-nav|cookies?|cookie-(?:banner|notice|bar)|"
    r"consent|gdpr|share|sharing|social|share-buttons|social-share|related|related-posts|"
    r"recommendations?|comments?|comment-list|comments-area|disqus_thread|advert|advertisement|ads?|"
    r"promo|newsletter|subscribe|signup|skip-?link|skip-to-content|skiptocontent|noprint|printfooter|"
    r"mw-editsection|mw-jump-link|hash-link|headerlink|anchor-link|anchorjs-link|"
    r"announcement-?bar|visually-hidden|sr-only|screen-reader-text|edit-this-page|"
    r"site-header|site-footer|page-footer|masthead|catlinks|reflist)",
    re.IGNORECASE,
)
_MODULE_SUFFIX = re.compile(r"_[A-Za-z0-9_-]{4,8}$")  # CSS modules: "sidebar_re4s"
_ASIDES = re.compile(r"admonition|callout|note|warning|tip|important|caution|info", re.IGNORECASE)
_WHOLE = frozenset(("html", "body", "main", "article"))
_REFERENCE = re.compile(r"^\[?(?:\d{1,3}|[a-z]|note \d{1,2}|citation needed)\]?$")
_DEEPEST = 200  # levels; readability copies trees by recursion, so deeper pages go without it
_LARGEST = 3_000_000  # characters of text
_ENOUGH = 0.9  # of the text of the cleaned page
_HALF = 0.5


def article(root: Element) -> Element:
    """The element that holds the article. The tree is changed."""
    body = root.find(".//body")
    body = root if body is None else body
    _take_out_unseen(body)
    _take_out_frames(body)
    found = _main(body)
    proposed = _readable(found)
    return found if proposed is None or _loses(proposed, found) else proposed


def _take_out_unseen(body: Element) -> None:
    doomed = [
        element
        for element in body.iter(etree.Element)
        if element is not body
        and (element.tag in HIDDEN_ELEMENTS or hidden_by(dict(element.items())))
    ]
    _remove(doomed)


def _take_out_frames(body: Element) -> None:
    sizes = _sizes(body)
    most = sizes[body] * _HALF
    doomed = [
        element
        for element in body.iter(etree.Element)
        if element is not body and _frames(element) and sizes[element] <= most
    ]
    _remove(doomed)


def _frames(element: Element) -> bool:
    """Whether an element frames the article rather than being part of it."""
    tag = element.tag
    if tag in _FRAMES or element.get("role", "").lower() in _FRAME_ROLES:
        return True
    names = f"{element.get('class', '')} {element.get('id', '')}"
    if tag == "aside":
        return not _ASIDES.search(names)
    if tag == "sup":
        return _REFERENCE.match("".join(element.itertext()).strip()) is not None
    if tag in _WHOLE or tag in _HEADINGS:
        return False
    return any(_FRAME_NAMES.fullmatch(_MODULE_SUFFIX.sub("", name)) for name in names.split())


def _sizes(body: Element) -> dict[Element, int]:
    """For each element, how much text is in it. Without recursion: pages may be deep."""
    sizes: dict[Element, int] = {}
    for _, element in etree.iterwalk(body, events=("end",)):
        inner = len((element.text or "").strip())
        inner += sum(sizes.get(child, 0) + len((child.tail or "").strip()) for child in element)
        sizes[element] = inner
    return sizes


def _remove(doomed: list[Element]) -> None:
    """Take elements out, keeping the text that follows them."""
    for element in doomed:
        parent = element.getparent()
        if parent is None:
            continue
        if element.tail:
            before = element.getprevious()
            if before is not None:
                before.tail = (before.tail or "") + element.tail
            else:
                parent.text = (parent.text or "") + element.tail
        parent.remove(element)


def _main(body: Element) -> Element:
    """The page's only main or article element, if it holds most of the text; else its body."""
    for tag in ("article", "main"):
        found = list(body.iter(tag))
        if len(found) == 1 and _length(found[0]) >= _HALF * _length(body):
            return found[0]
    return body


def _readable(found: Element) -> Element | None:
    """What readability takes for the article, or None where it cannot be asked."""
    if _depth(found) > _DEEPEST or _length(found) > _LARGEST:
        return None
    from readability import Document
    from readability.readability import Unparseable

    try:
        page = etree.tostring(deepcopy(found), encoding="unicode", method="html")
        summary = Document(f"<html><body>{page}</body></html>").summary(html_partial=True)
        return etree.fromstring(summary, etree.HTMLParser(huge_tree=True))
    except (Unparseable, etree.ParserError, etree.XMLSyntaxError, ValueError):
        return None


def _loses(proposed: Element, found: Element) -> bool:
    """Whether the proposal lacks headings or much of the text."""
    if _length(proposed) < _ENOUGH * _length(found):
        return True
    return _heading_count(proposed) < _heading_count(found)


def _heading_count(element: Element) -> int:
    return sum(1 for heading in element.iter(*_HEADINGS) if _length(heading))


def _length(element: Element) -> int:
    return sum(len(text.strip()) for text in element.itertext())


def _depth(element: Element) -> int:
    deepest = depth = 0
    for event, _ in etree.iterwalk(element, events=("start", "end")):
        depth += 1 if event == "start" else -1
        deepest = max(deepest, depth)
    return deepest
