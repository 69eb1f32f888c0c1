"""A small vault for tests and pictures, as the compiler makes them: pages on energy storage."""

import shutil
from pathlib import Path

from app.vault import layout

SAMPLE = Path(__file__).with_name("sample_vault")


def make_vault(folder: Path, *, empty: bool = False) -> Path:
    """Write the sample vault into ``folder``, or one that holds nothing yet."""
    layout.new(folder)
    if not empty:
        shutil.copytree(SAMPLE / "wiki", folder / "wiki", dirs_exist_ok=True)
        shutil.copy(SAMPLE / "findings.json", folder / ".vaultloom")
    return folder
