"""``vaultloom names``, ``merge``, ``apart`` and ``take-away``: what a person decides of names and
sources, each shown first."""

import argparse
import json
import sys
from pathlib import Path

from app.compiler import name_verdicts
from app.compiler.beside import looked_at
from app.compiler.compile import Compiler, opened
from app.compiler.wording import capitalised
from app.errors import VaultloomError, VaultProblem
from app.lint.diagnostic import Way
from app.saying import say
from app.settling import RECOMPILE, changed_pages, differences, preview, settle, step_label
from app.vault.writing import Changes

_SHOWN = 60  # lines of a preview


def add_options(merge: argparse.ArgumentParser, apart: argparse.ArgumentParser) -> None:
    """The options of the two commands that change something."""
    words = {merge: ("KEEP", "OTHER"), apart: ("ONE", "OTHER")}
    for command, (one, other) in words.items():
        command.add_argument("vault", type=Path, metavar="VAULT", help="the vault's folder")
        command.add_argument("one", metavar=one, help="a name, or the path of its page")
        command.add_argument("other", metavar=other, help="the other name, or its page")
        command.add_argument("--yes", action="store_true", help="do it without asking")


def add_take_away(command: argparse.ArgumentParser) -> None:
    """The options of ``take-away``."""
    command.add_argument("vault", type=Path, metavar="VAULT", help="the vault's folder")
    command.add_argument("sources", nargs="+", metavar="SOURCE", help="a source, by its path")
    command.add_argument("--yes", action="store_true", help="do it without asking")


def add_settle(command: argparse.ArgumentParser) -> None:
    """The options of ``settle``."""
    command.add_argument("vault", type=Path, metavar="VAULT", help="the vault's folder")
    command.add_argument("do", metavar="WAY", help="the way, such as keep-apart")
    command.add_argument("about", nargs="*", metavar="ABOUT", help="what it is about")
    command.add_argument("--yes", action="store_true", help="do it without asking")


def run_settle(options: argparse.Namespace) -> int:
    """``vaultloom settle``; the exit status."""
    with opened(options.vault) as compiler:
        return _run(compiler, Way(options.do, "", tuple(options.about)), options)


def run_names(options: argparse.Namespace) -> int:
    """``vaultloom names``: what may be one thing; the exit status."""
    with looked_at(options.vault) as compiler:
        found = list(name_verdicts.open_pairs(compiler.ledger.cache))
    if options.as_json:
        told = [{"names": [p.title, p.other_title], "paths": [p.path, p.other_path]} for p in found]
        print(json.dumps(told, ensure_ascii=False, indent=1))
        return 0
    for pair in found:
        print(f"“{pair.title}” and “{pair.other_title}” may be one thing.")
    more = " `vaultloom merge` makes two one, `vaultloom apart` keeps them two." if found else ""
    print(f"{len(found)} pair{'s' * (len(found) != 1)} of names to be settled.{more}")
    return 0


def run_merge(options: argparse.Namespace) -> int:
    """``vaultloom merge``; the exit status."""
    with opened(options.vault) as compiler:
        return _run(compiler, Way("merge", "", (options.one, options.other)), options)


def run_apart(options: argparse.Namespace) -> int:
    """``vaultloom apart``, which also takes a merge apart; the exit status."""
    with opened(options.vault) as compiler:
        one, other = (name_verdicts.found(compiler, n) for n in (options.one, options.other))
        do = "tell-apart" if one.of == other.of else "keep-apart"
        return _run(compiler, Way(do, "", (options.one, options.other)), options)


def run_take_away(options: argparse.Namespace) -> int:
    """``vaultloom take-away``; the exit status."""
    with opened(options.vault) as compiler:
        sources = [_source(compiler, named) for named in options.sources]
        return _run(compiler, Way("take-away", "", tuple(dict.fromkeys(sources))), options)


def _source(compiler: Compiler, named: str) -> str:
    """The id of a compiled source, by its path in the vault, a path to it, or its file's name."""
    place, root = Path(named), compiler.root.resolve()
    path = place.resolve()
    wanted = path.relative_to(root).as_posix() if path.is_relative_to(root) else named
    for each in compiler.ledger.cache.targets():
        if each.path in (named, wanted) or Path(each.path).name == named:
            return each.source
    raise VaultloomError(
        say("“{path}” is no source that was compiled.", path=named),
        remedy="Name files as they lie in the vault, such as raw/report.pdf.",
    )


def _run(compiler: Compiler, way: Way, options: argparse.Namespace) -> int:
    shown = differences(changed_pages(compiler, preview(compiler, way)))
    if not options.as_json:
        more = [f"… and {len(shown) - _SHOWN} more lines"] if len(shown) > _SHOWN else []
        print(f"{capitalised(step_label(compiler, way))}:")
        print("\n".join([*shown[:_SHOWN], *more] or ["No page changes."]))
    if not options.yes:
        _only_if_wanted(asked=sys.stdin.isatty() and not options.as_json)
    changes = settle(compiler, way)
    if way.do == RECOMPILE:
        compiler.run()
    _tell(changes, as_json=options.as_json)
    return 0


def _tell(changes: Changes, *, as_json: bool) -> None:
    told = {"created": changes.created, "updated": changes.updated, "removed": changes.removed}
    if as_json:
        print(json.dumps({name: list(paths) for name, paths in told.items()}, ensure_ascii=False))
    else:
        print("Done. `vaultloom undo` takes it back.")


def _only_if_wanted(*, asked: bool) -> None:
    if not asked:
        raise VaultProblem("Nothing was changed.", remedy="Say --yes to have it done.")
    try:
        if input("\nDo this? [y/N] ").strip().casefold() in ("y", "yes"):
            return
    except EOFError:
        pass
    raise VaultProblem("Nothing was changed.")
