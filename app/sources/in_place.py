"""Sources that lie in the vault already: what of it may be one, and what could be offered.

They are read where they lie and are never copied, changed or moved. Pages that Vaultloom compiled
are never among them, whatever folder is named (promise P11).
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePath, PurePosixPath

from app.errors import SourceRefused
from app.saying import Said, said, say
from app.sources.ignoring import is_ignored
from app.sources.kinds import LARGEST
from app.sources.readers import READERS, reader_for
from app.vault.marker import MARKER
from app.vault.names import fold
from app.vault.rules import Folders
from app.vault.survey import CLIPPINGS, is_clipping

_HEAD = 4096
_FEWEST_CLIPPINGS = 3
"""Clippings in a folder of another name that make it one of clippings, if half of its notes are."""

NOTE = "note"


@dataclass(frozen=True, slots=True)
class Place:
    """A folder or file of the vault that could be a source where it lies, or is one.

    With ``notes`` the notes in it are sources too; without it they stay notes, ``beside`` of them.
    ``found`` counts what would be read by format ("pdf", "docx", "html", "text", "rst", "markdown",
    "note"), the most first; ``size`` is in bytes.
    """

    path: str
    notes: bool
    found: tuple[tuple[str, int], ...]
    size: int
    beside: int = 0
    chosen: bool = False

    def as_json(self) -> dict[str, object]:
        """The place as the worker and ``--json`` show it."""
        return {
            "path": self.path,
            "notes": self.notes,
            "found": [list(each) for each in self.found],
            "size": self.size,
            "beside": self.beside,
            "chosen": self.chosen,
        }


@dataclass(frozen=True, slots=True)
class Ground:
    """A vault, and what of it is Vaultloom's: ``own`` are the paths of its rules and purpose."""

    root: Path
    folders: Folders
    own: tuple[str, ...] = ()

    def path(self, named: Path) -> str:
        """The path in the vault of a folder or file that a person named, spelled as it is there.

        It may be named from the vault's folder, from the working folder, or in full. Raises
        SourceRefused, with the reason, for what cannot be a source where it lies.
        """
        found = self._spelled(named)
        if found is None:
            raise SourceRefused(
                say(
                    "There is no “{name}” in the vault “{vault}”.", name=named, vault=self.root.name
                ),
                remedy="Name a folder or a file that lies in it.",
            )
        self.refuse(found)
        return found

    def refuse(self, path: str) -> None:
        """Raise SourceRefused, with the reason, if nothing at ``path`` can be a source in place."""
        self._refuse_place(path)
        place = self.root / path
        if place.is_file():
            with place.open("rb") as file:
                reader_for(path, file.read(_HEAD))

    def may_be(self, path: str) -> bool:
        """Whether sources may lie at ``path``, whether or not what is there now can be read."""
        try:
            self._refuse_place(path)
        except SourceRefused:
            return False
        return True

    def _refuse_place(self, path: str) -> None:
        place = self.root / path
        if path in ("", "."):
            raise _Refused(
                self.root.name, said("It is the vault itself."), "Name folders or files in it."
            )
        if any(is_ignored(part) for part in PurePosixPath(path).parts):
            raise _Refused(path, said("It is hidden or temporary."))
        self._refuse_ours(path)
        if place.is_symlink() and place.is_dir():
            raise _Refused(
                path, said("It is a link to another folder."), "Drop that folder instead."
            )
        inner = self._inner_vault(path)
        if inner is not None:
            why = said("It is another vault.")
            if inner != path:
                why = say("It belongs to another vault, “{vault}”.", vault=inner)
            remedy = say("Copy what you need of it into {folder}/.", folder=self.folders.raw)
            raise _Refused(path, why, remedy)

    def may_enter(self, folder: str) -> bool:
        """Whether files in a folder of a place can be sources: not in pages, not in other vaults."""
        if _is_vault(self.root / folder):
            return False
        return not any(_lies_in(folder, ours) for ours in (self.folders.wiki, self.folders.text))

    def _refuse_ours(self, path: str) -> None:
        raw, pages = self.folders.raw, (self.folders.wiki, self.folders.text)
        for ours in pages:
            if _lies_in(path, ours):
                made = "It is made by Vaultloom, as all in {folder}/; it proves nothing."
                raise _Refused(path, say(made, folder=ours))
        if _lies_in(path, raw):
            raise _Refused(path, say("It is a source already, as all in {folder}/ is.", folder=raw))
        for ours in (raw, *pages, *self.own):
            if _lies_in(ours, path) and fold(ours) != fold(path):
                holds = say("It holds {path}, which is Vaultloom's own.", path=ours)
                raise _Refused(path, holds, "Name folders or files in it.")
        if fold(path) in map(fold, self.own):
            raise _Refused(path, said("It says how Vaultloom works here."))

    def _inner_vault(self, path: str) -> str | None:
        parts = PurePosixPath(path)
        for each in (parts, *parts.parents):
            if each.name and _is_vault(self.root / each):
                return each.as_posix()
        return None

    def _spelled(self, named: Path) -> str | None:
        root = self.root.resolve()
        for start in (self.root, Path()):
            place = start / named.expanduser()
            if place.name != "..":  # a link itself is not followed
                place = place.parent.resolve() / place.name
            if place.resolve() == root or place.is_relative_to(root):
                found = _as_there(root, place if place.is_relative_to(root) else root)
                if found is not None:
                    return found
        return None


