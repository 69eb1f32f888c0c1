"""What the command line says of who reads: the options of ``compile``, and ``vaultloom model``.

The commands themselves are in ``by_command``, which is loaded only for them: what asks
models takes longer to load than many another command to be done.
"""

import argparse
import socket
import sys
from contextlib import suppress
from urllib.parse import urlsplit

from app import settings
from app.errors import VaultloomError
from app.llm.address import usual_address
from app.settings import BUILTIN, Settings

_AT_ONCE = 0.05  # seconds for this machine to say that a server listens
_SERVER = "the server's address; one that ends in /v1 speaks as OpenAI's does, else it is Ollama"


def add_choice(command: argparse.ArgumentParser) -> None:
    """Give a command options for who reads; see ``chosen``."""
    command.add_argument(
        "--model", metavar="NAME", help=f"who reads: {BUILTIN}, or a model; else as chosen"
    )
    _add_server(command)
    _add_context(command)


def chosen(options: argparse.Namespace) -> Settings:
    """Who reads by a command's options; what they leave open is as the person chose."""
    found = settings.load_with(options.model, options.server, options.context)
    if found.model == BUILTIN and options.model is None and options.server is not None:
        raise VaultloomError(
            "A server was named, and no model.", remedy="Name one of its models with --model."
        )
    return found


def add_commands(model: argparse.ArgumentParser) -> None:
    """The commands of ``vaultloom model``."""
    _add_server(model)
    commands = model.add_subparsers(dest="what", metavar="WHAT")
    use = _command(commands, "use", "have a model read from now on")
    use.add_argument("model", metavar="NAME", help=f"a model, or {BUILTIN}: the built-in reader")
    _add_context(use)
    pull = _command(commands, "pull", "have Ollama fetch a model")
    pull.add_argument("model", metavar="NAME", help="as the Ollama library calls it")
    _command(commands, "start", "start Ollama on this machine")
    try_ = _command(commands, "try", "see whether a model reads, and how fast")
    try_.add_argument("model", metavar="NAME", nargs="?", help="a model; else the chosen one")
    _add_context(try_)
    model.add_argument("--json", action="store_true", dest="as_json", help="print one JSON value")


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    words: str,
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=words, description=words)
    _add_server(command, default=argparse.SUPPRESS)  # it may stand before the name as well
    command.add_argument(
        "--json",
        action="store_true",
        dest="as_json",
        default=argparse.SUPPRESS,
        help="print one JSON value",
    )
    return command


def _add_server(command: argparse.ArgumentParser, default: str | None = None) -> None:
    command.add_argument(
        "--server",
        metavar="URL",
        default=default,
        help=f"{_SERVER}; else as chosen, OLLAMA_HOST, or this machine",
    )


def _add_context(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--context", type=int, metavar="TOKENS", help="how much it is given at once; else as chosen"
    )


def run(options: argparse.Namespace) -> int:
    """Run ``vaultloom model``, or one of its commands; the exit status."""
    from app.choosing import by_command as commands

    named = {
        "use": commands.use,
        "pull": commands.pull,
        "start": commands.start,
        "try": commands.try_,
    }
    return named.get(options.what, commands.show)(options)


def offer() -> None:
    """Say in one line how a model that is there could read, to who never chose; at most a moment.

    Only this machine is asked, and only if somebody listens there: a port that is closed says so in
    less than a millisecond.
    """
    if settings.has_chosen_model() or not (names := _names_at_once()):
        return
    print(
        f"vaultloom: Ollama has {names[0]}; it can pick the sentences instead."
        f" To see more: vaultloom model",
        file=sys.stderr,
    )


def _names_at_once() -> list[str]:
    """What this machine's Ollama has; nothing where none listens."""
    with suppress(OSError, ValueError):  # nobody listens, or it is no address
        place = urlsplit(usual_address())
        if place.hostname not in ("127.0.0.1", "localhost", "::1") or place.port is None:
            return []
        socket.create_connection((place.hostname, place.port), timeout=_AT_ONCE).close()
        from app.choosing.by_command import names

        return names()
    return []
