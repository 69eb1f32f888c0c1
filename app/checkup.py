"""What is wrong in an open vault, and mending what is safe to mend, through the one gate."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from app.compiler.compile import Compiler
from app.compiler.deletions import MANY, Deleted, vanished
from app.compiler.name_verdicts import open_pairs
from app.compiler.own_note import told_apart
from app.compiler.page_answers import offer_name
from app.disputing import contradictions
from app.ledger.decisions import STAYS, deleted_statements
from app.ledger.files import PageRecord
from app.ledger.pages import PageRow
from app.ledger.records import SourceRecord
from app.lint.checking import check
from app.lint.diagnostic import Finding, Fix, Risk, Severity, Way
from app.lint.fixing import apply, edits
from app.saying import said, say
from app.vault.index import VaultIndex
from app.vault.merging import Offer, merge, standing, taken
from app.vault.writing import Changes, Write, digest, read

_NAMED = 5  # notes that a finding names


def findings(compiler: Compiler) -> list[Finding]:
    """Everything that is wrong in the vault, by file and line."""
    sources = (source.path for source in compiler.ledger.cache.sources())
    gone = [path for path in sources if not (compiler.root / path).is_file()]
    of_ledger = [*of_pages(compiler), *gone_sources(compiler, gone)]
    return check(VaultIndex.scan(compiler.root, compiler.vault.folders), of_ledger)


def of_pages(compiler: Compiler) -> list[Finding]:
    """What the ledger knows to be open about pages."""
    return [
        *waiting_texts(compiler),
        *deleted_pages(compiler),
        *maybe_one(compiler),
        *notes_alike(compiler),
        *contradictions(compiler),
    ]


def deleted_pages(compiler: Compiler) -> list[Finding]:
    """A finding for each page that its owner deleted while notes of theirs link to it, or sources have
    something for it; those left out of which they said that this is no matter."""
    cache = compiler.ledger.cache
    stay = cache.verdicts.said_of(STAYS)
    found = []
    for page in cache.pages.gone():
        linking = cache.others.linking(page.path)
        linking = [] if page.kind == "index" else linking
        if f"page {page.id}" in stay or not (linking or page.waits):
            continue
        ways = (
            Way("make-again", "Make it again", (page.id,)),
            Way("stay-away", "Leave it deleted", (page.id,)),
        )
        message = _deleted(page, linking)
        found.append(
            Finding("VL012", "deleted-page", Severity.INFO, page.path, 1, message, ways=ways)
        )
    return found


def _deleted(page: PageRow, linking: Sequence[str]) -> str:
    if not linking:
        return say(
            "You deleted “{title}”, so it stays away; your sources have something for it.",
            title=page.title,
        )
    notes = tuple(say("“{value}”", value=path) for path in linking[:_NAMED])
    return say(
        "You deleted “{title}”, and {count} of your notes link to it: {notes}.",
        title=page.title,
        count=len(linking),
        notes=notes,
    )


def maybe_one(compiler: Compiler) -> list[Finding]:
    """A finding for each two pages that may be on one thing, which neither sources nor a model say."""
    found = []
    for pair in open_pairs(compiler.ledger.cache):
        words = {"title": pair.title, "other": pair.other_title}
        ways = (
            Way("merge", say("Merge into “{title}”", title=pair.title), (pair.one, pair.other)),
            Way(
                "merge", say("Merge into “{title}”", title=pair.other_title), (pair.other, pair.one)
            ),
            Way("keep-apart", "Keep apart", (pair.one, pair.other)),
        )
        message = say("“{title}” and “{other}” may be one thing.", **words)
        one = Finding("VL009", "may-be-one", Severity.INFO, pair.path, 1, message, ways=ways)
        found.append(replace(one, also=(pair.other_path,)))
    return found


def notes_alike(compiler: Compiler) -> list[Finding]:
    """A finding for each page that was told apart from a note of the owner's with its name."""
    found = []
    for row, note in told_apart(compiler.ledger.cache):
        message = say(
            "Your note “{note}” has this page's name. Whether it is on the same thing, nothing says.",
            note=note,
        )
        ways = (
            Way("same-note", "It is the same thing", (row.id, note)),
            Way("other-note", "It is something else", (row.id, note)),
        )
        one = Finding("VL010", "note-alike", Severity.INFO, row.path, 1, message, ways=ways)
        found.append(replace(one, also=(note,)))
    return found


def waiting_texts(compiler: Compiler) -> list[Finding]:
    """A finding for each thing that a page's owner and the sources changed both, and for each page that
    is gone, or stays as a whole, while sources have something new for it."""
    found = []
    for page in [p for p in compiler.ledger.cache.pages.waiting() if not p.gone]:
        record = compiler.ledger.page_record(page.id)
        disk = read(compiler.root / page.path)
        away = deleted_statements(compiler.root).get(page.id, {})
        lost = (
            [d for d in vanished(record, disk) if d.rests_on not in away] if record and disk else []
        )
        many = len(lost) >= MANY
        if record is None or disk is None or not (record.offers or many):
            found.append(_waiting(page))
            continue
        text = disk.decode(errors="replace")
        found += [
            *_offered(page, record, text),
            *([_lost(page, record, text, lost)] if many else []),
        ]
    return found


