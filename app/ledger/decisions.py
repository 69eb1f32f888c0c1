"""What the person decided, in append-only files, one a device, merged by time and then device."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from app.vault.writing import Write, digest, read

FOLDER = ".vaultloom/decisions"


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: ``what`` it is ("set-aside": do not compile these bytes unasked; "take-in":
    compile them after all), about what, and when (ISO 8601, UTC)."""

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
    aside: set[str] = set()
    for decision in decisions(root):
        if decision.what == "set-aside":
            aside.add(decision.about)
        elif decision.what == "take-in":
            aside.discard(decision.about)
    return aside


def decide(root: Path, device: str, decision: Decision) -> Write:
    """The write that adds a decision to this device's file."""
    path = f"{FOLDER}/{device}.jsonl"
    disk = read(root / path)
    line = json.dumps(asdict(decision), ensure_ascii=False) + "\n"
    return Write(path, None if disk is None else digest(disk), (disk or b"") + line.encode())
