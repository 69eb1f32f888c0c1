"""Obsidian on this machine: where it lists its vaults, whether it is installed, how to open a note.

Places and forms are those of ``obsidian-interop.md``, section 5. Nothing here starts Obsidian or
writes any of its files.
"""

import json
import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from app.vault.links import heading_text_for_link

_LIST = "obsidian.json"
_SCHEME = "x-scheme-handler/obsidian"


@dataclass(frozen=True, slots=True)
class Machine:
    """What of a machine tells where Obsidian is; the default is this one."""

    home: Path = field(default_factory=Path.home)
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    platform: str = sys.platform
    root: Path = Path("/")


@dataclass(frozen=True, slots=True)
class KnownVault:
    """A vault in Obsidian's own list, most of whose entries have names of their own making."""

    id: str
    path: Path
    opened: int
    """When it was last opened, in milliseconds since 1970; 0 if the list does not say."""


def config_folders(machine: Machine | None = None) -> tuple[Path, ...]:
    """The folders in which Obsidian keeps its settings; a vault must never lie in one."""
    machine = machine or Machine()
    home, environ = machine.home, machine.environ
    if machine.platform == "darwin":
        return (home / "Library/Application Support/obsidian",)
    if machine.platform == "win32":
        return (Path(environ.get("APPDATA") or home / "AppData/Roaming") / "obsidian",)
    config = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    return (
        config / "obsidian",
        home / ".var/app/md.obsidian.Obsidian/config/obsidian",
        home / "snap/obsidian/current/.config/obsidian",
    )


def known_obsidian_vaults(machine: Machine | None = None) -> tuple[KnownVault, ...]:
    """The vaults that Obsidian lists and that still exist, the last opened first."""
    found: dict[Path, KnownVault] = {}
    for folder in config_folders(machine):
        for vault in _listed(folder / _LIST):
            if vault.path.is_dir():
                found.setdefault(vault.path, vault)
    return tuple(sorted(found.values(), key=lambda vault: (-vault.opened, vault.path)))


def _listed(file: Path) -> list[KnownVault]:
    """The entries of one list; none where there is no list, or none that can be read now.

    Obsidian writes it in place, so that a reader may meet half of it.
    """
    try:
        vaults = json.loads(file.read_text(encoding="utf-8"))["vaults"].items()
        return [
            KnownVault(str(key), Path(each["path"]), int(each.get("ts") or 0))
            for key, each in vaults
        ]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return []


def obsidian_installed(machine: Machine | None = None) -> bool:
    """Whether Obsidian is on this machine, as far as files tell; it has been used if it has a list.

    An AppImage leaves no other trace than that.
    """
    machine = machine or Machine()
    if any((folder / _LIST).is_file() for folder in config_folders(machine)):
        return True
    if any(place.exists() for place in _programs(machine)):
        return True
    return machine.platform not in ("darwin", "win32") and _has_handler(machine)


def _programs(machine: Machine) -> list[Path]:
    home, root, environ = machine.home, machine.root, machine.environ
    if machine.platform == "darwin":
        return [root / "Applications/Obsidian.app", home / "Applications/Obsidian.app"]
    if machine.platform == "win32":
        local = Path(environ.get("LOCALAPPDATA") or home / "AppData/Local")
        programs = Path(environ.get("ProgramFiles") or "C:/Program Files")
        places = (local / "Programs/Obsidian", local / "Obsidian", programs / "Obsidian")
        return [place / "Obsidian.exe" for place in places]
    on_path = shutil.which("obsidian", path=environ.get("PATH", ""))
    return [root / "opt/Obsidian/obsidian", *([Path(on_path)] if on_path else [])]


def _has_handler(machine: Machine) -> bool:
    """Whether a menu entry on Linux says that it opens obsidian: addresses."""
    folders = (
        machine.home / ".local/share/applications",
        machine.home / ".local/share/flatpak/exports/share/applications",
        machine.root / "usr/share/applications",
        machine.root / "usr/local/share/applications",
        machine.root / "var/lib/flatpak/exports/share/applications",
        machine.root / "var/lib/snapd/desktop/applications",
    )
    entries = [entry for folder in folders for entry in folder.glob("*bsidian*.desktop")]
    return any(_SCHEME in entry.read_text(encoding="utf-8", errors="replace") for entry in entries)


def obsidian_uri(
    root: Path, path: str, heading: str | None = None, machine: Machine | None = None
) -> str:
    """The address that opens the vault-relative ``path`` in Obsidian, at ``heading`` if given.

    It goes by the full path, which needs neither the vault's name nor its id. Only an address by
    vault can hold a heading; there the id is used if Obsidian lists the vault, else its name.
    """
    root = root.resolve()
    if heading is None:
        return f"obsidian://open?path={_encoded(str(root / path))}"
    ids = [vault.id for vault in known_obsidian_vaults(machine) if vault.path.resolve() == root]
    target = f"{path.removesuffix('.md')}#{heading_text_for_link(heading)}"
    return f"obsidian://open?vault={_encoded([*ids, root.name][0])}&file={_encoded(target)}"


def _encoded(value: str) -> str:
    return quote(value, safe="")
