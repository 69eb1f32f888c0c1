"""Where pages and sources are now: others rename, move, delete and add files in the vault.

A page is known by its ``id``, wherever it lies. What links to a page that has another name, that is
not there, or whose name another file has as well is rendered again, so that every link keeps
leading to one file; a source that is not there is named and not linked.
"""

from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from app.compiler.resolve import subject_of
from app.ledger.cache import Cache, Target
from app.ledger.ledger import Ledger
from app.ledger.pages import PageRow
from app.vault.conflicts import original_of
from app.vault.files import VaultFiles
from app.vault.names import fold, safe_stem
from app.vault.rules import Folders

BESIDE = " (sources)"
"""What the title of a page ends with that is made beside a note of the owner's."""

MANY = 5
"""So many sources that are away at once are waited for: a drive that is not mounted is no deletion."""


@dataclass
class Whereabouts:
    """What changed. ``again`` are the pages to be rendered again, ``placed`` those that lie elsewhere
    now, ``texts`` the sources whose readable edition does, ``back`` the pages that are there again."""

    again: set[str] = field(default_factory=set)
    placed: list[PageRow] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    back: list[PageRow] = field(default_factory=list)
    notes: list[PageRow] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.again or self.placed or self.texts or self.back or self.notes)


def look(
    ledger: Ledger, there: VaultFiles, folders: Folders, doubted: set[str] | None
) -> Whereabouts:
    """Take into the cache where everything is; the notes ``doubted``, None for all, are looked into
    although it knows them."""
    found = Whereabouts()
    cache = ledger.cache
    places = cache.pages.places()
    targets = cache.targets()
    pages = {path: page for page, path, _, _ in places if path in there}
    strange = cache.others.strangers(
        ledger.root, pages, {page for page, _, _, _ in places}, doubted
    )
    ours = {path for _, path, _, _ in places} | {
        path for each in targets for path in (each.path, each.target)
    }
    raw = f"{folders.raw}/"
    known, rest = cache.others.paths(), there.paths - (ours - strange)
    notes = (known & rest) | {
        p
        for p in rest - known
        if p.lower().endswith(".md")
        and not p.startswith(raw)
        and original_of(p.rpartition("/")[2]) is None
    }
    if cache.others.look(ledger.root, notes, doubted):
        found.again |= {row.id for row in cache.pages.in_brackets() if _lost_its_note(row)}
    for path in strange:  # what lies there is recorded there next
        if row := cache.pages.at(path):
            cache.pages.put(replace(row, path=_nowhere(row)))
    doubled = there.doubled()
    for page, path, gone, long in places:
        is_taken = path in strange
        if path in there and not is_taken and not gone and long == (path in doubled):
            continue  # it is where it was
        _page(ledger, there, found, page, path, is_gone=gone, is_long=long, is_taken=is_taken)
    _sources(ledger, there, found, targets)
    for row in cache.pages.with_notes():
        if row.note not in there:
            cache.pages.put(replace(row, note=""))
            found.notes.append(replace(row, note=""))
            note = row.note.removesuffix(".md")
            found.again |= cache.pages.leading_to([note, row.stem]) | {row.id}
    return found


def _lost_its_note(row: PageRow) -> bool:
    return row.title.endswith(BESIDE) and not (row.note or row.gone)


def _page(
    ledger: Ledger,
    there: VaultFiles,
    found: Whereabouts,
    page: str,
    path: str,
    *,
    is_gone: bool,
    is_long: bool,
    is_taken: bool,
) -> None:
    here = path in there and not is_taken
    now = path if here else ledger.cache.others.with_ident(page)
    if now == path and not is_gone and is_long == there.is_doubled(path):
        return
    row = ledger.cache.pages.by_id(page)
    assert row is not None
    row = replace(row, path=path)
    if is_taken and not now:  # the name is another page's
        found.placed.append(replace(row, path=_nowhere(row)))
    if not now and is_gone:  # what is taken back may lead to it again
        found.again |= ledger.cache.pages.leading_to([row.link, row.stem])
        return
    after = replace(row, gone=not now, long=bool(now) and there.is_doubled(now))
    if now and now != path:
        after = replace(after, path=now, title=_title(row, now))
        found.placed.append(after)
    ledger.cache.pages.put(after if now or not is_taken else replace(after, path=_nowhere(row)))
    if is_gone and now:
        found.back.append(after)
    found.again |= ledger.cache.pages.leading_to([row.link, row.stem, after.link])
    found.again |= {page} if now else set()


def _nowhere(row: PageRow) -> str:
    """Where a page is taken to lie that its owner deleted and whose place another one has."""
    return PurePosixPath(row.path).with_name(f"{row.stem} {row.id}.md").as_posix()


def _title(row: PageRow, path: str) -> str:
    """The title of a page that lies at ``path`` now: what its owner calls it, where it is a subject's."""
    stem = PurePosixPath(path).stem
    kept = row.kind not in {"concept", "entity"} or fold(stem) == fold(row.stem)
    return row.title if kept or fold(safe_stem(row.title)) == fold(stem) else stem


def _sources(ledger: Ledger, there: VaultFiles, found: Whereabouts, targets: list[Target]) -> None:
    """Which sources are away, and which need their path in a link."""
    cache = ledger.cache
    missing = {each.source: each for each in targets if each.target not in there}
    for source, each in list(missing.items()):
        if each.target != each.path:
            sha256 = cache.source(source).sha256
            if moved := cache.others.with_ident(f"text:{sha256}"):
                found.texts[source] = moved
                del missing[source]
    held = sum(not each.away for each in missing.values()) >= MANY
    for each in targets:
        away = (each.away if held else True) if each.source in missing else False
        long = there.is_doubled(each.target)
        if (away, long) != (each.away, each.long):
            cache.put_place(each.source, away=away, long=long)
            found.again |= naming(cache, each.source)
        elif away:  # what is taken back may lead to it again
            found.again |= cache.pages.leading_to(_spelled(each.target))


def _spelled(path: str) -> list[str]:
    """How links may name the file at a path."""
    place = PurePosixPath(path)
    return [place.stem, place.name, path, str(place.with_suffix(""))]


def naming(cache: Cache, source: str) -> set[str]:
    """The ids of the pages that name a source: those with notes that do, those of its subjects, where what
    is left out is counted by source, and its summary."""
    subjects = (subject_of(cache, slot).page for slot in cache.subjects.slots_of(source))
    summary = cache.pages.summary_of(source)
    rows = [row for row in (*subjects, summary) if row is not None]
    return cache.showing_source(source) | {row.id for row in rows}
