"""A step of the journal as it lies on disk: one file that holds the whole plan.

The file is a zip archive with ``plan.json`` and the bytes before and after, each stored once
under its content's hash. A step is self-contained: it appears at one instant under its name, is
readable without any other, and forgetting an old one is removing a file.
"""

import io
import json
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from app.saying import beside, read


@dataclass(frozen=True, slots=True)
class Planned:
    """One file of a step: the hashes of its bytes before and after, None where there is no file."""

    path: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Step:
    """A set of writes that is done whole, whatever happens in the middle.

    ``label`` is None for a continuation of the named step before it. ``undoes`` are the numbers of
    the steps that this one takes back, ``redoes`` those of the taking back that it takes back in
    turn. ``at`` is when it was planned (ISO 8601, UTC), empty in steps of old. ``kept`` are the
    planned files that turned out to be somebody else's when their turn came; None until the step
    is finished.
    """

    number: int
    label: str | None
    planned: tuple[Planned, ...]
    note: Mapping[str, object] = field(default_factory=dict)
    undoes: tuple[int, ...] = ()
    redoes: tuple[int, ...] = ()
    at: str = ""
    kept: frozenset[str] | None = None

    @property
    def finished(self) -> bool:
        """Whether every file had its turn."""
        return self.kept is not None

    @property
    def written(self) -> tuple[Planned, ...]:
        """The planned files that were really written."""
        return tuple(each for each in self.planned if each.path not in (self.kept or ()))


def pack(step: Step, blobs: Mapping[str, bytes]) -> bytes:
    """The bytes of the step's file; ``blobs`` are all contents that it mentions, by hash."""
    plan = {
        "label": step.label,
        "note": dict(step.note),
        "undoes": step.undoes,
        "redoes": step.redoes,
        "at": step.at,
        **beside(label=step.label),
        "writes": [[each.path, each.before, each.after] for each in step.planned],
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr(_member("plan.json"), json.dumps(plan, ensure_ascii=False))
        for name in sorted(_mentioned(step.planned)):
            archive.writestr(_member(name), blobs[name])
    return buffer.getvalue()


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)  # its fixed date makes equal steps equal bytes
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def _mentioned(planned: Iterable[Planned]) -> set[str]:
    return {name for each in planned for name in (each.before, each.after) if name is not None}


def unpack(file: Path) -> Step:
    """The step in ``file``; its number is the file's name."""
    with zipfile.ZipFile(file) as archive:
        plan = json.loads(archive.read("plan.json"))
    return Step(
        number=int(file.stem),
        label=None if plan["label"] is None else read(plan, "label"),
        planned=tuple(Planned(*each) for each in plan["writes"]),
        note=plan["note"],
        undoes=tuple(plan["undoes"]),
        redoes=tuple(plan.get("redoes", ())),
        at=plan.get("at", ""),
    )


def contents(file: Path, names: Iterable[str]) -> dict[str, bytes]:
    """The bytes with these hashes, out of the step in ``file``."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in names}
