"""The numbers of a Word document's lists, and paragraphs that go on inside an item.

Word counts while it draws; the file holds only rules. mammoth tells lists apart but neither counts
on after a paragraph in between nor sees that a level without a mark is the rest of the item above.
So each list paragraph is given its mark in a token before mammoth runs, and the tokens are read
from the tree that comes out.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

Element = Any

WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_OPEN, _CLOSE = "\ufdd1", "\ufdd2"  # noncharacters: no text has them
_TOKEN = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")
_GOES_ON = "+"
_DEEPEST = 9
_LETTERS = {"lowerLetter": "a", "upperLetter": "A"}  # other forms are read as figures


@dataclass(frozen=True, slots=True)
class _Level:
    start: int = 1
    form: str = "decimal"
    text: str = "%1."

    @property
    def is_blank(self) -> bool:
        """Whether its paragraphs have no mark at all."""
        return self.form == "none" or not self.text.strip()


@dataclass(slots=True)
class _Numbering:
    levels: dict[str, dict[int, _Level]] = field(default_factory=dict)  # by list
    counted_with: dict[str, str] = field(default_factory=dict)  # by list, what it counts on
    styles: dict[str, tuple[str, int]] = field(default_factory=dict)  # list and level, by style


def mark(document: Element, numbering: Element | None, styles: Element | None) -> None:
    """Put each list paragraph's mark into the document as a token."""
    known = _read(numbering, styles)
    counts: dict[str, list[int]] = {}
    for paragraph in document.iter(f"{WORD}p"):
        place = _place(paragraph, known)
        if place is None:
            continue
        number, at = place
        level = known.levels.get(number, {}).get(at)
        if level is None:
            continue
        if level.is_blank:
            _take_out_of_list(paragraph)
            _put_token(paragraph, f"{_GOES_ON}{at}")
        elif level.form != "bullet":
            row = counts.setdefault(known.counted_with[number], [0] * _DEEPEST)
            row[at] = row[at] + 1 if row[at] else level.start
            row[at + 1 :] = [0] * (_DEEPEST - at - 1)
            _put_token(paragraph, f"{row[at]}{_LETTERS.get(level.form, '')}")


def _read(numbering: Element | None, styles: Element | None) -> _Numbering:
    known = _Numbering()
    if numbering is not None:
        abstract = {
            one.get(f"{WORD}abstractNumId"): {
                _whole(level.get(f"{WORD}ilvl"), 0): _level(level)
                for level in one.findall(f"{WORD}lvl")
            }
            for one in numbering.findall(f"{WORD}abstractNum")
        }
        for num in numbering.findall(f"{WORD}num"):
            _read_list(num, abstract, known)
    for style in styles.findall(f"{WORD}style") if styles is not None else ():
        place = _own_place(style)
        if place is not None:
            known.styles[style.get(f"{WORD}styleId") or ""] = place
    return known


def _read_list(num: Element, abstract: dict[Any, dict[int, _Level]], known: _Numbering) -> None:
    number = num.get(f"{WORD}numId") or ""
    base = _value(num, "abstractNumId")
    known.levels[number] = dict(abstract.get(base, {}))
    known.counted_with[number] = f"all of {base}"
    for override in num.findall(f"{WORD}lvlOverride"):
        at = _whole(override.get(f"{WORD}ilvl"), 0)
        own = override.find(f"{WORD}lvl")
        if own is not None:
            known.levels[number][at] = _level(own)
        start = _value(override, "startOverride")
        if start:
            known.counted_with[number] = number
            old = known.levels[number].get(at, _Level())
            known.levels[number][at] = _Level(_whole(start, 1), old.form, old.text)


def _level(element: Element) -> _Level:
    return _Level(
        _whole(_value(element, "start"), 1),
        _value(element, "numFmt") or "decimal",
        _value(element, "lvlText"),
    )


def _place(paragraph: Element, known: _Numbering) -> tuple[str, int] | None:
    """The list and level of a paragraph, its own or its style's."""
    own = _own_place(paragraph)
    style = _value(paragraph.find(f"{WORD}pPr"), "pStyle")
    by_style = known.styles.get(style)
    if own is None:
        return by_style
    number, at = own
    if not number and by_style is not None:
        number = by_style[0]
    return (number, at) if number not in ("", "0") else None


def _own_place(element: Element) -> tuple[str, int] | None:
    numbered = element.find(f"{WORD}pPr/{WORD}numPr")
    if numbered is None:
        return None
    at = _whole(_value(numbered, "ilvl"), 0)
    return _value(numbered, "numId"), min(at, _DEEPEST - 1)


def _value(element: Element | None, child: str) -> str:
    found = element.find(f"{WORD}{child}") if element is not None else None
    return (found.get(f"{WORD}val") or "") if found is not None else ""


def _whole(said: str | None, otherwise: int) -> int:
    return int(said) if said and said.isdecimal() and len(said) < 7 else otherwise


def _take_out_of_list(paragraph: Element) -> None:
    properties = paragraph.find(f"{WORD}pPr")
    numbered = properties.find(f"{WORD}numPr") if properties is not None else None
    if numbered is not None:
        properties.remove(numbered)


def _put_token(paragraph: Element, words: str) -> None:
    run = etree.Element(f"{WORD}r")
    etree.SubElement(run, f"{WORD}t").text = f"{_OPEN}{words}{_CLOSE}"
    paragraph.insert(1 if paragraph.find(f"{WORD}pPr") is not None else 0, run)


def unmark(root: Element) -> None:
    """Read the tokens: numbers become those of items, the rest of an item moves into it."""
    for element in list(root.iter(etree.Element)):
        found = _TOKEN.match(element.text or "")
        if found is None:
            continue
        element.text = element.text[found.end() :]
        words = found.group(1)
        if words.startswith(_GOES_ON):
            _move_into_item(element, int(words[1:]))
        elif element.tag == "li":
            _number(element, words)


def _number(item: Element, words: str) -> None:
    item.set("value", words.rstrip("aA"))
    if not words.isdecimal():
        item.getparent().set("type", words[-1])


def _move_into_item(paragraph: Element, level: int) -> None:
    """Move a paragraph into the item before it, and the list after it into the list before it."""
    before, after = paragraph.getprevious(), paragraph.getnext()
    if before is None or before.tag not in ("ol", "ul") or paragraph.tag != "p" or paragraph.tail:
        return
    item = _last_item(before, level)
    if item is None:
        return
    item.append(paragraph)
    if after is not None and after.tag == before.tag:
        before.extend(list(after))
        after.getparent().remove(after)


def _last_item(found: Element, level: int) -> Element | None:
    items: Sequence[Element] = found.findall("li")
    if not items:
        return None
    inner = items[-1].find("ol") if items[-1].find("ol") is not None else items[-1].find("ul")
    if level and inner is not None:
        return _last_item(inner, level - 1)
    return items[-1]
