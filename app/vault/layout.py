"""A vault as a folder: making one, adding ours to one that exists, opening one.

Nothing is written into a vault that exists before its owner has seen ``preview``; then only what
is missing is added, under names that no note there has, and its ``.obsidian/`` stays as it is
(interop 4.5).
"""

import os
import secrets
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.errors import NotOurs, VaultProblem
from app.paths import user_state, vault_template
from app.saying import of_system, said, say
from app.vault.marker import MARKER, Marker, read_marker
from app.vault.names import unique_stem
from app.vault.obsidian import config_folders
from app.vault.rules import PLURALS, RULES, Folders, FoundRules, Rules, find_rules, read_rules
from app.vault.survey import Survey, survey
from app.vault.writing import DISK, Changes, Files, Outcome, Write, is_draft, replace, sweep

_LITTER = frozenset({".DS_Store", "Thumbs.db", "desktop.ini", ".git", ".directory"})
_PURPOSE = "purpose.md"
_PAGES_BASE = "Pages.base"
_COMPILED_ELSEWHERE = (
    "Its pages were compiled by Vaultloom, but .vaultloom/ is missing, without which they cannot be"
    " compiled further."
)


@dataclass(frozen=True, slots=True)
class Vault:
    """An open vault. ``readonly`` says why it can only be read, None if it can be compiled, and
    ``way_out`` what to do then; it ``is_held`` where that is since another Vaultloom works in it."""

    root: Path
    id: str
    found: FoundRules
    purpose: str
    device: str
    readonly: str | None = None
    way_out: str = "Bring .vaultloom/ back from a backup or another device."
    is_held: bool = False

    @property
    def rules(self) -> Rules:
        """The rules that hold in it."""
        return self.found.rules

    @property
    def folders(self) -> Folders:
        """Where its sources and pages are."""
        return self.found.rules.folders


@dataclass(frozen=True, slots=True)
class Preview:
    """What ``adopt`` would add to a folder (files and folders) and what is there.

    ``ours`` if it is a vault of ours; ``own`` are the paths that rules and purpose have, or would
    have.
    """

    root: Path
    ours: bool
    additions: tuple[str, ...]
    contents: Survey
    folders: tuple[str, ...] = ()
    own: tuple[str, ...] = ()


def new(path: Path, *, vault_id: str = "", files: Files = DISK) -> Changes:
    """Make ``path`` a vault from the template; a vault of ours stays as it is.

    A run that was interrupted can be repeated. Raises VaultProblem, having written nothing, for a
    folder with other things in it, and for one where a vault cannot be.
    """
    root = _usable(path)
    if read_marker(root) is not None:
        return Changes()
    template = _template()
    if _holds_others(root, template):
        raise VaultProblem(
            say("“{root}” is not empty.", root=root),
            remedy="Choose an empty folder, or open this one to have Vaultloom added to it.",
        )
    marker = Marker(vault_id or secrets.token_hex(8))  # last: where it is, all is there
    return _add(root, template | {MARKER: marker.content()}, Folders(), files)


def _template() -> dict[str, bytes]:
    root = vault_template()
    found = [file for file in sorted(root.rglob("*")) if file.is_file()]
    return {file.relative_to(root).as_posix(): file.read_bytes() for file in found}


def _holds_others(root: Path, template: Mapping[str, bytes]) -> bool:
    """Whether there is anything that an interrupted ``new`` did not leave, litter aside."""
    for folder, inside, names in os.walk(root):
        inside[:] = [name for name in inside if name not in _LITTER]
        for name in names:
            file = Path(folder, name)
            ours = template.get(file.relative_to(root).as_posix())
            if name not in _LITTER and not is_draft(name) and ours != file.read_bytes():
                return True
    return False


def preview(path: Path) -> Preview:
    """Look at a vault that exists and say what ``adopt`` would add; nothing is written.

    Raises VaultProblem where there is no folder, or where a vault cannot be.
    """
    root = _existing(path)
    found = find_rules(root)
    contents = survey(root, found.rules.folders)
    marker = read_marker(root)
    _refuse_without_ledger(root, marker, contents)
    own = marker or _marker_for(root, contents, "")
    missing = [f for f in _folders(found.rules.folders) if not (root / f).is_dir()]
    return Preview(
        root,
        marker is not None,
        tuple(_additions(root, own, contents, found.rules.folders)),
        contents,
        tuple(missing),
        (found.path or own.rules, own.purpose),
    )


def adopt(path: Path, *, vault_id: str = "", files: Files = DISK) -> Changes:
    """Add what is missing to a vault that exists; no file that is there is touched.

    Raises VaultProblem as ``preview`` does.
    """
    shown = preview(path)
    root = shown.root
    marker = read_marker(root) or _marker_for(
        root, shown.contents, vault_id or secrets.token_hex(8)
    )
    folders = find_rules(root).rules.folders
    return _add(root, _additions(root, marker, shown.contents, folders), folders, files)


