"""What a vault's own settings of Obsidian say that matters to its notes: how links are written, and which
type each property has (interop 2.2, 4.2). They are read and never written."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = ".obsidian"
_FILES = ("app.json", "types.json")


@dataclass(frozen=True, slots=True)
class ObsidianSettings:
    """``writes_paths`` says that Obsidian writes links with folders in this vault; ``types`` has the type of
    each property that one was given (names in lower case). ``stamp`` is other once a file was changed."""

    writes_paths: bool = False
    types: Mapping[str, str] = field(default_factory=dict)
    stamp: tuple[tuple[int, int], ...] = ()


def stamp(root: Path) -> tuple[tuple[int, int], ...]:
    """Size and time of the files that are read."""
    found = []
    for name in _FILES:
        try:
            stat = (root / FOLDER / name).stat()
            found.append((stat.st_size, stat.st_mtime_ns))
        except OSError:
            found.append((0, 0))
    return tuple(found)


def settings_of(root: Path) -> ObsidianSettings:
    """The settings of a vault; what cannot be read is as Obsidian has it unasked."""
    app, types = (_read(root / FOLDER / name) for name in _FILES)
    given = types.get("types")
    return ObsidianSettings(
        app.get("newLinkFormat") in ("absolute", "relative"),
        {str(name).lower(): str(of) for name, of in given.items()}
        if isinstance(given, dict)
        else {},
        stamp(root),
    )


def _read(place: Path) -> dict[str, object]:
    try:
        found = json.loads(place.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
