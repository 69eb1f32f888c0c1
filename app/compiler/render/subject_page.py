"""A concept or entity page: definition first, then groups by aspect, then what was left out."""

import re
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from app.compiler.disagree import Disagreement
from app.compiler.in_time import in_order
from app.compiler.lexicon import is_cjk, verb_after
from app.compiler.opening import Part, Sentence
from app.compiler.render import dispute, properties
from app.compiler.render.footnotes import Footnotes, led_to
from app.compiler.render.linking import Linker
from app.compiler.resolve import Subject, kind_of, stated_names, title_of
from app.compiler.statements import Content, Said, Statement, newer
from app.ledger.cache import Cache
from app.ledger.pages import PageRow
from app.ledger.records import FactType, Quotable
from app.ledger.verdicts import Place
from app.sources.document import BlockKind
from app.vault.links import wikilink
from app.vault.markdown import escape
from app.vault.rules import Rules

RELATED_AT_MOST = 8
SHOWN_FROM = (
    2  # sentences on a subject that a comparison page shows, for it to be named on its page
)
SECTIONS_NAMED = 3
_HEADINGS = ("Form", "Order", "Rules", "Use", "Reasons", "Figures", "Origin")
_REST = "More"


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page's text, what the index says of it, and the sentences that it shows."""

    row: PageRow
    text: str
    shows: tuple[tuple[str, str], ...]


def render(
    cache: Cache,
    subject: Subject,
    content: Content,
    row: PageRow,
    rules: Rules,
    disputes: list[Disagreement],
    table: PageRow | None,
    opening: Sequence[Sentence] = (),
) -> Rendered:
    """The page of a subject, whole. ``row`` says which page it is; its counts are filled in.
    ``disputes`` are where sources disagree on it, ``table`` is their comparison page, and ``opening``
    the sentences that stand in place of the lone definition."""
    linker, notes = Linker(cache, row.id), Footnotes(cache)
    notes.not_holding |= dispute.not_holding(cache, disputes)
    title = title_of(subject)
    shown = content.without(_disputed(disputes))
    opening = opening or [(Part(s, s.main.claim.text),) for s in content.lead]
    body = [_own_note(row), _opening(opening, linker, notes)]
    disagree = dispute.section(cache, disputes, notes, table)
    body += _in_turn(disagree, _beside(opening, shown, linker, notes, rules))
    changes = _changes(shown, dispute.changes(cache, disputes, notes), linker, notes)
    body.append(changes + ("" if disagree else dispute.beside(table)))
    body += _tail(cache, subject, linker, notes, row)
    confidence = _confidence(cache, shown, rules, disputes)
    disputed = any(each.verdict is None for each in disputes)
    voices = {voice for s in content.statements for voice in s.voices}
    quoted = _quoted_sources(cache, notes)
    aliases = [*([title] if title != row.stem else []), *stated_names(subject)]
    head = properties.block(
        page=row.id,
        kind=kind_of(subject).value,
        aliases=aliases,
        sources=properties.source_links(cache, quoted),
        created=row.created,
        updated=max([row.created, *(cache.source(s).added for s in quoted)]),
        confidence=confidence,
        disputed=disputed,
    )
    text = (
        f"{head}# {escape(title)}\n\n"
        + "\n\n".join(b for b in body if b)
        + f"\n\n{notes.section()}\n"
    )
    filled = replace(
        row,
        kind=kind_of(subject).value,
        title=title,
        base="",
        gist=gist(content, title, notes.not_holding),
        statements=len(content.statements),
        voices=len(voices),
        disputed=disputed,
        aliases=tuple(aliases),
        waits=False,
        gone=False,
    )
    return Rendered(filled, text, tuple(dict.fromkeys(notes.shown)))


def _own_note(row: PageRow) -> str:
    """Where the owner has a note on the subject, that is its page, and this one is beside it."""
    return f"*Your note: {wikilink(row.about)}. Here is what sources say.*" if row.note else ""


def _beside(
    opening: Sequence[Sentence], shown: Content, linker: Linker, notes: Footnotes, rules: Rules
) -> list[str]:
    """The lists of what the opening does not say."""
    opened = {id(part.statement) for sentence in opening for part in sentence}
    rest = [s for s in shown.listed if id(s) not in opened]
    size = len(shown.statements) - len(opened) + bool(opening)
    return _groups(rest, linker, notes, rules, in_groups=size >= rules.pages.group_from)


def _in_turn(disagree: str, groups: list[str]) -> list[str]:
    """What has no heading of its own must not stand below that of the disagreements."""
    under_headings = bool(groups) and groups[0].startswith("## ")
    return [disagree, *groups] if under_headings else [*groups, disagree]


