"""A comparison page: aspects as rows, sides as columns, marks in the cells."""

from dataclasses import replace

from app.compiler import comparing
from app.compiler.disagree import Disagreement
from app.compiler.render import dispute_table, properties
from app.compiler.render.footnotes import Footnotes
from app.compiler.render.linking import Linker
from app.compiler.render.subject_page import Rendered
from app.compiler.resolve import Subject
from app.compiler.statements import dated
from app.compiler.tables import Cell, Row, Table
from app.ledger.cache import Cache
from app.ledger.pages import PageRow
from app.ledger.records import SourceRecord
from app.vault.links import wikilink
from app.vault.markdown import escape

CHANGED = "changed over time"
BESIDE = "side by side"
DISPUTED = "disputed"
SETTLED = "settled"
RELATED_AT_MOST = 12


def of_versions(
    cache: Cache, older: SourceRecord, later: SourceRecord, table: Table, row: PageRow
) -> Rendered:
    """The page that puts an older and a newer text side by side."""
    intro = (
        f"Changed over time: of two versions of one text, {_name(cache, later)} is the later"
        f" {_by_what(older, later)}. {_counted(table.same, 'statement', 'stands', 'stand')} in both;"
        " the table has what differs."
    )
    return _page(cache, [older, later], table, row, [f"*{intro}*"], CHANGED)


def _by_what(older: SourceRecord, later: SourceRecord) -> str:
    """By what it was told which text is the later one."""
    if dated(older, later):
        return f"by its date, {later.date} after {older.date}"
    return "by its number" + ("" if older.date or later.date else "; neither gives a date")


def _counted(count: int, noun: str, one: str, many: str) -> str:
    return f"{count} {noun} {one}" if count == 1 else f"{count} {noun}s {many}"


def of_pair(cache: Cache, a: SourceRecord, b: SourceRecord, table: Table, row: PageRow) -> Rendered:
    """The page that puts two documents side by side; the older one on the left where it was replaced."""
    names = f"{_name(cache, a)} and {_name(cache, b)}"
    intro = f"*Side by side: what {names} say of the same things, and of each other.*"
    was_replaced = comparing.replaced(a, b) is not None
    if was_replaced:
        intro = f"*Changed over time: {_name(cache, b)} replaces {_name(cache, a)}, as its header says.*"
    verdict = CHANGED if was_replaced else BESIDE
    return _page(cache, [a, b], table, row, [intro], verdict, counts_gone=False)


def of_subjects(cache: Cache, one: Subject, other: Subject, table: Table, row: PageRow) -> Rendered:
    """The page that puts two subjects side by side, as sources do."""
    pages = [page for s in (one, other) if (page := s.page)]
    names = " and ".join(wikilink(page.link) for page in pages)
    intro = f"*Side by side: what sources say of {names}, and of the one beside the other.*"
    heads = [wikilink(page.link, in_table=True) for page in pages]
    return _table_page(cache, heads, table, row, [intro], BESIDE)


def of_disputes(
    cache: Cache, pages: list[PageRow], found: list[Disagreement], row: PageRow
) -> Rendered:
    """The page of the disagreements on a subject, or on several that they are all about."""
    linker, notes = Linker(cache, row.id), Footnotes(cache)
    for page in pages:
        linker.note(page)
    names = " and ".join(wikilink(page.link) for page in pages)
    intro = f"*Where sources disagree on {names}. {_settled(found)}*"
    related = "## Related\n" + " · ".join(wikilink(page.link) for page in pages)
    noted = dispute_table.reader_notes(cache, found)
    body = [intro, dispute_table.table(cache, found, notes), *noted, related]
    verdict = DISPUTED if any(each.verdict is None for each in found) else SETTLED
    return _finish(cache, row, body, notes, verdict, "where sources disagree")


def _settled(found: list[Disagreement]) -> str:
    """How many of these the person settled."""
    count = sum(each.verdict is not None for each in found)
    if count == len(found):
        return "All of it is settled by your verdicts." if count > 1 else "Your verdict settles it."
    if not count:
        return "Nothing here is decided."
    return f"Your verdicts settle {count} of {len(found)}; the rest is open."


def _name(cache: Cache, record: SourceRecord) -> str:
    summary = cache.pages.shown_summary_of(record.id)
    return wikilink(summary.link, display=record.short) if summary else escape(record.short)


def _page(
    cache: Cache,
    sides: list[SourceRecord],
    table: Table,
    row: PageRow,
    intro: list[str],
    verdict: str,
    *,
    counts_gone: bool = True,
) -> Rendered:
    heads = [_head(cache, record) for record in sides]
    return _table_page(cache, heads, table, row, intro, verdict, counts_gone=counts_gone)


def _table_page(
    cache: Cache,
    heads: list[str],
    table: Table,
    row: PageRow,
    intro: list[str],
    verdict: str,
    *,
    counts_gone: bool = False,
) -> Rendered:
    linker, notes = Linker(cache, row.id), Footnotes(cache)
    linker.section()
    lead = " ".join(_sentence(cell, linker, notes) for cell in table.lead)
    fields = "  \n".join(_field(cell, notes) for cell in table.fields)
    lines = _lines(table, heads, linker, notes)
    body = [*intro, fields, lead, "\n".join(lines)]
    if any(r.left is None or r.right is None for r in table.rows):
        body.append("*— : no sentence found in that text.*" if counts_gone or table.rows else "")
    if table.left_out:
        body.append(f"*{_counted(table.left_out, 'more row', 'is', 'are')} left out.*")
    body.append(_listed(table, linker, notes))
    body.append(_related(table, linker))
    return _finish(cache, row, [b for b in body if b], notes, verdict, verdict)


