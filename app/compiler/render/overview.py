"""The overview: what needs the person, what is new, what replaced what, the map, dates, gaps.

It is for whoever opens the vault in the morning, and is no second index: each part shows the few
that matter and counts the rest. Upright is what a source says, with its mark, or a page's gist as
in the index; italics are what is counted or pointed to.
"""

from collections.abc import Sequence

from app.compiler.chronicle import Event, Replaced, events, made, replaced
from app.compiler.clusters import Cluster, clusters
from app.compiler.disagree import Disagreement
from app.compiler.disputes import disputes_of
from app.compiler.gaps import named
from app.compiler.render import dispute
from app.compiler.render.footnotes import Footnotes
from app.compiler.render.linking import Linker
from app.compiler.resolve import subject_of, title_of
from app.ledger.cache import Cache
from app.ledger.pages import PageRow, counted
from app.ledger.records import Kind, SourceRecord
from app.vault.links import wikilink
from app.vault.markdown import escape

LARGEST = 5
CLUSTERS = 8
CLUSTER_FROM = 3  # pages; two that name each other are no part of a map
CLUSTER_LINES = 4
CLUSTER_LINKS = 8
DISPUTED_PAGES = 20
QUESTIONS = 12
WAITING = 8
REPLACED = 8
COMPARED = 8
DATES = 12
SOURCES = 200  # the newest, whose headers are looked at
DAYS = 3
NEW_SOURCES = 6
NEW_PAGES = 8
THIN = 10
LONE_STATEMENTS = 4
UNNAMED = 7
UNNAMED_FROM = 5  # sentences
UNNAMED_LOOKED_AT = 30
LEAST_USED = 5
LITTLE = 30  # percent of a source's sentences
_WORDS_OF_GIST = 14


