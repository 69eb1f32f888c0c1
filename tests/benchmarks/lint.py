"""What checking costs, as ratios: ten times the pages, and one page that changed.

``python -m tests.benchmarks.lint`` has the corpus's script write vaults of 1,000 and 10,000 pages, checks
each as a whole, then changes one page after the other and checks what depends on each. "Own time" is
user and system time of this process, the least of three. Reading a vault is part of checking it as a whole.
"""

import gc
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from app.lint.checked import Checked, Scope
from app.lint.checking import Checking
from app.vault.index import VaultIndex
from tests.corpus import WITHOUT, corpus, make_vault

SMALL, LARGE = 1000, 10_000
AT_MOST_GROWTH = 12.0
AT_MOST_AGAIN = 0.01
EDITS = 20
_RUNS = 3


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds for a whole vault, and for what depends on one page; how many notes were looked at then, at
    most, and how many there are."""

    whole: float
    again: float
    looked: int
    notes: int


def measured(root: Path) -> Measured:
    """What checking a vault costs, and checking it again after each of some edits."""
    found: list[Checking] = []
    whole = min(_time(lambda: found.append(_checked(root))) for _ in range(_RUNS))
    checking = found[-1]
    pages = [path for path in sorted(checking.checked.index.notes) if "/" in path]
    times, looked = [], 0
    for number in range(EDITS):
        path = pages[number * len(pages) // EDITS]
        _edit(root / path, number)
        checking.looked.clear()
        times.append(_time(lambda path=path: checking.again([path])))  # type: ignore[misc]
        looked = max(looked, checking.looked[Scope.NOTE])
    if checking.findings != _checked(root).findings:
        raise AssertionError("what was found again is not what a look at everything finds")
    return Measured(whole, median(times), looked, len(checking.checked.index.notes))


def _checked(root: Path) -> Checking:
    checking = Checking(Checked(VaultIndex.scan(root)))
    checking.everything()
    return checking


def _edit(page: Path, number: int) -> None:
    """A word more, and by turns a link more, or a heading."""
    more = ("A word more.", "See [[index]], [[No such page of mine]].", "## A part more")[
        number % 3
    ]
    page.write_text(f"{page.read_text('utf-8')}\n{more}\n", "utf-8")


def _time(call: Callable[[], object]) -> float:
    gc.collect()
    before = time.process_time()
    call()
    return time.process_time() - before


def main() -> int:
    """Print the figures; 1 if a ratio is not as promised."""
    place = corpus()
    if place is None:
        print(WITHOUT)
        return 0
    found = {}
    with TemporaryDirectory(prefix="vaultloom-lint-") as folder:
        for pages in (SMALL, LARGE):
            root = Path(folder) / str(pages)
            make_vault(place, root, pages, broken=pages // 50, orphans=pages // 80)
            found[pages] = one = measured(root)
            print(
                f"{one.notes:,} notes: {one.whole:.2f} s; after one changed {one.again * 1000:.1f} ms"
                f" ({one.again / one.whole:.4f} of it), at most {one.looked} notes looked at"
            )
    growth = found[LARGE].whole / found[SMALL].whole
    again = found[LARGE].again / found[LARGE].whole
    print(f"{LARGE:,} pages to {SMALL:,}: {growth:.1f} times the time (at most {AT_MOST_GROWTH:g})")
    print(f"one changed page to the whole: {again:.4f} (below {AT_MOST_AGAIN})")
    return int(growth > AT_MOST_GROWTH or again >= AT_MOST_AGAIN)


if __name__ == "__main__":
    sys.exit(main())
