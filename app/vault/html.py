"""A page of the vault as HTML that Qt's rich text shows well.

``render`` takes a compiled page or any note of the person's and promises:

- nothing is loaded from anywhere: raw HTML is shown as text, images are links;
- links are ``vault:<path>#<anchor>``, ``missing:<name>``, ``http(s):`` or ``mailto:``, and
  nothing else, whatever the note says;
- headings and blocks carry the anchor that a link to them names (``anchor``);
- a callout that its writer folded stands between ``<!--fold-->`` and ``<!--/fold-->`` marks,
  its title linking to ``fold:<number>``, so that a view can open and close it.
"""

import re
from collections.abc import Callable
from html import escape
from urllib.parse import quote, unquote
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.blockprocessors import BlockQuoteProcessor, HashHeaderProcessor
from markdown.extensions import Extension
from markdown.extensions.footnotes import FootnoteExtension
from markdown.inlinepatterns import InlineProcessor
from markdown.preprocessors import Preprocessor
from markdown.util import AtomicString

from app.vault.html_blocks import bounded, regular, visible
from app.vault.html_tree import AfterInline, BeforeInline, folds, plain
from app.vault.pointing import MARK

Resolve = Callable[[str], str | None]
"""The vault path of the file that a link path names, or None where none does."""

_ASCII_PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
_SPACED = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\r\n\s]+")
_SCHEME = re.compile(r"\s*([A-Za-z][A-Za-z0-9+.-]*):")
_WEB = ("http", "https", "mailto")
_EXTENSIONS = (
    "tables",
    "sane_lists",
    "nl2br",
    "pymdownx.tilde",
    "pymdownx.mark",
    "pymdownx.magiclink",
)
_SETTINGS = {"tables": {"use_align_attribute": True}, "pymdownx.tilde": {"subscript": False}}


def render(markdown_text: str, resolve: Resolve) -> str:
    """``markdown_text`` as a fragment of HTML; links are looked up with ``resolve``."""
    body, cut = visible(markdown_text)
    markdown = Markdown(
        extensions=[
            *_EXTENSIONS,
            _Footnotes(SEPARATOR="-"),
            _Obsidian(resolve),
        ],
        extension_configs=_SETTINGS,
    )
    try:
        fragment = folds(markdown.convert(body))
    except RecursionError:  # blocks nested deeper than anyone reads
        fragment = f"<pre>{escape(body)}</pre>"
    return fragment + '\n<p class="cut">…</p>' if cut else fragment


def anchor(place: str) -> str:
    """What the last part of a link's ``#…`` and the heading or block that it names share.

    Headings are compared as Obsidian compares them: punctuation is a space, case is nothing.
    """
    place = place.replace(MARK, "")
    return place.lower() if place.startswith("^") else _SPACED.sub(" ", place).strip().lower()


def address(target: str, resolve: Resolve) -> str:
    """The address of a link to ``target``: a link path with or without ``#heading``."""
    path, hash_, subpath = target.partition("#")
    place = anchor(subpath.rsplit("#", 1)[-1])  # of nested headings the last one counts
    if not path.strip() and hash_:
        return "#" + quote(place)
    found = resolve(path.strip())
    if found is None:
        return "missing:" + quote(path.strip())
    place = place if found.lower().endswith(".md") else subpath
    return "vault:" + quote(found) + ("#" + quote(place) if place else "")


def _link(href: str, words: str) -> Element:
    """A link, or its words alone where the address is none that may be followed."""
    element = Element("a", {"href": href})
    if href.startswith("missing:"):
        element.set("class", "missing")
    element.text = words
    return element


class _Wikilink(InlineProcessor):
    """``[[path#heading|words]]``, and ``![[…]]`` as a link to what it would embed."""

    def __init__(self, md: Markdown, resolve: Resolve) -> None:
        super().__init__(r"(?<!\\)!?\[\[((?:(?!\[\[|\]\]|\n).)+)\]\]", md)
        self._resolve = resolve

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[Element, int, int]:
        target, bar, words = _split_display(m[1])
        embed = m[0].startswith("!")
        if not bar or (embed and re.fullmatch(r"\d+(x\d+)?", words)):
            words = _words_of(target)
        element = _link(address(target, self._resolve), words)
        if embed:
            element.set("class", f"{element.get('class', '')} embed".strip())
        return element, m.start(0), m.end(0)


