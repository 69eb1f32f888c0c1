"""``vaultloom undo`` and ``vaultloom redo``: any number of steps, and which there are."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.compiler.beside import looked_at
from app.compiler.compile import Compiler, opened
from app.compiler.taking_back import Past
from app.errors import NothingToUndo
from app.vault.writing import Changes

Turn = Callable[[], tuple[str, Changes]]


@dataclass(frozen=True, slots=True)
class Turned:
    """What came of taking steps back or doing them again, in order; ``refused`` is why it ended before
    all were turned, None where all were or there were no more."""

    steps: tuple[tuple[str, Changes], ...]
    refused: NothingToUndo | None


def add_options(undo: argparse.ArgumentParser, redo: argparse.ArgumentParser) -> None:
    """The options of the two commands."""
    for command in (undo, redo):
        command.add_argument(
            "--steps", type=_count, default=1, metavar="N", help="how many; one if not said"
        )
    undo.add_argument(
        "--list",
        action="store_true",
        help="only show what can be taken back, and what can be done again",
    )


def _count(words: str) -> int:
    number = int(words) if words.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"“{words}” is no number of steps")
    return number


def run_undo(options: argparse.Namespace) -> int:
    """``vaultloom undo``; the exit status."""
    if options.list:
        with looked_at(options.vault) as compiler:
            if compiler.vault.is_held:
                print(f"vaultloom: {compiler.vault.readonly}", file=sys.stderr)
            _print_history(compiler, as_json=options.as_json)
        return 0
    with opened(options.vault) as compiler:
        of_source = bool(compiler.undo_source())
        turned = turn(compiler.undo, options.steps, compiler.undo_label)
    more = "Its source stays where it lies and is compiled again only when you ask for it."
    if len(turned.steps) > 1:
        more = "Sources stay where they lie and are compiled again only when you ask for it."
    _print(turned, "Taken back", more if of_source else "", as_json=options.as_json)
    return _ended(turned)


def run_redo(options: argparse.Namespace) -> int:
    """``vaultloom redo``; the exit status."""
    with opened(options.vault) as compiler:
        turned = turn(compiler.redo, options.steps, compiler.redo_label)
    _print(turned, "Done again", "", as_json=options.as_json)
    return _ended(turned)


def turn(step: Turn, count: int, label: Callable[[], str | None]) -> Turned:
    """Take back or do again up to ``count`` steps, each a step of its own.

    Raises NothingToUndo if not one could be; what ends it later is in what is returned.
    """
    turned = [step()]
    refused = None
    while len(turned) < count and refused is None and label() is not None:
        try:
            turned.append(step())
        except NothingToUndo as error:
            refused = error
    return Turned(tuple(turned), refused)


def _ended(turned: Turned) -> int:
    """Done, unless it was refused before the end: the command line says why."""
    if turned.refused is not None:
        raise turned.refused
    return 0


def _print(turned: Turned, what: str, more: str, *, as_json: bool) -> None:
    if not as_json:
        for label, _ in turned.steps:
            print(f"{what}: {label}.")
        if more:
            print(more)
        return
    steps = [{"label": label, "changes": _lists(changes)} for label, changes in turned.steps]
    refused = turned.refused.words if turned.refused else None
    shown = {**steps[-1], "steps": steps, "refused": refused}
    print(json.dumps(shown, ensure_ascii=False, indent=1))


def _lists(changes: Changes) -> dict[str, list[str]]:
    return {n: list(getattr(changes, n)) for n in ("created", "updated", "removed", "kept")}


def _print_history(compiler: Compiler, *, as_json: bool) -> None:
    history = compiler.history()
    if as_json:
        print(json.dumps(history.as_json(), ensure_ascii=False, indent=1))
        return
    for title, steps in (("Undo takes back", history.undo), ("Redo does again", history.redo)):
        _print_steps(title, steps)
    if not history.undo and not history.redo:
        print("There is nothing to take back or to do again.")


def _print_steps(title: str, steps: Sequence[Past]) -> None:
    if steps:
        print(f"{title}, in this order:")
    for number, step in enumerate(steps, 1):
        print(f"{number:4}  {_time(step.at):16}  {step.label}")


def _time(at: str) -> str:
    """The time where this is read; nothing for steps of old."""
    return f"{datetime.fromisoformat(at).astimezone():%Y-%m-%d %H:%M}" if at else ""
