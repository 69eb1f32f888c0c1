"""A compiled page as its file has it: its statements, and its footnotes with the words that they give."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.lint.checked import Checked
from app.vault import markdown
from app.vault.escaping import unescape
from app.vault.merging.page import Sort, Unit, parsed
from app.vault.merging.placing import NOTES
from app.vault.writing import digest

_DEFINITION = re.compile(r"^ {0,3}\[\^(?P<label>[^\]\[\s]+)\]:[ \t]*", re.MULTILINE)
_MARK = re.compile(r"\[\^(?P<label>[^\]\[\s]+)\](?!:)")
# What begins a block in which nothing is a mark: code, math, HTML.
_BLOCKS = re.compile(r"^ {0,3}(?:```|~~~|\$\$|<)|^(?: {4}|\t)[ \t]*\[\^", re.MULTILINE)
_CODE = re.compile(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)")
_NOTES = re.compile(r"^## +notes\b", re.MULTILINE | re.IGNORECASE)
_LINKED = re.compile(r"”(?=\s*(?:·\s*)?!?\[\[)")
_BLANKS = re.compile(r"\s+")
_OWN_LABEL = re.compile(r"(?P<source>[a-z0-9]{3,8})-(?P<first>[a-z]?\d+)(?:-(?P<last>[a-z]?\d+))?")


@dataclass(frozen=True, slots=True)
class Definition:
    """The definition of a footnote: its label, the line that it stands on, its place in the text, how it
    is written there, and what follows the label (``text``). ``quote`` are the words in its quotation
    marks, plain and on one line; None where it has none."""

    label: str
    line: int
    start: int
    end: int
    written: str
    text: str
    quote: str | None

    @property
    def places(self) -> tuple[str, str, str] | None:
        """Source, first and last sentence of a label as Vaultloom gives them; None for any other."""
        found = _OWN_LABEL.fullmatch(self.label)
        if found is None:
            return None
        return found["source"], found["first"], found["last"] or found["first"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A footnote's mark in the text: its label, line and place."""

    label: str
    line: int
    start: int


def definitions(text: str) -> list[Definition]:
    """The definitions of footnotes in a note, in order."""
    seen = markdown.masked(text) if _BLOCKS.search(text) else text
    return [_definition(text, match) for match in _DEFINITION.finditer(seen)]


def _definition(text: str, match: re.Match[str]) -> Definition:
    stop = text.find("\n", match.end())
    words = text[match.end() : stop if stop >= 0 else len(text)].rstrip()
    end = match.end() + len(words)
    line = markdown.line_of(text, match.start())
    return Definition(
        match["label"], line, match.start(), end, text[match.start() : end], words, _quote(words)
    )


def is_as_generated(checked: Checked, path: str, text: str) -> bool:
    """Whether a page is as it was last generated, so that no hand but ours was on it."""
    row = checked.cache.pages.at(path) if checked.cache else None
    return row is not None and row.base == digest(text.encode())


def last_generated(checked: Checked, path: str) -> str:
    """The text that was last generated for the page at a path; "" where it is none of this vault's."""
    row = checked.cache.pages.at(path) if checked.cache else None
    record = checked.ledger.page_record(row.id) if row and checked.ledger else None
    return record.base if record else ""


def _quote(words: str) -> str | None:
    """The words between the first quotation mark and that before the links, or the last one."""
    if not words.startswith("“"):
        return None
    linked = _LINKED.search(words, 1)
    end = linked.start() if linked else words.rfind("”")
    return plain(unescape(words[1:end])) if end > 0 else None


def plain(words: str) -> str:
    """Words on one line, with single blanks, without the ticks around code."""
    return _BLANKS.sub(" ", words.replace("`", "")).strip()


def marks(text: str) -> Iterator[Mark]:
    """The marks of footnotes in a note, in order, those in definitions included."""
    seen = _without_code(text)
    for match in _MARK.finditer(seen):
        if seen[max(0, match.start() - 1) : match.start()] != "\\":
            yield Mark(match["label"], markdown.line_of(text, match.start()), match.start())


def _without_code(text: str) -> str:
    """A note with its code turned into blanks; only what is involved is looked at as Obsidian does."""
    if _BLOCKS.search(text):
        return markdown.masked(text)
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if "[^" in line and "`" in line:
            lines[number] = _CODE.sub(lambda match: " " * len(match[0]), line)
            if "`" in lines[number]:
                return markdown.masked(text)
    return "\n".join(lines)


def notes_from(text: str) -> int:
    """Where ``## Notes`` begins, its owner's place; the end of the text where there is none."""
    if not _NOTES.search(text):
        return len(text)
    own = (h.start for h in markdown.headings(text) if h.level == 2 and h.text.casefold() == NOTES)
    return next(own, len(text))


def has_marks(text: str) -> bool:
    """Whether a note uses a footnote before ``## Notes``."""
    end = notes_from(text)
    for match in _MARK.finditer(text, 0, end):
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if not set(line) & set("`\\<$\t"):
            return True
    return any(mark.start < end for mark in marks(text))


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a page that says or shows something: a piece of a paragraph, an item, a quote, a table.
    ``labels`` are the footnotes that it uses, ``under`` is its heading in lower case, ``plain`` what of
    its text counts when two are compared."""

    sort: Sort
    text: str
    line: int
    labels: frozenset[str]
    under: str
    plain: str


def parts(text: str) -> list[Part]:
    """The parts of a page's body but for headings, definitions, and what stands under ``## Notes``."""
    text = text.replace("\r\n", "\n")
    page = parsed(text, lambda target: target)
    found, offset = [], len(page.head)
    for section in page.sections:
        units = [*([section.heading] if section.heading else []), *section.units]
        for unit in units:
            offset += len(unit.gap)
            if _is_part(unit):
                line = markdown.line_of(text, offset)
                found.append(Part(unit.sort, unit.text, line, unit.labels, unit.under, unit.plain))
            offset += len(unit.text)
    return found


def _is_part(unit: Unit) -> bool:
    return unit.sort not in {Sort.HEADING, Sort.NOTE} and unit.under != NOTES


_LINKS = re.compile(
    r"!?\[\[[^\]]*\]\]|\[\^[^\]]*\]|!?\[([^\]]*)\]\([^)]*\)|<?https?://\S+|%%.*?%%", re.DOTALL
)
_LATIN = re.compile(r"[^\W\d_\u3040-\u30ff\u3400-\u9fff]{2,}|\d+")
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")


def words_in(text: str) -> int:
    """The words of a part without its links and marks; two Chinese or Japanese characters are one."""
    words = _LINKS.sub(" ", text)
    return len(_LATIN.findall(words)) + len(_WIDE.findall(words)) // 2
