"""The command ``vaultloom``: headless for its subcommands, the window for everything else.

Qt is imported only where a window is wanted, so that servers and scripts need none of it.
"""

import importlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

HEADLESS = frozenset(
    "new adopt compile status queue lint ignored model ask watch restore undo redo names merge apart take-away settle"
    " worker convert".split()
)
DEMO = "demo-vault"
"""Where ``vaultloom demo`` makes its vault when it is not told."""

_COULD_NOT = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``vaultloom`` with ``argv`` and answer with its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    first = arguments[0] if arguments else ""
    if first in HEADLESS or first in ("-h", "--help", "--debug"):
        return _headless(arguments)
    if first == "demo":
        return _demo(arguments)
    if len(arguments) > 1 or first.startswith("-"):
        return _refuse(f"“{' '.join(arguments)}” is not understood; try vaultloom --help.")
    if first and not Path(first).is_dir():
        return _refuse(f"There is no folder at {first}.")
    return _window(Path(first).resolve() if first else None)


def _headless(arguments: list[str]) -> int:
    headless = importlib.import_module("app.__main__")
    return cast("Callable[[list[str]], int]", headless.main)(arguments)


def _demo(arguments: list[str]) -> int:
    """Compile the demo vault and print its summary; show it where there is a screen."""
    status = _headless(arguments)
    places = [argument for argument in arguments[1:] if not argument.startswith("-")]
    vault = Path(places[0] if places else DEMO).resolve()
    if status or not screen() or not vault.is_dir():
        return status
    return _window(vault)


def screen() -> bool:
    """Whether a window can be shown to anyone."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _window(vault: Path | None) -> int:
    if not screen() and not os.environ.get("QT_QPA_PLATFORM"):
        return _refuse("There is no screen to show the window on; see vaultloom --help.")
    try:
        from ui.application import run
    except ImportError as error:
        return _refuse(f"The window cannot start, a library that Qt needs is missing: {error}")
    return run(vault)


def _refuse(words: str) -> int:
    print(words, file=sys.stderr)
    return _COULD_NOT


if __name__ == "__main__":
    sys.exit(main())
