"""The summary of one source: header facts, main points under its own parts, pages, and coverage."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.compiler.facts import facts
from app.compiler.render import disputed_by, properties, translation
from app.compiler.render.footnotes import Footnotes, display_words, led_to
from app.compiler.render.linking import Linker
from app.compiler.render.subject_page import Rendered, titled
from app.compiler.resolve import subject_of
from app.compiler.wording import drop_pointers
from app.ledger.cache import Cache
from app.ledger.pages import PageRow
from app.ledger.records import Asked, FactType, Point, Quotable, SourceRecord
from app.vault.links import wikilink
from app.vault.markdown import escape
from app.vault.rules import Rules

MOST_LEFT_OUT = 3
_HEADER = (
    "author",
    "authors",
    "created",
    "date",
    "published",
    "status",
    "replaces",
    "superseded-by",
    "version",
    "license",
)


def render(cache: Cache, record: SourceRecord, row: PageRow, rules: Rules) -> Rendered:
    """The summary page of a source, whole."""
    linker, notes = Linker(cache, row.id), Footnotes(cache, short=False)
    pages = pages_of(cache, record.id)
    points = cache.points(record.id)
    gist = next((p for p in points if not p.part), None)
    original = translation.original_of(cache, record, rules.language)
    told = (
        [
            translation.differences(cache, record, original, notes),
            translation.names(cache, record, original, linker, notes),
        ]
        if original
        else [_points(record, [p for p in points if p is not gist], linker, notes)]
    )
    body = [
        _header(cache, record, notes),
        _gist(gist, record, linker, notes),
        _facts(cache, record),
        *told,
        _beside(cache.pages.comparisons_of(record.id), disputed_by.lines(cache, record.id, pages)),
        _pages(pages),
        _coverage(cache, record),
    ]
    aliases = [record.title] if row.stem != record.title else []
    head = properties.block(
        page=row.id,
        kind="summary",
        aliases=aliases,
        sources=properties.source_links(cache, [record.id]),
        created=row.created,
        updated=record.added,
        more={"original": record.path},
    )
    text = f"{head}# {escape(record.title)}\n\n" + "\n\n".join(b for b in body if b) + "\n"
    if notes.notes:
        text += "\n" + notes.section() + "\n"
    filled = replace(
        row,
        kind="summary",
        title=record.title,
        base="",
        gist=_index_words(cache, record),
        statements=len(points),
        voices=1,
        disputed=False,
        aliases=tuple(aliases),
        waits=False,
        gone=False,
    )
    return Rendered(filled, text, tuple(dict.fromkeys(notes.shown)))


def pages_of(cache: Cache, source: str) -> list[PageRow]:
    """The subject pages that a source takes part in, those that rest on most of its sentences first."""
    counts: Counter[str] = Counter()
    for pages in cache.pages.shown_of(source).values():
        counts.update(pages)
    found: dict[str, PageRow] = {}
    for slot in cache.subjects.slots_of(source):
        page = subject_of(cache, slot).page
        if page and not page.gone:
            found[page.id] = page
    return sorted(found.values(), key=lambda p: (-counts[p.id], p.title, p.id))


def _header(cache: Cache, record: SourceRecord, notes: Footnotes) -> str:
    fields = []
    for quotable in cache.quotables(record.id)[:40]:
        match = re.match(r"^([\w -]{2,30}):\s+(\S.*)$", re.sub(r"\s+", " ", quotable.text))
        if quotable.kind.value == "field" and match and match.group(1).casefold() in _HEADER:
            mark = notes.mark(record.id, (quotable.label,))
            fields.append(f"**{match.group(1)}**: {escape(drop_pointers(match.group(2)))}{mark}")
    return "  \n".join(fields)


def _gist(gist: Point | None, record: SourceRecord, linker: Linker, notes: Footnotes) -> str:
    if gist is None:
        return ""
    linker.section()
    return _line(gist, record, linker, notes)


def _line(point: Point, record: SourceRecord, linker: Linker, notes: Footnotes) -> str:
    places = [(record.id, label) for label in point.claim.evidence]
    line = linker.text(point.claim.text, places) + notes.mark(record.id, point.claim.evidence)
    items = "".join(
        f"\n  - {linker.text(text, [(record.id, label)])}{notes.mark(record.id, (label,))}"
        for text, label in point.claim.items
    )
    return line + items


def _facts(cache: Cache, record: SourceRecord) -> str:
    total, used = usage(cache, record)
    edition = led_to(cache, record, words="the text")
    parts = [f"{language_name(record.language)}, {edition}"]
    if record.encoding.casefold().replace("_", "-") not in {
        "utf-8",
        "ascii",
        "utf-8-sig",
        "us-ascii",
    }:
        parts.append(f"read as {record.encoding}")
    if record.url.startswith(("http://", "https://")):
        parts.append(f"from <{record.url}>")
    sentence = ", ".join(parts)
    share = f" ({round(100 * used / total)}\u00a0%)" if total else ""
    lines = [
        f"*{sentence}. {escape(read_by(record.asked))} Subject pages rest on {used} of its {total} sentences{share}.*"
    ]
    lines += _one_text_with(cache, record)
    lines += [f"*{escape(words)}*" for words in record.recovered]
    return "\n\n".join(lines)


def read_by(asked: Asked) -> str:
    """Who read a source, and how much of it each."""
    if not asked.model:
        return "Read by the built-in reader."
    pieces = asked.pieces + len(asked.failed)
    words = f"Read by {asked.model}: {asked.pieces} of {pieces} piece{'s' * (pieces != 1)}"
    picked = f"{asked.picked} statement{'s' * (asked.picked != 1)}"
    if not asked.failed:
        return f"{words}, {picked}."
    whys = ", ".join(f"{why} {n}×" for why, n in sorted(Counter(asked.failed).items()))
    rest = f"the rest, {asked.beside} statement{'s' * (asked.beside != 1)}, by the built-in reader"
    return f"{words}, {picked}; {rest}, where the model failed ({whys})."


def _one_text_with(cache: Cache, record: SourceRecord) -> list[str]:
    """The sources that are one text with this one, in words."""
    translations = set(cache.voices.translations(record.id))
    links: dict[bool, list[str]] = {True: [], False: []}
    for other in cache.voices.editions(record.id):
        if page := cache.pages.shown_summary_of(other):
            links[other in translations].append(
                wikilink(page.link, display=cache.source(other).short)
            )
    lines = []
    if links[True]:
        lines.append(
            f"*One text with {', '.join(links[True])}, in another language; they count as one voice.*"
        )
    if links[False]:
        lines.append(
            f"*Shares most of its sentences with {', '.join(links[False])}; they count as one voice.*"
        )
    return lines


def usage(cache: Cache, record: SourceRecord) -> tuple[int, int]:
    """How many sentences a source has, and how many of them pages show."""
    labels = [q.label for q in cache.quotables(record.id) if counts(q)]
    shown = cache.pages.shown_of(record.id)
    return len(labels), sum(label in shown for label in labels)


def counts(quotable: Quotable) -> bool:
    """Whether a piece of a source counts as a sentence of it: headings, cells and code do not."""
    return quotable.label.isdigit()


def _points(record: SourceRecord, points: list[Point], linker: Linker, notes: Footnotes) -> str:
    if not points:
        return ""
    by_part: dict[str, list[Point]] = {}
    for point in points:
        by_part.setdefault(point.part, []).append(point)
    blocks = ["## Main points"]
    for part, group in by_part.items():
        linker.section()
        heading = f"### {_heading(part)}\n" if part and len(by_part) > 1 else ""
        blocks.append(heading + "\n".join("- " + _line(p, record, linker, notes) for p in group))
    return "\n\n".join([f"{blocks[0]}\n{blocks[1]}", *blocks[2:]])


def _heading(part: str) -> str:
    return escape(re.sub(r"\s+", " ", part.replace("`", "")).strip())


def _beside(comparisons: list[PageRow], disputes: list[str]) -> str:
    """The comparison pages that the source takes part in, and where it is disagreed with."""
    lines = [f"- {titled(page)}: *{page.gist}*" for page in comparisons] + disputes
    if not lines:
        return ""
    return "## Beside the other sources\n" + "\n".join(lines)


def _pages(pages: list[PageRow]) -> str:
    if not pages:
        return ""
    return "## Pages\n" + " · ".join(titled(p) for p in pages)


@dataclass(frozen=True, slots=True)
class SourcePart:
    """A part of a source: its heading ("" for what comes before any), and its sentences."""

    name: str
    sentences: tuple[Quotable, ...]


def parts_of(cache: Cache, record: SourceRecord) -> list[SourcePart]:
    """The parts of a source, in order, with the sentences that count."""
    from app.compiler.builtin.points import part_depth

    quotables = [q for q in cache.quotables(record.id) if counts(q)]
    depth = part_depth([q.section for q in quotables])
    parts: dict[str, list[Quotable]] = {}
    for q in quotables:
        parts.setdefault(q.section[depth] if len(q.section) > depth else "", []).append(q)
    return [SourcePart(name, tuple(sentences)) for name, sentences in parts.items()]


def _coverage(cache: Cache, record: SourceRecord) -> str:
    shown = cache.pages.shown_of(record.id)
    parts = parts_of(cache, record)
    big = [part for part in parts if len(part.sentences) >= 3]
    if len(parts) < 2 or not big:
        return ""
    rows = ["| Section | Sentences | On pages | Most left out |", "|---|---|---|---|"]
    rows += [_coverage_row(cache, record, p.name, p.sentences, shown) for p in big]
    small = [q for part in parts if len(part.sentences) < 3 for q in part.sentences]
    if small:
        count = len(parts) - len(big)
        rows.append(
            f"| {count} smaller section{'s' * (count > 1)} | {len(small)} | {sum(q.label in shown for q in small)} | |"
        )
    return "## Coverage\n" + "\n".join(rows)


def _coverage_row(
    cache: Cache,
    record: SourceRecord,
    part: str,
    quotables: Sequence[Quotable],
    shown: dict[str, set[str]],
) -> str:
    missing = [q for q in quotables if q.label not in shown]
    sections = Counter(q.section[-1] if q.section else "" for q in missing)
    first = {q.section[-1] if q.section else "": q for q in reversed(missing)}
    best = [
        s
        for s, n in sorted(sections.items(), key=lambda x: (-x[1], first[x[0]].start))
        if s and n >= 2
    ][:MOST_LEFT_OUT]
    links = ", ".join(
        f"{led_to(cache, record, first[s].anchor, _short(s), in_table=True)} {sections[s]}"
        for s in best
    )
    name = escape(re.sub(r"\s+", " ", part.replace("`", "")), in_table=True) if part else "Start"
    return f"| {name} | {len(quotables)} | {len(quotables) - len(missing)} | {links} |"


def _short(section: str) -> str:
    words = display_words(section)
    return words if len(words) <= 44 else words[:44].rsplit(" ", 1)[0] + " …"


def _index_words(cache: Cache, record: SourceRecord) -> str:
    total, used = usage(cache, record)
    when = iso_date(record.date) or next(
        (iso_date(v) for n, v in record.fields if n.casefold() in {"created", "date", "published"}),
        "",
    )
    parts = [language_name(record.language), when or "no date"]
    share = f" · {round(100 * used / total)} % used" if total else ""
    return ", ".join(parts) + share


def iso_date(date: str) -> str:
    """A source's date as YYYY-MM-DD where it can be read as one, as it is where it cannot."""
    found = facts(f"created {date}", "en")
    return found[0].value if found and found[0].type is FactType.DATE else date


_LANGUAGES = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "ja": "Japanese",
    "zh": "Chinese",
    "zh-Hans": "Chinese (simplified)",
    "zh-Hant": "Chinese (traditional)",
    "es": "Spanish",
    "it": "Italian",
    "pt": "Portuguese",
    "nl": "Dutch",
    "ru": "Russian",
    "ko": "Korean",
    "pl": "Polish",
    "sv": "Swedish",
    "und": "language unknown",
}


def language_name(code: str) -> str:
    """A language code in words, the code itself where there is no word for it here."""
    return _LANGUAGES.get(code) or _LANGUAGES.get(code.split("-", maxsplit=1)[0], code)