def _waiting(page: PageRow) -> Finding:
    return Finding(
        code="VL003",
        rule="waiting-text",
        severity=Severity.INFO,
        path=page.path,
        line=1,
        message=_waits(page),
        fix=Fix("Show the newer text", Risk.SHOW),
    )


def _offered(page: PageRow, record: PageRecord, text: str) -> list[Finding]:
    """A finding for each offer that is still to be decided, with the edits that take it."""
    found = []
    for offer in standing(record.offers, [], text, record.base):
        start = max(text.replace("\r\n", "\n").find(offer.theirs), 0)
        newer = taken(text, offer, record.base)
        found.append(
            Finding(
                code="VL003",
                rule="waiting-text",
                severity=Severity.INFO,
                path=page.path,
                line=text.replace("\r\n", "\n").count("\n", 0, start) + 1,
                message=_both_changed(offer),
                fix=None if newer is None else _take(text, newer),
                ways=_answers(page, offer, can_be_taken=newer is not None),
            )
        )
    return found


def _lost(page: PageRow, record: PageRecord, text: str, lost: Sequence[Deleted]) -> Finding:
    """Whether so much was deleted on purpose is for the page's owner to say."""
    marks = {each.mark for each in lost}
    back = merge(record.base, text, record.base, restoring=marks).text
    return Finding(
        code="VL011",
        rule="vanished-statements",
        severity=Severity.WARNING,
        path=page.path,
        line=1,
        message=say(
            "{count} statements vanished from “{title}”. They stay away until you say whether you deleted them.",
            count=len(lost),
            title=page.title,
        ),
        fix=Fix("Bring them back", Risk.REVIEW, edits(text, back)),
        ways=(
            Way("bring-back", "Bring them back", (page.id,)),
            Way("stay-deleted", "I deleted them on purpose", (page.id,)),
        ),
    )


def _answers(page: PageRow, offer: Offer, *, can_be_taken: bool) -> tuple[Way, ...]:
    about = (page.id, offer_name(offer))
    title = "Take the newer text" if offer.ours else "Take mine away"
    newer = (Way("take-newer", title, about),) if can_be_taken else ()
    return (*newer, Way("keep-mine", "Keep mine", about))


def _take(text: str, newer: str) -> Fix:
    return Fix("Take the newer text", Risk.REVIEW, edits(text, newer))


def _both_changed(offer: Offer) -> str:
    if not offer.ours:
        return say(
            "You changed “{theirs}”, so it stays; your sources no longer say it.",
            theirs=offer.theirs,
        )
    return say(
        "You changed “{theirs}”, so it stays; your sources now have “{ours}”.",
        theirs=offer.theirs,
        ours=offer.ours,
    )


def gone_sources(compiler: Compiler, gone: Iterable[str]) -> list[Finding]:
    """A finding for each of these sources, on its summary page: nothing of it was taken away."""
    found, stay = [], compiler.gone.stay()
    sources = [compiler.ledger.cache.source_by(path=path) for path in sorted(gone)]
    there = [source for source in sources if source and source.id not in stay]
    for source in there:
        page = compiler.ledger.cache.pages.summary_of(source.id)
        if page and not page.gone:
            others = [each.id for each in there if each is not source]
            found.append(_gone_source(source, page.path, others))
    return found


def _gone_source(source: SourceRecord, page: str, others: list[str]) -> Finding:
    message = say(
        "Its source “{path}” is gone. What rests on it stays until you say so, or until the days that"
        " the rules say are over.",
        path=source.path,
    )
    ways = [Way("take-away", "Take away what rested on it", (source.id,))]
    if others:
        count = len(others) + 1
        title = say("Take away what rested on all {count} that are gone", count=count)
        ways.append(Way("take-away", title, (source.id, *others)))
    ways.append(Way("keep-source", "Keep its pages", (source.id,)))
    return Finding("VL006", "source-gone", Severity.WARNING, page, 1, message, ways=tuple(ways))


def _waits(page: PageRow) -> str:
    return say(
        "You edited “{title}”, so it stays as it is; newer text from your sources waits.",
        title=page.title,
    )


def mend(compiler: Compiler, found: list[Finding]) -> Changes:
    """Apply the safe fixes among ``found`` as one step of the journal."""
    by_path: dict[str, list[Fix]] = defaultdict(list)
    for finding in found:
        if finding.fix and finding.fix.risk is Risk.SAFE:
            by_path[finding.path].append(finding.fix)
    writes = []
    for path, fixes in sorted(by_path.items()):
        disk = read(compiler.root / path)
        if disk is None:
            continue
        text, applied = apply(disk.decode(), fixes, {Risk.SAFE})
        if applied:
            writes.append(Write(path, digest(disk), text.encode()))
    return compiler.journal.commit(said("fix what is safe to fix"), writes) if writes else Changes()
