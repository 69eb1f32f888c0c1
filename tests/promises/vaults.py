"""Real vaults in temporary folders, compiled by the real compiler, at one fixed hour."""

import os
from datetime import UTC, datetime
from pathlib import Path

from app.compiler.compile import opened
from app.compiler.queue import Item
from app.vault.layout import adopt, new
from tests.app.history.plug import Plug

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
FIXTURES = Path(__file__).parents[1] / "fixtures" / "sources"

HARBOUR = """# Harbour lamps

A harbour lamp is a light that guides ships into a harbour at night. Harbour lamps burned whale oil until 1850.
The Harbour Lamp Society was founded in 1821 by Ada Winter. The Harbour Lamp Society keeps 140 lamps along the coast.

## Wicks

A wick is a woven cord that draws oil up to the flame. Wicks MUST be trimmed before sunset. Each wick lasts 9 days.
Ada Winter described the flat wick in 1830.

## Duties of a keeper

A keeper:

- trims the wick,
- fills the oil tank, and
- writes the hours into the log book.

| Lamp | Hours | Oil |
|---|---|---|
| Harbour lamp at Northgate | 11 | 4 litres |
| Harbour lamp at Southgate | 12 | 5 litres |
"""
OIL = """# Lamp oil

Lamp oil is a liquid that burns in a lamp. Whale oil is an oil that is made from the blubber of whales.
The Harbour Lamp Society stopped using whale oil in 1850. Ada Winter wrote that whale oil smokes less than rape oil.

## Kerosene

Kerosene is a lamp oil that is distilled from petroleum. Kerosene replaced whale oil in every harbour lamp by 1870.
A wick that draws kerosene lasts 12 days. Kerosene lamps burn 3 litres a night.
"""
WINTER = """Ada Winter

Ada Winter was an engineer who designed lamps for harbours. Ada Winter was born in Northgate in 1795. She founded the
Harbour Lamp Society in 1821. Ada Winter invented the flat wick, which burns brighter than a round wick.

Northgate is a town on the coast. Northgate has a harbour with 12 lamps.
"""
SOURCES = {"harbour.md": HARBOUR, "oil.md": OIL, "winter.txt": WINTER}


def clock() -> datetime:
    """The hour at which everything happens."""
    return NOW


def new_vault(folder: Path) -> Path:
    """An empty vault from the template."""
    new(folder, vault_id="0123456789abcdef", files=Plug())
    return folder


def adopted(folder: Path, notes: dict[str, str]) -> Path:
    """A vault that holds a person's notes already."""
    for path, text in notes.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    (folder / ".obsidian").mkdir(parents=True, exist_ok=True)
    adopt(folder, vault_id="0123456789abcdef", files=Plug())
    return folder


def put(vault: Path, sources: dict[str, str]) -> list[Path]:
    """Sources as files beside the vault, to be dropped on it."""
    folder = vault.with_name(f"{vault.name} sources")
    folder.mkdir(exist_ok=True)
    for name, text in sources.items():
        (folder / name).write_bytes(text.encode("utf-8", "surrogatepass"))
    return [folder / name for name in sources]


def compile_(vault: Path, sources: dict[str, str] | None = None) -> list[Item]:
    """Drop sources on a vault (or look into raw/) and compile; the items as they came out."""
    with opened(vault, clock=clock, files=Plug()) as compiler:
        added = compiler.add(put(vault, sources)) if sources is not None else compiler.scan()
        finished = {item.id: item for item in compiler.run()}
        assert not [i for i in finished.values() if "unexpected" in i.reason]
        return [finished.get(item.id, item) for item in added]


def undo(vault: Path) -> str:
    """Take back the last step; its name."""
    with opened(vault, clock=clock, files=Plug()) as compiler:
        return compiler.undo()[0]


def redo(vault: Path) -> str:
    """Do again what was taken back last; its name."""
    with opened(vault, clock=clock, files=Plug()) as compiler:
        return compiler.redo()[0]


def files_in(vault: Path, *folders: str) -> dict[str, bytes]:
    """All files of a vault (or of these folders), hidden and temporary ones included."""
    found = {}
    for top in folders or ("",):
        for folder, _, names in os.walk(vault / top):
            for name in names:
                place = Path(folder, name)
                found[place.relative_to(vault).as_posix()] = place.read_bytes()
    return dict(sorted(found.items()))


def made(vault: Path) -> dict[str, bytes]:
    """What compiling made: the wiki and the ledger, without what is this device's or vault's own."""
    found = files_in(vault, "wiki", ".vaultloom")
    return {
        p: c
        for p, c in found.items()
        if not p.startswith((".vaultloom/vault.json", ".vaultloom/decisions/"))
    }


def stamps(vault: Path) -> dict[str, int]:
    """When each file was written last."""
    return {path: (vault / path).stat().st_mtime_ns for path in files_in(vault)}


def pages(vault: Path, kind: str) -> list[Path]:
    """The pages of a kind, by name."""
    folder = {"concept": "concepts", "entity": "entities", "summary": "summaries"}[kind]
    return sorted((vault / "wiki" / folder).glob("*.md"))