def _split_display(inside: str) -> tuple[str, str, str]:
    parts = re.split(r"\\?\|", inside, maxsplit=1)
    return (parts[0].strip(), "|", parts[1].strip()) if len(parts) > 1 else (inside.strip(), "", "")


def _words_of(target: str) -> str:
    """What Obsidian shows for a link without words of its own."""
    return " > ".join(part for part in target.split("#") if part)


class _Shown(InlineProcessor):
    """Text that is shown as it stands, in an element of its own."""

    def __init__(self, pattern: str, md: Markdown, tag: str, kind: str) -> None:
        super().__init__(pattern, md)
        self._tag, self._kind = tag, kind

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[Element, int, int]:
        element = Element(self._tag, {"class": self._kind})
        element.text = AtomicString(m[1])
        return element, m.start(0), m.end(0)


class _Headings(HashHeaderProcessor):
    """Headings as Obsidian has them: ``#tag`` is none, and ``# C#`` keeps its last mark."""

    RE = re.compile(
        r"(?:^|\n)(?P<level>#{1,6})[ \t]+(?P<header>(?:\\.|[^\\\n])*?)(?:[ \t]+#+)?[ \t]*(?:\n|$)"
    )


class _Quotes(BlockQuoteProcessor):
    """A blank line ends a quotation, so that two callouts in a row are two (CommonMark 0.31, 5.1)."""

    def lastChild(self, parent: Element) -> Element | None:  # noqa: N802
        """None, for the package would go on in it."""
        return None


class _Footnotes(FootnoteExtension):
    """Footnotes with one way back each, however often a note is named."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        super().extendMarkdown(md)
        md.treeprocessors.deregister("footnote-duplicate")

    def unique_ref(self, reference: str, found: bool = False) -> str:  # noqa: FBT001
        if found:
            count = self.found_refs[reference] = self.found_refs.get(reference, 0) + 1
            return reference if count == 1 else reference.replace("fnref", f"fnref{count}", 1)
        return reference


class _Regular(Preprocessor):
    """Blocks as the package needs them, fenced code put aside as finished HTML."""

    def run(self, lines: list[str]) -> list[str]:
        return [*bounded(regular(lines, self._stash)), "", ""]

    def _stash(self, language: str, code: str) -> str:
        shown = f'<pre class="code">{escape(code)}</pre>'
        html = f'<table class="code" width="100%"><tr><td class="code">{shown}</td></tr></table>'
        stored: str = self.md.htmlStash.store(html)
        return stored


class _Obsidian(Extension):
    def __init__(self, resolve: Resolve) -> None:
        super().__init__()
        self._resolve = resolve

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        md.preprocessors.deregister("html_block")
        md.preprocessors.register(_Regular(md), "regular", 25)
        md.parser.blockprocessors.register(_Headings(md.parser), "hashheader", 70)
        md.parser.blockprocessors.register(_Quotes(md.parser), "quote", 20)
        for pattern in ("html", "automail", "magic-mail"):
            md.inlinePatterns.deregister(pattern)
        md.ESCAPED_CHARS = list(_ASCII_PUNCTUATION)
        md.inlinePatterns.register(_Wikilink(md, self._resolve), "wikilink", 185)
        for name, pattern, tag, priority in _SHOWN:
            md.inlinePatterns.register(_Shown(pattern, md, tag, name), name, priority)
        md.treeprocessors.register(BeforeInline(md, anchor), "obsidian", 45)
        md.treeprocessors.register(AfterInline(md, self._mend_link), "obsidian-links", 5)

    def _mend_link(self, element: Element) -> None:
        """Send a Markdown link where it may go; take away an address that may not be followed."""
        href = element.get("href", "")
        if href.startswith(("vault:", "missing:", "#")):
            return
        scheme = _SCHEME.match(href)
        if scheme and scheme[1].lower() in _WEB:
            return
        if scheme or not href:
            element.attrib.pop("href", None)
            return
        mended = _link(address(unquote(href), self._resolve), plain(element))
        element.attrib.update(mended.attrib)


_SHOWN = (
    ("math", r"(?<![\\$])\$\$?(?=\S)((?:[^$\n\\]|\\.)+?)(?<=\S)\$\$?(?![\d$])", "code", 188),
    ("tag", r"(?<![\w&/#\]\)])(#[\w/-]*[^\W\d][\w/-]*)", "span", 75),
)
