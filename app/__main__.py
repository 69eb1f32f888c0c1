"""The headless front end: everything that the window does, without it.

Exit status 0: done. 1: done, with findings of severity error (``lint``) or sources that failed
(``compile``). 2: could not be done, or waits since the queue is paused; one line on standard error
says why.
"""

import argparse
import json
import os
import shlex
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from app import (
    bringing_back,
    compiling_by_command,
    deciding_by_command,
    going_back,
    linting_by_command,
    settings,
)
from app.choosing import options as choosing_options
from app.compiler.beside import looked_at
from app.compiler.compile import Compiler, opened
from app.compiler.costs import Cost, reader_words, spent_words, time_words
from app.compiler.standing import Status
from app.errors import ModelUnavailable, VaultloomError, VaultProblem
from app.sources import converting

if TYPE_CHECKING:
    from app.compiler.status import VaultStatus

_STOPPED_BY_KEYBOARD = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments[:1] == [converting.ARGUMENT]:  # for itself, where it is one packed file
        return converting.main(arguments[1:])
    options = _parser().parse_args(arguments)
    try:
        status = int(options.run(options))
        sys.stdout.flush()
    except VaultloomError as error:
        compiling_by_command.complain(f"{error} {_way_to_a_vault(options)}")
        return 2
    except KeyboardInterrupt:
        compiling_by_command.complain("stopped.")
        return _STOPPED_BY_KEYBOARD
    except BrokenPipeError:  # "… | head" has read enough; Python's documentation of SIGPIPE
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:  # the command line is one of the three edges
        compiling_by_command.complain(f"{options.command} failed: {type(error).__name__}: {error}")
        if getattr(options, "debug", False):
            raise
        return 2
    return status


def _way_to_a_vault(options: argparse.Namespace) -> str:
    """The command that makes a vault, for whom the folder that they name is not there."""
    vault = getattr(options, "vault", None)
    if options.command in ("new", "demo") or vault is None or vault.exists():
        return ""
    if not vault.absolute().parent.is_dir():
        return ""
    return f"To make a vault there: vaultloom new {shlex.quote(str(vault))}"


