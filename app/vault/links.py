"""Links as Obsidian reads and writes them: the one place that knows, for lint, viewer and pages.

A wikilink opens at ``[[`` and closes at the first ``]]`` on its line; only the innermost pair
counts. What stands before the first pipe is the target, what stands before its first "#" the
path. A Markdown link is percent-decoded and looked up in the whole vault just like a wikilink.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote

from app.vault import frontmatter, markdown
from app.vault.files import Resolution, VaultFiles

__all__ = [
    "Link",
    "Resolution",
    "VaultFiles",
    "find",
    "find_block",
    "find_heading",
    "heading_matches",
    "heading_text_for_link",
    "property_links",
    "wikilink",
]


@dataclass(frozen=True, slots=True)
class Link:
    """A link to something in the vault, at ``text[start:end]``; line numbers begin at 1.

    ``path`` is what is looked up, ``subpath`` what follows the first "#" ("Heading", "A#B",
    "^id", "page=3"), ``display`` the words shown instead, None where the link gives none.
    ``in_property`` names the property that the link is the whole value of; where its place is not
    known it stands at 0. ``written`` is the link as it stands there.
    """

    path: str
    subpath: str = ""
    display: str | None = None
    start: int = 0
    end: int = 0
    line: int = 1
    is_embed: bool = False
    is_markdown: bool = False
    in_comment: bool = False
    in_property: str = ""
    written: str = ""

    @property
    def segments(self) -> tuple[str, ...]:
        """The headings of the subpath, outermost first."""
        return tuple(part for part in self.subpath.split("#") if part.strip())

    @property
    def block(self) -> str:
        """The block id that the subpath ends in, without "^", or empty."""
        last = self.subpath.rpartition("#")[2].strip()
        return last[1:] if last.startswith("^") else ""


_WIKI = r"(?P<wiki_embed>!?)\[\[(?P<wiki>(?:(?!\[\[|\]\])[^\r\n])+)\]\]"
_MARKDOWN = (
    r"(?P<embed>!?)\[(?P<text>(?:\\.|[^\[\]\\\r\n]|\[[^\[\]\r\n]*\])*)\]"
    r"\((?P<target><[^<>\r\n]*>|(?:\\.|[^\s()\\]|\([^\s()]*\))*)"
    r"(?:[ \t]+(?:\"[^\"\r\n]*\"|'[^'\r\n]*'|\([^()\r\n]*\)))?[ \t]*\)"
)
_LINK = re.compile(rf"\\[\\\[\]!]|{_WIKI}|{_MARKDOWN}")
_PIPE = re.compile(r"\\?\|")
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_BACKSLASH = re.compile(r"\\([!-/:-@\[-`{-~])")


def find(text: str) -> list[Link]:
    """The links in a note's text, in order; those in properties are not among them.

    Code, HTML, math and escaped brackets hold none. Those inside ``%% %%`` are marked, since
    Obsidian indexes them. Links to the web are left out.
    """
    seen = markdown.masked(text)
    comments = markdown.comments(text) if "%%" in seen else ()
    links = []
    line = position = 0
    for match in _LINK.finditer(seen):
        line += text.count("\n", position, match.start())
        position = match.start()
        link = _parsed(match, text, line + 1)
        if link is not None:
            links.append(replace(link, in_comment=True) if _in(comments, position) else link)
    return links


def _in(spans: Sequence[tuple[int, int]], place: int) -> bool:
    index = bisect_right(spans, place, key=lambda span: span[0]) - 1
    return index >= 0 and place < spans[index][1]


def _parsed(match: re.Match[str], text: str, line: int) -> Link | None:
    """The link that was found, with its words from ``text``, where code is still readable."""
    if match["wiki"] is not None:
        path, subpath, display = _wiki_parts(text[slice(*match.span("wiki"))])
    elif match["target"] is not None:
        path, subpath = _markdown_parts(match["target"])
        display = text[slice(*match.span("text"))]
    else:
        return None
    if not path and not subpath:
        return None
    return Link(
        path=path,
        subpath=subpath,
        display=display,
        start=match.start(),
        end=match.end(),
        line=line,
        is_embed=bool(match["wiki_embed"] or match["embed"]),
        is_markdown=match["wiki"] is None,
        written=text[match.start() : match.end()],
    )


def _wiki_parts(inner: str) -> tuple[str, str, str | None]:
    pipe = _PIPE.search(inner)
    target = inner[: pipe.start()] if pipe else inner
    path, _, subpath = target.partition("#")
    return path.strip(), subpath.strip(), inner[pipe.end() :].strip() if pipe else None


def _markdown_parts(target: str) -> tuple[str, str]:
    """Path and subpath of a destination; both empty if it leads out of the vault."""
    bare = _BACKSLASH.sub(r"\1", target[1:-1] if target.startswith("<") else target)
    if _ELSEWHERE.match(bare):
        return "", ""
    path, _, subpath = unquote(bare).partition("#")
    return path.strip(), subpath.strip()


def property_links(properties: Mapping[str, object], text: str = "") -> list[Link]:
    """The links in properties: only a value, or an item of a list, that is a link as a whole.

    Given the note's whole ``text``, each has its place and line where it is written plainly.
    """
    places = _written_links(text[: frontmatter.body_offset(text)])
    links = []
    for name, value in properties.items():
        for item in value if isinstance(value, list) else [value]:
            match = _LINK.fullmatch(item.strip()) if isinstance(item, str) else None
            link = _parsed(match, match.string, 1) if match else None
            if link is not None:
                links.append(_placed(replace(link, in_property=str(name)), places))
    return links


def _written_links(block: str) -> dict[tuple[str, str, str | None], list[Link]]:
    written: dict[tuple[str, str, str | None], list[Link]] = {}
    for match in _LINK.finditer(block):
        link = _parsed(match, block, markdown.line_of(block, match.start()))
        if link is not None:
            written.setdefault((link.path, link.subpath, link.display), []).append(link)
    return written


def _placed(link: Link, places: dict[tuple[str, str, str | None], list[Link]]) -> Link:
    same = places.get((link.path, link.subpath, link.display))
    if not same:
        return replace(link, start=0, end=0)
    place = same.pop(0)
    return replace(link, start=place.start, end=place.end, line=place.line)


# What Obsidian leaves out of both sides before it compares (``stripHeading`` as documented in its
# typings); apostrophe, dash and underscore stay.
_NOT_COMPARED = re.compile(r"[!\"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\r\n]+|\s+")
# What it leaves out of a link that it writes (``stripHeadingForLink``), and the two marks of
# emphasis and code, which would begin to work inside the link.
_NOT_WRITTEN = re.compile(r"[:#|^\\\r\n`*]|%%|\[\[|\]\]")


def _heading_key(text: str) -> str:
    return " ".join(_NOT_COMPARED.sub(" ", text).split()).lower()


def heading_text_for_link(heading: str) -> str:
    """What to write after "#" to link to ``heading`` (its raw text)."""
    return " ".join(_NOT_WRITTEN.sub(" ", heading).split())


def heading_matches(segment: str, heading: str) -> bool:
    """Whether a link's ``segment`` means ``heading``."""
    key = _heading_key(segment)
    return bool(key) and key == _heading_key(heading)