def _disputed(disputes: list[Disagreement]) -> set[tuple[str, str]]:
    """The sentences whose statements stand whole where sources disagree, and so nowhere else."""
    said = [d for d in disputes if d.type is FactType.SAID]
    return {(w.source, w.fact.label) for d in said for p in d.positions for w in p.witnesses}


def _changes(content: Content, told: list[str], linker: Linker, notes: Footnotes) -> str:
    """What was said before and what is said since, line by line; ``told`` are such lines of
    disagreements of which the person said so."""
    if not content.changed and not told:
        return ""
    linker.section()
    lines = [
        f"- {_sentence(c.now, linker, notes)}\n  - *Before:* {_sentence(c.before, linker, notes)}"
        for c in content.changed
    ]
    return f"## {dispute.CHANGED}\n" + "\n".join([*lines, *told])


def _opening(sentences: Sequence[Sentence], linker: Linker, notes: Footnotes) -> str:
    """The paragraph that a page opens with; each of its statements keeps its marks."""
    linker.section()
    found = ""
    for part in (part for sentence in sentences for part in sentence):
        words = part.joined + _words(part.statement, part.text, linker, notes)
        runs_on = not found or (is_cjk(part.text) and is_cjk(words[0]))  # no blanks between those
        found += words if runs_on else f" {words}"
    return found


def _sentence(statement: Statement, linker: Linker, notes: Footnotes) -> str:
    words = _words(statement, statement.main.claim.text, linker, notes)
    return _scope(statement, linker) + words


def _words(statement: Statement, text: str, linker: Linker, notes: Footnotes) -> str:
    main = statement.main
    places = [(main.source.id, e) for e in main.claim.evidence]
    doubt = next((notes.not_holding[p] for p in places if p in notes.not_holding), "")
    return f"*{doubt}:* " * bool(doubt) + linker.text(text, places) + _marks(statement, notes)


def _marks(statement: Statement, notes: Footnotes) -> str:
    """One mark a voice, four at most; other texts of a voice follow as links in its note."""
    by_voice: dict[str, list[Said]] = {}
    for said in (statement.main, *statement.others):
        by_voice.setdefault(said.voice, []).append(said)
    marks = []
    for group in list(by_voice.values())[:4]:
        first = group[0]
        for said in group[1:]:
            first = said if newer(said.source, first.source) and said is not first else first
        first = statement.main if statement.main in group else first
        editions = [(s.source.id, s.claim.evidence[0]) for s in group if s is not first]
        editions += notes.cache.voices.translated(first.source.id, first.claim.evidence[0])
        marks.append(notes.mark(first.source.id, first.claim.evidence, tuple(editions)))
    return "".join(marks)


def _scope(statement: Statement, linker: Linker) -> str:
    """The label that says where a rule holds; none when every voice that speaks says so."""
    if not statement.holds_within:
        return ""
    source = statement.main.source
    summary = linker.cache.pages.shown_summary_of(source.id)
    if summary is None or summary.id in linker._section:
        return f"**{escape(source.short)}**: "
    linker._section.add(summary.id)
    return f"**{wikilink(summary.link, display=source.short)}**: "


def _line(statement: Statement, linker: Linker, notes: Footnotes) -> str:
    lines = ["- " + _field(_sentence(statement, linker, notes), statement)]
    source = statement.main.source.id
    for text, label in statement.main.claim.items:
        lines.append(f"  - {linker.text(text, [(source, label)])}{notes.mark(source, (label,))}")
    return "\n".join(lines)


def _field(line: str, statement: Statement) -> str:
    """A header field as a run-in label: "Created: 18-Mar-2013"."""
    if statement.main.place.kind is not BlockKind.FIELD:
        return line
    return re.sub(r"^([\w -]{2,30}):", r"**\1**:", line)


def _groups(
    rest: list[Statement], linker: Linker, notes: Footnotes, rules: Rules, *, in_groups: bool
) -> list[str]:
    if not in_groups:
        linker.section()
        return ["\n".join(_line(s, linker, notes) for s in _in_order(rest))] if rest else []
    blocks = []
    groups = grouped(rest, rules.pages.group.least)
    if len(groups) == 1:
        linker.section()
        return ["\n".join(_line(s, linker, notes) for s in _in_order(rest))]
    for heading, statements in groups:
        linker.section()
        lines = "\n".join(_line(s, linker, notes) for s in _in_order(statements))
        blocks.append(f"## {heading}\n{lines}")
    return blocks