class _Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong with a command."""

    def error(self, message: str) -> NoReturn:
        """See ``argparse``."""
        compiling_by_command.complain(f"{message}. Try: {self.prog} --help")
        raise SystemExit(2)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="vaultloom", description="Compile sources into an Obsidian vault.")
    parser.add_argument(
        "--debug", action="store_true", help="show where an unexpected error came from"
    )
    commands = _Commands(parser)
    demo = commands.add("demo", _demo, "make a vault from the samples and compile it")
    demo.add_argument(
        "vault",
        nargs="?",
        type=Path,
        metavar="VAULT",
        default=Path("demo-vault"),
        help="the folder to make it in; demo-vault if none is named",
    )
    _add_vault(commands.add("new", _new, "make a vault from the template"))
    _add_adopt(commands)
    _add_compile(commands)
    for name, run, words in (
        ("status", _status, "queue, pages, what is stale and why"),
        ("watch", _watch, "keep compiling what comes into the vault, until stopped"),
    ):
        command = commands.add(name, run, words, as_json=True)
        _add_vault(command)
        if name == "watch":
            choosing_options.add_choice(command)
    linting_by_command.add_options(
        commands.add("lint", linting_by_command.run, "what is wrong in the vault", as_json=True),
        commands.add(
            "ignored",
            linting_by_command.run_ignored,
            "the findings that are shown no more",
            as_json=True,
        ),
    )
    _add_queue(commands)
    restore = commands.add(
        "restore", bringing_back.run, "bring back what was deleted from a page", as_json=True
    )
    _add_vault(restore)
    bringing_back.add_options(restore)
    undo = commands.add("undo", going_back.run_undo, "take back the last changes", as_json=True)
    redo = commands.add("redo", going_back.run_redo, "do again what was taken back", as_json=True)
    for command in (undo, redo):
        _add_vault(command)
    going_back.add_options(undo, redo)
    _add_names(commands)
    choosing_options.add_commands(
        commands.add("model", choosing_options.run, "who reads sources, and choosing that")
    )
    _add_vault(commands.add("worker", _worker, "talk to the window in lines of JSON"))
    return parser


def _add_names(commands: "_Commands") -> None:
    names = commands.add(
        "names", deciding_by_command.run_names, "what may be one thing", as_json=True
    )
    _add_vault(names)
    merge = commands.add(
        "merge", deciding_by_command.run_merge, "make two things on pages one", as_json=True
    )
    apart = commands.add(
        "apart", deciding_by_command.run_apart, "keep two names two things", as_json=True
    )
    deciding_by_command.add_options(merge, apart)
    deciding_by_command.add_settle(
        commands.add(
            "settle",
            deciding_by_command.run_settle,
            "settle a finding in one of its ways, as `vaultloom lint` names them",
            as_json=True,
        )
    )
    deciding_by_command.add_take_away(
        commands.add(
            "take-away",
            deciding_by_command.run_take_away,
            "take sources away with all that rested on them",
            as_json=True,
        )
    )


def _add_adopt(commands: "_Commands") -> None:
    adopt = commands.add(
        "adopt", _adopt, "show what would be added to a vault that exists, and ask", as_json=True
    )
    _add_vault(adopt)
    for option, of_it in (
        ("--source", "a folder or file in it is a source where it lies, notes included"),
        ("--documents", "so is a folder, but its notes stay notes"),
        ("--not-source", "a folder or file is none any more"),
    ):
        adopt.add_argument(
            option, action="append", default=[], type=Path, metavar="PATH", help=of_it
        )
    adopt.add_argument("--yes", action="store_true", help="do not ask")


def _add_compile(commands: "_Commands") -> None:
    compile_ = commands.add(
        "compile",
        compiling_by_command.run,
        "take in files (or what is new among the sources) and compile",
        as_json=True,
    )
    _add_vault(compile_)
    compile_.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="files, or folders of files, to take in"
    )
    compile_.add_argument(
        "--again",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="compile sources of the vault once more: these, or all that are stale since"
        " the model, what it is asked or the rules changed",
    )
    choosing_options.add_choice(compile_)


def _add_vault(command: argparse.ArgumentParser) -> None:
    command.add_argument("vault", type=Path, metavar="VAULT", help="the folder of the vault")


def _add_queue(commands: "_Commands") -> None:
    queue = commands.add("queue", _queue, "the queue: show it, pause it, order it", as_json=True)
    _add_vault(queue)
    flow = queue.add_mutually_exclusive_group()
    flow.add_argument("--pause", action="store_true", help="start nothing more, until --resume")
    flow.add_argument("--resume", action="store_true", help="let compiling go on")
    queue.add_argument(
        "--first", nargs="+", default=[], metavar="ID", help="compile these before all others"
    )
    queue.add_argument("--stop", nargs="+", default=[], metavar="ID", help="do not compile these")
    queue.add_argument(
        "--retry", nargs="*", metavar="ID", help="queue these again; without ID, all that failed"
    )
    queue.add_argument("--clear", action="store_true", help="take what is done off the list")


class _Commands:
    """The subcommands, each with its function."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(
        self,
        name: str,
        run: Callable[[argparse.Namespace], int],
        words: str,
        *,
        as_json: bool = False,
    ) -> argparse.ArgumentParser:
        """A subcommand; ``words`` are its help."""
        command = self._commands.add_parser(name, help=words, description=words)
        command.set_defaults(run=run)
        if as_json:
            shape = "print a JSON object a line" if name == "watch" else "print one JSON value"
            command.add_argument("--json", action="store_true", dest="as_json", help=shape)
        return command


def _demo(options: argparse.Namespace) -> int:
    from app.demo import make_demo

    started = time.perf_counter()
    items = make_demo(options.vault)
    compiling_by_command.print_items(items)
    with opened(options.vault) as compiler:
        compiling_by_command.print_summary(compiler, time.perf_counter() - started)
    print(options.vault.resolve())
    return compiling_by_command.exit_status(items)


def _new(options: argparse.Namespace) -> int:
    from app.vault.layout import new

    new(options.vault)
    print(
        f"{options.vault.resolve()} is ready. Put sources into {options.vault.name}/raw/,"
        f" or give them to: vaultloom compile {shlex.quote(str(options.vault))} FILE"
    )
    return 0


