"""A new vault, and one in which the three small sources are compiled."""

from pathlib import Path

import pytest

from tests.promises.vaults import SOURCES, compile_, new_vault


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A new vault."""
    return new_vault(tmp_path / "vault")


@pytest.fixture
def compiled(vault: Path) -> Path:
    """A vault with three sources, compiled."""
    compile_(vault, SOURCES)
    return vault
