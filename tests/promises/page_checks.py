"""Whether a vault keeps promises P2 to P5, found out from its files alone.

Nothing here is shared with what makes the pages: quotes are looked up in the text as read, pages
are parsed by ``markdown-it`` and ``ruamel.yaml``, and what a line is follows from its shape. Only
links are resolved by the program's own rules, which have tests of their own. Each check returns
the problems that it found, in words.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from ruamel.yaml import YAML

from app.sources.reading import reading
from app.vault import links, markdown
from app.vault.files import VaultFiles
from app.vault.frontmatter import read as read_note

_DEFINITION = re.compile(r"^\[\^(?P<label>[^\]]+)\]: (?P<note>.*)$")
_MARKS = re.compile(r"(?:(?<!\\)\[\^[^\]\\]+\])+$")
_MARK = re.compile(r"(?<!\\)\[\^([^\]\\]+)\]")
_POINTED = re.compile(r"^- \[\[[^\]]+\]\]: \*[^*]+\*$")
_HEAD_ROW = re.compile(r"^\| (?:\| |\[\[[^\]]*\]\] \| \[\[|Value|[^|]+ \| [^|]+ \|$)")
_COUNTED = re.compile(r"^\*(?!\*).*\*$")
_LEFT_OUT = re.compile(
    r"^> \[!abstract\|left-out\]- Left out: \d+ of the \d+ sentences that name it$|^> - .* \(\d+\): .*$"
)
_POINTING = re.compile(r"\[\[[^\]]+\]\]|(?<!\*)\*(?!\*)[^*]+\*(?!\*)")
_DISAGREEMENT = re.compile(r"^\[!(?:warning\|contradiction|success\|settled)\] ")
_LINKED = re.compile(r"\[\[([^\]|#\\]+)")
# What Vaultloom itself says in callouts and cells (what is asked, how it stands, and groups of rows),
# and what joins the statements of an introduction.
_OURS = frozenset(
    "and or is called what begin release end lead from until elect rename win buy open build join marry"
    " announce sign introduce new gone changed value source date words verdict beside each other yes no"
    " which holds form order rules use reasons figures origin more before open again left disputed"
    " superseded both all hold now changed over time since".split()
)
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_ROW = re.compile(r"^\|.*\|$")
_INLINE = MarkdownIt("commonmark")


@dataclass(frozen=True)
class Page:
    """A compiled page whose bytes are those that were generated."""

    path: str
    kind: str
    text: str

    @property
    def body(self) -> str:
        """What follows the properties."""
        return self.text.split("\n---\n", 1)[1] if self.text.startswith("---\n") else self.text


def generated(vault: Path) -> list[Page]:
    """The pages that nobody edited."""
    found = []
    for file in sorted((vault / ".vaultloom/pages").glob("*.json")):
        record = json.loads(file.read_text())
        place = vault / record["path"]
        if place.is_file() and place.read_text() == record["base"]:
            found.append(Page(record["path"], record["kind"], record["base"]))
    return found


def problems(vault: Path) -> list[str]:
    """Everything that breaks P2 to P5."""
    return [
        *quote_problems(vault),
        *record_problems(vault),
        *link_problems(vault),
        *form_problems(vault),
        *reach_problems(vault),
    ]


# -- P2: what stands on a page, stands in a source


def source_records(vault: Path) -> dict[str, Any]:
    """What the ledger says of each source, by id."""
    files = sorted((vault / ".vaultloom/sources").glob("*.json"))
    return {r["id"]: r for r in (json.loads(f.read_text()) for f in files)}


def statement_lines(page: Page) -> list[str]:
    """The lines of a page, and the cells of its tables, that say something of the world."""
    section, found = "", list[str]()
    for line in page.body.splitlines():
        bare = _DISAGREEMENT.sub("", line.strip().removeprefix("> ").strip()).strip()
        if bare.startswith("#"):
            section = bare if bare.startswith("## ") else section
        elif _ROW.match(bare) and section != "## Coverage":
            found += [cell for cell in _cells(bare) if _MARK.search(cell)]
        elif bare not in {"", ">"} and not _says_nothing(line.strip(), bare, section):
            found.append(bare)
    return found


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]]


def _says_nothing(line: str, bare: str, section: str) -> bool:
    """Whether a line is a note, or only counts and points."""
    if not re.search(r"\w", _POINTING.sub("", bare)):
        return True
    if section == "## Coverage" and bare.startswith("|"):
        return True
    return any(shape.match(bare) for shape in (_DEFINITION, _COUNTED)) or bool(
        _LEFT_OUT.match(line)
    )


def quote_problems(vault: Path) -> list[str]:
    """Statements without a mark, marks without a note, notes whose words do not stand there."""
    records, pages = source_records(vault), generated(vault)
    names = {Path(page.path).stem: _names(page) for page in pages}
    return [
        f"{page.path}: {problem}"
        for page in pages
        if page.kind in {"concept", "entity", "summary", "comparison"}
        for problem in (*_page_quotes(page, records, names), *_unmarked_cells(page, records))
    ] + [
        f"{page.path}: {problem}"
        for page in pages
        if page.kind == "index"
        for problem in _index_quotes(page, records)
    ]


def _names(page: Page) -> set[str]:
    """The words of a page's title and other names, and of the sources that it quotes."""
    return _words(page.text.split("\n# ", 1)[0]) | _words(page.body.lstrip().split("\n", 1)[0])


