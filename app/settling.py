"""Findings settled by the person: each way is previewed, done as one step, and taken back by undo."""

import difflib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from pathlib import PurePosixPath

from app.compiler import dispute_verdicts, name_verdicts, page_answers
from app.compiler.again import again
from app.compiler.building.pages import TRASH
from app.compiler.compile import Compiler
from app.compiler.taking_away import Settlement
from app.errors import VaultloomError
from app.knowing import checking
from app.ledger.decisions import KEEP_SOURCE, OTHER_NOTE, STAY_AWAY, STAYS
from app.ledger.files import FOLDER
from app.ledger.rulings import What
from app.lint.diagnostic import Finding, Way
from app.mending import all_safe, fixed, heeding, ignoring
from app.saying import say
from app.vault.writing import Changes, Write, read

RECOMPILE = "recompile"
"""The way that has sources (vault paths) wait to be compiled once more: what comes of it is not known before,
and each source is a step of its own when its turn comes."""


def settle(compiler: Compiler, way: Way, found: Sequence[Finding] | None = None) -> Changes:
    """Do it as one step. ``found`` are the findings as they are, which are looked for where a way needs
    them. Raises VaultProblem in a vault that can only be read, and VaultloomError where what it is about
    is not there any more, or was changed since."""
    if way.do == RECOMPILE:
        again(compiler, way.about)
        return Changes()
    return compiler.settle(_settlement(compiler, way, found))


def preview(
    compiler: Compiler, way: Way, found: Sequence[Finding] | None = None
) -> tuple[Write, ...]:
    """What it would write; nothing is written. Raises VaultloomError as ``settle`` does."""
    if way.do == RECOMPILE:
        return ()
    return compiler.onto.previewed(_settlement(compiler, way, found).plan)


