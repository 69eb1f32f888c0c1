"""What a web page says of itself: JSON-LD first, then Open Graph, article tags and plain HTML."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lxml import etree

from app.sources.document import Metadata
from app.sources.tidying import one_line

Element = Any
_ARTICLES = re.compile(r"(?:Article|Posting|Report|WebPage)$")
_SITE = re.compile(r"\s+(?:[|·•—–]|::|»)\s+[^|·•—–»]{1,40}$")
_URL = re.compile(r"^https?://\S+$")
_LONGEST_NAME = 80
_LARGEST = 400_000  # characters of JSON-LD; more is a shop's catalogue


@dataclass(frozen=True, slots=True)
class Page:
    """A page's metadata, its own title without the site's name, and its only H1."""

    metadata: Metadata
    title: str
    heading: str


def about(root: Element) -> Page:
    """Gather it; call before anything is taken out of the tree."""
    named = _named(root)
    linked = _linked(root)
    title = named.get("og:title") or _text(root.find(".//title")) or linked.get("headline", "")
    title = _SITE.sub("", title) or title
    headings = [words for h1 in root.iter("h1") if (words := _text(h1))]
    author = linked.get("author") or named.get("author") or _marked_author(root)
    date = (
        linked.get("datePublished")
        or named.get("article:published_time")
        or named.get("date")
        or named.get("dc.date")
        or _time(root)
    )
    return Page(
        metadata=Metadata(
            title=title,
            authors=() if not author or _URL.match(author) else tuple(author.split("\n")),
            date=date,
            url=_canonical(root) or named.get("og:url", ""),
            # descriptions are meant for machines and may hold orders to them: never read
            fields=tuple((key, named[key]) for key in ("og:site_name", "og:type") if key in named),
        ),
        title=title,
        heading=headings[0] if len(headings) == 1 else "",
    )


def _text(element: Element | None) -> str:
    return "" if element is None else one_line("".join(element.itertext()))


def _named(root: Element) -> dict[str, str]:
    found: dict[str, str] = {}
    for meta in root.iter("meta"):
        key = meta.get("property") or meta.get("name") or meta.get("itemprop") or ""
        value = one_line(meta.get("content") or "")
        if key and value:
            found.setdefault(key.lower(), value)
    return found


def _canonical(root: Element) -> str:
    for link in root.iter("link"):
        if "canonical" in (link.get("rel") or "").lower().split():
            url = one_line(link.get("href") or "")
            return url if _URL.match(url) else ""
    return ""


def _marked_author(root: Element) -> str:
    """The author by microdata (schema.org), one a line."""
    found: dict[str, None] = {}
    for element in root.iter(etree.Element):
        if element.get("itemprop") != "author" or element.tag == "meta":
            continue
        inner = [e for e in element.iter(etree.Element) if e.get("itemprop") == "name"]
        found[_text(inner[0] if inner else element)] = None
    return "\n".join(name for name in found if 0 < len(name) <= _LONGEST_NAME)


def _time(root: Element) -> str:
    """The only time that the page names; one of several could be anything."""
    times = {one_line(time.get("datetime") or "") for time in root.iter("time")} - {""}
    return times.pop() if len(times) == 1 else ""


def _linked(root: Element) -> dict[str, str]:
    found: dict[str, str] = {}
    for script in root.iter("script"):
        if (script.get("type") or "").lower() != "application/ld+json":
            continue
        text = script.text or ""
        try:
            data = json.loads(text) if len(text) <= _LARGEST else None
        except (ValueError, RecursionError):
            continue
        for thing in _things(data):
            if _ARTICLES.search(str(thing.get("@type", ""))):
                _take(thing, found)
    return found


def _things(data: object) -> Iterator[dict[str, object]]:
    """The objects of JSON-LD: one, a list, or a graph."""
    if isinstance(data, dict):
        graph = data.get("@graph")
        yield data
        yield from _things(graph) if isinstance(graph, list) else ()
    elif isinstance(data, list):
        yield from (item for item in data if isinstance(item, dict))


def _take(thing: dict[str, object], found: dict[str, str]) -> None:
    for key in ("headline", "datePublished"):
        value = thing.get(key)
        if isinstance(value, str) and value.strip():
            found.setdefault(key, one_line(value))
    author = thing.get("author")
    people = author if isinstance(author, list) else [author]
    names = [
        one_line(name)
        for person in people
        if isinstance(name := person.get("name") if isinstance(person, dict) else person, str)
    ]
    if any(names):
        found.setdefault("author", "\n".join(name for name in names if name))