def _page_quotes(page: Page, records: dict[str, Any], names: dict[str, set[str]]) -> Iterator[str]:
    found = [m for line in page.body.splitlines() if (m := _DEFINITION.match(line))]
    notes = {m["label"]: m["note"] for m in found}
    if len(notes) < len(found):
        yield "a note is defined twice"
    used = set()
    for line in statement_lines(page):
        marks = _MARKS.search(line)
        if marks is None:
            yield f"no mark: {line}"
            continue
        labels = _MARK.findall(line)
        used |= set(labels)
        if not set(labels) <= notes.keys():
            yield f"a mark without its note: {line}"
            continue
        allowed = {"a", "an", "the", "s"} | _OURS | _names(page)  # "its" is "the lamp's"
        allowed |= {w for s in _LINKED.findall(line) for w in names.get(s, ())}
        if strange := _said(line) - allowed - _words_of_evidence(labels, records):
            yield f"words of nobody {sorted(strange)}: {line}"
    yield from (f"a note without its mark: {label}" for label in sorted(notes.keys() - used))
    for label, note in notes.items():
        yield from _note_problems(label, note, records)


def _index_quotes(page: Page, records: dict[str, Any]) -> Iterator[str]:
    """What the overview quotes: each mark with its note, each note with its mark and true words."""
    found = [m for line in page.body.splitlines() if (m := _DEFINITION.match(line))]
    notes = {m["label"]: m["note"] for m in found}
    lines = [line for line in page.body.splitlines() if not _DEFINITION.match(line)]
    used = {label for line in lines for label in _MARK.findall(line)}
    if used != notes.keys():
        yield f"marks and notes that do not belong together: {sorted(used ^ notes.keys())}"
    for label, note in notes.items():
        yield from _note_problems(label, note, records)


def _unmarked_cells(page: Page, records: dict[str, Any]) -> Iterator[str]:
    """Cells without a mark say nothing but what their row is about: a heading, a name, a date."""
    everywhere = {
        w for r in records.values() for w in _words(f"{r['short']} {r['title']} {r.get('date')}")
    }
    lines = page.body.split("\n## Coverage", 1)[0].splitlines()
    for line in filter(_ROW.match, lines):
        allowed = _OURS | everywhere | _words_of_evidence(_MARK.findall(line), records)
        for cell in _cells(line):
            if not _MARK.search(cell) and (strange := _said(cell) - allowed - _said_in_links(cell)):
                yield f"words of nobody {sorted(strange)} in a cell: {line}"


def _evidence(label: str, records: dict[str, Any]) -> tuple[Any, list[Any]]:
    """The source of a label and the sentences from its first to its last."""
    source, first, *last = label.split("-")
    record = records[source]
    sentences = sorted(record["sentences"], key=lambda s: s["start"])
    places = {s["label"]: n for n, s in enumerate(sentences)}
    return record, sentences[places[first] : places[last[0] if last else first] + 1]


def _note_problems(label: str, note: str, records: dict[str, Any]) -> Iterator[str]:
    match = re.fullmatch(r"“(?P<quote>.*)” \[\[.*\]\]", note)
    if match is None or label.split("-", 1)[0] not in records:
        yield f"a note of another shape, or of no source: {label}: {note}"
        return
    quote = shown(match["quote"])
    _, sentences = _evidence(label, records)
    if quote is None or not _is_made_of(quote, [_as_quoted(s) for s in sentences]):
        yield f"a quote that does not stand at its place ({label}): {match['quote']}"