def overview_page(cache: Cache, date: str) -> str:
    """The overview as Markdown; ``date`` is the day when the newest source came."""
    notes, linker = Footnotes(cache), Linker(cache, "overview")
    recent = sorted(cache.sources(), key=lambda s: (s.added, s.id), reverse=True)[:SOURCES]
    blocks = [
        "# Overview",
        _counts(cache, date),
        _section("Needs you", [*_questions(cache, notes), *_waiting(cache)]),
        _section("Newest", _newest(cache)),
        _section("What replaced what", _replaced(cache, recent, notes)),
        _map(cache),
        _section("Dates", _dates(cache, recent, linker, notes)),
        _section("Gaps", _gaps(cache)),
        notes.section(),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _section(title: str, lines: Sequence[str]) -> str:
    return f"## {title}\n" + "\n".join(lines) if lines else ""


def _counts(cache: Cache, date: str) -> str:
    """How much there is, in one line."""
    kinds = cache.pages.count_of_kinds()
    subjects = kinds.get(Kind.CONCEPT, 0) + kinds.get(Kind.ENTITY, 0)
    return (
        f"*{_many(cache.count_sources(), 'source')}, "
        f"{_many(cache.count_voices(), 'independent voice')}, "
        f"{_many(subjects, 'subject page')}. Compiled {date}.*"
    )


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def _rest(pages: Sequence[PageRow], shown: int, count: int | None = None) -> str:
    """Links to the first pages, and how many more there are."""
    left = (len(pages) if count is None else count) - min(shown, len(pages))
    links = [wikilink(p.link) for p in pages[:shown]]
    return " · ".join([*links, *([f"*and {left} more*"] if left > 0 else [])])


# -- what needs the person


def _questions(cache: Cache, notes: Footnotes) -> list[str]:
    """What sources disagree on, each once, with all pages that it stands on; what was left open stands
    at the end, by its pages."""
    found: dict[str, tuple[Disagreement, list[PageRow]]] = {}
    left_open: dict[str, PageRow] = {}
    pages = cache.pages.disputed(DISPUTED_PAGES)
    for page in pages:
        for each in disputes_of(cache, subject_of(cache, page.of)):
            if each.asks:
                found.setdefault(_key(each, page), (each, []))[1].append(page)
            elif each.verdict is None:
                left_open[page.id] = page
    ranked = sorted(found.values(), key=lambda f: -sum(len(p.voices) for p in f[0].positions))
    lines = [_question(cache, each, on, notes) for each, on in ranked[:QUESTIONS]]
    left = len(ranked) - len(lines)
    lines += [f"- *and {_many(left, 'more question')}*"] if left else []
    waiting = list(left_open.values())
    return [
        *lines,
        *([f"- *Left open, as you said:* {_rest(waiting, WAITING)}"] if waiting else []),
    ]


def _key(found: Disagreement, page: PageRow) -> str:
    """What makes a disagreement on two pages one: its aspect and the sentences that hold it."""
    places = sorted(f"{w.source}-{w.fact.label}" for p in found.positions for w in p.witnesses)
    return f"{found.key} {' '.join(places) or page.id}"


def _question(cache: Cache, found: Disagreement, pages: list[PageRow], notes: Footnotes) -> str:
    where = ", ".join(
        wikilink(p.link, "" if p.waits or p.behind else dispute.HEADING, p.title) for p in pages
    )
    asked = dispute.aspect_shown(cache, found)
    values = [
        escape(dispute.value_of(found, p))
        + notes.mark(p.witnesses[0].source, (p.witnesses[0].fact.label,))
        for p in found.positions[: dispute.MARKS_AT_MOST]
    ]
    return f"- {where}: {asked}, {' or '.join(values)}?"


def _waiting(cache: Cache) -> list[str]:
    """The pages that their owner edited, for which there is a newer text."""
    pages = [p for p in cache.pages.waiting() if not p.gone]
    if not pages:
        return []
    words = (
        "A newer text waits for a page that you edited"
        if len(pages) == 1
        else (f"A newer text waits for {len(pages)} pages that you edited")
    )
    return [f"- *{words}:* {_rest(pages, WAITING)}"]


# -- what replaced what


def _replaced(cache: Cache, sources: Sequence[SourceRecord], notes: Footnotes) -> list[str]:
    """Texts that a newer one took the place of: as their headers say, and by their versions."""
    comparisons = cache.pages.listed(Kind.COMPARISON.value)
    tables = {frozenset(p.of.split()[1:]): p for p in comparisons if p.of.startswith("pair ")}
    versions = [p for p in comparisons if p.of.startswith("versions ")]
    lines = []
    for page in versions:
        older, newer = page.of.split()[1:]
        lines.append(_step(cache, Replaced(older, newer, ()), page, notes))
    lines += [
        _step(cache, each, tables.get(frozenset((each.older, each.newer))), notes)
        for each in replaced(cache, sources)
    ]
    left = len(lines) - REPLACED
    return [*lines[:REPLACED], *([f"- *and {left} more*"] if left > 0 else [])]


def _step(cache: Cache, found: Replaced, table: PageRow | None, notes: Footnotes) -> str:
    marks = "".join(notes.mark(source, (label,)) for source, label in found.evidence)
    beside = f" ({wikilink(table.link, display='row by row')})" if table else ""
    return f"- {_text(cache, found.older)} → {_text(cache, found.newer)}{marks}{beside}"


def _text(cache: Cache, source: str) -> str:
    """A source by its short name, linked to its summary where there is one."""
    short = cache.source(source).short
    summary = cache.pages.shown_summary_of(source)
    return wikilink(summary.link, display=short) if summary else escape(short)


# -- the map


def _map(cache: Cache) -> str:
    """The largest topics, what belongs together, and what is put side by side."""
    largest = cache.pages.largest(LARGEST)
    if not largest:
        return ""
    topics = " · ".join(f"{wikilink(p.link)} ({counted(p)})" for p in largest)
    groups = clusters(cache)
    shown = [c for c in groups if len(c.pages) >= CLUSTER_FROM][:CLUSTERS]
    compared = [
        p
        for p in cache.pages.listed(Kind.COMPARISON.value)
        if p.of.startswith(("pair ", "subjects "))
    ]
    blocks = [f"## The map\n*Largest topics:* {topics}"] if len(largest) > 1 else []
    blocks += ["## The map"] if not blocks else []
    blocks += ["\n".join(line for c in shown for line in _cluster(c))] if shown else []
    blocks += [f"*Side by side:* {_rest(compared, COMPARED)}"] if compared else []
    return "\n\n".join(blocks)


def _cluster(found: Cluster) -> list[str]:
    """What pages gather round, and the few that are most tied to it, a line each."""
    head, *others = found.pages
    lines = [
        f"- **{wikilink(head.link)}**{_gist(head)} · {counted(head)} · *{len(others)} pages around it*"
    ]
    lines += [f"  - {wikilink(p.link)}{_gist(p)} · {counted(p)}" for p in others[:CLUSTER_LINES]]
    left = others[CLUSTER_LINES:]
    return [*lines, *([f"  - {_rest(left, CLUSTER_LINKS)}"] if left else [])]


def _gist(page: PageRow) -> str:
    """A page's gist, shortened to what a glance takes in."""
    words = page.gist.split()
    short = " ".join(words[:_WORDS_OF_GIST])
    return f": {escape(short)}{' …' * (len(words) > _WORDS_OF_GIST)}" if words else ""


# -- dates


def _dates(
    cache: Cache, sources: Sequence[SourceRecord], linker: Linker, notes: Footnotes
) -> list[str]:
    """What happened when, in order; when texts were made takes a third of the places at most."""
    texts = made(cache, sources, DATES // 3)
    found = sorted([*texts, *events(cache, DATES - len(texts), texts)], key=lambda e: e.date)
    return [_date(cache, each, linker, notes) for each in found] if len(found) > 1 else []


def _date(cache: Cache, event: Event, linker: Linker, notes: Footnotes) -> str:
    mark = notes.mark(event.source, event.evidence)
    if event.claim is None:
        return f"- **{event.date}** {_text(cache, event.source)} created{mark}"
    linker.section()
    words = linker.text(event.claim.text, [(event.source, e) for e in event.evidence])
    return f"- **{event.date}** {words}{mark}"


# -- what is new


def _newest(cache: Cache) -> list[str]:
    """The last days on which sources came, with those and the pages that they made."""
    days = cache.days(DAYS + 1)
    return [_day(cache, day, with_pages=len(days) > 1) for day in days[:DAYS]]


def _day(cache: Cache, day: str, *, with_pages: bool) -> str:
    sources = cache.added_on(day)
    shown = [_text(cache, s.id) for s in sources[:NEW_SOURCES]]
    more = [f"*and {len(sources) - NEW_SOURCES} more*"] if len(sources) > NEW_SOURCES else []
    line = f"- **{day}** {' · '.join([*shown, *more])}"
    pages, count = cache.pages.made_on(day, NEW_PAGES) if with_pages else ([], 0)
    new = f"*{_many(count, 'new page')}:* {_rest(pages, NEW_PAGES, count)}"
    return f"{line}. {new}" if pages else line


# -- gaps


def _gaps(cache: Cache) -> list[str]:
    """What is spoken of without a page, what rests on little, and what is hardly used."""
    lines = [
        ("Named often, no page", " · ".join(_unnamed(cache))),
        ("One voice only", _rest(cache.pages.on_one_voice(THIN, LONE_STATEMENTS), THIN)),
        ("One statement only", _thin(cache)),
        ("Least used sources", " · ".join(_least_used(cache))),
    ]
    return [f"- *{words}:* {what}" for words, what in lines if what]


def _unnamed(cache: Cache) -> list[str]:
    """Subjects that many sentences name and that have no page, with how many and in how many sources."""
    found: dict[str, str] = {}
    for slot in cache.subjects.most_named(UNNAMED_LOOKED_AT):
        subject = subject_of(cache, slot)
        told = named(cache, subject)
        if subject.page or subject.of in found or told.sentences < UNNAMED_FROM:
            continue
        count = f"{_many(told.sentences, 'sentence')} in {_many(told.sources, 'source')}"
        found[subject.of] = f"{escape(title_of(subject))} *({count})*"
        if len(found) == UNNAMED:
            break
    return list(found.values())


def _thin(cache: Cache) -> str:
    pages, count = cache.pages.thinnest(THIN)
    return _rest(pages, THIN, count)


def _least_used(cache: Cache) -> list[str]:
    """The sources that pages rest on least, translations and near-copies of others left out."""
    several = cache.voices.several()
    shares = {
        page: int(page.gist.rsplit("· ", 1)[-1].split(" ")[0])
        for page in cache.pages.listed("summary")
        if page.gist.endswith("% used") and page.of not in several
    }
    least = sorted(shares, key=lambda p: (shares[p], p.title, p.path))[:LEAST_USED]
    least = [page for page in least if shares[page] < LITTLE]
    return [f"{wikilink(p.link)} *{shares[p]} %*" for p in least]