def grouped(statements: list[Statement], least: int) -> list[tuple[str, list[Statement]]]:
    """Statements by aspect, in the order of the rules; groups smaller than ``least`` join the rest."""
    by_aspect: dict[str, list[Statement]] = {}
    for statement in statements:
        by_aspect.setdefault(statement.main.claim.aspect or _REST, []).append(statement)
    small = [a for a, group in by_aspect.items() if a != _REST and len(group) < least]
    loose = by_aspect.pop(_REST, []) + [s for a in small for s in by_aspect.pop(a)]
    ordered = [(h, by_aspect[h]) for h in _HEADINGS if h in by_aspect]
    if loose and len(loose) < least and ordered:
        largest = max(range(len(ordered)), key=lambda i: len(ordered[i][1]))
        ordered[largest] = (ordered[largest][0], ordered[largest][1] + loose)
    elif loose:
        ordered.append((_loose_heading(loose, small, others=bool(ordered)), loose))
    return ordered


def _loose_heading(loose: list[Statement], small: list[str], *, others: bool) -> str:
    counts = Counter(s.main.claim.aspect for s in loose if s.main.claim.aspect in small)
    if len(counts) == 2 and sum(counts.values()) == len(loose):
        first, second = sorted(counts, key=_HEADINGS.index)
        return f"{first} and {second.lower()}"
    return _REST if others else "What is said"


def _in_order(statements: list[Statement]) -> list[Statement]:
    """Joined before single, rule before example, then as the sources have them."""

    def order(statement: Statement) -> tuple[int, str, int]:
        return (-len(statement.voices), statement.main.source.id, statement.main.place.start)

    return sorted(statements, key=order)


def _tail(
    cache: Cache, subject: Subject, linker: Linker, notes: Footnotes, row: PageRow
) -> list[str]:
    related = related_pages(cache, subject, notes.shown, row.id, linker.linked)
    blocks = []
    summaries = [
        s for source in _quoted_sources(cache, notes) if (s := cache.pages.shown_summary_of(source))
    ]
    if len(subject.sources) == 1 and summaries:
        blocks.append(_one_source(cache, subject, notes, summaries[0]))
    related += comparisons_of(cache, subject)
    if related:
        blocks.append("## Related\n" + " · ".join(titled(p) for p in related))
    left = left_out(cache, subject, notes)
    return [*blocks, left] if left else blocks


def _one_source(cache: Cache, subject: Subject, notes: Footnotes, summary: PageRow) -> str:
    source = subject.sources[0]
    used = len({label for s, label in notes.shown if s == source})
    total = cache.count_sentences(source)
    return (
        f"*One source: {wikilink(summary.link, display=cache.source(source).short)}. This page uses "
        f"{used} of its {total} sentences.*"
    )


def titled(page: PageRow) -> str:
    """A link to a page that shows its title, where its file has to be called otherwise."""
    return wikilink(page.link, display=page.title if page.title != page.stem else "")


def related_pages(
    cache: Cache, subject: Subject, shown: list[tuple[str, str]], own: str, linked: list[PageRow]
) -> list[PageRow]:
    """The pages that this page's sentences name most, those linked in its text first."""
    from app.compiler.resolve import subject_of

    counts: Counter[str] = Counter()
    for source, label in dict.fromkeys(shown):
        counts.update(s for s in cache.subjects.slots_in(source, label) if s not in subject.slots)
    pages: dict[str, tuple[int, PageRow]] = {
        p.id: (3, p) for p in linked if p.kind in {"concept", "entity"}
    }
    for slot, count in sorted(counts.items()):
        page = subject_of(cache, slot).page
        if page and page.id != own and not page.gone:
            pages[page.id] = (pages.get(page.id, (0, page))[0] + count, page)
    best = sorted(pages.values(), key=lambda p: (-p[0], p[1].title, p[1].id))[:RELATED_AT_MOST]
    return [page for _, page in best]


def comparisons_of(cache: Cache, subject: Subject) -> list[PageRow]:
    """The comparison pages of a subject: those of the documents that it is, those that it is a side
    of, and those that show two or more sentences on it."""
    pages = [p for s in cache.sources_being(subject.slots) for p in cache.pages.comparisons_of(s)]
    pages += cache.pages.comparisons_with("subjects", subject.slots)
    pages += cache.pages.comparisons_showing(subject.slots, SHOWN_FROM)
    return sorted({p.id: p for p in pages}.values(), key=lambda p: (p.title, p.id))


