"""Compiling again with nothing new: files written (must be 0), own time as a ratio (below 0.1).

``python -m tests.benchmarks.recompile`` compiles six documents of ``resources/samples`` into a new
vault, then compiles the vault again. "Own time" is user and system time of the processor. The
figure that must hold is that of the work, in a process that has started already, as the window's
worker has; that of the whole process, start and imports included, is printed beside it.
"""

import sys
from pathlib import Path

from app.demo import samples
from app.vault.layout import new
from tests.benchmarks.measuring import Cost, Place, compiled, paired, place

SOURCES = 6
AT_MOST = 0.1


def measured(at: Place) -> tuple[Cost, float]:
    """The cost of the second compile as a ratio of the first, and the files that it wrote."""
    files = samples()[:SOURCES]
    at.build("empty", new)
    at.build("full", lambda vault: _fill(vault, files))
    again: list[Cost] = []

    def second() -> Cost:
        again.append(compiled(at, "full"))
        return again[-1]

    ratio = paired(lambda: compiled(at, "empty", files), second)
    return ratio, max(cost.files for cost in again)


def _fill(vault: Path, files: list[Path]) -> None:
    from app.compiler.compile import opened

    new(vault)
    with opened(vault) as compiler:
        compiler.add(files)
        compiler.run()


def main() -> int:
    """Print both figures; 1 if either is not as promised."""
    with place() as at:
        ratio, written = measured(at)
    print(f"compile again with nothing new: {written:.0f} files written (0)")
    print(f"  own time, second to first: {ratio.work:.3f} (below {AT_MOST})")
    print(f"  with start-up and imports: {ratio.process:.3f}")
    return int(written > 0 or ratio.work >= AT_MOST)


if __name__ == "__main__":
    sys.exit(main())