def open_vault(path: Path) -> Vault:
    """The vault at ``path``.

    Raises VaultProblem, with what to do, if there is no vault of ours or it cannot be written;
    RulesUnreadable if its rules cannot be read.
    """
    root = _existing(path)
    marker = read_marker(root)
    found = find_rules(root)
    if marker is not None:
        return Vault(root, marker.id, found, marker.purpose, device_id())
    if survey(root, found.rules.folders).compiled:
        return Vault(root, "", found, _PURPOSE, device_id(), readonly=_COMPILED_ELSEWHERE)
    raise VaultProblem(
        say("“{root}” is not a Vaultloom vault yet.", root=root),
        remedy=say(
            "Make a new one, or look at what would be added to this folder, and accept it:"
            " vaultloom adopt {root}",
            root=shlex.quote(str(root)),
        ),
    )


def device_id(files: Files = DISK) -> str:
    """The short name of this device, by which it tells its own files in a synced vault."""
    file = user_state() / "device"
    if not file.is_file():
        draft = file.with_name(f".device-{secrets.token_hex(4)}.tmp")
        files.write(draft, secrets.token_hex(4).encode(), None)
        try:
            files.place(draft, file)
        except FileExistsError:
            pass  # another process of ours was first; its name holds
        finally:
            files.remove(draft)
    return file.read_text(encoding="ascii").strip()


def _usable(path: Path) -> Path:
    """``path`` in full, if a vault may be there."""
    root = path.expanduser().resolve()
    if root.exists() and not root.is_dir():
        raise VaultProblem(say("“{root}” is a file.", root=root), remedy="Choose a folder.")
    if any(root.is_relative_to(folder.resolve()) for folder in config_folders()):
        raise VaultProblem(
            say("“{root}” lies among Obsidian's own settings.", root=root),
            remedy="Choose another folder.",
        )
    for above in root.parents:
        if (above / ".obsidian").is_dir() or (above / MARKER).is_file():
            raise VaultProblem(
                say(
                    "“{root}” lies inside another vault, “{above}”; links break there.",
                    root=root,
                    above=above,
                ),
                remedy="Open that vault, or choose a folder outside of it.",
            )
    return root


def _existing(path: Path) -> Path:
    root = _usable(path)
    if not root.is_dir():
        raise VaultProblem(
            say("There is no folder “{root}”.", root=root),
            remedy="If it was moved, choose it again; if its drive is not connected, connect it.",
        )
    if not os.access(root, os.W_OK | os.X_OK):
        raise VaultProblem(
            say("“{root}” cannot be written.", root=root), remedy="Allow writing there."
        )
    return root


def _marker_for(root: Path, contents: Survey, vault_id: str) -> Marker:
    """Where our two own files go in a vault that has notes already."""
    rules, purpose = RULES, _PURPOSE
    if not _has_rules(root) and contents.takes(RULES):
        rules = _free("wiki/Vaultloom rules", contents)
    if not (root / _PURPOSE).is_file() and contents.takes(_PURPOSE):
        purpose = _free("Vaultloom purpose", contents)
    return Marker(vault_id, rules, purpose)


def _has_rules(root: Path) -> bool:
    return read_rules(root, RULES) is not None


def _free(path: str, contents: Survey) -> str:
    """A path for a note, whose name no note has."""
    folder, slash, stem = path.rpartition("/")
    taken = {name.removesuffix(".md") for name in contents.names if name.endswith(".md")}
    return f"{folder}{slash}{unique_stem(stem, taken)}.md"


def _additions(root: Path, marker: Marker, contents: Survey, folders: Folders) -> dict[str, bytes]:
    """What is missing in a vault that exists: the marker, rules, purpose and the list of pages.

    The marker goes first: it remembers the names chosen, so that an interrupted run goes on. The
    list goes where the pages are, and finds them by their tag, whatever their folders are called.
    """
    template = vault_template()
    wanted = {
        MARKER: marker.content(),
        marker.rules: (template / RULES).read_bytes(),
        marker.purpose: (template / _PURPOSE).read_bytes(),
    }
    if not contents.takes(_PAGES_BASE):
        listed = template / Folders().wiki / _PAGES_BASE
        wanted[f"{folders.wiki}/{_PAGES_BASE}"] = listed.read_bytes()
    return {path: content for path, content in wanted.items() if not (root / path).exists()}


def _add(root: Path, additions: Mapping[str, bytes], folders: Folders, files: Files) -> Changes:
    """Make the folders, and add the files where there are none."""
    created, kept = [], []
    try:
        root.mkdir(parents=True, exist_ok=True)
        for path, content in additions.items():
            sweep(root / path, files)
            try:
                outcome = replace(root, Write(path, None, content), files)
            except NotOurs:
                kept.append(path)
            else:
                created += [path] if outcome is Outcome.CREATED else []
        for folder in _folders(folders):
            (root / folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise VaultProblem(
            say("“{root}” cannot be made a vault: {why}.", root=root, why=of_system(error)),
            remedy="Allow writing there, or choose another folder.",
        ) from error
    return Changes(created=tuple(created), kept=tuple(kept))


def _folders(folders: Folders) -> list[str]:
    return [folders.raw, folders.text, *(folders.of(kind) for kind in PLURALS)]


def _refuse_without_ledger(root: Path, marker: Marker | None, contents: Survey) -> None:
    if marker is None and contents.compiled:
        raise VaultProblem(
            say(
                "“{name}” holds compiled pages ({count}). {why}",
                name=root.name,
                count=contents.compiled,
                why=said(_COMPILED_ELSEWHERE),
            ),
            remedy="Bring it back from a backup or another device; not every sync carries it.",
        )