def _listed(table: Table, linker: Linker, notes: Footnotes) -> str:
    """The differences that a source lists itself, under its own heading."""
    if not table.listed:
        return ""
    linker.section()
    lines = "\n".join(f"- {_sentence(cell, linker, notes)}" for cell in table.listed)
    return f"## {escape(table.heading)}\n{lines}"


def _lines(table: Table, heads: list[str], linker: Linker, notes: Footnotes) -> list[str]:
    with_verdict = any(r.verdict for r in table.rows)
    lines = [
        f"| | {heads[0]} | {heads[1]} |" + (" |" if with_verdict else ""),
        "|---|---|---|" + ("---|" if with_verdict else ""),
    ]
    group = before = linked = ""
    for row in table.rows:
        if row.group != group:
            lines.append(f"| **{row.group or 'More'}** | | |")
            group, before = row.group, ""
        repeated = row.aspect == before
        lines.append(
            _line(
                row, linker, notes, repeated=repeated, link=row.page != linked, verdict=with_verdict
            )
        )
        before, linked = row.aspect, row.page or linked
    return lines


def _related(table: Table, linker: Linker) -> str:
    stems = [*(r.page for r in table.rows if r.page), *(p.link for p in linker.linked)]
    shown = list(dict.fromkeys(stems))[:RELATED_AT_MOST]
    return "## Related\n" + " · ".join(wikilink(stem) for stem in shown) if shown else ""


def _sentence(cell: Cell, linker: Linker, notes: Footnotes) -> str:
    places = [(cell.source, e) for e in cell.evidence]
    return linker.text(cell.text, places) + notes.mark(cell.source, cell.evidence)


def _field(cell: Cell, notes: Footnotes) -> str:
    """A header field, its name in bold."""
    name, value = (escape(piece.text) for piece in cell.pieces)
    short = escape(notes.cache.source(cell.source).short)
    return f"{short}, **{name}**: {value}{notes.mark(cell.source, cell.evidence)}"


def _head(cache: Cache, record: SourceRecord) -> str:
    summary = cache.pages.shown_summary_of(record.id)
    return (
        wikilink(summary.link, display=record.short, in_table=True)
        if summary
        else escape(record.short, in_table=True)
    )


def _line(
    row: Row, linker: Linker, notes: Footnotes, *, repeated: bool, link: bool, verdict: bool
) -> str:
    aspect = (
        wikilink(row.page, display=row.aspect, in_table=True)
        if row.page and link
        else escape(row.aspect, in_table=True)
    )
    cells = [_cell(row.left, linker, notes), _cell(row.right, linker, notes)]
    line = f"| {'' if repeated else aspect} | {cells[0]} | {cells[1]} |"
    return line + (f" {row.verdict} |" if verdict else "")


def _cell(cell: Cell | None, linker: Linker, notes: Footnotes) -> str:
    """A cell's words, those in bold that the cell beside it does not have, and its mark."""
    if cell is None:
        return "—"
    shown = [_piece(piece.text, bold=piece.other) for piece in cell.pieces]
    editions = _editions(notes.cache, cell)
    return " ".join(shown) + notes.mark(cell.source, cell.evidence, editions)


def _editions(cache: Cache, cell: Cell) -> tuple[tuple[str, str], ...]:
    """The same sentence in translations; of an older text none, since they are of the newer one."""
    if comparing.family(cache, cell.source)[-1].id != cell.source:
        return ()
    return tuple(cache.voices.translated(cell.source, cell.evidence[0]))


def _piece(text: str, *, bold: bool) -> str:
    words = escape(text, in_table=True)
    return f"**{words}**" if bold and "*" not in words else words


def _finish(
    cache: Cache, row: PageRow, body: list[str], notes: Footnotes, verdict: str, gist: str
) -> Rendered:
    sources = sorted(
        {s for s, _ in notes.shown}, key=lambda s: (cache.source(s).added, cache.source(s).short, s)
    )
    aliases = [row.title] if row.title != row.stem else []
    head = properties.block(
        page=row.id,
        kind="comparison",
        aliases=aliases,
        sources=properties.source_links(cache, sources),
        created=row.created,
        updated=max([row.created, *(cache.source(s).added for s in sources)]),
        disputed=verdict == DISPUTED,
        more={"verdict": verdict},
    )
    text = f"{head}# {escape(row.title)}\n\n" + "\n\n".join(body) + f"\n\n{notes.section()}\n"
    voices = len({cache.voices.voice(s) for s in sources})
    filled = replace(
        row,
        kind="comparison",
        base="",
        gist=gist,
        statements=len(notes.notes),
        voices=voices,
        disputed=verdict == DISPUTED,
        aliases=tuple(aliases),
        waits=False,
        gone=False,
    )
    return Rendered(filled, text, tuple(dict.fromkeys(notes.shown)))
