"""What one source costs in small and in large vaults, as ratios (each at most 2).

``python -m tests.benchmarks.growth`` adds a source that shares twenty subjects with the vault:

- *hub*: to a vault of 1,000 pages, in which one of the twenty has 500 claims, against a vault of
  those twenty pages alone, where that one is as small as the others;
- *growth*: to vaults of 1,000 and, with ``--long``, 10,000 pages, against one of 100.

"Own time" is user and system time of the processor for the whole command, ``vaultloom compile
VAULT FILE`` in a fresh process; "work" leaves out starting and imports, which are the same in
every vault and would flatter the ratio. "Files" are those written in the vault, the ledger's
included. Vaults are made of generated sources and compiled as a person's would be.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from app.compiler.compile import opened
from app.vault.layout import new
from tests.benchmarks.measuring import RUNS, Cost, Place, compiled, paired, place
from tests.benchmarks.vaults import SHARED, Plan, plan, write

AT_MOST = 2.0
PAGES = 1000


def build(at: Place, name: str, wanted: Plan) -> list[Path]:
    """Build a vault; the files of the source to be added to it."""

    def make(vault: Path) -> None:
        new(vault)
        with opened(vault) as compiler:
            compiler.add(write(wanted.sources, at.folder / f"{name}-sources"))
            compiler.run()

    at.build(name, make)
    return write([wanted.added], at.folder / f"{name}-added")


def against(at: Place, small: str, large: str, files: Sequence[Path], runs: int) -> Cost:
    """What adding ``files`` to the vault ``large`` costs, as ratios of adding them to ``small``."""
    return paired(lambda: compiled(at, small, files), lambda: compiled(at, large, files), runs)


def show(words: str, ratio: Cost) -> bool:
    """Print a comparison; whether it is as promised."""
    print(
        f"{words}: own time {ratio.process:.2f}, work {ratio.work:.2f}, files {ratio.files:.2f}"
        f" (each at most {AT_MOST:g})",
        flush=True,
    )
    return max(ratio.process, ratio.work, ratio.files) <= AT_MOST


def main(arguments: Sequence[str] | None = None) -> int:
    """Print all comparisons; 1 if any is not as promised."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.growth")
    parser.add_argument("--long", action="store_true", help="10,000 pages as well (an hour)")
    parser.add_argument("--runs", type=int, default=RUNS)
    options = parser.parse_args(arguments)
    sizes = [PAGES, 10_000] if options.long else [PAGES]
    with place() as at:
        files = build(at, "alone", plan(SHARED))
        build(at, "hub", plan(PAGES, hub=True))
        kept = [show(f"{PAGES} pages with a hub", against(at, "alone", "hub", files, options.runs))]
        build(at, "100", plan(100))
        for size in sizes:
            build(at, str(size), plan(size))
            ratio = against(at, "100", str(size), files, options.runs)
            kept.append(show(f"{size} pages to 100", ratio))
    return int(not all(kept))


if __name__ == "__main__":
    sys.exit(main())
