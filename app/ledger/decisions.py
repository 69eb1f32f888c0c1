"""What the person decided, in append-only files, one a device, merged by time and then device."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath

from app.vault.writing import Write, digest, read

FOLDER = ".vaultloom/decisions"
SOURCE_IN_PLACE, DOCUMENTS_IN_PLACE = "source-in-place", "documents-in-place"
NOT_A_SOURCE = "not-a-source"
SET_ASIDE = "set-aside"
ONE, APART, IN_NOTE = "one", "apart", "one-in-note"
OTHER_NOTE, KEEP_SOURCE = "other-note", "keep-source"
STAY_AWAY = "stay-away"
STAYS = "stays"
_THINGS = {
    ONE: ("", ""),
    APART: ("", ""),
    OTHER_NOTE: ("page ", "note "),
    KEEP_SOURCE: ("source ", ""),
    STAY_AWAY: ("page ", ""),
}
DELETED_STATEMENT, RESTORED_STATEMENT = "deleted-statement", "restored-statement"
_NEEDED = ("at", "what", "about")
IGNORE, HEED = "ignore", "heed"
_MORE = ("other", "mark", "rests_on")
_ABOUT_PLACES = frozenset((SOURCE_IN_PLACE, DOCUMENTS_IN_PLACE, NOT_A_SOURCE))


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision: ``what`` it is, about what, and when (ISO 8601, UTC).

    "set-aside" does not compile these bytes unasked, "take-in" does after all; "source-in-place"
    makes a folder or file of the vault a source where it lies, "documents-in-place" all of a folder
    but its notes; "not-a-source" takes either back. "one" says that two names (slots, ``about`` and
    ``other``) are one thing, "apart" that they are two, "one-in-note" that a note of the owner's has
    them for one thing. "other-note" says that a page (its id) is not on
    what a note (``other``, its path) is on, "keep-source" that the pages of a source (its id) stay
    although it is gone, "stay-away" that a page (its id) which was deleted is no matter any more.
    "deleted-statement" keeps a statement away from
    a page (its id), "restored-statement" lets it come again; the statement is known by its ``mark``, and
    by ``rests_on``, a hash of the words that it rests on, since another sentence may bear its mark later.
    What is said of disagreements (``app.ledger.rulings``) has the sentences of their positions in ``sides``.
    "ignore" shows findings of a rule (its code) no more, those of a file only where ``other`` is its path,
    and of these only what ``mark`` names; "heed" shows them again.
    """

    at: str
    what: str
    about: str
    other: str = ""
    mark: str = ""
    rests_on: str = ""
    sides: tuple[tuple[tuple[str, ...], ...], ...] = ()

    def as_line(self) -> str:
        """The line of the file."""
        known = asdict(self).items()
        values = {name: value for name, value in known if value or name in _NEEDED}
        return json.dumps(values, ensure_ascii=False) + "\n"


def decisions(root: Path) -> list[Decision]:
    """All decisions of all devices, oldest first; a line that cannot be read is passed over."""
    found = [(d.at, device, d) for device, d in of_devices(root)]
    return [d for _, _, d in sorted(found, key=lambda f: (f[0], f[1]))]


def of_devices(root: Path) -> Iterator[tuple[str, Decision]]:
    """All decisions with the device that each was taken on, device by device, as they were written."""
    folder = root / FOLDER
    for file in sorted(folder.glob("*.jsonl")) if folder.is_dir() else ():
        for line in file.read_text(encoding="utf-8", errors="replace").split(
            "\n"
        ):  # no other break
            try:
                values = json.loads(line)
                at, what, about = (str(values[name]) for name in _NEEDED)
                other, mark, rests_on = (str(values.get(name, "")) for name in _MORE)
                sides = tuple(
                    tuple(tuple(map(str, each)) for each in side)
                    for side in values.get("sides", ())
                )
                yield file.stem, Decision(at, what, about, other, mark, rests_on, sides)
            except (ValueError, KeyError, TypeError, AttributeError):
                continue  # half a line of a sync tool's; the rest counts


