"""All checks, in order, on any system: ``python -m tests``; with ``lint`` for style only.

Further arguments go to pytest: ``python -m tests -k links``.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
STYLE = {
    "ruff check": ["-m", "ruff", "check", "."],
    "ruff format": ["-m", "ruff", "format", "--check", "."],
    "mypy": ["-m", "mypy"],
    "import-linter": [
        "-c",
        "from importlinter.cli import lint_imports_command as c; c(['--no-logo'])",
    ],
}
# Two workers: the machines that this must be quick on have two cores.
PYTEST = [
    "-m",
    "pytest",
    "-q",
    "-n",
    "2",
    "-m",
    "not real_ollama and not long",
    "--ignore=tests/benchmarks",
]


def passes(name: str, arguments: list[str]) -> bool:
    """Run one check with this interpreter and say how long it took."""
    print(f"--- {name}", flush=True)
    start = time.monotonic()
    # Windows that tests open are drawn in memory, whatever screen there is.
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "PYTHONUTF8": "1"}
    status = subprocess.run([sys.executable, *arguments], cwd=PROJECT, env=environment).returncode
    print(f"--- {name}: {'ok' if status == 0 else 'FAILED'}, {time.monotonic() - start:.0f} s\n")
    return status == 0


def main(arguments: list[str]) -> int:
    """Run the checks, all of them even if one fails, and return the exit status."""
    checks = dict(STYLE)
    if arguments[:1] != ["lint"]:
        checks["pytest"] = [*PYTEST, *arguments]
    failed = [name for name, command in checks.items() if not passes(name, command)]
    if failed:
        print("failed: " + ", ".join(failed), file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