def _adopt(options: argparse.Namespace) -> int:
    from app.adopting import Chosen, done_words, look, take, words

    chosen = Chosen(options.source, options.documents, options.not_source)
    before = look(options.vault)
    before.check(chosen)
    if not options.as_json:
        print("\n".join(words(before, chosen)))
    if before.adds(chosen) and not options.yes:
        if options.as_json:
            print(json.dumps(before.as_json(), ensure_ascii=False, indent=1))
        _only_if_wanted(asked=sys.stdin.isatty() and not options.as_json)
    fresh = take(before, chosen)
    after = look(options.vault)
    if options.as_json:
        found = {**after.as_json(), "decided": list(fresh)}
        print(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        print("\n".join(done_words(before, after, fresh)))
    return 0


def _only_if_wanted(*, asked: bool) -> None:
    """Go on if the person says yes; VaultProblem if not, or if nobody is there to say it."""
    if not asked:
        raise VaultProblem("Nothing was added.", remedy="Say --yes to have it added.")
    if not _answered_yes():
        raise VaultProblem("Nothing was added.")


def _answered_yes() -> bool:
    try:
        return input("\nAdd this? [y/N] ").strip().casefold() in ("y", "yes")
    except EOFError:
        return False


def _status(options: argparse.Namespace) -> int:
    from app.compiler.readers import reader_called
    from app.compiler.status import status

    problem = ""
    with looked_at(options.vault) as compiler:
        _say_if_held(compiler)
        compiler.reader = reader = reader_called(settings.load(), compiler.vault)
        try:
            reader.must_be_there()
        except ModelUnavailable as unavailable:
            problem = unavailable.words
        found = status(compiler)
    if options.as_json:
        shown = found.as_json()
        shown["problem"] = problem
        print(json.dumps(shown, ensure_ascii=False, indent=1))
        return 0
    _print_status(found, options.vault, problem)
    return 0


def _say_if_held(compiler: Compiler) -> None:
    if compiler.vault.is_held:
        compiling_by_command.complain(
            f"{compiler.vault.readonly} What follows is how things stand meanwhile."
        )


def _print_status(found: "VaultStatus", path: Path, problem: str) -> None:
    print(
        f"{compiling_by_command.counted(found.sources, 'source')}, "
        + (
            ", ".join(compiling_by_command.counted(n, k) for k, n in found.pages.items())
            or "no pages"
        )
        + f". Reader: {reader_words(found.reader)}."
    )
    if problem:
        print(problem)
    for cost in found.costs:
        print(_cost_line(cost))
    if found.paused:
        vault = shlex.quote(str(path))
        print(f"The queue is paused. To go on: vaultloom queue {vault} --resume")
    if found.left:
        print(f"What waits may take about {time_words(found.left)}.")
    for item in found.queue:
        if item.status.open or item.status.may_be_retried:
            print(
                f"{item.status.value:10} {item.name}" + (f": {item.reason}" if item.reason else "")
            )
    for stale in found.stale:
        print(f"stale      {stale.path}: {', '.join(stale.reasons)}")
    if found.offer:
        about = f", about {time_words(found.offer.seconds)}" if found.offer.seconds else ""
        number = compiling_by_command.counted(found.offer.sources, "source")
        vault = shlex.quote(str(path))
        print(f"{number} can be compiled again{about}: vaultloom compile {vault} --again")
    if found.undo:
        print(f"undo takes back: {found.undo}")
    if found.redo:
        print(f"redo does again: {found.redo}")


def _cost_line(cost: Cost) -> str:
    words = f"{compiling_by_command.counted(cost.sources, 'source')} read by {reader_words(cost.reader)}"
    if not cost.calls:
        return f"{words}."
    tokens = cost.prompt_tokens + cost.output_tokens
    return f"{words}: {spent_words(cost.calls, tokens, cost.seconds)}."


def _queue(options: argparse.Namespace) -> int:
    with opened(options.vault) as compiler:
        _change_queue(compiler, options)
        queue, items = compiler.queue, compiler.queue.items()
        paused = queue.paused
    if options.as_json:
        shown = {"paused": paused, "items": [i.as_json() for i in items]}
        print(json.dumps(shown, ensure_ascii=False, indent=1))
        return 0
    for item in items:
        words = f": {item.reason}" if item.reason else ""
        print(f"{item.id:6} {item.status.value:10} {item.name}{words}")
    waiting = compiling_by_command.counted(sum(i.status.open for i in items), "source")
    print(f"{waiting} to compile{', paused' if paused else ''}.")
    return 0


def _change_queue(compiler: Compiler, options: argparse.Namespace) -> None:
    queue = compiler.queue
    known = {item.id for item in queue.items()}
    for ident in (*options.first, *options.stop, *(options.retry or ())):
        if ident not in known:
            raise VaultloomError(
                f"There is no “{ident}” in the queue.",
                remedy=f"vaultloom queue {shlex.quote(str(compiler.root))} shows what is there.",
            )
    if options.pause or options.resume:
        queue.pause(paused=options.pause)
    if options.retry is not None:
        compiler.retry(*options.retry)
    if options.stop:
        queue.stop(options.stop)
    if options.first:
        queue.move(options.first, next((i.id for i in queue.with_status(Status.WAITING)), None))
    if options.clear:
        queue.clear()


def _watch(options: argparse.Namespace) -> int:
    from app.keeping import watch

    watch(options.vault, as_json=options.as_json, chosen=choosing_options.chosen(options))
    return 0


def _worker(options: argparse.Namespace) -> int:
    from app.worker import serve

    return serve(options.vault, sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    sys.exit(main())