def find_heading(headings: Sequence[str], segments: Sequence[str]) -> int | None:
    """The index of the heading that ``segments`` lead to, each found after the one before."""
    position = -1
    for segment in segments:
        fitting = (
            index
            for index in range(position + 1, len(headings))
            if heading_matches(segment, headings[index])
        )
        found = next(fitting, None)
        if found is None:
            return None
        position = found
    return position if position >= 0 else None


def find_block(ids: Iterable[str], block: str) -> str | None:
    """The id among ``ids`` that a link to ``^block`` leads to; case does not count."""
    return next((id_ for id_ in ids if id_.lower() == block.lower()), None)


_UNSHOWN = re.compile(r"[\[\]`\r\n]|%%|<(?=[A-Za-z/!?])")
_SHOWN_AS = {"[": "(", "]": ")", "<": "‹", "%%": "%", "`": ""}


def wikilink(stem: str, subpath: str = "", display: str = "", *, in_table: bool = False) -> str:
    """The link to the note ``stem``, at ``subpath`` (without "#"), shown as ``display``.

    Words that would end the link or open code inside it are shown by their nearest likeness. In a
    table the pipe gets its backslash. ``stem`` may be a path; then its name is shown, as Obsidian
    itself does (interop 1.4).
    """
    display = display or ("" if subpath else stem.rpartition("/")[2])
    target = f"{stem}#{subpath}" if subpath else stem
    shown = " ".join(_UNSHOWN.sub(lambda match: _SHOWN_AS.get(match[0], " "), display).split())
    if in_table:
        shown = shown.replace("|", "\\|")
    pipe = "\\|" if in_table else "|"
    return f"[[{target}{pipe}{shown}]]" if shown and shown != target else f"[[{target}]]"
