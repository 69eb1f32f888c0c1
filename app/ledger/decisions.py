"""What the person decided, in append-only files, one a device, merged by time and then device."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from app.vault.writing import Write, digest, read

FOLDER = ".vaultloom/decisions"


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: ``what`` it is, about what, and when (ISO 8601, UTC).

    "set-aside" does not compile these bytes unasked, "take-in" does after all; "source-in-place"
    makes a folder or file of the vault a source where it lies, "not-a-source" takes that back.
    """

    at: str
    what: str
    about: str


def decisions(root: Path) -> list[Decision]:
    """All decisions of all devices, oldest first; a line that cannot be read is passed over."""
    found = [(d.at, device, d) for device, d in _all(root)]
    return [d for _, _, d in sorted(found, key=lambda f: (f[0], f[1]))]


def _all(root: Path) -> Iterator[tuple[str, Decision]]:
    folder = root / FOLDER
    for file in sorted(folder.glob("*.jsonl")) if folder.is_dir() else ():
        for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
            try:
                values = json.loads(line)
                yield (
                    file.stem,
                    Decision(str(values["at"]), str(values["what"]), str(values["about"])),
                )
            except (ValueError, KeyError, TypeError):
                continue  # half a line of a sync tool's; the rest counts


def set_aside(root: Path) -> set[str]:
    """The SHA-256 of the sources that are not to be compiled unasked."""
    return set(_standing(root, "set-aside", "take-in"))


def sources_in_place(root: Path) -> tuple[str, ...]:
    """The folders and files of the vault that are sources where they lie, first named first."""
    return tuple(_standing(root, "source-in-place", "not-a-source"))


def _standing(root: Path, what: str, otherwise: str) -> dict[str, None]:
    """What was decided upon last with ``what`` rather than ``otherwise``, in order."""
    standing: dict[str, None] = {}
    for decision in decisions(root):
        if decision.what == what:
            standing[decision.about] = None
        elif decision.what == otherwise:
            standing.pop(decision.about, None)
    return standing


def decide(root: Path, device: str, decision: Decision) -> Write:
    """The write that adds a decision to this device's file."""
    path = f"{FOLDER}/{device}.jsonl"
    disk = read(root / path)
    line = json.dumps(asdict(decision), ensure_ascii=False) + "\n"
    return Write(path, None if disk is None else digest(disk), (disk or b"") + line.encode())