def _is_made_of(quote: str, sentences: list[str]) -> bool:
    """Whether ``quote`` is the first of the sentences, some of those between, and the last."""
    first, *rest = sentences
    if not rest:
        return quote == first
    if not quote.startswith(f"{first} … "):
        return False
    left = quote[len(first) + 3 :]
    return any(_is_made_of(left, rest[n:]) for n in range(len(rest)))


def shown(words: str) -> str | None:
    """What a reader sees of Markdown that should be plain words and code; None if it is more."""
    parts = []
    for token in _INLINE.parseInline(words)[0].children or []:
        if token.type == "text":
            parts.append(token.content)
        elif token.type == "code_inline":
            parts.append(f"`{token.content}`")
        elif token.type != "text_special":
            return None
        else:
            parts.append(token.content)
    return "".join(parts)


def _as_quoted(sentence: dict[str, Any]) -> str:
    """A recorded sentence on one line, code as code."""
    line = " ".join(sentence["text"].split())
    return f"`{line}`" if sentence["kind"] == "code" and "`" not in line else line


def _words(text: str) -> set[str]:
    spaced = _CJK.sub(lambda m: f" {m.group()} ", text.casefold())
    return set(re.findall(r"[^\W_]+", spaced))


def _said(line: str) -> set[str]:
    """The words that a line shows, its marks left out."""
    return _words(_MARK.sub("", re.sub(r"\[\[(?:[^\]|]*\\?\|)?([^\]]*)\]\]", r"\1", line)))


def _said_in_links(line: str) -> set[str]:
    return {w for link in re.findall(r"\[\[[^\]]*\]\]", line) for w in _words(link)}


def _words_of_evidence(labels: list[str], records: dict[str, Any]) -> set[str]:
    """All words that these notes quote, those of the place that they stand in included."""
    found = set[str]()
    for label in labels:
        record, sentences = _evidence(label, records)
        texts = {s["label"]: s["text"] for s in record["sentences"]}
        before = [s for s in record["sentences"] if s["block"] == sentences[0]["block"]]
        before = [s for s in before if s["start"] < sentences[0]["start"]]  # what "she" stands for
        found |= _words(record["short"]) | _words(record["title"])
        for sentence in (*before, *sentences):
            place = [*sentence.get("section", ()), texts.get(sentence.get("lead_in", ""), "")]
            found |= _words(" ".join([sentence["text"], *place]))
    return found


def record_problems(vault: Path) -> list[str]:
    """Recorded places that do not cut their words, and recorded quotes that are scraps."""
    found = []
    for record in source_records(vault).values():
        file = vault / record["path"]
        if not file.is_file():
            continue
        text = reading(record["path"], file.read_bytes()).document.text
        for sentence in record["sentences"]:
            start, end, words = sentence["start"], sentence["end"], sentence["text"]
            if text[start:end] != words:
                found.append(f"{record['path']}: {sentence['label']} is not at {start}:{end}")
            if not _is_long(words) and not _is_whole(text, start, end, sentence["kind"]):
                found.append(f"{record['path']}: a scrap of a sentence: {words!r}")
    return found


def _is_long(words: str) -> bool:
    return len(re.findall(r"\w[\w'’.-]*", words)) >= 5 or len(_CJK.findall(words)) >= 12


def _is_whole(text: str, start: int, end: int, kind: str) -> bool:
    """Whether a short quote is a cell, line or heading, or a sentence from end mark to end mark."""
    if kind in {"row", "code", "heading", "field", "term"}:
        return True
    before = text[:start].rstrip(" \t")
    after = text[end:].lstrip(" \t")
    begins = not before or before[-1] in "\n.!?…。！？:：;；" or before[-1] in "\"'”’)]」』）*_`"
    return begins and (
        not after or after[0] == "\n" or text[end - 1] in ".!?…。！？\"'”’)]」』）*_`:："
    )


# -- P3: links lead somewhere


def written_by_us(vault: Path) -> dict[str, str]:
    """Path and text of everything with links that Vaultloom generated and nobody edited."""
    found = {page.path: page.text for page in generated(vault)}
    for record in source_records(vault).values():
        if record["target"] != record["path"] and (vault / record["target"]).is_file():
            found[record["target"]] = (vault / record["target"]).read_text()
    return found