class _Refused(SourceRefused):
    def __init__(self, path: str, why: Said, remedy: str = "") -> None:
        words = say("“{name}” cannot be a source where it lies. {why}", name=path, why=why)
        super().__init__(words, remedy=remedy)


def _as_there(root: Path, named: Path) -> str | None:
    """The path below ``root`` with each name as its folder lists it; None where there is none such.

    Case and normal form may differ: there are systems that do not tell them apart.
    """
    place = root
    for name in named.relative_to(root).parts:
        try:
            names = [each.name for each in place.iterdir()]
        except OSError:
            return None
        alike = name if name in names else next((n for n in names if fold(n) == fold(name)), None)
        if alike is None:
            return None
        place /= alike
    return place.relative_to(root).as_posix()


def _lies_in(path: str, folder: str) -> bool:
    return f"{fold(path)}/".startswith(f"{fold(folder)}/")


def _is_vault(folder: Path) -> bool:
    return (folder / ".obsidian").is_dir() or (folder / MARKER).is_file()


def is_readable(path: str) -> bool:
    """Whether a file of this name can be read at all."""
    return PurePath(path).suffix.lower() in READERS


# -- what could be offered


@dataclass(frozen=True, slots=True)
class _File:
    path: str
    format: str
    size: int
    clipping: bool

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]


def _all(_path: str) -> bool:
    return True


def _is_no_note(path: str) -> bool:
    return not path.lower().endswith(".md")


def places(
    ground: Ground,
    chosen: Iterable[tuple[str, bool]] = (),
    takes: Callable[[str], bool] = _all,
) -> tuple[Place, ...]:
    """What of a vault could be a source where it lies, and what is one, clippings first.

    ``chosen`` are the places that are sources, each with whether its notes are; ``takes`` tells
    which files of them. Offered are the folders of clippings, and documents that are no notes by the
    folder that they lie in; not templates, not what is hidden, not other vaults within this one.
    """
    files = list(_files(ground))
    said = dict(chosen)
    clippings = _clippings(files)
    fresh = [path for path in clippings if not _covered(path, said)]
    above = {*fresh, *said}
    documents = _topmost(
        file.folder or file.path
        for file in files
        if file.format != NOTE and not _covered(file.path, above)
    )
    found = [replace(_place(files, path, takes), notes=n, chosen=True) for path, n in said.items()]
    found += [replace(_place(files, path), notes=True) for path in fresh]
    found += [_place(files, path, _is_no_note) for path in documents if ground.may_be(path)]
    return tuple(sorted(found, key=lambda place: (place.path not in clippings, place.path)))


def _files(ground: Ground) -> Iterator[_File]:
    """Every file that could be read, as far as its name tells."""
    templates = _templates(ground.root)
    for folder, inside, names in os.walk(ground.root):
        here = Path(folder).relative_to(ground.root).as_posix()
        prefix = "" if here == "." else f"{here}/"
        inside[:] = sorted(
            name
            for name in inside
            if not is_ignored(name)
            and not _lies_in(f"{prefix}{name}", ground.folders.raw)
            and fold(f"{prefix}{name}") not in templates
            and ground.may_enter(f"{prefix}{name}")
        )
        for name in sorted(names):
            if not is_ignored(name) and is_readable(name):
                yield from _file(ground, f"{prefix}{name}")


def _file(ground: Ground, path: str) -> Iterator[_File]:
    place = ground.root / path
    try:
        size = place.stat().st_size
        if path not in ground.own and 0 < size <= LARGEST:
            note = not _is_no_note(path)
            kind = NOTE if note else READERS[PurePath(path).suffix.lower()]
            yield _File(path, kind, size, note and is_clipping(place))
    except OSError:
        return


def _templates(root: Path) -> set[str]:
    """The folders of templates: by its name, and where Obsidian is told that they are."""
    found = {"templates"}
    try:
        settings = json.loads((root / ".obsidian/templates.json").read_text(encoding="utf-8"))
        found.add(fold(str(settings["folder"]).strip("/")))
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return found - {""}


def _clippings(files: list[_File]) -> list[str]:
    """The folders in which clippings lie: the one of that name, and those that hold mostly such."""
    notes = Counter(file.folder for file in files if file.format == NOTE)
    clipped = Counter(file.folder for file in files if file.clipping)
    own = {f for f in notes if fold(f.split("/")[0]) == fold(CLIPPINGS)}
    mostly = {
        folder
        for folder, count in clipped.items()
        if folder and count >= _FEWEST_CLIPPINGS and 2 * count >= notes[folder]
    }
    return _topmost({f.split("/")[0] for f in own} | mostly)


def _topmost(paths: Iterable[str]) -> list[str]:
    """The paths without those that lie within another of them."""
    found: list[str] = []
    for path in sorted(set(paths), key=lambda p: f"{p}/"):
        if not _covered(path, found):
            found.append(path)
    return found


def _covered(path: str, by: Iterable[str]) -> bool:
    return any(path == other or path.startswith(f"{other}/") for other in by)


def _place(files: list[_File], path: str, takes: Callable[[str], bool] = _all) -> Place:
    inside = [file for file in files if _covered(file.path, (path,))]
    taken = [file for file in inside if takes(file.path)]
    counts = Counter(file.format for file in taken)
    return Place(
        path,
        notes=False,
        found=tuple(sorted(counts.items(), key=lambda each: (-each[1], each[0]))),
        size=sum(file.size for file in taken),
        beside=sum(file.format == NOTE for file in inside) - counts[NOTE],
    )
