"""A comparison page: aspects as rows, sides as columns, marks in the cells."""

from app.compiler.comparing import Cell, Row
from app.compiler.disagree import Disagreement
from app.compiler.render import dispute, properties
from app.compiler.render.footnotes import Footnotes
from app.compiler.render.linking import Linker
from app.compiler.render.subject_page import Rendered
from app.ledger.cache import Cache
from app.ledger.pages import PageRow
from app.ledger.records import SourceRecord
from app.vault.links import wikilink
from app.vault.markdown import escape

CHANGED = "changed over time"
BESIDE = "side by side"
DISPUTED = "disputed"


def of_versions(
    cache: Cache, older: SourceRecord, later: SourceRecord, rows: list[Row], row: PageRow
) -> Rendered:
    """The page that puts an older and a newer text side by side."""
    intro = (
        f"Changed over time: of two versions of one text, {_name(cache, later)} is the later one."
    )
    return _page(cache, older, later, rows, row, intro, CHANGED)


def of_pair(
    cache: Cache, a: SourceRecord, b: SourceRecord, rows: list[Row], row: PageRow
) -> Rendered:
    """The page that puts two documents side by side."""
    intro = f"Side by side: what {_name(cache, a)} and {_name(cache, b)} say of the same things, and of each other."
    return _page(cache, a, b, rows, row, intro, BESIDE)


def of_disputes(cache: Cache, page: PageRow, found: list[Disagreement], row: PageRow) -> Rendered:
    """The page of a subject's disagreements, a row for each source."""
    linker, notes = Linker(cache, row.id), Footnotes(cache)
    linker.note(page)
    intro = f"*Where sources disagree on {wikilink(page.stem)}. Nothing here is decided.*"
    body = [intro, dispute.table(cache, found, linker, notes), f"## Related\n{wikilink(page.stem)}"]
    return _finish(cache, row, body, notes, DISPUTED, "where sources disagree")


def _name(cache: Cache, record: SourceRecord) -> str:
    summary = cache.pages.shown_summary_of(record.id)
    return wikilink(summary.stem, display=record.short) if summary else escape(record.short)


def _page(
    cache: Cache,
    a: SourceRecord,
    b: SourceRecord,
    rows: list[Row],
    row: PageRow,
    intro: str,
    verdict: str,
) -> Rendered:
    linker, notes = Linker(cache, row.id), Footnotes(cache)
    heads = [_head(cache, a), _head(cache, b)]
    with_verdict = any(r.verdict for r in rows)
    lines = [
        f"| | {heads[0]} | {heads[1]} |" + (" |" if with_verdict else ""),
        "|---|---|---|" + ("---|" if with_verdict else ""),
    ]
    before = ""
    for line in rows:
        lines.append(
            _line(line, linker, notes, repeated=line.aspect == before, with_verdict=with_verdict)
        )
        before = line.aspect
    related = list(dict.fromkeys(r.page for r in rows if r.page)) or [p.stem for p in linker.linked]
    body = [f"*{intro}*", "\n".join(lines)]
    if any(r.left is None or r.right is None for r in rows):
        body.append("*— : no sentence found in that text.*")
    if related:
        body.append("## Related\n" + " · ".join(wikilink(stem) for stem in related[:12]))
    return _finish(cache, row, body, notes, verdict, verdict)


def _head(cache: Cache, record: SourceRecord) -> str:
    summary = cache.pages.shown_summary_of(record.id)
    return (
        wikilink(summary.stem, display=record.short, in_table=True)
        if summary
        else escape(record.short, in_table=True)
    )


def _line(row: Row, linker: Linker, notes: Footnotes, *, repeated: bool, with_verdict: bool) -> str:
    linker.section()
    aspect = (
        wikilink(row.page, display=row.aspect, in_table=True)
        if row.page
        else escape(row.aspect, in_table=True)
    )
    cells = [_cell(row.left, linker, notes), _cell(row.right, linker, notes)]
    line = f"| {'' if repeated else aspect} | {cells[0]} | {cells[1]} |"
    return line + (f" {row.verdict} |" if with_verdict else "")


def _cell(cell: Cell | None, linker: Linker, notes: Footnotes) -> str:
    if cell is None:
        return "—"
    places = [(cell.source, e) for e in cell.evidence]
    return linker.text(cell.text, places, in_table=True, with_links=False) + notes.mark(
        cell.source, cell.evidence
    )


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
    filled = PageRow(
        row.id,
        "comparison",
        row.of,
        row.path,
        row.title,
        row.created,
        "",
        gist,
        len(notes.notes),
        voices,
        verdict == DISPUTED,
        tuple(aliases),
    )
    return Rendered(filled, text, tuple(dict.fromkeys(notes.shown)))
