"""The corpus of documents and vaults, where it lies beside the project: ``VAULTLOOM_CORPUS`` says where,
else it is looked for in the folders around it. What needs it says so, and is passed over without it."""

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
WITHOUT = "The corpus is not there: set VAULTLOOM_CORPUS to its folder to have this measured."
_SCRIPT = "scripts/make_vault.py"


def corpus() -> Path | None:
    """The folder of the corpus, None where it is not there."""
    said = os.environ.get("VAULTLOOM_CORPUS")
    around = [each / name for each in PROJECT.parents[:3] for name in ("corpus", "shared/corpus")]
    places = [Path(said)] if said else around
    return next((place for place in places if (place / _SCRIPT).is_file()), None)


def make_vault(place: Path, root: Path, pages: int, **faults: int) -> None:
    """Have the corpus's script write a vault of so many pages, with so many faults of each sort."""
    options = [text for name, count in faults.items() for text in (f"--{name}", str(count))]
    command = [sys.executable, str(place / _SCRIPT), str(root), "--pages", str(pages), *options]
    subprocess.run(command, check=True, capture_output=True)
