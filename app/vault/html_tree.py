"""What is done to the parsed page: callouts, tables, task lists, block ids, footnote titles.

Qt's rich text knows tables and colours but no cards, no folding and no input boxes, so a callout
is a table of one column, and a task begins with a drawn box.
"""

import re
from collections.abc import Callable
from itertools import pairwise
from xml.etree.ElementTree import Element, SubElement

from markdown import Markdown
from markdown.extensions.footnotes import NBSP_PLACEHOLDER
from markdown.treeprocessors import Treeprocessor

_CALLOUT = re.compile(
    r"^\[!(?P<type>[^\]|\n]+)(?:\|[^\]\n]*)?\](?P<fold>[-+]?)[ \t]*(?P<title>.*)$"
)
_BLOCK_ID = re.compile(r"(?:^|[ \t]+|\n)\^([A-Za-z0-9-]+)[ \t]*$")
_TASK = re.compile(r"^\[(.)\][ ]+")
_FOLD = re.compile(r'<div class="fold" id="fold-(\d+)">\n?|<div class="unfold"></div>\n?</div>\n?')

_LINE = 80
"""Letters of a line of a page, 760 pixels of text at 15."""

_WORD, _SENTENCE, _PADDING = 12, 40, 4
"""Letters of a cell that is never broken into lines (a date, a number, "Sentences"), and of one that
is so in any case; what the margins of a cell take."""

_SAME_AS = {
    "summary": "abstract", "tldr": "abstract", "hint": "tip", "important": "tip",
    "check": "success", "done": "success", "help": "question", "faq": "question",
    "caution": "warning", "attention": "warning", "fail": "failure", "missing": "failure",
    "error": "danger", "cite": "quote",
}  # fmt: skip
CALLOUTS = frozenset(
    ("note", "abstract", "info", "todo", "tip", "success", "question", "warning", "failure",
     "danger", "bug", "example", "quote")
)  # fmt: skip
"""The kinds of callout that Obsidian draws differently; any other looks like a note."""


def plain(element: Element) -> str:
    """All the words of an element, in order."""
    return "".join(element.itertext())


def folds(html: str) -> str:
    """The page with the marks that a view looks for around each folded part."""
    return _FOLD.sub(lambda m: f"<!--fold {m[1]}-->" if m[1] else "<!--/fold-->", html)


class BeforeInline(Treeprocessor):
    """Works on blocks whose text is still Markdown."""

    def __init__(self, md: Markdown, anchor: Callable[[str], str]) -> None:
        super().__init__(md)
        self._anchor = anchor
        self._folds = 0

    def run(self, root: Element) -> None:
        self._block_ids(root)
        for element in list(root.iter()):
            if element.tag == "blockquote":
                self._callout(element)
            elif element.tag == "li":
                _task(element)
            elif element.tag in ("td", "th") and element.text:
                element.text = element.text.replace("\\|", "|")
                element.set("align", element.get("align", "left"))
            elif re.fullmatch("h[1-6]", element.tag) and "id" not in element.attrib:
                element.set("id", self._anchor(element.text or ""))
            if element.tag == "table" and "class" not in element.attrib:
                element.set("class", "table")

    def _block_ids(self, parent: Element) -> None:
        before: Element | None = None
        for element in list(parent):
            found = None if element.tag in ("pre", "code") else _BLOCK_ID.search(element.text or "")
            if found and element.text is not None:
                element.text = element.text[: found.start()]
                alone = not element.text.strip() and not len(element) and element.tag == "p"
                target = before if alone and before is not None else element
                target.set("id", "^" + found[1].lower())
                if alone:
                    parent.remove(element)
                    continue
            self._block_ids(element)
            before = element

    def _callout(self, quote: Element) -> None:
        first = quote[0] if len(quote) else None
        found = None
        if first is not None and first.tag == "p":
            line, _, rest = (first.text or "").partition("\n")
            found = _CALLOUT.match(line.strip())
        if first is None or found is None:
            _one_cell(quote, "quote")
            return
        first.text = rest
        if not rest.strip() and not len(first):
            quote.remove(first)
        kind = found["type"].strip().lower()
        kind = _SAME_AS.get(kind, kind)
        kind = kind if kind in CALLOUTS else "note"
        cell = _one_cell(quote, f"callout callout-{kind}")
        title = found["title"].strip() or found["type"].strip().capitalize()
        self._head(cell, kind, title, folded=found["fold"] == "-")

    def _head(self, cell: Element, kind: str, title: str, *, folded: bool) -> None:
        """Put the title above what is in ``cell``, and the rest between fold marks."""
        rest = list(cell)
        for element in rest:
            cell.remove(element)
        head = SubElement(cell, "p", {"class": f"callout-title callout-title-{kind}"})
        icon = SubElement(head, "img", {"src": f"icon:callout-{kind}", "alt": kind})
        icon.tail = f" {title}"
        if not folded or not rest:
            cell.extend(rest)
            return
        self._folds += 1
        icon.tail = " "
        SubElement(head, "img", {"src": f"icon:fold-{self._folds}", "alt": ""}).tail = " "
        SubElement(head, "a", {"href": f"fold:{self._folds}", "class": "fold"}).text = title
        body = SubElement(cell, "div", {"class": "fold", "id": f"fold-{self._folds}"})
        body.extend(rest)
        SubElement(body, "div", {"class": "unfold"})