def left_out(cache: Cache, subject: Subject, notes: Footnotes) -> str:
    """The folded callout that counts the sentences which name the subject and are not shown."""
    named = cache.subjects.naming(subject.slots)
    missing = named - set(notes.shown)
    if not missing:
        return ""
    lines = [
        f"> [!abstract|left-out]- Left out: {len(missing)} of the {len(named)} sentences that name it"
    ]
    for source in sorted({s for s, _ in missing}, key=lambda s: (cache.source(s).short, s)):
        lines.append(
            _left_out_of(cache, source, sorted(label for s, label in missing if s == source))
        )
    return "\n".join(lines)


def _left_out_of(cache: Cache, source: str, labels: list[str]) -> str:
    record = cache.source(source)
    places = sorted((cache.quotable(source, label) for label in labels), key=lambda q: q.start)
    sections = Counter(p.section[-1] if p.section else "" for p in places)
    first: dict[str, Quotable] = {}
    for place in places:
        first.setdefault(place.section[-1] if place.section else "", place)
    named = [
        s
        for s, count in sorted(sections.items(), key=lambda x: (-x[1], first[x[0]].start))
        if s and count >= 2
    ]
    shown = named[:SECTIONS_NAMED] or [s for s in first if s][:1]
    parts = [
        f"{led_to(cache, record, first[s].anchor, _section_words(s))} {sections[s]}" for s in shown
    ]
    elsewhere = len(places) - sum(sections[s] for s in shown)
    if elsewhere:
        parts.append(
            f"elsewhere {elsewhere}"
            if parts
            else f"{led_to(cache, record, words=record.short)} {elsewhere}"
        )
    return f"> - {escape(record.short)} ({len(places)}): " + ", ".join(parts)


def _section_words(section: str) -> str:
    from app.compiler.render.footnotes import display_words

    words = display_words(section)
    return words if len(words) <= 44 else words[:44].rsplit(" ", 1)[0] + " …"


def _quoted_sources(cache: Cache, notes: Footnotes) -> list[str]:
    used = {source for source, _ in notes.shown}
    return sorted(used, key=lambda s: (cache.source(s).added, cache.source(s).short, s))


def _confidence(
    cache: Cache, content: Content, rules: Rules, disputes: Sequence[Disagreement]
) -> float:
    """The mean grade of what the page says, as AGENTS.md defines it."""
    lost = dispute.not_holding(cache, disputes)
    standing = [s for s in content.statements if s.main.at not in lost]
    grades = [rules.confidence.of(len(s.voices)) for s in standing]
    grades += [grade for each in disputes for grade in _grades(cache, each, rules)]
    return round(sum(grades) / len(grades), 2) if grades else 0.0


def _grades(cache: Cache, found: Disagreement, rules: Rules) -> list[float]:
    """The grades of what holds where sources disagree; of what is not settled that of the disputed."""
    if found.verdict is None:
        return [rules.confidence.of(1, disputed=True)]
    order = in_order(cache, found) if dispute.has_changed(found) else None
    now = (found.positions[order[-1]],) if order else found.positions
    held = (found.holding,) if found.holding else now
    return [rules.confidence.of(len(position.voices)) for position in held]


_OPENING = re.compile(
    r"^(?:(?:also|then|still)\s+)?(?:(?:is|are|was|were)\s+|(?:refers? to|denotes?|means?)\s+)?",
    re.I,
)
_OPENING_CJK = re.compile(r"^(?:とは、?|は、?|が、?|是指|是)")


def without_name(text: str, title: str, language: str) -> str:
    """A sentence without the name that it opens with: only where the name is its whole subject
    ("The GNU project is …" is not of GNU), so that what is left can be read behind the name."""
    name = rf"(?:the\b|an?\b)?\s*{re.escape(title)}s?\s*(?:\([^)]*\)\s*)?"
    found = re.match(name, text, re.IGNORECASE)
    rest = text[found.end() :] if found else ""
    if _OPENING_CJK.match(rest):
        return _OPENING_CJK.sub("", rest)
    return _OPENING.sub("", rest) if verb_after(language).match(rest) else text


def gist(content: Content, title: str, lost: Container[Place] = ()) -> str:
    """What the index says of a page: the rest of its definition, or the start of its first statement; not
    one of the sentences that do not hold, if it has another."""
    if not content.statements:
        return ""
    first = (content.lead or content.rest)[0]
    main = next((s for s in content.statements if s.main.at not in lost), first).main
    text = main.claim.text.rstrip(".。:：").replace("`", "")
    text = without_name(text, title, main.source.language)
    if len(text) > 96:
        text = text[:96].rsplit(" ", 1)[0].rstrip(" ,;:") + " …"
    return text.strip()