def step_label(compiler: Compiler, way: Way, found: Sequence[Finding] | None = None) -> str:
    """The name that the step will have. Raises VaultloomError as ``settle`` does."""
    if way.do == RECOMPILE:
        return say("compile “{path}” again", path=", ".join(way.about))
    return _settlement(compiler, way, found).label


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a page that changes: the lines that go, and those that come instead."""

    gone: tuple[str, ...]
    came: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChangedPage:
    """A page that would change; it ``becomes`` "new", "changed" or "gone"."""

    path: str
    title: str
    becomes: str
    places: tuple[Place, ...]


def leads_to(compiler: Compiler, way: Way) -> str:
    """The path of the page on what two pages were on before they were merged; "" for any other way."""
    page = name_verdicts.found(compiler, way.about[0]).page if way.do == "merge" else None
    return page.path if page else ""


def is_hidden(path: str) -> bool:
    """Whether a file is none that people see in their vault: the ledger's, or in the vault's trash."""
    return path.startswith((f"{FOLDER}/", f"{TRASH}/"))


def changed_pages(compiler: Compiler, writes: Sequence[Write]) -> list[ChangedPage]:
    """What people would see change, page by page, those that go last: what is only the ledger's or in the
    trash is left out, and so are the lists of pages."""
    lists = {row.path for row in compiler.ledger.cache.pages.catalogue()}
    found = []
    for write in writes:
        before = read(compiler.root / write.path)
        if is_hidden(write.path) or write.path in lists or before == write.after:
            continue
        row = compiler.ledger.cache.pages.at(write.path)
        title = row.title if row else PurePosixPath(write.path).stem
        becomes = "new" if before is None else "gone" if write.after is None else "changed"
        found.append(ChangedPage(write.path, title, becomes, _places(before, write.after)))
    return sorted(found, key=lambda page: (page.becomes == "gone", page.path))


def _places(before: bytes | None, after: bytes | None) -> tuple[Place, ...]:
    old, new = ((text or b"").decode("utf-8", "replace").splitlines() for text in (before, after))
    return tuple(
        Place(tuple(old[a:b]), tuple(new[c:d]))
        for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if tag != "equal"
    )


def differences(pages: Iterable[ChangedPage]) -> list[str]:
    """The same as lines of text: the path of each page, then its lines that go (-) and come (+)."""
    found: list[str] = []
    for page in pages:
        found.append(page.path)
        for place in page.places:
            found += [f"  -{line}" for line in place.gone]
            found += [f"  +{line}" for line in place.came]
    return found


def _settlement(compiler: Compiler, way: Way, found: Sequence[Finding] | None = None) -> Settlement:
    if way.do in _FIXES:
        found = checking(compiler).everything() if found is None else found
        return _FIXES[way.do](compiler, found, way.about)
    made = _WAYS.get(way.do)
    if made is None:
        raise VaultloomError(
            say("“{way}” is no way to settle a finding.", way=way.do),
            remedy="Findings say which ways they have.",
        )
    try:
        signature(made).bind(compiler, *way.about)
    except TypeError as wrong:
        raise VaultloomError(
            say("“{way}” is about something else.", way=way.do),
            remedy="Findings say what their ways are about.",
        ) from wrong
    try:
        return made(compiler, *way.about)
    except KeyError as missing:
        raise VaultloomError(
            "That is not there any more.", remedy="Look at the findings again."
        ) from missing


def _of_names(said: name_verdicts.NamesSaid) -> Settlement:
    return Settlement(
        said.label,
        lambda build: build.say_of_names(said.pairs, said.keep, said.decision),
        {"names": [list(pair) for pair in said.pairs]},
    )


def _merge(compiler: Compiler, keep: str, other: str) -> Settlement:
    subjects = [name_verdicts.found(compiler, name) for name in (keep, other)]
    return _of_names(name_verdicts.merged(compiler, *subjects))


def _keep_apart(compiler: Compiler, one: str, other: str) -> Settlement:
    subjects = [name_verdicts.found(compiler, name) for name in (one, other)]
    return _of_names(name_verdicts.kept_apart(compiler, *subjects))


def _tell_apart(compiler: Compiler, title: str, name: str) -> Settlement:
    subject = name_verdicts.found(compiler, title)
    return _of_names(name_verdicts.split(compiler, subject, name))


def _same_note(compiler: Compiler, page: str, note: str) -> Settlement:
    row = compiler.ledger.cache.pages.by_id(page)
    if row is None or not (compiler.root / note).is_file():
        raise VaultloomError(
            say("“{note}” or its page is not there any more.", note=note),
            remedy="Look at the findings again.",
        )
    label = say("have “{title}” stand beside your note", title=row.title)
    return Settlement(label, lambda build: build.stand_beside(replace(row, note=note)), {})


def _other_note(compiler: Compiler, page: str, note: str) -> Settlement:
    row = compiler.ledger.cache.pages.by_id(page)
    title = row.title if row else page
    pairs = {(f"note {note}", f"page {page}"): False}
    label = say("tell “{title}” apart from your note", title=title)
    write = compiler.decision((OTHER_NOTE, page, note))
    return _of_names(name_verdicts.NamesSaid(pairs, label, write))


def _take_away(compiler: Compiler, *sources: str) -> Settlement:
    return compiler.taking_away(sources)


def _keep_source(compiler: Compiler, *sources: str) -> Settlement:
    record = compiler.ledger.cache.source(sources[0])
    pairs = {(f"source {source}", STAYS): False for source in sources}
    label = say("keep the pages of “{title}”", title=record.title)
    write = compiler.decision(*((KEEP_SOURCE, source) for source in sources))
    return _of_names(name_verdicts.NamesSaid(pairs, label, write))


def _stay_away(compiler: Compiler, page: str) -> Settlement:
    row = compiler.ledger.cache.pages.by_id(page)
    label = say("leave “{title}” deleted", title=row.title if row else page)
    write = compiler.decision((STAY_AWAY, page))
    pairs = {(f"page {page}", STAYS): False}
    return _of_names(name_verdicts.NamesSaid(pairs, label, write))


def _of_disputes(said: dispute_verdicts.DisputesSaid) -> Settlement:
    return Settlement(said.label, said.plan, {"disputes": [each.key for each in said.said]})


def _holds(compiler: Compiler, key: str, witness: str) -> Settlement:
    return _of_disputes(dispute_verdicts.one_holds(compiler, key, witness))


def _newer_holds(compiler: Compiler, *keys: str) -> Settlement:
    return _of_disputes(dispute_verdicts.newer_holds(compiler, keys))


def _both_hold(compiler: Compiler, key: str, words: str = "") -> Settlement:
    return _of_disputes(dispute_verdicts.said(compiler, What.BOTH, key, words))


def _saying(what: What) -> Callable[[Compiler, str], Settlement]:
    """How to settle by a verdict that needs no more than the disagreement."""
    return lambda compiler, key: _of_disputes(dispute_verdicts.said(compiler, what, key))


_FIXES: dict[str, Callable[[Compiler, Sequence[Finding], tuple[str, ...]], Settlement]] = {
    "fix": fixed,
    "fix-safe": lambda compiler, found, _none: all_safe(compiler, found),
}

_WAYS: dict[str, Callable[..., Settlement]] = {
    "merge": _merge,
    "keep-apart": _keep_apart,
    "tell-apart": _tell_apart,
    "same-note": _same_note,
    "other-note": _other_note,
    "take-away": _take_away,
    "keep-source": _keep_source,
    "take-newer": page_answers.take_newer,
    "keep-mine": page_answers.keep_mine,
    "bring-back": page_answers.bring_back,
    "stay-deleted": page_answers.stay_deleted,
    "make-again": page_answers.make_again,
    "stay-away": _stay_away,
    "holds": _holds,
    "both-hold": _both_hold,
    "changed": _saying(What.CHANGED),
    "not-same": _saying(What.NOT_SAME),
    "leave-open": _saying(What.OPEN),
    "newer-holds": _newer_holds,
    "ignore": ignoring,
    "heed": heeding,
}
