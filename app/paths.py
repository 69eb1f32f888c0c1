"""Where things are: the program's own files, and this device's state and cache for a vault.

Queue, lock, journal and undo belong to the device and stay out of the vault; the cache can be
deleted at any time. ``VAULTLOOM_HOME`` moves all under one folder, which tests and portable
installations use.
"""

import os
from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parent


def _program_folder(name: str) -> Path:
    bundled = _PACKAGE / "bundled" / name
    return bundled if bundled.is_dir() else _PACKAGE.parent / name


def resources() -> Path:
    """The program's own read-only files (samples, icons, word lists)."""
    return _program_folder("resources")


def vault_template() -> Path:
    """The folder that a new vault is copied from."""
    return _program_folder("vault_template")


def _user_folder(kind: str) -> Path:
    home = os.environ.get("VAULTLOOM_HOME")
    if home:
        return Path(home) / kind
    folder = {
        "cache": platformdirs.user_cache_path,
        "config": platformdirs.user_config_path,
        "state": platformdirs.user_state_path,
    }[kind]
    return Path(folder("vaultloom", appauthor=False))


def vault_key(vault: Path) -> str:
    """A short name for a vault on this device, from its resolved path."""
    import hashlib  # the window starts without it

    return hashlib.sha256(str(vault.resolve()).encode()).hexdigest()[:16]


def state_folder(vault: Path) -> Path:
    """Queue, lock and journal of ``vault`` on this device; made when missing."""
    folder = _user_folder("state") / "vaults" / vault_key(vault)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def begin_state(vault: Path, ident: str) -> None:
    """Let go of the queue and the journal of another vault that lay at the same path before.

    ``ident`` is the id in the vault's marker. Where none was noted yet, nothing is let go of. To be
    called while the vault is held.
    """
    import shutil  # the window starts without it

    folder = state_folder(vault)
    note = folder / "vault"
    noted = note.read_text(encoding="ascii") if note.is_file() else ident
    if noted != ident:
        shutil.rmtree(folder / "journal", ignore_errors=True)
        for file in folder.glob("queue.sqlite*"):
            file.unlink()
    if noted != ident or not note.is_file():
        note.write_text(ident, encoding="ascii")


def cache_folder(vault: Path) -> Path:
    """The cache of ``vault`` on this device, which may be deleted at any time; made when missing."""
    folder = _user_folder("cache") / "vaults" / vault_key(vault)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def user_config() -> Path:
    """What the person chose on this device; made when missing."""
    folder = _user_folder("config")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def user_state() -> Path:
    """This device's state that belongs to no vault (last vault, window layout); made when missing."""
    folder = _user_folder("state")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