def link_problems(vault: Path) -> list[str]:
    """Links that lead to no file, to more than one, or to no place within it."""
    files = VaultFiles.scan(vault)
    found = []
    for path, text in written_by_us(vault).items():
        for link in (*links.find(text), *links.property_links(read_note(text).properties, text)):
            there = files.resolve(link.path, path)
            if len(there.candidates) != 1 or there.path is None:
                found.append(f"{path}: {link.written} leads to {there.candidates}")
            elif link.is_embed:
                found.append(f"{path}: {link.written} embeds")
            elif link.subpath and not _subpath_leads(vault / there.path, link):
                found.append(f"{path}: {link.written} leads to no place in {there.path}")
        found += [f"{path}: brackets that are no link: {words}" for words in _dead_brackets(text)]
    return found


def _dead_brackets(text: str) -> list[str]:
    """Lines with ``[[`` that no link begins with: escaped by a backslash that was the text's own."""
    seen = markdown.masked(text)
    starts = {link.start + link.is_embed for link in links.find(text)}
    bare = (m.start() for m in re.finditer(r"\[\[", seen))
    body = len(text) - len(read_note(text).body)
    return [
        text[max(0, at - 20) : at + 30]
        for at in bare
        if at >= body and not {at - 1, at, at + 1} & starts
    ]


def _subpath_leads(place: Path, link: links.Link) -> bool:
    text = place.read_bytes().decode("utf-8", "replace")
    if place.suffix == ".pdf":
        return re.fullmatch(r"page=[1-9]\d*", link.subpath) is not None
    if link.block:
        return links.find_block([b.id for b in markdown.block_ids(text)], link.block) is not None
    headings = [heading.text for heading in markdown.headings(text)]
    return links.find_heading(headings, link.segments) is not None


# -- P4: pages that Obsidian reads

_PROPERTIES: dict[str, type] = {
    "id": str,
    "kind": str,
    "aliases": list,
    "confidence": float,
    "disputed": bool,
    "original": str,
    "verdict": str,
    "sources": list,
    "created": date,
    "updated": date,
    "tags": list,
}


def form_problems(vault: Path) -> list[str]:
    """Pages whose properties are no YAML 1.2, or of another type, or whose text is not plain."""
    return [f"{p.path}: {problem}" for p in generated(vault) for problem in _form(p)]


def _form(page: Page) -> Iterator[str]:
    if page.kind != "index":
        yield from _properties(page)
    tokens = MarkdownIt("commonmark").enable("table").parse(page.body)
    kinds = [token.type for token in tokens]
    if sum(token.type == "heading_open" and token.tag == "h1" for token in tokens) != 1:
        yield "not exactly one H1"
    for strange in ("fence", "code_block", "html_block", "hr"):
        if strange in kinds:
            yield f"a {strange} that nobody meant"
    inline = [child for token in tokens for child in token.children or ()]
    if any(child.type in {"html_inline", "image"} for child in inline):
        yield "HTML or a picture in the text"
    if re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]", page.text):
        yield "control characters"


def _properties(page: Page) -> Iterator[str]:
    block = page.text.split("\n---\n", 1)[0].removeprefix("---\n")
    values = YAML(typ="safe", pure=True).load(block)
    for name in ("id", "kind", "created", "updated", "tags", "sources"):
        if name not in values:
            yield f"the property {name} is missing"
    for name, value in values.items():
        if name not in _PROPERTIES or not isinstance(value, _PROPERTIES[name]):
            yield f"the property {name} is {value!r}"
        elif isinstance(value, list) and not all(_is_word(v) for v in value):
            yield f"the list {name} is {value!r}"
    if any(re.search(r"[^\w/-]", tag) for tag in values["tags"]):
        yield "a tag that Obsidian cannot have"


def _is_word(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


# -- P5: pages that can be reached


def reach_problems(vault: Path) -> list[str]:
    """Pages that no way leads to from the index, and subjects that only lists link to."""
    pages = {p.path: p for p in generated(vault)}
    files = VaultFiles.scan(vault)
    leads = {
        path: {files.resolve(link.path, path).path for link in links.find(page.text)}
        for path, page in pages.items()
    }
    index = json.loads((vault / ".vaultloom/pages/index.json").read_text())["path"]
    seen, open_ = {index}, [index]
    while open_:
        fresh = {p for p in leads.get(open_.pop(), ()) if p in pages} - seen
        seen |= fresh
        open_ += sorted(fresh)
    found = [f"{path} cannot be reached from the index" for path in pages if path not in seen]
    for path, page in pages.items():
        others = (p for p in pages if p != path and pages[p].kind != "index")
        bare = "*No source says anything of it any more.*" in page.text
        if (
            page.kind in {"concept", "entity"}
            and not bare
            and not any(path in leads[p] for p in others)
        ):
            found.append(f"{path} is linked from lists only")
    return found
