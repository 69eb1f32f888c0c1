"""Fixes that findings have, and what the person wants to see no more, each as one step."""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence

from app.compiler import page_answers
from app.compiler.building.build import Build
from app.compiler.compile import Compiler
from app.compiler.taking_away import Settlement
from app.errors import VaultloomError
from app.ledger.decisions import HEED, IGNORE
from app.lint.diagnostic import Finding, Fix, Risk
from app.lint.fixing import apply
from app.lint.ignoring import ignored, without
from app.lint.registry import BY_CODE
from app.saying import said, say
from app.vault.writing import Write, digest, read

# Fixes that are more than an edit of the file: what else knows of it changes as well.
_OWN_WAYS: dict[str, Callable[..., Settlement]] = {
    "take-newer": page_answers.take_newer,
    "bring-back": page_answers.bring_back,
}


def fixed(compiler: Compiler, found: Sequence[Finding], keys: Collection[str]) -> Settlement:
    """The step that applies the fixes of the findings with these keys. Raises VaultloomError where one is
    not there any more, has no fix, or its file was changed since."""
    chosen = [each for each in found if each.key in keys]
    if not chosen or {each.key for each in chosen} != set(keys):
        raise _gone()
    if not all(map(can_fix, chosen)):
        raise VaultloomError(
            "Not all of these can be fixed by themselves.",
            remedy="Look at the ways that they have.",
        )
    label = say("fix {count} findings", count=len(chosen))
    if len(chosen) == 1 and (fix := chosen[0].fix):
        label = say("fix “{path}”: {title}", path=chosen[0].path, title=said(fix.title))
    return _step(compiler, label, chosen)


def all_safe(compiler: Compiler, found: Sequence[Finding]) -> Settlement:
    """The step that applies all fixes that are safe, those left out that the person ignores. Raises
    VaultloomError where there is none."""
    heeded = without(found, ignored(compiler.root))
    chosen = [each for each in heeded if is_safe(each)]
    if not chosen:
        raise VaultloomError("There is nothing that is safe to fix.")
    return _step(compiler, said("fix what is safe to fix"), chosen)


def can_fix(found: Finding) -> bool:
    """Whether a finding has a fix that can be applied."""
    return found.fix is not None and bool(found.fix.edits)


def is_safe(found: Finding) -> bool:
    """Whether it may be applied at once, without a look."""
    return found.fix is not None and found.fix.risk is Risk.SAFE and can_fix(found)


def _step(compiler: Compiler, label: str, chosen: Sequence[Finding]) -> Settlement:
    own, edits = [], defaultdict(list)
    for each in chosen:
        way = next((w for w in each.ways if each.fix and str(w.title) == str(each.fix.title)), None)
        if way is not None and way.do in _OWN_WAYS:
            own.append(_OWN_WAYS[way.do](compiler, *way.about))
        elif each.fix:
            edits[each.path].append(each.fix)
    writes = [_write(compiler, path, fixes) for path, fixes in sorted(edits.items())]

    def plan(build: Build) -> None:
        for each in own:
            each.plan(build)
        planned = {write.path for write in build.plan.writes}
        for write in writes:
            if write.path in planned:
                raise _changed(write.path)
            build.plan.writes.append(write)

    return Settlement(label, plan, {"fixed": sorted(edits)})


def _write(compiler: Compiler, path: str, fixes: Sequence[Fix]) -> Write:
    """The write of a file with all fixes in it that fit. One that overlaps another waits for the next time;
    where none fits the file was changed."""
    disk = read(compiler.root / path)
    try:
        text, applied = apply((disk or b"").decode(), fixes, {Risk.SAFE, Risk.REVIEW})
    except UnicodeDecodeError as error:
        raise _changed(path) from error
    if disk is None or not applied:
        raise _changed(path)
    return Write(path, digest(disk), text.encode())


def _changed(path: str) -> VaultloomError:
    return VaultloomError(
        say("“{path}” was changed since; it stays as it is.", path=path),
        remedy="Look at the findings again.",
    )


def _gone() -> VaultloomError:
    return VaultloomError("That is not there any more.", remedy="Look at the findings again.")


def ignoring(compiler: Compiler, code: str, path: str = "", what: str = "") -> Settlement:
    """The step after which these findings are shown no more. Raises VaultloomError for what is no rule."""
    if code not in BY_CODE:
        raise VaultloomError(
            say("There is no rule “{code}”.", code=code), remedy="Findings say their rules' codes."
        )
    return _decided(compiler, IGNORE, _ignoring_label(code, path, what), code, path, what)


def heeding(compiler: Compiler, code: str, path: str = "", what: str = "") -> Settlement:
    """The step that takes that back. Raises VaultloomError where it was not said."""
    if not any((e.code, e.path, e.what) == (code, path, what) for e in ignored(compiler.root)):
        raise VaultloomError(
            "That is not ignored.", remedy="`vaultloom ignored` lists what is ignored."
        )
    return _decided(compiler, HEED, say("show “{code}” again", code=code), code, path, what)


def _ignoring_label(code: str, path: str, what: str) -> str:
    rule = BY_CODE[code].name
    if what:
        return say("ignore one finding of “{rule}” on “{path}”", rule=rule, path=path)
    if path:
        return say("ignore “{rule}” on “{path}”", rule=rule, path=path)
    return say("ignore “{rule}” everywhere", rule=rule)


def _decided(compiler: Compiler, decided: str, label: str, *about: str) -> Settlement:
    write = compiler.decision((decided, *about))
    return Settlement(label, lambda build: build.pages.write_decision(write), {})
