"""``.vaultloom/vault.json``: what makes a folder ours, and where our own files are in it.

A vault that existed before us may have a note called "purpose" or an ``AGENTS.md`` of its own;
ours then go by other names, and this file, which travels with the vault, says which.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from app.errors import VaultProblem
from app.saying import say

MARKER = ".vaultloom/vault.json"
FORMAT = 1
"""The version of everything under ``.vaultloom/``; a newer one is not touched."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A vault's own id, the format of its ``.vaultloom/``, and the paths of its two own files."""

    id: str
    rules: str = "AGENTS.md"
    purpose: str = "purpose.md"
    format: int = FORMAT

    def content(self) -> bytes:
        """The bytes of the file."""
        return (json.dumps(asdict(self), ensure_ascii=False, indent=2) + "\n").encode()


def read_marker(root: Path) -> Marker | None:
    """The vault's marker, None if the folder is not a vault of ours.

    Raises VaultProblem for one that cannot be read, or that a newer Vaultloom wrote.
    """
    try:
        found = json.loads((root / MARKER).read_text(encoding="utf-8-sig"))
        marker = Marker(
            id=str(found["id"]),
            rules=str(found.get("rules", "AGENTS.md")),
            purpose=str(found.get("purpose", "purpose.md")),
            format=int(found["format"]),
        )
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise VaultProblem(
            say("“{path}” cannot be read.", path=root / MARKER),
            remedy="Bring it back from a backup or your sync tool; it is a few lines of text.",
        ) from error
    if marker.format > FORMAT:
        raise VaultProblem(
            say(
                "“{name}” was made by a newer Vaultloom (format {format}).",
                name=root.name,
                format=marker.format,
            ),
            remedy="Install the newest version to open it.",
        )
    return marker