def _one_cell(element: Element, kind: str) -> Element:
    """Make ``element`` a table with a bar of colour at its left; answers the cell beside it."""
    inside, known, tail = list(element), element.get("id"), element.tail
    element.clear()
    element.tag, element.tail = "table", tail
    element.attrib.update({"class": kind, "width": "100%", "cellspacing": "0"})
    if known:
        element.set("id", known)
    cell = SubElement(SubElement(element, "tr"), "td", {"class": kind})
    cell.extend(inside)
    return cell


def _task(item: Element) -> None:
    holder = item[0] if not (item.text or "").strip() and len(item) and item[0].tag == "p" else item
    found = _TASK.match(holder.text or "")
    if not found or holder.text is None:
        return
    done = found[1] != " "
    item.set("class", "task")
    rest = holder.text[found.end() :]
    holder.text = ""
    state = "done" if done else "open"
    box = Element("img", {"src": f"icon:task-{state}", "alt": f"[{found[1]}]"})
    words = Element("span", {"class": f"task-{state}"})
    words.text = rest
    box.tail = " "
    holder.insert(0, box)
    holder.insert(1, words)


class AfterInline(Treeprocessor):
    """Works on finished text: where links go, images, the order of footnotes and their quotes."""

    def __init__(self, md: Markdown, mend_link: Callable[[Element], None]) -> None:
        super().__init__(md)
        self._mend_link = mend_link

    def run(self, root: Element) -> None:
        for element in list(root.iter()):
            if element.tag == "img" and not element.get("src", "").startswith("icon:"):
                _image_as_link(element)
            if element.tag == "a" and element.get("class") != "fold":
                self._mend_link(element)
            if element.tag == "table" and element.get("class") == "table":
                _widths(element)
        notes = [block for block in root.iter("div") if block.get("class") == "footnote"]
        for block in notes:
            block.set("class", "footnotes")
            _number(root, next(block.iter("ol")))


def _widths(table: Element) -> None:
    """Share the room of a table that is wider than a page by what its columns hold: Qt would give
    each column the same, dates as much as sentences."""
    rows = [[plain(cell) for cell in row] for row in table.iter("tr")]
    columns = max((len(row) for row in rows), default=0)
    longest = [max(len(row[at]) for row in rows if at < len(row)) for at in range(columns)]
    if sum(longest) <= _LINE:
        return
    shares = [min(length, _SENTENCE) + _PADDING for length in longest]
    table.set("width", "100%")
    for cell, share in zip(next(table.iter("tr")), shares, strict=False):
        cell.set("width", f"{round(100 * share / sum(shares))}%")
    for row in table.iter("tr"):
        for cell, length in zip(row, longest, strict=False):
            if length <= _WORD:
                cell.set("class", "short")


def _number(root: Element, notes: Element) -> None:
    """Number marks and notes by where a reader meets them; give each mark its note's words."""
    words = {"#" + item.get("id", ""): _words(item) for item in notes}
    numbers: dict[str, int] = {}
    for mark in root.iter("a"):
        label = mark.get("href", "")
        if mark.get("class") == "footnote-ref" and label in words:
            mark.text = str(numbers.setdefault(label, len(numbers) + 1))
            mark.set("title", words[label])
    for holder in list(root.iter()):
        _part_marks(holder)
    last = len(words) + 1
    notes[:] = sorted(notes, key=lambda item: numbers.get("#" + item.get("id", ""), last))


def _part_marks(holder: Element) -> None:
    """Keep neighbouring marks from reading as one number."""
    for mark, following in pairwise(holder):
        if mark.tag == following.tag == "sup" and not mark.tail:
            mark.tail = "\u2009"


def _words(note: Element) -> str:
    """A note's words without the arrows that lead back to its marks."""
    whole = plain(note).replace(NBSP_PLACEHOLDER, " ")
    for link in note.iter("a"):
        if link.get("class") == "footnote-backref":
            link.attrib.pop("title", None)
            whole = whole.replace(plain(link), "")
    return " ".join(whole.split())


def _image_as_link(image: Element) -> None:
    """Nothing is fetched for a page, so an image is a link with its description."""
    source, words = image.get("src", ""), image.get("alt", "")
    image.tag = "a"
    image.attrib.clear()
    image.attrib.update({"href": source, "class": "embed"})
    image.text = words or source
