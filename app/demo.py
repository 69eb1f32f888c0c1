"""The demo: a vault made of the sample documents, compiled by the built-in reader."""

from pathlib import Path

from app.compiler.compile import opened
from app.compiler.queue import Item
from app.compiler.session import Session
from app.paths import resources
from app.vault.layout import new

_NOT_SOURCES = {"LICENSES.md", "README.md"}


def samples() -> list[Path]:
    """The documents that come with Vaultloom, in the order in which they are compiled."""
    folder = resources() / "samples"
    return sorted(
        p
        for p in folder.iterdir()
        if p.is_file() and p.name not in _NOT_SOURCES and not p.name.startswith(".")
    )


def make_demo(vault: Path, session: Session | None = None) -> list[Item]:
    """Make the demo vault at ``vault``, or bring it up to date, and return what came of each sample."""
    if not (vault / ".vaultloom").exists():
        new(vault)
    with opened(vault, session) as compiler:
        items = [i for i in compiler.add(samples()) if not i.status.open]
        return items + compiler.run()
