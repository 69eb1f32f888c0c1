"""One command of the front end, timed in a process that has started and loaded everything before.

``python -m tests.benchmarks.warm compile VAULT FILE`` compiles a tiny vault first, then does the
command, and prints the CPU seconds of the command alone as its last line.
"""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from app.__main__ import main
from tests.benchmarks.vaults import plan, write


def loaded() -> None:
    """Do once what a process pays for once: import what compiling needs, read word lists."""
    with TemporaryDirectory() as folder:
        vault = Path(folder) / "vault"
        main(["new", str(vault)])
        tiny = plan(20, seed=7)
        for source in (*tiny.sources[:1], tiny.added):
            main(["compile", str(vault), *map(str, write([source], Path(folder)))])


if __name__ == "__main__":
    loaded()
    start = time.process_time()
    status = main(sys.argv[1:])
    print(time.process_time() - start)
    sys.exit(status)
