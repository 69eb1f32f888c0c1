"""Saved web pages: what a reader of the article sees, and nothing else.

The page is parsed by libxml2 and walked without recursion. Where it is nested deeper than libxml2
goes (2,048 levels), its paragraphs are read without the tree.
"""

import html
import re
from collections.abc import Sequence
from typing import Any

from lxml import etree
from lxml.html import HTMLParser

from app.errors import SourceRefused
from app.saying import say
from app.sources.decoding import decode
from app.sources.document import Document
from app.sources.readers.fragments import visible_blocks
from app.sources.readers.html_article import article
from app.sources.readers.html_blocks import write_down
from app.sources.readers.html_metadata import Page, about
from app.sources.readers.naming import stem
from app.sources.tidying import clean, one_line

FORMAT = "html"
Element = Any  # lxml has no types of its own

_CHARSET = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?([A-Za-z0-9_:.-]+)""", re.IGNORECASE)
_XML_START = re.compile(r"\s*<\?xml[^>]*\?>")
_NAMED = re.compile(r"&([A-Za-z][A-Za-z0-9]*);")
_XML_NAMES = frozenset(("amp", "lt", "gt", "quot", "apos"))
_SELF_CLOSED = re.compile(r"<([A-Za-z][A-Za-z0-9]*)((?:\s[^<>]*)?)/>")
_XHTML = re.compile(r"<html[^>]*xmlns", re.IGNORECASE)
_VOID = frozenset(("br", "hr", "img", "input", "link", "meta", "area", "base", "col", "wbr"))
_FEW_WORDS = 120  # an error or login page says little; a real article says more
_NO_ARTICLE = re.compile(
    r"^(?:error\b|[45]\d\d\b|.{0,30}\b(?:not found|access denied|forbidden|sign in|log ?in|"
    r"just a moment|attention required|are you (?:a )?(?:robot|human)|captcha|unauthorized|"
    r"internal server error|bad gateway|service unavailable|page unavailable|"
    r"session expired|subscribe to continue)\b|.{0,12}(?:登录|登入|页面不存在|找不到|ログイン|"
    r"ページが見つかりません)|.{0,20}\b(?:anmelden|seite nicht gefunden|connexion|"
    r"page introuvable)\b)",
    re.IGNORECASE,
)
_NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, 2.2
_NEEDS_SCRIPTS = re.compile(
    r"(?:enable|requires?|turn on) javascript|verify (?:that )?you are (?:a )?human|"
    r"checking your browser",
    re.IGNORECASE,
)


def read(data: bytes, name: str) -> Document:
    """A saved page as a document.

    Raises SourceRefused where there are no words in it, or only those of an error or login page.
    """
    decoded = decode(data, _declared(data))
    root, said = _parsed(decoded.text)
    if root is None:
        raise SourceRefused(
            say("“{name}” holds no text.", name=name), remedy="Save the page again."
        )
    page = about(root)
    manuscript = write_down(article(root))
    heading = manuscript.first_heading
    title = heading or page.heading or page.title or stem(name)
    words = " ".join(manuscript.texts)
    _refuse_error_page(name, page, title, words)
    return manuscript.document(
        name=name,
        metadata=page.metadata,
        title=one_line(title) or stem(name),
        format=FORMAT,
        encoding=decoded.encoding,
        recovered=(*decoded.recovered, *said, *_said(name)),
    )


def _said(name: str) -> Sequence[str]:
    if name.lower().endswith((".html", ".htm", ".xhtml")):
        return ()
    return ("By its name it is no web page, but it holds one; it was read as one.",)


def _declared(data: bytes) -> str:
    found = _CHARSET.search(data[:4096])
    return found.group(1).decode("ascii") if found else ""


def _parsed(text: str) -> tuple[Element | None, Sequence[str]]:
    """The page as a tree, and what was given up for it.

    Pages written as XML are parsed as such, so that ``<a/>`` is closed.
    """
    text = _XML_START.sub("", clean(text), count=1)
    if _XHTML.search(text[:3000]):
        tree = _as_xml(text)
        if tree is not None:
            return tree, ()
        text = _SELF_CLOSED.sub(_opened_and_closed, text)
    parser = HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        root: Element | None = etree.fromstring(text.encode("utf-8", "replace"), parser)
    except (etree.ParserError, etree.XMLSyntaxError):
        root = None
    if root is None:  # as of a page of nothing but comments
        return None, ()
    if any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log):
        return _flat(text), ("The page is nested too deeply; only its paragraphs were read.",)
    _take_out_controls(root)
    return root, ()


def _take_out_controls(root: Element) -> None:
    """Leave no character that a tree gives out but refuses to take in again, written as "&#31;" too."""
    for element in root.iter():
        if element.text:
            element.text = _NO_XML.sub(" ", element.text)
        if element.tail:
            element.tail = _NO_XML.sub(" ", element.tail)


def _flat(text: str) -> Element:
    """A tree of nothing but the paragraphs that a reader sees."""
    body = etree.Element("body")
    for _, words in visible_blocks(text, []):
        etree.SubElement(body, "p").text = one_line(words)
    return body


def _opened_and_closed(found: "re.Match[str]") -> str:
    name, attributes = found.groups()
    return found.group() if name.lower() in _VOID else f"<{name}{attributes}></{name}>"


def _as_xml(text: str) -> Element | None:
    """The page as XML without namespaces, or None where it is not well-formed."""
    known = _NAMED.sub(_character, text)
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(known.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        return None
    for element in root.iter(etree.Element):
        element.tag = etree.QName(element).localname.lower()
    etree.cleanup_namespaces(root)
    return root


def _character(found: "re.Match[str]") -> str:
    return found.group() if found.group(1) in _XML_NAMES else html.unescape(found.group())


def _refuse_error_page(name: str, page: Page, title: str, words: str) -> None:
    if len(words.split()) > _FEW_WORDS or len(words) > _FEW_WORDS * 8:
        return
    titles = (title, page.title)
    if any(_NO_ARTICLE.search(words_of) for words_of in titles) or _NEEDS_SCRIPTS.search(words):
        raise SourceRefused(
            say(
                "“{name}” is an error or login page (“{title}”), not an article.",
                name=name,
                title=title,
            ),
            remedy="Open the page in a browser and save it once the article shows.",
        )