def set_aside(root: Path) -> set[str]:
    """The SHA-256 of the sources that are not to be compiled unasked."""
    aside: set[str] = set()
    for decision in decisions(root):
        if decision.what == SET_ASIDE:
            aside.add(decision.about)
        elif decision.what == "take-in":
            aside.discard(decision.about)
    return aside


def of_pairs(root: Path) -> dict[tuple[str, str], bool]:
    """What the person said of pairs, each in order, and whether the two belong together; the last word
    counts, and a note's where they said nothing. Names are slots; "page …" and "note …" are others,
    "source …" goes with ``STAYS``."""
    said: dict[tuple[str, str], bool] = {}
    noted: set[tuple[str, str]] = set()
    for decision in decisions(root):
        if decision.what == IN_NOTE:
            a, b = sorted((decision.about, decision.other))
            noted.add((a, b))
        elif decision.what in _THINGS:
            one, other = _THINGS[decision.what]
            a, b = sorted((one + decision.about, other + (decision.other or STAYS)))
            said[(a, b)] = decision.what == ONE
    said = dict.fromkeys(noted, True) | said
    return {pair: together for pair, together in said.items() if pair[0] != pair[1]}


def deleted_statements(root: Path) -> dict[str, dict[str, str]]:
    """The statements that are to stay away from pages: by the page's id what each rests on (a hash), with
    the mark that it bore."""
    found: dict[str, dict[str, str]] = {}
    for each in decisions(root):
        if each.what == DELETED_STATEMENT:
            found.setdefault(each.about, {})[each.rests_on] = each.mark
        elif each.what == RESTORED_STATEMENT:
            found.get(each.about, {}).pop(each.rests_on, None)
    return {page: statements for page, statements in found.items() if statements}


@dataclass(frozen=True, slots=True)
class InPlace:
    """What the person said of folders and files of the vault, first said first: path and decision.

    What was said later of a folder holds for all that is in it; what was said of something in it
    after that holds for that.
    """

    said: Mapping[str, str] = field(default_factory=dict)

    @property
    def places(self) -> tuple[str, ...]:
        """The folders and files that are sources where they lie."""
        return tuple(path for path, what in self.said.items() if what != NOT_A_SOURCE)

    def takes(self, path: str) -> bool:
        """Whether the file at ``path`` is a source where it lies."""
        what = self._of(path)
        if what == DOCUMENTS_IN_PLACE:
            return not path.lower().endswith(".md")
        return what == SOURCE_IN_PLACE

    def holds(self, path: str, what: str) -> bool:
        """Whether ``what`` holds for all of this folder or file already."""
        prefix = f"{path}/"
        return self._of(path) == what and not any(p.startswith(prefix) for p in self.said)

    def _of(self, path: str) -> str:
        above = PurePosixPath(path)
        found = (self.said.get(each.as_posix()) for each in (above, *above.parents))
        return next((what for what in found if what is not None), NOT_A_SOURCE)


def in_place(root: Path) -> InPlace:
    """What is a source where it lies, by the decisions of all devices."""
    said: dict[str, str] = {}
    for decision in decisions(root):
        if decision.what in _ABOUT_PLACES:
            prefix = f"{decision.about}/"
            for path in [p for p in said if p == decision.about or p.startswith(prefix)]:
                del said[path]
            said[decision.about] = decision.what
    return InPlace(said)


def sources_in_place(root: Path) -> tuple[str, ...]:
    """The folders and files of the vault that are sources where they lie, first named first."""
    return in_place(root).places


def decide(root: Path, device: str, *taken: Decision) -> Write:
    """The write that adds decisions to this device's file."""
    path = f"{FOLDER}/{device}.jsonl"
    disk = read(root / path)
    lines = "".join(each.as_line() for each in taken)
    return Write(path, None if disk is None else digest(disk), (disk or b"") + lines.encode())
